#include "ui/presentation/slides.h"

#include "ui/document/document.h"
#include "ui/models/column.h"
#include "ui/models/table_model.h"
#include "ui/models/tables.h"
#include "ui/pages/figure_table.h"
#include "ui/pages/flow_layout.h"
#include "ui/presentation/slide_chart.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QTableWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom {

namespace {

struct SlidesText
{
    Q_DECLARE_TR_FUNCTIONS(Slides)
};

constexpr double noChange = 5e-5;

const ChartRow *chartOf(const SlideContent &content, const char *key)
{
    return findChart(QString::fromUtf8(key), content.snapshot->estimate->scenario.run.phase);
}

QWidget *chartSlide(const char *key, const SlideContent &content, const ChartStyle &style, QWidget *parent)
{
    auto *chart = new SlideChart(*chartOf(content, key), content, parent);
    chart->show(content.snapshot, style);
    return chart;
}

QWidget *figure(const FigureRow &row, const FigureText &text, const ChartStyle &style, QWidget *parent)
{
    auto *out = new QWidget(parent);
    auto *column = new QVBoxLayout(out);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *caption = new QLabel(QCoreApplication::translate("Figures", row.caption), out);
    caption->setFont(style.font(0.8));
    caption->setForegroundRole(QPalette::PlaceholderText);
    auto *value = new QLabel(text.value, out);
    value->setFont(style.font(row.better == 0 ? 1.2 : 1.6));
    column->addWidget(caption);
    column->addWidget(value);
    return out;
}

QWidget *makeFigures(const SlideContent &content, const SlideRow &, const ChartStyle &style, QWidget *parent)
{
    auto *out = new QWidget(parent);
    auto *strip = new QWidget(out);
    const int gap = style.fontPixels;
    auto *flow = new FlowLayout(strip, 2 * gap, gap / 2);
    for (const FigureRow &row : figureTable())
        if (const FigureText text = row.text(*content.snapshot); !text.value.isEmpty())
            flow->addWidget(figure(row, text, style, strip));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    strip->setSizePolicy(policy);
    auto *column = new QVBoxLayout(out);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap);
    column->addWidget(strip);
    column->addWidget(chartSlide("waterfall", content, style, out), 1);
    return out;
}

QWidget *makeChart(const SlideContent &content, const SlideRow &row, const ChartStyle &style, QWidget *parent)
{
    return chartSlide(row.chart, content, style, parent);
}

// What an audience reads of a configuration.
bool onSlide(const char *column)
{
    static constexpr std::array shown{"rank",  "dp",       "fsdp",        "tp",   "ep",     "pp",      "cp",
                                      "remat", "boundMfu", "expectedMfu", "step", "memory", "dominant"};
    return std::ranges::any_of(shown, [&](const char *key) { return std::string_view(key) == column; });
}

void dress(QTableView &view, const ChartStyle &style)
{
    view.setFont(style.font(0.85));
    view.horizontalHeader()->setFont(style.font(0.8));
    view.verticalHeader()->hide();
    view.verticalHeader()->setDefaultSectionSize(2 * style.fontPixels);
    view.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view.setFocusPolicy(Qt::NoFocus);
    view.setSelectionMode(QAbstractItemView::NoSelection);
    view.setEditTriggers(QAbstractItemView::NoEditTriggers);
    view.setAlternatingRowColors(true);
    view.setShowGrid(false);
    view.setFrameShape(QFrame::NoFrame);
}

QWidget *makeConfigurations(const SlideContent &content, const SlideRow &, const ChartStyle &style, QWidget *parent)
{
    auto *view = new QTableView(parent);
    auto *model = new TableModel(configurationsTable(), view);
    model->setSnapshot(content.snapshot);
    view->setModel(model);
    dress(*view, style);
    view->setAccessibleName(QCoreApplication::translate("Table", configurationsTable().title));
    for (int c = 0; c < model->columnCount(); ++c)
        view->setColumnHidden(c, !onSlide(model->table().columns[static_cast<std::size_t>(c)].key));
    view->resizeColumnsToContents();
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    return view;
}

