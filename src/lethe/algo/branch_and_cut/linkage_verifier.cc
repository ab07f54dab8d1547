// The data are the differences a_il - b_jl, as doubles. All of them are multiples of one power of
// two, so that everything below is arithmetic on integers, without rounding and without tolerance.
//
// Links: record i is linked when w . f(a_i, b_j) - w . f(a_i, b_i) > 0 for every j != i.
// Bound: a record is ruled out by a competitor that is nowhere farther away. A conflict is a set of
// records with rows g_ij = f(a_i, b_j) - f(a_i, b_i) and rows of the cone of which a combination
// with coefficients >= 0, one of them on a record, is zero: parameters that link all of them would
// make the same combination positive. So each conflict costs a record, and N less those ruled out
// less the smallest number of records that hits all conflicts bounds the links.
#include "lethe/algo/branch_and_cut/linkage_verifier.h"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <functional>
#include <limits>

#include "lethe/algo/branch_and_cut/hitting_set.h"
#include "lethe/algo/branch_and_cut/plain_hitting.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Vector = std::vector<Integer>;

int unit_exponent(double value) {  // of the last place that the number may use
    int exponent = 0;
    std::frexp(value, &exponent);
    return exponent - std::numeric_limits<double>::digits;
}

// value / 2^exponent, which is whole: no number uses a place below the exponent.
Integer in_units(double value, int exponent) {
    const int own = unit_exponent(value);
    return Integer(static_cast<std::int64_t>(std::ldexp(value, -own))) << (own - exponent);
}

int common_exponent(std::span<const double> values) {
    int least = std::numeric_limits<int>::max();
    for (const double value : values) {
        if (value != 0) least = std::min(least, unit_exponent(value));
    }
    return least == std::numeric_limits<int>::max() ? 0 : least;
}

Vector in_units(std::span<const double> values, int exponent) {
    Vector result;
    for (const double value : values) {
        result.push_back(value == 0 ? Integer(0) : in_units(value, exponent));
    }
    return result;
}

// The features by their definitions. Of a set A of attributes with squared differences c: the
// increment of the Choquet integral is how far all of A lie above all others; the Moebius feature
// is the least of A.
Vector verified_features(const DistanceModel& model, const Vector& x) {
    const int n = static_cast<int>(x.size());
    Vector result;
    if (model.bilinear()) {
        for (int l = 0; l < n; ++l) {
            result.push_back(x[at(l)] * x[at(l)]);
            for (int h = l + 1; h < n; ++h) result.push_back(2 * x[at(l)] * x[at(h)]);
        }
        return result;
    }
    Vector squares;
    for (const Integer& value : x) squares.push_back(value * value);
    const bool increments = model.family == DistanceFamily::choquet ||
                            model.family == DistanceFamily::choquet_submodular;
    for (const std::uint32_t set : feature_sets(model, n)) {
        Integer least = -1;
        Integer outside = 0;
        for (int l = 0; l < n; ++l) {
            const Integer& square = squares[at(l)];
            if ((set >> l & 1U) == 0) {
                outside = std::max(outside, square);
            } else if (least < 0 || square < least) {
                least = square;
            }
        }
        if (increments) least = least > outside ? Integer(least - outside) : Integer(0);
        result.push_back(std::move(least));
    }
    if (!result.empty()) return result;
    if (model.sorted()) std::sort(squares.begin(), squares.end(), std::greater<>());
    return squares;
}

Integer vector_product(const Vector& a, const Vector& b) {
    Integer sum = 0;
    for (std::size_t f = 0; f < a.size(); ++f) sum += a[f] * b[f];
    return sum;
}

class ExactRecords {
  public:
    ExactRecords(const DistanceModel& model, const AlignedRecords& records)
        : model_(model), records_(records), exponent_(std::numeric_limits<int>::max()) {
        std::vector<double> difference(at(records.attributes));
        for (std::int32_t i = 0; i < records.rows; ++i) {
            for (std::int32_t j = 0; j < records.competitors(); ++j) {
                records.differences(i, j, difference.data());
                exponent_ = std::min(exponent_, common_exponent(difference));
            }
        }
    }

    Vector features_of(std::int32_t i, std::int32_t j) const {
        std::vector<double> difference(at(records_.attributes));
        records_.differences(i, j, difference.data());
        return verified_features(model_, in_units(difference, exponent_));
    }
    Vector gap(std::int32_t i, std::int32_t j) const {
        const Vector own = features_of(i, i);
        Vector other = features_of(i, j);
        for (std::size_t f = 0; f < own.size(); ++f) other[f] -= own[f];
        return other;
    }

