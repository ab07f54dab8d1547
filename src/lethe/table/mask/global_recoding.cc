// Global recoding: values are replaced by the class that they belong to, the same classes for the
// whole column.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/exact_sum.h"
#include "lethe/data/category_counts.h"
#include "lethe/data/written/date_units.h"
#include "lethe/data/written/notation.h"
#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/intervals.h"
#include "lethe/table/mask/parts/rare_categories.h"
#include "lethe/table/mask/parts/recoded_categories.h"

namespace lethe::mask {
namespace {

enum class Show { midpoint, mean, label, first };
enum class CalendarUnit { none, hour, day, week, month, quarter, year, decade, century };
enum class Merged { label, representative, neighbour };

using CategoryMap = std::map<std::string, std::string>;

struct GlobalRecodingParams {
    std::optional<double> width;
    std::map<std::string, double> width_by_column;
    double origin = 0;
    std::map<std::string, std::vector<double>> breaks;
    CalendarUnit unit = CalendarUnit::none;
    Show show = Show::midpoint;
    std::map<std::string, CategoryMap> map;
    CategoryMap fallback;
    std::optional<std::int64_t> rarest;
    std::map<std::string, std::int64_t> rarest_by_column;
    Merged merged = Merged::label;
    std::string label = "other";
};

Schema<GlobalRecodingParams> global_recoding_schema() {
    return Schema<GlobalRecodingParams>()
        .field("width", &GlobalRecodingParams::width, "width of the classes of numeric columns",
               above(0))
        .field("width_by_column", &GlobalRecodingParams::width_by_column,
               "another width for some columns: column name and width", above(0))
        .field("origin", &GlobalRecodingParams::origin,
               "a number at which a class of that width begins")
        .field("breaks", &GlobalRecodingParams::breaks,
               "classes by their ends, for some columns: column name and ascending numbers")
        .choice("unit", &GlobalRecodingParams::unit,
                "what the classes of columns of dates and moments are, instead of the width",
                {{"none", CalendarUnit::none},
                 {"hour", CalendarUnit::hour},
                 {"day", CalendarUnit::day},
                 {"week", CalendarUnit::week},
                 {"month", CalendarUnit::month},
                 {"quarter", CalendarUnit::quarter},
                 {"year", CalendarUnit::year},
                 {"decade", CalendarUnit::decade},
                 {"century", CalendarUnit::century}})
        .choice("show", &GlobalRecodingParams::show,
                "what stands for a class of numbers or dates; first: its first value",
                {{"midpoint", Show::midpoint},
                 {"mean", Show::mean},
                 {"label", Show::label},
                 {"first", Show::first}})
        .field("map", &GlobalRecodingParams::map,
               "new categories, for some columns: column name and a table of old and new")
        .field("default", &GlobalRecodingParams::fallback,
               "category of whatever is not mapped, for some columns: column name and category")
        .field("rarest", &GlobalRecodingParams::rarest,
               "how many of the least frequent categories are merged, in columns without a map",
               at_least(2))
        .field("rarest_by_column", &GlobalRecodingParams::rarest_by_column,
               "another number for some columns: column name and number of categories", at_least(2))
        .choice("merged", &GlobalRecodingParams::merged, "what the merged categories are shown as",
                {{"label", Merged::label},
                 {"representative", Merged::representative},
                 {"neighbour", Merged::neighbour}})
        .field("label", &GlobalRecodingParams::label, "the new category of merged = label");
}

DateUnit date_unit(CalendarUnit unit) {
    switch (unit) {
        case CalendarUnit::hour:
            return DateUnit::hour;
        case CalendarUnit::week:
            return DateUnit::week;
        case CalendarUnit::month:
            return DateUnit::month;
        case CalendarUnit::quarter:
            return DateUnit::quarter;
        case CalendarUnit::year:
            return DateUnit::year;
        case CalendarUnit::decade:
            return DateUnit::decade;
        case CalendarUnit::century:
            return DateUnit::century;
        case CalendarUnit::none:
        case CalendarUnit::day:
            break;
    }
    return DateUnit::day;
}

bool has_calendar(const Column& column) {
    return column.notation() != nullptr && column.notation()->is_of_calendar();
}

std::optional<Intervals> recoding_intervals(const Column& column,
                                            const GlobalRecodingParams& params) {
    const std::string& name = column.name();
    if (const auto own = params.breaks.find(name); own != params.breaks.end()) {
        return Intervals::between(own->second);
    }
    const auto own = params.width_by_column.find(name);
    if (own != params.width_by_column.end()) return Intervals::of_width(own->second, params.origin);
    if (params.unit != CalendarUnit::none && has_calendar(column)) {
        return Intervals::of_dates(date_unit(params.unit), *column.notation());
    }
    if (params.width) return Intervals::of_width(*params.width, params.origin);
    return std::nullopt;
}

bool is_mapped(const std::string& name, const GlobalRecodingParams& params) {
    return params.map.contains(name) || params.fallback.contains(name);
}

std::int64_t merged_count(const std::string& name, const GlobalRecodingParams& params) {
    return for_column(name, params.rarest_by_column, params.rarest.value_or(0));
}

bool is_recoded(const Column& column, const GlobalRecodingParams& params) {
    if (column.is_numeric()) return recoding_intervals(column, params).has_value();
    return is_mapped(column.name(), params) || merged_count(column.name(), params) > 0;
}

// The classes that occur, ascending, and the place of each row's class among them.
struct Classes {
    std::vector<double> numbers;
    std::vector<std::int32_t> codes;
    std::vector<std::vector<double>> values;  // per class, in row order
};

Classes classify(const Column& column, const Intervals& intervals) {
    const auto values = column.numbers();
    std::map<double, std::vector<double>> found;
    std::vector<double> class_of(values.size(), 0.0);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto i = static_cast<std::size_t>(row);
        if (!column.valid(row)) continue;
        class_of[i] = intervals.class_of(values[i]);
        found[class_of[i]].push_back(values[i]);
    }
    Classes classes;
    for (auto& [number, members] : found) {
        classes.numbers.push_back(number);
        classes.values.push_back(std::move(members));
    }
    for (const double number : class_of) {
        const auto place = std::lower_bound(classes.numbers.begin(), classes.numbers.end(), number);
        classes.codes.push_back(static_cast<std::int32_t>(place - classes.numbers.begin()));
    }
    return classes;
}

// A lone value is its class's mean, so its class is shown by the midpoint.
double shown_number(const Intervals& intervals, const Classes& classes, std::size_t place,
                    Show show) {
    const std::vector<double>& members = classes.values[place];
    if (show == Show::first) {
        const double low = intervals.low(classes.numbers[place]);
        return std::isinf(low) ? intervals.midpoint(classes.numbers[place]) : low;
    }
    if (show == Show::midpoint || members.size() < 2) {
        return intervals.midpoint(classes.numbers[place]);
    }
    const auto [least, most] = std::minmax_element(members.begin(), members.end());
    return std::clamp(exact_sum(members) / static_cast<double>(members.size()), *least, *most);
}

ColumnPtr recode_numbers(const MaskInput& input, const Column& column, const Intervals& intervals,
                         Show show, MaskOutput& output) {
    Classes classes = classify(column, intervals);
    output.facts["classes"][column.name()] = classes.numbers.size();
    if (show == Show::label) {
        Dictionary labels;
        const NumberLabels as_column(column.notation());
        for (const double number : classes.numbers) {
            labels.push_back(intervals.label(number, as_column));
        }
        if (column.has_missing()) {
            for (std::int64_t row = 0; row < column.size(); ++row) {
                if (!column.valid(row)) classes.codes[static_cast<std::size_t>(row)] = 0;
            }
        }
        return Column::categories(column.name(), Kind::ordinal, std::move(classes.codes),
                                  std::make_shared<const Dictionary>(std::move(labels)),
                                  column.validity());
    }
    std::vector<double> shown;
    std::int64_t lone = 0;
    for (std::size_t place = 0; place < classes.numbers.size(); ++place) {
        shown.push_back(shown_number(intervals, classes, place, show));
        if (classes.values[place].size() == 1) ++lone;
    }
    if (show == Show::mean && lone > 0) {
        output.warnings.push_back(fmt::format(
            "column \"{}\": classes that hold a single value are shown by their midpoint "
            "(there are {})",
            column.name(), lone));
    }
    return map_numbers(input, column.name(), [&](double, std::int64_t row) {
        return shown[static_cast<std::size_t>(classes.codes[static_cast<std::size_t>(row)])];
    });
}

std::vector<std::string> mapped(const Column& column, const GlobalRecodingParams& params,
                                MaskOutput& output) {
    const auto own_map = params.map.find(column.name());
    const CategoryMap none;
    const CategoryMap& map = own_map == params.map.end() ? none : own_map->second;
    const auto fallback = params.fallback.find(column.name());
    std::vector<std::string> becomes;
    std::size_t found = 0;
    for (const std::string& old : column.dictionary()) {
        const auto entry = map.find(old);
        found += entry == map.end() ? 0 : 1;
        becomes.push_back(entry != map.end()                  ? entry->second
                          : fallback != params.fallback.end() ? fallback->second
                                                              : old);
    }
    if (found < map.size()) {
        output.warnings.push_back(
            fmt::format("column \"{}\": {} of the {} mapped categories do not "
                        "occur",
                        column.name(), map.size() - found, map.size()));
    }
    return becomes;
}

std::vector<std::string> merged(const MaskInput& input, const Column& column,
                                const GlobalRecodingParams& params, MaskOutput& output) {
    const auto unchanged = [&](const std::string& why) {
        output.warnings.push_back(
            fmt::format("column \"{}\" has {}: it is unchanged", column.name(), why));
        return column.dictionary();
    };
    const std::int64_t wanted = merged_count(column.name(), params);
    const RareCategories rare(column.kind(), category_counts(input.context, column), wanted);
    if (rare.occurring() < wanted) {
        return unchanged(
            fmt::format("{} categories, fewer than are to be merged", rare.occurring()));
    }
    if (params.merged == Merged::neighbour && rare.occurring() == wanted) {
        return unchanged("no category left beside those to be merged");
    }
    std::vector<std::string> becomes = column.dictionary();
    for (const std::size_t code : rare.codes()) {
        becomes[code] = params.merged == Merged::label ? params.label
                        : params.merged == Merged::representative
                            ? column.dictionary()[rare.representative()]
                            : column.dictionary()[rare.neighbour(code)];
    }
    if (params.merged == Merged::label) {
        for (std::size_t code = 0; code < becomes.size(); ++code) {
            if (becomes[code] != params.label || rare.merges(code)) continue;
            throw Error(ErrorKind::usage,
                        fmt::format("column \"{}\" has a category \"{}\" already; choose another "
                                    "label",
                                    column.name(), params.label));
        }
    }
    return becomes;
}

MaskOutput apply_global_recoding(const MaskInput& input, const GlobalRecodingParams& params) {
    MaskOutput output;
    for (const std::string& name : input.columns) {
        const Column& column = input.table.column(name);
        if (!is_recoded(column, params)) {
            output.warnings.push_back(
                fmt::format("column \"{}\": no classes are given: it is unchanged", name));
        } else if (column.is_numeric()) {
            output.changed.push_back(recode_numbers(
                input, column, *recoding_intervals(column, params), params.show, output));
        } else {
            const ColumnPtr recoded = recoded_categories(
                column, is_mapped(name, params) ? mapped(column, params, output)
                                                : merged(input, column, params, output));
            output.facts["classes"][name] = recoded->dictionary().size();
            output.changed.push_back(recoded);
        }
    }
    return output;
}

void check_breaks(const GlobalRecodingParams& params, const Place& place, Problems& problems) {
    for (const auto& [name, breaks] : params.breaks) {
        const auto add = [&](std::string message) {
            problems.push_back(
                {fmt::format("column \"{}\": {}", name, message), within(place, "breaks")});
        };
        if (breaks.empty()) add("no breaks");
        if (std::adjacent_find(breaks.begin(), breaks.end(), std::greater_equal<>()) !=
            breaks.end()) {
            add("the breaks must ascend");
        }
        if (breaks.size() == 1 && params.show != Show::label) {
            add("a single break makes two classes without a midpoint; use show = label");
        }
        if (params.width_by_column.contains(name)) add("give breaks or a width, not both");
    }
}

template <class T>
void check_kind(const Table& table, const std::string& parameter,
                const std::map<std::string, T>& per_column, bool numeric, const Place& place,
                Problems& problems) {
    for (const auto& [name, value] : per_column) {
        const Column* column = table.find(name);
        if (column == nullptr || column->is_numeric() == numeric) continue;
        problems.push_back({fmt::format("column \"{}\" {}", name,
                                        numeric ? "has categories; use map, default or rarest"
                                                : "is numeric; use width or breaks"),
                            within(place, parameter)});
    }
}

// Units of the calendar are for columns that have one, and hours for those with a time of day.
void check_unit(const Table& table, std::span<const std::string> columns,
                const GlobalRecodingParams& params, const Place& place, Problems& problems) {
    if (params.unit != CalendarUnit::hour) return;
    for (const std::string& name : columns) {
        const Column* column = table.find(name);
        if (column == nullptr || !has_calendar(*column)) continue;
        if (column->notation()->quantity() == Quantity::moment) continue;
        problems.push_back({fmt::format("column \"{}\" holds dates, which have no hours", name),
                            within(place, "unit")});
    }
}

// A neighbour needs an order.
void check_neighbours(const Table& table, std::span<const std::string> columns,
                      const GlobalRecodingParams& params, const Place& place, Problems& problems) {
    if (params.merged != Merged::neighbour) return;
    for (const std::string& name : columns) {
        const Column* column = table.find(name);
        if (column == nullptr || column->is_numeric() || column->kind() == Kind::ordinal) continue;
        if (is_mapped(name, params) || merged_count(name, params) == 0) continue;
        problems.push_back({fmt::format("column \"{}\" is {}; only categories with an order have "
                                        "neighbours",
                                        name, lethe::name(column->kind())),
                            within(place, "merged")});
    }
}

void check_global_recoding(const Table& table, std::span<const std::string> columns,
                           const GlobalRecodingParams& params, const Place& place,
                           Problems& problems) {
    check_column_names("width_by_column", params.width_by_column, columns, place, problems);
    check_column_names("breaks", params.breaks, columns, place, problems);
    check_column_names("map", params.map, columns, place, problems);
    check_column_names("default", params.fallback, columns, place, problems);
    check_column_names("rarest_by_column", params.rarest_by_column, columns, place, problems);
    check_kind(table, "width_by_column", params.width_by_column, true, place, problems);
    check_kind(table, "breaks", params.breaks, true, place, problems);
    check_kind(table, "map", params.map, false, place, problems);
    check_kind(table, "default", params.fallback, false, place, problems);
    check_kind(table, "rarest_by_column", params.rarest_by_column, false, place, problems);
    check_unit(table, columns, params, place, problems);
    check_neighbours(table, columns, params, place, problems);
    check_breaks(params, place, problems);
    const bool any = std::any_of(columns.begin(), columns.end(), [&](const std::string& name) {
        const Column* column = table.find(name);
        return column != nullptr && is_recoded(*column, params);
    });
    if (!any) {
        problems.push_back(
            {"no column would be recoded: give width or breaks for numbers, unit for dates, map or "
             "default or rarest for categories",
             place});
    }
}

}  // namespace

