// The tree is the architecture: every source file of the project is checked, and the check itself on made-up files.

#include "support/layering.h"

#include <QDir>
#include <QDirIterator>
#include <QTest>

using namespace headroom::testing;

class LayeringTest : public QObject
{
    Q_OBJECT

private slots:
    void tree();
    void topLevelNames();
    void wrongSourcesAreFound_data();
    void wrongSourcesAreFound();
    void rightSourcesPass_data();
    void rightSourcesPass();
    void sizesAreChecked();
};

namespace {

QString joined(const std::vector<std::string> &complaints)
{
    QString all;
    for (const std::string &c : complaints)
        all += QString::fromStdString(c) + '\n';
    return all;
}

} // namespace

void LayeringTest::tree()
{
    const QDir root(HEADROOM_SOURCE_DIR);
    std::vector<std::string> complaints;
    int files = 0;
    for (const char *folder : {"core", "ui", "app", "tests"}) {
        QDirIterator all(root.filePath(folder), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (all.hasNext()) {
            QFile file(all.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const auto found = checkSource(root.relativeFilePath(file.fileName()).toStdString(), file.readAll().toStdString());
            complaints.insert(complaints.end(), found.begin(), found.end());
            ++files;
        }
    }
    QVERIFY(files > 20);
    QVERIFY2(complaints.empty(), qPrintable('\n' + joined(complaints)));
}

void LayeringTest::topLevelNames()
{
    std::vector<std::string> names;
    for (const QString &name : QDir(HEADROOM_SOURCE_DIR).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot))
        names.push_back(name.toStdString());
    const auto complaints = checkTopLevel(names);
    QVERIFY2(complaints.empty(), qPrintable('\n' + joined(complaints)));
    QCOMPARE(checkTopLevel({"core", "utils", ".git", "build-debug", "ui"}).size(), std::size_t(1));
}

void LayeringTest::wrongSourcesAreFound_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("complaint");
    QTest::newRow("upwards") << "core/ops/x.cpp" << "\n#include \"search/search.h\"\n" << "core/ops/x.cpp:2: includes search/search.h";
    QTest::newRow("to the side") << "core/serving/x.cpp" << "#include \"search/search.h\"\n" << "does not lie below serving";
    QTest::newRow("trace sees base only") << "core/trace/x.cpp" << "#include \"spec/plan.h\"\n" << "does not lie below trace";
    QTest::newRow("ui from core") << "core/report/x.cpp" << "#include \"ui/main_window.h\"\n" << "does not lie below report";
    QTest::newRow("Qt class") << "core/base/x.cpp" << "#include <QString>\n" << "core knows no Qt";
    QTest::newRow("Qt module") << "core/base/x.cpp" << "  #  include <QtCore/QString>\n" << "core knows no Qt";
    QTest::newRow("plot") << "core/report/x.cpp" << "#include <qcustomplot.h>\n" << "core knows no Qt";
    QTest::newRow("bare name") << "core/base/x.cpp" << "#include \"units.h\"\n" << "does not lie below base";
    QTest::newRow("relative") << "core/spec/x.cpp" << "#include \"../base/units.h\"\n" << "relative path";
    QTest::newRow("no layer") << "core/helpers/x.cpp" << "#include \"base/units.h\"\n" << "no layer of core";
    QTest::newRow("app from ui") << "ui/x.cpp" << "#include \"app/headless.h\"\n" << "lies above ui";
    QTest::newRow("tests from app") << "app/x.cpp" << "#include \"support/support.h\"\n" << "belongs to the tests";
    QTest::newRow("ui from core's tests") << "tests/core/base/x_test.cpp" << "#include \"document/document.h\"\n" << "core's tests";
    QTest::newRow("guard") << "ui/x.h" << "#ifndef X_H\n#define X_H\n#endif\n" << "no #pragma once";
}

void LayeringTest::wrongSourcesAreFound()
{
    QFETCH(QString, path);
    QFETCH(QString, content);
    QFETCH(QString, complaint);
    const QString found = joined(checkSource(path.toStdString(), content.toStdString()));
    QVERIFY2(found.contains(complaint), qPrintable("found only: " + found));
}

void LayeringTest::rightSourcesPass_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("content");
    QTest::newRow("downwards") << "core/search/x.cpp" << "#include \"search/search.h\"\n#include \"base/units.h\"\n#include <vector>\n";
    QTest::newRow("library") << "core/spec/x.cpp" << "#include <nlohmann/json.hpp>\n";
    QTest::newRow("header") << "core/base/x.h" << "#pragma once\n#include <string>\n";
    QTest::newRow("ui uses core") << "ui/x.cpp" << "#include \"estimate/estimate.h\"\n#include <QWidget>\n";
    QTest::newRow("core's test") << "tests/core/x_test.cpp" << "#include \"support/support.h\"\n#include <QTest>\n#include \"x_test.moc\"\n";
    QTest::newRow("app uses all") << "app/x.cpp" << "#include \"search/search.h\"\n#include \"main_window.h\"\n";
    QTest::newRow("a word in a text") << "core/base/x.cpp" << "// #include <QString> would be wrong\n";
}

void LayeringTest::rightSourcesPass()
{
    QFETCH(QString, path);
    QFETCH(QString, content);
    const auto complaints = checkSource(path.toStdString(), content.toStdString());
    QVERIFY2(complaints.empty(), qPrintable(joined(complaints)));
}

void LayeringTest::sizesAreChecked()
{
    const std::string lines500(500, '\n');
    const std::string lines200 = "#pragma once" + std::string(200, '\n');
    QVERIFY(checkSource("app/x.cpp", lines500).empty());
    QCOMPARE(checkSource("app/x.cpp", lines500 + '\n').size(), std::size_t(1));
    QVERIFY(checkSource("app/x.h", lines200).empty());
    QCOMPARE(checkSource("app/x.h", lines200 + '\n').size(), std::size_t(1));
}

QTEST_APPLESS_MAIN(LayeringTest)
#include "layering_test.moc"
