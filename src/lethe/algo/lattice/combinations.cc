#include "lethe/algo/lattice/combinations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "lethe/data/key_numbers.h"

namespace lethe::lattice {
namespace {

// n over k, as far as kMostCombinations counts.
std::int64_t ways_to_choose(std::int64_t n, std::int64_t k) {
    std::int64_t ways = 1;
    for (std::int64_t i = 1; i <= k && ways <= kMostCombinations * n; ++i) {
        ways = ways * (n - i + 1) / i;
    }
    return ways;
}

std::vector<std::vector<std::size_t>> all_of_size(std::size_t columns, std::size_t size) {
    std::vector<std::vector<std::size_t>> sets;
    std::vector<std::size_t> set(size);
    std::iota(set.begin(), set.end(), std::size_t{0});
    while (true) {
        sets.push_back(set);
        std::size_t i = size;
        while (i > 0 && set[i - 1] == columns - size + i - 1) --i;
        if (i == 0) return sets;
        ++set[i - 1];
        for (; i < size; ++i) set[i] = set[i - 1] + 1;
    }
}

}  // namespace

std::vector<std::vector<std::size_t>> combinations_of(const Model& model,
                                                      std::span<const std::string> columns,
                                                      Problems& problems) {
    if (model.kind != ModelKind::k_columns) return {};
    const auto tell = [&](const std::string& what, ErrorKind kind = ErrorKind::usage) {
        problems.push_back({fmt::format("model {}: {}", to_text(model), what), {}, kind});
    };
    const auto all = static_cast<std::int64_t>(columns.size());
    if (model.dimension > all) {
        tell(fmt::format("there are {} columns to combine", all));
        return {};
    }
    if (model.dimension > 0) {
        // Of sets of more columns than half, as many as of those that they leave out.
        const std::int64_t ways =
            ways_to_choose(all, std::min<std::int64_t>(model.dimension, all - model.dimension));
        if (ways <= kMostCombinations) {
            return all_of_size(columns.size(), static_cast<std::size_t>(model.dimension));
        }
        tell(
            fmt::format("these are more than {} combinations of columns; ask for a lower dimension",
                        kMostCombinations),
            ErrorKind::unmet);
        return {};
    }
    std::vector<std::size_t> set;
    for (const std::string& name : model.columns) {
        const auto place = std::find(columns.begin(), columns.end(), name);
        if (place == columns.end()) {
            tell(fmt::format("\"{}\" is not among the columns of this step", name));
        } else {
            set.push_back(static_cast<std::size_t>(place - columns.begin()));
        }
    }
    std::sort(set.begin(), set.end());
    return {set};
}

Combinations::Combinations(const Records& records, const Packing& packing,
                           const std::vector<Model>& models, Problems& problems)
    : packing_(packing) {
    std::vector<std::string> names;
    for (const Levels& levels : records.columns) names.push_back(levels.column);
    for (const Model& model : models) {
        for (const auto& set : combinations_of(model, names, problems)) {
            add(set, static_cast<std::int64_t>(model.value));
        }
    }
}

// Unless another set that contains it has the same k or more.
void Combinations::add(const std::vector<std::size_t>& columns, std::int64_t k) {
    if (k <= 1) return;
    Set set{std::vector<std::uint64_t>(packing_.words(), 0), k};
    for (const std::size_t column : columns) {
        const auto ones = (std::uint64_t{1} << packing_.bits(column)) - 1;
        set.mask[packing_.word(column)] |= ones << packing_.shift(column);
    }
    const auto implied_by = [](const Set& a, const Set& b) {  // a by b
        if (a.k > b.k) return false;
        for (std::size_t i = 0; i < a.mask.size(); ++i) {
            if ((a.mask[i] & ~b.mask[i]) != 0) return false;
        }
        return true;
    };
    const auto implies_it = [&](const Set& other) { return implied_by(set, other); };
    if (std::any_of(sets_.begin(), sets_.end(), implies_it)) return;
    std::erase_if(sets_, [&](const Set& other) { return implied_by(other, set); });
    sets_.push_back(std::move(set));
    largest_k_ = 0;
    for (const Set& one : sets_) largest_k_ = std::max(largest_k_, one.k);
}

std::int64_t Combinations::settle(const ClassList& list, std::span<const std::int32_t> staying,
                                  std::int64_t limit, std::span<char> gone) const {
    bool all_large = true;
    for (std::size_t c = 0; c < list.size(); ++c) {
        all_large = all_large && (gone[c] || list.released[c] == 0 || staying[c] >= largest_k_);
    }
    if (all_large) return 0;
    std::int64_t rows = 0;
    std::size_t unchanged = 0;  // sets since the last one that marked a class
    for (std::size_t next = 0; unchanged < sets_.size(); next = (next + 1) % sets_.size()) {
        const std::int64_t more = settle_one(sets_[next], list, staying, gone);
        rows += more;
        unchanged = more > 0 ? 1 : unchanged + 1;  // by itself it has settled
        if (rows > limit) break;
    }
    return rows;
}

// Classes that share a combination go together: one pass settles a set.
std::int64_t Combinations::settle_one(const Set& set, const ClassList& list,
                                      std::span<const std::int32_t> staying,
                                      std::span<char> gone) const {
    using Key = std::array<std::uint64_t, Packing::kMostWords>;
    const std::size_t words = packing_.words();
    lethe::KeyNumbers<Key> numbers;  // there is another in this folder
    std::vector<std::uint32_t> number_of(list.size(), numbers.kNone);
    std::vector<std::int64_t> counts;
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (gone[c] || list.released[c] == 0) continue;
        Key key{};
        for (std::size_t i = 0; i < words; ++i) key[i] = list.keys[c * words + i] & set.mask[i];
        number_of[c] = numbers.number(key);
        counts.resize(numbers.size(), 0);
        counts[number_of[c]] += staying[c];
    }
    std::int64_t rows = 0;
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (number_of[c] == numbers.kNone || counts[number_of[c]] >= set.k) continue;
        gone[c] = 1;
        rows += list.released[c];
    }
    return rows;
}

}  // namespace lethe::lattice
