// The window as a user meets it: start, edit, drop, open, save, languages.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/appearance.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/file_actions.h"
#include "ui/main_window.h"
#include "ui/pages/chart_pane.h"
#include "ui/pages/table_page.h"
#include "support/checkpoints.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QDockWidget>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QRegularExpression>
#include <QSettings>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>

using namespace headroom;
using headroom::testing::write;

namespace {

void drop(QWidget &window, const QStringList &paths)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString &path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &event);
}

// Presses a button of the message box that is about to open; its text goes to `text`.
void answerNext(QMessageBox::StandardButton button, QString *text = nullptr)
{
    QTimer::singleShot(0, [button, text] {
        QTRY_VERIFY(qobject_cast<QMessageBox *>(QApplication::activeModalWidget()));
        auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
        if (text)
            *text = box->text() + box->informativeText();
        box->button(button)->click();
    });
}

QStringList texts(QMainWindow &window)
{
    QStringList out;
    for (const QLabel *label : window.findChildren<QLabel *>())
        out << label->text();
    for (const QTabWidget *tabs : window.findChildren<QTabWidget *>())
        for (int i = 0; i < tabs->count(); ++i)
            out << tabs->tabText(i);
    for (const QAction *action : window.menuBar()->actions())
        out << action->text();
    return out;
}

} // namespace

class MainWindowTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        QSettings().setValue(QStringLiteral("language"), QStringLiteral("en"));
    }

    void showsTheWorkedExample()
    {
        MainWindow window(workedExample());
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(window.runner().snapshot()->estimate != nullptr);
        QVERIFY(texts(window).contains(QStringLiteral("Roofline MFU")));
        QVERIFY(!window.isWindowModified());
    }

    void undoBelongsToTheDocument()
    {
        MainWindow window(workedExample());
        window.show();
        auto *editor = window.findChild<QWidget *>(QStringLiteral("run.globalBatch"))->findChild<QLineEdit *>();
        editor->setFocus();
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("1024"));
        QCOMPARE(window.document().scenario().run.globalBatch, Count{1024});
        QVERIFY(window.isWindowModified());
        window.document().undo();
        QCOMPARE(window.document().scenario().run.globalBatch, Count{512});
        QCOMPARE(editor->text(), QStringLiteral("512"));
    }

    void aDroppedConfigBecomesTheModel()
    {
        MainWindow window(workedExample());
        const QString path = m_folder.filePath(QStringLiteral("my-llama.json"));
        write(
            path,
            R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 4096, "intermediate_size": 14336,
            "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "hidden_act": "silu",
            "tie_word_embeddings": false, "attention_bias": false, "mlp_bias": false, "max_position_embeddings": 8192, "rms_norm_eps": 1e-05,
            "rope_theta": 500000.0, "torch_dtype": "bfloat16"})");
        drop(window, {path});
        QTRY_COMPARE(window.document().scenario().model.name, std::string("my-llama"));
        window.document().undo();
        QCOMPARE(window.document().scenario().model.name, workedExample().model.name);
    }

    void aDroppedCheckpointIsComparedWithTheModel()
    {
        const auto all = testing::madeCheckpoints();
        const auto tensors =
            std::ranges::find(all, std::string("Llama-2-7B"), &testing::MadeCheckpoint::model)->tensors;
        const QString index = m_folder.filePath(QStringLiteral("model.safetensors.index.json"));
        const QString shard = m_folder.filePath(QStringLiteral("model-1-of-1.safetensors"));
        write(index, QByteArray::fromStdString(testing::indexOf(tensors, 1, testing::bytesOf(tensors))));
        write(shard, QByteArray::fromStdString(testing::headerOf(tensors)));
        MainWindow window(workedExample());
        window.show();
        auto *tabs = qobject_cast<QTabWidget *>(window.tablesDock()->widget());
        const int before = tabs->count();
        window.document().setModel(catalogModel("Llama-2-7B").value());
        QCOMPARE(tabs->count(), before);
        drop(window, {shard, index});
        QTRY_COMPARE(tabs->count(), before + 1);
        QCOMPARE(tabs->tabText(before), QStringLiteral("Checkpoint"));
        QCOMPARE(tabs->currentIndex(), before);
        auto *page = qobject_cast<TablePage *>(tabs->currentWidget());
        QCOMPARE(page->view().model()->rowCount(), int(tensors.size()));
        const auto summary = [page] {
            QString out;
            for (const QLabel *label : page->findChildren<QLabel *>())
                out += label->text() + QLatin1Char('\n');
            return out;
        };
        QVERIFY2(summary().contains(QStringLiteral("6738417664 elements stored = 6738415616 expected +2048")),
                 qPrintable(summary()));
        page->copy(CopyFormat::csv);
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("rotary_emb.inv_freq")));
        window.appearance().setLanguage(QStringLiteral("zh_CN"));
        QTRY_VERIFY(summary().contains(QStringLiteral("每个元素都已解释")));
        window.appearance().setLanguage(QStringLiteral("en"));
        // Another model: keys, values and feed-forward of 32 layers differ.
        window.document().setModel(catalogModel("Mistral-7B-v0.1").value());
        QCOMPARE(tabs->tabText(before), QStringLiteral("Checkpoint (160)"));
        // One without tensor names says so; a new document has none.
        ModelSpec own = catalogModel("Llama-2-7B").value();
        own.modelType.clear();
        window.document().setModel(own);
        QVERIFY2(summary().contains(QStringLiteral("made by hand")), qPrintable(summary()));
        window.document().reset(workedExample());
        QCOMPARE(tabs->count(), before);
    }

    void aBrokenCheckpointIsExplained()
    {
        MainWindow window(workedExample());
        const QString path = m_folder.filePath(QStringLiteral("broken.safetensors"));
        write(path, "no header");
        QString text;
        answerNext(QMessageBox::Ok, &text);
        QVERIFY(!window.openPath(path));
        QVERIFY2(text.contains(QStringLiteral("broken.safetensors: is no safetensors file")), qPrintable(text));
        QVERIFY(!window.document().checkpoint());
    }

    void badFilesAreExplainedAndLoseNothing_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("unknown type") << "config.json" << QByteArray(R"({"model_type": "elephant", "hidden_size": 4})");
        QTest::newRow("string for a number")
            << "config.json" << QByteArray(R"({"model_type": "llama", "hidden_size": "wide"})");
        QTest::newRow("truncated project") << "a.headroom" << QByteArray(R"({"schemaVersion": 1, "scenarios": [)");
        QTest::newRow("newer project") << "a.headroom" << QByteArray(R"({"schemaVersion": 999})");
        QTest::newRow("deep") << "config.json" << QByteArray("\"model_type\"" + QByteArray(10000, '['));
        QTest::newRow("binary") << "x.bin"
                                << QByteArray("\x7f"
                                              "ELF\0\1\2",
                                              7);
        QTest::newRow("empty") << "empty.json" << QByteArray();
    }
    void badFilesAreExplainedAndLoseNothing()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        MainWindow window(workedExample());
        const QString path = m_folder.filePath(name);
        write(path, bytes);
        QString text;
        answerNext(QMessageBox::Ok, &text);
        QVERIFY(!window.openPath(path));
        QVERIFY2(text.contains(name), qPrintable(text));
        QVERIFY(window.document().scenario() == workedExample());
    }

    void aMissingFileIsExplained()
    {
        MainWindow window(workedExample());
        QString text;
        answerNext(QMessageBox::Ok, &text);
        QVERIFY(!window.openPath(m_folder.filePath(QStringLiteral("nowhere.headroom"))));
        QVERIFY(!text.isEmpty());
    }

    void savesAndOpens()
    {
        const QString path = m_folder.filePath(QStringLiteral("project.headroom"));
        MainWindow window(workedExample());
        window.document().setField(*findField("run.globalBatch"), Count{1024});
        window.document().markSaved(path);
        window.document().setField(*findField("run.globalBatch"), Count{2048});
        QVERIFY(window.files().save());
        QVERIFY(!window.document().isModified());
        MainWindow other(workedExample());
        QVERIFY(other.openPath(path));
        QCOMPARE(other.document().scenario().run.globalBatch, Count{2048});
        QVERIFY(other.document().scenario() == window.document().scenario());
    }

    void unsavedChangesAreAskedFor()
    {
        MainWindow window(workedExample());
        window.show();
        window.document().setField(*findField("run.globalBatch"), Count{1024});
        answerNext(QMessageBox::Cancel);
        QVERIFY(!window.close());
        answerNext(QMessageBox::Discard);
        QVERIFY(window.close());
    }

    void everyTextFollowsTheLanguage()
    {
        MainWindow window(workedExample());
        window.show();
        const QStringList english = texts(window);
        window.appearance().setLanguage(QStringLiteral("zh_CN"));
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // labels that were replaced
        const QStringList chinese = texts(window);
        QVERIFY(chinese.contains(QStringLiteral("硬件")));
        QVERIFY(chinese.contains(QStringLiteral("隐藏维度")));
        // No English sentence is left: every text with a long Latin word also has a Chinese character.
        for (const QString &text : chinese) {
            static const QRegularExpression word(QStringLiteral("[a-z]{5,} [a-z]{3,}")),
                han(QStringLiteral("\\p{Han}"));
            if (text.contains(word) && !text.contains(QLatin1String("Chowdhery")))
                QVERIFY2(text.contains(han), qPrintable(text));
        }
        window.appearance().setLanguage(QStringLiteral("en"));
        QCoreApplication::processEvents();
        QCOMPARE(texts(window).filter(QStringLiteral("Hidden size")), english.filter(QStringLiteral("Hidden size")));
    }

    void anEditIsPaintedInTime()
    {
        MainWindow window(workedExample());
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY_WITH_TIMEOUT(!window.runner().snapshot()->searching, 60000);
        std::vector<qint64> times;
        for (int i = 0; i < 20; ++i) {
            QElapsedTimer timer;
            timer.start();
            window.document().setField(*findField("run.measuredStepTime"), 3.0 + 0.1 * i);
            QCoreApplication::processEvents();
            times.push_back(timer.elapsed());
        }
        std::ranges::sort(times);
        qInfo("edit to painted: median %lld ms, p95 %lld ms", static_cast<long long>(times[10]),
              static_cast<long long>(times[18]));
        QVERIFY(times[18] < 500); // a generous limit for busy machines and sanitizers; the benchmark states the goal
    }

private:
    QTemporaryDir m_folder;
};

HEADROOM_GUI_TEST(MainWindowTest)
#include "main_window_test.moc"
