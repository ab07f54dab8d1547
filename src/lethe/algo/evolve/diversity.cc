// The share of pairs that differ at a cell follows from how often each code occurs there: of n
// files with n_c of code c, n^2 - sum n_c^2 ordered pairs differ. So no pair is ever looked at.
#include "lethe/algo/evolve/diversity.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace lethe {
namespace {

double share_of_pairs(double differing, std::size_t individuals) {
    const auto n = static_cast<double>(individuals);
    return individuals < 2 ? 0 : 100 * differing / (n * (n - 1) / 2);
}

}  // namespace

double file_diversity(std::span<const FileCodes* const> files, std::size_t most) {
    if (files.size() < 2 || files.front()->empty()) return 0;
    const std::size_t cells = files.front()->size();
    const std::size_t looked_at = std::min(cells, most);
    // Gathered file by file, counted cell by cell.
    std::vector<CellCode> gathered(files.size() * looked_at);
    for (std::size_t i = 0; i < files.size(); ++i) {
        for (std::size_t j = 0; j < looked_at; ++j) {
            gathered[j * files.size() + i] = (*files[i])[j * cells / looked_at];
        }
    }
    std::vector<std::uint32_t> count(std::size_t{std::numeric_limits<CellCode>::max()} + 1, 0);
    const auto n = static_cast<std::uint64_t>(files.size());
    std::uint64_t differing = 0;  // ordered pairs
    for (std::size_t j = 0; j < looked_at; ++j) {
        const auto codes = std::span(gathered).subspan(j * files.size(), files.size());
        std::uint64_t alike = 0;  // the sum of squares, one by one: 1 + 3 + 5 + ...
        for (const CellCode code : codes) alike += 2 * count[code]++ + 1;
        for (const CellCode code : codes) count[code] = 0;
        differing += n * n - alike;
    }
    return share_of_pairs(static_cast<double>(differing) / 2 / static_cast<double>(looked_at),
                          files.size());
}

double matrix_diversity(std::span<const std::vector<TransitionMatrix>* const> individuals) {
    double sum = 0;
    for (std::size_t i = 0; i < individuals.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            double distance = 0, rows = 0;
            for (std::size_t m = 0; m < individuals[i]->size(); ++m) {
                const TransitionMatrix& one = (*individuals[i])[m];
                distance += (one - (*individuals[j])[m]).cwiseAbs().sum() / 2;
                rows += static_cast<double>(one.rows());
            }
            if (rows > 0) sum += distance / rows;
        }
    }
    return share_of_pairs(sum, individuals.size());
}

double score_diversity(std::span<const double> scores) {
    std::vector<double> sorted(scores.begin(), scores.end());
    std::ranges::sort(sorted);
    const auto n = static_cast<double>(sorted.size());
    double alike = 0;  // unordered pairs
    for (std::size_t begin = 0; begin < sorted.size();) {
        std::size_t end = begin;
        while (end < sorted.size() && sorted[end] == sorted[begin]) ++end;
        const auto same = static_cast<double>(end - begin);
        alike += same * (same - 1) / 2;
        begin = end;
    }
    return share_of_pairs(n * (n - 1) / 2 - alike, sorted.size());
}

}  // namespace lethe
