#pragma once
// What an estimate says, as tables for files and the report: the losses, the parts of the step, communication, memory, inputs, contract,
// issues. Numbers are raw; headers carry units.

#include "serving/serving.h"
#include "ui/models/sheet.h"

namespace headroom {

// Anchors and losses from the peak down, and last what the losses leave unexplained (model.md §10's sum check).
Sheet lossSheet(const Estimate &estimate);
// What the critical stage's step consists of, at the bound and as expected.
Sheet stepSheet(const Estimate &estimate);
Sheet communicationSheet(const Estimate &estimate);
// Classes of the fullest stage at its peak, and their sum beside the capacity.
Sheet memorySheet(const Estimate &estimate);
Sheet servedMemorySheet(const ServingEstimate &estimate); // likewise of the fullest rank that serves
Sheet contractSheet(const Estimate &estimate);
Sheet issueSheet(const Issues &issues);
// Every input that applies, with its value and source.
Sheet inputSheet(const Scenario &scenario);
// Those that are not as the catalog's model, chip and calibration of that name have them, or as a new scenario does, beside the preset's
// value; of a model or chip that no preset has the name of, none of its fields.
Sheet changedInputSheet(const Scenario &scenario);

} // namespace headroom
