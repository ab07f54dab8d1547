// Small tables with hierarchies, drawn at random, for the reference of the search over levels
// (slow_nodes.h).
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lethe/algo/lattice/records.h"
#include "lethe/core/random.h"

namespace lethe::lattice::slow {

using Label = std::string;
using Row = std::vector<Label>;

// A small table as texts.
struct Small {
    std::vector<LevelTable> tables;                // of each column
    std::vector<std::vector<std::size_t>> lines;   // [row][column]
    std::vector<std::vector<std::size_t>> people;  // the population, the rows among them; or empty
    std::vector<int> disease;  // of each row, 0 .. diseases - 1; kNotCounted: none
    int diseases = 3;
    LevelTable disease_tree;
    std::vector<double> distances;  // of diseases, [a * diseases + b]
};

class Draw {
  public:
    explicit Draw(std::uint64_t seed) : draws_(Random(seed).stream("lattice").at(0)) {}
    int below(int n) { return static_cast<int>(draws_.below(static_cast<std::uint64_t>(n))); }

  private:
    Draws draws_;
};

// Nested levels: each joins some of the labels of the one before; labels may repeat between levels.
inline LevelTable draw_table(Draw& draw, int values, int height) {
    LevelTable table;
    std::vector<int> group(static_cast<std::size_t>(values));
    for (int v = 0; v < values; ++v) {
        group[static_cast<std::size_t>(v)] = v;
        table.lines.push_back({"v" + std::to_string(v)});
    }
    int groups = values;
    for (int level = 1; level <= height; ++level) {
        const int next = level == height ? 1 : 1 + draw.below(groups);
        std::vector<int> to;
        for (int i = 0; i < groups; ++i) to.push_back(draw.below(next));
        for (std::size_t v = 0; v < group.size(); ++v) {
            group[v] = to[static_cast<std::size_t>(group[v])];
            table.lines[v].push_back(level == height ? "*" : "v" + std::to_string(group[v]));
        }
        groups = next;
    }
    return table;
}

// Distances of diseases: of places on a line (metric; likeness is not transitive), of the tree
// (metric and transitive), or any (neither). In eighths, so that sums are exact.
inline std::vector<double> draw_distances(Draw& draw, int values, const LevelTable& tree) {
    const auto n = static_cast<std::size_t>(values);
    std::vector<double> distances(n * n, 0);
    const int kind = draw.below(3);
    std::vector<int> place;
    for (int i = 0; i < values; ++i) place.push_back(draw.below(9));
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            const bool group = tree.lines[a][1] == tree.lines[b][1];
            const int eighths = kind == 0   ? std::abs(place[a] - place[b])
                                : kind == 1 ? (group ? 3 : 8)
                                            : draw.below(9);
            distances[a * n + b] = distances[b * n + a] = eighths / 8.0;
        }
    }
    return distances;
}

inline Small draw_small(Draw& draw, bool population, bool missing = false) {
    Small small;
    const int columns = 1 + draw.below(3);
    for (int q = 0; q < columns; ++q) {
        small.tables.push_back(draw_table(draw, 2 + draw.below(5), 1 + draw.below(3)));
    }
    const int rows = 5 + draw.below(40);
    small.diseases = 2 + draw.below(3);
    for (int i = 0; i < rows; ++i) {
        auto& row = small.lines.emplace_back();
        for (const LevelTable& table : small.tables) {
            // The first values are more frequent.
            const int values = static_cast<int>(table.lines.size());
            row.push_back(
                static_cast<std::size_t>(std::min(draw.below(values), draw.below(values))));
        }
        small.disease.push_back(std::min(draw.below(small.diseases), draw.below(small.diseases)));
        if (missing && draw.below(4) == 0) small.disease.back() = kNotCounted;
    }
    if (population) {
        small.people = small.lines;
        const int more = draw.below(60);
        for (int i = 0; i < more; ++i) {
            auto& person = small.people.emplace_back();
            for (const LevelTable& table : small.tables) {
                person.push_back(
                    static_cast<std::size_t>(draw.below(static_cast<int>(table.lines.size()))));
            }
        }
    }
    small.disease_tree = draw_table(draw, small.diseases, 2);
    small.distances = draw_distances(draw, small.diseases, small.disease_tree);
    return small;
}

inline Records records_of(const Small& small) {
    Records records;
    Problems problems;
    for (std::size_t q = 0; q < small.tables.size(); ++q) {
        records.columns.push_back(levels_of("q" + std::to_string(q), small.tables[q], problems));
        auto& own = records.lines.emplace_back();
        for (const auto& row : small.lines) own.push_back(static_cast<std::int32_t>(row[q]));
        if (small.people.empty()) continue;
        auto& people = records.population.emplace_back();
        for (const auto& row : small.people) people.push_back(static_cast<std::int32_t>(row[q]));
    }
    Counted disease;
    disease.name = "disease";
    disease.values = small.diseases;
    disease.codes.assign(small.disease.begin(), small.disease.end());
    disease.count_reference();
    disease.tree = levels_of("disease", small.disease_tree, problems);
    disease.scaled[MeasureKind::log_sc] = small.distances;
    disease.measured[MeasureKind::log_sc] = small.distances;
    records.file_rows = static_cast<std::int64_t>(small.people.size());
    records.counted.push_back(disease);
    throw_if_any(problems);
    return records;
}

}  // namespace lethe::lattice::slow
