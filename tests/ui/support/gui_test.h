#pragma once
// main() of a test of widgets: settings of its own, no native dialogs.

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTest>

namespace headroom::testing {

inline void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), qint64(bytes.size()));
}

template <class Test> int runGuiTest(int argc, char **argv)
{
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("headroom-test"));
    QCoreApplication::setApplicationName(QFileInfo(QString::fromLocal8Bit(argv[0])).fileName());
    QApplication application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace headroom::testing

#define HEADROOM_GUI_TEST(Test)                                                                                        \
    int main(int argc, char **argv)                                                                                    \
    {                                                                                                                  \
        return headroom::testing::runGuiTest<Test>(argc, argv);                                                        \
    }
