#include "lethe/table/attack/confidential.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lethe/core/error.h"
#include "lethe/knowledge/meaning.h"

namespace lethe::attack {
namespace {

constexpr std::int32_t kNone = -1;

// The value of each code of the dictionary, numbered anew; kNone for codes that do not occur.
std::vector<std::int32_t> number_values(const Column& column, ConfidentialCounts& counts) {
    std::vector<bool> occurs(column.dictionary().size(), false);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        occurs[static_cast<std::size_t>(column.codes()[static_cast<std::size_t>(row)])] = true;
    }
    const Meaning* meaning = column.meaning().get();
    std::map<ConceptId, std::int32_t> value_of_concept;
    std::vector<std::int32_t> value_of(occurs.size(), kNone);
    std::int32_t values = 0;
    for (std::size_t code = 0; code < occurs.size(); ++code) {
        const std::string& text = column.dictionary()[code];
        if (!occurs[code] || (meaning != nullptr && meaning->is_missing(text))) continue;
        const ConceptId c = meaning != nullptr ? meaning->value_of(text) : kNoConcept;
        if (c != kNoConcept) {
            const auto [place, is_new] = value_of_concept.emplace(c, values);
            value_of[code] = place->second;
            if (!is_new) continue;
        }
        value_of[code] = values++;
        if (meaning != nullptr) counts.concepts.push_back(c);
    }
    counts.whole.assign(static_cast<std::size_t>(values), 0);
    return value_of;
}

}  // namespace

ConfidentialClasses confidential_classes(const AssessInput& input,
                                         const std::vector<std::string>& named,
                                         std::vector<std::string>& warnings) {
    check_tables(input);
    ConfidentialClasses classes;
    classes.confidential = named;
    const Place place{{}, 0, 0, "confidential"};
    for (const std::string& name : named) {
        if (std::find(input.columns.begin(), input.columns.end(), name) == input.columns.end()) {
            throw Error(ErrorKind::usage,
                        fmt::format("\"{}\" is not one of the columns that are used", name), place);
        }
    }
    if (named.empty() && input.columns.size() > 1) {
        classes.confidential = {input.columns.back()};
        warnings.push_back(
            fmt::format("no confidential column was named: the last one, \"{}\", was taken",
                        input.columns.back()));
    }
    for (const std::string& name : input.columns) {
        if (std::find(classes.confidential.begin(), classes.confidential.end(), name) ==
            classes.confidential.end()) {
            classes.quasi.push_back(name);
        }
    }
    if (classes.quasi.empty() || classes.confidential.empty()) {
        throw Error(ErrorKind::usage,
                    "needs a confidential column and another one that the intruder knows", place);
    }
    classes.groups = group_rows(input.context, input.masked, classes.quasi);
    return classes;
}

ConfidentialCounts confidential_counts(const Column& given, const Groups& groups) {
    const ColumnPtr ordered = given.is_numeric() ? given.as_kind(Kind::ordinal) : nullptr;
    const Column& column = ordered ? *ordered : given;
    ConfidentialCounts counts;
    const std::vector<std::int32_t> value_of = number_values(column, counts);
    std::vector<std::pair<std::int32_t, std::int32_t>> cells;  // class and value of each record
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        const auto i = static_cast<std::size_t>(row);
        const std::int32_t value = value_of[static_cast<std::size_t>(column.codes()[i])];
        if (value == kNone) continue;  // counts as missing
        ++counts.whole[static_cast<std::size_t>(value)];
        cells.emplace_back(groups.class_of[i], value);
    }
    std::sort(cells.begin(), cells.end());
    auto cell = cells.begin();
    for (std::int32_t own = 0; own < groups.classes(); ++own) {
        while (cell != cells.end() && cell->first == own) {
            const auto next =
                std::find_if(cell, cells.end(), [&](const auto& other) { return other != *cell; });
            counts.of_class.items.push_back({cell->second, next - cell});
            cell = next;
        }
        counts.of_class.close();
    }
    return counts;
}

}  // namespace lethe::attack
