// Why the triangle inequality of sqrt(C(x^2)), C a Choquet integral, is submodularity. A submodular
// measure is the largest of the additive measures below it, so that C(x^2) is the largest of
// weighted sums of squares, and the root of it the largest of Euclidean norms: a norm. Conversely,
// where mu(A + i) + mu(A + j) < mu(A + i + j) + mu(A), take x equal in i and j and larger in A: the
// slopes along e_i - e_j and back sum to less than zero, so the root is not convex, hence no norm.
#include "lethe/algo/learnt/distance_properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "lethe/algo/learnt/fuzzy_measure.h"
#include "lethe/algo/learnt/learnt_parameters.h"
#include "lethe/algo/learnt/quadratic_form.h"
#include "lethe/algo/linkage/nearest_matrix.h"

namespace lethe {
namespace {

constexpr double kDistanceRounding = 1e-12;

struct Theory {
    bool holds;
    std::string why;
};

struct Theories {
    Theory non_negative, identity, triangle;
};

Theories theory_of_form(std::span<const double> parameters, int attributes) {
    const Eigen::MatrixXd form = form_matrix(parameters, attributes);
    const Eigen::VectorXd values = eigenvalues(form);
    const bool semidefinite = is_semidefinite(form);
    const bool definite = is_definite(form);
    const double trace = form.trace() > 0 ? form.trace() : 1.0;
    const std::string why =
        definite ? "the matrix is positive definite"
        : semidefinite
            ? "the matrix is positive semi-definite, not definite"
            : fmt::format("the matrix has an eigenvalue of {:.2g} (trace 1)", values[0] / trace);
    return {{semidefinite, why}, {definite, why}, {semidefinite, why}};
}

Theory weights_positive(std::span<const double> weights) {
    const auto null = std::count(weights.begin(), weights.end(), 0.0);
    if (null == 0) return {true, "no weight is null"};
    return {false, fmt::format("{} of {} weights are null", null, weights.size())};
}

Theories theory_of_weights(std::span<const double> weights) {
    return {{true, "weights are at least 0"},
            weights_positive(weights),
            {true, "the root is a weighted Euclidean distance"}};
}

Theories theory_of_ranks(std::span<const double> weights) {
    const bool falls = std::is_sorted(weights.rbegin(), weights.rend());
    const bool first = weights.front() > 0;
    return {{true, "weights are at least 0"},
            {first, first ? "the largest difference has a weight"
                          : "the largest difference has no weight"},
            {falls, falls ? "larger differences have the larger weights"
                          : "a smaller difference has a larger weight"}};
}

Theories theory_of_measure(std::span<const double> measure) {
    const int n = attribute_count(measure);
    int null = 0;
    for (int l = 0; l < n; ++l) null += measure[std::size_t{1} << l] > 0 ? 0 : 1;
    const bool submodular = is_submodular(measure, kDistanceRounding);
    const SetPairs pairs = pairs_not_submodular(measure, kDistanceRounding);
    return {
        {true, "the measure is monotone"},
        {null == 0, null == 0 ? "every single attribute has a measure above 0"
                              : fmt::format("{} of {} single attributes have measure 0", null, n)},
        {submodular, submodular ? "the measure is submodular"
                                : fmt::format("not submodular: {} of {} pairs of sets",
                                              pairs.violated, pairs.all)}};
}

// Of a measure that is additive but for pairs: submodular exactly when no pair is worth more
// together.
Theories theory_of_pairs(std::span<const double> parameters, int n) {
    int null = 0;
    std::int64_t more = 0;
    for (int l = 0; l < n; ++l) {
        null += parameters[pair_place(l, l)] > 0 ? 0 : 1;
        for (int h = l + 1; h < n; ++h)
            more += parameters[pair_place(l, h)] > kDistanceRounding ? 1 : 0;
    }
    return {
        {true, "the measure is monotone"},
        {null == 0, null == 0 ? "every single attribute has a measure above 0"
                              : fmt::format("{} of {} single attributes have measure 0", null, n)},
        {more == 0, more == 0
                        ? "the measure is submodular"
                        : fmt::format("not submodular: {} pairs are worth more together", more)}};
}

// Of a measure that is additive between parts: what holds in every part holds of all.
Theories theory_of_parts(const DistanceModel& model, std::span<const double> parameters) {
    int null = 0;
    int all = 0;
    SetPairs pairs;
    bool submodular = true;
    std::size_t place = 0;
    for (const std::uint32_t part : model.parts) {
        const int size = std::popcount(part);
        std::vector<double> coefficients(std::size_t{1} << size, 0.0);
        for (std::size_t set = 1; set < coefficients.size(); ++set) {
            coefficients[set] = parameters[place++];
        }
        const std::vector<double> measure = zeta(coefficients);
        for (int l = 0; l < size; ++l) null += measure[std::size_t{1} << l] > 0 ? 0 : 1;
        all += size;
        submodular = submodular && is_submodular(measure, kDistanceRounding);
        const SetPairs more = pairs_not_submodular(measure, kDistanceRounding);
        pairs.violated += more.violated;
        pairs.all += more.all;
    }
    return {
        {true, "the measure is monotone"},
        {null == 0, null == 0
                        ? "every single attribute has a measure above 0"
                        : fmt::format("{} of {} single attributes have measure 0", null, all)},
        {submodular, submodular ? "the measure is submodular"
                                : fmt::format("not submodular: {} of {} pairs of sets in its parts",
                                              pairs.violated, pairs.all)}};
}

Theories theory(const DistanceModel& model, std::span<const double> parameters, int attributes) {
    if (model.bilinear()) return theory_of_form(parameters, attributes);
    if (model.family == DistanceFamily::weighted_mean) return theory_of_weights(parameters);
    if (model.sorted()) return theory_of_ranks(parameters);
    if (generates_pair_rows(model, attributes)) return theory_of_pairs(parameters, attributes);
    if (model.family == DistanceFamily::choquet_partition) {
        return theory_of_parts(model, parameters);
    }
    return theory_of_measure(learnt_measure(model, parameters, attributes));
}

// The points of both files and the learnt distance between them.
class Cloud {
  public:
    Cloud(const DistanceModel& model, const AlignedRecords& records,
          std::span<const double> parameters)
        : model_(model), records_(records), parameters_(parameters) {}

