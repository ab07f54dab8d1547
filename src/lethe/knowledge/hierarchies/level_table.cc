#include "lethe/knowledge/hierarchies/level_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/knowledge/readers/hierarchy_text.h"

namespace lethe {
namespace {

bool all_equal(const std::vector<std::string>& labels) {
    return std::adjacent_find(labels.begin(), labels.end(), std::not_equal_to<>()) == labels.end();
}

[[noreturn]] void tell_levels(std::string message) {
    throw Error(ErrorKind::input, std::move(message));
}

void check_line(const std::vector<std::string>& line, std::size_t levels) {
    if (line.size() != levels || levels < 2) {
        tell_levels("the lines of a hierarchy must be equally long, with at least two levels");
    }
    if (line.back() != kEverythingLabel) tell_levels("the last level of a hierarchy must be *");
    std::unordered_set<std::string_view> seen;
    for (std::size_t l = 0; l < levels; ++l) {
        if (line[l].empty()) {
            tell_levels(
                "an empty text cannot stand in a hierarchy; read it as missing, or give it a name");
        }
        if (l > 0 && line[l] == line[l - 1]) continue;
        if (!seen.insert(line[l]).second) {
            tell_levels(line[l] == kEverythingLabel
                            ? "* stands for everything in a hierarchy and cannot be a value or a "
                              "group as well; give it another name"
                            : "the label of a group stands below itself; give the groups other "
                              "names");
        }
    }
}

}  // namespace

LevelTable level_table(std::span<const std::string> values,
                       std::vector<std::vector<std::string>> labels) {
    while (!labels.empty() && all_equal(labels.back())) labels.pop_back();
    LevelTable table;
    table.lines.reserve(values.size());
    for (const std::string& value : values) table.lines.push_back({value});
    for (const std::vector<std::string>& level : labels) {
        bool changes = false;
        for (std::size_t i = 0; i < values.size() && !changes; ++i) {
            changes = table.lines[i].back() != level[i];
        }
        for (std::size_t i = 0; i < values.size() && changes; ++i) {
            table.lines[i].push_back(level[i]);
        }
    }
    for (auto& line : table.lines) line.emplace_back(kEverythingLabel);
    return table;
}

void check_levels(const LevelTable& table) {
    const auto levels = static_cast<std::size_t>(table.levels());
    std::unordered_set<std::string_view> values;
    // By name, wherever it stands, and by name and level.
    std::unordered_map<std::string_view, std::string_view> above;
    std::vector<std::unordered_map<std::string_view, std::string_view>> next(levels);
    for (const auto& line : table.lines) {
        check_line(line, levels);
        if (!values.insert(line.front()).second) tell_levels("a value has two lines");
        for (std::size_t l = 0; l + 1 < levels; ++l) {
            const auto same_level = next[l].emplace(line[l], line[l + 1]).first;
            const bool nested = same_level->second == line[l + 1];
            const bool one_name = line[l] == line[l + 1] ||
                                  above.emplace(line[l], line[l + 1]).first->second == line[l + 1];
            if (nested && one_name) continue;
            tell_levels(fmt::format(
                "level {} of the hierarchy is not a coarsening of the one before: a label belongs "
                "to two groups, or is also the name of a value that is elsewhere; each group must "
                "lie in one group of the next level, and needs a name of its own",
                l + 1));
        }
    }
}

std::vector<LevelCount> count_levels(const LevelTable& table,
                                     std::span<const std::int64_t> people) {
    std::vector<LevelCount> counts;
    for (std::size_t l = 0; l < static_cast<std::size_t>(table.levels()); ++l) {
        std::unordered_map<std::string_view, std::int64_t> of_label;
        for (std::size_t i = 0; i < table.lines.size(); ++i) {
            if (people[i] > 0) of_label[table.lines[i][l]] += people[i];
        }
        LevelCount count;
        for (const auto& [label, number] : of_label) {
            count.smallest = count.groups == 0 ? number : std::min(count.smallest, number);
            count.unique += number == 1 ? 1 : 0;
            ++count.groups;
        }
        counts.push_back(count);
    }
    return counts;
}

std::string level_table_text(const LevelTable& table) {
    std::string text;
    for (const auto& line : table.lines) {
        for (std::size_t l = 0; l < line.size(); ++l) {
            if (l > 0) text += ';';
            text += hierarchy_field(line[l]);
        }
        text += '\n';
    }
    return text;
}

}  // namespace lethe
