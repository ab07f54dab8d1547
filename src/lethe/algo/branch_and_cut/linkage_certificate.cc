// What is checked.
//
// Links: for every block and every competitor the sign of w . g_ij, with w as it stands (doubles).
// A sum in double precision decides when it is beyond its error bound; otherwise the sum is made in
// integers: doubles are integers times powers of two, so after a common shift nothing is rounded.
// The cone: each of its rows, all pairs, or an exact LDL' factorisation.
//
// Bound: a block is ruled out by a competitor that is nowhere farther (bilinear: equal or opposite
// differences). A conflict is confirmed when its rows, as exact vectors, have a vanishing
// combination with multipliers >= 0, not all zero on the blocks: the multipliers of the search are
// ignored and solved for again, by elimination over the rationals, on the same rows. Every solution
// gives up a block of each confirmed conflict, so N less the blocks ruled out less the least
// hitting set bounds the links.
#include "lethe/algo/branch_and_cut/linkage_certificate.h"

#include <algorithm>
#include <atomic>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <functional>
#include <numeric>

#include "lethe/algo/branch_and_cut/hitting_set.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;
using Row = std::vector<Integer>;

// value * 2^-exponent, for an exponent that makes it whole.
Integer scaled_integer(double value, int exponent) {
    int own = 0;
    const double fraction = std::frexp(value, &own);
    constexpr int kBits = 53;
    Integer result = static_cast<std::int64_t>(std::ldexp(fraction, kBits));
    const int shift = own - kBits - exponent;
    if (shift >= 0) return result << shift;
    return result / (Integer(1) << -shift);
}

// The exponent of the last place that any of the numbers uses.
int last_place(std::span<const double> values) {
    int least = 1024;
    for (const double value : values) {
        if (value == 0.0) continue;
        int own = 0;
        std::frexp(value, &own);
        least = std::min(least, own - 53);
    }
    return least == 1024 ? 0 : least;
}

std::vector<Integer> scaled_integer(std::span<const double> values) {
    const int exponent = last_place(values);
    std::vector<Integer> result;
    for (const double value : values) result.push_back(scaled_integer(value, exponent));
    return result;
}

// The feature map on integers, by its definition.
Row certified_features(const DistanceModel& model, const std::vector<Integer>& differences) {
    const int n = static_cast<int>(differences.size());
    Row out;
    if (model.bilinear()) {
        for (int l = 0; l < n; ++l) {
            for (int h = l; h < n; ++h) {
                out.push_back(differences[at(l)] * differences[at(h)] * (l == h ? 1 : 2));
            }
        }
        return out;
    }
    Row squares;
    for (const Integer& difference : differences) squares.push_back(difference * difference);
    switch (model.family) {
        case DistanceFamily::choquet:
        case DistanceFamily::choquet_submodular: {
            out.assign((std::size_t{1} << n) - 1, 0);
            std::vector<int> order(at(n));
            std::iota(order.begin(), order.end(), 0);
            std::stable_sort(order.begin(), order.end(),
                             [&](int a, int b) { return squares[at(a)] < squares[at(b)]; });
            std::size_t set = out.size();
            Integer last = 0;
            for (const int l : order) {
                out[set - 1] = squares[at(l)] - last;
                last = squares[at(l)];
                set &= ~(std::size_t{1} << l);
            }
            return out;
        }
        case DistanceFamily::choquet_k_additive:
        case DistanceFamily::choquet_belief:
        case DistanceFamily::choquet_partition:
            for (const std::uint32_t set : feature_sets(model, n)) {
                Integer least = -1;
                for (int l = 0; l < n; ++l) {
                    if ((set >> l & 1U) == 0) continue;
                    if (least < 0 || squares[at(l)] < least) least = squares[at(l)];
                }
                out.push_back(least);
            }
            return out;
        default:
            break;
    }
    if (model.sorted()) std::sort(squares.begin(), squares.end(), std::greater<>());
    return squares;
}

// A positive multiple of g_ij.
Row exact_row(const DistanceModel& model, const AlignedRecords& records, RowId id) {
    const int n = records.attributes;
    std::vector<double> both(at(2 * n));
    records.differences(id.block, id.block, both.data());
    records.differences(id.block, id.competitor, both.data() + n);
    const std::vector<Integer> values = scaled_integer(both);
    const Row own = certified_features(model, {values.begin(), values.begin() + n});
    Row other = certified_features(model, {values.begin() + n, values.end()});
    for (std::size_t f = 0; f < other.size(); ++f) other[f] -= own[f];
    return other;
}

