#pragma once
// Texts at points of charts, kept in the project's view state. A text belongs to a scenario and to a point by its name (an operator, a
// loss, a plan), so that it follows the point when the numbers change, and is not drawn while the chart has no such point.
//
//   "annotations": [{"scenario": 0, "chart": "roofline", "point": "…", "right": 1.2, "down": -2.6, "text": "here it is"}]

#include "spec/project_file.h"

#include <memory>
#include <string>
#include <vector>

namespace headroom {

struct ChartAnnotation
{
    std::string chart; // key of the chart
    std::string point; // key of ChartPoint
    double right = 0.0, down = 0.0; // from the point to the text's corner, in heights of the chart's font
    std::string text;
    bool operator==(const ChartAnnotation &) const = default;
};
using ChartAnnotations = std::vector<ChartAnnotation>;
using ChartAnnotationsPtr = std::shared_ptr<const ChartAnnotations>;

ChartAnnotations annotationsOfChart(const ChartAnnotations &all, const std::string &chart);

// `viewState` with the annotations of every scenario in it; what else it holds stays. None leave no trace.
std::string withAnnotations(const std::string &viewState, const std::vector<ChartAnnotations> &ofScenarios);
// One list for each scenario. Errors name `file`, the entry's field, the rule and the value that breaks it.
Result<std::vector<ChartAnnotations>> annotationsOf(const Project &project, const std::string &file);

// readProject(), and what it leaves to the window is right as well.
Result<Project> readCheckedProject(std::string_view json, const std::string &file, ProjectRules rules = ProjectRules::all);

} // namespace headroom
