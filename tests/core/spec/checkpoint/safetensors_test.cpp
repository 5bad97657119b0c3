// Headers and indexes as they must be, and every way in which they are not: the message names file, tensor, rule,
// value.

#include "spec/checkpoint/safetensors.h"
#include "support/checkpoints.h"
#include "support/support.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

using namespace headroom;
using namespace headroom::testing;

namespace {

std::string withLength(std::uint64_t length, const std::string &json)
{
    std::string out;
    for (int i = 0; i < 8; ++i)
        out += static_cast<char>((length >> (8 * i)) & 0xFFu);
    return out + json;
}

std::string file(const std::string &json)
{
    return withLength(json.size(), json);
}

void write(const std::string &path, const std::string &content)
{
    std::ofstream(path, std::ios::binary) << content;
}

} // namespace

class SafetensorsTest : public QObject
{
    Q_OBJECT

private slots:
    void readsAHeader();
    void dataMayBeCutOff();
    void headers_data();
    void headers();
    void indexes_data();
    void indexes();
    void joins();
    void readsFiles();
    void manyTensorsTakeLinearTime();
};

void SafetensorsTest::readsAHeader()
{
    // 3 x 5 BF16 are 30 bytes; a scalar I64 8; an empty tensor none; three F4 pairs 3.
    const std::string start =
        file(R"({"__metadata__":{"format":"pt"},"a":{"dtype":"BF16","shape":[3,5],"data_offsets":[0,30]},
        "b":{"dtype":"I64","shape":[],"data_offsets":[30,38]},"c":{"dtype":"F32","shape":[0,7],"data_offsets":[38,38]},
        "d":{"dtype":"F4","shape":[2,3],"data_offsets":[38,41]}}   )");
    const auto tensors = readSafetensorsHeader(start, Count(start.size()) + 41, "f");
    QVERIFY2(tensors, tensors ? "" : text(tensors.error()).c_str());
    QCOMPARE(tensors->size(), std::size_t(4));
    QCOMPARE(tensors->at(0).name, std::string("a"));
    QCOMPARE(tensors->at(0).dtype, std::string("BF16"));
    QCOMPARE(tensors->at(0).shape, (std::vector<Count>{3, 5}));
    QCOMPARE(tensors->at(0).bytes, Count{30});
    QCOMPARE(tensors->at(1).elements(), 1.0);
    QCOMPARE(tensors->at(2).elements(), 0.0);
    QCOMPARE(tensors->at(3).bytes, Count{3});
}

void SafetensorsTest::dataMayBeCutOff()
{
    const std::string start = file(R"({"a":{"dtype":"F32","shape":[1000,1000],"data_offsets":[0,4000000]}})");
    QVERIFY(readSafetensorsHeader(start, Count(start.size()), "f"));
    QVERIFY(readSafetensorsHeader(start + "more", Count(start.size()) + 4, "f"));
    QVERIFY(readSafetensorsHeader(start, Count(start.size()) + 4000000, "f"));
    QVERIFY(!readSafetensorsHeader(start, Count(start.size()) + 4000001, "f"));
}