Integer row_product(const Row& a, const Row& b) {
    Integer sum = 0;
    for (std::size_t f = 0; f < a.size(); ++f) sum += a[f] * b[f];
    return sum;
}

// The sign of w . g_ij, decided in doubles where the error bound allows.
class ExactSign {
  public:
    ExactSign(const DistanceModel& model, const AlignedRecords& records,
              std::span<const double> parameters)
        : model_(model),
          records_(records),
          parameters_(parameters),
          whole_parameters_(scaled_integer(parameters)),
          difference_(at(records.attributes)),
          own_(parameters.size()),
          other_(parameters.size()) {}

    void set_block(std::int32_t block) {
        block_ = block;
        records_.differences(block, block, difference_.data());
        features(model_, difference_, own_.data());
    }
    bool farther(std::int32_t competitor) {
        records_.differences(block_, competitor, difference_.data());
        features(model_, difference_, other_.data());
        double sum = 0.0;
        double size = 0.0;
        for (std::size_t f = 0; f < own_.size(); ++f) {
            sum += parameters_[f] * (other_[f] - own_[f]);
            size += std::abs(parameters_[f]) * (std::abs(other_[f]) + std::abs(own_[f]));
        }
        // A feature carries at most four roundings of its squares, the sum one a term.
        const double error = size * static_cast<double>(own_.size() + 16) * 4.5e-16;
        if (std::abs(sum) > error) return sum > 0.0;
        return row_product(exact_row(model_, records_, {block_, competitor}), whole_parameters_) >
               0;
    }

  private:
    const DistanceModel& model_;
    const AlignedRecords& records_;
    std::span<const double> parameters_;
    Row whole_parameters_;
    std::int32_t block_ = 0;
    std::vector<double> difference_;
    std::vector<double> own_;
    std::vector<double> other_;
};

std::int64_t exact_links(const Context& context, const DistanceModel& model,
                         const AlignedRecords& records, std::span<const double> parameters) {
    std::atomic<std::int64_t> links = 0;
    parallel_chunks(
        context, records.rows, 16, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            ExactSign sign(model, records, parameters);
            for (std::int64_t i = begin; i < end; ++i) {
                sign.set_block(static_cast<std::int32_t>(i));
                bool linked = true;
                for (std::int32_t j = 0; j < records.competitors() && linked; ++j) {
                    linked = !records.competes(static_cast<std::int32_t>(i), j) || sign.farther(j);
                }
                links += linked ? 1 : 0;
            }
        });
    return links;
}

// All pivots of the symmetric elimination are positive, or zero with nothing beside them.
bool exactly_psd(int n, const Row& upper) {
    std::vector<std::vector<Rational>> matrix(at(n), std::vector<Rational>(at(n)));
    std::size_t f = 0;
    for (int l = 0; l < n; ++l) {
        for (int h = l; h < n; ++h, ++f) matrix[at(l)][at(h)] = matrix[at(h)][at(l)] = upper[f];
    }
    for (std::size_t p = 0; p < at(n); ++p) {
        if (matrix[p][p] < 0) return false;
        for (std::size_t r = p + 1; r < at(n); ++r) {
            if (matrix[p][p] == 0) {
                if (matrix[r][p] != 0) return false;
                continue;
            }
            const Rational factor = matrix[r][p] / matrix[p][p];
            for (std::size_t c = p; c < at(n); ++c) matrix[r][c] -= factor * matrix[p][c];
        }
    }
    return true;
}

bool nonnegative_on_pairs(const DistanceModel& model, const AlignedRecords& records,
                          std::span<const double> parameters) {
    const Row exact_parameters = scaled_integer(parameters);
    std::vector<double> difference(at(records.attributes));
    std::vector<double> feature(parameters.size());
    for (std::int32_t i = 0; i < records.rows; ++i) {
        for (std::int32_t j = 0; j < records.competitors(); ++j) {
            records.differences(i, j, difference.data());
            features(model, difference, feature.data());
            double sum = 0.0;
            double size = 0.0;
            for (std::size_t f = 0; f < feature.size(); ++f) {
                sum += parameters[f] * feature[f];
                size += std::abs(parameters[f] * feature[f]);
            }
            if (sum > size * static_cast<double>(feature.size() + 16) * 4.5e-16) continue;
            if (row_product(certified_features(model, scaled_integer(difference)),
                            exact_parameters) < 0) {
                return false;
            }
        }
    }
    return true;
}

