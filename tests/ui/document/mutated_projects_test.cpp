// 1,000 mutated projects opened as the window does, and as copies of unsaved work: no crash, a refusal says which file and leaves the
// document as it was, what is accepted can be saved and read again; no file is written by opening. HEADROOM_MUTANTS sets another number.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/document/autosave.h"
#include "ui/document/document.h"
#include "ui/document/recovery.h"
#include "ui/file_actions.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTimer>

#include <limits>
#include <random>

using namespace headroom;
using headroom::testing::write;
using Json = nlohmann::ordered_json;

namespace {

constexpr int usualMutants = 1000;
using Random = std::mt19937_64;

std::size_t below(Random &random, std::size_t bound)
{
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
}

void collect(Json &value, std::vector<Json *> &out)
{
    for (auto &item : value) {
        out.push_back(&item);
        if (item.is_structured())
            collect(item, out);
    }
}

Json absurd(Random &random)
{
    static const std::vector<Json> values{nullptr, true,  "",   "x",   -1,    0,           1e300, -0.0, 1e-320, Json::array(), Json::object(),
                                          65536,   "12 ", "∞", "NaN", "1e9", "-3.35 TB/s", std::numeric_limits<std::int64_t>::max(), std::string(5000, '9')};
    return values[below(random, values.size())];
}

// A value or a whole part of the project is another's, absurd, or gone.
std::string mutatedValues(const std::string &text, Random &random)
{
    Json project = Json::parse(text);
    for (std::size_t n = 1 + below(random, 3); n > 0; --n) {
        std::vector<Json *> all;
        collect(project, all);
        Json &one = *all[below(random, all.size())];
        switch (below(random, 4)) {
        case 0: one = absurd(random); break;
        case 1: one = Json(*all[below(random, all.size())]); break;
        case 2:
            if (one.is_object() && !one.empty())
                one.erase(std::next(one.begin(), static_cast<std::ptrdiff_t>(below(random, one.size()))));
            break;
        default:
            if (one.is_number())
                one = one.get<double>() * (below(random, 2) == 0 ? -1.0 : 1024.0);
            break;
        }
    }
    return project.dump(1);
}

std::string mutatedBytes(std::string text, Random &random)
{
    switch (below(random, 4)) {
    case 0: text.resize(below(random, text.size())); break;
    case 1:
        for (int i = 0; i < 5; ++i)
            text[below(random, text.size())] = static_cast<char>(below(random, 256));
        break;
    case 2: text.insert(below(random, text.size()), std::string(1 + below(random, 200), "[{\"\\,0"[below(random, 7)])); break;
    default: {
        const std::size_t at = below(random, text.size());
        text.erase(at, 1 + below(random, 400));
        break;
    }
    }
    return text;
}

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

int mutants()
{
    bool known = false;
    const int asked = qEnvironmentVariableIntValue("HEADROOM_MUTANTS", &known);
    return known ? asked : usualMutants;
}

} // namespace

class MutatedProjectsTest : public QObject
{
    Q_OBJECT

private slots:
    void opened()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("mutant.headroom"));
        Document document(workedExample());
        document.setAnnotations({{"roofline", "x", 1.0, 1.0, "a text"}}, "annotation “%1”", QStringLiteral("a text"));
        document.pinBaseline();
        const Project sound = document.project();
        const std::string text = writeProject(sound);
        FileActions files(document, nullptr);
        Autosave autosave(document, folder.filePath(QStringLiteral("recovery")));
        QString said;
        QTimer closer;
        connect(&closer, &QTimer::timeout, this, [&said] {
            if (auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget())) {
                said = box->text() + box->informativeText();
                box->accept();
            }
        });
        closer.start(0);
        int refused = 0;
        for (int seed = 0; seed < mutants(); ++seed) {
            Random random(static_cast<std::uint64_t>(seed));
            const std::string mutant = seed % 2 == 0 ? mutatedValues(text, random) : mutatedBytes(text, random);
            write(path, QByteArray::fromStdString(mutant));
            const QByteArray before = bytesOf(path);
            document.open(sound, {});
            said.clear();
            const bool taken = files.openPath(path);
            autosave.write();
            QVERIFY2(bytesOf(path) == before, qPrintable(QStringLiteral("seed %1: the file was written").arg(seed)));
            if (taken) {
                const auto again = readProject(writeProject(document.project()), "again", ProjectRules::ofEachField);
                QVERIFY2(again && *again == document.project(), qPrintable(QStringLiteral("seed %1: does not read back").arg(seed)));
                continue;
            }
            ++refused;
            QVERIFY2(document.project() == sound && document.path().isEmpty(), qPrintable(QStringLiteral("seed %1: a refused file changed the document").arg(seed)));
            QVERIFY2(said.contains(QStringLiteral("mutant.headroom")), qPrintable(QStringLiteral("seed %1: “%2”").arg(seed).arg(said)));
        }
        qInfo("%d of %d refused", refused, mutants());
        QVERIFY(refused > mutants() / 4);
    }

    void recovered()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("mutant.recovery"));
        const QByteArray text = recoveryText(Document(workedExample()).project(), folder.filePath(QStringLiteral("mine.headroom")));
        const Project sound = Document(workedExample()).project();
        for (int seed = 0; seed < mutants(); ++seed) {
            Random random(static_cast<std::uint64_t>(seed));
            QByteArray mutant = QByteArray::fromStdString(mutatedBytes(text.toStdString(), random));
            if (seed % 2 == 0) { // the copy is whole, its project is not
                QJsonObject copy = QJsonDocument::fromJson(text).object();
                copy.insert(QStringLiteral("project"), QString::fromStdString(mutatedValues(writeProject(sound), random)));
                mutant = QJsonDocument(copy).toJson(QJsonDocument::Compact);
            }
            write(path, mutant);
            const auto result = readRecovery(path);
            QVERIFY2(bytesOf(path) == mutant, "the copy was written");
            if (!result)
                QVERIFY2(!result.error().empty() && result.error().front().file.find("mutant.recovery") != std::string::npos,
                         qPrintable(QStringLiteral("seed %1 names no file").arg(seed)));
            recoveriesIn(folder.path());
        }
    }
};

HEADROOM_GUI_TEST(MutatedProjectsTest)
#include "mutated_projects_test.moc"
