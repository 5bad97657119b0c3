#include "trace/blocks.h"

#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <zlib.h>

namespace headroom {

namespace {

struct CloseFile
{
    void operator()(std::FILE *file) const { std::fclose(file); }
};

class FileBlocks : public TraceBlocks
{
public:
    explicit FileBlocks(const std::string &path) : m_file(std::fopen(path.c_str(), "rb"))
    {
        if (!m_file)
            m_problem = Issue{Severity::error, {}, {CORE_TEXT("core", "cannot be read"), {}}, {}};
    }
    bool next(TraceBlock &block) override
    {
        if (m_problem)
            return false;
        block.bytes.resize(traceBlockBytes);
        block.bytes.resize(std::fread(block.bytes.data(), 1, traceBlockBytes, m_file.get()));
        block.fileBytes = m_read += block.bytes.size();
        if (std::ferror(m_file.get()) != 0)
            m_problem = Issue{Severity::error, {}, {CORE_TEXT("core", "cannot be read"), {}}, {}};
        return !block.bytes.empty() && !m_problem;
    }

private:
    std::unique_ptr<std::FILE, CloseFile> m_file;
    std::uint64_t m_read = 0;
};

class MemoryBlocks : public TraceBlocks
{
public:
    explicit MemoryBlocks(std::string_view bytes) : m_bytes(bytes) {}
    bool next(TraceBlock &block) override
    {
        block.bytes = m_bytes.substr(m_read, traceBlockBytes);
        block.fileBytes = m_read += block.bytes.size();
        return !block.bytes.empty();
    }

private:
    std::string_view m_bytes;
    std::size_t m_read = 0;
};

class InflatedBlocks : public TraceBlocks
{
public:
    explicit InflatedBlocks(std::unique_ptr<TraceBlocks> packed) : m_packed(std::move(packed))
    {
        std::memset(&m_stream, 0, sizeof m_stream);
        inflateInit2(&m_stream, 15 + 16); // the largest window, gzip headers
    }
    ~InflatedBlocks() override { inflateEnd(&m_stream); }
    InflatedBlocks(const InflatedBlocks &) = delete;
    InflatedBlocks &operator=(const InflatedBlocks &) = delete;

    bool next(TraceBlock &block) override
    {
        block.bytes.resize(traceBlockBytes);
        m_stream.next_out = reinterpret_cast<Bytef *>(block.bytes.data());
        m_stream.avail_out = traceBlockBytes;
        while (m_stream.avail_out > 0 && !m_problem && !m_done)
            step();
        block.bytes.resize(traceBlockBytes - m_stream.avail_out);
        block.fileBytes = m_in.fileBytes;
        m_made += block.bytes.size();
        if (m_made > bombBytes && m_made > bombRatio * m_in.fileBytes)
            fail({CORE_TEXT("core", "unpacks to more than {0} times its size: no profiler's record does"), {std::to_string(bombRatio)}});
        return !block.bytes.empty() && !m_problem;
    }

private:
    std::uint64_t place() const { return m_in.fileBytes - m_stream.avail_in; }
    void fail(Message message) { m_problem = Issue{Severity::error, "byte " + std::to_string(place()), std::move(message), {}}; }

    void step()
    {
        if (m_stream.avail_in == 0) {
            if (!m_packed->next(m_in)) {
                m_problem = m_packed->problem();
                if (!m_problem && !m_between)
                    fail({CORE_TEXT("core", "the gzip data ends before it is complete: the file was cut short, or is still being written"), {}});
                m_done = true;
                return;
            }
            m_stream.next_in = reinterpret_cast<Bytef *>(m_in.bytes.data());
            m_stream.avail_in = static_cast<uInt>(m_in.bytes.size());
        }
        if (m_between) { // another member, or zeros that tar and disks append
            if (*m_stream.next_in != 0x1f) {
                m_done = true;
                return;
            }
            inflateReset(&m_stream);
            m_between = false;
        }
        const int code = inflate(&m_stream, Z_NO_FLUSH);
        if (code == Z_STREAM_END)
            m_between = true;
        else if (code != Z_OK && code != Z_BUF_ERROR)
            fail({CORE_TEXT("core", "the gzip data is broken: {0}"), {m_stream.msg == nullptr ? "inflate " + std::to_string(code) : m_stream.msg}});
    }

    std::unique_ptr<TraceBlocks> m_packed;
    z_stream m_stream;
    TraceBlock m_in;
    std::uint64_t m_made = 0;
    bool m_between = false, m_done = false;
};

class ThreadedBlocks : public TraceBlocks
{
public:
    explicit ThreadedBlocks(std::unique_ptr<TraceBlocks> from) : m_from(std::move(from)), m_thread([this](const std::stop_token &stop) { run(stop); }) {}

    bool next(TraceBlock &block) override
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_ready.empty() || m_done; });
        if (m_ready.empty()) {
            m_problem = m_from->problem();
            return false;
        }
        std::swap(block, m_ready.front());
        m_ready.pop_front();
        m_changed.notify_all();
        return true;
    }

private:
    static constexpr std::size_t ahead = 4;

    void run(const std::stop_token &stop)
    {
        for (bool more = true; more && !stop.stop_requested();) {
            TraceBlock block;
            more = m_from->next(block);
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return m_ready.size() < ahead; }))
                return;
            if (more)
                m_ready.push_back(std::move(block));
            else
                m_done = true;
            m_changed.notify_all();
        }
    }

    std::unique_ptr<TraceBlocks> m_from;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<TraceBlock> m_ready;
    bool m_done = false;
    std::jthread m_thread; // last: it stops before what it uses goes
};

} // namespace

std::unique_ptr<TraceBlocks> fileBlocks(const std::string &path) { return std::make_unique<FileBlocks>(path); }
std::unique_ptr<TraceBlocks> memoryBlocks(std::string_view bytes) { return std::make_unique<MemoryBlocks>(bytes); }
std::unique_ptr<TraceBlocks> inflatedBlocks(std::unique_ptr<TraceBlocks> packed)
{
    return std::make_unique<InflatedBlocks>(std::move(packed));
}
std::unique_ptr<TraceBlocks> threadedBlocks(std::unique_ptr<TraceBlocks> blocks)
{
    return std::make_unique<ThreadedBlocks>(std::move(blocks));
}

} // namespace headroom