// No attribute lowers the measure of any set: not of the set of those that it overlaps with.
bool pairs_monotone(int n, const Row& parameters) {
    for (int l = 0; l < n; ++l) {
        Integer least = parameters[pair_place(l, l)];
        for (int h = 0; h < n; ++h) {
            if (h != l && parameters[pair_place(l, h)] < 0) least += parameters[pair_place(l, h)];
        }
        if (least < 0) return false;
    }
    return true;
}

bool in_cone(const DistanceModel& model, const AlignedRecords& records,
             std::span<const double> parameters) {
    const Row exact_parameters = scaled_integer(parameters);
    for (const std::vector<double>& h : cone_rows(model, records.attributes)) {
        if (row_product(scaled_integer(h), exact_parameters) < 0) return false;
    }
    if (model.family == DistanceFamily::bilinear_psd) {
        return exactly_psd(records.attributes, exact_parameters);
    }
    if (generates_pair_rows(model, records.attributes)) {
        return pairs_monotone(records.attributes, exact_parameters);
    }
    return model.family != DistanceFamily::bilinear_nonnegative ||
           nonnegative_on_pairs(model, records, parameters);
}

// Whether a competitor is nowhere farther than the own record. A form counts signed differences:
// there only equal or opposite ones are the same whatever the matrix.
class RulesOut {
  public:
    RulesOut(const DistanceModel& model, const AlignedRecords& records)
        : model_(model),
          records_(records),
          own_(at(records.attributes)),
          other_(at(records.attributes)) {}

    void set_block(std::int32_t block) {
        block_ = block;
        records_.differences(block, block, own_.data());
        make_comparable(own_);
    }
    bool operator()(std::int32_t j) {
        if (model_.bilinear()) return same_or_opposite(j);
        if (!model_.sorted()) {
            for (int l = 0; l < records_.attributes; ++l) {
                if (std::abs(records_.difference(block_, j, l)) > own_[at(l)]) return false;
            }
            return true;
        }
        records_.differences(block_, j, other_.data());
        make_comparable(other_);
        for (std::size_t l = 0; l < own_.size(); ++l) {
            if (other_[l] > own_[l]) return false;
        }
        return true;
    }

  private:
    void make_comparable(std::vector<double>& values) const {
        if (model_.bilinear()) return;
        for (double& value : values) value = std::abs(value);
        if (model_.sorted()) std::sort(values.begin(), values.end());
    }
    bool same_or_opposite(std::int32_t j) {
        if (std::abs(records_.difference(block_, j, 0)) != std::abs(own_[0])) return false;
        records_.differences(block_, j, other_.data());
        if (own_ == other_) return true;
        for (double& value : other_) value = -value;
        return own_ == other_;
    }

    const DistanceModel& model_;
    const AlignedRecords& records_;
    std::int32_t block_ = 0;
    std::vector<double> own_;
    std::vector<double> other_;
};

std::vector<char> blocks_ruled_out(const Context& context, const DistanceModel& model,
                                   const AlignedRecords& records) {
    std::vector<char> out(at(records.rows), 0);
    parallel_chunks(
        context, records.rows, 16, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            RulesOut rules_out(model, records);
            for (std::int64_t i = begin; i < end; ++i) {
                const auto block = static_cast<std::int32_t>(i);
                rules_out.set_block(block);
                for (std::int32_t j = 0; j < records.competitors() && out[at(i)] == 0; ++j) {
                    if (rules_out(j) && records.competes(block, j)) out[at(i)] = 1;
                }
            }
        });
    return out;
}

// row <- (pivot * row - row[pivot column] * pivot row) / last, exactly.
void eliminate(Row& row, const Row& pivot_row, std::size_t column, const Integer& last) {
    const Integer& pivot = pivot_row[column];
    const Integer factor = row[column];
    if (factor == 0 && pivot == last) return;
    for (std::size_t r = 0; r < row.size(); ++r) {
        if (row[r] == 0 && (factor == 0 || pivot_row[r] == 0)) continue;
        row[r] = (pivot * row[r] - factor * pivot_row[r]) / last;
    }
}

