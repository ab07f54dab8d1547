// k^m-anonymity: whether few known items of a person are shared by enough others.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "lethe/algo/statistics/item_combinations.h"
#include "lethe/data/item_sets.h"
#include "lethe/method/comparison.h"

namespace lethe::attack {
namespace {

struct KmAnonymityParams {
    std::int64_t k = 5;
    std::int64_t m = 2;
    std::string separator;
    bool pooled = false;
};

Schema<KmAnonymityParams> km_anonymity_schema() {
    return Schema<KmAnonymityParams>()
        .field("k", &KmAnonymityParams::k, "records that shall share every combination",
               at_least(2))
        .field("m", &KmAnonymityParams::m, "items of a person that the intruder may know",
               between(1, 3))
        .field("separator", &KmAnonymityParams::separator,
               "between the items of a cell, such as ; or |. None: a cell is one item")
        .field("pooled", &KmAnonymityParams::pooled,
               "all columns are one list: the same text in another column is the same item");
}

ItemLists transactions_of(const Table& table, const std::vector<std::string>& columns,
                          const KmAnonymityParams& params) {
    ItemLists transactions(static_cast<std::size_t>(table.rows()));
    std::unordered_map<std::string, Item> numbers;
    for (const std::string& name : columns) {
        const ColumnPtr worded = table.column(name).is_numeric()
                                     ? table.column(name).as_kind(Kind::nominal)
                                     : table.column_ptr(name);
        const std::string prefix = params.pooled ? std::string() : name + '\0';
        std::vector<std::vector<Item>> of_code;
        for (const std::string& text : worded->dictionary()) {
            auto& items = of_code.emplace_back();
            for (const std::string_view item : set_items(text, params.separator)) {
                const auto number = static_cast<Item>(numbers.size());
                items.push_back(
                    numbers.try_emplace(prefix + std::string(item), number).first->second);
            }
        }
        for (std::int64_t row = 0; row < table.rows(); ++row) {
            if (!worded->valid(row)) continue;
            const auto i = static_cast<std::size_t>(row);
            const auto& items = of_code[static_cast<std::size_t>(worded->codes()[i])];
            transactions[i].insert(transactions[i].end(), items.begin(), items.end());
        }
    }
    for (auto& items : transactions) {
        std::sort(items.begin(), items.end());
        items.erase(std::unique(items.begin(), items.end()), items.end());
    }
    return transactions;
}

Measurement assess_km_anonymity(const AssessInput& input, const KmAnonymityParams& params) {
    check_tables(input);
    const ItemLists transactions = transactions_of(input.masked, input.columns, params);
    std::vector<bool> unsafe(transactions.size(), false);
    Measurement result;
    Json by_size = Json::object();
    std::int64_t violating = 0;
    std::int64_t smallest = 0;
    for (std::int64_t size = 1; size <= params.m; ++size) {
        const CombinationSupport safety =
            count_combinations(input.context, transactions, size, params.k, unsafe);
        by_size[std::to_string(size)] = {{"combinations", safety.combinations},
                                         {"violating", safety.violating},
                                         {"smallest_support", safety.smallest}};
        violating += safety.violating;
        if (safety.combinations > 0) {
            smallest = smallest == 0 ? safety.smallest : std::min(smallest, safety.smallest);
        }
    }
    const auto exposed = std::count(unsafe.begin(), unsafe.end(), true);
    result.value = percent(exposed, std::ssize(transactions));
    result.details["violating"] = violating;
    result.details["smallest_support"] = smallest;
    result.details["by_size"] = std::move(by_size);
    result.details["records"] = transactions.size();
    result.details["exposed"] = exposed;
    return result;
}

}  // namespace

Method km_anonymity() {
    return make_attack(
        MethodInfo{
            .name = "km-anonymity",
            .title = "k^m-anonymity",
            .summary = "Records with a combination of up to m items that fewer than k share.",
            .description =
                "For data in which a person has a list of items (purchases, diagnoses, places) and "
                "an intruder knows at most `m` of them: every combination of up to m items that "
                "occurs must be shared by at least `k` records. The value is the percentage of "
                "records that have a combination which fewer share; `violating` counts such "
                "combinations, `smallest_support` the records that share the rarest one. A cell "
                "holds one item, or several with a `separator` between them; all given columns "
                "together are the items of a record. Without `pooled` the same text in two columns "
                "is two items, which also makes it a check of a table of many columns against an "
                "intruder who knows any m of them. An item twice in a record counts once; missing "
                "cells hold none. The number of combinations grows fast with m and with the length "
                "of the lists.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"terrovitis2008anonymization"},
            .example = {{"k", 5}, {"m", 2}},
            .in_words = "It counts the records with a combination of a few items that hardly "
                        "anybody shares. Who knows these items of a person finds the record.",
            .scale = Scale::unique},
        km_anonymity_schema(), assess_km_anonymity);
}

}  // namespace lethe::attack
