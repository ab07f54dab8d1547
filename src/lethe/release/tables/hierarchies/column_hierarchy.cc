#include "lethe/release/tables/hierarchies/column_hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "lethe/release/tables/hierarchies/column_hierarchy_parts.h"

namespace lethe::release {
namespace {

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
    if (request.repeats()) {
        RepeatedIntervals intervals = request.repeated_intervals();
        intervals.notation = column.notation();
        return levels_by_repeated_intervals(values.texts, values.numbers, intervals);
    }
    IntervalLevels intervals = request.intervals();
    intervals.notation = column.notation();
    return levels_by_intervals(values.texts, values.numbers, intervals);
}

// The values in the order that was given, with those that nobody has.
DistinctValues ordered_as_given(const Column& column, const DistinctValues& values,
                                const HierarchyRequest& request, std::vector<std::string>& notes) {
    std::unordered_map<std::string_view, std::int64_t> people;
    for (std::size_t i = 0; i < values.texts.size(); ++i) {
        people.emplace(values.texts[i], values.people[i]);
    }
    DistinctValues ordered;
    for (const std::string& category : request.order) {
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
    return ordered;
}

LevelTable order_of(const Column& column, DistinctValues& values, const HierarchyRequest& request,
                    std::vector<std::string>& notes) {
    const bool spelt = request.order.empty() && column.is_numeric();
    if (!request.order.empty()) values = ordered_as_given(column, values, request, notes);
    std::vector<std::int64_t> ranks;
    for (std::size_t i = 0; i < values.texts.size(); ++i) {
        const bool same =
            i > 0 && spelt && values.numbers[i] == values.numbers[i - 1];  // another spelling
        ranks.push_back(i == 0 ? 0 : ranks.back() + (same ? 0 : 1));
    }
    return levels_by_order(values.texts, ranks,
                           {request.fan.value_or(HierarchyRequest::kUsualFan),
                            request.group_sizes(), request.runs, request.levels});
}

LevelTable prefixes_of(const DistinctValues& values, const HierarchyRequest& request) {
    std::int64_t longest = 0;
    for (const std::string& text : values.texts) {
        longest =
            std::max<std::int64_t>(longest, std::ranges::count_if(text, [](char c) {
                                       return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
                                   }));
    }
    Redaction options;
    options.lengths = request.lengths;
    std::int64_t left = longest;
    for (const std::int64_t step : request.steps) {
        left -= step;
        if (left > 0) options.lengths.push_back(left);
    }
    // All characters at once, or none: what is left is "*".
    if (!request.steps.empty() && options.lengths.empty()) {
        return level_table(values.texts, {});
    }
    options.align = request.align;
    options.from = request.mask_from;
    options.mask = request.mask.value_or("*");
    options.pad = request.pad.value_or("");
    if (!request.lengths.empty() && request.lengths.front() >= longest) {
        throw Error(ErrorKind::usage,
                    fmt::format("must be below {}, the characters of the longest value: {} cuts "
                                "nothing",
                                longest, request.lengths.front()),
                    {{}, 0, 0, "lengths"});
    }
    return levels_by_redaction(values.texts, options);
}

LevelTable priority_of(const Context& context, const Column& column, DistinctValues& values,
                       const HierarchyRequest& request, std::vector<std::string>& notes) {
    if (!request.order.empty()) values = ordered_as_given(column, values, request, notes);
    std::vector<double> priorities;
    if (!request.order.empty()) {
        for (std::size_t i = 0; i < values.texts.size(); ++i) {
            priorities.push_back(-static_cast<double>(i));
        }
    } else if (!request.counts.empty()) {
        priorities = read_counts(context, column, values, request.counts);
    } else {
        priorities.assign(values.people.begin(), values.people.end());
        notes.push_back(std::string(kLabelsTell));
    }
    return levels_by_priority(values.texts, priorities,
                              request.levels.value_or(HierarchyRequest::kUsualPriorityLevels));
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
            return frequency_of(context, column, values, request, notes);
        case HierarchyBy::priority:
            return priority_of(context, column, values, request, notes);
        case HierarchyBy::groups:
            return groups_of(context, values, request, notes);
        case HierarchyBy::table:
            break;
    }
    return table_of(context, column, values, request, notes);
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

}  // namespace lethe::release
