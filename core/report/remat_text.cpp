#include "report/remat_text.h"

#include "base/format.h"
#include "estimate/remat_costs.h"

namespace headroom {

std::vector<std::vector<std::string>> rematTable(const Scenario &scenario)
{
    std::vector<std::vector<std::string>> rows{
        {"policy", "kept on the device", "kept by the host", "run again", "of the forward", "tensors kept", "meaning"}};
    for (const PolicyCost &p : policyCosts(scenario)) {
        const EnumRow &row = rowsOf(RematPolicy{})[static_cast<std::size_t>(p.policy)];
        const double share = p.cost.forward.value > 0.0 ? p.cost.again / p.cost.forward : 0.0;
        rows.push_back({row.key, engineering(p.cost.device.value, Unit::bytes), engineering(p.cost.host.value, Unit::bytes),
                        engineering(p.cost.again.value, Unit::flops), fixed(100.0 * share, 1) + " %", keptTensorsText(p.kept), row.help});
    }
    return rows;
}

} // namespace headroom
