#include "trace/json_stream.h"

namespace headroom {

void JsonStream::refill()
{
    m_before += static_cast<std::size_t>(m_end - m_begin);
    if (atEnd())
        --m_before;
    std::string_view bytes;
    if (m_before - m_valueFrom > largestValue)
        m_tooLong = true;
    else
        bytes = m_input.next();
    if (bytes.empty())
        bytes = {&m_zero, 1};
    m_begin = m_at = bytes.data();
    m_end = m_begin + bytes.size();
}

Result<void> jsonEnd(const TraceInput &input, const JsonStream &stream, const rapidjson::ParseResult &result, const std::optional<Issue> &refused,
                     bool mayEnd)
{
    if (input.problem())
        return failure(*input.problem());
    const std::string place = "byte " + std::to_string(stream.Tell());
    if (stream.valueTooLong())
        return failure(place, {CORE_TEXT("core", "one value has more than {0} bytes"), {std::to_string(JsonStream::largestValue)}}, input.file());
    if (refused)
        return failure(*refused);
    if (!result.IsError() || (stream.atEnd() && mayEnd))
        return {};
    if (stream.atEnd())
        return failure(place, {CORE_TEXT("core", "the JSON ends before it is complete: the file was cut short, or is still being written"), {}},
                       input.file());
    return failure("byte " + std::to_string(result.Offset()),
                   {CORE_TEXT("core", "not valid JSON: {0}"), {rapidjson::GetParseError_En(result.Code())}}, input.file());
}

} // namespace headroom
