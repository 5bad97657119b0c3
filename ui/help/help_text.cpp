#include "ui/help/help_text.h"

#include "spec/field.h"
#include "ui/export/formula_sheets.h"
#include "ui/export/sheet_html.h"
#include "ui/text.h"

#include <QCoreApplication>

#include <array>

namespace headroom {

namespace {

struct HelpWords
{
    Q_DECLARE_TR_FUNCTIONS(Help)
};

struct Word
{
    const char *word;    // translated in context "Help"
    const char *meaning; // likewise
};

constexpr std::array words{
    Word{QT_TRANSLATE_NOOP("Help", "FLOPs, FLOP/s"), QT_TRANSLATE_NOOP("Help", "a count, a rate; a multiply-add is 2")},
    Word{QT_TRANSLATE_NOOP("Help", "MFU"), QT_TRANSLATE_NOOP("Help", "the model's own FLOPs, by the named convention, over time × chips × dense peak")},
    Word{QT_TRANSLATE_NOOP("Help", "HFU"), QT_TRANSLATE_NOOP("Help", "the same with all FLOPs that are executed, recomputation included")},
    Word{QT_TRANSLATE_NOOP("Help", "Roofline"), QT_TRANSLATE_NOOP("Help", "one chip with unlimited memory, every operator at its roof: no plan is faster")},
    Word{QT_TRANSLATE_NOOP("Help", "System"), QT_TRANSLATE_NOOP("Help", "the best plan that fits the memory, nothing lost in software")},
    Word{QT_TRANSLATE_NOOP("Help", "Bound"), QT_TRANSLATE_NOOP("Help", "the critical path of a plan with the datasheet reached in full")},
    Word{QT_TRANSLATE_NOOP("Help", "Expected"), QT_TRANSLATE_NOOP("Help", "the same with the efficiencies of the calibration, as an interval")},
    Word{QT_TRANSLATE_NOOP("Help", "Floor, serial"), QT_TRANSLATE_NOOP("Help", "the busiest resource alone; everything one after another")},
    Word{QT_TRANSLATE_NOOP("Help", "Arithmetic intensity, ridge"), QT_TRANSLATE_NOOP("Help", "FLOPs per byte of memory traffic; peak over bandwidth, where the roof bends")},
    Word{QT_TRANSLATE_NOOP("Help", "Exposed, hidden"), QT_TRANSLATE_NOOP("Help", "communication that no computation covers, and that which is covered")},
    Word{QT_TRANSLATE_NOOP("Help", "Bubble"), QT_TRANSLATE_NOOP("Help", "time that a pipeline's stages wait for each other")},
    Word{QT_TRANSLATE_NOOP("Help", "Remat"), QT_TRANSLATE_NOOP("Help", "activations that are dropped and computed again in the backward pass")},
    Word{QT_TRANSLATE_NOOP("Help", "dp, fsdp, tp, ep, pp, cp"), QT_TRANSLATE_NOOP("Help", "data, sharded-data, tensor, expert, pipeline and context parallelism")},
};

QString word(const char *text) { return QCoreApplication::translate("Help", text); }

Sheet wordSheet()
{
    Sheet sheet{.title = {}, .columns = {{HelpWords::tr("Word"), CellFormat::text}, {HelpWords::tr("Meaning"), CellFormat::text}}, .rows = {}, .notes = {}};
    for (const Word &row : words)
        sheet.rows.push_back({word(row.word), word(row.meaning)});
    return sheet;
}

Sheet fieldSheet()
{
    Sheet sheet{.title = {},
                .columns = {{HelpWords::tr("Field"), CellFormat::text}, {HelpWords::tr("Input"), CellFormat::text}, {HelpWords::tr("Meaning"), CellFormat::text}},
                .rows = {},
                .notes = {}};
    for (const Field &field : fields())
        sheet.rows.push_back({qs(field.path()), coreText(field.label), coreText(field.help)});
    return sheet;
}

QString section(const QString &title, const QString &body) { return QStringLiteral("<h2>%1</h2>\n%2\n").arg(title.toHtmlEscaped(), body); }

QString paragraph(const QString &text) { return QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped()); }

} // namespace

QString helpHtml(const Estimate &estimate)
{
    return section(HelpWords::tr("In five steps"),
                   QStringLiteral("<ol><li>%1</li><li>%2</li><li>%3</li><li>%4</li><li>%5</li></ol>")
                       .arg(HelpWords::tr("Drop a config.json on the window, or choose a model on the left; choose a chip and the number of devices."),
                            HelpWords::tr("The table Configurations lists every plan for these devices, best first. A double-click takes one."),
                            HelpWords::tr("The waterfall shows where the peak goes. A click on a loss filters the operators, and the panel Why derives any number."),
                            HelpWords::tr("Pin a baseline, change a field, and see what it gains."),
                            HelpWords::tr("File, Export report writes all of it as PDF, HTML or Markdown.")))
        + section(HelpWords::tr("Words"), sheetHtml(wordSheet()))
        + section(HelpWords::tr("How the headline numbers come about"), paragraph(HelpWords::tr("With the numbers of the scenario that is open.")) + sheetHtml(headlineFormulas(estimate.why)))
        + section(HelpWords::tr("Every formula of this scenario"), sheetHtml(allFormulas(estimate.why))) + section(HelpWords::tr("Every input"), sheetHtml(fieldSheet()));
}

} // namespace headroom