    std::int64_t size() const { return 2 * std::int64_t{records_.rows}; }
    std::span<const double> point(std::int64_t place) const {
        const auto n = static_cast<std::size_t>(records_.attributes);
        const auto row = static_cast<std::size_t>(place % records_.rows);
        return {(place < records_.rows ? records_.original : records_.masked) + row * n, n};
    }
    double distance(std::int64_t a, std::int64_t b) const {
        return parametric_distance(model_, parameters_, point(a), point(b));
    }
    bool same(std::int64_t a, std::int64_t b) const {
        return std::ranges::equal(point(a), point(b));
    }

  private:
    const DistanceModel& model_;
    const AlignedRecords& records_;
    std::span<const double> parameters_;
};

// What rounding may make of a sum that is zero.
double rounding(const DistanceModel& model, const Cloud& cloud, std::span<const double> parameters,
                std::int64_t a, std::int64_t b) {
    std::vector<double> feature(parameters.size());
    std::vector<double> difference;
    for (std::size_t l = 0; l < cloud.point(a).size(); ++l) {
        difference.push_back(cloud.point(a)[l] - cloud.point(b)[l]);
    }
    features(model, difference, feature.data());
    double sum = 0.0;
    for (std::size_t f = 0; f < feature.size(); ++f) sum += std::abs(parameters[f] * feature[f]);
    return kDistanceRounding * sum;
}

}  // namespace

std::string_view name(DistanceProperty property) {
    constexpr std::array<std::string_view, 5> kNames = {"non-negative", "reflexive", "symmetric",
                                                        "identity of indiscernibles",
                                                        "triangle inequality"};
    return kNames[static_cast<std::size_t>(property)];
}

std::string_view name(DistanceClass its_class) {
    constexpr std::array<std::string_view, 3> kNames = {"metric", "distance", "pseudo-distance"};
    return kNames[static_cast<std::size_t>(its_class)];
}

DistanceClass DistanceProperties::distance_class() const {
    const auto holds = [](const PropertyFinding& finding) { return finding.holds; };
    if (std::ranges::all_of(findings, holds)) return DistanceClass::metric;
    if (std::all_of(findings.begin(), findings.begin() + 3, holds)) return DistanceClass::distance;
    return DistanceClass::pseudo_distance;
}

double parametric_distance(const DistanceModel& model, std::span<const double> parameters,
                           std::span<const double> a, std::span<const double> b) {
    std::vector<double> difference(a.size());
    for (std::size_t l = 0; l < a.size(); ++l) difference[l] = a[l] - b[l];
    std::vector<double> feature(parameters.size());
    features(model, difference, feature.data());
    double sum = 0.0;
    for (std::size_t f = 0; f < feature.size(); ++f) sum += parameters[f] * feature[f];
    return sum;
}

DistanceProperties distance_properties(const DistanceModel& model, const AlignedRecords& records,
                                       std::span<const double> parameters, const Random& random,
                                       std::int64_t most_triples) {
    using enum DistanceProperty;
    const Theories known = theory(model, parameters, records.attributes);
    DistanceProperties result;
    result.findings = {{non_negative, known.non_negative.holds, known.non_negative.why},
                       {reflexive, true, "equal records differ by nothing"},
                       {symmetric, true, "differences count by their squares or products"},
                       {identity_of_indiscernibles, known.identity.holds, known.identity.why},
                       {triangle_inequality, known.triangle.holds, known.triangle.why}};
    const auto record = [&](DistanceProperty property, bool good) {
        PropertyFinding& finding = result.findings[static_cast<std::size_t>(property)];
        finding.checked += 1;
        finding.violated += good ? 0 : 1;
    };
    if (records.codes != nullptr) return result;  // codes of the two files differ across files only
    const Cloud cloud(model, records, parameters);
    const auto check = [&](std::int64_t a, std::int64_t b, std::int64_t c) {
        const double ab = cloud.distance(a, b);
        const double noise = rounding(model, cloud, parameters, a, b);
        record(non_negative, ab >= -noise);
        record(reflexive, cloud.distance(a, a) == 0);
        record(symmetric, ab == cloud.distance(b, a));
        if (!cloud.same(a, b)) record(identity_of_indiscernibles, ab > noise);
        const double ac = cloud.distance(a, c);
        const double cb = cloud.distance(c, b);
        if (ab < 0 || ac < 0 || cb < 0) return;  // a negative distance has no root
        const double around = std::sqrt(ac) + std::sqrt(cb);
        record(triangle_inequality, ab <= around * around * (1 + kDistanceRounding) + noise);
    };
    const std::int64_t size = cloud.size();
    if (size * size * size <= most_triples) {
        for (std::int64_t a = 0; a < size; ++a) {
            for (std::int64_t b = 0; b < size; ++b) {
                for (std::int64_t c = 0; c < size; ++c) check(a, b, c);
            }
        }
        return result;
    }
    const Stream stream = random.stream("triples");
    for (std::int64_t triple = 0; triple < most_triples; ++triple) {
        Draws draws = stream.at(triple);
        const auto draw = [&] {
            return static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(size)));
        };
        const std::int64_t a = draw();
        const std::int64_t b = draw();
        check(a, b, draw());
    }
    return result;
}

}  // namespace lethe
