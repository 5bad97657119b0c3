#include "ui/charts/convention_text.h"

#include "base/format.h"
#include "report/report.h"
#include "spec/project_file.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QStringList>

namespace headroom {

namespace {

struct FooterText
{
    Q_DECLARE_TR_FUNCTIONS(Footer)
};

} // namespace

QString conventionShort(const Estimate &estimate)
{
    if (estimate.scenario.run.phase != RunPhase::training)
        return FooterText::tr("%1 · %2\ndense peak · %3")
            .arg(QString::fromUtf8(peakDtype(estimate.scenario.run)), quantityText(estimate.roofline.peak.value, Unit::flopsPerSecond),
                 FooterText::tr("causal pairs"));
    return FooterText::tr("%1 · %2\ndense peak · %3")
        .arg(QString::fromUtf8(peakDtype(estimate.scenario.run)), quantityText(estimate.roofline.peak.value, Unit::flopsPerSecond),
             QString::fromUtf8(keyOf(estimate.scenario.run.convention)));
}

namespace {

// What counts in a step that serves; the contract says what is served.
QStringList servedParts(const Estimate &estimate)
{
    QStringList parts;
    for (const char *id : {"load", "step"})
        for (const ContractLine &line : estimate.contract)
            if (line.id == id)
                parts << termsText(line.value);
    return parts << FooterText::tr("model FLOPs of exact causal pairs, multiply-add = 2") << FooterText::tr("head on the tokens asked for");
}

QStringList trainedParts(const RunSpec &run)
{
    return {FooterText::tr("FLOP convention %1, multiply-add = 2").arg(QString::fromUtf8(keyOf(run.convention))),
            FooterText::tr("recomputation not counted"),
            run.paddingShare > 0 ? FooterText::tr("padding %1, counted").arg(percentText(run.paddingShare)) : FooterText::tr("no padding")};
}

} // namespace

QStringList conventionNotes(const Estimate &estimate)
{
    const Scenario &s = estimate.scenario;
    QStringList parts{
        QStringLiteral("%1, %2 × %3")
            .arg(qs(s.model.name), qs(significant(static_cast<double>(s.run.devices), 7)), qs(s.hardware.name)),
        FooterText::tr("MFU divides by the dense %1 peak, %2 per chip")
            .arg(QString::fromUtf8(peakDtype(estimate.scenario.run)), quantityText(estimate.roofline.peak.value, Unit::flopsPerSecond)),
    };
    parts += s.run.phase == RunPhase::training ? trainedParts(s.run) : servedParts(estimate);
    parts << FooterText::tr("Headroom %1, input %2").arg(QString::fromUtf8(programVersion()), inputHash(s));
    return parts;
}

QString conventionFooter(const Estimate &estimate)
{
    return conventionNotes(estimate).join(QStringLiteral(" · "));
}

QString inputHash(const Scenario &scenario)
{
    Project project;
    project.scenarios.push_back({{}, scenario});
    const std::string text = writeProject(project);
    const QByteArray hash = QCryptographicHash::hash(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())),
                                                     QCryptographicHash::Sha256);
    return QString::fromLatin1(hash.toHex().left(10));
}

} // namespace headroom
