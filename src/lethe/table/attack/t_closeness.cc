// t-closeness: how much more than everybody can know a class tells about confidential values.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/method/figures.h"
#include "lethe/method/measure_params.h"
#include "lethe/table/attack/confidential.h"

namespace lethe::attack {
namespace {

enum class Ground { by_kind, equal, ordered, hierarchical, semantic };

struct TClosenessParams : MeasureParams {
    std::vector<std::string> confidential;
    double t = 0.2;
    Ground distance = Ground::by_kind;
};

Schema<TClosenessParams> t_closeness_schema() {
    return with_measure_params(
        Schema<TClosenessParams>()
            .field("confidential", &TClosenessParams::confidential,
                   "columns that nobody shall learn; the others are known to the intruder. None: "
                   "the last column")
            .field("t", &TClosenessParams::t, "the closeness that is asked for", between(0, 1))
            .choice("distance", &TClosenessParams::distance,
                    "between confidential values: by the kind of the column; all equally far; by "
                    "their order; by the height of their lowest common concept; or by `measure`",
                    {{"kind", Ground::by_kind},
                     {"equal", Ground::equal},
                     {"ordered", Ground::ordered},
                     {"hierarchical", Ground::hierarchical},
                     {"semantic", Ground::semantic}}));
}

Ground ground_of(const Column& column, Ground asked) {
    const bool has_order = column.is_numeric() || column.kind() == Kind::ordinal;
    if (asked == Ground::by_kind) {
        if (column.meaning() != nullptr) return Ground::hierarchical;
        return has_order ? Ground::ordered : Ground::equal;
    }
    const Place place{{}, 0, 0, "distance"};
    if (asked == Ground::ordered && !has_order) {
        throw Error(ErrorKind::usage,
                    fmt::format("column \"{}\" is {}, which has no order", column.name(),
                                name(column.kind())),
                    place);
    }
    if ((asked == Ground::hierarchical || asked == Ground::semantic) &&
        column.meaning() == nullptr) {
        throw Error(
            ErrorKind::usage,
            fmt::format("column \"{}\" has no taxonomy, which this distance needs", column.name()),
            place);
    }
    return asked;
}

// Measured, and divided by the largest where that is above 1. What has no concept is at 1.
std::vector<double> semantic_distances(const Context& context, const Column& column,
                                       const MeasureOptions& options,
                                       const std::vector<ConceptId>& concepts) {
    const auto measure = column.meaning()->measure(options);
    std::vector<ConceptId> known;
    for (const ConceptId c : concepts) known.push_back(std::max(c, 0));
    std::vector<double> distances(concepts.size() * concepts.size());
    distance_matrix(context, *measure, known, known, distances.data());
    const auto are_known = [&](std::size_t a, std::size_t b) {
        return concepts[a] != kNoConcept && concepts[b] != kNoConcept;
    };
    double largest = 1;
    for (std::size_t i = 0; i < distances.size(); ++i) {
        if (are_known(i / concepts.size(), i % concepts.size())) {
            largest = std::max(largest, distances[i]);
        }
    }
    for (std::size_t a = 0; a < concepts.size(); ++a) {
        for (std::size_t b = 0; b < concepts.size(); ++b) {
            double& distance = distances[a * concepts.size() + b];
            const bool both = are_known(a, b);
            distance = a == b ? 0 : (both ? distance / largest : 1);
        }
    }
    return distances;
}

std::unique_ptr<EarthMover> mover_of(const Context& context, const Column& column,
                                     const TClosenessParams& params,
                                     const ConfidentialCounts& counts) {
    switch (ground_of(column, params.distance)) {
        case Ground::ordered:
            return ordered_mover(counts.whole);
        case Ground::hierarchical:
            return hierarchy_mover(counts.whole, column.meaning()->taxonomy_ptr(), counts.concepts);
        case Ground::semantic: {
            // The size is checked before the matrix is made.
            if (std::ssize(counts.whole) > kMostMatrixValues) return matrix_mover(counts.whole, {});
            return matrix_mover(counts.whole, semantic_distances(context, column, params.options(),
                                                                 counts.concepts));
        }
        case Ground::by_kind:
        case Ground::equal:
            break;
    }
    return equal_mover(counts.whole);
}

struct Closeness {
    double largest = 0;
    double mean = 0;         // over the records
    std::int64_t above = 0;  // records in classes that are farther than t
};

Closeness closeness_of(const Context& context, const EarthMover& mover, const Groups& groups,
                       const ConfidentialCounts& counts, double t) {
    std::vector<double> found(groups.sizes.size(), 0.0);
    parallel_chunks(context, groups.classes(), 64, [&](std::int64_t begin, std::int64_t end, auto) {
        for (std::int64_t own = begin; own < end; ++own) {
            if (counts.of_class[own].empty()) continue;
            found[static_cast<std::size_t>(own)] =
                std::clamp(mover.distance(counts.of_class[own]), 0.0, 1.0);
        }
    });
    Closeness result;
    ExactSum sum;
    std::int64_t records = 0;
    for (std::size_t own = 0; own < found.size(); ++own) {
        result.largest = std::max(result.largest, found[own]);
        sum.add(found[own] * static_cast<double>(groups.sizes[own]));
        records += groups.sizes[own];
        constexpr double kDust = 1e-12;
        if (found[own] > t + kDust) result.above += groups.sizes[own];
    }
    if (records > 0) result.mean = sum.value() / static_cast<double>(records);
    return result;
}

Measurement assess_t_closeness(const AssessInput& input, const TClosenessParams& params) {
    Measurement result;
    const ConfidentialClasses classes =
        confidential_classes(input, params.confidential, result.warnings);
    const Groups& groups = classes.groups;
    Json by_column = Json::object();
    double largest = 0;
    for (const std::string& name : classes.confidential) {
        const Column& column = input.masked.column(name);
        const ConfidentialCounts counts = confidential_counts(column, groups);
        const auto mover = mover_of(input.context, column, params, counts);
        const Closeness closeness = closeness_of(input.context, *mover, groups, counts, params.t);
        largest = std::max(largest, closeness.largest);
        TClosenessParams used = params;
        used.distance = ground_of(column, params.distance);
        by_column[name] = {{"t", closeness.largest},
                           {"mean", closeness.mean},
                           {"above", percent(closeness.above, input.masked.rows())},
                           {"distance", t_closeness_schema().dump(used)["distance"]}};
    }
    result.value = 100 * largest;
    result.details["t"] = largest;
    result.details["by_column"] = std::move(by_column);
    result.details["classes"] = groups.classes();
    result.details["smallest_class"] = groups.smallest();
    result.details["records"] = input.masked.rows();
    return result;
}

}  // namespace

Method t_closeness() {
    return make_attack(
        MethodInfo{
            .name = "t-closeness",
            .title = "t-closeness",
            .summary = "How far confidential values in a class differ from those of everybody.",
            .description =
                "The masked records that agree on all columns but the confidential ones form "
                "classes. Whoever finds the class of a person learns how the confidential values "
                "are distributed in it; the nearer this is to their distribution among all "
                "records, which everybody may know, the less is learnt. The distance is the earth "
                "mover's: which share of the records has to be moved how far, between 0 and 1. The "
                "value is 100 times the largest distance of a class: the smallest t for which the "
                "release is t-close. `mean` is the mean over the records, `above` the percentage "
                "of records in classes beyond `t`. How far two values are depends on `distance`: "
                "by their order (numbers and ordered categories: 100 and 101 are near), all "
                "equally far, by the height of their lowest common concept in the taxonomy "
                "(hierarchical: two kinds of cancer are near), or by a measure of meaning "
                "(semantic; up to 1500 different values). Records without a confidential value do "
                "not take part.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"li2007closeness"},
            .example = {{"t", 0.2}},
            .in_words = "How far the confidential values of the most conspicuous group of people "
                        "who look alike are from those of everybody: 0 % when the group tells "
                        "nothing, 100 % at most.",
            .purposes = {Purpose::closeness},
            .assessed_with = {Json::object()},
            .figures =
                [](const Json& details) {
                    return Json{{"t", figures::field(details, "t")}};
                }},
        t_closeness_schema(), assess_t_closeness);
}

}  // namespace lethe::attack
