// The user's chips and models as files: saved, found, renamed, removed, and what is said about bad ones.

#include "spec/user_catalog.h"
#include "support/support.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace headroom;

namespace {

HardwareSpec chipNamed(const std::string &name)
{
    HardwareSpec chip = *catalogHardware("H100");
    chip.name = name;
    return chip;
}

ModelSpec modelNamed(const std::string &name)
{
    ModelSpec model = *catalogModel("Ling-2.6-flash"); // a hybrid: groups of two kinds of attention
    model.name = name;
    return model;
}

void write(const QString &path, const QByteArray &text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

std::string allText(const Issues &issues)
{
    std::string out;
    for (const Issue &issue : issues)
        out += text(issue) + "\n";
    return out;
}

} // namespace

class UserCatalogTest : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void missingFolderIsEmpty();
    void savedEntriesReadBackEqual();
    void collisions();
    void renameAndRemove();
    void strangeNames_data();
    void strangeNames();
    void badFiles_data();
    void badFiles();
    void builtInFilesReadToo();
    void cannotBeWritten();

private:
    UserCatalog read() const { return readUserCatalog(m_folder->path().toStdString()); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void UserCatalogTest::missingFolderIsEmpty()
{
    const UserCatalog none = readUserCatalog("/no/such/folder");
    QVERIFY(none.models.empty() && none.hardware.empty() && none.issues.empty());
    QCOMPARE(catalogEntries(CatalogKind::model, none).size(), modelEntries().size());
    QVERIFY(readUserCatalog("").issues.empty());
}

void UserCatalogTest::savedEntriesReadBackEqual()
{
    HardwareSpec chip = chipNamed("My H100 (400 W)");
    chip.hbmBandwidth = {{BytesPerSecond(3e12), BytesPerSecond(3.1e12), BytesPerSecond(3.35e12)}, "measured here", "ours"};
    chip.reserved = {Bytes(0), Bytes(1e9), Bytes(2e9)};
    HardwareSpec torus = *catalogHardware("TPU v5p");
    torus.name = "v5p, twisted";
    const ModelSpec model = modelNamed("My hybrid");
    QVERIFY(saveUserHardware(read(), chip));
    QVERIFY(saveUserHardware(read(), torus));
    QVERIFY(saveUserModel(read(), model));
    const UserCatalog user = read();
    QVERIFY2(user.issues.empty(), allText(user.issues).c_str());
    QCOMPARE(*catalogHardware("my h100 (400 w)", user), chip);
    QCOMPARE(*catalogHardware("v5p, twisted", user), torus);
    QCOMPARE(*catalogModel("My hybrid", user), model);
    QCOMPARE(catalogHardware("H100", user)->name, std::string("H100 SXM")); // the built-in ones stay
    QVERIFY(!catalogHardware("nobody's", user));
    const auto entries = catalogEntries(CatalogKind::hardware, user);
    QCOMPARE(entries.size(), hardwareEntries().size() + 2);
    QCOMPARE(entries.back().name, std::string("v5p, twisted"));
    QVERIFY(isUserEntry(CatalogKind::hardware, "V5P, TWISTED", user) && !isUserEntry(CatalogKind::hardware, "H100", user));
}

void UserCatalogTest::collisions()
{
    for (const char *name : {"H100 SXM", "h100", "TPU V5P"}) {
        const auto saved = saveUserHardware(read(), chipNamed(name), Existing::replace);
        QVERIFY2(!saved, name);
        QCOMPARE(saved.error().front().field, std::string("name"));
        QVERIFY2(text(saved.error().front()).find(name) != std::string::npos, text(saved.error().front()).c_str());
    }
    QVERIFY(!saveUserModel(read(), modelNamed("llama-3-8b"))); // an alias
    QVERIFY(saveUserHardware(read(), chipNamed("Mine")));
    QVERIFY(!saveUserHardware(read(), chipNamed("MINE")));
    HardwareSpec changed = chipNamed("Mine");
    changed.vendor = "us";
    QVERIFY(saveUserHardware(read(), changed, Existing::replace));
    QCOMPARE(catalogHardware("Mine", read())->vendor, std::string("us"));
    QCOMPARE(read().hardware.size(), std::size_t{1});
}

void UserCatalogTest::renameAndRemove()
{
    QVERIFY(saveUserModel(read(), modelNamed("One")));
    QVERIFY(saveUserModel(read(), modelNamed("Two")));
    QVERIFY(!renameUserEntry(read(), CatalogKind::model, "One", "Two"));
    QVERIFY(!renameUserEntry(read(), CatalogKind::model, "One", "Llama-3.1-8B"));
    QVERIFY(!renameUserEntry(read(), CatalogKind::model, "Llama-3.1-8B", "Three"));
    QVERIFY(renameUserEntry(read(), CatalogKind::model, "One", "Three"));
    QVERIFY(catalogModel("Three", read()) && !catalogModel("One", read()));
    QVERIFY(renameUserEntry(read(), CatalogKind::model, "Three", "THREE"));
    QCOMPARE(read().models.size(), std::size_t{2});
    QVERIFY(!removeUserEntry(read(), CatalogKind::model, "One"));
    QVERIFY(!removeUserEntry(read(), CatalogKind::hardware, "Two"));
    QVERIFY(removeUserEntry(read(), CatalogKind::model, "Two"));
    QVERIFY(removeUserEntry(read(), CatalogKind::model, "Three"));
    QVERIFY(read().models.empty() && read().issues.empty());
}

void UserCatalogTest::strangeNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("good");
    QTest::newRow("path") << "../../x/y" << true;
    QTest::newRow("dots") << ".." << true;
    QTest::newRow("hidden") << ".hidden" << true;
    QTest::newRow("chinese") << QString::fromUtf8("昇腾 910C") << true;
    QTest::newRow("quotes") << "a\"b<c>|?*" << true;
    QTest::newRow("empty") << "" << false;
    QTest::newRow("blank") << "  " << false;
    QTest::newRow("control") << "a\nb" << false;
    QTest::newRow("long") << QString(200, QLatin1Char('x')) << false;
}

void UserCatalogTest::strangeNames()
{
    QFETCH(QString, name);
    QFETCH(bool, good);
    const auto saved = saveUserHardware(read(), chipNamed(name.toStdString()));
    QCOMPARE(saved.has_value(), good);
    if (!good) {
        QCOMPARE(saved.error().front().field, std::string("name"));
        return;
    }
    QVERIFY(QString::fromStdString(*saved).startsWith(m_folder->path() + "/hardware/"));
    QCOMPARE(QFileInfo(QString::fromStdString(*saved)).absolutePath(), m_folder->path() + "/hardware");
    QVERIFY(catalogHardware(name.toStdString(), read()));
}

void UserCatalogTest::badFiles_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value"); // in the message
    const QByteArray chip = QByteArray::fromStdString(hardwareFile(chipNamed("Bad")));
    const QByteArray model = QByteArray::fromStdString(modelFile(modelNamed("Bad")));
    const auto changed = [](QByteArray text, const char *from, const char *to) {
        Q_ASSERT(text.contains(from));
        return text.replace(from, to);
    };
    QTest::newRow("no JSON") << "hardware" << QByteArray("{") << "" << "";
    QTest::newRow("no name") << "hardware" << changed(chip, "\"name\"", "\"nome\"") << "name" << "";
    QTest::newRow("unknown key") << "hardware" << changed(chip, "\"name\"", "\"tdp\": 700, \"name\"") << "tdp" << "";
    QTest::newRow("built-in name") << "hardware" << changed(chip, "\"Bad\"", "\"H200\"") << "name" << "H200";
    QTest::newRow("negative") << "hardware" << changed(chip, "\"value\": 989", "\"value\": -989") << "matrixPeaks[0].rate.value" << "-989";
    QTest::newRow("model: no layers") << "models" << changed(model, "\"layers\"", "\"layrs\"") << "layers" << "";
    QTest::newRow("model: half a head") << "models" << changed(model, "\"heads\": 32", "\"heads\": 32.5") << "layers[0].attention.heads" << "32.5";
    QTest::newRow("model: more chosen than experts") << "models" << changed(model, "\"topK\": 8", "\"topK\": 999") << "model.topK" << "999";
}

