// What supervised linkage is asked: the family of distances, limits, and what is told.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/algo/learnt/linkage_features.h"
#include "lethe/method/parameter.h"
#include "lethe/table/attack/learnt_linkage.h"

namespace lethe::attack {

enum class Operator { weighted_mean, owa, choquet, bilinear };
enum class Variant {
    free,
    submodular,
    k_additive,
    belief,
    partition,
    symmetric,
    non_negative,
    psd,
    psd_projection
};
enum class NullWeights { allowed, forbidden };
enum class Projection { nearest, correlation };
enum class Verify { none, exact };

struct SupervisedLinkageParams {
    Operator op = Operator::weighted_mean;
    Variant variant = Variant::free;
    std::int64_t additivity = 2;
    std::vector<std::vector<std::string>> partition;
    NullWeights null_weights = NullWeights::allowed;
    Projection projection = Projection::nearest;
    EqualRows equal_rows = EqualRows::lost;
    double seconds = 60;
    double work = 0;
    std::int64_t gap = 0;
    Verify verify = Verify::exact;
    std::int64_t max_records = 2000;
    double pairs = 0;
    double exposure = 4000;
    bool records = false;
    bool certificate = false;
};

Schema<SupervisedLinkageParams> supervised_linkage_schema();

// The family that operator and variant name; a partition lacks its parts. Error(usage) where they
// do not go together.
DistanceModel learnt_model_of(const SupervisedLinkageParams& params);

// Of a partition the groups as sets of the columns that are attacked. Error(usage) for names that
// are not among them, and for those that stand twice.
void set_parts(DistanceModel& model, const SupervisedLinkageParams& params,
               const std::vector<std::string>& columns);

}  // namespace lethe::attack
