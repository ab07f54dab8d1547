#include "lethe/algo/learnt/linkage_features.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

// The increments c_(i) - c_(i-1) of the ascending values, each at the set of attributes that reach
// c_(i).
void choquet_increments(std::span<const double> squares, double* out) {
    const int n = static_cast<int>(squares.size());
    std::fill(out, out + (std::size_t{1} << n) - 1, 0.0);
    int order[kMostSetAttributes];
    for (int l = 0; l < n; ++l) order[l] = l;
    std::stable_sort(order, order + n,
                     [&](int a, int b) { return squares[at(a)] < squares[at(b)]; });
    std::uint32_t set = (1U << n) - 1U;
    double last = 0.0;
    for (int i = 0; i < n; ++i) {
        const double value = squares[at(order[i])];
        out[set - 1] = value - last;
        last = value;
        set &= ~(1U << order[i]);
    }
}

double least(std::span<const double> squares, std::uint32_t set) {
    double value = squares[at(std::countr_zero(set))];
    for (set &= set - 1; set != 0; set &= set - 1) {
        value = std::min(value, squares[at(std::countr_zero(set))]);
    }
    return value;
}

std::vector<double> unit_row(int dims, std::size_t place) {
    std::vector<double> row(at(dims), 0.0);
    row[place] = 1.0;
    return row;
}

void add_monotone_rows(int n, std::vector<std::vector<double>>& rows) {
    const std::uint32_t full = (1U << n) - 1U;
    for (std::uint32_t set = 1; set <= full; ++set) {
        for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) {
            const std::uint32_t smaller = set & ~(rest & (~rest + 1U));
            std::vector<double> row = unit_row(static_cast<int>(full), set - 1);
            if (smaller != 0) row[smaller - 1] = -1.0;
            rows.push_back(std::move(row));
        }
    }
}

// mu(A+l) + mu(A+h) >= mu(A+l+h) + mu(A); with these, monotonicity is needed below the full set
// only.
void add_submodular_rows(int n, std::vector<std::vector<double>>& rows) {
    const std::uint32_t full = (1U << n) - 1U;
    for (int l = 0; l < n; ++l) {
        std::vector<double> row = unit_row(static_cast<int>(full), full - 1);
        if (n > 1) row[(full & ~(1U << l)) - 1] = -1.0;
        rows.push_back(std::move(row));
    }
    for (int l = 0; l < n; ++l) {
        for (int h = l + 1; h < n; ++h) {
            const std::uint32_t pair = (1U << l) | (1U << h);
            for (std::uint32_t set = 0; set <= full; ++set) {
                if ((set & pair) != 0) continue;
                std::vector<double> row = unit_row(static_cast<int>(full), (set | (1U << l)) - 1);
                row[(set | (1U << h)) - 1] = 1.0;
                row[(set | pair) - 1] = -1.0;
                if (set != 0) row[set - 1] = -1.0;
                rows.push_back(std::move(row));
            }
        }
    }
}

// Calls visit(set) for the sets within a part, ascending.
template <class Visit>
void for_each_set_within(std::uint32_t part, const Visit& visit) {
    for (std::uint32_t set = part & (~part + 1U); set != 0; set = (set - part) & part) visit(set);
}

// Monotonicity in Moebius terms: for every set B within `whole` and l in B the m(C) of l in C, C
// within B, sum to at least 0.
void add_moebius_monotone_rows(std::uint32_t whole, std::span<const std::uint32_t> sets,
                               std::vector<std::vector<double>>& rows) {
    for_each_set_within(whole, [&](std::uint32_t set) {
        for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) {
            const std::uint32_t bit = rest & (~rest + 1U);
            std::vector<double> row(sets.size(), 0.0);
            for (std::size_t f = 0; f < sets.size(); ++f) {
                if ((sets[f] & bit) != 0 && (sets[f] & ~set) == 0) row[f] = 1.0;
            }
            rows.push_back(std::move(row));
        }
    });
}

