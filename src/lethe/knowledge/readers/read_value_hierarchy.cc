// Value hierarchies: one path a line, from a value to the most general, as ARX and other tools
// write them. Lines share names: the same name is the same concept wherever it stands, so a value
// on two lines with different levels above it has several parents. A level that repeats the one
// before it (a value that stays as it is) is one concept. "*" at the end of a line means
// everything: where any line ends in it, it is the root of all.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "lethe/knowledge/readers/readers.h"
#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe::readers {
namespace {

constexpr std::string_view kEverything = "*";

// The names of a line; empty, with the problem told, where it is not a path.
std::vector<std::string_view> path_of(const Records& record, Wrongs& wrongs) {
    std::vector<std::string_view> path;
    std::size_t fields = record.size();
    while (fields > 0 && record[fields - 1].empty()) --fields;
    for (std::size_t i = 0; i < fields; ++i) {
        const std::string_view name = record[i];
        if (name.empty()) {
            wrongs.add(record.line(), fmt::format("level {} of the path is empty", i + 1));
            return {};
        }
        if (path.empty() || path.back() != name) path.push_back(name);
    }
    if (fields == 1) {
        wrongs.add(record.line(),
                   fmt::format("{} stands alone; a line must be a path of at least two names, from "
                               "the value to the most general",
                               in_quotes(path.front())));
        return {};
    }
    std::unordered_set<std::string_view> seen;
    for (const std::string_view name : path) {
        if (seen.insert(name).second) continue;
        wrongs.add(record.line(), fmt::format("{} is above itself", in_quotes(name)));
        return {};
    }
    return path;
}

}  // namespace

ReadTaxonomy read_value_hierarchy(const Context& context, SourceText source) {
    const std::string file = source.file;
    const char separator = likely_separator(source.text);
    Wrongs wrongs(file);
    if (separator == '\0') {
        wrongs.fail(1,
                    "is not a value hierarchy: no line has a path, such as value;level 1;level 2 "
                    "(separated by semicolons, tabs or commas)");
    }
    TaxonomyBuilder builder(source_name(file), "");
    Records records(std::move(source), separator);
    bool star_is_top = false;
    std::vector<bool> has_parent;
    while (records.next()) {
        context.check_stop();
        const std::vector<std::string_view> path = path_of(records, wrongs);
        std::int32_t below = -1;
        for (const std::string_view name : path) {
            const std::int32_t number = builder.add_concept(name);
            has_parent.resize(static_cast<std::size_t>(builder.size()), false);
            if (below >= 0) {
                builder.add_is_a(below, number);
                has_parent[static_cast<std::size_t>(below)] = true;
            }
            below = number;
        }
        star_is_top = star_is_top || (!path.empty() && path.back() == kEverything);
    }
    wrongs.throw_if_any();
    std::vector<std::string> notes;
    if (star_is_top) {
        const std::int32_t star = builder.find_concept(kEverything);
        std::int64_t open = 0;
        for (std::size_t i = 0; i < has_parent.size(); ++i) {
            const auto number = static_cast<std::int32_t>(i);
            if (has_parent[i] || number == star) continue;
            builder.add_is_a(number, star);
            ++open;
        }
        if (open > 0) {
            notes.push_back(fmt::format(
                "{} of the most general names do not end in *, and were put below it", open));
        }
    }
    return {std::move(builder).build(file, context), std::move(notes)};
}

}  // namespace lethe::readers
