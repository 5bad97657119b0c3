#include "trace/wire_input.h"

#include <algorithm>
#include <string>

namespace headroom {

namespace {

enum WireType { varint = 0, fixed64 = 1, delimited = 2, fixed32 = 5 };

// One event, its texts and its stats; plane and lines are not read as one.
constexpr int largestMessage = 64 << 20;

} // namespace

bool WireBlocks::Next(const void **data, int *size)
{
    if (m_left == 0) {
        m_block = m_input.next();
        m_left = m_block.size();
        m_read += static_cast<std::int64_t>(m_left);
    }
    if (m_left == 0)
        return false;
    *data = m_block.data() + (m_block.size() - m_left);
    *size = static_cast<int>(m_left);
    m_left = 0;
    return true;
}

bool WireBlocks::Skip(int count)
{
    const void *data = nullptr;
    for (int size = 0; count > 0; count -= size) {
        if (!Next(&data, &size))
            return false;
        if (size > count) {
            BackUp(size - count);
            return true;
        }
    }
    return true;
}

bool WireInput::fail(const char *pattern, const std::string &value)
{
    if (!m_problem)
        m_problem = Issue{Severity::error, "byte " + std::to_string(place()), {pattern, {value}}, m_input.file()};
    return false;
}

Issue WireInput::problem() const { return m_input.problem() ? *m_input.problem() : m_problem.value_or(Issue{}); }

bool WireInput::more()
{
    const int left = m_coded.BytesUntilLimit();
    if (left >= 0) // within a message
        return left > 0;
    const void *data = nullptr;
    int size = 0;
    return m_coded.GetDirectBufferPointer(&data, &size) && size > 0;
}

std::uint32_t WireInput::tag()
{
    m_tag = m_coded.ReadTag();
    if (m_tag >> 3 == 0)
        fail(CORE_TEXT("core", "no protobuf field starts here: tag {0}"), std::to_string(m_tag));
    return m_tag >> 3;
}

bool WireInput::is(int wireType)
{
    const int found = static_cast<int>(m_tag & 7U);
    return found == wireType
           || fail(CORE_TEXT("core", "a protobuf field has the wrong type or starts in the middle of another: {0}"),
                   "field " + std::to_string(m_tag >> 3) + ", type " + std::to_string(found));
}

bool WireInput::length(int &bytes)
{
    std::uint32_t stated = 0;
    if (!is(delimited) || !m_coded.ReadVarint32(&stated))
        return fail(CORE_TEXT("core", "the protobuf data ends within field {0}"), std::to_string(m_tag >> 3));
    const int left = m_coded.BytesUntilLimit();
    const std::int64_t ofFile = m_input.packed() ? std::int64_t(1) << 31 : static_cast<std::int64_t>(m_input.fileSize()) - place();
    const std::int64_t most = left >= 0 ? std::min<std::int64_t>(left, ofFile) : ofFile;
    if (stated > most)
        return fail(CORE_TEXT("core", "a protobuf field claims more bytes than are left: {0}"),
                    std::to_string(stated) + " > " + std::to_string(most));
    bytes = static_cast<int>(stated);
    return true;
}

std::optional<google::protobuf::io::CodedInputStream::Limit> WireInput::enter()
{
    int bytes = 0;
    if (!length(bytes))
        return std::nullopt;
    return m_coded.PushLimit(bytes);
}

bool WireInput::number(std::int64_t &value)
{
    std::uint64_t read = 0;
    if (!is(varint))
        return false;
    if (!m_coded.ReadVarint64(&read))
        return fail(CORE_TEXT("core", "the protobuf data ends within field {0}"), std::to_string(m_tag >> 3));
    value = static_cast<std::int64_t>(read);
    return true;
}

bool WireInput::text(std::string &value)
{
    int bytes = 0;
    if (!length(bytes))
        return false;
    if (bytes > largestMessage)
        return fail(CORE_TEXT("core", "a text or an event has more than 64 MiB: {0}"), std::to_string(bytes));
    return m_coded.ReadString(&value, bytes) || fail(CORE_TEXT("core", "the protobuf data ends within field {0}"), std::to_string(m_tag >> 3));
}

bool WireInput::parsed(google::protobuf::MessageLite &value)
{
    int bytes = 0;
    if (!length(bytes))
        return false;
    if (bytes > largestMessage)
        return fail(CORE_TEXT("core", "a text or an event has more than 64 MiB: {0}"), std::to_string(bytes));
    const auto outer = m_coded.PushLimit(bytes);
    const bool good = value.ParseFromCodedStream(&m_coded) && m_coded.BytesUntilLimit() == 0;
    m_coded.PopLimit(outer);
    return good || fail(CORE_TEXT("core", "the fields of a protobuf message do not fit its length: {0}"), std::to_string(bytes));
}

bool WireInput::skip()
{
    const int type = static_cast<int>(m_tag & 7U);
    int bytes = type == fixed64 ? 8 : type == fixed32 ? 4 : 0;
    std::int64_t ignored = 0;
    if (type == varint)
        return number(ignored);
    if (type != fixed64 && type != fixed32 && !length(bytes))
        return false;
    return m_coded.Skip(bytes) || fail(CORE_TEXT("core", "the protobuf data ends within field {0}"), std::to_string(m_tag >> 3));
}

} // namespace headroom