void check_parts(const DistanceModel& model, int attributes) {
    std::uint32_t covered = 0;
    for (const std::uint32_t part : model.parts) {
        if (part == 0 || (part & covered) != 0 || (part >> attributes) != 0) {
            throw Error(ErrorKind::usage, "parts must be sets of the columns, each in one alone");
        }
        if (std::popcount(part) > kMostSetAttributes) {
            throw Error(ErrorKind::usage,
                        "a part takes at most " + std::to_string(kMostSetAttributes) + " columns");
        }
        covered |= part;
    }
    if (covered != (1U << attributes) - 1U) {
        throw Error(ErrorKind::usage, "every column must be in a part");
    }
}

}  // namespace

std::string_view name(DistanceFamily family) {
    switch (family) {
        case DistanceFamily::weighted_mean:
            return "weighted-mean";
        case DistanceFamily::owa:
            return "owa";
        case DistanceFamily::choquet:
            return "choquet";
        case DistanceFamily::choquet_submodular:
            return "choquet-submodular";
        case DistanceFamily::choquet_k_additive:
            return "choquet-k-additive";
        case DistanceFamily::choquet_belief:
            return "choquet-belief";
        case DistanceFamily::choquet_partition:
            return "choquet-partition";
        case DistanceFamily::choquet_symmetric:
            return "choquet-symmetric";
        case DistanceFamily::bilinear:
            return "bilinear";
        case DistanceFamily::bilinear_nonnegative:
            return "bilinear-nonnegative";
        case DistanceFamily::bilinear_psd:
            return "bilinear-psd";
    }
    return "";
}

void check_model(const DistanceModel& model, const AlignedRecords& records) {
    const int n = records.attributes;
    const bool pairs = model.family == DistanceFamily::choquet_k_additive && model.additivity == 2;
    const bool parts = model.family == DistanceFamily::choquet_partition;
    const int most = pairs || parts     ? kMostPairAttributes
                     : model.of_sets()  ? kMostSetAttributes
                     : model.bilinear() ? kMostFormAttributes
                                        : kMostAttributes;
    if (n < 1 || n > most) {
        throw Error(ErrorKind::usage, "the distance family takes 1 to " + std::to_string(most) +
                                          " columns, not " + std::to_string(n) + ": choose fewer");
    }
    if (parts) check_parts(model, n);
    if (model.family == DistanceFamily::choquet_k_additive && model.additivity < 1) {
        throw Error(ErrorKind::usage, "the order of additivity is at least 1");
    }
    if (model.bilinear() && records.codes != nullptr) {
        throw Error(ErrorKind::usage, "a bilinear form takes numbers, not categories");
    }
    const auto finite = [n](const double* values, std::int64_t rows) {
        return std::all_of(values, values + rows * n, [](double x) { return std::isfinite(x); });
    };
    if (!finite(records.original, records.rows) || !finite(records.masked, records.competitors())) {
        throw Error(ErrorKind::input, "linkage needs finite numbers");
    }
}

std::vector<std::uint32_t> feature_sets(const DistanceModel& model, int attributes) {
    std::vector<std::uint32_t> sets;
    if (!model.of_sets()) return sets;
    if (model.family == DistanceFamily::choquet_partition) {
        for (const std::uint32_t part : model.parts) {
            for_each_set_within(part, [&](std::uint32_t set) { sets.push_back(set); });
        }
        return sets;
    }
    const bool limited = model.family == DistanceFamily::choquet_k_additive;
    if (limited && model.additivity == 2) {  // without a walk over all sets
        for (int h = 0; h < attributes; ++h) {
            sets.push_back(1U << h);
            for (int l = 0; l < h; ++l) sets.push_back((1U << h) | (1U << l));
        }
        return sets;
    }
    for (std::uint32_t set = 1; set < (1U << attributes); ++set) {
        if (!limited || std::popcount(set) <= model.additivity) sets.push_back(set);
    }
    return sets;
}

int feature_count(const DistanceModel& model, int attributes) {
    if (model.bilinear()) return attributes * (attributes + 1) / 2;
    const auto sets = feature_sets(model, attributes).size();
    return sets == 0 ? attributes : static_cast<int>(sets);
}

