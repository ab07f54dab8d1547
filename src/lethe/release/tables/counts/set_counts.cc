#include "lethe/release/tables/counts/set_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "lethe/algo/sets/known_items.h"

namespace lethe::release {
namespace {

using sets::ItemCombination;

Json told(const SetClaim& claim, std::string_view of_what, std::optional<std::int64_t> fewest) {
    return {{"model", fmt::format("k^m-anonymity with m = {}{}", claim.m, of_what)},
            {"sensitive", ""},
            {"asked", claim.k},
            {"counted", fewest ? Json(*fewest) : Json(nullptr)},
            {"holds", fewest ? Json(*fewest >= claim.k) : Json(nullptr)}};
}

// The fewest records that show a combination that the table shows; k where it shows none.
std::optional<std::int64_t> fewest_showing(const Context& context, const Table& table,
                                           const SetClaim& claim) {
    const auto all = sets::item_combinations(
        context, sets::written_sets(table, claim.columns, claim.separator).rows, claim.m);
    if (!all) return std::nullopt;
    std::int64_t fewest = all->empty() ? claim.k : std::ssize(*all);
    for (auto run = all->begin(); run != all->end();) {
        const auto end = std::upper_bound(run, all->end(), *run);
        fewest = std::min<std::int64_t>(fewest, end - run);
        run = end;
    }
    return fewest;
}

// The fewest records that are left to who knows items of a person, up to k.
std::optional<std::int64_t> fewest_left(const Context& context, const Table& table,
                                        const Table& found, const SetClaim& claim) {
    const sets::KnownItems known = sets::known_items(found, table, claim.columns, claim.separator);
    auto all = sets::item_combinations(context, known.rows, claim.m);
    if (!all) return std::nullopt;
    all->erase(std::unique(all->begin(), all->end()), all->end());
    std::int64_t fewest = claim.k;
    for (const ItemCombination& combination : *all) {
        const std::int64_t left = known.left(combination, claim.k);
        if (left > 0) fewest = std::min(fewest, left);
    }
    return fewest;
}

}  // namespace

std::optional<SetClaim> set_claim(const Json& step) {
    const Json facts = step.value("facts", Json::object());
    const Json said = facts.value("sets", Json());
    if (!said.is_object()) return std::nullopt;
    const Json columns = said.value("columns", Json());
    const Json k = said.value("k", Json());
    const Json m = said.value("m", Json());
    const Json separator = said.value("separator", Json());
    if (!columns.is_array() || !k.is_number_integer() || !m.is_number_integer() ||
        !separator.is_string() || m < 1 || m > sets::kMostItemsKnown) {
        return std::nullopt;
    }
    SetClaim claim{k, m, separator, {}};
    for (const Json& name : columns) {
        if (name.is_string()) claim.columns.push_back(name);
    }
    return claim;
}

Json count_sets(const Context& context, const Table& table, const Table& found,
                const SetClaim& claimed) {
    SetClaim claim = claimed;
    std::erase_if(claim.columns,
                  [&](const std::string& name) { return table.find(name) == nullptr; });
    return Json::array(
        {told(claim, "", fewest_showing(context, table, claim)),
         told(claim, ", by items as they were", fewest_left(context, table, found, claim))});
}

}  // namespace lethe::release
