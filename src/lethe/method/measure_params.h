// The parameters by which methods choose how alike two concepts are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/knowledge/measure.h"
#include "lethe/method/parameter.h"

namespace lethe {

struct MeasureParams {
    MeasureKind measure = MeasureKind::log_sc;
    std::int64_t root_depth = 1;
    bool count_root = true;
    std::optional<double> taxonomy_depth;
    double synonym_weight = MeasureOptions().synonyms;
    double feature_weight = MeasureOptions().features;
    double neighbour_weight = MeasureOptions().neighbours;
    double li_alpha = MeasureOptions().alpha;
    double li_beta = MeasureOptions().beta;

    MeasureOptions options() const {
        MeasureOptions options;
        options.kind = measure;
        options.root_depth = static_cast<int>(root_depth);
        options.count_root = count_root;
        options.taxonomy_depth = taxonomy_depth;
        options.synonyms = synonym_weight;
        options.features = feature_weight;
        options.neighbours = neighbour_weight;
        options.alpha = li_alpha;
        options.beta = li_beta;
        return options;
    }
};

// For a P that is made from MeasureParams.
template <class P>
Schema<P> with_measure_params(const Schema<P>& schema) {
    constexpr MeasureKind P::*kMeasure = &P::measure;
    constexpr std::int64_t P::*kRootDepth = &P::root_depth;
    constexpr bool P::*kCountRoot = &P::count_root;
    constexpr std::optional<double> P::*kTaxonomyDepth = &P::taxonomy_depth;
    constexpr double P::*kSynonymWeight = &P::synonym_weight;
    constexpr double P::*kFeatureWeight = &P::feature_weight;
    constexpr double P::*kNeighbourWeight = &P::neighbour_weight;
    constexpr double P::*kLiAlpha = &P::li_alpha;
    constexpr double P::*kLiBeta = &P::li_beta;
    std::vector<std::pair<std::string, MeasureKind>> choices;
    for (const std::string_view name : measure_names()) {
        choices.emplace_back(std::string(name), *measure_named(name));
    }
    return schema
        .choice("measure", kMeasure, "how far two concepts of a taxonomy are from each other",
                std::move(choices))
        .fine()
        .field("root_depth", kRootDepth,
               "of the measure wu-palmer: what the depth of the root counts, 0 (edges) or 1 "
               "(concepts)",
               between(0, 1))
        .fine()
        .field("count_root", kCountRoot,
               "of the measure log-sc: whether the root is one of the subsumers that are counted")
        .fine()
        .field("taxonomy_depth", kTaxonomyDepth,
               "of the measure leacock-chodorow: the depth of the taxonomy in concepts; none: that "
               "of its deepest concept",
               at_least(1))
        .fine()
        .field("synonym_weight", kSynonymWeight,
               "of the measure rodriguez-egenhofer: the weight of synonyms; the three weights add "
               "up to 1",
               between(0, 1))
        .fine()
        .field("feature_weight", kFeatureWeight,
               "of the measure rodriguez-egenhofer: the weight of parts", between(0, 1))
        .fine()
        .field("neighbour_weight", kNeighbourWeight,
               "of the measure rodriguez-egenhofer: the weight of neighbours", between(0, 1))
        .fine()
        .field("li_alpha", kLiAlpha,
               "of the measure li: how fast likeness falls with the length of the path",
               at_least(0))
        .fine()
        .field("li_beta", kLiBeta,
               "of the measure li: how fast likeness grows with the depth of what is shared",
               above(0))
        .fine();
}

}  // namespace lethe
