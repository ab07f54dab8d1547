#include "lethe/table/mask/models/column_levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "lethe/knowledge/meaning.h"
#include "lethe/table/mask/models/value_distances.h"

namespace lethe::mask {
namespace {

LevelTable climbed(const Column& column, const Meaning& meaning) {
    const Taxonomy& taxonomy = meaning.taxonomy();
    std::vector<std::vector<std::string>> ways;
    std::size_t longest = 2;  // the value and the top
    for (const std::string& value : column.dictionary()) {
        auto& way = ways.emplace_back();
        way.push_back(value);
        ConceptId at = meaning.value_of(value);
        if (at == kNoConcept) at = taxonomy.root();
        while (at != taxonomy.root()) {
            at = taxonomy.parents(at).front();
            way.push_back(meaning.label_of(at));
        }
        longest = std::max(longest, way.size());
    }
    const std::string top = meaning.label_of(taxonomy.root());
    for (auto& way : ways) way.resize(longest, top);
    // The root itself as a value is raised to itself.
    return {std::move(ways)};
}

// Of a column of categories: for each code its place in the order in which values are counted, -1
// for those that no row has.
std::vector<std::int32_t> places_in_order(const Column& categories) {
    const Dictionary& values = categories.dictionary();
    std::vector<char> occurs(values.size(), 0);
    for (std::int64_t row = 0; row < categories.size(); ++row) {
        if (!categories.valid(row)) continue;
        occurs[static_cast<std::size_t>(categories.codes()[static_cast<std::size_t>(row)])] = 1;
    }
    std::vector<std::int32_t> order;
    for (std::size_t code = 0; code < values.size(); ++code) {
        if (occurs[code] != 0) order.push_back(static_cast<std::int32_t>(code));
    }
    if (categories.kind() != Kind::ordinal) {
        std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
            return values[static_cast<std::size_t>(a)] < values[static_cast<std::size_t>(b)];
        });
    }
    std::vector<std::int32_t> place_of(values.size(), -1);
    for (std::size_t i = 0; i < order.size(); ++i) {
        place_of[static_cast<std::size_t>(order[i])] = static_cast<std::int32_t>(i);
    }
    return place_of;
}

// The lines of the values of a counted column, in their order.
void add_tree(const Column& column, std::span<const std::int32_t> value_of_row,
              lattice::Counted& counted, Problems& problems) {
    const LevelTable table = level_table_of(column);
    const std::vector<std::int32_t> lines = lines_of_rows(column, table, problems);
    LevelTable tree;
    tree.lines.resize(static_cast<std::size_t>(counted.values));
    for (std::size_t row = 0; row < lines.size(); ++row) {
        if (value_of_row[row] == lattice::kNotCounted || lines[row] < 0) continue;
        tree.lines[static_cast<std::size_t>(value_of_row[row])] =
            table.lines[static_cast<std::size_t>(lines[row])];
    }
    const auto empty = [](const auto& line) { return line.empty(); };
    if (std::any_of(tree.lines.begin(), tree.lines.end(), empty)) return;  // told already
    counted.tree = lattice::levels_of(column.name(), tree, problems);
}

}  // namespace

LevelTable level_table_of(const Column& column) {
    const Meaning& meaning = *column.meaning();
    LevelTable table = meaning.levels() ? *meaning.levels() : climbed(column, meaning);
    if (!column.has_missing() || table.lines.empty()) return table;
    std::vector<std::string> line(table.lines.front().size(), std::string(kMissingLabel));
    line.back() = table.lines.front().back();
    table.lines.push_back(std::move(line));
    return table;
}

std::vector<std::int32_t> lines_of_rows(const Column& column, const LevelTable& table,
                                        Problems& problems) {
    std::unordered_map<std::string_view, std::int32_t> line_of;
    for (std::size_t i = 0; i < table.lines.size(); ++i) {
        if (table.lines[i].empty()) continue;
        line_of.try_emplace(table.lines[i].front(), static_cast<std::int32_t>(i));
    }
    const auto find = [&](std::string_view value) {
        const auto place = line_of.find(value);
        return place == line_of.end() ? -1 : place->second;
    };
    std::vector<std::int32_t> of_code;
    for (const std::string& value : column.dictionary()) of_code.push_back(find(value));
    const std::int32_t of_missing = find(kMissingLabel);
    std::vector<std::int32_t> lines;
    lines.reserve(static_cast<std::size_t>(column.size()));
    std::set<std::int32_t> without;
    std::int64_t unknown = 0;
    std::int64_t first_row = 0;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const std::int32_t code = column.codes()[static_cast<std::size_t>(row)];
        const bool valid = column.valid(row);
        lines.push_back(valid ? of_code[static_cast<std::size_t>(code)] : of_missing);
        if (lines.back() >= 0) continue;
        if (unknown++ == 0) first_row = row + 1;
        without.insert(valid ? code : -1);
    }
    if (unknown > 0) {
        problems.push_back(
            {fmt::format("column \"{}\": {} of its values, in {} rows (row {} is the first), are "
                         "not in its hierarchy",
                         column.name(), without.size(), unknown, first_row),
             {},
             ErrorKind::input});
    }
    return lines;
}

lattice::Counted counted_column(const Column& column, std::span<const std::int64_t> rows,
                                bool missing_counts, Problems& problems,
                                std::span<const lattice::Model> models) {
    const ColumnPtr categories =
        column.is_numeric() ? column.as_kind(Kind::ordinal) : column.as_written(column.kind());
    const std::vector<std::int32_t> place_of = places_in_order(*categories);
    const auto occurring = static_cast<std::int32_t>(
        std::count_if(place_of.begin(), place_of.end(), [](std::int32_t p) { return p >= 0; }));
    std::vector<std::int32_t> value_of_row;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto code =
            static_cast<std::size_t>(categories->codes()[static_cast<std::size_t>(row)]);
        value_of_row.push_back(categories->valid(row) ? place_of[code]
                               : missing_counts       ? occurring
                                                      : lattice::kNotCounted);
    }
    lattice::Counted counted;
    counted.name = column.name();
    counted.values = occurring + (missing_counts && column.has_missing() ? 1 : 0);
    for (const std::int64_t row : rows) {
        counted.codes.push_back(value_of_row[static_cast<std::size_t>(row)]);
    }
    counted.count_reference();
    if (column.meaning()) {
        add_tree(column, value_of_row, counted, problems);
        add_distances(column, value_of_row, models, counted, problems);
    }
    return counted;
}

}  // namespace lethe::mask
