#include "spec/checkpoint/expected_tensors.h"

#include "spec/checkpoint/safetensors.h"
#include "spec/weights.h"

#include <algorithm>
#include <set>

namespace headroom {

namespace {

using names::Layout;
using names::MtpForm;
using names::NameRow;
using names::Shape;
using Weights = std::vector<WeightTensor>;

// What stands around the layer of a multi-token-prediction module.
const NameRow layerMtpRows[] = {
    {"enorm.weight", {"embedding_norm"}, Shape::vector},
    {"hnorm.weight", {"hidden_norm"}, Shape::vector},
    {"eh_proj.weight", {"eh_proj"}},
};
const NameRow sharedHeadRows[] = {{"shared_head.norm.weight", {"mtp_final_norm"}, Shape::vector}};
const NameRow finalNormRows[] = {{"final_layernorm.weight", {"mtp_final_norm"}, Shape::vector}};
const NameRow separateMtpRows[] = {
    {"fc.weight", {"eh_proj"}},
    {"pre_fc_norm_embedding.weight", {"embedding_norm"}, Shape::vector},
    {"pre_fc_norm_hidden.weight", {"hidden_norm"}, Shape::vector},
    {"norm.weight", {"mtp_final_norm"}, Shape::vector},
};
const NameRow headRows[] = {
    {"model.norm.weight", {"final_norm"}, Shape::vector},
    {"lm_head.weight", {"head"}},
};

// The weights of a row, added up.
struct Sum
{
    Count rows = 0, cols = 1, copies = 1;
};

std::vector<Count> shapeOf(Shape shape, const Sum &sum, Count of)
{
    const Count rows = sum.rows / of;
    switch (shape) {
    case Shape::matrix:
        return {rows, sum.cols};
    case Shape::vector:
    case Shape::perHead:
        return {rows};
    case Shape::convolution:
        return {rows, 1, sum.cols};
    case Shape::stacked:
        return {sum.copies, rows, sum.cols};
    case Shape::stackedTransposed:
        return {sum.copies, sum.cols, rows};
    case Shape::stackedVector:
        return {sum.copies, rows};
    }
    return {};
}

class Builder
{
public:
    Builder(const ModelSpec &model, const Layout &layout, const std::function<bool(const std::string &)> &stored)
        : m_model(model), m_layout(layout), m_stored(stored)
    {
    }
    Result<std::vector<ExpectedTensor>> build();

private:
    void layer(const std::string &prefix, const LayerSpec &layer);
    void experts(const std::string &prefix, const Weights &weights);
    void mtpModule(Count index);
    void rows(const std::string &prefix, std::span<const NameRow> rows, TensorGroup group, const Weights &weights);
    void row(const std::string &prefix, const NameRow &row, TensorGroup group, const Weights &weights);
    void push(std::string name, const NameRow &row, TensorGroup group, const Sum &sum);
    void noteUnnamed(const Weights &weights);
    bool full() const { return m_out.size() > tensorLimit; }

