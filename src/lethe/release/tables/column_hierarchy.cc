#include "lethe/release/tables/column_hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "lethe/data/formats/table_files.h"
#include "lethe/documents/find/dates.h"
#include "lethe/knowledge/hierarchies/build_levels.h"

namespace lethe {
namespace {

constexpr std::int64_t kUsualLeast = 5;
constexpr std::string_view kUsualOther = "other";

// The different texts of a column with how many people have each, in the order of their numbers or
// of the texts.
struct DistinctValues {
    std::vector<std::string> texts;
    std::vector<double> numbers;  // of a numeric column
    std::vector<std::int64_t> people;

    void add(const std::string& text) {  // one that nobody has
        texts.push_back(text);
        people.push_back(0);
    }
};

DistinctValues distinct_values_of(const Column& column) {
    const ColumnPtr written = column.as_written(Kind::semantic);
    std::vector<std::int64_t> people(written->dictionary().size(), 0);
    std::vector<double> numbers(people.size(), 0);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!written->valid(row)) continue;
        const auto r = static_cast<std::size_t>(row);
        const auto code = static_cast<std::size_t>(written->codes()[r]);
        ++people[code];
        if (column.is_numeric()) numbers[code] = column.numbers()[r];
    }
    std::vector<std::size_t> order;
    for (std::size_t code = 0; code < people.size(); ++code) {
        if (people[code] > 0) order.push_back(code);
    }
    const Dictionary& texts = written->dictionary();
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tie(numbers[a], texts[a]) < std::tie(numbers[b], texts[b]);
    });
    DistinctValues values;
    for (const std::size_t code : order) {
        values.texts.push_back(texts[code]);
        values.people.push_back(people[code]);
        if (column.is_numeric()) values.numbers.push_back(numbers[code]);
    }
    return values;
}

LevelTable intervals_of(const Column& column, const DistinctValues& values,
                        const HierarchyRequest& request) {
    if (!column.is_numeric()) {
        const std::int64_t row = column.first_non_number();
        throw Error(
            ErrorKind::usage,
            fmt::format("column \"{}\" holds text{}, and intervals are of numbers; allowed "
                        "for text are order, prefixes, dates, frequency and groups",
                        column.name(), row > 0 ? fmt::format(" (row {} is no number)", row) : ""));
    }
    return levels_by_intervals(values.texts, values.numbers, request.intervals());
}

LevelTable order_of(const Column& column, DistinctValues& values, const HierarchyRequest& request,
                    std::vector<std::string>& notes) {
    std::vector<std::int64_t> ranks;
    if (request.order.empty()) {
        for (std::size_t i = 0; i < values.texts.size(); ++i) {
            const bool same = i > 0 && column.is_numeric() &&
                              values.numbers[i] == values.numbers[i - 1];  // another spelling
            ranks.push_back(i == 0 ? 0 : ranks.back() + (same ? 0 : 1));
        }
    } else {
        std::unordered_map<std::string_view, std::int64_t> people;
        for (std::size_t i = 0; i < values.texts.size(); ++i) {
            people.emplace(values.texts[i], values.people[i]);
        }
        DistinctValues ordered;
        for (const std::string& category : request.order) {
            ranks.push_back(std::ssize(ranks));
            ordered.add(category);
            const auto found = people.find(category);
            if (found != people.end()) ordered.people.back() = found->second;
        }
        const auto known = std::count_if(ordered.people.begin(), ordered.people.end(),
                                         [](std::int64_t number) { return number > 0; });
        if (known < std::ssize(values.texts)) {
            throw Error(
                ErrorKind::input,
                fmt::format("column \"{}\": {} of its {} values are not in the order; it "
                            "must name every value, written as in the data",
                            column.name(), std::ssize(values.texts) - known, values.texts.size()));
        }
        if (known < std::ssize(request.order)) {
            notes.push_back(fmt::format("{} of the categories of the order are not in the data",
                                        std::ssize(request.order) - known));
        }
        values = std::move(ordered);
    }
    return levels_by_order(values.texts, ranks, request.fan.value_or(HierarchyRequest::kUsualFan),
                           request.levels);
}

