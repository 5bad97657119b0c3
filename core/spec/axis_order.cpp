#include "spec/axis_order.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {
namespace {

// Cuts the next piece off a text; blanks around it do not count.
std::string_view nextPiece(std::string_view &text, char separator)
{
    const std::size_t end = std::min(text.find(separator), text.size());
    std::string_view piece = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (piece.starts_with(' '))
        piece.remove_prefix(1);
    while (piece.ends_with(' '))
        piece.remove_suffix(1);
    return piece;
}

Message orderRule(std::string_view text)
{
    return {CORE_TEXT("core", "must name every axis once, innermost first, as tp-cp-ep-fsdp-pp-dp, not \"{0}\""), {std::string(text)}};
}

} // namespace

tl::expected<AxisOrder, Message> parseAxisOrder(std::string_view text)
{
    if (text.empty())
        return innermostFirst;
    AxisOrder order{};
    unsigned named = 0;
    std::string_view left = text;
    for (Axis &place : order) {
        const std::optional<Axis> axis = fromKey<Axis>(nextPiece(left, '-'));
        if (!axis || (named >> static_cast<unsigned>(*axis) & 1u))
            return tl::unexpected(orderRule(text));
        named |= 1u << static_cast<unsigned>(*axis);
        place = *axis;
    }
    if (!left.empty() || text.ends_with('-'))
        return tl::unexpected(orderRule(text));
    return order;
}

tl::expected<unsigned, Message> parseTorusDims(std::string_view text, std::int64_t dims)
{
    unsigned set = 0;
    for (const char letter : text) {
        const int dim = letter - 'x';
        if (dim < 0 || dim >= dims || dim > 2 || (set >> dim & 1u))
            return tl::unexpected(Message{CORE_TEXT("core", "must name dimensions of the torus, each once, by x, y, z; it has {0}: not \"{1}\""),
                                          {std::to_string(dims), std::string(text)}});
        set |= 1u << dim;
    }
    return set;
}

tl::expected<TorusAxes, Message> parseTorusAxes(std::string_view text, std::int64_t dims)
{
    TorusAxes out{};
    for (std::string_view left = text; !left.empty();) {
        std::string_view piece = nextPiece(left, ',');
        const std::optional<Axis> axis = fromKey<Axis>(nextPiece(piece, '='));
        const std::string_view letters = nextPiece(piece, ',');
        if (!axis || letters.empty() || out[static_cast<std::size_t>(*axis)] != 0)
            return tl::unexpected(Message{CORE_TEXT("core", "must give axes their dimensions, each axis once, as tp=x, ep=yz, not \"{0}\""),
                                          {std::string(text)}});
        const auto set = parseTorusDims(letters, dims);
        if (!set)
            return tl::unexpected(set.error());
        out[static_cast<std::size_t>(*axis)] = *set;
    }
    return out;
}

} // namespace headroom
