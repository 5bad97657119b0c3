#pragma once
// The report of a scenario: one content, written as PDF, as one HTML file or as Markdown.
//
//   Ling-2.6-flash on 256 × TPU v5p
//   Roofline 87.5 % → System 86.9 % → Expected 28–41 % …
//   Plan choice costs 18.7 points of MFU, 235 ms a step. plan.remat=none: …

#include "base/result.h"
#include "ui/models/sheet.h"

#include <QStringList>

#include <variant>
#include <vector>

namespace headroom {

struct ReportHeading
{
    QString text;
};
struct ReportText
{
    QStringList paragraphs;
};
struct ReportChart
{
    QString key; // of the chart table
    QString caption;
};
struct ReportCode
{
    QString text; // in a typewriter's letters
};
using ReportBlock = std::variant<ReportHeading, ReportText, ReportChart, Sheet, ReportCode>;

struct Report
{
    QString title;
    QString language; // "en", "zh-CN"
    std::vector<ReportBlock> blocks;
    QStringList notes; // convention, peak, version
};

// `snapshot` has an estimate.
Report reportOf(const Snapshot &snapshot);

// Each chart is drawn from the snapshot. Errors: chartBytes()'s.
Result<QByteArray> reportHtml(const Report &report, const Snapshot &snapshot);
Result<QByteArray> reportPdf(const Report &report, const Snapshot &snapshot);

// A file that Markdown refers to lies beside it.
struct ReportFile
{
    QString name;
    QByteArray bytes;
};
// The text first; its pictures are called after `name`, "name-roofline.svg".
Result<std::vector<ReportFile>> reportMarkdown(const Report &report, const Snapshot &snapshot, const QString &name);

// With a sensitivity to every field, where the plan is legal. The ending of `path` chooses: .pdf, .html, .md. Errors: another ending, a
// file that cannot be written.
Result<void> exportReport(const Snapshot &snapshot, const QString &path);

} // namespace headroom
