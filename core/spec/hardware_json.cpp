#include "spec/spec_json.h"

#include "spec/catalog.h"

#include <cmath>

namespace headroom {

namespace {

constexpr double mostRate = 1e21, mostBytes = 1e18, longest = 10.0;
constexpr Count mostChips = Count{1} << 30;

OrderedJson writePeaks(const std::vector<MatrixPeak> &peaks)
{
    OrderedJson out = OrderedJson::array();
    for (const MatrixPeak &p : peaks) {
        OrderedJson peak;
        peak["dtype"] = p.dtype;
        peak["rate"] = writeSourced(p.rate);
        out.push_back(std::move(peak));
    }
    return out;
}

std::vector<MatrixPeak> readPeaks(ObjectReader &r, const char *key)
{
    std::vector<MatrixPeak> peaks;
    const Json &list = r.array(key);
    for (std::size_t i = 0; i < list.size() && i < 64; ++i) {
        if (!list[i].is_object()) {
            r.fail(key, {CORE_TEXT("core", "must be a list of objects; one item is {0}"), {shown(list[i])}});
            break;
        }
        ObjectReader peak(list[i], r.pathOf(key + ("[" + std::to_string(i) + "]")), r.file(), r.issues());
        std::string dtype = peak.text("dtype", 16);
        peaks.push_back({std::move(dtype), peak.sourced<FlopsPerSecond>("rate", 1.0, mostRate)});
        peak.finish();
    }
    return peaks;
}

template <class Q> OrderedJson optionalSourced(const std::optional<Sourced<Q>> &value)
{
    return value ? writeSourced(*value) : OrderedJson(nullptr);
}

// Reads one chip. `lowest` is 0 for what does not apply to its kind of network: a project states that too.
class HardwareReader
{
public:
    HardwareReader(ObjectReader &reader, Completeness completeness)
        : r(reader), m_everything(completeness == Completeness::everything)
    {
    }
    HardwareSpec read();

private:
    bool wanted(const char *key, bool applies) { return m_everything || applies || r.find(key); }
    template <class Q> void sourced(const char *key, bool applies, Sourced<Q> &to)
    {
        if (wanted(key, applies))
            to = r.sourced<Q>(key, applies ? 1.0 : 0.0, mostBytes);
    }
    template <class Q> void optional(const char *key, double maximum, std::optional<Sourced<Q>> &to)
    {
        if (m_everything && !r.has(key))
            r.fail(key, {CORE_TEXT("core", "is missing"), {}});
        to = r.optionalSourced<Q>(key, 0.0, maximum);
    }
    void readScaleUp(HardwareSpec &h);
    void readDomainSize(HardwareSpec &h, bool applies);
    void readReduction(HardwareSpec &h);
    void readReserved(HardwareSpec &h);
    void readLevels(HardwareSpec &h);

