#include "ui/document/search_settings.h"

#include "ui/text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

namespace headroom {

namespace {

const QString searchKey = QStringLiteral("search");
constexpr double largestCount = 1 << 24;

QString key(const char *text)
{
    return QString::fromUtf8(text);
}

QJsonObject objectOf(const std::string &viewState)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(viewState)).object();
}

QJsonArray countsJson(const std::vector<Count> &counts)
{
    QJsonArray out;
    for (const Count count : counts)
        out.append(static_cast<qint64>(count));
    return out;
}

std::vector<Count> countsOf(const QJsonArray &array)
{
    std::vector<Count> out;
    for (const QJsonValue value : array)
        if (value.toDouble() >= 1.0 && value.toDouble() <= largestCount)
            out.push_back(static_cast<Count>(value.toDouble()));
    return out;
}

Count countOf(const QJsonObject &object, const char *name, Count otherwise)
{
    const double value = object.value(key(name)).toDouble(static_cast<double>(otherwise));
    return value >= 0.0 && value <= largestCount ? static_cast<Count>(value) : otherwise;
}

} // namespace

std::string withSearchSettings(const std::string &viewState, const SearchSpace &space)
{
    QJsonObject all = objectOf(viewState);
    if (space == SearchSpace{}) {
        if (!all.contains(searchKey))
            return viewState;
        all.remove(searchKey);
        return all.isEmpty() ? std::string() : QJsonDocument(all).toJson(QJsonDocument::Compact).toStdString();
    }
    QJsonObject limits;
    for (std::size_t a = 0; a < axisCount; ++a)
        if (const AxisLimits &l = space.limits[a]; !(l == AxisLimits{}))
            limits.insert(key(keyOf(static_cast<Axis>(a))), QJsonObject{{key("minimum"), static_cast<qint64>(l.minimum)},
                                                                        {key("maximum"), static_cast<qint64>(l.maximum)},
                                                                        {key("multiple"), static_cast<qint64>(l.multiple)}});
    QJsonArray remats;
    for (const RematPolicy policy : space.remats)
        remats.append(key(keyOf(policy)));
    QJsonArray splits;
    for (const StageSplit split : space.splits)
        splits.append(key(keyOf(split)));
    QJsonArray schedules;
    for (const ScheduleChoice &choice : space.schedules)
        schedules.append(QString::fromStdString(scheduleText(choice)));
    all.insert(searchKey, QJsonObject{{key("objective"), key(keyOf(space.objective))},
                                      {key("limits"), limits},
                                      {key("microBatch"), countsJson(space.microBatches)},
                                      {key("globalBatch"), countsJson(space.globalBatches)},
                                      {key("remat"), remats},
                                      {key("schedule"), schedules},
                                      {key("split"), splits},
                                      {key("simulate"), static_cast<qint64>(space.simulate)}});
    return QJsonDocument(all).toJson(QJsonDocument::Compact).toStdString();
}

SearchSpace searchSettingsOf(const std::string &viewState)
{
    const QJsonObject all = objectOf(viewState);
    SearchSpace out;
    if (!all.contains(searchKey))
        return out;
    const QJsonObject stored = all.value(searchKey).toObject();
    out.objective = fromKey<Objective>(stored.value(key("objective")).toString().toStdString()).value_or(out.objective);
    const QJsonObject limits = stored.value(key("limits")).toObject();
    for (std::size_t a = 0; a < axisCount; ++a) {
        const QJsonObject of = limits.value(key(keyOf(static_cast<Axis>(a)))).toObject();
        AxisLimits &l = out.limits[a];
        l = {std::max(Count{1}, countOf(of, "minimum", l.minimum)), countOf(of, "maximum", l.maximum),
             std::max(Count{1}, countOf(of, "multiple", l.multiple))};
    }
    if (const auto counts = countsOf(stored.value(key("microBatch")).toArray()); !counts.empty())
        out.microBatches = counts;
    out.globalBatches = countsOf(stored.value(key("globalBatch")).toArray());
    std::vector<RematPolicy> remats;
    for (const QJsonValue value : stored.value(key("remat")).toArray())
        if (const auto policy = fromKey<RematPolicy>(value.toString().toStdString()))
            remats.push_back(*policy);
    if (!remats.empty())
        out.remats = remats;
    for (const QJsonValue value : stored.value(key("schedule")).toArray())
        if (const auto choice = parseSchedule(value.toString().toStdString()))
            out.schedules.push_back(*choice);
    std::vector<StageSplit> splits;
    for (const QJsonValue value : stored.value(key("split")).toArray())
        if (const auto split = fromKey<StageSplit>(value.toString().toStdString()); split && *split != StageSplit::listed)
            splits.push_back(*split);
    if (!splits.empty())
        out.splits = splits;
    out.simulate = static_cast<std::size_t>(countOf(stored, "simulate", 0));
    return out;
}

ServingSpace servingSpace(const SearchSpace &space)
{
    const auto allows = [limits = space.limits](const Plan &plan) {
        return std::ranges::all_of(innermostFirst, [&](Axis axis) { return limits[static_cast<std::size_t>(axis)].allow(plan.degree(axis)); });
    };
    return {space.globalBatches, space.objective == Objective::expected ? ServingObjective::expected : ServingObjective::bound, allows};
}

QString limitsText(Axis axis, const AxisLimits &limits)
{
    const QString name = key(keyOf(axis));
    QStringList parts;
    if (limits.minimum == limits.maximum)
        return name + QStringLiteral(" = %1").arg(limits.minimum);
    if (limits.minimum > 1)
        parts << name + QStringLiteral(" ≥ %1").arg(limits.minimum);
    if (limits.maximum > 0)
        parts << name + QStringLiteral(" ≤ %1").arg(limits.maximum);
    if (limits.multiple > 1)
        parts << name + QStringLiteral(" = %1·n").arg(limits.multiple);
    return parts.join(QStringLiteral(", "));
}

QString searchSettingsText(const SearchSpace &space, RunPhase phase)
{
    QStringList parts{coreText(labelOf(space.objective))};
    for (const Axis axis : {Axis::data, Axis::fsdp, Axis::tensor, Axis::expert, Axis::pipeline, Axis::context})
        if (const QString text = limitsText(axis, space.limit(axis)); !text.isEmpty())
            parts << text;
    const auto list = [](const std::vector<Count> &counts) {
        QStringList out;
        for (const Count count : counts)
            out << QString::number(count);
        return out.join(QLatin1Char('/'));
    };
    const SearchSpace usual;
    if (!space.globalBatches.empty())
        parts << QStringLiteral("batch ") + list(space.globalBatches);
    if (phase != RunPhase::training)
        return parts.join(QStringLiteral(" · "));
    if (space.microBatches != usual.microBatches)
        parts << QStringLiteral("mb ") + list(space.microBatches);
    if (space.remats != usual.remats) {
        QStringList remats;
        for (const RematPolicy policy : space.remats)
            remats << key(keyOf(policy));
        parts << remats.join(QLatin1Char('/'));
    }
    QStringList schedules;
    for (const ScheduleChoice &choice : space.schedules)
        schedules << QString::fromStdString(scheduleText(choice));
    if (!schedules.isEmpty())
        parts << schedules.join(QLatin1Char('/'));
    if (space.splits != usual.splits)
        for (const StageSplit split : space.splits)
            parts << coreText(labelOf(split));
    if (space.simulate > 0)
        parts << QCoreApplication::translate("SearchSettings", "best %1 simulated").arg(space.simulate);
    return parts.join(QStringLiteral(" · "));
}

} // namespace headroom
