#include "ui/export/chart_export.h"
#include "ui/export/file_bytes.h"
#include "ui/export/report.h"
#include "ui/export/report_charts.h"

#include <QDir>
#include <QFileInfo>

namespace headroom {

ExportOptions reportChartOptions(const Snapshot &snapshot)
{
    return {.size = QStringLiteral("column170"),
            .title = false,
            .footer = false,
            .baseline = snapshot.baseline.get(),
            .search = snapshot.search.get(),
            .gap = snapshot.gap ? &snapshot.gap->gap : nullptr,
            .study = {.sensitivity = snapshot.sensitivity, .sweep = {}, .scaling = {}},
            .annotations = snapshot.annotations,
            .served = snapshot.served.get(),
            .servedSearch = snapshot.servedSearch.get()};
}

namespace {

class MarkdownWriter
{
public:
    MarkdownWriter(const Snapshot &snapshot, const QString &name) : m_snapshot(snapshot), m_name(name), m_files(1) {}

    Result<std::vector<ReportFile>> files(const Report &report)
    {
        m_out = QStringLiteral("# %1\n").arg(report.title);
        for (const ReportBlock &block : report.blocks)
            std::visit(*this, block);
        m_out += QStringLiteral("\n---\n\n") + report.notes.join(QStringLiteral(" · ")) + QLatin1Char('\n');
        if (!m_wrong.empty())
            return tl::unexpected(m_wrong);
        m_files.front() = {m_name + QStringLiteral(".md"), m_out.toUtf8()};
        return m_files;
    }

    void operator()(const ReportHeading &heading) { m_out += QStringLiteral("\n## %1\n\n").arg(heading.text); }
    void operator()(const ReportText &text)
    {
        for (const QString &paragraph : text.paragraphs)
            m_out += QLatin1Char('\n') + paragraph + QLatin1Char('\n');
    }
    void operator()(const ReportChart &chart)
    {
        const Result<QByteArray> svg = chartBytes(*m_snapshot.estimate, chart.key, QStringLiteral("svg"), reportChartOptions(m_snapshot));
        if (!svg) {
            m_wrong = svg.error();
            return;
        }
        m_files.push_back({QStringLiteral("%1-%2.svg").arg(m_name, chart.key), *svg});
        m_out += QStringLiteral("\n![%1](<%2>)\n").arg(chart.caption, m_files.back().name);
    }
    void operator()(const Sheet &sheet) { m_out += sheetText(sheet, CopyFormat::markdown); }
    void operator()(const ReportCode &code) { m_out += QStringLiteral("\n```json\n%1```\n").arg(code.text); }

private:
    const Snapshot &m_snapshot;
    QString m_name;
    QString m_out;
    std::vector<ReportFile> m_files;
    Issues m_wrong;
};

} // namespace

Result<std::vector<ReportFile>> reportMarkdown(const Report &report, const Snapshot &snapshot, const QString &name)
{
    return MarkdownWriter(snapshot, name).files(report);
}

Result<void> exportReport(const Snapshot &shown, const QString &path)
{
    Snapshot snapshot = shown;
    const Scenario &scenario = snapshot.served ? snapshot.served->estimate.scenario : snapshot.estimate->scenario;
    if (Result<Sensitivity> moved = sensitivity(scenario))
        snapshot.sensitivity = std::make_shared<const Sensitivity>(*std::move(moved));
    const Report report = reportOf(snapshot);
    const QString ending = endingOf(path);
    if (ending == QLatin1String("md")) {
        const Result<std::vector<ReportFile>> files = reportMarkdown(report, snapshot, QFileInfo(path).completeBaseName());
        if (!files)
            return tl::unexpected(files.error());
        const QDir folder = QFileInfo(path).absoluteDir();
        for (const ReportFile &file : *files)
            if (Result<void> written = writeWhole(&file == &files->front() ? path : folder.filePath(file.name), file.bytes); !written)
                return written;
        return {};
    }
    if (ending != QLatin1String("pdf") && ending != QLatin1String("html"))
        return failure("out", {CORE_TEXT("core", "a report ends in .pdf, .html or .md, not .{0}"), {ending.toStdString()}});
    const Result<QByteArray> bytes = ending == QLatin1String("pdf") ? reportPdf(report, snapshot) : reportHtml(report, snapshot);
    return bytes ? writeWhole(path, *bytes) : Result<void>(tl::unexpected(bytes.error()));
}

} // namespace headroom
