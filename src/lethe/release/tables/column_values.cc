#include "lethe/release/tables/column_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "lethe/data/written/iso_dates.h"

namespace lethe::release {

namespace {

// An end of the range of dates: as the column writes it, or in ISO 8601.
std::optional<double> date_bound(const Notation& notation, const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto value = notation.parse(text);
    return value ? value : iso_value(text, notation.quantity());
}

bool holds_dates(const Column& column) {
    return column.notation() != nullptr && !column.notation()->is_number();
}

void add_declared_dates(const Column& column, const ColumnValues& declared, NumberDomain& domain) {
    domain.quantity = column.notation()->quantity();
    if (declared.unit) domain.unit = declared.unit;
    if (!declared.has_texts()) return;
    domain.least = date_bound(*column.notation(), declared.least_text);
    domain.most = date_bound(*column.notation(), declared.most_text);
}

}  // namespace

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
    if (holds_dates(column)) add_declared_dates(column, declared, domain);
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

std::string_view range_example(Quantity quantity) {
    switch (quantity) {
        case Quantity::moment:
            return "[\"2020-01-01T00:00\", \"2020-12-31T23:59\"]";
        case Quantity::time:
        case Quantity::duration:
            return "[\"08:00\", \"18:30\"]";
        default:
            return "[\"1900-01-01\", \"2020-12-31\"]";
    }
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
    const Quantity quantity =
        holds_dates(original) ? original.notation()->quantity() : Quantity::number;
    const bool of_calendar = quantity == Quantity::date || quantity == Quantity::moment;
    if (const auto range = told.find("range"); range != told.end() && before && after) {
        const auto hide = [&](Json& bound, double of_original, double of_release) {
            const bool read_off =
                bound == bound_json(of_original, quantity) && (of_original != 0 || of_calendar);
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

namespace {

// What is said of dates belongs to dates, and what is said of numbers to numbers; empty where it
// does.
std::string wrong_kind(const Column& column, const ColumnValues& declared) {
    if (!holds_dates(column)) {
        return declared.unit || declared.has_texts()
                   ? "holds numbers: \"range\" is a list of two numbers, and \"round\" a number of "
                     "decimals or \"none\""
                   : "";
    }
    const Notation& notation = *column.notation();
    const std::string what(name(notation.quantity()));
    if (declared.decimals || declared.least || declared.most || !declared.codes.empty()) {
        return fmt::format(
            "holds values of the kind {}: \"range\" is a list of two texts, such as {}, and "
            "\"round\" is \"month\", \"quarter\", \"year\" or \"none\"",
            what, range_example(notation.quantity()));
    }
    if (declared.unit && !notation.is_of_calendar()) {
        return fmt::format("holds values of the kind {}, which have no {}", what,
                           name(*declared.unit));
    }
    for (const std::string& text : {declared.least_text, declared.most_text}) {
        if (text.empty() || date_bound(notation, text)) continue;
        return fmt::format("has a range whose ends are no values of the kind {}, such as {}", what,
                           range_example(notation.quantity()));
    }
    const auto least = date_bound(notation, declared.least_text);
    const auto most = date_bound(notation, declared.most_text);
    return least && most && *least > *most ? "has a range whose end is before its beginning" : "";
}

}  // namespace

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
    if (const std::string wrong = wrong_kind(column, declared); !wrong.empty()) {
        problems.push_back({fmt::format("column \"{}\" {}", column.name(), wrong), place});
        return;
    }
    if (holds_dates(column)) add_declared_dates(column, declared, allowed);
    allowed.unit = std::nullopt;  // what is to be rounded need not be round
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
