#include "lethe/vectors/measure/vector_loss.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/method/publication.h"
#include "lethe/space/sparse_sum.h"
#include "lethe/vectors/make/distinct_rows.h"
#include "lethe/vectors/measure/vector_pair.h"

namespace lethe::vectors {
namespace {

double squared_norm(const SparseRow& row) { return dot(row, row); }

// The sum of all rows, a number for each column.
std::vector<double> sum_of_rows(const SparseRows& rows) {
    std::vector<double> sum(static_cast<std::size_t>(rows.columns()), 0.0);
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        const SparseRow row = rows[r];
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            sum[static_cast<std::size_t>(row.columns[i])] += row.values[i];
        }
    }
    return sum;
}

bool has_unit_norms(const SparseRows& rows) {
    constexpr double kRounding = 1e-6;
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        if (rows[r].size() > 0 && std::abs(norm(rows[r]) - 1) > kRounding) return false;
    }
    return true;
}

double cosine_of(double product, double norm_a, double norm_b) {
    return norm_a > 0 && norm_b > 0 ? product / (norm_a * norm_b) : 0;
}

}  // namespace

VectorLoss vector_loss(const SparseRows& original, const SparseRows& published) {
    if (original.rows() != published.rows() || original.columns() != published.columns()) {
        throw Error(ErrorKind::internal, "original and published rows do not match");
    }
    const SparseRows unit = with_unit_norms(original);
    const DistinctRows groups =
        distinct_rows(has_unit_norms(original) ? published : with_unit_norms(published));
    std::vector<double> norm_of, square_of;
    for (std::int64_t g = 0; g < groups.size(); ++g) {
        norm_of.push_back(norm(groups.rows[g]));
        square_of.push_back(squared_norm(groups.rows[g]));
    }

    const auto documents = static_cast<double>(unit.rows());
    const std::vector<double> total = sum_of_rows(unit);
    ExactSum total_square;
    for (const double value : total) total_square.add(value * value);
    const double total_norm = std::sqrt(total_square.value());
    const double mean_square = total_square.value() / (documents * documents);

    ExactSum spherical_sse, classical_sse, spherical_ssa, classical_ssa, sst;
    for (std::int64_t r = 0; r < unit.rows(); ++r) {
        const SparseRow row = unit[r];
        const auto group = static_cast<std::size_t>(groups.of[static_cast<std::size_t>(r)]);
        const double product = dot(row, groups.rows[static_cast<std::int64_t>(group)]);
        spherical_sse.add(1 - cosine_of(product, row.size() > 0 ? 1 : 0, norm_of[group]));
        const double square = squared_norm(row);
        classical_sse.add(square - 2 * product + square_of[group]);
        sst.add(square - 2 * dot(row, total) / documents + mean_square);
    }
    for (std::int64_t g = 0; g < groups.size(); ++g) {
        const auto group = static_cast<std::size_t>(g);
        const auto count = static_cast<double>(groups.count[group]);
        const double product = dot(groups.rows[g], total);
        spherical_ssa.add(count * (1 - cosine_of(product, norm_of[group], total_norm)));
        classical_ssa.add(count * (square_of[group] - 2 * product / documents + mean_square));
    }

    const auto at_least_0 = [](const ExactSum& sum) { return std::max(0.0, sum.value()); };
    VectorLoss loss{{at_least_0(spherical_sse), at_least_0(spherical_ssa)},
                    {at_least_0(classical_sse), at_least_0(classical_ssa), at_least_0(sst)},
                    0,
                    groups.size()};
    if (unit.rows() > 0) loss.mean_distance = loss.spherical.sse / documents;
    return loss;
}

Json to_json(const VectorLoss& loss) {
    return with_about_original({{"mean_distance", loss.mean_distance},
                                {"groups", loss.groups},
                                {"spherical",
                                 {{"sse", loss.spherical.sse},
                                  {"ssa", loss.spherical.ssa},
                                  {"il", loss.spherical.share()}}},
                                {"classical",
                                 {{"sse", loss.classical.sse},
                                  {"ssa", loss.classical.ssa},
                                  {"il", loss.classical.share()}}}},
                               {{"classical", {{"sst", loss.classical.sst}}}});
}

namespace {

struct VectorLossParams {
    enum class Geometry { spherical, classical } geometry = Geometry::spherical;
    double correlations = 0;
};

Measurement assess_vector_loss(const AssessInput& input, const VectorLossParams& params) {
    const VectorPair pair =
        with_correlations(input.context, pair_of_words(input), params.correlations);
    const VectorLoss loss = vector_loss(pair.original, pair.published);
    Measurement result;
    const Json figures = to_json(loss);
    result.details = published(figures);
    result.about_original = figures[kAboutOriginal];
    result.value =
        100 * (params.geometry == VectorLossParams::Geometry::spherical ? loss.spherical.share()
                                                                        : loss.classical.share());
    return result;
}

}  // namespace

Method vector_loss_method() {
    return make_assessment(
        Family::loss,
        MethodInfo{
            .name = "vector-loss",
            .title = "Loss of document vectors",
            .summary = "Share of the variation between documents that is not published.",
            .description =
                "On the sphere, where distance is 1 - cosine: SSE sums the distances of documents "
                "from what is published of them, SSA those of what is published from the mean "
                "direction of all documents, and the value is 100 SSE / (SSE + SSA). 0: nothing is "
                "lost; 100: everything is published alike. In Euclid's space (`geometry` = "
                "classical) distances are squared and SSE is held against the squares about the "
                "mean of all documents; there, vectors of unit length in place of means can lose "
                "more than 100. Documents are made unit length first. Use it to compare "
                "protections of the same vectors; how much is lost for searching or mining is "
                "measured by `vector-queries`, `vector-classification` and `vector-clustering`. "
                "Beware: terms are only compared, so that for generalised terms nearly all is "
                "lost; what they keep by meaning is measured by `vector-semantic-loss`, and where "
                "no "
                "term is left that both have no figure is given.",
            .kinds = {Kind::numeric},
            .properties = {},
            .cites = {"abril2014privacy"},
            .in_words =
                "How far what is published lies from the documents, beside how far the documents "
                "lie from each other.",
            .scale = Scale::loss,
            .details = {{"mean_distance", "Mean distance of a document from what is published"},
                        {"groups", "Different vectors"},
                        {"spherical", "By the cosine", false, "figure"},
                        {"classical", "By squared distances", false, "figure"}},
            .by_default = true},
        Schema<VectorLossParams>()
            .choice("geometry", &VectorLossParams::geometry,
                    "Distances on the sphere (1 - cosine), or squared in Euclid's space",
                    {{"spherical", VectorLossParams::Geometry::spherical},
                     {"classical", VectorLossParams::Geometry::classical}})
            .field("correlations", &VectorLossParams::correlations,
                   "Compare documents also by terms that stand together in the originals: those "
                   "whose columns have at least this cosine; 0: by the terms that documents share "
                   "alone",
                   between(0, 1)),
        assess_vector_loss);
}

}  // namespace lethe::vectors