void SafetensorsTest::headers_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const std::string &bytes, const char *message) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString::fromUtf8(message);
    };
    const auto tensor = [](const std::string &entry) { return file(R"({"w.weight":)" + entry + "}"); };
    row("empty", "", "f: is no safetensors file: 0 bytes");
    row("short", "1234567", "f: is no safetensors file: 7 bytes");
    row("text", "{\"a\": 1, \"b\": 2}",
        "f: is no safetensors file: a header of 3184361845584634491 bytes, at most 100000000");
    row("too long", withLength(100000001, "{}"), "a header of 100000001 bytes, at most 100000000 are allowed");
    row("cut off", withLength(50, "{\"w\":"), "f: ends inside its header: 13 bytes, the header needs 58");
    row("no JSON", file("hello world"), "f: line 1, column 1: not valid JSON");
    row("half", file(R"({"w": {"dtype":)"), "not valid JSON");
    row("list", file("[]"), "f: must hold a JSON object, not []");
    row("zero byte", file(std::string("{}\0", 3)), "f: is not text: byte 2 is zero");
    row("twice", file(R"({"w":{},"w":{}})"), "f: w: appears twice in one object");
    row("deep", file(std::string(200, '[')), "nested deeper than 64 levels");
    row("number", tensor("3"), "f: w.weight: must be an object, not 3");
    row("no name", file(R"({"":3})"), "f: \"\": must be an object, not 3");
    row("missing", tensor(R"({"dtype":"F32","shape":[1]})"), "f: w.weight.data_offsets: is missing");
    row("unknown key", tensor(R"({"dtype":"F32","shape":[1],"data_offsets":[0,4],"stride":1})"),
        "f: w.weight.stride: is not a known key");
    row("dtype", tensor(R"({"dtype":"F33","shape":[1],"data_offsets":[0,4]})"),
        "f: w.weight.dtype: \"F33\" is no dtype of safetensors");
    row("dtype type", tensor(R"({"dtype":3,"shape":[1],"data_offsets":[0,4]})"),
        "f: w.weight.dtype: must be a text, not 3");
    row("negative", tensor(R"({"dtype":"F32","shape":[-1],"data_offsets":[0,4]})"),
        "f: w.weight.shape: must be between 0 and");
    row("fraction", tensor(R"({"dtype":"F32","shape":[1.5],"data_offsets":[0,4]})"),
        "f: w.weight.shape: must be a whole number, not 1.5");
    row("huge", tensor(R"({"dtype":"F32","shape":[9007199254740992,4096],"data_offsets":[0,4]})"),
        "f: w.weight.shape: has more than 2^53 bits");
    row("three offsets", tensor(R"({"dtype":"F32","shape":[1],"data_offsets":[0,4,8]})"),
        "f: w.weight.data_offsets: must be [begin, end]");
    row("backwards", tensor(R"({"dtype":"F32","shape":[1],"data_offsets":[4,0]})"), "must be [begin, end] with begin");
    row("bytes", tensor(R"({"dtype":"F32","shape":[3],"data_offsets":[0,8]})"),
        "f: w.weight.data_offsets: spans 8 bytes, but 3 elements of F32 take 96 bits");
    row("hole",
        file(
            R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[4],"data_offsets":[5,9]}})"),
        "f: b.data_offsets: must begin at 4, where the tensor before it ends, not at 5");
    row("overlap",
        file(
            R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[4],"data_offsets":[3,7]}})"),
        "f: b.data_offsets: must begin at 4, where the tensor before it ends, not at 3");
    row("data beyond", file("{}") + "x", "f: holds 1 bytes of data, but its tensors end at 0");
}

void SafetensorsTest::headers()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, message);
    const auto tensors = readSafetensorsHeader(bytes.toStdString(), bytes.size(), "f");
    QVERIFY(!tensors);
    QVERIFY2(text(tensors.error()).find(message.toStdString()) != std::string::npos, text(tensors.error()).c_str());
}

void SafetensorsTest::indexes_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("message"); // empty: fine
    QTest::newRow("fine") << QByteArray(R"({"metadata":{"total_size":8,"note":1},"weight_map":{"w":"a.safetensors"}})")
                          << "";
    QTest::newRow("no metadata") << QByteArray(R"({"weight_map":{"w":"a.safetensors"}})") << "";
    QTest::newRow("no map") << QByteArray("{}") << "i: weight_map: is missing";
    QTest::newRow("map type") << QByteArray(R"({"weight_map":[]})") << "i: weight_map: must be an object, not []";
    QTest::newRow("file type") << QByteArray(R"({"weight_map":{"w":1}})")
                               << "i: weight_map.w: must be a file name without a folder, not 1";
    QTest::newRow("folder") << QByteArray(R"({"weight_map":{"w":"../../etc/passwd"}})")
                            << "i: weight_map.w: must be a file name without a folder, not \"../../etc/passwd\"";
    QTest::newRow("up") << QByteArray(R"({"weight_map":{"w":".."}})") << "must be a file name";
    QTest::newRow("size") << QByteArray(R"({"metadata":{"total_size":-8},"weight_map":{}})")
                          << "i: metadata.total_size: must be between 0 and";
    QTest::newRow("metadata") << QByteArray(R"({"metadata":8,"weight_map":{}})")
                              << "i: metadata: must be an object, not 8";
}

