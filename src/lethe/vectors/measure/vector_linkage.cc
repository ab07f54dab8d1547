#include "lethe/vectors/measure/vector_linkage.h"

#include <fmt/format.h>

#include <vector>

#include "lethe/core/parallel.h"
#include "lethe/vectors/make/distinct_rows.h"
#include "lethe/vectors/measure/vector_anonymity.h"
#include "lethe/vectors/measure/vector_pair.h"
#include "lethe/vectors/protect/row_products.h"

namespace lethe::vectors {
namespace {

struct VectorLinkageParams {
    double correlations = 0;
};

Measurement assess_linkage(const AssessInput& input, const VectorLinkageParams& params) {
    const VectorPair pair =
        with_correlations(input.context, pair_of_words(input), params.correlations);
    const RightLinks links = vector_linkage(input.context, pair.original, pair.published);
    Measurement result;
    result.details = to_json(links, vector_anonymity(vector_pair(input).published).smallest);
    result.value = result.details["expected"];
    return result;
}

}  // namespace

RightLinks vector_linkage(const Context& context, const SparseRows& original,
                          const SparseRows& published) {
    const SparseRows held = with_unit_norms(original);
    const DistinctRows released = distinct_rows(with_unit_norms(published));
    const RowProducts products(released.rows);
    std::vector<Nearest> links(static_cast<std::size_t>(held.rows()));
    constexpr std::int64_t kChunk = 64;
    parallel_chunks(
        context, held.rows(), kChunk, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            std::vector<double> cosines;
            for (std::int64_t row = begin; row < end; ++row) {
                products.of(held[row], cosines);
                Nearest& nearest = links[static_cast<std::size_t>(row)];
                for (std::size_t to = 0; to < cosines.size(); ++to) {
                    nearest.offer(1 - cosines[to], released.places[released.begin[to]],
                                  released.count[to]);
                }
                const auto own =
                    static_cast<std::size_t>(released.of[static_cast<std::size_t>(row)]);
                nearest.has_match = 1 - cosines[own] == nearest.distance;
            }
        });
    return right_links(links);
}

Json to_json(const RightLinks& links, std::int64_t smallest) {
    Json result = Json::object();
    links.describe(result);
    result["bound"] = smallest > 0 ? 100.0 / static_cast<double>(smallest) : 100.0;
    return result;
}

std::string read_linked_vectors(const Json& measurement, double value,
                                std::optional<std::int64_t> people) {
    const Json details = measurement.value("details", Json::object());
    const auto documents = details.value("records", people.value_or(0));
    const auto found = static_cast<double>(documents) * value / 100;
    return fmt::format(
        "Whoever holds the original vectors finds about {:.0f} of {} documents again ({:.1f} %). "
        "By the vectors alone nobody can expect more than {:.1f} %.",
        found, documents, value, details.value("bound", 100.0));
}

std::vector<DetailLook> linked_vector_details() {
    return {{"strict", "Own vector alone is nearest", true},
            {"lax", "Own vector is among the nearest", true},
            {"expected", "Guessing among equals", true, {}, true},
            {"records", "Documents"},
            {"bound", "Most that vectors alone can tell", true}};
}

Method vector_linkage_method() {
    return make_assessment(
        Family::attack,
        MethodInfo{
            .name = "vector-linkage",
            .title = "Linkage of document vectors",
            .summary = "Documents whose nearest published vector, by the cosine, is their own.",
            .description =
                "The intruder holds the original vectors and links each document to the published "
                "vector with the largest cosine. Where several documents are published as that "
                "vector, or several vectors are equally near, he guesses: such a link counts as "
                "one divided by their number. The value is the share of documents that are found "
                "so (`expected`); `strict` counts documents whose own vector alone is nearest, "
                "`lax` all that are among the nearest. `bound` is what k-anonymity promises: 100 / "
                "k for the smallest class of equal vectors, for this intruder and any other who "
                "sees vectors alone. He who also knows the classes of documents, where they are "
                "published, may find more: see `vector-anonymity`. Words are only compared: a "
                "generalised term is another term (see `vector-semantic-linkage`), and where no "
                "term is "
                "left that both have nothing is said. The time grows with the documents times the "
                "different published vectors that share terms with them.",
            .kinds = {Kind::numeric},
            .properties = {Property::row_order_independent, Property::pairwise},
            .cites = {"abril2014privacy"},
            .in_words =
                "An intruder who has the original documents looks for each of them among the "
                "published vectors.",
            .scale = Scale::people,
            .reading = read_linked_vectors,
            .details = linked_vector_details(),
            .finds_people = true,
            .assessed_with = {Json::object()}},
        Schema<VectorLinkageParams>().field(
            "correlations", &VectorLinkageParams::correlations,
            "Compare documents also by terms that stand together in the originals: those whose "
            "columns have at least this cosine; 0: by the terms that documents share alone",
            between(0, 1)),
        assess_linkage);
}

}  // namespace lethe::vectors