  private:
    const DistanceModel& model_;
    const AlignedRecords& records_;
    int exponent_;
};

bool is_linked(const ExactRecords& exact, const AlignedRecords& records, const Vector& w,
               std::int32_t i) {
    const Integer own = vector_product(w, exact.features_of(i, i));
    for (std::int32_t j = 0; j < records.competitors(); ++j) {
        if (records.competes(i, j) && vector_product(w, exact.features_of(i, j)) <= own)
            return false;
    }
    return true;
}

// Nowhere farther: then no distance of the family puts j farther away than i's own. (A form counts
// signed differences: there only equal or opposite ones are the same whatever the matrix.)
bool rules_out(const DistanceModel& model, const AlignedRecords& records, std::int32_t i,
               std::int32_t j) {
    std::vector<double> own(at(records.attributes));
    std::vector<double> other(at(records.attributes));
    records.differences(i, i, own.data());
    records.differences(i, j, other.data());
    if (model.bilinear()) {
        const auto opposite = [](double a, double b) { return a == -b; };
        return own == other || std::equal(own.begin(), own.end(), other.begin(), opposite);
    }
    const auto size = [](double value) { return std::abs(value); };
    std::ranges::transform(own, own.begin(), size);
    std::ranges::transform(other, other.begin(), size);
    if (model.sorted()) {
        std::ranges::sort(own);
        std::ranges::sort(other);
    }
    return std::equal(own.begin(), own.end(), other.begin(), std::greater_equal<>());
}

// A symmetric matrix is positive semi-definite when elimination meets no negative pivot and no zero
// pivot with something beside it. Without fractions: rows are only multiplied by positive pivots.
bool is_exactly_semidefinite(int n, const Vector& upper) {
    std::vector<Vector> rows(at(n), Vector(at(n)));
    std::size_t place = 0;
    for (int l = 0; l < n; ++l) {
        for (int h = l; h < n; ++h) rows[at(l)][at(h)] = rows[at(h)][at(l)] = upper[place++];
    }
    for (std::size_t p = 0; p < at(n); ++p) {
        const Integer pivot = rows[p][p];
        if (pivot < 0) return false;
        for (std::size_t r = p + 1; r < at(n); ++r) {
            const Integer factor = rows[r][p];
            if (pivot == 0 && factor != 0) return false;
            if (pivot == 0) continue;
            for (std::size_t c = p; c < at(n); ++c) {
                rows[r][c] = pivot * rows[r][c] - factor * rows[p][c];
            }
        }
    }
    return true;
}

// That attribute l (marked 2) does not lower the measure of the set marked 1, in Moebius terms: by
// the sets themselves.
Vector pair_condition(const DistanceModel& model, std::span<const double> v) {
    std::uint32_t within = 0;
    std::uint32_t marked = 0;
    for (std::size_t l = 0; l < v.size(); ++l) {
        if (v[l] != 0.0) within |= 1U << l;
        if (v[l] == 2.0) marked |= 1U << l;
    }
    Vector row;
    for (const std::uint32_t set : feature_sets(model, static_cast<int>(v.size()))) {
        row.push_back((set & marked) != 0 && (set & ~within) == 0 ? 1 : 0);
    }
    return row;
}

std::vector<double> worst_set(const DistanceModel& model, const Vector& w, int l, int n) {
    std::vector<double> v(at(n), 0.0);
    v[at(l)] = 2.0;
    const std::vector<std::uint32_t> sets = feature_sets(model, n);
    for (int h = 0; h < n; ++h) {
        if (h == l) continue;
        const auto place = std::ranges::find(sets, (1U << l) | (1U << h)) - sets.begin();
        if (w[at(place)] < 0) v[at(h)] = 1.0;
    }
    return v;
}

bool lies_in_cone(const DistanceModel& model, const AlignedRecords& records,
                  const ExactRecords& exact, const Vector& w) {
    for (const std::vector<double>& row : cone_rows(model, records.attributes)) {
        if (vector_product(in_units(row, common_exponent(row)), w) < 0) return false;
    }
    if (model.family == DistanceFamily::bilinear_psd)
        return is_exactly_semidefinite(records.attributes, w);
    if (generates_pair_rows(model, records.attributes)) {
        for (int l = 0; l < records.attributes; ++l) {  // against the set that it overlaps with
            if (vector_product(pair_condition(model, worst_set(model, w, l, records.attributes)),
                               w) < 0) {
                return false;
            }
        }
        return true;
    }
    if (model.family != DistanceFamily::bilinear_nonnegative) return true;
    for (std::int32_t i = 0; i < records.rows; ++i) {
        for (std::int32_t j = 0; j < records.competitors(); ++j) {
            if (vector_product(exact.features_of(i, j), w) < 0) return false;
        }
    }
    return true;
}