void features(const DistanceModel& model, std::span<const double> differences, double* out) {
    const int n = static_cast<int>(differences.size());
    if (model.bilinear()) {
        for (int l = 0; l < n; ++l) {
            *out++ = differences[at(l)] * differences[at(l)];
            for (int h = l + 1; h < n; ++h)
                *out++ = 2.0 * (differences[at(l)] * differences[at(h)]);
        }
        return;
    }
    double squares[kMostAttributes];
    for (int l = 0; l < n; ++l) squares[l] = differences[at(l)] * differences[at(l)];
    const std::span<const double> values(squares, at(n));
    switch (model.family) {
        case DistanceFamily::choquet:
        case DistanceFamily::choquet_submodular:
            choquet_increments(values, out);
            return;
        case DistanceFamily::choquet_k_additive:
        case DistanceFamily::choquet_belief:
            if (model.family == DistanceFamily::choquet_k_additive && model.additivity == 2) {
                for (int h = 0; h < n; ++h) {
                    *out++ = squares[h];
                    for (int l = 0; l < h; ++l) *out++ = std::min(squares[l], squares[h]);
                }
                return;
            }
            for (std::uint32_t set = 1; set < (1U << n); ++set) {
                if (model.family == DistanceFamily::choquet_k_additive &&
                    std::popcount(set) > model.additivity) {
                    continue;
                }
                *out++ = least(values, set);
            }
            return;
        case DistanceFamily::choquet_partition:
            for (const std::uint32_t part : model.parts) {
                for_each_set_within(part, [&](std::uint32_t set) { *out++ = least(values, set); });
            }
            return;
        default:
            std::copy(squares, squares + n, out);
    }
    if (model.sorted()) std::sort(out, out + n, std::greater<>());
}

bool generates_pair_rows(const DistanceModel& model, int attributes) {
    return model.family == DistanceFamily::choquet_k_additive && model.additivity == 2 &&
           attributes > kMostSetAttributes;
}

// By the order of feature_sets(): {h}, {0, h}, {1, h}, ... for each h.
std::size_t pair_place(int l, int h) {
    const int low = std::min(l, h);
    const int high = std::max(l, h);
    const int alone = high * (high + 1) / 2;
    return at(low == high ? alone : alone + 1 + low);
}

void generated_row(const DistanceModel& model, std::span<const double> v, double* out) {
    if (model.bilinear()) return features(model, v, out);
    const int n = static_cast<int>(v.size());
    std::fill(out, out + feature_count(model, n), 0.0);
    int l = 0;
    while (l + 1 < n && v[at(l)] != 2.0) ++l;
    out[pair_place(l, l)] = 1.0;
    for (int h = 0; h < n; ++h) {
        if (v[at(h)] == 1.0) out[pair_place(l, h)] = 1.0;
    }
}

std::vector<double> worst_pair_row(const DistanceModel& /*model*/,
                                   std::span<const double> parameters, int attributes) {
    std::vector<double> worst;
    double least = 0.0;
    for (int l = 0; l < attributes; ++l) {
        std::vector<double> v(at(attributes), 0.0);
        v[at(l)] = 2.0;
        double value = parameters[pair_place(l, l)];
        for (int h = 0; h < attributes; ++h) {
            if (h == l || !(parameters[pair_place(l, h)] < 0.0)) continue;
            value += parameters[pair_place(l, h)];
            v[at(h)] = 1.0;
        }
        if (!worst.empty() && value >= least) continue;
        least = value;
        worst = std::move(v);
    }
    return worst;
}

