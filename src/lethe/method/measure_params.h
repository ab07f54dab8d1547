// The parameters by which methods choose how alike two concepts are.
#pragma once

#include <cstdint>
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

    MeasureOptions options() const {
        MeasureOptions options;
        options.kind = measure;
        options.root_depth = static_cast<int>(root_depth);
        options.count_root = count_root;
        return options;
    }
};

// For a P that is made from MeasureParams.
template <class P>
Schema<P> with_measure_params(const Schema<P>& schema) {
    constexpr MeasureKind P::*kMeasure = &P::measure;
    constexpr std::int64_t P::*kRootDepth = &P::root_depth;
    constexpr bool P::*kCountRoot = &P::count_root;
    std::vector<std::pair<std::string, MeasureKind>> choices;
    for (const std::string_view name : measure_names()) {
        choices.emplace_back(std::string(name), *measure_named(name));
    }
    return schema
        .choice("measure", kMeasure, "how far two concepts of a taxonomy are from each other",
                std::move(choices))
        .field("root_depth", kRootDepth,
               "of the measure wu-palmer: what the depth of the root counts, 0 (edges) or 1 "
               "(concepts)",
               between(0, 1))
        .field("count_root", kCountRoot,
               "of the measure log-sc: whether the root is one of the subsumers that are counted");
}

}  // namespace lethe
