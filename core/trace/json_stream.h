#pragma once
// RapidJSON's reader over the blocks of a TraceInput. A handler sees one value after the other; numbers come as text, so that a
// time keeps all its digits. nlohmann's SAX reader does the same at 100 to 120 MB/s, RapidJSON's at 270 to 320 (one core, the
// 35 MB of a PyTorch record), and a record may have gigabytes.

#include "trace/input.h"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

namespace headroom {

class JsonStream
{
public:
    using Ch = char;

    explicit JsonStream(TraceInput &input) : m_input(input) { refill(); }
    Ch Peek() const { return *m_at; }
    Ch Take()
    {
        const Ch c = *m_at;
        if (++m_at == m_end)
            refill();
        return c;
    }
    std::size_t Tell() const { return m_before + static_cast<std::size_t>(m_at - m_begin); }
    // For parsing in place alone, which this is not.
    Ch *PutBegin() { return nullptr; }
    void Put(Ch) {}
    void Flush() {}
    std::size_t PutEnd(Ch *) { return 0; }

    bool atEnd() const { return m_end == &m_zero + 1; }
    // A value that goes on for `largestValue` bytes is none.
    void progressed() { m_valueFrom = m_before; }
    bool valueTooLong() const { return m_tooLong; }

    static constexpr std::size_t largestValue = 64u << 20;

private:
    void refill();

    TraceInput &m_input;
    const char m_zero = '\0'; // what a reader sees at the end
    const char *m_begin = nullptr, *m_at = nullptr, *m_end = nullptr;
    std::size_t m_before = 0, m_valueFrom = 0;
    bool m_tooLong = false;
};

// Why parsing ended early. `mayEnd`: the values up to here are whole, and the format lets them end so.
Result<void> jsonEnd(const TraceInput &input, const JsonStream &stream, const rapidjson::ParseResult &result, const std::optional<Issue> &refused,
                     bool mayEnd);

// A handler has RapidJSON's functions, `refused()`, an Issue if it returned false, and `mayEndHere()`.
template <class Handler> Result<void> parseJson(TraceInput &input, Handler &handler)
{
    constexpr unsigned flags = rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseIterativeFlag | rapidjson::kParseNanAndInfFlag
                               | rapidjson::kParseTrailingCommasFlag;
    JsonStream stream(input);
    handler.setStream(stream);
    rapidjson::Reader reader;
    const rapidjson::ParseResult result = reader.Parse<flags>(stream, handler);
    return jsonEnd(input, stream, result, handler.refused(), handler.mayEndHere());
}

} // namespace headroom