// Multipliers of a vanishing combination of the rows, up to a common factor, when they are unique;
// empty otherwise. Elimination without fractions (Bareiss), above and below the pivot: each
// division is exact, and in the end all pivots are the same number. The equation with the fewest
// entries comes first, so that the many rows of the cone with two entries cost little.
std::vector<Integer> vanishing_combination(const std::vector<Row>& rows) {
    const std::size_t unknowns = rows.size();
    const std::size_t count = rows[0].size();
    std::vector<Row> equations(count, Row(unknowns));
    for (std::size_t r = 0; r < unknowns; ++r) {
        for (std::size_t f = 0; f < count; ++f) equations[f][r] = rows[r][f];
    }
    std::vector<char> used(count, 0);
    std::vector<std::pair<std::size_t, std::size_t>> pivots;  // equation, unknown
    std::vector<char> solved(unknowns, 0);
    Integer last = 1;
    while (true) {
        std::size_t sparsest = count;
        std::size_t fewest = unknowns + 1;
        for (std::size_t e = 0; e < count; ++e) {
            if (used[e] != 0) continue;
            const auto entries = static_cast<std::size_t>(std::count_if(
                equations[e].begin(), equations[e].end(), [](const Integer& x) { return x != 0; }));
            if (entries == 0 || entries >= fewest) continue;
            fewest = entries;
            sparsest = e;
        }
        if (sparsest == count) break;
        const Row& pivot_row = equations[sparsest];
        std::size_t pivot = 0;
        while (pivot_row[pivot] == 0) ++pivot;
        for (std::size_t e = 0; e < count; ++e) {
            if (e != sparsest) eliminate(equations[e], pivot_row, pivot, last);
        }
        used[sparsest] = 1;
        solved[pivot] = 1;
        pivots.push_back({sparsest, pivot});
        last = pivot_row[pivot];
    }
    if (pivots.size() + 1 != unknowns) return {};
    const auto free =
        static_cast<std::size_t>(std::find(solved.begin(), solved.end(), 0) - solved.begin());
    std::vector<Integer> result(unknowns);
    result[free] = last < 0 ? Integer(-last) : last;
    for (const auto& [equation, unknown] : pivots) {
        result[unknown] =
            last < 0 ? equations[equation][free] : Integer(-equations[equation][free]);
    }
    return result;
}

// Whether every distance of the family is non-negative at v: any v for semi-definite matrices, the
// differences of the data for those that are non-negative on them.
bool in_dual_cone(const DistanceModel& model, const AlignedRecords& records,
                  const std::vector<double>& v) {
    if (model.family == DistanceFamily::bilinear_psd) return true;
    if (generates_pair_rows(model, records.attributes)) {
        return std::ssize(v) == records.attributes && std::count(v.begin(), v.end(), 2.0) == 1 &&
               std::count(v.begin(), v.end(), 1.0) + std::count(v.begin(), v.end(), 0.0) ==
                   std::ssize(v) - 1;
    }
    if (model.family != DistanceFamily::bilinear_nonnegative) return false;
    std::vector<double> difference(at(records.attributes));
    for (std::int32_t i = 0; i < records.rows; ++i) {
        for (std::int32_t j = 0; j < records.competitors(); ++j) {
            if (records.difference(i, j, 0) != v[0]) continue;
            records.differences(i, j, difference.data());
            if (difference == v) return true;
        }
    }
    return false;
}

bool confirmed(const DistanceModel& model, const AlignedRecords& records,
               const MaxSatisfied& result, const std::vector<std::vector<double>>& cone,
               const Conflict& conflict) {
    std::vector<Row> rows;
    for (const ConflictRow& row : conflict.rows) {
        const auto number = at(row.row.competitor);
        if (row.row.block != kConeBlock) {
            if (!std::binary_search(conflict.blocks.begin(), conflict.blocks.end(),
                                    row.row.block)) {
                return false;
            }
            rows.push_back(exact_row(model, records, row.row));
        } else if (number < cone.size()) {
            rows.push_back(scaled_integer(cone[number]));
        } else {
            const std::vector<double>& v = result.generated_cone.at(number - cone.size());
            if (!in_dual_cone(model, records, v)) return false;
            if (model.bilinear()) {
                rows.push_back(certified_features(model, scaled_integer(v)));
                continue;
            }
            std::vector<double> condition(at(feature_count(model, records.attributes)));
            generated_row(model, v, condition.data());
            rows.push_back(scaled_integer(condition));
        }
    }
    if (rows.empty()) return false;
    const std::vector<Integer> multipliers = vanishing_combination(rows);
    bool strict = false;
    for (std::size_t r = 0; r < multipliers.size(); ++r) {
        if (multipliers[r] < 0) return false;
        strict |= multipliers[r] > 0 && conflict.rows[r].row.block != kConeBlock;
    }
    return strict;
}

