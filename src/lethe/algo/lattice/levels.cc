#include "lethe/algo/lattice/levels.h"

#include <fmt/format.h>

#include <set>
#include <unordered_map>
#include <utility>

namespace lethe::lattice {
namespace {

using Numbers = std::unordered_map<std::string, std::int32_t>;

void number_level(const LevelTable& table, std::size_t level, Levels& levels) {
    Numbers numbers;
    auto& labels = levels.labels.emplace_back();
    auto& label_of = levels.label_of.emplace_back();
    auto& lines_of = levels.lines_of.emplace_back();
    for (const auto& line : table.lines) {
        const auto next = static_cast<std::int32_t>(labels.size());
        const auto [place, is_new] = numbers.try_emplace(line[level], next);
        if (is_new) {
            labels.push_back(line[level]);
            lines_of.push_back(0);
        }
        label_of.push_back(place->second);
        ++lines_of[static_cast<std::size_t>(place->second)];
    }
}

// Labels that lie in two groups of the next level, each once.
void join_levels(std::size_t level, Levels& levels, Problems& problems) {
    auto& parents = levels.parent_of.emplace_back(levels.labels[level].size(), -1);
    std::set<std::int32_t> told;
    for (std::size_t line = 0; line < levels.label_of[level].size(); ++line) {
        const std::int32_t label = levels.label_of[level][line];
        const std::int32_t above = levels.label_of[level + 1][line];
        std::int32_t& parent = parents[static_cast<std::size_t>(label)];
        if (parent == -1) parent = above;
        if (parent == above || !told.insert(label).second) continue;
        const auto& names = levels.labels[level + 1];
        problems.push_back(
            {fmt::format("the hierarchy of column \"{}\" is not nested: \"{}\" of level {} lies in "
                         "both \"{}\" and \"{}\" of level {}",
                         levels.column, levels.labels[level][static_cast<std::size_t>(label)],
                         level, names[static_cast<std::size_t>(parent)],
                         names[static_cast<std::size_t>(above)], level + 1),
             {},
             ErrorKind::input});
    }
}

bool well_formed(const std::string& column, const LevelTable& table, Problems& problems) {
    const std::size_t before = problems.size();
    if (table.lines.empty() || table.lines.front().empty()) {
        problems.push_back({fmt::format("the hierarchy of column \"{}\" has no lines", column),
                            {},
                            ErrorKind::input});
        return false;
    }
    std::set<std::string_view> values;
    std::int64_t twice = 0;
    std::int64_t uneven = 0;
    std::int64_t first_uneven = 0;
    for (std::size_t i = 0; i < table.lines.size(); ++i) {
        const auto& line = table.lines[i];
        if (line.size() != table.lines.front().size() && uneven++ == 0) {
            first_uneven = static_cast<std::int64_t>(i) + 1;
        }
        if (!line.empty() && !values.insert(line.front()).second) ++twice;
    }
    if (uneven > 0) {
        problems.push_back(
            {fmt::format("the hierarchy of column \"{}\" has lines of unequal depth: {} of {} "
                         "differ from the first, line {} is the first of them; lethe knowledge "
                         "write FILE --levels -o NEW makes them equally long",
                         column, uneven, table.lines.size(), first_uneven),
             {},
             ErrorKind::input});
    }
    if (twice > 0) {
        problems.push_back(
            {fmt::format("the hierarchy of column \"{}\" has {} lines for values that have one "
                         "already",
                         column, twice),
             {},
             ErrorKind::input});
    }
    return problems.size() == before;
}

}  // namespace

Levels levels_of(const std::string& column, const LevelTable& table, Problems& problems) {
    Levels levels;
    levels.column = column;
    if (!well_formed(column, table, problems)) return levels;
    const auto depth = static_cast<std::size_t>(table.levels());
    for (std::size_t level = 0; level < depth; ++level) number_level(table, level, levels);
    for (std::size_t level = 0; level + 1 < depth; ++level) join_levels(level, levels, problems);
    return levels;
}

}  // namespace lethe::lattice
