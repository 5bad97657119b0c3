#pragma once
// Protobuf's wire format, written by hand: what a reader of generated code is tested with.

#include <cstdint>
#include <cstring>
#include <string>

namespace headroom::testing {

inline std::string varint(std::uint64_t value)
{
    std::string out;
    for (; value >= 0x80; value >>= 7)
        out += static_cast<char>((value & 0x7f) | 0x80);
    return out + static_cast<char>(value);
}

// Field `number` as a varint, as text or a message, as a double.
inline std::string field(unsigned number, std::uint64_t value) { return varint(number << 3) + varint(value); }
inline std::string field(unsigned number, const std::string &bytes) { return varint(number << 3 | 2) + varint(bytes.size()) + bytes; }
inline std::string doubleField(unsigned number, double value)
{
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value); // little endian, as all machines this runs on
    return varint(number << 3 | 1) + bytes;
}

} // namespace headroom::testing