LevelTable prefixes_of(const DistinctValues& values, const HierarchyRequest& request) {
    std::int64_t longest = 0;
    for (const std::string& text : values.texts) {
        longest =
            std::max<std::int64_t>(longest, std::ranges::count_if(text, [](char c) {
                                       return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
                                   }));
    }
    if (!request.lengths.empty() && request.lengths.front() >= longest) {
        throw Error(ErrorKind::usage,
                    fmt::format("must be below {}, the characters of the longest value: {} cuts "
                                "nothing",
                                longest, request.lengths.front()),
                    {{}, 0, 0, "lengths"});
    }
    return levels_by_prefixes(values.texts, request.lengths);
}

// "27 February 2020": a month in words and a year of four digits.
std::optional<CalendarDay> day_in_words(std::string_view text) {
    const documents::TextDate read = documents::read_date(text);
    int digits = 0;
    bool full_year = false;
    for (const char c : text) {
        digits = c >= '0' && c <= '9' ? digits + 1 : 0;
        full_year = full_year || digits == 4;
    }
    const std::chrono::year_month_day day{std::chrono::year{read.year},
                                          std::chrono::month{static_cast<unsigned>(read.month)},
                                          std::chrono::day{static_cast<unsigned>(read.day)}};
    if (!read.sure || !full_year || read.year < 1000 || !day.ok()) return std::nullopt;
    return CalendarDay{read.year, read.month, read.day};
}

linkage::DateOrder date_order_of(const Column& column, const DistinctValues& values,
                                 const HierarchyRequest& request) {
    using linkage::DateOrder;
    if (request.date_order) return *request.date_order;
    std::int64_t day_first = 0, month_first = 0, either = 0;
    for (const std::string& text : values.texts) {
        const auto told = linkage::order_told_by(text);
        day_first += told == DateOrder::day_first ? 1 : 0;
        month_first += told == DateOrder::month_first ? 1 : 0;
        either += linkage::read_date(text, DateOrder::day_first) !=
                              linkage::read_date(text, DateOrder::month_first) &&
                          !told
                      ? 1
                      : 0;
    }
    if (day_first > 0 && month_first > 0) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\": {} of its dates have the day first and {} the "
                                "month; write them alike",
                                column.name(), day_first, month_first));
    }
    if (either > 0 && day_first + month_first == 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("column \"{}\": whether the day or the month stands first cannot "
                                "be told from its dates; say day-first or month-first",
                                column.name()),
                    {{}, 0, 0, "date_order"});
    }
    return month_first > 0 ? DateOrder::month_first : DateOrder::day_first;
}

LevelTable dates_of(const Column& column, const DistinctValues& values,
                    const HierarchyRequest& request) {
    const linkage::DateOrder order = date_order_of(column, values, request);
    std::vector<CalendarDay> days;
    std::int64_t others = 0;
    for (const std::string& text : values.texts) {
        if (const auto date = linkage::read_date(text, order)) {
            days.push_back({date->year, date->month, date->day});
        } else if (const auto in_words = day_in_words(text)) {
            days.push_back(*in_words);
        } else {
            ++others;
        }
    }
    if (others > 0) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\": {} of its {} values are not dates; allowed are "
                                "days such as 2020-02-27 (a time may follow), 20200227, 2020/2/27, "
                                "27.2.2020, 02/27/2020 and 27 February 2020",
                                column.name(), others, values.texts.size()));
    }
    std::vector<DateUnit> units;
    for (const std::string& unit : request.units) units.push_back(*date_unit_named(unit));
    if (units.empty()) {
        units = {DateUnit::month, DateUnit::quarter, DateUnit::year, DateUnit::decade};
    }
    return levels_by_dates(values.texts, days, units);
}

