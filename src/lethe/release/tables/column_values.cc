#include "lethe/release/tables/column_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace lethe::release {

NumberDomain domain_of(const Column& column, const ColumnValues& declared) {
    NumberDomain domain = declared.as_masked ? NumberDomain() : inferred_domain(column);
    if (declared.decimals) {
        domain.decimals = declared.decimals;
        domain.written = -1;
    }
    if (declared.least || declared.most) {
        domain.least = declared.least;
        domain.most = declared.most;
    }
    if (declared.given()) domain.codes = declared.codes;
    if (!declared.codes.empty()) {
        domain.least = declared.codes.front();
        domain.most = declared.codes.back();
        domain.decimals = std::nullopt;
    }
    return domain;
}

namespace {

// The least and the largest number; none where all are missing.
std::optional<std::pair<double, double>> ends_of(const Column& column) {
    std::optional<std::pair<double, double>> ends;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        const double value = column.numbers()[static_cast<std::size_t>(row)];
        if (!ends) ends = {value, value};
        ends->first = std::min(ends->first, value);
        ends->second = std::max(ends->second, value);
    }
    return ends;
}

// Whether there are as many different numbers.
bool has_different(const Column& column, std::size_t wanted) {
    std::set<double> found;
    for (std::int64_t row = 0; row < column.size() && found.size() <= wanted; ++row) {
        if (column.valid(row)) found.insert(column.numbers()[static_cast<std::size_t>(row)]);
    }
    return found.size() == wanted;
}

}  // namespace

// An end of the original that the release has is an end of the release: masked numbers were brought
// between both.
Json released_values(Json told, const Column& original, const Column& released) {
    const auto before = ends_of(original);
    const auto after = ends_of(released);
    if (const auto range = told.find("range"); range != told.end() && before && after) {
        const auto hide = [](Json& bound, double of_original, double of_release) {
            const bool read_off = bound == Json(of_original) && of_original != 0;
            if (read_off && of_release != of_original) bound = nullptr;
        };
        hide((*range)[0], before->first, after->first);
        hide((*range)[1], before->second, after->second);
        if ((*range)[0].is_null() && (*range)[1].is_null()) told.erase("range");
    }
    const auto codes = told.find("codes");
    if (codes != told.end() && !has_different(released, codes->get<std::size_t>())) {
        told.erase("codes");
    }
    return told;
}

void check_values(const Column& column, const ColumnValues& declared, const Place& place,
                  Problems& problems) {
    if (!declared.given()) return;
    if (!column.is_numeric()) {
        problems.push_back({fmt::format("column \"{}\" is {}; \"round\", \"range\" and \"values\" "
                                        "are for numeric columns",
                                        column.name(), name(column.kind())),
                            place});
        return;
    }
    NumberDomain allowed;
    allowed.least = declared.least;
    allowed.most = declared.most;
    allowed.codes = declared.codes;
    std::int64_t outside = 0;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const double value = column.numbers()[static_cast<std::size_t>(row)];
        if (column.valid(row) && !allowed.holds(value)) ++outside;
    }
    if (outside == 0) return;
    problems.push_back(
        {fmt::format("{} of the {} values of column \"{}\" are outside the declared {}; widen it, "
                     "or give a code that means missing in [read] missing",
                     outside, column.size() - column.missing(), column.name(),
                     declared.codes.empty() ? "range" : "values"),
         place});
}

}  // namespace lethe::release
