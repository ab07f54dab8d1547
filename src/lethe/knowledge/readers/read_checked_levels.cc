// A value hierarchy kept as the table that it is: a label counts in every column in which it
// stands, where read_value_hierarchy takes equal names for one concept.
#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "lethe/knowledge/hierarchies/level_files.h"
#include "lethe/knowledge/readers/source_text.h"

namespace lethe {
namespace {

using readers::in_quotes;

// The labels of a level with the first label that was met above each.
using Above = std::unordered_map<std::string, std::string>;

void check_nesting(const std::vector<std::string>& line, std::int64_t number,
                   std::vector<Above>& above, std::vector<std::unordered_set<std::string>>& told,
                   Wrongs& wrongs) {
    for (std::size_t l = 1; l + 1 < line.size(); ++l) {
        const auto met = above[l].try_emplace(line[l], line[l + 1]).first;
        if (met->second == line[l + 1] || !told[l].insert(line[l]).second) continue;
        wrongs.add(number, fmt::format("{} of level {} lies in both {} and {} of level {}; each "
                                       "group must lie in one group of the next level",
                                       in_quotes(line[l]), l, in_quotes(met->second),
                                       in_quotes(line[l + 1]), l + 1));
    }
}

}  // namespace

LevelTable read_checked_levels(const Context& context, const std::string& path) {
    readers::SourceText source = readers::read_source_text(path);
    const char separator = readers::likely_separator(source.text);
    Wrongs wrongs(path);
    if (separator == '\0') {
        wrongs.fail(1,
                    "is not a table of levels: no line has a value and its labels, such as "
                    "value;level 1;level 2 (separated by semicolons, tabs or commas)");
    }
    readers::Records records(std::move(source), separator);
    LevelTable table;
    std::unordered_map<std::string, std::int64_t> line_of;
    std::vector<Above> above;
    std::vector<std::unordered_set<std::string>> told;
    while (records.next()) {
        context.check_stop();
        std::vector<std::string> line;
        bool complete = true;
        for (std::size_t l = 0; l < records.size(); ++l) {
            line.emplace_back(records.as_written(l));
            if (!readers::trimmed(line.back()).empty()) continue;
            wrongs.add(records.line(), fmt::format("level {} is empty", l));
            complete = false;
        }
        if (above.empty()) {
            above.resize(line.size());
            told.resize(line.size());
        }
        if (line.size() != above.size()) {
            wrongs.add(records.line(),
                       fmt::format("has {} columns, and the first line {}; all lines of a table of "
                                   "levels are equally long",
                                   line.size(), above.size()));
            continue;
        }
        if (!complete) continue;
        const auto [known, is_new] = line_of.try_emplace(line.front(), records.line());
        if (!is_new) {
            wrongs.add(records.line(),
                       fmt::format("has the value of line {} again", known->second));
            continue;
        }
        check_nesting(line, records.line(), above, told, wrongs);
        table.lines.push_back(std::move(line));
    }
    wrongs.throw_if_any();
    return table;
}

}  // namespace lethe