    ObjectReader &r;
    bool m_everything;
};

void HardwareReader::readDomainSize(HardwareSpec &h, bool applies)
{
    if (!wanted("domainSize", applies))
        return;
    std::string source;
    const Band<double> size = r.band("domainSize", Unit::count, 1.0, double(mostChips), source);
    if (size.low != std::floor(size.low) || size.expected != std::floor(size.expected)
        || size.high != std::floor(size.high))
        r.fail("domainSize", {CORE_TEXT("core", "must be a whole number"), {}});
    h.domainSize = {
        {static_cast<Count>(size.low), static_cast<Count>(size.expected), static_cast<Count>(size.high)}, source, {}};
}

void HardwareReader::readScaleUp(HardwareSpec &h)
{
    h.scaleUp = r.choice<ScaleUpKind>("scaleUp");
    const bool torus = h.scaleUp == ScaleUpKind::torus;
    readDomainSize(h, !torus);
    sourced("scaleUpBandwidth", !torus, h.scaleUpBandwidth);
    optional("scaleUpLatency", longest, h.scaleUpLatency);
    readReduction(h);
    if (wanted("torusDims", torus))
        h.torusDims = r.whole("torusDims", 1, 6);
    if (wanted("podSize", torus))
        h.podSize = r.whole("podSize", 0, mostChips);
    if (wanted("slice", false))
        h.slice = r.text("slice", 64);
    if (wanted("wrap", torus))
        h.wrap = r.choice<WrapRule>("wrap");
    if (wanted("wrappedDims", torus && h.wrap == WrapRule::custom))
        h.wrappedDims = r.text("wrappedDims", 8);
    sourced("linkBandwidth", torus, h.linkBandwidth);
    optional("linkLatency", longest, h.linkLatency);
}

void HardwareReader::readReduction(HardwareSpec &h)
{
    if (!wanted("inNetworkReduction", false))
        return;
    ObjectReader flag(r.object("inNetworkReduction"), r.pathOf("inNetworkReduction"), r.file(), r.issues());
    h.inNetworkReduction.value = flag.flag("value");
    h.inNetworkReduction.source = flag.text("source");
    flag.finish();
}

void HardwareReader::readReserved(HardwareSpec &h)
{
    if (!wanted("reserved", false))
        return;
    std::string source;
    const Band<double> b = r.band("reserved", Unit::bytes, 0.0, mostBytes, source);
    h.reserved = {Bytes(b.low), Bytes(b.expected), Bytes(b.high)};
}

void HardwareReader::readLevels(HardwareSpec &h)
{
    if (wanted("sparsePeaks", false))
        h.sparsePeaks = readPeaks(r, "sparsePeaks");
    if (wanted("onChipMemory", false))
        h.onChipMemory = r.text("onChipMemory", 64);
    optional("onChipCapacity", mostBytes, h.onChipCapacity);
    optional("onChipBandwidth", mostBytes, h.onChipBandwidth);
}

HardwareSpec HardwareReader::read()
{
    HardwareSpec h;
    h.name = r.text("name");
    h.vendor = r.text("vendor");
    h.matrixPeaks = readPeaks(r, "matrixPeaks");
    readLevels(h);
    h.hbmCapacity = r.sourced<Bytes>("hbmCapacity", 1.0, mostBytes);
    readReserved(h);
    h.hbmBandwidth = r.sourced<BytesPerSecond>("hbmBandwidth", 1.0, mostBytes);
    readScaleUp(h);
    h.scaleOutBandwidth = r.sourced<BytesPerSecond>("scaleOutBandwidth", 1.0, mostBytes);
    optional("scaleOutLatency", longest, h.scaleOutLatency);
    optional("hostBandwidth", mostBytes, h.hostBandwidth);
    return h;
}

} // namespace

OrderedJson writeHardware(const HardwareSpec &h)
{
    OrderedJson out;
    out["name"] = h.name;
    out["vendor"] = h.vendor;
    out["matrixPeaks"] = writePeaks(h.matrixPeaks);
    out["hbmCapacity"] = writeSourced(h.hbmCapacity);
    out["reserved"] = writeSourced(Sourced<Bytes>{h.reserved, {}, {}});
    out["hbmBandwidth"] = writeSourced(h.hbmBandwidth);
    out["sparsePeaks"] = writePeaks(h.sparsePeaks);
    out["onChipMemory"] = h.onChipMemory;
    out["onChipCapacity"] = optionalSourced(h.onChipCapacity);
    out["onChipBandwidth"] = optionalSourced(h.onChipBandwidth);
    out["scaleUp"] = keyOf(h.scaleUp);
    const Band<std::int64_t> &size = h.domainSize.value;
    out["domainSize"] =
        writeBand({double(size.low), double(size.expected), double(size.high)}, Unit::count, h.domainSize.source);
    out["scaleUpBandwidth"] = writeSourced(h.scaleUpBandwidth);
    out["scaleUpLatency"] = optionalSourced(h.scaleUpLatency);
    out["inNetworkReduction"] = {{"value", h.inNetworkReduction.value}, {"source", h.inNetworkReduction.source}};
    out["torusDims"] = h.torusDims;
    out["podSize"] = h.podSize;
    out["slice"] = h.slice;
    out["wrap"] = keyOf(h.wrap);
    out["wrappedDims"] = h.wrappedDims;
    out["linkBandwidth"] = writeSourced(h.linkBandwidth);
    out["linkLatency"] = optionalSourced(h.linkLatency);
    out["scaleOutBandwidth"] = writeSourced(h.scaleOutBandwidth);
    out["scaleOutLatency"] = optionalSourced(h.scaleOutLatency);
    out["hostBandwidth"] = optionalSourced(h.hostBandwidth);
    return out;
}

HardwareSpec readHardware(ObjectReader &reader, Completeness completeness)
{
    HardwareSpec h = HardwareReader(reader, completeness).read();
    reader.finish();
    return h;
}

Result<HardwareSpec> readHardware(std::string_view json, const std::string &file)
{
    const Result<Json> parsed = parseJson(json, file);
    if (!parsed)
        return tl::unexpected(parsed.error());
    Issues issues;
    ObjectReader reader(*parsed, {}, file, issues);
    reader.find("aliases"); // names of catalog entries
    HardwareSpec h = readHardware(reader, Completeness::whatApplies);
    if (issues.empty() && !matrixPeak(h, computeDtype))
        reader.fail("matrixPeaks", {CORE_TEXT("core", "must state a {0} peak"), {computeDtype}});
    if (!issues.empty())
        return tl::unexpected(issues);
    return h;
}

} // namespace headroom
