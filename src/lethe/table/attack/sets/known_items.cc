// Known items: who is found by a few items of theirs, in sets that were generalised or not.
#include "lethe/algo/sets/known_items.h"

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/method/comparison.h"

namespace lethe::attack {
namespace {

using sets::ItemCombination;

struct KnownItemsParams {
    std::int64_t k = 5;
    std::int64_t m = 2;
    std::string separator = ";";
};

Schema<KnownItemsParams> known_items_schema() {
    return Schema<KnownItemsParams>()
        .field("k", &KnownItemsParams::k, "records that shall be left to the intruder", at_least(2))
        .field("m", &KnownItemsParams::m, "items of a person that the intruder may know",
               between(1, sets::kMostItemsKnown))
        .field("separator", &KnownItemsParams::separator,
               "between the items of a cell, such as ; or |. None: a cell is one item");
}

// The fewest released records that any of the combinations of each row leaves, up to k; none where
// nobody is left, which finds nobody.
std::vector<std::int64_t> fewest_left(const Context& context, const sets::KnownItems& known,
                                      const KnownItemsParams& params) {
    auto all = sets::item_combinations(context, known.rows, params.m);
    if (!all) {
        throw Error(ErrorKind::unmet,
                    "the sets have too many combinations to look at; take a smaller m");
    }
    all->erase(std::unique(all->begin(), all->end()), all->end());
    std::vector<std::int64_t> left(all->size(), 0);
    parallel_chunks(
        context, std::ssize(*all), [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
                left[i] = known.left((*all)[i], params.k);
            }
        });
    std::vector<std::int64_t> fewest(known.rows.size(), params.k);
    for (std::size_t row = 0; row < known.rows.size(); ++row) {
        const auto its =
            sets::item_combinations(context, std::span(known.rows).subspan(row, 1), params.m);
        for (const ItemCombination& combination : *its) {
            const auto place = std::lower_bound(all->begin(), all->end(), combination);
            const std::int64_t records = left[static_cast<std::size_t>(place - all->begin())];
            if (records > 0) fewest[row] = std::min(fewest[row], records);
        }
    }
    return fewest;
}

Measurement assess_known_items(const AssessInput& input, const KnownItemsParams& params) {
    check_tables(input);
    const sets::KnownItems known =
        sets::known_items(input.original, input.masked, input.columns, params.separator);
    const std::vector<std::int64_t> fewest = fewest_left(input.context, known, params);
    std::int64_t exposed = 0;
    std::int64_t alone = 0;
    const std::vector<std::int64_t> people = attacked_rows(input);
    for (const std::int64_t row : people) {
        exposed += fewest[static_cast<std::size_t>(row)] < params.k ? 1 : 0;
        alone += fewest[static_cast<std::size_t>(row)] == 1 ? 1 : 0;
    }
    Measurement result;
    result.value = percent(exposed, std::ssize(people));
    result.details["exposed"] = exposed;
    result.details["alone"] = alone;
    result.details["people"] = people.size();
    return result;
}

}  // namespace

Method known_items() {
    return make_attack(
        MethodInfo{
            .name = "known-items",
            .title = "Known items of a person",
            .summary = "People of whom up to m items leave fewer than k released records.",
            .description =
                "For columns whose cells are sets of items (diagnoses, purchases, queries). The "
                "intruder knows any `m` or fewer items that a person has in the original and "
                "excludes every released record that shows, for one of them, neither the item nor "
                "a concept of the column's taxonomy that covers it. The value is the percentage of "
                "people of whom some such combination leaves at least one and fewer than `k` "
                "records; `alone` counts those of whom one leaves a single record. An item that "
                "nothing in the release covers was suppressed and excludes nobody. All given "
                "columns together are the items of a person. Use it for releases in which items "
                "were generalised, which `km-anonymity` cannot see behind: that one counts what "
                "the "
                "release shows. Give it the taxonomy that the release was made with; without, a "
                "generalised item covers nothing, and the risk is understated. The number of "
                "combinations grows fast with m and with the length of the sets.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"terrovitis2008anonymization"},
            .example = {{"k", 5}, {"m", 2}},
            .in_words = "It counts the people of whom a few known items leave hardly any record.",
            .scale = Scale::unique,
            .knows = "a few items of each person"},
        known_items_schema(), assess_known_items);
}

}  // namespace lethe::attack
