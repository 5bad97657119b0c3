#pragma once
// Hugging Face config.json -> ModelSpec. One row per model_type says which keys it needs, understands and ignores;
// an unknown type, a missing key, or a key that changes cost and is not understood is an error that names it.

#include "base/result.h"
#include "spec/model_spec.h"

#include <string>
#include <string_view>

namespace headroom {

struct ImportedModel
{
    ModelSpec model;
    Issues notes; // notices: defaults of the class that were applied, linear chunk taken, ignored quantisation, …
};

// `name` names the model and, as Issue::file, the source of every error. `text` is at most 16 MB of UTF-8 JSON.
Result<ImportedModel> importHfConfig(std::string_view text, const std::string &name);

} // namespace headroom
