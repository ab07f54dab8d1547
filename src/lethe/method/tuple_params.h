// Parameters that maskings over tuples share, beside the measure of their distance: the centre and
// the weighting.
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "lethe/data/table.h"
#include "lethe/method/measure_params.h"
#include "lethe/method/parameter.h"
#include "lethe/space/tuple_centre.h"
#include "lethe/space/tuple_scan.h"

namespace lethe {

// Whether one of the columns has a taxonomy: records are then compared by meaning.
inline bool has_meaning(const Table& table, std::span<const std::string> columns) {
    return std::any_of(columns.begin(), columns.end(), [&](const std::string& name) {
        return table.column(name).meaning() != nullptr;
    });
}

struct CentreParams {
    CentreKind centre = CentreKind::semantic;
};

struct WeightingParams {
    Weighting weighting = Weighting::none;
};

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
