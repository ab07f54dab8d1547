// What a search over levels is given: quasi-identifiers as lines of their level tables, and what is
// counted within classes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/algo/lattice/levels.h"
#include "lethe/knowledge/measure.h"

namespace lethe::lattice {

inline constexpr std::int32_t kNotCounted = -1;

// A column that is counted within classes: a sensitive one, or one that is to be predicted.
struct Counted {
    std::string name;
    std::int32_t values = 0;              // codes 0 .. values - 1, in the order of the column
    std::vector<std::int32_t> codes;      // by released row; kNotCounted: without a value
    std::vector<std::int64_t> reference;  // people with each value before any suppression
    std::optional<Levels> tree;           // whose line i is the code i, where one is needed
    // Of models by meaning: from 0 to 1 where they are of closeness, as measured where of likeness;
    // [measure][value * values + value].
    std::map<MeasureKind, std::vector<double>> scaled;
    std::map<MeasureKind, std::vector<double>> measured;

    void count_reference();  // from the codes
};

struct Records {
    std::vector<Levels> columns;
    std::vector<std::vector<std::int32_t>> lines;       // [column][released row]
    std::vector<std::vector<std::int32_t>> population;  // [column][person]; empty: no table
    std::vector<Counted> counted;
    std::int64_t file_rows = 0;  // released or not: all rows of the file, where that is more

    std::int64_t rows() const { return lines.empty() ? 0 : std::ssize(lines.front()); }
    bool has_population() const { return !population.empty(); }
};

}  // namespace lethe::lattice