std::vector<std::vector<double>> cone_rows(const DistanceModel& model, int attributes) {
    std::vector<std::vector<double>> rows;
    if (model.bilinear()) return rows;
    const int dims = feature_count(model, attributes);
    switch (model.family) {
        case DistanceFamily::choquet:
            add_monotone_rows(attributes, rows);
            break;
        case DistanceFamily::choquet_submodular:
            add_submodular_rows(attributes, rows);
            break;
        case DistanceFamily::choquet_k_additive:
            if (generates_pair_rows(model, attributes)) {
                for (int l = 0; l < attributes; ++l) {
                    rows.push_back(unit_row(dims, pair_place(l, l)));
                }
                break;
            }
            add_moebius_monotone_rows((1U << attributes) - 1U, feature_sets(model, attributes),
                                      rows);
            std::sort(rows.begin(), rows.end());
            rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
            break;
        case DistanceFamily::choquet_partition:
            for (const std::uint32_t part : model.parts) {
                add_moebius_monotone_rows(part, feature_sets(model, attributes), rows);
            }
            break;
        default:
            for (int f = 0; f < dims; ++f) rows.push_back(unit_row(dims, at(f)));
    }
    return rows;
}

std::vector<double> equal_parameters(const DistanceModel& model, int attributes) {
    if (model.family == DistanceFamily::choquet_submodular) {
        std::vector<double> measure;  // concave in the number of attributes
        for (std::uint32_t set = 1; set < (1U << attributes); ++set) {
            const double share = static_cast<double>(std::popcount(set)) / attributes;
            measure.push_back(share * (2.0 - share));
        }
        return measure;
    }
    return weighted_parameters(model, std::vector<double>(at(attributes), 1.0 / attributes));
}

std::vector<double> weighted_parameters(const DistanceModel& model,
                                        std::span<const double> weights) {
    const int n = static_cast<int>(weights.size());
    std::vector<double> result;
    if (model.bilinear()) {
        for (int l = 0; l < n; ++l) {
            for (int h = l; h < n; ++h) result.push_back(l == h ? weights[at(l)] : 0.0);
        }
        return result;
    }
    switch (model.family) {
        case DistanceFamily::choquet:
        case DistanceFamily::choquet_submodular:
            for (std::uint32_t set = 1; set < (1U << n); ++set) {
                double sum = 0.0;
                for (int l = 0; l < n; ++l) sum += (set >> l & 1U) != 0 ? weights[at(l)] : 0.0;
                result.push_back(sum);
            }
            return result;
        case DistanceFamily::choquet_k_additive:
        case DistanceFamily::choquet_belief:
        case DistanceFamily::choquet_partition:
            for (const std::uint32_t set : feature_sets(model, n)) {
                result.push_back(std::popcount(set) == 1 ? weights[at(std::countr_zero(set))]
                                                         : 0.0);
            }
            return result;
        default:
            return {weights.begin(), weights.end()};
    }
}

double learnt_distance(const DistanceModel& model, const AlignedRecords& records,
                       std::span<const double> parameters, std::int32_t i, std::int32_t j) {
    std::vector<double> difference(at(records.attributes));
    std::vector<double> feature(parameters.size());
    records.differences(i, j, difference.data());
    features(model, difference, feature.data());
    double sum = 0.0;
    for (std::size_t f = 0; f < feature.size(); ++f) sum += parameters[f] * feature[f];
    return sum;
}

std::vector<bool> satisfied_blocks(const Context& context, const DistanceModel& model,
                                   const AlignedRecords& records,
                                   std::span<const double> parameters) {
    std::vector<char> satisfied(at(records.rows), 1);
    parallel_chunks(
        context, records.rows, 64, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            std::vector<double> difference(at(records.attributes));
            std::vector<double> own(parameters.size());
            std::vector<double> other(parameters.size());
            for (std::int64_t i = begin; i < end; ++i) {
                const auto row = static_cast<std::int32_t>(i);
                records.differences(row, row, difference.data());
                features(model, difference, own.data());
                for (std::int32_t j = 0; j < records.competitors() && satisfied[at(i)] != 0; ++j) {
                    if (!records.competes(row, j)) continue;
                    records.differences(row, j, difference.data());
                    features(model, difference, other.data());
                    double gap = 0.0;
                    for (std::size_t f = 0; f < own.size(); ++f) {
                        gap += parameters[f] * (other[f] - own[f]);
                    }
                    if (!(gap > 0.0)) satisfied[at(i)] = 0;
                }
            }
        });
    return {satisfied.begin(), satisfied.end()};
}

}  // namespace lethe
