#pragma once
// All tables of the window, one row per column.

#include "ui/models/column.h"

namespace headroom {

const Table &operatorsTable();
const Table &configurationsTable();
const Table &servingPlansTable();
const Table &checkpointTable();
const Table &tracedOperatorsTable();
const Table &sensitivityTable();
const Table &trendTable();
const Table &scalingTable();

// "fsdp 32 · ep 8 · mb 2 · save_dot_except_mlp": the degrees above 1, the micro-batch and the remat policy.
QString planText(const Plan &plan);
// "dp 4 · tp 8 · 256 sequences".
QString servingPlanText(const ServingRow &row);

} // namespace headroom
