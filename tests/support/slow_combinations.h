// k of combinations of columns by its definition.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/lattice/evaluation.h"
#include "slow_models.h"

namespace lethe::lattice::slow {

// The places of the columns that models of combinations speak of, all sizes of a dimension, and k.
inline std::vector<std::pair<std::vector<std::size_t>, double>> slow_combinations(
    const Settings& settings, std::size_t columns) {
    std::vector<std::pair<std::vector<std::size_t>, double>> found;
    for (const Model& model : settings.models) {
        if (model.kind != ModelKind::k_columns) continue;
        for (std::size_t bits = 1; bits < std::size_t{1} << columns; ++bits) {
            std::vector<std::size_t> set;
            std::vector<std::string> names;
            for (std::size_t q = 0; q < columns; ++q) {
                if ((bits >> q & 1U) == 0) continue;
                set.push_back(q);
                names.push_back("q" + std::to_string(q));
            }
            std::vector<std::string> wanted = model.columns;
            std::sort(wanted.begin(), wanted.end());
            if (std::ssize(set) <= model.dimension || names == wanted) {
                found.emplace_back(set, model.value);
            }
        }
    }
    return found;
}

// Whether every combination of labels of what stays is held by k rows of it.
inline bool slow_combined(const Settings& settings, const std::vector<SlowClass>& classes,
                          const std::vector<bool>& gone, std::size_t index) {
    for (const auto& [set, k] : slow_combinations(settings, classes[index].labels.size())) {
        double rows = 0;
        for (std::size_t c = 0; c < classes.size(); ++c) {
            const bool same = std::all_of(set.begin(), set.end(), [&](std::size_t q) {
                return classes[c].labels[q] == classes[index].labels[q];
            });
            if (!gone[c] && same) rows += static_cast<double>(classes[c].rows.size());
        }
        if (rows < k) return false;
    }
    return true;
}

// By the definition: of all sets of classes that may stay and among which the models of
// combinations hold the one with most rows, where these sets are few enough to look at each; else
// one class after the other goes that fails.
inline void slow_settle(const Settings& settings, const std::vector<SlowClass>& classes,
                        std::vector<bool>& gone) {
    const auto valid = [&](const std::vector<bool>& out) {
        for (std::size_t c = 0; c < classes.size(); ++c) {
            if (!out[c] && !classes[c].rows.empty() && !slow_combined(settings, classes, out, c)) {
                return false;
            }
        }
        return true;
    };
    std::vector<std::size_t> open;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        if (!gone[c] && !classes[c].rows.empty()) open.push_back(c);
    }
    if (open.size() <= 8) {
        std::size_t most = 0;
        std::vector<bool> best = gone;
        for (const std::size_t c : open) best[c] = true;
        for (std::size_t bits = 1; bits < std::size_t{1} << open.size(); ++bits) {
            std::vector<bool> out = gone;
            std::size_t rows = 0;
            for (std::size_t i = 0; i < open.size(); ++i) {
                out[open[i]] = (bits >> i & 1U) == 0;
                if (!out[open[i]]) rows += classes[open[i]].rows.size();
            }
            if (rows <= most || !valid(out)) continue;
            most = rows;
            best = out;
        }
        gone = best;
        return;
    }
    while (!valid(gone)) {
        for (const std::size_t c : open) {
            if (gone[c] || slow_combined(settings, classes, gone, c)) continue;
            gone[c] = true;
            break;
        }
    }
}

}  // namespace lethe::lattice::slow
