// From files to one Checkpoint: an index, the shards beside it, headers that stand alone.

#include "spec/checkpoint/safetensors.h"

#include "base/format.h"
#include "spec/file.h"
#include "spec/json.h"

#include <filesystem>
#include <map>
#include <set>
#include <unordered_map>

namespace headroom {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t notesNamed = 20;

void note(Checkpoint &checkpoint, const std::string &tensor, Message message, const std::string &file)
{
    if (checkpoint.notes.size() < notesNamed)
        checkpoint.notes.push_back({Severity::warning, shortKey(tensor), std::move(message), file});
}

using ByName = std::unordered_map<std::string, StoredTensor>;
using ByFile = std::map<std::string, ByName, std::less<>>;

ByFile sortedByFile(std::vector<ShardHeader> headers)
{
    ByFile out;
    for (ShardHeader &header : headers) {
        ByName &tensors = out[header.file];
        for (StoredTensor &tensor : header.tensors)
            tensors.emplace(tensor.name, std::move(tensor));
    }
    return out;
}

// Every name of the index with what its shard's header says; then what the shards hold beyond it.
void join(Checkpoint &out, CheckpointIndex index, ByFile shards)
{
    std::set<std::string> headerless;
    for (StoredTensor &tensor : index.tensors) {
        const auto shard = shards.find(tensor.file);
        if (shard == shards.end()) {
            headerless.insert(tensor.file);
        } else if (const auto found = shard->second.find(tensor.name); found != shard->second.end()) {
            tensor = std::move(found->second);
            shard->second.erase(found);
        } else {
            note(out, tensor.name, {CORE_TEXT("core", "is in the index, but not in this file"), {}}, tensor.file);
        }
        out.tensors.push_back(std::move(tensor));
    }
    for (auto &[file, rest] : shards)
        for (auto &[name, tensor] : rest) {
            note(out, name, {CORE_TEXT("core", "is in this file, but not in the index"), {}}, file);
            out.tensors.push_back(std::move(tensor));
        }
    out.headerless.assign(headerless.begin(), headerless.end());
}

struct Paths
{
    std::optional<std::string> index;
    std::map<std::string, std::string> shards; // file name -> path
};

Result<Paths> sorted(const std::vector<std::string> &paths)
{
    Paths out;
    for (const std::string &path : paths) {
        const std::string name = fs::path(path).filename().string();
        if (!name.ends_with(".json")) {
            if (!out.shards.emplace(name, path).second)
                return failure({}, {CORE_TEXT("core", "is given twice: {0}"), {name}}, path);
        } else if (out.index) {
            return failure({}, {CORE_TEXT("core", "is a second index beside {0}"), {*out.index}}, path);
        } else {
            out.index = path;
        }
    }
    return out;
}

Result<ShardHeader> readShard(const std::string &path, const std::string &name)
{
    Result<FileStart> start = readFileStart(path, 8);
    if (!start)
        return tl::unexpected(start.error());
    if (const auto length = headerLength(start->text); length && *length <= headerLimit) {
        start = readFileStart(path, static_cast<std::size_t>(*length) + 8);
        if (!start)
            return tl::unexpected(start.error());
    }
    Result<std::vector<StoredTensor>> tensors = readSafetensorsHeader(start->text, start->fileSize, path);
    if (!tensors)
        return tl::unexpected(tensors.error());
    for (StoredTensor &tensor : *tensors)
        tensor.file = name;
    return ShardHeader{name, std::move(*tensors)};
}

Result<CheckpointIndex> readIndex(const std::string &path)
{
    const Result<std::string> text = readFile(path, headerLimit);
    if (!text)
        return tl::unexpected(text.error());
    return readCheckpointIndex(*text, path);
}

} // namespace

Result<Checkpoint> joinCheckpoint(std::optional<CheckpointIndex> index, std::vector<ShardHeader> headers)
{
    Checkpoint out;
    if (index) {
        out.totalSize = index->totalSize;
        join(out, std::move(*index), sortedByFile(std::move(headers)));
    } else {
        std::unordered_map<std::string, std::string> holders;
        for (ShardHeader &header : headers)
            for (StoredTensor &tensor : header.tensors) {
                const auto [holder, fresh] = holders.emplace(tensor.name, header.file);
                if (!fresh)
                    return failure(shortKey(tensor.name), {CORE_TEXT("core", "is in {0} already"), {holder->second}},
                                   header.file);
                out.tensors.push_back(std::move(tensor));
            }
    }
    if (out.tensors.size() > tensorLimit)
        return failure({}, {CORE_TEXT("core", "the checkpoint holds {0} tensors, at most {1} are read"),
                            {std::to_string(out.tensors.size()), std::to_string(tensorLimit)}});
    return out;
}

Result<Checkpoint> readCheckpoint(const std::vector<std::string> &paths)
{
    Result<Paths> files = sorted(paths);
    if (!files)
        return tl::unexpected(files.error());
    std::optional<CheckpointIndex> index;
    if (files->index) {
        Result<CheckpointIndex> read = readIndex(*files->index);
        if (!read)
            return tl::unexpected(read.error());
        index = std::move(*read);
        const fs::path folder = fs::path(*files->index).parent_path();
        std::error_code ignored;
        std::set<std::string> named;
        for (const StoredTensor &tensor : index->tensors)
            named.insert(tensor.file);
        for (const std::string &name : named)
            if (fs::is_regular_file(folder / name, ignored))
                files->shards.emplace(name, (folder / name).string());
    }
    std::vector<ShardHeader> headers;
    std::size_t total = 0;
    for (const auto &[name, path] : files->shards) {
        Result<ShardHeader> header = readShard(path, name);
        if (!header)
            return tl::unexpected(header.error());
        total += header->tensors.size();
        if (total > tensorLimit)
            return failure({},
                           {CORE_TEXT("core", "the checkpoint holds {0} tensors, at most {1} are read"),
                            {std::to_string(total), std::to_string(tensorLimit)}},
                           path);
        headers.push_back(std::move(*header));
    }
    return joinCheckpoint(std::move(index), std::move(headers));
}

bool namesCheckpoint(std::string_view path)
{
    return path.ends_with(".safetensors") || path.ends_with(".safetensors.index.json");
}

} // namespace headroom
