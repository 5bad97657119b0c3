#pragma once
// The activations of a layer and the forward steps that make and read them: one table for each kind of attention and feed-forward,
// filled beside its operators. What a remat policy keeps, runs again, moves and stores all follows from it (model.md §5).

#include "base/units.h"
#include "ops/op.h"
#include "spec/remat.h"
#include "spec/run_spec.h"

#include <array>

namespace headroom {

// Rows that a tensor has: tokens of the device and pass; their share of a tensor rank under sequence parallelism; those of the whole
// sequences under context parallelism; those that a rank routes.
enum class TensorRows { whole, norm, all, expert };

struct StepRow
{
    Step step{};
    TensorSet reads{}, makes{};
    TensorSet needs{};  // what the step's backward reads
    StepSet follows{};  // runs again with any of these; it makes nothing that another step reads
};

class LayerTable
{
public:
    using RowCounts = std::array<double, 4>; // by TensorRows

    explicit LayerTable(const RowCounts &rows) : m_rows(rows) {}

    // `elements` per row of `bytes` each; several calls add up.
    void tensor(Tensor tensor, TensorRows rows, double elements, double bytes = computeBytes);
    void step(Step step, TensorSet reads, TensorSet makes, TensorSet needs = {});
    void follower(Step step, StepSet steps);
    // Keeps a tensor that nothing but fp8 products reads in one byte per element.
    void quantise(Tensor tensor) { m_bytes[static_cast<std::size_t>(tensor)] /= computeBytes; }

    std::span<const StepRow> steps() const { return {m_steps.data(), m_count}; }
    Bytes bytes(TensorSet tensors) const;
    TensorSet present() const { return m_present; }
    TensorSet needed() const { return m_needed; } // by any step's backward

private:
    RowCounts m_rows;
    std::array<Bytes, tensorCount> m_bytes{};
    std::array<StepRow, stepCount> m_steps{};
    std::size_t m_count = 0;
    TensorSet m_present, m_needed;
};

// What a core reads: `shaped` where the table has it, else the projection's own output.
Tensor presentOr(const LayerTable &table, Tensor shaped, Tensor projected);

} // namespace headroom
