// Parameters that maskings over tuples share, beside the measure of their distance: the centre and
// the weighting.
#pragma once

#include "lethe/method/measure_params.h"
#include "lethe/method/parameter.h"
#include "lethe/space/tuple_centre.h"
#include "lethe/space/tuple_scan.h"

namespace lethe {

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
