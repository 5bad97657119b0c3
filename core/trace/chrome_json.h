#pragma once
// The JSON of a Chrome trace as a stream of events: {"traceEvents": [{"ph": "X", …}, …], "deviceProperties": …}, or the array alone.

#include "base/result.h"
#include "trace/chrome_event.h"
#include "trace/json_stream.h"

#include <functional>

namespace headroom {

class ChromeJson : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, ChromeJson>
{
public:
    // `take` gets every event; false ends the reading with the Issue of `refusal`.
    ChromeJson(std::string file, std::function<bool(const ChromeEvent &)> take, std::function<std::optional<Issue>()> refusal);

    const ChromeHeader &header() const { return m_header; }

    // Of parseJson
    void setStream(JsonStream &stream) { m_stream = &stream; }
    std::optional<Issue> refused() const;
    // An array of events need not be closed.
    bool mayEndHere() const { return m_places.size() == 1 && m_places.back() == Place::events; }

    // Of RapidJSON
    bool Null() { return scalar({}, false); }
    bool Bool(bool value) { return scalar(value ? "true" : "false", false); }
    bool RawNumber(const char *text, rapidjson::SizeType length, bool) { return scalar({text, length}, true); }
    bool String(const char *text, rapidjson::SizeType length, bool) { return scalar({text, length}, false); }
    bool Key(const char *text, rapidjson::SizeType length, bool);
    bool StartObject() { return open('{'); }
    bool EndObject(rapidjson::SizeType) { return close('}'); }
    bool StartArray() { return open('['); }
    bool EndArray(rapidjson::SizeType) { return close(']'); }

private:
    enum class Place : std::uint8_t { top, events, event, args, value, devices, device, distributed, other };
    static constexpr std::size_t deepest = 256;

    Place inside(char bracket) const;
    bool open(char bracket);
    bool close(char bracket);
    bool scalar(std::string_view text, bool isNumber);
    void eventField(std::string_view text);
    void argument(std::string_view text, bool isNumber);
    void appendNested(std::string_view text);

    std::string m_file;
    std::function<bool(const ChromeEvent &)> m_take;
    std::function<std::optional<Issue>()> m_refusal;
    JsonStream *m_stream = nullptr;
    ChromeHeader m_header;
    ChromeEvent m_event;
    std::vector<Place> m_places;
    std::string m_key;                  // of the top or of a small object
    std::string *m_field = nullptr;     // of the event, that the next scalar belongs to
    std::size_t m_arg = 0;              // of the event, ChromeArg::count for one that is not wanted
    std::string m_argName;
    bool m_tooDeep = false;
};

} // namespace headroom
