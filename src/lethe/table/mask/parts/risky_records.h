// Records above a limit of risk: the individual risk, that of their household, the chance of a
// right match by a log-linear model, or the score of special uniques.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"
#include "lethe/method/parameter.h"

namespace lethe::mask {

enum class RiskMeasure { individual, household, log_linear, suda, dis_suda };

struct RiskParams {
    RiskMeasure measure = RiskMeasure::individual;
    double above = 0.1;
    std::optional<double> rate;
    std::vector<std::string> keys;  // none: the columns of the step
    std::string weights;
    std::optional<std::int64_t> population;
    std::string household;
    std::vector<std::vector<std::string>> terms;
    std::int64_t most = 3;
    double fraction = 0.01;
};
Schema<RiskParams> risk_schema();

// Keys, weights and households that the table lacks, weights that are no weights, and what does not
// go together.
void check_risk(const Table& table, const RiskParams& params, const Place& place,
                Problems& problems);

// Finds records at risk, in a table and in what is left of it.
class RiskyRecords {
  public:
    // `drawn`: rows of the sample that the table is what is left of (MaskInput::drawn); rows that
    // go for their risk leave the others standing for as many people as before.
    RiskyRecords(const RiskParams& params, std::vector<std::string> keys, double drawn);

    // Rows of the table above the limit, ascending; with a wanted rate those above the risk to
    // which all must come down for it, none where it is reached. A missing value agrees with
    // anything in the individual risk, is a value of its own in a log-linear model, and takes part
    // in no combination of SUDA.
    std::vector<std::int64_t> rows(const Context& context, const Table& table);

    // What was promised, for the record (release/tables/counts/risk_counts.h counts it again), with
    // the model that was taken last.
    Json facts() const;

  private:
    std::vector<double> individual(const Context& context, const Table& table) const;
    std::vector<double> matches(const Context& context, const Table& table);
    std::vector<double> risks(const Context& context, const Table& table);
    double people_by_record() const;

    const RiskParams& params_;
    std::vector<std::string> keys_;
    double drawn_;
    Json model_ = Json::array();  // terms by names
};

}  // namespace lethe::mask
