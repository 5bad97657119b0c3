#include "trace/chrome_json.h"
#include "trace/chrome_trace.h"
#include "trace/readers.h"

#include <algorithm>

namespace headroom {

namespace {

bool holdsAny(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

} // namespace

bool isChromeJson(std::string_view head)
{
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (head[first] == '{' || head[first] == '[');
}

bool isXlaJson(std::string_view head) { return isChromeJson(head) && holdsAny(head, {"\"/device:", "\"/host:CPU", "\"XLA Ops\""}); }

bool isKinetoJson(std::string_view head)
{
    return isChromeJson(head)
           && holdsAny(head, {"\"deviceProperties\"", "\"cpu_op\"", "\"user_annotation\"", "\"torch_profiler_kwargs\"", "\"cuda_runtime\"", "\"kernel\""});
}

Result<Trace> readChromeJson(TraceInput &input, const TraceReader &reader)
{
    ChromeTrace trace(reader.key, input.file(), input.options());
    ChromeJson json(input.file(), [&trace](const ChromeEvent &event) { return trace.take(event); }, [&trace] { return trace.problem(); });
    if (auto parsed = parseJson(input, json); !parsed)
        return tl::unexpected(parsed.error());
    return trace.finish(json.header());
}

} // namespace headroom
