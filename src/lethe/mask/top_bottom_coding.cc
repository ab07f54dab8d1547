// Top and bottom coding: values beyond a threshold are shown as the threshold, or as the mean or
// median of the values beyond it.
//
// A threshold is given for a column, or derived as a quantile of its values. Numeric quantiles are
// of type 7 (Hyndman and Fan 1996: linear interpolation between order statistics), those of ordered
// categories of type 1 (the first category that reaches the share). "Beyond" is strict, so a value
// at the threshold stays.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/exact_sum.h"
#include "lethe/data/column_stats.h"
#include "lethe/data/number_text.h"
#include "lethe/mask/columns.h"
#include "lethe/method/method.h"

namespace lethe::mask {
namespace {

enum class Replacement { threshold, mean, median };

struct Params {
    std::map<std::string, std::string> bottom;
    std::map<std::string, std::string> top;
    double bottom_percent = 0;
    double top_percent = 0;
    Replacement replacement = Replacement::threshold;
};

Schema<Params> schema() {
    return Schema<Params>()
        .field("bottom", &Params::bottom,
               "smallest value shown, for some columns: column name and number or category")
        .field("top", &Params::top,
               "largest value shown, for some columns: column name and number or category")
        .field("bottom_percent", &Params::bottom_percent,
               "share of the smallest values to code in columns without a bottom of their own",
               between(0, 50))
        .field("top_percent", &Params::top_percent,
               "share of the largest values to code in columns without a top of their own",
               between(0, 50))
        .choice("replacement", &Params::replacement, "what a coded value is shown as",
                {{"threshold", Replacement::threshold},
                 {"mean", Replacement::mean},
                 {"median", Replacement::median}});
}

// The mean or median of a tail is shown only when it comes from so many values.
constexpr std::size_t kLeastTail = 3;

// Where a value stands: the number itself, or the code of an ordered category.
double position(const Column& column, std::int64_t row) {
    const auto i = static_cast<std::size_t>(row);
    return column.is_numeric() ? column.numbers()[i] : static_cast<double>(column.codes()[i]);
}

// The position of a threshold given as text; nothing if the column knows no such value.
std::optional<double> position(const Column& column, const std::string& threshold) {
    if (column.is_numeric()) return parse_number(threshold);
    const auto found = std::find(column.dictionary().begin(), column.dictionary().end(), threshold);
    if (found == column.dictionary().end()) return std::nullopt;
    return static_cast<double>(found - column.dictionary().begin());
}

std::vector<double> sorted_positions(const Context& context, const Column& column) {
    if (column.is_numeric()) return sorted_numbers(context, column);
    std::vector<double> sorted;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) sorted.push_back(position(column, row));
    }
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

double quantile_of(const Column& column, std::span<const double> sorted, double share) {
    if (column.is_numeric()) return quantile(sorted, share);
    const double rank = std::ceil(static_cast<double>(sorted.size()) * share);
    return sorted[static_cast<std::size_t>(std::max(1.0, rank)) - 1];
}

std::string ends_crossed(const std::string& column) {
    return fmt::format("column \"{}\": the bottom threshold is above the top one", column);
}

// One end of a column.
struct End {
    std::optional<double> threshold;
    double shown = 0;
    std::int64_t coded = 0;
    bool derived = false;
    bool short_tail = false;
};

// `sorted`: the positions of the column's values.
End find_end(const Column& column, std::span<const double> sorted, const Params& params,
             bool is_top) {
    End end;
    const auto& given = is_top ? params.top : params.bottom;
    const double percent = is_top ? params.top_percent : params.bottom_percent;
    if (const auto own = given.find(column.name()); own != given.end()) {
        end.threshold = position(column, own->second);
    } else if (percent > 0 && !sorted.empty()) {
        end.threshold = quantile_of(column, sorted, is_top ? 1 - percent / 100 : percent / 100);
        end.derived = true;
    }
    if (!end.threshold) return end;
    const auto tail =
        is_top ? std::span(std::upper_bound(sorted.begin(), sorted.end(), *end.threshold),
                           sorted.end())
               : std::span(sorted.begin(),
                           std::lower_bound(sorted.begin(), sorted.end(), *end.threshold));
    end.coded = std::ssize(tail);
    end.shown = *end.threshold;
    if (params.replacement == Replacement::threshold || tail.empty()) return end;
    end.short_tail = tail.size() < kLeastTail;
    if (end.short_tail) return end;
    end.shown = params.replacement == Replacement::median
                    ? quantile_of(column, tail, 0.5)
                    : exact_sum(tail) / static_cast<double>(tail.size());
    return end;
}

ColumnPtr code(const MaskInput& input, const Column& column, const End& bottom, const End& top) {
    const auto coded = [&](double value) {
        if (bottom.threshold && value < *bottom.threshold) return bottom.shown;
        if (top.threshold && value > *top.threshold) return top.shown;
        return value;
    };
    if (column.is_numeric()) {
        return map_numbers(input, column.name(),
                           [&](double value, std::int64_t) { return coded(value); });
    }
    std::vector<std::int32_t> codes(column.codes().begin(), column.codes().end());
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        codes[static_cast<std::size_t>(row)] =
            static_cast<std::int32_t>(coded(position(column, row)));
    }
    return Column::categories(column.name(), column.kind(), std::move(codes),
                              column.dictionary_ptr(), column.validity());
}

