#include "lethe/algo/sets/known_items.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

#include "lethe/data/item_sets.h"
#include "lethe/knowledge/meaning.h"

namespace lethe::sets {
namespace {

constexpr double kMostCombinations = 100'000'000;

using ItemKey = std::pair<std::size_t, std::string>;

void make_different(ItemNumbers& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

void add_choices(const ItemNumbers& numbers, std::size_t from, std::int64_t left,
                 const ItemCombination& chosen, std::vector<ItemCombination>& all) {
    for (std::size_t i = from; i < numbers.size(); ++i) {
        ItemCombination next = chosen;
        std::rotate(next.begin(), next.begin() + 1, next.end());
        next.back() = numbers[i];
        all.push_back(next);
        if (left > 1) add_choices(numbers, i + 1, left - 1, next, all);
    }
}

// The rows that show each item.
std::vector<ItemNumbers> rows_by_item(const WrittenSets& sets) {
    std::vector<ItemNumbers> rows_of(sets.items.size());
    for (std::size_t row = 0; row < sets.rows.size(); ++row) {
        for (const std::int32_t number : sets.rows[row]) {
            rows_of[static_cast<std::size_t>(number) - 1].push_back(static_cast<std::int32_t>(row));
        }
    }
    return rows_of;
}

}  // namespace

WrittenSets written_sets(const Table& table, std::span<const std::string> columns,
                         const std::string& separator) {
    WrittenSets written;
    written.rows.resize(static_cast<std::size_t>(table.rows()));
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const Column& column = table.column(columns[j]);
        std::unordered_map<std::string, std::int32_t> numbers;
        std::unordered_map<std::string, ItemNumbers> known;  // cells
        for (std::int64_t row = 0; row < table.rows(); ++row) {
            if (!column.valid(row)) continue;
            const auto [cell, is_new] = known.try_emplace(column.text(row));
            if (is_new) {
                for (const std::string_view item : set_items(cell->first, separator)) {
                    const auto next = static_cast<std::int32_t>(written.items.size()) + 1;
                    const auto [place, added] = numbers.try_emplace(std::string(item), next);
                    if (added) written.items.emplace_back(j, item);
                    cell->second.push_back(place->second);
                }
            }
            ItemNumbers& its = written.rows[static_cast<std::size_t>(row)];
            its.insert(its.end(), cell->second.begin(), cell->second.end());
        }
    }
    for (ItemNumbers& its : written.rows) make_different(its);
    return written;
}

std::optional<std::vector<ItemCombination>> item_combinations(const Context& context,
                                                              std::span<const ItemNumbers> rows,
                                                              std::int64_t m) {
    double work = 0;
    for (const ItemNumbers& row : rows) {
        double choices = 1;
        for (std::int64_t i = 0; i < std::min(m, std::ssize(row)); ++i) {
            choices =
                choices * static_cast<double>(std::ssize(row) - i) / static_cast<double>(i + 1);
            work += choices;
        }
    }
    if (work > kMostCombinations) return std::nullopt;
    std::vector<ItemCombination> all;
    all.reserve(static_cast<std::size_t>(work));
    for (const ItemNumbers& row : rows) add_choices(row, 0, m, {}, all);
    context.check_stop();
    std::sort(all.begin(), all.end());
    return all;
}

std::vector<ItemNumbers> covering_items(const Table& original, std::span<const std::string> columns,
                                        const WrittenSets& before, const WrittenSets& after) {
    std::map<ItemKey, std::int32_t> by_text;
    std::map<std::pair<std::size_t, ConceptId>, ItemNumbers> by_concept;
    const auto meaning_of = [&](const ItemKey& item) {
        const MeaningPtr& meaning = original.column(columns[item.first]).meaning();
        return std::pair(meaning.get(), meaning ? meaning->concept_of(item.second) : kNoConcept);
    };
    for (std::size_t i = 0; i < after.items.size(); ++i) {
        const auto number = static_cast<std::int32_t>(i) + 1;
        by_text.emplace(after.items[i], number);
        const auto [meaning, c] = meaning_of(after.items[i]);
        if (c != kNoConcept) by_concept[{after.items[i].first, c}].push_back(number);
    }
    std::vector<ItemNumbers> covering(before.items.size());
    for (std::size_t i = 0; i < before.items.size(); ++i) {
        const ItemKey& item = before.items[i];
        const auto same = by_text.find(item);
        if (same != by_text.end()) covering[i].push_back(same->second);
        const auto [meaning, c] = meaning_of(item);
        if (c != kNoConcept) {
            for (const ConceptId above : meaning->taxonomy().subsumers(c)) {
                const auto found = by_concept.find({item.first, above});
                if (found == by_concept.end()) continue;
                covering[i].insert(covering[i].end(), found->second.begin(), found->second.end());
            }
        }
        make_different(covering[i]);
    }
    return covering;
}

KnownItems known_items(const Table& original, const Table& released,
                       std::span<const std::string> columns, const std::string& separator) {
    const WrittenSets before = written_sets(original, columns, separator);
    const WrittenSets after = written_sets(released, columns, separator);
    const std::vector<ItemNumbers> rows_of = rows_by_item(after);
    const std::vector<ItemNumbers> covering = covering_items(original, columns, before, after);
    std::map<ItemNumbers, std::int32_t> numbers;
    std::vector<std::int32_t> number_of(before.items.size(), 0);
    KnownItems known;
    for (std::size_t i = 0; i < covering.size(); ++i) {
        if (covering[i].empty()) continue;
        const auto next = static_cast<std::int32_t>(numbers.size()) + 1;
        const auto [place, is_new] = numbers.try_emplace(covering[i], next);
        number_of[i] = place->second;
        if (!is_new) continue;
        ItemNumbers& rows = known.showing.emplace_back();
        for (const std::int32_t one : covering[i]) {
            const ItemNumbers& its = rows_of[static_cast<std::size_t>(one) - 1];
            rows.insert(rows.end(), its.begin(), its.end());
        }
        make_different(rows);
    }
    for (const ItemNumbers& items : before.rows) {
        ItemNumbers& its = known.rows.emplace_back();
        for (const std::int32_t item : items) {
            const std::int32_t number = number_of[static_cast<std::size_t>(item) - 1];
            if (number > 0) its.push_back(number);
        }
        make_different(its);
    }
    return known;
}

std::int64_t KnownItems::left(const ItemCombination& known, std::int64_t most) const {
    std::vector<std::span<const std::int32_t>> lists;
    for (const std::int32_t number : known) {
        if (number > 0) lists.emplace_back(showing[static_cast<std::size_t>(number) - 1]);
    }
    const auto shortest = std::min_element(lists.begin(), lists.end(),
                                           [](auto a, auto b) { return a.size() < b.size(); });
    std::int64_t count = 0;
    for (const std::int32_t row : *shortest) {
        const bool all = std::all_of(lists.begin(), lists.end(), [&](const auto& list) {
            return std::binary_search(list.begin(), list.end(), row);
        });
        count += all ? 1 : 0;
        if (count >= most) break;
    }
    return count;
}

}  // namespace lethe::sets
