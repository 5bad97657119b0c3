#include "spec/checkpoint/safetensors.h"

#include "spec/json.h"

#include <algorithm>
#include <array>

namespace headroom {

namespace {

constexpr Count largest = Count{1} << 53; // whole numbers of JSON are exact up to here
constexpr std::size_t lengthBytes = 8;
constexpr std::size_t issuesNamed = 20;

struct DtypeRow
{
    const char *name;
    Count bits;
};
constexpr DtypeRow dtypes[] = {
    {"BOOL", 8},    {"F4", 4},      {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"U8", 8},   {"I8", 8},    {"F8_E5M2", 8},
    {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"I16", 16},    {"U16", 16},    {"F16", 16}, {"BF16", 16}, {"I32", 32},
    {"U32", 32},    {"F32", 32},    {"C64", 64},    {"F64", 64},    {"I64", 64}, {"U64", 64},
};

const DtypeRow *findDtype(const std::string &name)
{
    const auto row = std::ranges::find(dtypes, name, [](const DtypeRow &d) { return std::string(d.name); });
    return row == std::end(dtypes) ? nullptr : &*row;
}

// The product, unless it passes `largest`.
std::optional<Count> elementsOf(const std::vector<Count> &shape)
{
    if (std::ranges::find(shape, Count{0}) != shape.end())
        return 0;
    Count product = 1;
    for (const Count dim : shape) {
        if (dim > largest / product)
            return std::nullopt;
        product *= dim;
    }
    return product;
}

struct Extent
{
    Count begin = 0, end = 0;
    std::size_t tensor = 0;
};

// One entry of the header.
class EntryReader
{
public:
    EntryReader(const Json &entry, const std::string &name, const std::string &file, Issues &issues)
        : m_reader(entry, shortKey(name), file, issues)
    {
    }
    std::optional<Extent> read(StoredTensor &tensor)
    {
        const std::size_t before = m_reader.issues().size();
        tensor.dtype = m_reader.text("dtype", 64);
        const std::vector<Count> offsets = wholes("data_offsets");
        tensor.shape = wholes("shape");
        m_reader.finish();
        if (m_reader.issues().size() != before)
            return std::nullopt;
        return check(tensor, offsets);
    }

private:
    std::vector<Count> wholes(const char *key)
    {
        std::vector<Count> out;
        for (const Json &item : m_reader.array(key)) {
            const auto number = wholeNumber(item, 0, largest);
            if (!number) {
                m_reader.fail(key, number.error());
                break;
            }
            out.push_back(*number);
        }
        return out;
    }
    std::optional<Extent> check(StoredTensor &tensor, const std::vector<Count> &offsets)
    {
        const DtypeRow *dtype = findDtype(tensor.dtype);
        const std::optional<Count> elements = elementsOf(tensor.shape);
        if (!dtype)
            return failed("dtype", {CORE_TEXT("core", "{0} is no dtype of safetensors"), {shown(Json(tensor.dtype))}});
        if (!elements || *elements > largest / dtype->bits)
            return failed("shape", {CORE_TEXT("core", "has more than 2^53 bits"), {}});
        if (offsets.size() != 2 || offsets[0] > offsets[1])
            return failed("data_offsets", {CORE_TEXT("core", "must be [begin, end] with begin ≤ end"), {}});
        tensor.bytes = offsets[1] - offsets[0];
        if (*elements * dtype->bits != tensor.bytes * 8)
            return failed("data_offsets", {CORE_TEXT("core", "spans {0} bytes, but {1} elements of {2} take {3} bits"),
                                           {std::to_string(tensor.bytes), std::to_string(*elements), tensor.dtype,
                                            std::to_string(*elements * dtype->bits)}});
        return Extent{offsets[0], offsets[1], 0};
    }
    std::optional<Extent> failed(const char *key, Message message)
    {
        m_reader.fail(key, std::move(message));
        return std::nullopt;
    }