enum class PairState : char { unknown, confirmed, rejected };

// Exact confirmation costs far more than the hitting set, and not all conflicts matter. So the
// bound is found as if all held; then those that it rests on are checked. If one fails, once more
// without it.
class ConflictCheck {
  public:
    ConflictCheck(const Context& context, const DistanceModel& model, const AlignedRecords& records,
                  const MaxSatisfied& result, const std::vector<char>& out, double until)
        : context_(context),
          model_(model),
          records_(records),
          result_(result),
          until_(until),
          cone_(cone_rows(model, records.attributes)),
          states_(result.conflicts.size(), PairState::unknown) {
        for (std::size_t place = 0; place < states_.size(); ++place) {
            const std::vector<std::int32_t>& blocks = result.conflicts[place].blocks;
            const bool lost = std::any_of(blocks.begin(), blocks.end(),
                                          [&](std::int32_t block) { return out[at(block)] != 0; });
            if (!lost) useful_.push_back(place);
        }
    }

    // The bound of the hitting set, from confirmed conflicts alone.
    HittingSet bound(std::int64_t enough) {
        while (true) {
            const double left = until_ - context_.now();
            HittingSet found = hit(PairState::rejected, false, enough, 0.5 * left);
            if (!confirm(found)) return hit(PairState::confirmed, true, enough, 0.3 * left);
            const bool all = std::all_of(found.used.begin(), found.used.end(), [&](std::size_t s) {
                return states_[places_[s]] == PairState::confirmed;
            });
            if (all) return found;
        }
    }

    // The conflicts of the sets of the last hitting set.
    std::vector<std::size_t> places_of(const std::vector<std::size_t>& sets) const {
        std::vector<std::size_t> result;
        for (const std::size_t set : sets) result.push_back(places_[set]);
        return result;
    }

    std::int64_t count(PairState state) const {
        return std::count(states_.begin(), states_.end(), state);
    }

  private:
    // Over the conflicts whose state is the given one, or is not.
    HittingSet hit(PairState state, bool is, std::int64_t enough, double seconds) {
        std::vector<ElementSet> sets;
        places_.clear();
        for (const std::size_t place : useful_) {
            if ((states_[place] == state) != is) continue;
            sets.push_back(result_.conflicts[place].blocks);
            places_.push_back(place);
        }
        HittingLimits limits;
        limits.seconds = seconds;
        limits.enough = enough;
        return least_hitting_set(context_, records_.rows, sets, limits);
    }

    // Checks what the bound rests on. False when the time was not enough.
    bool confirm(const HittingSet& found) {
        std::atomic<bool> all = true;
        parallel_tasks(context_, std::ssize(found.used), [&](std::int64_t task) {
            const std::size_t place = places_[found.used[at(task)]];
            if (states_[place] != PairState::unknown) return;
            if (context_.now() > until_) {
                all = false;
                return;
            }
            states_[place] = confirmed(model_, records_, result_, cone_, result_.conflicts[place])
                                 ? PairState::confirmed
                                 : PairState::rejected;
        });
        return all;
    }

    const Context& context_;
    const DistanceModel& model_;
    const AlignedRecords& records_;
    const MaxSatisfied& result_;
    double until_;
    std::vector<std::vector<double>> cone_;
    std::vector<PairState> states_;
    std::vector<std::size_t> useful_;
    std::vector<std::size_t> places_;  // of the sets of the last hitting set
};

}  // namespace

LinkageCertificate check_linkage(const Context& context, const DistanceModel& model,
                                 const AlignedRecords& records, const MaxSatisfied& result,
                                 double seconds) {
    check_model(model, records);
    LinkageCertificate certificate;
    certificate.links = exact_links(context, model, records, result.parameters);
    certificate.parameters_allowed = in_cone(model, records, result.parameters);
    const std::vector<char> out = blocks_ruled_out(context, model, records);
    certificate.never = std::count(out.begin(), out.end(), 1);
    ConflictCheck check{context, model, records, result, out, context.now() + seconds};
    const HittingSet hitting = check.bound(records.rows - certificate.never - certificate.links);
    certificate.basis = check.places_of(hitting.used);
    certificate.conflicts = check.count(PairState::confirmed);
    certificate.rejected = check.count(PairState::rejected);
    certificate.bound = records.rows - certificate.never - hitting.bound;
    certificate.proven = certificate.parameters_allowed && certificate.links == certificate.bound;
    return certificate;
}

}  // namespace lethe
