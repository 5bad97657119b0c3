#include "trace/input.h"

#include "base/regular_file.h"
#include "trace/blocks.h"

#include <filesystem>

namespace headroom {

namespace {

constexpr std::size_t headBytes = 256u << 10;
// Below this a thread costs more than it saves.
constexpr std::uint64_t threadFrom = 1u << 20;

bool isGzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::unique_ptr<TraceBlocks> source(const std::string &file, const std::optional<std::string_view> &bytes)
{
    return bytes ? memoryBlocks(*bytes) : fileBlocks(file);
}

} // namespace

TraceInput::TraceInput(std::string file, std::optional<std::string_view> bytes, std::uint64_t size, const TraceReadOptions &options)
    : m_file(std::move(file)), m_bytes(bytes), m_size(size), m_options(options)
{
}

Result<TraceInput> TraceInput::open(const std::string &path, const TraceReadOptions &options)
{
    if (const Result<void> regular = checkRegularFile(path); !regular)
        return tl::unexpected(regular.error());
    std::error_code error;
    TraceInput input(path, std::nullopt, std::filesystem::file_size(path, error), options);
    if (auto started = input.start(); !started)
        return tl::unexpected(started.error());
    return input;
}

Result<TraceInput> TraceInput::ofBytes(std::string_view bytes, const std::string &name, const TraceReadOptions &options)
{
    TraceInput input(name, bytes, bytes.size(), options);
    if (auto started = input.start(); !started)
        return tl::unexpected(started.error());
    return input;
}

Result<void> TraceInput::start()
{
    if (m_size == 0)
        return failure("byte 0", {CORE_TEXT("core", "is empty: 0 bytes"), {}}, m_file);
    m_blocks = source(m_file, m_bytes);
    TraceBlock first;
    m_packed = m_blocks->next(first) && isGzip(first.bytes);
    rewind();
    while (m_head.size() < headBytes && fill(m_block))
        m_head += m_block.bytes;
    m_block.bytes.clear();
    if (m_head.empty() && problem())
        return failure(*problem());
    rewind();
    return {};
}

void TraceInput::rewind()
{
    m_blocks = source(m_file, m_bytes);
    if (m_packed)
        m_blocks = inflatedBlocks(std::move(m_blocks));
    if (m_size > threadFrom && !m_head.empty())
        m_blocks = threadedBlocks(std::move(m_blocks));
    m_ended = m_stopped = false;
}

bool TraceInput::fill(TraceBlock &block)
{
    if (m_options.stop.stop_requested())
        m_stopped = true;
    return !m_stopped && m_blocks->next(block);
}

std::string_view TraceInput::next()
{
    if (m_ended || !fill(m_block)) {
        m_ended = true;
        return {};
    }
    if (m_options.progress)
        m_options.progress(m_block.fileBytes, m_size);
    return m_block.bytes;
}

std::optional<Issue> TraceInput::problem() const
{
    if (m_stopped)
        return Issue{Severity::error, {}, {CORE_TEXT("core", "reading was stopped"), {}}, m_file};
    if (!m_blocks->problem())
        return std::nullopt;
    Issue issue = *m_blocks->problem();
    issue.file = m_file;
    return issue;
}

} // namespace headroom
