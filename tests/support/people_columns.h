// Columns for methods that must know whose record it is, who lives together or when people were
// born: their examples name a column of people or of households, or a date.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/method/method.h"

namespace lethe::test {

inline bool needs_households(const Method& method) {
    return method.info.example.contains("household");
}

inline bool needs_people(const Method& method) {
    const Json& example = method.info.example;
    return example.contains("person") || example.contains("reference") || needs_households(method);
}

// Whose record it is, and dates: of birth, of a visit with its time, a month; who lives together,
// and where.
inline std::vector<ColumnPtr> people_columns(std::int64_t rows) {
    std::vector<std::string> person, born, seen, since, household, region, town, sex;
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = Random(31).stream("people").at(row);
        person.push_back(fmt::format("P{}", 100 + draws.below(20)));
        born.push_back(fmt::format("19{:02}-{:02}-{:02}", 30 + draws.below(60), 1 + draws.below(12),
                                   1 + draws.below(28)));
        seen.push_back(fmt::format("20{:02}-{:02}-{:02}T{:02}:15", 10 + draws.below(10),
                                   1 + draws.below(12), 1 + draws.below(28), draws.below(24)));
        since.push_back(fmt::format("20{:02}-{:02}", draws.below(10), 1 + draws.below(12)));
        const auto home =
            static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(rows) / 2 + 1));
        Draws place = Random(31).stream("homes").at(home);
        household.push_back(fmt::format("H{}", home));
        region.push_back(fmt::format("R{}", place.below(3)));
        town.push_back(fmt::format("{}T{}", region.back(), place.below(4)));
        sex.push_back(draws.below(2) == 0 ? "female" : "male");
    }
    return {Column::from_texts("person", Kind::nominal, person),
            Column::from_texts("born", Kind::nominal, born),
            Column::from_texts("seen", Kind::nominal, seen),
            Column::from_texts("since", Kind::nominal, since),
            Column::from_texts("household", Kind::nominal, household),
            Column::from_texts("region", Kind::nominal, region),
            Column::from_texts("town", Kind::nominal, town),
            Column::from_texts("sex", Kind::nominal, sex)};
}

// Of a table with people's columns: those that such a method masks. Of others: all.
inline std::vector<std::string> columns_to_mask(const Method& method, const Table& table) {
    if (!needs_people(method)) return table.names();
    if (needs_households(method)) return {"region", "town"};
    return {"born", "seen", "since"};
}

}  // namespace lethe::test
