// Groups of consecutive ranks: microaggregation of one column at a time, or of records along a
// score.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/method/method.h"
#include "lethe/space/points.h"
#include "lethe/table/mask/parts/microaggregate.h"

namespace lethe::mask {

enum class Grouping {
    sorted,   // k consecutive values, the last group takes the remainder
    mdav,     // MDAV on the single column
    optimal,  // the least sum of squares
};

struct UnivariateParams {
    std::int64_t k = 5;
    std::map<std::string, std::int64_t> k_by_column;
    Grouping variant = Grouping::sorted;
};

// The schema's k and k_by_column.
Schema<UnivariateParams> univariate_schema();

// Each column on its own.
MaskOutput microaggregate_columns(const MaskInput& input, const UnivariateParams& params);
void check_univariate(const Table& table, std::span<const std::string> columns,
                      const UnivariateParams& params, const Place& place, Problems& problems);

struct ScoreParams : MissingParams {
    std::int64_t k = 5;
};

Schema<ScoreParams> score_schema();

// All columns together, in groups of k consecutive scores; the last takes the remainder. A record's
// score is the sum of its standardised values times the loadings, one a column.
MaskOutput microaggregate_along(const MaskInput& input, const Points& standardised,
                                std::span<const double> loadings, const ScoreParams& params);
void check_score(const Table& table, std::span<const std::string> columns,
                 const ScoreParams& params, const Place& place, Problems& problems);

}  // namespace lethe::mask
