#include "lethe/release/assess/associations.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "lethe/algo/statistics/moments.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"

namespace lethe::release {
namespace {

using CellKey = std::uint64_t;

// Cells of two columns that occur, with their counts, ascending.
struct OccupiedCells {
    std::vector<CellKey> keys;
    std::vector<std::int64_t> counts;
};

OccupiedCells occupied_cells(std::vector<CellKey> keys, CellKey bound) {
    OccupiedCells cells;
    if (bound <= 4 * keys.size() + 4096) {
        std::vector<std::int64_t> counts(bound, 0);
        for (const CellKey key : keys) ++counts[key];
        for (CellKey key = 0; key < bound; ++key) {
            if (counts[key] == 0) continue;
            cells.keys.push_back(key);
            cells.counts.push_back(counts[key]);
        }
        return cells;
    }
    std::sort(keys.begin(), keys.end());
    for (const CellKey key : keys) {
        if (cells.keys.empty() || cells.keys.back() != key) {
            cells.keys.push_back(key);
            cells.counts.push_back(0);
        }
        ++cells.counts.back();
    }
    return cells;
}

AssociationMatrix empty_matrix(std::size_t size) {
    AssociationMatrix matrix(size, std::vector<std::optional<double>>(size));
    return matrix;
}

}  // namespace

AssociationMatrix correlation_matrix(const Context& context, std::span<const ColumnPtr> columns) {
    AssociationMatrix matrix = empty_matrix(columns.size());
    if (columns.empty()) return matrix;
    const Moments moments(context, columns, 2);
    for (std::size_t j = 0; j < columns.size(); ++j) {
        for (std::size_t i = 0; i <= j; ++i) {
            const auto correlation = moments.pair(i, j).correlation();
            matrix[i][j] = matrix[j][i] = i == j && correlation ? 1.0 : correlation;
        }
    }
    return matrix;
}

std::optional<double> cramers_v(const Column& a, const Column& b) {
    const auto width = static_cast<CellKey>(b.dictionary().size());
    std::vector<CellKey> keys;
    std::vector<double> of_a(a.dictionary().size(), 0), of_b(b.dictionary().size(), 0);
    for (std::int64_t row = 0; row < a.size(); ++row) {
        if (!a.valid(row) || !b.valid(row)) continue;
        const std::size_t i = at(a.codes()[at(row)]), j = at(b.codes()[at(row)]);
        keys.push_back(i * width + j);
        ++of_a[i];
        ++of_b[j];
    }
    const auto occurring = [](const std::vector<double>& counts) {
        return std::count_if(counts.begin(), counts.end(), [](double n) { return n > 0; });
    };
    const auto least = std::min(occurring(of_a), occurring(of_b)) - 1;
    if (least < 1) return std::nullopt;
    const OccupiedCells cells = occupied_cells(std::move(keys), of_a.size() * width);
    double sum = 0;
    for (std::size_t c = 0; c < cells.keys.size(); ++c) {
        const auto count = static_cast<double>(cells.counts[c]);
        sum += count / of_a[cells.keys[c] / width] * (count / of_b[cells.keys[c] % width]);
    }
    return std::sqrt(std::clamp((sum - 1) / static_cast<double>(least), 0.0, 1.0));
}

AssociationMatrix cramer_matrix(const Context& context, std::span<const ColumnPtr> columns) {
    AssociationMatrix matrix = empty_matrix(columns.size());
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        for (std::size_t i = 0; i <= j; ++i) pairs.emplace_back(i, j);
    }
    parallel_tasks(context, std::ssize(pairs), [&](std::int64_t task) {
        const auto [i, j] = pairs[at(task)];
        const auto v = cramers_v(*columns[i], *columns[j]);
        matrix[i][j] = matrix[j][i] = i == j && v ? 1.0 : v;
    });
    return matrix;
}

}  // namespace lethe::release