// y with sum of y_k rows_k = 0, unique up to a factor; empty when there is none or more than one.
// Gauss and Jordan without fractions, each row then divided by its common divisor.
Vector only_combination(const std::vector<Vector>& rows) {
    const std::size_t unknowns = rows.size();
    std::vector<Vector> equations(rows[0].size(), Vector(unknowns));
    for (std::size_t e = 0; e < equations.size(); ++e) {
        for (std::size_t k = 0; k < unknowns; ++k) equations[e][k] = rows[k][e];
    }
    std::vector<std::size_t> equation_of(unknowns, equations.size());
    std::size_t next = 0;
    for (std::size_t k = 0; k < unknowns && next < equations.size(); ++k) {
        std::size_t pivot = next;
        while (pivot < equations.size() && equations[pivot][k] == 0) ++pivot;
        if (pivot == equations.size()) continue;
        std::swap(equations[pivot], equations[next]);
        for (std::size_t e = 0; e < equations.size(); ++e) {
            if (e == next || equations[e][k] == 0) continue;
            const Integer factor = equations[e][k];
            const Integer& head = equations[next][k];
            Integer divisor = 0;
            for (std::size_t c = 0; c < unknowns; ++c) {
                equations[e][c] = head * equations[e][c] - factor * equations[next][c];
                divisor = gcd(divisor, equations[e][c]);
            }
            if (divisor > 1) {
                for (Integer& value : equations[e]) value /= divisor;
            }
        }
        equation_of[k] = next++;
    }
    if (next + 1 != unknowns) return {};
    const std::size_t free =
        at(std::ranges::find(equation_of, equations.size()) - equation_of.begin());
    // y_free = the product's worth of all pivots; y_k = - y_free * entry / pivot.
    Integer common = 1;
    for (std::size_t k = 0; k < unknowns; ++k) {
        if (k != free) common = lcm(common, equations[equation_of[k]][k]);
    }
    Vector y(unknowns, common);
    for (std::size_t k = 0; k < unknowns; ++k) {
        if (k == free) continue;
        const Vector& equation = equations[equation_of[k]];
        y[k] = -(common / equation[k]) * equation[free];
    }
    return y;
}

bool is_conflict(const LinkageClaim& claim, const AlignedRecords& records,
                 const ExactRecords& exact, const Conflict& conflict) {
    const std::vector<std::vector<double>> cone = cone_rows(claim.model, records.attributes);
    std::vector<Vector> rows;
    for (const ConflictRow& row : conflict.rows) {
        const auto number = at(row.row.competitor);
        if (row.row.block != kConeBlock) {
            if (std::ranges::find(conflict.blocks, row.row.block) == conflict.blocks.end()) {
                return false;
            }
            rows.push_back(exact.gap(row.row.block, row.row.competitor));
        } else if (number < cone.size()) {
            rows.push_back(in_units(cone[number], common_exponent(cone[number])));
        } else {
            const std::vector<double>& v = claim.generated_cone[number - cone.size()];
            rows.push_back(claim.model.bilinear()
                               ? verified_features(claim.model, in_units(v, common_exponent(v)))
                               : pair_condition(claim.model, v));
        }
    }
    if (rows.empty()) return false;
    const Vector y = only_combination(rows);
    bool on_a_record = false;
    for (std::size_t k = 0; k < y.size(); ++k) {
        if (y[k] < 0) return false;
        on_a_record |= y[k] > 0 && conflict.rows[k].row.block != kConeBlock;
    }
    if (!on_a_record) return false;
    for (std::size_t f = 0; f < rows[0].size(); ++f) {
        Integer sum = 0;
        for (std::size_t k = 0; k < rows.size(); ++k) sum += y[k] * rows[k][f];
        if (sum != 0) return false;
    }
    return true;
}

bool is_a_difference(const AlignedRecords& records, const std::vector<double>& v) {
    std::vector<double> difference(at(records.attributes));
    for (std::int32_t i = 0; i < records.rows; ++i) {
        for (std::int32_t j = 0; j < records.competitors(); ++j) {
            records.differences(i, j, difference.data());
            if (difference == v) return true;
        }
    }
    return false;
}

