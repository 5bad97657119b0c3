#pragma once
// Protobuf's wire format over the blocks of a TraceInput, field by field. Lengths that reach beyond what holds them, unknown wire
// types and ends within a field are errors with their byte.

#include "trace/input.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream.h>
#include <google/protobuf/message_lite.h>

namespace headroom {

class WireBlocks : public google::protobuf::io::ZeroCopyInputStream
{
public:
    explicit WireBlocks(TraceInput &input) : m_input(input) {}
    bool Next(const void **data, int *size) override;
    void BackUp(int count) override { m_left = static_cast<std::size_t>(count); }
    bool Skip(int count) override;
    int64_t ByteCount() const override { return m_read - static_cast<std::int64_t>(m_left); }

private:
    TraceInput &m_input;
    std::string_view m_block;
    std::size_t m_left = 0; // of m_block
    std::int64_t m_read = 0;
};

class WireInput
{
public:
    explicit WireInput(TraceInput &input) : m_input(input), m_blocks(input), m_coded(&m_blocks) {}

    // Calls field(number) for every field up to the end of the message; it reads the field with one of the functions below.
    // False after the first failure.
    template <class Field> bool message(const Field &field)
    {
        while (more()) {
            const std::uint32_t number = tag();
            if (number == 0 || !field(number))
                return false;
        }
        return !m_problem;
    }
    // A field that is a message, read by `read`.
    template <class Read> bool within(const Read &read)
    {
        const auto outer = enter();
        if (!outer || !read())
            return false;
        m_coded.PopLimit(*outer);
        return true;
    }
    bool number(std::int64_t &value);
    bool text(std::string &value);
    bool parsed(google::protobuf::MessageLite &value); // all of it
    bool skip();

    std::int64_t place() const { return m_coded.CurrentPosition(); }
    Issue problem() const; // why a call returned false
    bool fail(const char *pattern, const std::string &value);

private:
    bool more();
    std::uint32_t tag(); // 0: none, and a problem
    bool is(int wireType);
    bool length(int &bytes);
    std::optional<google::protobuf::io::CodedInputStream::Limit> enter();

    TraceInput &m_input;
    WireBlocks m_blocks;
    google::protobuf::io::CodedInputStream m_coded;
    std::uint32_t m_tag = 0;
    std::optional<Issue> m_problem;
};

} // namespace headroom