LevelTable frequency_of(const DistinctValues& values, const HierarchyRequest& request,
                        std::vector<std::string>& notes) {
    std::vector<std::int64_t> least = request.least;
    if (least.empty()) least.push_back(kUsualLeast);
    const std::string other = request.other.value_or(std::string(kUsualOther));
    if (std::find(values.texts.begin(), values.texts.end(), other) != values.texts.end()) {
        notes.push_back("what rare values become is a value of the column too, and they join it");
    }
    for (const std::int64_t threshold : least) {
        std::int64_t together = 0;
        for (std::size_t i = 0; i < values.texts.size(); ++i) {
            if (values.people[i] < threshold || values.texts[i] == other) {
                together += values.people[i];
            }
        }
        if (together > 0 && together < threshold) {
            notes.push_back(fmt::format(
                "the values that fewer than {0} people have are together still fewer than {0}: "
                "joining them hides nobody among {0}",
                threshold));
        }
    }
    return levels_by_frequency(values.texts, values.people, least, other);
}

// The groups of one level, by value.
std::map<std::string, std::string> read_groups(const Context& context, const std::string& path) {
    ReadOptions options;
    options.header = true;
    const Table table = read_table(context, path, options);
    Problems problems;
    const auto add = [&](std::string message) {
        problems.push_back({std::move(message), {path, 0, 0, {}}, ErrorKind::input});
    };
    if (table.columns().size() != 2 || table.find("value") == nullptr ||
        table.find("group") == nullptr) {
        add("a file of groups has a header and two columns, \"value\" and \"group\"");
        throw_if_any(std::move(problems));
    }
    std::map<std::string, std::string> groups;
    const Column& values = table.column("value");
    const Column& names = table.column("group");
    constexpr std::size_t kMost = 10;
    for (std::int64_t row = 0; row < table.rows() && problems.size() < kMost; ++row) {
        const std::string group = names.text(row);
        if (!names.valid(row) && group != "NA") {
            add(fmt::format("row {} has no group", row + 1));
            continue;
        }
        const auto [place, is_new] = groups.emplace(values.text(row), group);
        if (!is_new && place->second != group) {
            add(fmt::format("row {} gives another group to a value of an earlier row", row + 1));
        }
    }
    throw_if_any(std::move(problems));
    return groups;
}

LevelTable groups_of(const Context& context, DistinctValues& values,
                     const HierarchyRequest& request, std::vector<std::string>& notes) {
    std::vector<std::map<std::string, std::string>> groups;
    for (const std::string& path : request.groups) groups.push_back(read_groups(context, path));
    std::int64_t unused = 0;
    const std::vector<std::string> own = values.texts;
    std::vector<std::string> sorted = own;
    std::sort(sorted.begin(), sorted.end());
    for (const auto& [value, group] : groups.front()) {
        if (std::binary_search(sorted.begin(), sorted.end(), value)) continue;
        values.add(value);
        ++unused;
    }
    if (unused > 0) {
        notes.push_back(
            fmt::format("{} of the values that were given a group are not in the data", unused));
    }
    return levels_by_groups(values.texts, groups);
}

LevelTable levels_of(const Context& context, const Column& column, DistinctValues& values,
                     const HierarchyRequest& request, std::vector<std::string>& notes) {
    switch (request.by) {
        case HierarchyBy::intervals:
            return intervals_of(column, values, request);
        case HierarchyBy::order:
            return order_of(column, values, request, notes);
        case HierarchyBy::prefixes:
            return prefixes_of(values, request);
        case HierarchyBy::dates:
            return dates_of(column, values, request);
        case HierarchyBy::frequency:
            return frequency_of(values, request, notes);
        case HierarchyBy::groups:
            break;
    }
    return groups_of(context, values, request, notes);
}

}  // namespace

ColumnHierarchy make_hierarchy(const Context& context, const Column& column,
                               const HierarchyRequest& request) {
    DistinctValues values = distinct_values_of(column);
    if (values.texts.empty()) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\" has no value, of which a hierarchy could be made",
                                column.name()));
    }
    ColumnHierarchy made;
    made.missing = column.missing();
    made.table = levels_of(context, column, values, request, made.notes);
    made.people = std::move(values.people);
    check_levels(made.table);
    return made;
}

}  // namespace lethe
