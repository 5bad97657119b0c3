#include "spec/checkpoint/reconcile.h"

#include "base/format.h"
#include "spec/checkpoint/stored_names.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace headroom {

namespace {

using names::canonical;
using names::StoredForm;

// Side lengths of the blocks that share an FP8 scale (DeepSeek-V3 README_WEIGHTS, weight_block_size).
constexpr Count scaleBlock = 128;

std::vector<Count> withoutUnits(std::vector<Count> shape)
{
    std::erase(shape, Count{1});
    return shape;
}

double product(const std::vector<Count> &shape)
{
    double out = 1.0;
    for (const Count dim : shape)
        out *= static_cast<double>(dim);
    return out;
}

bool fits(const std::vector<Count> &shape, const ExpectedTensor &expected)
{
    return expected.freeUnits ? withoutUnits(shape) == withoutUnits(expected.shape) : shape == expected.shape;
}

// One scale per block of the last two dimensions.
std::vector<Count> blockScales(std::vector<Count> shape)
{
    for (std::size_t i = shape.size() < 2 ? 0 : shape.size() - 2; i < shape.size(); ++i)
        shape[i] = (shape[i] + scaleBlock - 1) / scaleBlock;
    return shape;
}

class Reconciler
{
public:
    Reconciler(const ModelSpec &model, std::vector<ExpectedTensor> expected)
        : m_model(model), m_expected(std::move(expected)), m_found(m_expected.size())
    {
        m_byName.reserve(m_expected.size());
        for (std::size_t i = 0; i < m_expected.size(); ++i)
            m_byName.emplace(m_expected[i].name, i);
    }
    Reconciliation run(const Checkpoint &checkpoint);

private:
    const ExpectedTensor *find(const std::string &name) const
    {
        const auto found = m_byName.find(name);
        return found == m_byName.end() ? nullptr : &m_expected[found->second];
    }
    void place(const StoredTensor &tensor);
    bool placeExpected(const StoredTensor &tensor, const std::string &name, double valuesPerByte);
    ReconciledTensor extra(const StoredTensor &tensor, const std::string &name) const;
    void asCopy(ReconciledTensor &row, const StoredTensor &tensor, TensorReason reason) const;
    void asScale(ReconciledTensor &row, const StoredTensor &tensor, const ExpectedTensor &weight,
                 const StoredForm &form) const;
    void addMissing(Reconciliation &out);
    ReconciledTensor missing(const ExpectedTensor &expected, bool anyMtp) const;