void UserCatalogTest::badFiles()
{
    QFETCH(QString, folder);
    QFETCH(QByteArray, text);
    QFETCH(QString, field);
    QFETCH(QString, value);
    const QString path = m_folder->filePath(folder + "/bad.json");
    write(path, text);
    QVERIFY(saveUserHardware(read(), chipNamed("Good"))); // a bad file leaves the others usable
    const UserCatalog user = read();
    QCOMPARE(user.hardware.size(), std::size_t{1});
    QVERIFY(user.models.empty() && !user.issues.empty());
    const auto found = std::ranges::find(user.issues, field.toStdString(), &Issue::field);
    QVERIFY2(found != user.issues.end(), allText(user.issues).c_str());
    QCOMPARE(QString::fromStdString(found->file), path);
    QVERIFY2(headroom::text(*found).find(value.toStdString()) != std::string::npos, allText(user.issues).c_str());
}

// Files of the built-in catalog, renamed, are entries as well.
void UserCatalogTest::builtInFilesReadToo()
{
    QByteArray chip = QByteArray::fromStdString(testing::testData("../resources/hardware/mi300x.json"));
    chip.replace("\"MI300X\"", "\"Ours\"");
    write(m_folder->filePath("hardware/ours.json"), chip);
    QByteArray model = QByteArray::fromStdString(testing::testData("../resources/models/Qwen3-8B.json"));
    model.replace("\"name\": \"Qwen3-8B\"", "\"name\": \"Ours\"");
    write(m_folder->filePath("models/ours.json"), model);
    write(m_folder->filePath("models/readme.txt"), "not an entry");
    const UserCatalog user = read();
    QVERIFY2(user.issues.empty(), allText(user.issues).c_str());
    QCOMPARE(matrixPeak(*catalogHardware("Ours", user), "bf16")->value.expected.value, 1307.4e12);
    QCOMPARE(catalogModel("Ours", user)->hidden, Count{4096});
}

void UserCatalogTest::cannotBeWritten()
{
    write(m_folder->filePath("hardware"), "a file where the folder should be");
    const auto saved = saveUserHardware(read(), chipNamed("Mine"));
    QVERIFY(!saved);
    QVERIFY(QString::fromStdString(saved.error().front().file).startsWith(m_folder->path()));
}

QTEST_APPLESS_MAIN(UserCatalogTest)
#include "user_catalog_test.moc"