void SafetensorsTest::indexes()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, message);
    const auto index = readCheckpointIndex(json.toStdString(), "i");
    QCOMPARE(index.has_value(), message.isEmpty());
    if (!index)
        QVERIFY2(text(index.error()).find(message.toStdString()) != std::string::npos, text(index.error()).c_str());
}

void SafetensorsTest::joins()
{
    const std::vector<MadeTensor> both{{"a", "U8", {4}, 4}, {"b", "U8", {2}, 2}};
    const auto shard = [&](std::size_t i, const std::vector<MadeTensor> &tensors) {
        const std::string start = headerOf(tensors);
        return ShardHeader{shardName(i, 2), readSafetensorsHeader(start, Count(start.size()), "f").value()};
    };
    const auto index = readCheckpointIndex(indexOf(both, 2, 6), "i").value();
    const auto fine = joinCheckpoint(index, {shard(0, {both[0]}), shard(1, {both[1]})}).value();
    QVERIFY(fine.notes.empty() && fine.headerless.empty());
    QCOMPARE(fine.totalSize, std::optional<Count>(6));
    // Shard 2 holds another tensor than the index says.
    const auto wrong = joinCheckpoint(index, {shard(0, {both[0]}), shard(1, {{"c", "U8", {1}, 1}})}).value();
    QCOMPARE(wrong.notes.size(), std::size_t(2));
    QCOMPARE(text(wrong.notes[0]), std::string("model-2-of-2.safetensors: b: is in the index, but not in this file"));
    QCOMPARE(text(wrong.notes[1]), std::string("model-2-of-2.safetensors: c: is in this file, but not in the index"));
    const auto twice = joinCheckpoint(std::nullopt, {shard(0, both), shard(1, {both[1]})});
    QVERIFY(!twice);
    QCOMPARE(text(twice.error()).substr(0, 65),
             std::string("model-2-of-2.safetensors: b: is in model-1-of-2.safetensors alrea"));
}

void SafetensorsTest::readsFiles()
{
    const QTemporaryDir folder;
    const std::string base = folder.path().toStdString() + "/";
    const std::vector<MadeTensor> tensors{{"a", "U8", {4}, 4}, {"b", "U8", {2}, 2}};
    write(base + "model.safetensors.index.json", indexOf(tensors, 2, 6));
    const auto names = readCheckpoint({base + "model.safetensors.index.json"});
    QCOMPARE(names->headerless.size(), std::size_t(2));
    write(base + shardName(0, 2), headerOf(shardOf(tensors, 0, 2)) + "1234");
    const auto one = readCheckpoint({base + "model.safetensors.index.json"}); // finds the shard beside it
    QCOMPARE(one->headerless, std::vector<std::string>{shardName(1, 2)});
    QCOMPARE(one->tensors[0].shape, (std::vector<Count>{4}));
    QCOMPARE(readCheckpoint({base + shardName(0, 2)})->tensors.size(), std::size_t(1));
    QVERIFY(text(readCheckpoint({base + shardName(1, 2)}).error()).find("does not exist") != std::string::npos);
    QVERIFY(text(readCheckpoint({folder.path().toStdString()}).error()).find("is a directory") != std::string::npos);
    QVERIFY(text(readCheckpoint({base + "a.json", base + "b.json"}).error()).find("is a second index")
            != std::string::npos);
    write(base + shardName(1, 2), withLength(std::uint64_t(-1), ""));
    QVERIFY(!readCheckpoint({base + "model.safetensors.index.json"}));
    QVERIFY(namesCheckpoint("x/model.safetensors.index.json") && namesCheckpoint("a.safetensors"));
    QVERIFY(!namesCheckpoint("config.json"));
}

// 150,000 tensors, as many as the largest public index names: well below a second, not minutes.
void SafetensorsTest::manyTensorsTakeLinearTime()
{
    std::vector<MadeTensor> tensors;
    for (int i = 0; i < 150000; ++i)
        tensors.push_back({"model.layers." + std::to_string(i) + ".weight", "U8", {1}, 1});
    const std::string start = headerOf(tensors);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(readSafetensorsHeader(start, Count(start.size()), "f"));
    QVERIFY2(timer.elapsed() < 30000, qPrintable(QString::number(timer.elapsed())));
}

QTEST_APPLESS_MAIN(SafetensorsTest)
#include "safetensors_test.moc"
