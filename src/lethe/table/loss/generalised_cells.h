// How general the cells of a masked table are: of how many values of the domain each could be.
//
// A concept stands for the concepts without children below it, of all of its taxonomy; or for the
// values of the original below it, of all that occur. A category that the original does not have
// stands for the original values that it replaced, of all that occur; an interval of numbers for
// its width, of the range of the original. A value of the original stands for itself, a missing one
// for everything. Whether a value is the true one does not matter.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lethe/method/comparison.h"

namespace lethe::loss {

// What counts as all values of a column with a taxonomy.
enum class Domain { taxonomy, data };

struct DomainParams {
    Domain domain = Domain::taxonomy;
};

template <class P>
Schema<P> with_domain(const Schema<P>& schema) {
    constexpr Domain P::*kDomain = &P::domain;
    return schema.choice(
        "domain", kDomain,
        "what a concept can stand for: everything below it in the taxonomy, or the values of the "
        "original below it",
        {{"taxonomy", Domain::taxonomy}, {"data", Domain::data}});
}

struct GeneralisedColumn {
    std::string name;
    // By row of the masked table, between 0 and 1.
    std::vector<double> lm;   // (values - 1) / (all values - 1), or width / range
    std::vector<double> ncp;  // values / all values, 0 for a single one
    std::int64_t steps = 0;   // edges climbed in the taxonomy
    std::int64_t moved = 0;   // cells whose value does not cover the original one
};

std::vector<GeneralisedColumn> generalised_columns(const AssessInput& input, Domain domain);

// The measurement of either figure: the mean over the cells (a dropped record counts as wholly
// general), columns weighed as given, or 1.
Measurement mean_generality(const AssessInput& input, Domain domain,
                            std::vector<double> GeneralisedColumn::*figure,
                            const std::map<std::string, double>& weights);

}  // namespace lethe::loss
