#include "lethe/algo/statistics/item_combinations.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/data/key_numbers.h"

namespace lethe {
namespace {

constexpr int kItemBits = 21;
constexpr std::int64_t kMostCombinations = 200'000'000;

// visit(key) for every choice of `size` items.
template <class Visit>
void for_each_choice(const std::vector<Item>& items, std::size_t size, Visit&& visit) {
    const auto choose = [&](const auto& self, std::size_t from, std::size_t left,
                            std::uint64_t key) -> void {
        if (left == 0) return visit(key);
        for (std::size_t i = from; i + left <= items.size(); ++i) {
            self(self, i + 1, left - 1, key << kItemBits | (items[i] + std::uint64_t{1}));
        }
    };
    choose(choose, 0, size, 0);
}

std::int64_t choices(std::int64_t items, std::int64_t size) {
    std::int64_t count = 1;
    for (std::int64_t i = 0; i < size; ++i) count = count * (items - i) / (i + 1);
    return std::max<std::int64_t>(0, count);
}

void check_items(const ItemLists& lists) {
    Item largest = 0;
    for (const auto& items : lists) {
        if (!items.empty()) largest = std::max(largest, items.back());
    }
    if (largest + std::int64_t{1} >= std::int64_t{1} << kItemBits) {
        throw Error(ErrorKind::unmet, fmt::format("{} different items are too many (at most {})",
                                                  largest + std::int64_t{1}, (1 << kItemBits) - 1));
    }
}

}  // namespace

CombinationSupport count_combinations(const Context& context, const ItemLists& lists,
                                      std::int64_t size, std::int64_t k,
                                      std::vector<bool>& exposed) {
    check_items(lists);
    std::int64_t work = 0;
    for (const auto& items : lists) work += choices(std::ssize(items), size);
    if (work > kMostCombinations) {
        throw Error(ErrorKind::unmet,
                    fmt::format("the lists have {} combinations of {} items, which are too many "
                                "to count (at most {}); take a smaller m",
                                work, size, kMostCombinations));
    }
    KeyNumbers<std::uint64_t> numbers;
    std::vector<std::int64_t> support;
    Progress progress(context, "counting combinations", 2 * std::ssize(lists));
    for (const auto& items : lists) {
        for_each_choice(items, static_cast<std::size_t>(size), [&](std::uint64_t key) {
            const std::uint32_t number = numbers.number(key);
            if (number == support.size()) support.push_back(0);
            ++support[number];
        });
        progress.add();
    }
    CombinationSupport result{std::ssize(support), 0, 0};
    for (const std::int64_t records : support) result.violating += records < k ? 1 : 0;
    if (!support.empty()) result.smallest = *std::min_element(support.begin(), support.end());
    for (std::size_t row = 0; row < lists.size(); ++row) {
        for_each_choice(lists[row], static_cast<std::size_t>(size), [&](std::uint64_t key) {
            if (support[numbers.find(key)] < k) exposed[row] = true;
        });
        progress.add();
    }
    return result;
}

}  // namespace lethe
