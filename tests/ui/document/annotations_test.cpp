// Texts at points of charts: kept in the project, each scenario its own, wrong ones told.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/document/annotations.h"
#include "ui/document/document.h"

#include <QFile>
#include <QTemporaryDir>

using namespace headroom;

namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Project projectWith(const std::string &viewState, std::size_t scenarios)
{
    Project out;
    out.scenarios.assign(scenarios, {"one", workedExample()});
    out.viewState = viewState;
    return out;
}

} // namespace

class AnnotationsTest : public QObject
{
    Q_OBJECT

private slots:
    void readBackEqual()
    {
        const std::vector<ChartAnnotations> some{{{"roofline", "dense/ffn/forward", 1.5, -2.0, "here\nit is"}, {"waterfall", "bubble", 0.0, 3.25, "气泡"}},
                                                 {},
                                                 {{"sweep", "plan.tp=8", 1.0, 1.0, "<b>&"}}};
        Project project = projectWith(R"({"search":{"objective":"bound"}})", 3);
        const std::string other = project.viewState;
        project.viewState = withAnnotations(other, some);
        const auto read = annotationsOf(project, "a.headroom");
        QVERIFY(read && *read == some);
        QVERIFY(project.viewState.find("\"objective\"") != std::string::npos);
        QCOMPARE(withAnnotations(project.viewState, {{}, {}, {}}), other);
        QVERIFY(withAnnotations({}, {}).empty());
        QVERIFY(annotationsOf(projectWith({}, 1), "a.headroom")->front().empty());
    }

    // Each message names the file, the field, the rule and the value.
    void wrongEntriesAreTold_data()
    {
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<QString>("told");
        const auto row = [](const char *state, const char *told) { QTest::newRow(told) << QByteArray(state) << QString::fromUtf8(told); };
        row("x", "viewState: must hold a JSON object, not x");
        row(R"({"annotations":3})", "viewState.annotations: must be a list, not 3");
        row(R"({"annotations":[7]})", "viewState.annotations[0]: must be an object, not 7");
        row(R"({"annotations":[{}]})", "viewState.annotations[0].scenario: is missing");
        const auto entry = [&](const char *changed, const char *told) {
            QByteArray fields = R"("scenario":0,"chart":"a","point":"b","right":1,"down":0,"text":"t")";
            const QByteArray key = QByteArray(changed).left(QByteArray(changed).indexOf(':') + 1);
            const qsizetype at = fields.indexOf(key);
            if (at >= 0) {
                const qsizetype end = fields.indexOf(',', at);
                fields.replace(at, end < 0 ? fields.size() - at : end - at, changed);
            } else {
                fields += QByteArray(",") + changed;
            }
            QTest::newRow(told) << QByteArray("{\"annotations\":[{" + fields + "}]}") << QString::fromUtf8("viewState.annotations[0].") + QString::fromUtf8(told);
        };
        entry(R"("scenario":1)", "scenario: must be between 0 and 0, not 1");
        entry(R"("scenario":null)", "scenario: must be a number, not null");
        entry(R"("chart":"")", "chart: must be a text that is not empty, not \"\"");
        entry(R"("point":5)", "point: must be a text that is not empty, not 5");
        entry(R"("right":"x")", "right: must be a number, not \"x\"");
        entry(R"("right":1e300)", "right: must be between -1000 and 1000, not 1e+300");
        entry(R"("down":-1001)", "down: must be between -1000 and 1000, not -1001");
        entry(R"("text":[])", "text: must be a text that is not empty, not []");
        entry(R"("colour":1)", "colour: is not a known key");
    }
    void wrongEntriesAreTold()
    {
        QFETCH(QByteArray, state);
        QFETCH(QString, told);
        Project project = projectWith(state.toStdString(), 1);
        const auto read = annotationsOf(project, "a.headroom");
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(headroom::text(read.error().front())), QStringLiteral("a.headroom: ") + told);
        QVERIFY(!readCheckedProject(writeProject(project), "a.headroom"));
        project.viewState.clear();
        QVERIFY(readCheckedProject(writeProject(project), "a.headroom"));
    }

    void halvesOfAScenarioAreWrong()
    {
        const auto read = annotationsOf(
            projectWith(R"({"annotations":[{"scenario":0.5,"chart":"a","point":"b","right":1,"down":0,"text":"t"}]})", 2), "a.headroom");
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(headroom::text(read.error().front())),
                 QStringLiteral("a.headroom: viewState.annotations[0].scenario: must be a whole number, not 0.5"));
    }

    // The texts of one scenario are not those of another, and each undoes its own.
    void everyScenarioHasItsOwn()
    {
        Document document(workedExample());
        const auto say = [&](const char *text) {
            ChartAnnotations now = document.annotations();
            now.push_back({"roofline", "x", 1.0, 1.0, text});
            document.setAnnotations(std::move(now), "annotation “%1”", QString::fromUtf8(text));
        };
        say("of the first");
        document.duplicateScenario(QStringLiteral("second"));
        QCOMPARE(document.annotations().size(), std::size_t{1}); // a copy has copies
        say("of the second");
        document.showScenario(0);
        QCOMPARE(document.annotations().size(), std::size_t{1});
        document.undo();
        QVERIFY(document.annotations().empty());
        document.showScenario(1);
        QCOMPARE(document.annotations().size(), std::size_t{2});
        const auto kept = annotationsOf(document.project(), {});
        QVERIFY(kept && (*kept)[0].empty() && (*kept)[1] == document.annotations());
        document.removeScenario(0);
        QCOMPARE(document.annotations().size(), std::size_t{2});
        document.pinBaseline();
        QVERIFY(annotationsOf(document.project(), {})->at(1).empty());
        document.reset(workedExample());
        QVERIFY(document.annotations().empty() && !document.isModified());
    }

    void keptInTheProject()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("kept.headroom"));
        Document document(workedExample());
        document.setAnnotations({{"roofline", "x", 1.0, 1.0, "kept"}}, "annotation “%1”", QStringLiteral("kept"));
        headroom::testing::write(path, QByteArray::fromStdString(writeProject(document.project())));
        const auto read = readCheckedProject(bytesOf(path).toStdString(), "kept.headroom");
        QVERIFY(read);
        Document other(workedExample());
        other.open(*read, path);
        QVERIFY(other.annotations() == document.annotations());
        QVERIFY(!other.isModified());
        other.setAnnotations({}, "deleted annotation “%1”", QStringLiteral("kept"));
        QVERIFY(other.isModified());
    }
};

HEADROOM_GUI_TEST(AnnotationsTest)
#include "annotations_test.moc"
