// Hierarchies of a column with what files give: groups, counts of the population, whole tables.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "lethe/core/wrongs.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/knowledge/hierarchies/level_files.h"
#include "lethe/release/tables/hierarchies/column_hierarchy_parts.h"

namespace lethe::release {
namespace {

constexpr std::int64_t kUsualLeast = 5;
constexpr std::string_view kUsualOther = "other";
constexpr std::size_t kMostRowsTold = 10;

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
    for (std::int64_t row = 0; row < table.rows() && problems.size() < kMostRowsTold; ++row) {
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

// The first rows of the data whose value is among these, for a message.
std::string rows_with(const Column& column, const std::unordered_set<std::string>& values) {
    const ColumnPtr written = column.as_written(Kind::semantic);
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < column.size() && rows.size() < kMostRowsTold; ++row) {
        if (written->valid(row) && values.contains(written->text(row))) rows.push_back(row + 1);
    }
    return fmt::format("{}", fmt::join(rows, ", "));
}

void refuse_without_line(const Column& column, const DistinctValues& values,
                         const std::unordered_set<std::string>& without, const std::string& path) {
    if (without.empty()) return;
    throw Error(
        ErrorKind::input,
        fmt::format("{} of the {} values of column \"{}\" have no line (rows {}{} of the "
                    "data); each needs one, written as in the data",
                    without.size(), values.texts.size(), column.name(), rows_with(column, without),
                    without.size() > kMostRowsTold ? " and others" : ""),
        {path, 0, 0, {}});
}

}  // namespace

std::vector<double> read_counts(const Context& context, const Column& column,
                                const DistinctValues& values, const std::string& path) {
    ReadOptions options;
    options.header = true;
    const Table table = read_table(context, path, options);
    Wrongs wrongs(path);
    const Column* texts = table.find("value");
    const Column* counts = table.find("count");
    if (table.columns().size() != 2 || texts == nullptr || counts == nullptr ||
        !counts->is_numeric()) {
        wrongs.fail(0,
                    "a file of counts has a header and two columns, \"value\" and \"count\", "
                    "with numbers in the second");
    }
    const ColumnPtr written = texts->as_written(Kind::semantic);
    std::unordered_map<std::string, double> count_of;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        const double count = counts->numbers()[static_cast<std::size_t>(row)];
        if (!counts->valid(row) || !(count >= 0) || !std::isfinite(count)) {
            wrongs.add(0, fmt::format("row {} has no count of 0 or more", row + 1));
        }
        if (!count_of.emplace(written->text(row), count).second) {
            wrongs.add(0, fmt::format("row {} has the value of an earlier row", row + 1));
        }
    }
    wrongs.throw_if_any();
    std::vector<double> found;
    std::unordered_set<std::string> without;
    for (const std::string& text : values.texts) {
        const auto count = count_of.find(text);
        if (count == count_of.end()) without.insert(text);
        found.push_back(count == count_of.end() ? 0 : count->second);
    }
    refuse_without_line(column, values, without, path);
    return found;
}

LevelTable frequency_of(const Context& context, const Column& column, const DistinctValues& values,
                        const HierarchyRequest& request, std::vector<std::string>& notes) {
    std::vector<std::int64_t> people = values.people;
    if (!request.counts.empty()) {
        std::ranges::transform(
            read_counts(context, column, values, request.counts), people.begin(),
            [](double count) { return static_cast<std::int64_t>(std::min(count, 9e15)); });
    }
    std::vector<std::int64_t> least = request.least;
    if (least.empty()) least.push_back(kUsualLeast);
    const std::string other = request.other.value_or(std::string(kUsualOther));
    if (std::find(values.texts.begin(), values.texts.end(), other) != values.texts.end()) {
        notes.push_back("what rare values become is a value of the column too, and they join it");
    }
    for (const std::int64_t threshold : least) {
        std::int64_t together = 0;
        for (std::size_t i = 0; i < values.texts.size(); ++i) {
            if (people[i] < threshold || values.texts[i] == other) {
                together += people[i];
            }
        }
        if (together > 0 && together < threshold) {
            notes.push_back(fmt::format(
                "the values that fewer than {0} people have are together still fewer than {0}: "
                "joining them hides nobody among {0}",
                threshold));
        }
    }
    if (request.counts.empty()) notes.push_back(std::string(kLabelsTell));
    return levels_by_frequency(values.texts, people, least, other);
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

LevelTable table_of(const Context& context, const Column& column, DistinctValues& values,
                    const HierarchyRequest& request, std::vector<std::string>& notes) {
    LevelTable table = read_checked_levels(context, request.table);
    std::unordered_map<std::string, std::int64_t> people;
    for (std::size_t i = 0; i < values.texts.size(); ++i) {
        people.emplace(values.texts[i], values.people[i]);
    }
    DistinctValues ordered;
    for (const auto& line : table.lines) {
        ordered.add(line.front());
        const auto found = people.find(line.front());
        if (found == people.end()) continue;
        ordered.people.back() = found->second;
        people.erase(found);
    }
    std::unordered_set<std::string> without;
    for (const auto& [text, count] : people) without.insert(text);
    refuse_without_line(column, values, without, request.table);
    const auto unused = std::ranges::count(ordered.people, std::int64_t{0});
    if (unused > 0) {
        notes.push_back(fmt::format("{} of the values of the table are not in the data", unused));
    }
    const bool topped = std::ranges::all_of(
        table.lines, [](const auto& line) { return line.back() == kEverythingLabel; });
    if (!topped) {
        notes.push_back("its last level was not * for all, and a level * was added");
        for (auto& line : table.lines) line.emplace_back(kEverythingLabel);
    }
    values = std::move(ordered);
    return table;
}

}  // namespace lethe::release
