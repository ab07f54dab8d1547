#include <algorithm>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "lethe/table/linkage/decide_links.h"

namespace lethe::linkage {
namespace {

std::uint64_t pair_key(std::int32_t a, std::int32_t b) {
    const auto low = static_cast<std::uint32_t>(std::min(a, b));
    const auto high = static_cast<std::uint32_t>(std::max(a, b));
    return static_cast<std::uint64_t>(low) << 32U | high;
}

}  // namespace

std::vector<WeighedPair> group_pairs(const std::vector<WeighedPair>& pairs, double link,
                                     std::int64_t rows) {
    std::unordered_map<std::uint64_t, std::size_t> known;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        known.emplace(pair_key(pairs[i].left, pairs[i].right), i);
        if (pairs[i].probability >= link) order.push_back(i);
    }
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        if (pairs[a].probability != pairs[b].probability) {
            return pairs[a].probability > pairs[b].probability;
        }
        return pairs[a].bits != pairs[b].bits ? pairs[a].bits > pairs[b].bits : a < b;
    });
    const auto size = static_cast<std::size_t>(rows);
    std::vector<std::int32_t> group(size);
    std::iota(group.begin(), group.end(), std::int32_t{0});
    std::unordered_map<std::int32_t, std::vector<std::int32_t>> members;
    const auto members_of = [&](std::int32_t g) -> std::vector<std::int32_t>& {
        return members.try_emplace(g, std::vector<std::int32_t>{g}).first->second;
    };
    for (const std::size_t i : order) {
        std::int32_t a = group[static_cast<std::size_t>(pairs[i].left)];
        std::int32_t b = group[static_cast<std::size_t>(pairs[i].right)];
        if (a == b) continue;
        members_of(a);
        members_of(b);
        if (members_of(a).size() < members_of(b).size()) std::swap(a, b);
        auto& larger = members.at(a);
        auto& smaller = members.at(b);
        double sum = 0;
        for (const std::int32_t x : larger) {
            for (const std::int32_t y : smaller) {
                const auto place = known.find(pair_key(x, y));
                if (place != known.end()) sum += pairs[place->second].probability;
            }
        }
        if (sum < 0.5 * link * static_cast<double>(larger.size() * smaller.size())) continue;
        for (const std::int32_t y : smaller) {
            group[static_cast<std::size_t>(y)] = a;
            larger.push_back(y);
        }
        members.erase(b);
    }
    std::vector<WeighedPair> together;
    for (const auto& [g, rows_of_group] : members) {
        for (std::size_t i = 0; i < rows_of_group.size(); ++i) {
            for (std::size_t j = i + 1; j < rows_of_group.size(); ++j) {
                const std::int32_t a = std::min(rows_of_group[i], rows_of_group[j]);
                const std::int32_t b = std::max(rows_of_group[i], rows_of_group[j]);
                const auto place = known.find(pair_key(a, b));
                together.push_back(place != known.end() ? pairs[place->second]
                                                        : WeighedPair{a, b, 0, 0});
            }
        }
    }
    std::ranges::sort(together, {},
                      [](const WeighedPair& pair) { return std::pair(pair.left, pair.right); });
    return together;
}

}  // namespace lethe::linkage
