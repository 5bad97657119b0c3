#include "ui/export/formula_sheets.h"

#include "ui/text.h"

#include <QCoreApplication>

#include <array>
#include <map>

namespace headroom {

namespace {

QString tableWord(const char *text)
{
    return QCoreApplication::translate("Table", text);
}

// What a symbol's number is: the name of its formula, the field that gives it, or the operator it is about.
QString meaning(const Derivation &why, TermId id)
{
    const Formula *formula = why.term(id).formula;
    return formula ? coreText(formula->name) : qs(why.subject(id));
}

// "F = useful FLOPs of a step, N = run.devices"; a list of many inputs has one symbol.
QString symbolsOf(const Derivation &why, TermId id)
{
    const Term &term = why.term(id);
    const std::span<const TermId> inputs = why.inputs(id);
    QStringList out;
    std::size_t i = 0;
    for (const char *symbol : term.formula->symbols)
        if (i < inputs.size())
            out << QStringLiteral("%1 = %2").arg(QString::fromUtf8(symbol), meaning(why, inputs[i++]));
    return out.join(QStringLiteral("; "));
}

} // namespace

Sheet headlineFormulas(const Derivation &why)
{
    static constexpr std::array names{"model.flopsPerStep", "roofline.stepTime", "roofline.mfu", "stepTime.bound", "system.boundMfu", "stepTime.expected",
                                      "system.expectedMfu", "system.tokensPerSecondPerChip", "memory.total"};
    Sheet sheet{.title = tableWord(QT_TRANSLATE_NOOP("Table", "Definitions")),
                .columns = {{tableWord(QT_TRANSLATE_NOOP("Table", "Number")), CellFormat::text},
                            {tableWord(QT_TRANSLATE_NOOP("Table", "Value")), CellFormat::text},
                            {tableWord(QT_TRANSLATE_NOOP("Table", "Formula")), CellFormat::text},
                            {tableWord(QT_TRANSLATE_NOOP("Table", "Symbols")), CellFormat::text},
                            {tableWord(QT_TRANSLATE_NOOP("Table", "Source")), CellFormat::text}},
                .rows = {},
                .notes = {}};
    for (const char *name : names) {
        const TermId id = why.find(name);
        if (!id.valid() || !why.term(id).formula)
            continue;
        const Term &term = why.term(id);
        sheet.rows.push_back({coreText(term.formula->name) + QStringLiteral(" (%1)").arg(QString::fromUtf8(name)), quantityText(term.value, term.unit),
                              QString::fromUtf8(term.formula->expression), symbolsOf(why, id), QString::fromUtf8(term.formula->source)});
    }
    return sheet;
}

Sheet allFormulas(const Derivation &why)
{
    std::map<std::string_view, const Term *> found;
    for (const Term &term : why.terms())
        if (term.formula)
            found.emplace(term.formula->id, &term);
    Sheet sheet{.title = tableWord(QT_TRANSLATE_NOOP("Table", "Formulas")),
                .columns = {{tableWord(QT_TRANSLATE_NOOP("Table", "Key")), CellFormat::text},
                            {tableWord(QT_TRANSLATE_NOOP("Table", "Number")), CellFormat::text},
                            {tableWord(QT_TRANSLATE_NOOP("Table", "Formula")), CellFormat::text},
                            {tableWord(QT_TRANSLATE_NOOP("Table", "Source")), CellFormat::text}},
                .rows = {},
                .notes = {}};
    for (const auto &[id, term] : found)
        sheet.rows.push_back({qs(id), coreText(term->formula->name), QString::fromUtf8(term->formula->expression), QString::fromUtf8(term->formula->source)});
    return sheet;
}

} // namespace headroom
