// Top and bottom coding: values beyond a threshold are shown as the threshold, or as the mean or
// median of the values beyond it.
//
// A threshold is given for a column, or derived as a quantile of its values. Numeric quantiles are
// of type 7 (Hyndman and Fan 1996: linear interpolation between order statistics), those of ordered
// categories of type 1 (the first category that reaches the share). "Beyond" is strict, so a value
// at the threshold stays. An ordered column may instead have its p highest (lowest) categories made
// one: the threshold is the p-th of those that occur, counted from the end, and belongs to the
// tail.
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
#include "lethe/data/numbers/number_text.h"
#include "lethe/data/written/iso_dates.h"
#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/recoded_categories.h"

namespace lethe::mask {
namespace {

enum class Replacement { threshold, mean, median };

struct TopBottomCodingParams {
    std::map<std::string, std::string> bottom;
    std::map<std::string, std::string> top;
    double bottom_percent = 0;
    double top_percent = 0;
    std::int64_t bottom_categories = 0;
    std::int64_t top_categories = 0;
    Replacement replacement = Replacement::threshold;
    std::optional<std::string> bottom_label;
    std::optional<std::string> top_label;
};

Schema<TopBottomCodingParams> top_bottom_coding_schema() {
    return Schema<TopBottomCodingParams>()
        .field("bottom", &TopBottomCodingParams::bottom,
               "smallest value shown, for some columns: column name and number or category")
        .field("top", &TopBottomCodingParams::top,
               "largest value shown, for some columns: column name and number or category")
        .field("bottom_percent", &TopBottomCodingParams::bottom_percent,
               "share of the smallest values to code in columns without a bottom of their own",
               between(0, 50))
        .field("top_percent", &TopBottomCodingParams::top_percent,
               "share of the largest values to code in columns without a top of their own",
               between(0, 50))
        .field("bottom_categories", &TopBottomCodingParams::bottom_categories,
               "how many of the lowest categories become one, in ordinal columns without a bottom "
               "of their own",
               at_least(0))
        .field("top_categories", &TopBottomCodingParams::top_categories,
               "how many of the highest categories become one, in ordinal columns without a top of "
               "their own",
               at_least(0))
        .choice("replacement", &TopBottomCodingParams::replacement,
                "what a coded value is shown as",
                {{"threshold", Replacement::threshold},
                 {"mean", Replacement::mean},
                 {"median", Replacement::median}})
        .field("bottom_label", &TopBottomCodingParams::bottom_label,
               "a new category for what is coded at the bottom of ordinal columns")
        .field("top_label", &TopBottomCodingParams::top_label,
               "a new category for what is coded at the top of ordinal columns");
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
    if (column.notation()) {
        const auto written = column.notation()->parse(threshold);
        if (written || column.notation()->is_number()) return written;
        return iso_value(threshold, column.notation()->quantity());
    }
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

// The p-th different position from an end; the last there is where they are fewer.
double category_from_end(std::span<const double> sorted, std::int64_t p, bool is_top) {
    const auto at = [&](std::size_t i) { return sorted[is_top ? sorted.size() - 1 - i : i]; };
    std::size_t i = 0;
    for (std::int64_t found = 1; found < p; ++found) {
        std::size_t next = i;
        while (next < sorted.size() && at(next) == at(i)) ++next;
        if (next == sorted.size()) break;
        i = next;
    }
    return at(i);
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
    bool inclusive = false;  // the threshold belongs to the tail
    bool short_tail = false;

    bool covers(double value, bool is_top) const {
        if (!threshold) return false;
        if (inclusive && value == *threshold) return true;
        return is_top ? value > *threshold : value < *threshold;
    }
};

// `sorted`: the positions of the column's values.
End find_end(const Column& column, std::span<const double> sorted,
             const TopBottomCodingParams& params, bool is_top) {
    End end;
    const auto& given = is_top ? params.top : params.bottom;
    const double percent = is_top ? params.top_percent : params.bottom_percent;
    const std::int64_t categories = is_top ? params.top_categories : params.bottom_categories;
    if (const auto own = given.find(column.name()); own != given.end()) {
        end.threshold = position(column, own->second);
    } else if (categories > 0 && !column.is_numeric() && !sorted.empty()) {
        end.threshold = category_from_end(sorted, categories, is_top);
        end.derived = true;
        end.inclusive = true;
    } else if (percent > 0 && !sorted.empty()) {
        end.threshold = quantile_of(column, sorted, is_top ? 1 - percent / 100 : percent / 100);
        end.derived = true;
    }
    if (!end.threshold) return end;
    const auto first = std::partition_point(sorted.begin(), sorted.end(), [&](double value) {
        return end.covers(value, is_top) != is_top;
    });
    const auto tail = is_top ? std::span(first, sorted.end()) : std::span(sorted.begin(), first);
    end.coded = std::ssize(tail);
    end.shown = *end.threshold;
    const bool labelled = !column.is_numeric() && (is_top ? params.top_label : params.bottom_label);
    if (params.replacement == Replacement::threshold || tail.empty() || labelled) return end;
    end.short_tail = tail.size() < kLeastTail;
    if (end.short_tail) return end;
    end.shown = params.replacement == Replacement::median
                    ? quantile_of(column, tail, 0.5)
                    : exact_sum(tail) / static_cast<double>(tail.size());
    return end;
}

// The category that a coded one becomes.
std::string shown_category(const Column& column, const End& end,
                           const std::optional<std::string>& label) {
    return label ? *label : column.dictionary()[static_cast<std::size_t>(end.shown)];
}

ColumnPtr code_categories(const Column& column, const End& bottom, const End& top,
                          const TopBottomCodingParams& params) {
    std::vector<std::string> becomes;
    for (std::size_t k = 0; k < column.dictionary().size(); ++k) {
        const auto place = static_cast<double>(k);
        const bool low = bottom.covers(place, false), high = top.covers(place, true);
        becomes.push_back(low    ? shown_category(column, bottom, params.bottom_label)
                          : high ? shown_category(column, top, params.top_label)
                                 : column.dictionary()[k]);
        const bool taken = (bottom.threshold && params.bottom_label == column.dictionary()[k]) ||
                           (top.threshold && params.top_label == column.dictionary()[k]);
        if (taken && !low && !high) {
            throw Error(ErrorKind::usage,
                        fmt::format("column \"{}\" has a category \"{}\" already; choose another "
                                    "label",
                                    column.name(), column.dictionary()[k]));
        }
    }
    return recoded_categories(column, becomes);
}

ColumnPtr code(const MaskInput& input, const Column& column, const End& bottom, const End& top,
               const TopBottomCodingParams& params) {
    if (!column.is_numeric()) return code_categories(column, bottom, top, params);
    return map_numbers(input, column.name(), [&](double value, std::int64_t) {
        return bottom.covers(value, false) ? bottom.shown
               : top.covers(value, true)   ? top.shown
                                           : value;
    });
}

void report(const Column& column, const std::string& which, const End& end, MaskOutput& output) {
    if (!end.threshold) return;
    output.facts["coded"][column.name()][which] = end.coded;
    if (end.derived) {
        Json& place = output.private_facts["thresholds"][column.name()][which];
        if (column.notation() && !column.notation()->is_number()) {
            place = column.number_as_text(*end.threshold);
        } else if (column.is_numeric()) {
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

MaskOutput apply_top_bottom_coding(const MaskInput& input, const TopBottomCodingParams& params) {
    MaskOutput output;
    for (const std::string& name : input.columns) {
        const Column& column = input.table.column(name);
        const std::vector<double> sorted = sorted_positions(input.context, column);
        const End bottom = find_end(column, sorted, params, false);
        const End top = find_end(column, sorted, params, true);
        if (bottom.threshold && top.threshold) {
            if (*bottom.threshold > *top.threshold) {
                throw Error(ErrorKind::usage, ends_crossed(name));
            }
            if (bottom.covers(*top.threshold, false) && top.covers(*bottom.threshold, true)) {
                throw Error(ErrorKind::usage,
                            fmt::format("column \"{}\" has too few categories: the highest and the "
                                        "lowest ones to be coded overlap",
                                        name));
            }
        }
        if (!bottom.threshold && !top.threshold && column.missing() < column.size()) {
            output.warnings.push_back(
                fmt::format("column \"{}\" has no threshold: it is unchanged", name));
        }
        output.changed.push_back(code(input, column, bottom, top, params));
        report(column, "bottom", bottom, output);
        report(column, "top", top, output);
    }
    return output;
}

std::string_view what_it_holds(const Column& column) {
    if (!column.is_numeric()) return "category";
    return column.notation() ? name(column.notation()->quantity()) : "number";
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
                                        what_it_holds(*column), name),
                            within(place, parameter)});
    }
}

void check_top_bottom_coding(const Table& table, std::span<const std::string> columns,
                             const TopBottomCodingParams& params, const Place& place,
                             Problems& problems) {
    check_thresholds(table, "bottom", params.bottom, columns, place, problems);
    check_thresholds(table, "top", params.top, columns, place, problems);
    if (params.bottom.empty() && params.top.empty() && params.bottom_percent == 0 &&
        params.top_percent == 0 && params.bottom_categories == 0 && params.top_categories == 0) {
        problems.push_back(
            {"nothing to code: give top, bottom, top_percent, bottom_percent, "
             "top_categories or bottom_categories",
             place});
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
                "`bottom_percent`). Of ordered categories the highest or lowest few can be made "
                "one instead (`top_categories`, `bottom_categories`: so many of those that occur), "
                "shown as the one nearest to the middle, as the median of their records, or as a "
                "new category (`top_label`, `bottom_label`). Use it for skewed amounts and ages, "
                "where the few extreme "
                "values are what makes a person known. It protects the extremes only: values "
                "between the thresholds are released as they are, so combine it with another "
                "method. With the threshold as replacement the mean of the column shrinks; the "
                "tail's mean keeps it. A tail of fewer than three values is always shown as the "
                "threshold. Missing values stay missing.",
            .kinds = {Kind::numeric, Kind::ordinal},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"hundepool2012statistical", "willenborg2001elements",
                      "domingo2001quantitative"},
            .example = {{"bottom_percent", 5}, {"top_percent", 5}},
            .ladder = varied("top_percent", {5, 10}, {{"replacement", "mean"}}),
            .ladder_turn = 14,
            .first_categories = {8, one_after_another({varied("top_categories", {2}),
                                                       varied("bottom_categories", {2})})},
            .effect = Effect::coded_ends},
        top_bottom_coding_schema(), apply_top_bottom_coding, check_top_bottom_coding);
}

}  // namespace lethe::mask
