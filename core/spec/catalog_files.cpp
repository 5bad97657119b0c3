// Chips and models as files of their own.

#include "spec/hf_config.h"
#include "spec/spec_json.h"
#include "spec/user_catalog.h"

namespace headroom {

namespace {

std::string dumped(const OrderedJson &json)
{
    return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

} // namespace

std::string modelFile(const ModelSpec &model)
{
    return dumped(writeModel(model));
}

std::string hardwareFile(const HardwareSpec &hardware)
{
    OrderedJson out = writeHardware(hardware);
    // A file a person may read and edit states what applies, not every absent value.
    for (auto it = out.begin(); it != out.end();)
        it = it->is_null() ? out.erase(it) : std::next(it);
    const bool torus = hardware.scaleUp == ScaleUpKind::torus;
    const std::initializer_list<const char *> switched{"domainSize", "scaleUpBandwidth", "inNetworkReduction"};
    const std::initializer_list<const char *> ofTorus{"torusDims", "podSize", "slice", "wrap", "wrappedDims", "linkBandwidth"};
    for (const char *key : torus ? switched : ofTorus)
        out.erase(key);
    return dumped(out);
}

bool isModelFile(std::string_view json)
{
    const Result<Json> parsed = parseJson(json, {});
    return parsed && parsed->contains("name") && (parsed->contains("layers") || parsed->contains("config"));
}

Result<ModelSpec> readModelFile(std::string_view json, const std::string &file)
{
    const Result<Json> parsed = parseJson(json, file);
    if (!parsed)
        return tl::unexpected(parsed.error());
    Issues issues;
    ObjectReader reader(*parsed, {}, file, issues);
    if (!parsed->contains("config")) {
        ModelSpec model = readModel(reader);
        return issues.empty() ? Result<ModelSpec>(std::move(model)) : tl::unexpected(issues);
    }
    const std::string name = reader.text("name");
    const std::string source = reader.find("source") ? reader.text("source") : std::string();
    reader.find("aliases");
    const std::string config = reader.object("config").dump();
    reader.finish();
    if (!issues.empty())
        return tl::unexpected(issues);
    Result<ImportedModel> imported = importHfConfig(config, file);
    if (!imported)
        return tl::unexpected(imported.error());
    imported->model.name = name;
    imported->model.source = source;
    return std::move(imported->model);
}

} // namespace headroom
