#include "ui/document/annotations.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

const QString listKey = QStringLiteral("annotations");
constexpr double farthest = 1000.0;        // heights of the font
constexpr std::size_t longest = 4096;      // bytes of a text
constexpr qsizetype longestShown = 60;     // letters of a wrong value

std::string shownText(const QString &text)
{
    return (text.size() > longestShown ? text.left(longestShown) + QStringLiteral("…") : text).toStdString();
}

std::string shownValue(const QJsonValue &value)
{
    // Only lists and objects make documents.
    const QString list = QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
    return shownText(list.mid(1, list.size() - 2));
}

// Reads one entry and collects what is wrong with it.
class EntryReader
{
public:
    EntryReader(const QJsonValue &entry, std::string path, const std::string &file, Issues &issues)
        : m_isObject(entry.isObject()), m_object(entry.toObject()), m_path(std::move(path)), m_file(file), m_issues(issues)
    {
        if (!m_isObject)
            fail({}, {CORE_TEXT("core", "must be an object, not {0}"), {shownValue(entry)}});
        static constexpr std::array known{"scenario", "chart", "point", "right", "down", "text"};
        for (const QString &key : m_object.keys())
            if (std::ranges::none_of(known, [&](const char *k) { return key == QLatin1String(k); }))
                fail(key.toStdString(), {CORE_TEXT("core", "is not a known key"), {}});
    }

    std::string text(const char *key)
    {
        const QJsonValue value = m_object.value(QLatin1String(key));
        if (!value.isString() || value.toString().isEmpty()) {
            wrong(key, value, CORE_TEXT("core", "must be a text that is not empty, not {0}"));
            return {};
        }
        std::string out = value.toString().toStdString();
        if (out.size() > longest)
            fail(key, {CORE_TEXT("core", "must have at most {0} bytes, not {1}"), {std::to_string(longest), std::to_string(out.size())}});
        return out;
    }

    double number(const char *key, double minimum, double maximum)
    {
        const QJsonValue value = m_object.value(QLatin1String(key));
        if (!value.isDouble())
            wrong(key, value, CORE_TEXT("core", "must be a number, not {0}"));
        else if (const double found = value.toDouble(); found >= minimum && found <= maximum)
            return found;
        else
            fail(key, {CORE_TEXT("core", "must be between {0} and {1}, not {2}"),
                       {QString::number(minimum).toStdString(), QString::number(maximum).toStdString(), shownValue(value)}});
        return minimum;
    }

    std::size_t index(const char *key, std::size_t count)
    {
        const double found = number(key, 0.0, static_cast<double>(count) - 1.0);
        if (found != std::floor(found))
            fail(key, {CORE_TEXT("core", "must be a whole number, not {0}"), {QString::number(found).toStdString()}});
        return static_cast<std::size_t>(found);
    }

private:
    void wrong(const char *key, const QJsonValue &value, const char *rule)
    {
        if (m_object.contains(QLatin1String(key)))
            fail(key, {rule, {shownValue(value)}});
        else if (m_isObject)
            fail(key, {CORE_TEXT("core", "is missing"), {}});
    }
    void fail(const std::string &key, Message message)
    {
        m_issues.push_back({Severity::error, key.empty() ? m_path : m_path + "." + key, std::move(message), m_file});
    }

    bool m_isObject;
    QJsonObject m_object;
    std::string m_path;
    const std::string &m_file;
    Issues &m_issues;
};

QJsonObject objectOf(const std::string &viewState)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(viewState)).object();
}

} // namespace

ChartAnnotations annotationsOfChart(const ChartAnnotations &all, const std::string &chart)
{
    ChartAnnotations out;
    for (const ChartAnnotation &a : all)
        if (a.chart == chart)
            out.push_back(a);
    return out;
}

std::string withAnnotations(const std::string &viewState, const std::vector<ChartAnnotations> &ofScenarios)
{
    QJsonArray list;
    for (std::size_t scenario = 0; scenario < ofScenarios.size(); ++scenario)
        for (const ChartAnnotation &a : ofScenarios[scenario])
            list.append(QJsonObject{{QStringLiteral("scenario"), static_cast<qint64>(scenario)},
                                    {QStringLiteral("chart"), QString::fromStdString(a.chart)},
                                    {QStringLiteral("point"), QString::fromStdString(a.point)},
                                    {QStringLiteral("right"), a.right},
                                    {QStringLiteral("down"), a.down},
                                    {QStringLiteral("text"), QString::fromStdString(a.text)}});
    QJsonObject all = objectOf(viewState);
    if (list.isEmpty() && !all.contains(listKey))
        return viewState;
    if (list.isEmpty())
        all.remove(listKey);
    else
        all.insert(listKey, list);
    return all.isEmpty() ? std::string() : QJsonDocument(all).toJson(QJsonDocument::Compact).toStdString();
}

Result<std::vector<ChartAnnotations>> annotationsOf(const Project &project, const std::string &file)
{
    std::vector<ChartAnnotations> out(project.scenarios.size());
    if (!project.viewState.empty() && !QJsonDocument::fromJson(QByteArray::fromStdString(project.viewState)).isObject())
        return failure("viewState", {CORE_TEXT("core", "must hold a JSON object, not {0}"), {shownText(QString::fromStdString(project.viewState))}}, file);
    const QJsonValue value = objectOf(project.viewState).value(listKey);
    if (value.isUndefined())
        return out;
    if (!value.isArray())
        return failure("viewState.annotations", {CORE_TEXT("core", "must be a list, not {0}"), {shownValue(value)}}, file);
    Issues issues;
    const QJsonArray list = value.toArray();
    for (qsizetype i = 0; i < list.size(); ++i) {
        EntryReader reader(list.at(i), "viewState.annotations[" + std::to_string(i) + "]", file, issues);
        const std::size_t scenario = reader.index("scenario", out.size());
        ChartAnnotation a{reader.text("chart"), reader.text("point"), reader.number("right", -farthest, farthest),
                          reader.number("down", -farthest, farthest), reader.text("text")};
        if (issues.empty())
            out[scenario].push_back(std::move(a));
    }
    if (!issues.empty())
        return tl::unexpected(issues);
    return out;
}

Result<Project> readCheckedProject(std::string_view json, const std::string &file, ProjectRules rules)
{
    Result<Project> project = readProject(json, file, rules);
    if (!project)
        return project;
    if (const auto annotations = annotationsOf(*project, file); !annotations)
        return tl::unexpected(annotations.error());
    return project;
}

} // namespace headroom