Method global_recoding() {
    return make_mask(
        MethodInfo{
            .name = "global-recoding",
            .title = "Global recoding",
            .summary =
                "Replaces values by the class they belong to: intervals or broader categories.",
            .description =
                "Numbers are put into classes, of one `width` or between given `breaks` (each "
                "class holds its lower end, not its upper one), and shown as the class's midpoint, "
                "as the mean of its values, or as a label, which makes the column an ordinal one; "
                "a class without one end is shown by the end it has. Dates and moments of which "
                "the "
                "column knows that they are some are put into months, quarters, years or another "
                "`unit` of the calendar, shown as its middle or `first` day or as a label such as "
                "1990-Q3; a width is in days there, of moments in seconds. Categories are merged "
                "by a "
                "`map` of old and new ones and a `default` for the rest, or, without a map, by "
                "merging the `rarest` categories that occur (ties in the column's order) into one: "
                "a new `label`, or the `representative` among them, which is the median of their "
                "records where they have an order and the most frequent one otherwise; as "
                "`neighbour`, each run of merged categories goes to the rarer of the categories "
                "next to it. Use it when a coarser "
                "answer serves as well: released values stay true, only less precise, and the "
                "classes are the same in the whole file. Beware: it is coarse where the data are "
                "dense and yet may leave rare combinations; check class sizes afterwards. A "
                "class's mean is not shown when it comes from a single value. Missing values stay "
                "missing.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"hundepool2012statistical", "willenborg2001elements",
                      "domingo2001quantitative"},
            .example = {{"width", 10}},
            .first_categories = {7, varied("rarest", {2, 3}, {{"merged", "representative"}})},
            .effect = Effect::recoding},
        global_recoding_schema(), apply_global_recoding, check_global_recoding);
}

}  // namespace lethe::mask
