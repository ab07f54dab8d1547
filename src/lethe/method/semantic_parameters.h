// Parameters that methods on concepts share: the measure of their distance, the centre, the
// weighting.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lethe/knowledge/measure.h"
#include "lethe/method/parameter.h"
#include "lethe/space/tuple_centre.h"
#include "lethe/space/tuple_scan.h"

namespace lethe {

struct MeasureParams {
    MeasureKind measure = MeasureKind::log_sc;
    std::int64_t root_depth = 1;
    bool count_root = true;

    MeasureOptions measure_options() const {
        MeasureOptions options;
        options.kind = measure;
        options.root_depth = static_cast<int>(root_depth);
        options.count_root = count_root;
        return options;
    }
};

struct CentreParams {
    CentreKind centre = CentreKind::semantic;
};

struct WeightingParams {
    Weighting weighting = Weighting::none;
};

inline std::vector<std::pair<std::string, MeasureKind>> measure_choices() {
    std::vector<std::pair<std::string, MeasureKind>> choices;
    for (const std::string_view name : measure_names()) {
        choices.emplace_back(name, *measure_named(name));
    }
    return choices;
}

// P derives from MeasureParams.
template <class P>
Schema<P> with_measure(const Schema<P>& schema) {
    return schema
        .choice("measure", static_cast<MeasureKind P::*>(&P::measure),
                "distance of two concepts; other columns have their own", measure_choices())
        .field("root_depth", static_cast<std::int64_t P::*>(&P::root_depth),
               "wu-palmer: the depth of the root, 0 (edges) or 1 (nodes)", between(0, 1))
        .field("count_root", static_cast<bool P::*>(&P::count_root),
               "log-sc: whether the root counts among the subsumers");
}

// P derives from CentreParams.
template <class P>
Schema<P> with_centre(const Schema<P>& schema) {
    return schema.choice("centre", static_cast<CentreKind P::*>(&P::centre),
                         "what stands for a group of records",
                         {{"semantic", CentreKind::semantic},
                          {"mode", CentreKind::mode},
                          {"value-mode", CentreKind::value_mode},
                          {"lcs", CentreKind::lcs},
                          {"consensus", CentreKind::consensus},
                          {"medoid", CentreKind::medoid}});
}

// P derives from WeightingParams.
template <class P>
Schema<P> with_weighting(const Schema<P>& schema) {
    return schema.choice("weighting", static_cast<Weighting P::*>(&P::weighting),
                         "what is near and far: the distance, or the distance times the number of "
                         "records of the tuple",
                         {{"none", Weighting::none}, {"frequency", Weighting::frequency}});
}

}  // namespace lethe
