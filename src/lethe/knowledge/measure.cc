#include "lethe/knowledge/measure.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/knowledge/measure_by_subsumers.h"

namespace lethe {
namespace {

using Factory = std::unique_ptr<Measure> (*)(TaxonomyPtr, const MeasureOptions&);

struct Described {
    MeasureKind kind;
    std::string_view name;
    bool is_distance;
    Factory make;
};

constexpr Described kMeasures[] = {
    {MeasureKind::path, "path", true, make_edge_measure},
    {MeasureKind::leacock_chodorow, "leacock-chodorow", false, make_edge_measure},
    {MeasureKind::wu_palmer, "wu-palmer", false, make_edge_measure},
    {MeasureKind::log_sc, "log-sc", true, make_feature_measure},
    {MeasureKind::tversky, "tversky", false, make_feature_measure},
    {MeasureKind::rodriguez_egenhofer, "rodriguez-egenhofer", false, make_feature_measure},
    {MeasureKind::petrakis, "petrakis", false, make_feature_measure},
    {MeasureKind::resnik, "resnik", false, make_content_measure},
    {MeasureKind::lin, "lin", false, make_content_measure},
    {MeasureKind::jiang_conrath, "jiang-conrath", true, make_content_measure},
    {MeasureKind::li, "li", false, make_edge_measure},
    {MeasureKind::context_vectors, "context-vectors", false, make_context_vectors},
    {MeasureKind::equality, "equality", true, make_edge_measure},
    {MeasureKind::confusion, "confusion", true, make_edge_measure},
};

const Described& described(MeasureKind kind) {
    for (const Described& measure : kMeasures) {
        if (measure.kind == kind) return measure;
    }
    throw Error(ErrorKind::internal, "a measure without a name");
}

void check_measure(const Taxonomy& taxonomy, const MeasureOptions& options) {
    Problems problems;
    const auto require = [&](bool holds, std::string_view parameter, std::string message) {
        if (!holds) problems.push_back({std::move(message), {{}, 0, 0, std::string(parameter)}});
    };
    require(options.root_depth == 0 || options.root_depth == 1, "root_depth",
            "the depth of the root is 0 or 1");
    const double deepest = taxonomy.greatest_depth() + 1;
    require(!options.taxonomy_depth ||
                (std::isfinite(*options.taxonomy_depth) && *options.taxonomy_depth >= deepest),
            "taxonomy_depth",
            fmt::format("the taxonomy is {} concepts deep, and its depth cannot be less", deepest));
    const double weights[] = {options.synonyms, options.features, options.neighbours};
    double sum = 0;
    bool sound = true;
    for (const double weight : weights) {
        sum += weight;
        sound = sound && weight >= 0;
    }
    require(sound && std::abs(sum - 1) < 1e-9, "weights",
            "the weights of synonyms, features and neighbours are at least 0 and their sum is 1");
    require(std::isfinite(options.alpha) && options.alpha >= 0, "alpha", "alpha is at least 0");
    require(std::isfinite(options.beta) && options.beta > 0, "beta", "beta is above 0");
    require(!options.content || std::ssize(options.content->of) == taxonomy.size(), "content",
            "the information content is that of another taxonomy");
    throw_if_any(std::move(problems));
}

}  // namespace

std::string_view name(MeasureKind kind) { return described(kind).name; }

bool is_distance(MeasureKind kind) { return described(kind).is_distance; }

std::optional<MeasureKind> measure_named(std::string_view name) {
    for (const Described& measure : kMeasures) {
        if (measure.name == name) return measure.kind;
    }
    return std::nullopt;
}

std::vector<std::string_view> measure_names() {
    std::vector<std::string_view> names;
    for (const Described& measure : kMeasures) names.push_back(measure.name);
    return names;
}

void Measure::distances(ConceptId a, std::span<const ConceptId> others, double* out) const {
    for (std::size_t i = 0; i < others.size(); ++i) out[i] = distance(a, others[i]);
}

std::unique_ptr<Measure> make_measure(TaxonomyPtr taxonomy, const MeasureOptions& options) {
    check_measure(*taxonomy, options);
    return described(options.kind).make(std::move(taxonomy), options);
}

void distance_matrix(const Context& context, const Measure& measure,
                     std::span<const ConceptId> rows, std::span<const ConceptId> columns,
                     double* out) {
    constexpr std::int64_t kRowsATask = 16;
    parallel_chunks(context, std::ssize(rows), kRowsATask,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (std::int64_t i = begin; i < end; ++i) {
                            measure.distances(rows[static_cast<std::size_t>(i)], columns,
                                              out + i * std::ssize(columns));
                        }
                    });
}

std::vector<std::uint16_t>& subsumer_marks_of_thread() {
    thread_local std::vector<std::uint16_t> marks;
    return marks;
}

}  // namespace lethe
