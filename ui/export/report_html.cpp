// The report as one HTML file: pictures and style within, nothing fetched.

#include "ui/export/chart_export.h"
#include "ui/export/report.h"
#include "ui/export/report_charts.h"
#include "ui/export/sheet_html.h"

namespace headroom {

namespace {

constexpr const char *style = R"(
body { font: 15px/1.5 "DejaVu Sans", "Noto Sans CJK SC", "Noto Sans SC", sans-serif; color: #1d232b; background: #fff; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; border-bottom: 1px solid #c9ced6; }
table { border-collapse: collapse; font-size: 0.8rem; } div.wide { overflow-x: auto; }
th, td { padding: 0.2rem 0.6rem; text-align: left; vertical-align: top; border-bottom: 1px solid #e3e6ea; }
th { background: #f3f5f7; } td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0; } figure svg { width: 100%; height: auto; } figcaption { font-weight: bold; }
pre { font: 0.75rem/1.35 "DejaVu Sans Mono", monospace; overflow: auto; max-height: 40rem; background: #f3f5f7; padding: 0.6rem; }
footer { margin-top: 2rem; font-size: 0.8rem; color: #59636e; border-top: 1px solid #c9ced6; }
@media print { pre { max-height: none; white-space: pre-wrap; } }
)";

// The element alone, without what only a file of its own needs.
QString inlineSvg(const QByteArray &svg)
{
    const qsizetype start = svg.indexOf("<svg");
    return QString::fromUtf8(start < 0 ? QByteArray() : svg.mid(start));
}

class HtmlWriter
{
public:
    explicit HtmlWriter(const Snapshot &snapshot) : m_snapshot(snapshot) {}

    Result<QString> body(const Report &report)
    {
        for (const ReportBlock &block : report.blocks)
            std::visit(*this, block);
        if (!m_wrong.empty())
            return tl::unexpected(m_wrong);
        return m_out;
    }

    void operator()(const ReportHeading &heading) { m_out += QStringLiteral("<h2>%1</h2>\n").arg(heading.text.toHtmlEscaped()); }
    void operator()(const ReportText &text)
    {
        for (const QString &paragraph : text.paragraphs)
            m_out += QStringLiteral("<p>%1</p>\n").arg(paragraph.toHtmlEscaped());
    }
    void operator()(const ReportChart &chart)
    {
        const Result<QByteArray> svg = chartBytes(*m_snapshot.estimate, chart.key, QStringLiteral("svg"), reportChartOptions(m_snapshot));
        if (!svg)
            m_wrong = svg.error();
        else
            m_out += QStringLiteral("<figure><figcaption>%1</figcaption>\n%2</figure>\n").arg(chart.caption.toHtmlEscaped(), inlineSvg(*svg));
    }
    void operator()(const Sheet &sheet) { m_out += sheetHtml(sheet); }
    void operator()(const ReportCode &code) { m_out += QStringLiteral("<pre>%1</pre>\n").arg(code.text.toHtmlEscaped()); }

private:
    const Snapshot &m_snapshot;
    QString m_out;
    Issues m_wrong;
};

} // namespace

Result<QByteArray> reportHtml(const Report &report, const Snapshot &snapshot)
{
    const Result<QString> body = HtmlWriter(snapshot).body(report);
    if (!body)
        return tl::unexpected(body.error());
    const QString title = report.title.toHtmlEscaped();
    QString out = QStringLiteral("<!DOCTYPE html>\n<html lang=\"%1\">\n<head>\n<meta charset=\"utf-8\">\n<title>%2</title>\n<style>").arg(report.language, title);
    out += QString::fromUtf8(style) + QStringLiteral("</style>\n</head>\n<body>\n<h1>") + title + QStringLiteral("</h1>\n") + *body;
    out += QStringLiteral("<footer>") + report.notes.join(QStringLiteral(" · ")).toHtmlEscaped() + QStringLiteral("</footer>\n</body>\n</html>\n");
    return out.toUtf8();
}

} // namespace headroom
