#pragma once
// The bytes of a trace file, one block after the other, inflated where the file is gzip. A large file is read and inflated by a
// second thread while the first one parses; of either only a few blocks are in memory.

#include "base/result.h"
#include "trace/read_options.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

struct TraceBlock
{
    std::string bytes;
    std::uint64_t fileBytes = 0; // of the file, read when the block was filled
};

// Where blocks come from.
class TraceBlocks
{
public:
    virtual ~TraceBlocks() = default;
    // Fills `block`; false at the end, or when `problem` says why there is no more.
    virtual bool next(TraceBlock &block) = 0;
    const std::optional<Issue> &problem() const { return m_problem; }

protected:
    std::optional<Issue> m_problem; // without a file
};

class TraceInput
{
public:
    // Errors: the file is missing, unreadable, no regular file, or empty.
    static Result<TraceInput> open(const std::string &path, const TraceReadOptions &options);
    // Bytes in memory as if they were the file `name`; they must outlive the input.
    static Result<TraceInput> ofBytes(std::string_view bytes, const std::string &name, const TraceReadOptions &options);

    // The first 256 KiB, or all of a shorter file.
    const std::string &head() const { return m_head; }
    // The following bytes, from the first of the file on; valid until the next call. Empty at the end and after a problem.
    std::string_view next();
    // Starts again at the first byte.
    void rewind();

    // Why next() ended early: unreadable, broken gzip, too much gzip, stopped.
    std::optional<Issue> problem() const;
    bool ended() const { return m_ended; }
    bool packed() const { return m_packed; } // gzip
    std::uint64_t fileSize() const { return m_size; }
    const std::string &file() const { return m_file; }
    // The bytes of ofBytes; nothing for a file.
    std::optional<std::string_view> memory() const { return m_bytes; }
    const TraceReadOptions &options() const { return m_options; }

private:
    TraceInput(std::string file, std::optional<std::string_view> bytes, std::uint64_t size, const TraceReadOptions &options);
    Result<void> start();
    bool fill(TraceBlock &block);

    std::string m_file;
    std::optional<std::string_view> m_bytes;
    std::uint64_t m_size = 0;
    TraceReadOptions m_options;
    bool m_packed = false, m_ended = false, m_stopped = false;
    std::unique_ptr<TraceBlocks> m_blocks;
    std::string m_head;
    TraceBlock m_block;
};

} // namespace headroom
