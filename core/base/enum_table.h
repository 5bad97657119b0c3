#pragma once
// One row per enumerator: the stable key (JSON, --set, columns) and the label a person reads. Each enum has one
// table, declared beside it as `std::span<const EnumRow> rowsOf(E)` and indexed by the enumerator's value.

#include <optional>
#include <span>
#include <string_view>

namespace headroom {

struct EnumRow
{
    const char *key;
    const char *label; // CORE_TEXT
    const char *help = "";
};

template <class E> const char *keyOf(E e) { return rowsOf(E{})[static_cast<std::size_t>(e)].key; }
template <class E> const char *labelOf(E e) { return rowsOf(E{})[static_cast<std::size_t>(e)].label; }
template <class E> std::optional<E> fromKey(std::string_view key)
{
    const auto rows = rowsOf(E{});
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (key == rows[i].key)
            return static_cast<E>(i);
    return std::nullopt;
}

} // namespace headroom
