// Records above a limit of risk: the individual risk, or the score of special uniques.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"
#include "lethe/method/parameter.h"

namespace lethe::mask {

enum class RiskMeasure { individual, suda, dis_suda };

struct RiskParams {
    RiskMeasure measure = RiskMeasure::individual;
    double above = 0.1;
    std::vector<std::string> keys;  // none: the columns of the step
    std::string weights;
    std::optional<std::int64_t> population;
    std::int64_t most = 3;
    double fraction = 0.01;
};
Schema<RiskParams> risk_schema();

// Keys and weights that the table lacks, and weights that are no weights.
void check_risk(const Table& table, const RiskParams& params, const Place& place,
                Problems& problems);

// Rows of the table whose risk on the keys is above the limit, ascending. A missing value agrees
// with anything in the individual risk, and takes part in no combination of SUDA.
std::vector<std::int64_t> risky_rows(const Context& context, const Table& table,
                                     std::span<const std::string> keys, const RiskParams& params);

}  // namespace lethe::mask
