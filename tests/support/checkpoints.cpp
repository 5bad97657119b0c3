#include "support/checkpoints.h"

#include "spec/catalog.h"
#include "support/support.h"

#include <sstream>

namespace headroom::testing {

namespace {

std::vector<std::string> split(const std::string &text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, separator);)
        parts.push_back(part);
    return parts;
}

// "0..44/4,1..45/4" -> 0, 4, …
std::vector<int> numbers(const std::string &text)
{
    std::vector<int> out;
    for (const std::string &part : split(text, ',')) {
        const auto ends = split(part, '/');
        const std::size_t dots = ends[0].find("..");
        const int step = ends.size() > 1 ? std::stoi(ends[1]) : 1;
        for (int i = std::stoi(ends[0].substr(0, dots)); i <= std::stoi(ends[0].substr(dots + 2)); i += step)
            out.push_back(i);
    }
    return out;
}

std::vector<std::string> namesOf(const std::string &pattern)
{
    const std::size_t open = pattern.find('{');
    if (open == std::string::npos)
        return {pattern};
    const std::size_t close = pattern.find('}', open);
    std::vector<std::string> out;
    for (const int i : numbers(pattern.substr(open + 1, close - open - 1)))
        for (const std::string &name : namesOf(pattern.substr(0, open) + std::to_string(i) + pattern.substr(close + 1)))
            out.push_back(name);
    return out;
}

Count bytesPerElement(const std::string &dtype)
{
    return dtype == "F32" ? 4 : dtype == "BF16" || dtype == "F16" ? 2 : 1;
}

void add(std::vector<MadeTensor> &out, std::string name, const std::string &dtype, std::vector<Count> shape)
{
    Count bytes = bytesPerElement(dtype);
    for (const Count dim : shape)
        bytes *= dim;
    out.push_back({std::move(name), dtype, std::move(shape), bytes});
}

void addLine(std::vector<MadeTensor> &out, const std::string &line)
{
    const auto words = split(line, ' ');
    std::vector<Count> shape, scales;
    for (const std::string &dim : split(words.at(2), 'x')) {
        shape.push_back(std::stoll(dim));
        scales.push_back((shape.back() + 127) / 128);
    }
    for (const std::string &name : namesOf(words.at(0))) {
        add(out, name, words.at(1) == "F8" ? "F8_E4M3" : words.at(1), shape);
        if (words.at(1) == "F8")
            add(out, name + "_scale_inv", "F32", scales);
    }
}

} // namespace

std::vector<MadeCheckpoint> madeCheckpoints()
{
    std::vector<MadeCheckpoint> out;
    for (const std::string &line : split(testData("core/spec/data/checkpoints.txt"), '\n')) {
        if (line.empty() || line[0] == '#')
            continue;
        if (line[0] != '=') {
            addLine(out.back().tensors, line);
            continue;
        }
        const auto words = split(line, ' ');
        MadeCheckpoint next;
        next.model = words.at(1);
        if (words.at(2) != "-")
            next.published = std::stod(words[2]);
        if (words.size() > 3)
            next.layers = std::stoll(words[3]);
        out.push_back(std::move(next));
    }
    return out;
}

ModelSpec modelOf(const MadeCheckpoint &checkpoint)
{
    ModelSpec model = catalogModel(checkpoint.model).value();
    if (checkpoint.layers == 0)
        return model;
    Count left = checkpoint.layers;
    std::vector<LayerGroup> layers;
    for (LayerGroup group : model.layers) {
        group.count = std::min(group.count, left);
        left -= group.count;
        if (group.count > 0)
            layers.push_back(group);
    }
    model.layers = std::move(layers);
    return model;
}

std::string headerOf(const std::vector<MadeTensor> &tensors)
{
    std::string json = R"({"__metadata__":{"format":"pt"})";
    Count at = 0;
    for (const MadeTensor &tensor : tensors) {
        json += ",\"" + tensor.name + R"(":{"dtype":")" + tensor.dtype + R"(","shape":[)";
        for (std::size_t i = 0; i < tensor.shape.size(); ++i)
            json += (i ? "," : "") + std::to_string(tensor.shape[i]);
        json += R"(],"data_offsets":[)" + std::to_string(at) + "," + std::to_string(at + tensor.bytes) + "]}";
        at += tensor.bytes;
    }
    json += "}";
    json.resize((json.size() + 7) / 8 * 8, ' '); // as safetensors aligns it
    std::string out;
    for (std::size_t i = 0; i < 8; ++i)
        out += static_cast<char>((json.size() >> (8 * i)) & 0xFFu);
    return out + json;
}

std::vector<MadeTensor> shardOf(const std::vector<MadeTensor> &tensors, std::size_t shard, std::size_t shards)
{
    std::vector<MadeTensor> out;
    for (std::size_t i = shard; i < tensors.size(); i += shards)
        out.push_back(tensors[i]);
    return out;
}

std::string shardName(std::size_t shard, std::size_t shards)
{
    return "model-" + std::to_string(shard + 1) + "-of-" + std::to_string(shards) + ".safetensors";
}

std::string indexOf(const std::vector<MadeTensor> &tensors, std::size_t shards, double totalSize)
{
    std::string json =
        R"({"metadata":{"total_size":)" + std::to_string(static_cast<Count>(totalSize)) + R"(},"weight_map":{)";
    for (std::size_t i = 0; i < tensors.size(); ++i)
        json += (i ? ",\"" : "\"") + tensors[i].name + "\":\"" + shardName(i % shards, shards) + "\"";
    return json + "}}";
}

double bytesOf(const std::vector<MadeTensor> &tensors)
{
    double sum = 0.0;
    for (const MadeTensor &tensor : tensors)
        sum += static_cast<double>(tensor.bytes);
    return sum;
}

} // namespace headroom::testing
