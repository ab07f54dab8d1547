// The individual risk of re-identification (Benedetti and Franconi): the chance that a record of a
// sample is rightly linked to its unit of the population, where f records of the sample share its
// combination of key values and the population is estimated to hold F of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lethe {

// E(1/F | f): the population count given the sample count is negative binomial with f successes of
// probability f / `population`. Exact for every f >= 1 (some 1e-14), in at most some hundred steps.
// 1/f where the population has no more than the sample.
double individual_risk(std::int64_t f, double population);

// The largest risk r such that the mean of min(risk, r) is `rate` at most: bringing every risk down
// to it brings the expected share of re-identified records down to `rate`. Nothing where that is
// reached already. 0 <= risk <= 1, rate > 0.
std::optional<double> risk_threshold(std::span<const double> risks, double rate);

// The same as mu-Argus has it: the largest of the risks themselves that does. Nothing where the
// rate is reached already; 0 where none of the risks does, so that every record is unsafe.
std::optional<double> occurring_risk_threshold(std::span<const double> risks, double rate);

// The chance that somebody of a record's household is found: 1 less the product of 1 - risk over
// its members, the same for all of them. `household_of`: numbers from 0 on, by record; -1: a
// household of its own. Does not depend on the order of the records.
std::vector<double> household_risks(std::span<const double> risks,
                                    std::span<const std::int32_t> household_of);

// By record, how many records its household has.
std::vector<std::int32_t> household_sizes(std::span<const std::int32_t> household_of);

}  // namespace lethe