// f(v) is a row of the cone for any v where the form must be semi-definite, and for the differences
// of pairs where it must not be negative on them.
bool may_be_generated(const LinkageClaim& claim, const AlignedRecords& records,
                      const std::vector<double>& v) {
    if (std::ssize(v) != records.attributes) return false;
    if (!std::ranges::all_of(v, [](double x) { return std::isfinite(x); })) return false;
    if (claim.model.family == DistanceFamily::bilinear_psd) return true;
    if (generates_pair_rows(claim.model, records.attributes)) {
        return std::ranges::count(v, 2.0) == 1 &&
               std::ranges::all_of(v, [](double x) { return x == 0.0 || x == 1.0 || x == 2.0; });
    }
    return claim.model.family == DistanceFamily::bilinear_nonnegative &&
           is_a_difference(records, v);
}

void check_fit(const LinkageClaim& claim, const AlignedRecords& records) {
    check_model(claim.model, records);
    const auto fail = [](const char* what) { throw Error(ErrorKind::input, what); };
    const int parameters = feature_count(claim.model, records.attributes);
    if (std::ssize(claim.parameters) != parameters) fail("the number of parameters does not fit");
    for (const double value : claim.parameters) {
        if (!std::isfinite(value)) fail("a parameter is not a finite number");
    }
    for (const std::vector<double>& v : claim.generated_cone) {
        if (!may_be_generated(claim, records, v))
            fail("a row of the cone is not one of the family");
    }
    const auto cone = static_cast<std::int64_t>(cone_rows(claim.model, records.attributes).size() +
                                                claim.generated_cone.size());
    const auto record = [&](std::int32_t number) { return number >= 0 && number < records.rows; };
    for (const Conflict& conflict : claim.conflicts) {
        if (conflict.blocks.empty() || !std::ranges::all_of(conflict.blocks, record)) {
            fail("a conflict names a record that does not exist");
        }
        for (const ConflictRow& row : conflict.rows) {
            const auto [block, competitor] = row.row;
            const bool good = block == kConeBlock ? competitor >= 0 && competitor < cone
                                                  : record(block) && competitor >= 0 &&
                                                        competitor < records.competitors() &&
                                                        records.competes(block, competitor);
            if (!good) fail("a conflict names a row that does not exist");
        }
    }
}

}  // namespace

LinkageVerdict verify_linkage(const Context& context, const LinkageClaim& claim,
                              const AlignedRecords& records) {
    check_fit(claim, records);
    const ExactRecords exact(claim.model, records);
    const Vector w = in_units(claim.parameters, common_exponent(claim.parameters));
    LinkageVerdict verdict;
    verdict.parameters_allowed = lies_in_cone(claim.model, records, exact, w);

    Progress progress(context, "checking records", records.rows);
    std::vector<char> linked(at(records.rows), 0);
    std::vector<char> never(at(records.rows), 0);
    parallel_tasks(context, records.rows, [&](std::int64_t row) {
        const auto i = static_cast<std::int32_t>(row);
        linked[at(i)] = is_linked(exact, records, w, i) ? 1 : 0;
        for (std::int32_t j = 0; j < records.competitors() && never[at(i)] == 0; ++j) {
            never[at(i)] = records.competes(i, j) && rules_out(claim.model, records, i, j) ? 1 : 0;
        }
        progress.add();
    });
    verdict.links = std::ranges::count(linked, 1);
    verdict.never = std::ranges::count(never, 1);

    std::vector<char> holds(claim.conflicts.size(), 0);
    parallel_tasks(context, std::ssize(holds), [&](std::int64_t place) {
        holds[at(place)] = is_conflict(claim, records, exact, claim.conflicts[at(place)]) ? 1 : 0;
    });
    std::vector<std::vector<std::int32_t>> sets;
    for (std::size_t place = 0; place < holds.size(); ++place) {
        const std::vector<std::int32_t>& blocks = claim.conflicts[place].blocks;
        (holds[place] != 0 ? verdict.conflicts : verdict.rejected) += 1;
        const bool hit = std::ranges::any_of(blocks, [&](auto i) { return never[at(i)] != 0; });
        if (holds[place] != 0 && !hit) sets.push_back(blocks);
    }
    const std::int64_t open = records.rows - verdict.never;
    const std::int64_t enough = open - std::max(verdict.links, claim.bound);
    std::int64_t lost = 0;
    HittingAnswer answer = HittingAnswer::no;
    while (lost < enough) {
        answer = hit_all(sets, lost);
        if (answer != HittingAnswer::no) break;
        ++lost;
    }
    if (answer == HittingAnswer::gave_up) {
        verdict.bound_is_simple = false;
        HittingLimits limits;
        limits.enough = enough;
        for (auto& set : sets) std::ranges::sort(set);
        lost = std::max(lost, least_hitting_set(context, records.rows, sets, limits).bound);
    }
    verdict.bound = open - lost;
    return verdict;
}

}  // namespace lethe