    ObjectReader m_reader;
};

// The data must be covered without holes and overlaps, and end with the file unless that was cut off.
void checkExtents(std::vector<Extent> extents, const std::vector<StoredTensor> &tensors, Count dataBytes,
                  const std::string &file, Issues &issues)
{
    std::ranges::sort(extents, [](const Extent &a, const Extent &b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
    });
    Count at = 0;
    for (const Extent &extent : extents) {
        if (extent.begin != at) {
            issues.push_back({Severity::error,
                              shortKey(tensors[extent.tensor].name) + ".data_offsets",
                              {CORE_TEXT("core", "must begin at {0}, where the tensor before it ends, not at {1}"),
                               {std::to_string(at), std::to_string(extent.begin)}},
                              file});
            return;
        }
        at = extent.end;
    }
    if (dataBytes > at)
        issues.push_back({Severity::error,
                          {},
                          {CORE_TEXT("core", "holds {0} bytes of data, but its tensors end at {1}"),
                           {std::to_string(dataBytes), std::to_string(at)}},
                          file});
}

// The JSON between the length and the data.
Result<std::string_view> headerText(std::string_view start, Count fileSize, const std::string &file)
{
    const std::optional<std::uint64_t> stated = headerLength(start);
    if (!stated)
        return failure({}, {CORE_TEXT("core", "is no safetensors file: {0} bytes"), {std::to_string(start.size())}},
                       file);
    const std::uint64_t length = *stated;
    if (length > headerLimit)
        return failure({},
                       {CORE_TEXT("core", "is no safetensors file: a header of {0} bytes, at most {1} are allowed"),
                        {std::to_string(length), std::to_string(headerLimit)}},
                       file);
    if (length > start.size() - lengthBytes)
        return failure({},
                       {CORE_TEXT("core", "ends inside its header: {0} bytes, the header needs {1}"),
                        {std::to_string(fileSize), std::to_string(length + lengthBytes)}},
                       file);
    return start.substr(lengthBytes, static_cast<std::size_t>(length));
}

} // namespace

std::optional<std::uint64_t> headerLength(std::string_view start)
{
    if (start.size() < lengthBytes)
        return std::nullopt;
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < lengthBytes; ++i)
        length |= std::uint64_t{static_cast<unsigned char>(start[i])} << (8 * i);
    return length;
}

double StoredTensor::elements() const
{
    double product = 1.0;
    for (const Count dim : shape)
        product *= static_cast<double>(dim);
    return product;
}

Result<std::vector<StoredTensor>> readSafetensorsHeader(std::string_view start, Count fileSize, const std::string &file)
{
    const Result<std::string_view> header = headerText(start, fileSize, file);
    if (!header)
        return tl::unexpected(header.error());
    const Result<Json> json = parseJson(*header, file, headerLimit);
    if (!json)
        return tl::unexpected(json.error());
    Issues issues;
    std::vector<StoredTensor> tensors;
    std::vector<Extent> extents;
    for (const auto &[name, entry] : json->items()) {
        if (name == "__metadata__")
            continue; // free text
        if (!entry.is_object()) {
            issues.push_back({Severity::error,
                              shortKey(name),
                              {CORE_TEXT("core", "must be an object, not {0}"), {shown(entry)}},
                              file});
        } else {
            StoredTensor tensor{name, file, {}, {}, 0};
            if (auto extent = EntryReader(entry, name, file, issues).read(tensor)) {
                extent->tensor = tensors.size();
                extents.push_back(*extent);
                tensors.push_back(std::move(tensor));
            }
        }
        if (issues.size() >= issuesNamed)
            break;
    }
    if (issues.empty())
        checkExtents(std::move(extents), tensors, fileSize - static_cast<Count>(header->size() + lengthBytes), file,
                     issues);
    if (!issues.empty())
        return tl::unexpected(issues);
    return tensors;
}

Result<CheckpointIndex> readCheckpointIndex(std::string_view json, const std::string &file)
{
    const Result<Json> parsed = parseJson(json, file, headerLimit);
    if (!parsed)
        return tl::unexpected(parsed.error());
    Issues issues;
    CheckpointIndex index;
    ObjectReader reader(*parsed, "", file, issues);
    for (const auto &[name, shard] : reader.object("weight_map").items()) {
        const std::string shardName = shard.is_string() ? shard.get<std::string>() : "";
        const bool plain = !shardName.empty() && shardName != "." && shardName != ".."
                           && shardName.find_first_of("/\\") == std::string::npos;
        if (!plain)
            reader.fail("weight_map." + shortKey(name),
                        {CORE_TEXT("core", "must be a file name without a folder, not {0}"), {shown(shard)}});
        if (issues.size() >= issuesNamed)
            break;
        index.tensors.push_back({name, shardName, {}, {}, 0});
    }
    if (const Json *metadata = reader.find("metadata"); metadata && !metadata->is_object())
        reader.fail("metadata", {CORE_TEXT("core", "must be an object, not {0}"), {shown(*metadata)}});
    else if (metadata)
        index.totalSize = ObjectReader(*metadata, "metadata", file, issues).optionalWhole("total_size", 0, largest);
    if (index.tensors.size() > tensorLimit)
        reader.fail("weight_map", {CORE_TEXT("core", "names more than {0} tensors: {1}"),
                                   {std::to_string(tensorLimit), std::to_string(index.tensors.size())}});
    if (!issues.empty())
        return tl::unexpected(issues);
    return index;
}

} // namespace headroom
