#pragma once
// One sniff and one read per format; import.cpp has them in a table.

#include "trace/import.h"
#include "trace/input.h"

namespace headroom {

bool isKinetoJson(std::string_view head);
bool isXlaJson(std::string_view head);
bool isChromeJson(std::string_view head);
Result<Trace> readChromeJson(TraceInput &input, const TraceReader &reader);

bool isXplane(std::string_view head);
Result<Trace> readXplane(TraceInput &input, const TraceReader &reader);
bool isRocprofJson(std::string_view head);
Result<Trace> readRocprofJson(TraceInput &input, const TraceReader &reader);
bool isPerfetto(std::string_view head);
Result<Trace> readPerfetto(TraceInput &input, const TraceReader &reader);
bool isSqlite(std::string_view head);
Result<Trace> readNsysSqlite(TraceInput &input, const TraceReader &reader);
bool isNsysCsv(std::string_view head);
Result<Trace> readNsysCsv(TraceInput &input, const TraceReader &reader);
bool isNcclTests(std::string_view head);
Result<Trace> readNcclTests(TraceInput &input, const TraceReader &reader);
bool isStepCsv(std::string_view head);
Result<Trace> readStepCsv(TraceInput &input, const TraceReader &reader);

} // namespace headroom
