// Transition matrices that an intruder or an analyst knows: from parameters, from the release
// record, or from the private log of the owner who runs the attack. The intruder is taken to know
// the exact matrix also where the record has its parameters alone: she could come near it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/method/method.h"
#include "lethe/method/transition_table.h"

namespace lethe {

struct TransitionParams {
    TransitionTables matrix;
    std::optional<double> p;
};

// A schema of parameters derived from TransitionParams, with these.
template <class P>
Schema<P> with_transition_params(const Schema<P>& schema) {
    constexpr TransitionTables P::*kMatrix = &P::matrix;
    constexpr std::optional<double> P::*kP = &P::p;
    return schema
        .field("matrix", kMatrix,
               "matrices of the masking: column name and a CSV or JSON file, or categories and "
               "rows; none: from the release record and the private log")
        .field("p", kP,
               "probability that a value stayed, where the others were equally likely (type even) "
               "and nothing else is known",
               between(0, 1));
}

struct KnownTransitions {
    TransitionTables by_column;  // of the columns that were masked by such a matrix
    std::vector<std::string> warnings;
};

// On the columns of the input: as given, or else from the record, where several PRAM steps on a
// column make one matrix. A matrix that depends on the data is in the record's private facts (of an
// owner who has the log), or made again from the parameters and the original, which is exact where
// no step before it changed or dropped anything. Error(usage) where nothing tells, where a given
// matrix is none, or the record has no such step on these columns; Error(input) for a record that
// cannot be read.
KnownTransitions known_transitions(const AssessInput& input, const TransitionParams& params);

}  // namespace lethe