    const ModelSpec &m_model;
    std::vector<ExpectedTensor> m_expected;
    std::unordered_map<std::string, std::size_t> m_byName;
    std::vector<std::optional<ReconciledTensor>> m_found; // one per expected tensor
    std::vector<ReconciledTensor> m_extra;
    std::unordered_set<std::string> m_scaled; // weights that have a scale
};

ReconciledTensor rowOf(const StoredTensor &tensor)
{
    ReconciledTensor row;
    row.name = tensor.name;
    row.file = tensor.file;
    row.dtype = tensor.dtype;
    row.bytes = static_cast<double>(tensor.bytes);
    if (tensor.described()) {
        row.stored = tensor.shape;
        row.storedElements = tensor.elements();
    }
    return row;
}

// A tensor that is expected under `name`; several values to a byte when it holds blocks.
bool Reconciler::placeExpected(const StoredTensor &tensor, const std::string &name, double valuesPerByte)
{
    const auto found = m_byName.find(name);
    if (found == m_byName.end() || m_found[found->second])
        return false;
    const ExpectedTensor &expected = m_expected[found->second];
    ReconciledTensor row = rowOf(tensor);
    row.group = expected.group;
    row.expected = expected.shape;
    row.expectedElements = expected.elements();
    const bool blocks = valuesPerByte > 0.0;
    if (blocks)
        row.reason = TensorReason::blocks;
    if (!tensor.described()) {
        row.status = TensorStatus::named;
        row.storedElements = row.expectedElements;
    } else if (blocks) {
        row.storedElements = row.bytes * valuesPerByte;
        row.status = row.storedElements == row.expectedElements ? TensorStatus::match : TensorStatus::differs;
    } else {
        row.status = fits(tensor.shape, expected) ? TensorStatus::match : TensorStatus::differs;
    }
    m_found[found->second] = std::move(row);
    return true;
}

void Reconciler::asCopy(ReconciledTensor &row, const StoredTensor &tensor, TensorReason reason) const
{
    const std::vector<Count> table{m_model.vocab, m_model.hidden};
    row.reason = reason;
    row.group = TensorGroup::duplicate;
    if (!tensor.described())
        row.storedElements = product(table);
    else if (tensor.shape != table) {
        row.status = TensorStatus::differs;
        row.expected = table;
    }
}

void Reconciler::asScale(ReconciledTensor &row, const StoredTensor &tensor, const ExpectedTensor &weight,
                         const StoredForm &form) const
{
    row.reason = TensorReason::scale;
    row.group = TensorGroup::scale;
    if (!form.perBlock)
        return;
    const std::vector<Count> scales = blockScales(weight.shape);
    if (!tensor.described())
        row.storedElements = product(scales);
    else if (tensor.shape != scales) {
        row.status = TensorStatus::differs;
        row.expected = scales;
    }
}

ReconciledTensor Reconciler::extra(const StoredTensor &tensor, const std::string &name) const
{
    ReconciledTensor row = rowOf(tensor);
    row.status = TensorStatus::extra;
    row.group = TensorGroup::other;
    const names::MtpPlace place = names::mtpPlace(name, layerCount(m_model), m_model.mtpDepth);
    const StoredForm *form = names::storedForm(name);
    const ExpectedTensor *weight = form ? find(names::weightOf(name, *form)) : nullptr;
    if (names::isVision(name)) {
        row.reason = TensorReason::vision;
        row.group = TensorGroup::vision;
    } else if (weight && form->valuesPerByte == 0.0) {
        asScale(row, tensor, *weight, *form);
    } else if (name.ends_with("rotary_emb.inv_freq")) {
        row.reason = TensorReason::rotaryBuffer;
        row.group = TensorGroup::buffer;
    } else if (name == "lm_head.weight" && m_model.tiedEmbeddings) {
        asCopy(row, tensor, TensorReason::tiedCopy);
    } else if (place == names::MtpPlace::copy) {
        asCopy(row, tensor, TensorReason::copy);
    } else if (place == names::MtpPlace::notCounted) {
        row.reason = TensorReason::mtpNotCounted;
        row.group = TensorGroup::mtp;
    }
    return row;
}

void Reconciler::place(const StoredTensor &tensor)
{
    const std::string name = canonical(tensor.name);
    if (placeExpected(tensor, name, 0.0))
        return;
    const StoredForm *form = names::storedForm(name);
    if (form && form->valuesPerByte > 0.0 && placeExpected(tensor, names::weightOf(name, *form), form->valuesPerByte))
        return;
    m_extra.push_back(extra(tensor, name));
    if (m_extra.back().reason == TensorReason::scale)
        m_scaled.insert(names::weightOf(name, *form));
}

ReconciledTensor Reconciler::missing(const ExpectedTensor &expected, bool anyMtp) const
{
    ReconciledTensor row;
    row.name = expected.name;
    row.group = expected.group;
    row.expected = expected.shape;
    row.expectedElements = expected.elements();
    row.status = TensorStatus::missing;
    if (expected.mtp && !anyMtp)
        row.reason = TensorReason::mtpLeftOut;
    return row;
}

void Reconciler::addMissing(Reconciliation &out)
{
    bool anyMtp = false;
    for (std::size_t i = 0; i < m_expected.size(); ++i)
        anyMtp = anyMtp || (m_expected[i].mtp && m_found[i]);
    for (std::size_t i = 0; i < m_expected.size(); ++i)
        out.tensors.push_back(m_found[i] ? std::move(*m_found[i]) : missing(m_expected[i], anyMtp));
    if (m_model.tiedEmbeddings
        && std::ranges::none_of(m_extra, [](const ReconciledTensor &t) { return t.reason == TensorReason::tiedCopy; }))
    {
        ReconciledTensor head;
        head.name = "lm_head.weight";
        head.group = TensorGroup::head;
        head.status = TensorStatus::tied;
        head.reason = TensorReason::tied;
        out.tensors.push_back(std::move(head));
    }
}

// What is wrong comes first, what is as expected last.
int rank(const ReconciledTensor &row)
{
    const bool plain = row.status == TensorStatus::match || row.status == TensorStatus::named;
    return !row.explained() ? 0 : plain && row.reason == TensorReason::none ? 2 : 1;
}

void addTotals(Reconciliation &out)
{
    std::map<TensorGroup, GroupTotal> groups;
    std::map<std::pair<TensorStatus, TensorReason>, Difference> differences;
    for (const ReconciledTensor &row : out.tensors) {
        const bool expected = row.expectedElements > 0.0;
        const bool stored = row.status != TensorStatus::missing && row.status != TensorStatus::tied;
        for (GroupTotal *total : {&groups[row.group], &out.total}) {
            total->expectedTensors += expected ? 1 : 0;
            total->storedTensors += stored ? 1 : 0;
            total->expectedElements += row.expectedElements;
            total->storedElements += row.storedElements;
            total->bytes += row.bytes;
        }
        const bool same = row.status == TensorStatus::match || row.status == TensorStatus::named;
        if (same && row.reason == TensorReason::none)
            continue;
        Difference &difference = differences[{row.status, row.reason}];
        difference.status = row.status;
        difference.reason = row.reason;
        ++difference.tensors;
        difference.elements += row.storedElements - row.expectedElements;
    }
    for (auto &[group, total] : groups) {
        total.group = group;
        out.groups.push_back(total);
    }
    for (const auto &[key, difference] : differences)
        out.differences.push_back(difference);
}

Reconciliation Reconciler::run(const Checkpoint &checkpoint)
{
    Reconciliation out;
    out.model = m_model.name;
    out.totalSize = checkpoint.totalSize;
    out.headerless = checkpoint.headerless;
    out.notes = checkpoint.notes;
    for (const StoredTensor &tensor : checkpoint.tensors)
        place(tensor);
    addMissing(out);
    std::ranges::sort(m_extra, {}, &ReconciledTensor::name);
    out.tensors.insert(out.tensors.end(), std::make_move_iterator(m_extra.begin()),
                       std::make_move_iterator(m_extra.end()));
    std::ranges::stable_sort(out.tensors, {}, rank);
    addTotals(out);
    for (const ReconciledTensor &row : out.tensors) {
        const bool four = row.reason == TensorReason::scale || names::isRouterBias(row.name);
        const double each = m_scaled.contains(canonical(row.name)) ? 1.0 : four ? 4.0 : 2.0;
        out.sizeFromNames += each * row.storedElements;
    }
    return out;
}

} // namespace

bool Reconciliation::shapesKnown() const
{
    return std::ranges::all_of(tensors, [](const ReconciledTensor &t) {
        return t.stored || t.status == TensorStatus::missing || t.status == TensorStatus::tied;
    });
}

bool ReconciledTensor::explained() const
{
    const bool one = status == TensorStatus::missing || status == TensorStatus::extra;
    return status != TensorStatus::differs && (!one || reason != TensorReason::none);
}

std::size_t Reconciliation::unexplained() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(tensors, [](const ReconciledTensor &t) { return !t.explained(); }));
}

Result<Reconciliation> reconcile(const ModelSpec &model, const Checkpoint &checkpoint)
{
    std::unordered_set<std::string> stored;
    for (const StoredTensor &tensor : checkpoint.tensors) {
        std::string name = canonical(tensor.name);
        if (const StoredForm *form = names::storedForm(name); form && form->valuesPerByte > 0.0)
            stored.insert(names::weightOf(name, *form));
        stored.insert(std::move(name));
    }
    auto expected = expectedTensors(model, [&](const std::string &name) { return stored.contains(name); });
    if (!expected)
        return tl::unexpected(expected.error());
    return Reconciler(model, std::move(*expected)).run(checkpoint);
}

} // namespace headroom
