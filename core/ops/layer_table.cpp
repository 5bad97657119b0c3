#include "ops/layer_table.h"

#include <cassert>

namespace headroom {

void LayerTable::tensor(Tensor tensor, TensorRows rows, double elements, double bytes)
{
    m_bytes[static_cast<std::size_t>(tensor)] += Bytes(m_rows[static_cast<std::size_t>(rows)] * elements * bytes);
    m_present |= tensor;
}

void LayerTable::step(Step step, TensorSet reads, TensorSet makes, TensorSet needs)
{
    assert(m_count < m_steps.size());
    m_steps[m_count++] = {step, reads, makes, needs, {}};
    m_needed |= needs;
}

void LayerTable::follower(Step step, StepSet steps)
{
    assert(m_count < m_steps.size());
    m_steps[m_count++] = {.step = step, .follows = steps};
}

Bytes LayerTable::bytes(TensorSet tensors) const
{
    Bytes sum{};
    tensors.each([&](Tensor t) { sum += m_bytes[static_cast<std::size_t>(t)]; });
    return sum;
}

Tensor presentOr(const LayerTable &table, Tensor shaped, Tensor projected)
{
    return table.present().has(shaped) ? shaped : projected;
}

} // namespace headroom