// Figures now and of the baseline, side by side.
QWidget *makeComparison(const SlideContent &content, const SlideRow &, const ChartStyle &style, QWidget *parent)
{
    Snapshot baseline;
    baseline.estimate = content.snapshot->baseline;
    auto *table = new QTableWidget(0, 4, parent);
    dress(*table, style);
    table->setAccessibleName(SlidesText::tr("Compared with the baseline"));
    table->setHorizontalHeaderLabels({SlidesText::tr("Figure"), SlidesText::tr("Baseline"), SlidesText::tr("Now"), SlidesText::tr("Difference")});
    for (const FigureRow &row : figureTable()) {
        const FigureText before = row.text(baseline), now = row.text(*content.snapshot);
        if (before.value.isEmpty() && now.value.isEmpty())
            continue;
        const double change = now.number - before.number;
        const bool told = row.better != 0 && before.number != 0.0 && now.number != 0.0 && std::abs(change) > noChange * std::abs(before.number);
        const int at = table->rowCount();
        table->insertRow(at);
        int column = 0;
        for (const QString &text : {QCoreApplication::translate("Figures", row.caption), before.value, now.value,
                                    told ? row.delta(change, before.number) : QString()})
            table->setItem(at, column++, new QTableWidgetItem(text));
    }
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    return table;
}

QWidget *makeNotes(const SlideContent &content, const SlideRow &, const ChartStyle &style, QWidget *parent)
{
    auto *browser = new QTextBrowser(parent);
    browser->setFont(style.font(1.1));
    browser->setFrameShape(QFrame::NoFrame);
    browser->setFocusPolicy(Qt::NoFocus);
    browser->setAccessibleName(SlidesText::tr("Notes"));
    browser->setMarkdown(qs(content.document.project().notes));
    return browser;
}

bool hasEstimate(const SlideContent &content, const SlideRow &)
{
    return content.snapshot->estimate != nullptr;
}

// A chart that is no part of every presentation has a slide where somebody wrote on it.
bool isAnnotated(const SlideContent &content, const SlideRow &row)
{
    const ChartRow *chart = content.snapshot->estimate ? chartOf(content, row.chart) : nullptr;
    return chart && !annotationsOfChart(content.document.annotations(), row.chart).empty();
}

bool isStudied(const SlideContent &content, const SlideRow &row)
{
    const ChartRow *chart = content.snapshot->estimate ? chartOf(content, row.chart) : nullptr;
    return chart && hasStudy(*chart, content.study);
}

} // namespace

std::span<const SlideRow> slideTable()
{
    static constexpr std::array rows{
        SlideRow{QT_TRANSLATE_NOOP("Slides", "Key figures and where the peak goes"), hasEstimate, makeFigures},
        SlideRow{nullptr, hasEstimate, makeChart, "roofline"},
        SlideRow{nullptr, isAnnotated, makeChart, "memory"},
        SlideRow{nullptr, isAnnotated, makeChart, "timeline"},
        SlideRow{QT_TRANSLATE_NOOP("Slides", "Best configurations"),
                 [](const SlideContent &c, const SlideRow &) { return c.snapshot->search && !c.snapshot->search->rows.empty(); }, makeConfigurations},
        SlideRow{nullptr, isAnnotated, makeChart, "pareto"},
        SlideRow{nullptr, isStudied, makeChart, "sensitivity"},
        SlideRow{nullptr, isStudied, makeChart, "sweep"},
        SlideRow{nullptr, isStudied, makeChart, "scaling"},
        SlideRow{QT_TRANSLATE_NOOP("Slides", "Compared with the baseline"),
                 [](const SlideContent &c, const SlideRow &) { return c.snapshot->estimate && c.snapshot->baseline; }, makeComparison},
        SlideRow{QT_TRANSLATE_NOOP("Slides", "Notes"), [](const SlideContent &c, const SlideRow &) { return !c.document.project().notes.empty(); }, makeNotes},
    };
    return rows;
}

QString slideTitle(const SlideRow &row, RunPhase phase)
{
    return row.title ? QCoreApplication::translate("Slides", row.title)
                     : QCoreApplication::translate("Chart", findChart(QString::fromUtf8(row.chart), phase)->title);
}

} // namespace headroom
