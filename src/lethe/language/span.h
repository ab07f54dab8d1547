// A piece of a text: the bytes from `begin` up to, not including, `end`.
#pragma once

#include <cstdint>
#include <string_view>

namespace lethe::language {

struct Span {
    std::int64_t begin = 0;
    std::int64_t end = 0;

    std::int64_t size() const { return end - begin; }
    bool empty() const { return end <= begin; }
    bool overlaps(const Span& other) const { return begin < other.end && other.begin < end; }
    bool covers(const Span& other) const { return begin <= other.begin && other.end <= end; }
    std::string_view of(std::string_view text) const {
        return text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(size()));
    }
    friend auto operator<=>(const Span&, const Span&) = default;
};

}  // namespace lethe::language