    const ModelSpec &m_model;
    const Layout &m_layout;
    const std::function<bool(const std::string &)> &m_stored;
    std::vector<ExpectedTensor> m_out;
    std::set<std::string, std::less<>> m_used; // weights of the layer at hand that have a name
    std::set<std::string> m_unnamed;
    bool m_mtp = false;
};

void Builder::push(std::string name, const NameRow &row, TensorGroup group, const Sum &sum)
{
    m_out.push_back({std::move(name), m_mtp ? TensorGroup::mtp : group, shapeOf(row.shape, sum, row.of),
                     row.shape == Shape::perHead, m_mtp});
}

void Builder::row(const std::string &prefix, const NameRow &row, TensorGroup group, const Weights &weights)
{
    Sum sum;
    for (const char *name : row.weights)
        for (const WeightTensor &w : weights)
            if (std::string_view(w.name) == name) {
                sum = {sum.rows + w.rows, w.cols, w.copies};
                m_used.insert(name);
            }
    if (sum.rows == 0)
        return;
    const std::string name = prefix + row.name;
    const std::size_t number = name.find("{e}");
    if (number == std::string::npos)
        return push(name, row, group, sum);
    for (Count e = 0; e < sum.copies && !full(); ++e)
        push(name.substr(0, number) + std::to_string(e) + name.substr(number + 3), row, group, sum);
}

void Builder::rows(const std::string &prefix, std::span<const NameRow> rows, TensorGroup group, const Weights &weights)
{
    for (const NameRow &each : rows)
        row(prefix, each, group, weights);
}

// In the way the checkpoint keeps them, or the usual one.
void Builder::experts(const std::string &prefix, const Weights &weights)
{
    if (m_layout.experts.size() == 0)
        return;
    const std::span<const NameRow> *chosen = m_layout.experts.begin();
    for (const std::span<const NameRow> &form : m_layout.experts) {
        std::string first = prefix + form.front().name;
        if (const std::size_t number = first.find("{e}"); number != std::string::npos)
            first.replace(number, 3, "0");
        if (m_stored && m_stored(first)) {
            chosen = &form;
            break;
        }
    }
    rows(prefix, *chosen, TensorGroup::experts, weights);
}

void Builder::layer(const std::string &prefix, const LayerSpec &layer)
{
    Weights weights = layerWeights(m_model, layer);
    const FeedForwardSpec &f = layer.feedForward;
    if (f.kind == FeedForwardKind::moe && f.routerBias)
        weights.push_back({"router.correction", f.experts});
    for (const names::RowGroup &group : m_layout.layer)
        if (!group.when || group.when(layer.attention))
            rows(prefix + group.prefix, group.rows, group.group, weights);
    experts(prefix + m_layout.expertPrefix, weights);
    noteUnnamed(weights);
}

void Builder::noteUnnamed(const Weights &weights)
{
    for (const WeightTensor &w : weights)
        if (!m_used.contains(w.name))
            m_unnamed.insert(w.name);
    m_used.clear();
}

void Builder::mtpModule(Count index)
{
    const Weights weights = mtpWeights(m_model);
    if (m_layout.mtp == MtpForm::separate) {
        if (index == 0)
            rows("mtp.", separateMtpRows, TensorGroup::mtp, weights);
        return layer("mtp.layers." + std::to_string(index) + ".", m_model.layers.back().layer);
    }
    const std::string prefix = "model.layers." + std::to_string(layerCount(m_model) + index) + ".";
    rows(prefix, layerMtpRows, TensorGroup::mtp, weights);
    layer(prefix, m_model.layers.back().layer);
    const bool copies = m_layout.mtp == MtpForm::layerWithCopies;
    rows(prefix, copies ? std::span<const NameRow>(sharedHeadRows) : finalNormRows, TensorGroup::mtp, weights);
}

Result<std::vector<ExpectedTensor>> Builder::build()
{
    const NameRow embedding{m_layout.embedding, {"embedding"}};
    row("", embedding, TensorGroup::embedding, embeddingWeights(m_model));
    Count index = 0;
    for (const LayerGroup &group : m_model.layers)
        for (Count i = 0; i < group.count && !full() && m_unnamed.empty(); ++i)
            layer("model.layers." + std::to_string(index++) + ".", group.layer);
    const Weights head = headWeights(m_model);
    row("", headRows[0], TensorGroup::norm, head);
    row("", headRows[1], TensorGroup::head, head);
    m_mtp = true;
    for (Count i = 0; i < m_model.mtpDepth && !m_model.layers.empty() && m_unnamed.empty() && !full(); ++i)
        mtpModule(i);
    if (full())
        return failure("model.layers", {CORE_TEXT("core", "has more tensors than the {0} that a checkpoint may have"),
                                        {std::to_string(tensorLimit)}});
    if (m_unnamed.empty())
        return std::move(m_out);
    std::string names;
    for (const std::string &name : m_unnamed)
        names += (names.empty() ? "" : ", ") + name;
    return failure("model.layers",
                   {CORE_TEXT("core", "{0} has no tensor names for these weights: {1}"), {m_model.modelType, names}});
}

} // namespace

double ExpectedTensor::elements() const
{
    double product = 1.0;
    for (const Count dim : shape)
        product *= static_cast<double>(dim);
    return product;
}

Result<std::vector<ExpectedTensor>> expectedTensors(const ModelSpec &model,
                                                    const std::function<bool(const std::string &)> &stored)
{
    const Layout *layout = names::layoutOf(model.modelType);
    if (!layout)
        return failure("model.modelType",
                       {model.modelType.empty()
                            ? CORE_TEXT("core", "is not known, and with it the names of the tensors: made by hand")
                            : CORE_TEXT("core", "no tensor names are known for {0}"),
                        {model.modelType}});
    if (model.mtpDepth > 0 && layout->mtp == MtpForm::none)
        return failure("model.mtpDepth", {CORE_TEXT("core", "no tensor names of prediction modules are known for {0}"),
                                          {model.modelType}});
    return Builder(model, *layout, stored).build();
}

} // namespace headroom