void report(const Column& column, const std::string& which, const End& end, MaskOutput& output) {
    if (!end.threshold) return;
    output.facts["coded"][column.name()][which] = end.coded;
    if (end.derived) {
        Json& place = output.private_facts["thresholds"][column.name()][which];
        if (column.is_numeric()) {
            place = *end.threshold;
        } else {
            place = column.dictionary()[static_cast<std::size_t>(*end.threshold)];
        }
    }
    if (end.short_tail) {
        output.warnings.push_back(
            fmt::format("column \"{}\": too few values beyond the {} threshold to show their mean "
                        "or median; they are shown as the threshold",
                        column.name(), which));
    }
}

MaskOutput apply(const MaskInput& input, const Params& params) {
    MaskOutput output;
    for (const std::string& name : input.columns) {
        const Column& column = input.table.column(name);
        const std::vector<double> sorted = sorted_positions(input.context, column);
        const End bottom = find_end(column, sorted, params, false);
        const End top = find_end(column, sorted, params, true);
        if (bottom.threshold && top.threshold && *bottom.threshold > *top.threshold) {
            throw Error(ErrorKind::usage, ends_crossed(name));
        }
        if (!bottom.threshold && !top.threshold && column.missing() < column.size()) {
            output.warnings.push_back(
                fmt::format("column \"{}\" has no threshold: it is unchanged", name));
        }
        output.changed.push_back(code(input, column, bottom, top));
        report(column, "bottom", bottom, output);
        report(column, "top", top, output);
    }
    return output;
}

void check_thresholds(const Table& table, const std::string& parameter,
                      const std::map<std::string, std::string>& given,
                      std::span<const std::string> columns, const Place& place,
                      Problems& problems) {
    check_column_names(parameter, given, columns, place, problems);
    for (const auto& [name, threshold] : given) {
        const Column* column = table.find(name);
        if (column == nullptr || position(*column, threshold)) continue;
        problems.push_back({fmt::format("\"{}\" is not a {} of column \"{}\"", threshold,
                                        column->is_numeric() ? "number" : "category", name),
                            within(place, parameter)});
    }
}

void check(const Table& table, std::span<const std::string> columns, const Params& params,
           const Place& place, Problems& problems) {
    check_thresholds(table, "bottom", params.bottom, columns, place, problems);
    check_thresholds(table, "top", params.top, columns, place, problems);
    if (params.bottom.empty() && params.top.empty() && params.bottom_percent == 0 &&
        params.top_percent == 0) {
        problems.push_back(
            {"nothing to code: give top, bottom, top_percent or bottom_percent", place});
    }
    for (const auto& [name, threshold] : params.bottom) {
        const Column* column = table.find(name);
        const auto top = params.top.find(name);
        if (column == nullptr || top == params.top.end()) continue;
        const auto low = position(*column, threshold), high = position(*column, top->second);
        if (low && high && *low > *high) {
            problems.push_back({ends_crossed(name), within(place, "bottom")});
        }
    }
    for (const std::string& name : columns) {
        const Column* column = table.find(name);
        if (column == nullptr || column->is_numeric() || params.replacement != Replacement::mean) {
            continue;
        }
        problems.push_back({fmt::format("column \"{}\" has categories, which have no mean", name),
                            within(place, "replacement")});
    }
}

}  // namespace

Method top_bottom_coding() {
    return make_mask(
        MethodInfo{
            .name = "top-bottom-coding",
            .title = "Top and bottom coding",
            .summary = "Shows values beyond a threshold as the threshold, or as their tail's mean.",
            .description =
                "Values above a top threshold and below a bottom threshold are shown as the "
                "threshold itself, or as the mean or median of all values beyond it. Thresholds "
                "are given per column (`top`, `bottom`) or taken as quantiles (`top_percent`, "
                "`bottom_percent`). Use it for skewed amounts and ages, where the few extreme "
                "values are what makes a person known. It protects the extremes only: values "
                "between the thresholds are released as they are, so combine it with another "
                "method. With the threshold as replacement the mean of the column shrinks; the "
                "tail's mean keeps it. A tail of fewer than three values is always shown as the "
                "threshold. Missing values stay missing.",
            .kinds = {Kind::numeric, Kind::ordinal},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"hundepool2012statistical", "willenborg2001elements"},
            .example = {{"bottom_percent", 5}, {"top_percent", 5}}},
        schema(), apply, check);
}

}  // namespace lethe::mask
