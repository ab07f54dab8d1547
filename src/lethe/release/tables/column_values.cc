#include "lethe/release/tables/column_values.h"

#include <fmt/format.h>

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
