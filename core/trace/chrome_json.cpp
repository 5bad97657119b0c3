#include "trace/chrome_json.h"

#include <algorithm>
#include <iterator>

namespace headroom {

namespace {

struct ArgRow
{
    std::string_view name;
    ChromeArg arg;
};

// Kineto's are those of its output_json.cpp and of torch's profiler_kineto.cpp and ParamCommsUtils; XLA's are stat types of its
// xplane_schema.cpp.
constexpr ArgRow argRows[] = {
    {"name", ChromeArg::name},
    {"labels", ChromeArg::labels},
    {"correlation", ChromeArg::correlation},
    {"device", ChromeArg::device},
    {"bytes", ChromeArg::bytes},
    {"flops", ChromeArg::flops},
    {"Input Dims", ChromeArg::inputDims},
    {"Input dims", ChromeArg::inputDims},
    {"Collective name", ChromeArg::collective},
    {"In msg nelems", ChromeArg::inElements},
    {"Out msg nelems", ChromeArg::outElements},
    {"Group size", ChromeArg::groupSize},
    {"dtype", ChromeArg::dtype},
    {"Process Group Name", ChromeArg::groupName},
    {"Process Group Ranks", ChromeArg::groupRanks},
    {"Total Allocated", ChromeArg::allocated},
    {"Total Reserved", ChromeArg::reserved},
    {"Device Id", ChromeArg::deviceId},
    {"hlo_category", ChromeArg::hloCategory},
    {"model_flops", ChromeArg::modelFlops},
    {"bytes_accessed", ChromeArg::bytesAccessed},
    {"long_name", ChromeArg::longName},
    {"tf_op", ChromeArg::tfOp},
    {"hlo_module", ChromeArg::hloModule},
    {"hlo_op", ChromeArg::hloOp},
};

// A text of shapes that is longer is cut; counters of an event and devices beyond these are not read.
constexpr std::size_t longestText = 1u << 20, mostNumbers = 256, mostDevices = 4096;
constexpr auto noArg = static_cast<std::size_t>(ChromeArg::count);

std::size_t argOf(std::string_view name)
{
    const auto row = std::ranges::find(argRows, name, &ArgRow::name);
    return row == std::end(argRows) ? noArg : static_cast<std::size_t>(row->arg);
}

struct FieldRow
{
    std::string_view name;
    std::string ChromeEvent::*field;
};
constexpr FieldRow fieldRows[] = {
    {"ph", &ChromeEvent::phase},   {"name", &ChromeEvent::name}, {"cat", &ChromeEvent::category}, {"pid", &ChromeEvent::process},
    {"tid", &ChromeEvent::thread}, {"ts", &ChromeEvent::start},  {"dur", &ChromeEvent::duration},
};

} // namespace

void ChromeEvent::clear()
{
    for (std::string *text : {&phase, &name, &category, &process, &thread, &start, &duration})
        text->clear();
    given = 0;
    numbers.clear();
}

ChromeJson::ChromeJson(std::string file, std::function<bool(const ChromeEvent &)> take, std::function<std::optional<Issue>()> refusal)
    : m_file(std::move(file)), m_take(std::move(take)), m_refusal(std::move(refusal))
{
}

std::optional<Issue> ChromeJson::refused() const
{
    if (m_tooDeep)
        return Issue{Severity::error, "byte " + std::to_string(m_stream->Tell()),
                     {CORE_TEXT("core", "JSON within JSON more than {0} levels deep"), {std::to_string(deepest)}}, m_file};
    return m_refusal();
}

bool ChromeJson::Key(const char *text, rapidjson::SizeType length, bool)
{
    const std::string_view key(text, length);
    m_stream->progressed();
    switch (m_places.back()) {
    case Place::event: {
        const auto row = std::ranges::find(fieldRows, key, &FieldRow::name);
        m_field = row == std::end(fieldRows) ? nullptr : &(m_event.*row->field);
        m_key = key;
        break;
    }
    case Place::args:
        m_arg = argOf(key);
        m_argName = key;
        break;
    case Place::value:
        appendNested(key);
        break;
    default:
        m_key = key;
    }
    return true;
}

ChromeJson::Place ChromeJson::inside(char bracket) const
{
    const bool object = bracket == '{';
    if (m_places.empty())
        return object ? Place::top : Place::events;
    switch (m_places.back()) {
    case Place::top:
        if (m_key == "traceEvents" && !object)
            return Place::events;
        if (m_key == "deviceProperties" && !object)
            return Place::devices;
        return m_key == "distributedInfo" && object ? Place::distributed : Place::other;
    case Place::events:
        return object ? Place::event : Place::other;
    case Place::devices:
        return object ? Place::device : Place::other;
    case Place::event:
        return m_key == "args" && object ? Place::args : Place::other;
    case Place::args:
        return m_arg != noArg ? Place::value : Place::other;
    case Place::value:
        return Place::value;
    default:
        return Place::other;
    }
}

bool ChromeJson::open(char bracket)
{
    const Place place = inside(bracket);
    if (m_places.size() == deepest) {
        m_tooDeep = true;
        return false;
    }
    switch (place) {
    case Place::events:
        m_header.hasEvents = true;
        break;
    case Place::event:
        m_event.clear();
        m_field = nullptr;
        break;
    case Place::device:
        if (m_header.devices.size() < mostDevices)
            m_header.devices.emplace_back();
        break;
    case Place::value: {
        std::string &text = m_event.args[m_arg];
        if (m_places.back() == Place::args) {
            text.clear();
            m_event.given |= 1U << m_arg;
        } else if (!text.empty() && text.back() != '[' && text.back() != '{') {
            text += ", ";
        }
        if (text.size() <= longestText)
            text += bracket;
        break;
    }
    default:
        break;
    }
    m_places.push_back(place);
    return true;
}

bool ChromeJson::close(char bracket)
{
    const Place place = m_places.back();
    m_places.pop_back();
    m_stream->progressed();
    if (place == Place::value && m_event.args[m_arg].size() <= longestText)
        m_event.args[m_arg] += bracket;
    return place != Place::event || m_take(m_event);
}

void ChromeJson::appendNested(std::string_view text)
{
    std::string &to = m_event.args[m_arg];
    if (to.size() > longestText)
        return;
    if (to.back() != '[' && to.back() != '{')
        to += ", ";
    to += text;
}

void ChromeJson::argument(std::string_view text, bool isNumber)
{
    if (m_arg != noArg) {
        m_event.args[m_arg] = text;
        m_event.given |= 1U << m_arg;
    }
    if (isNumber && m_event.phase == "C" && m_event.numbers.size() < mostNumbers)
        m_event.numbers.emplace_back(m_argName, text);
}

bool ChromeJson::scalar(std::string_view text, bool isNumber)
{
    m_stream->progressed();
    if (m_places.empty())
        return true;
    switch (m_places.back()) {
    case Place::event:
        if (m_field != nullptr)
            *m_field = text;
        break;
    case Place::args:
        argument(text, isNumber);
        break;
    case Place::value:
        appendNested(text);
        break;
    case Place::top:
        if (m_key == "baseTimeNanoseconds")
            m_header.baseTime = text;
        else if (m_key == "schemaVersion")
            m_header.schemaVersion = text;
        break;
    case Place::device: {
        ChromeDevice &device = m_header.devices.back();
        if (std::string *to = m_key == "id" ? &device.id : m_key == "name" ? &device.name : m_key == "totalGlobalMem" ? &device.memory : nullptr)
            *to = text;
        break;
    }
    case Place::distributed:
        if (m_key == "rank")
            m_header.rank = text;
        else if (m_key == "world_size")
            m_header.worldSize = text;
        break;
    default:
        break;
    }
    return true;
}

} // namespace headroom
