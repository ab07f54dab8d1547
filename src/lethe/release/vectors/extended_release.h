// New documents in a collection that was released before, without undoing its k.
//
// Whoever has both releases compares them. What was published stays as it was: no vector changes
// and none loses a document, so the old ones share theirs with at least as many as before. The new
// ones are grouped among themselves, at least k together, so that what is new in the release is
// anonymous by itself. Or, where the owner wants less loss and says so, each joins the published
// vector that it is nearest to: it then hides among more than k, but a comparison of both releases
// tells which vectors were given to the new ones; how many share one at least is counted.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::release {

// A release of vectors with what its owner knows of it.
struct EarlierRelease {
    std::string path;
    Json record;
    Json log_rows = Json::array();     // of each document its row and its name, in their order
    vectors::DocumentVectors vectors;  // in the order of the originals
};

// Error(input) where the record or the private log is missing or the files are not as the record
// says.
EarlierRelease read_earlier_release(const Context& context, const std::string& path);

// The parameters with which it was made.
Json earlier_parameters(const EarlierRelease& earlier, const Method& method);

// The new documents published as the nearest vectors of the earlier release, as a protection would
// have given them; those that share no term with any are protected by `protect`. Error(unmet)
// from there where these are fewer than k.
vectors::ProtectOutput joined_to(
    const Context& context, const EarlierRelease& earlier, const vectors::DocumentVectors& added,
    const std::function<vectors::ProtectOutput(const vectors::DocumentVectors&)>& protect);

// Both together, the earlier ones first; equal vectors are one group. Error(input) where one has
// ids or classes that the other lacks, as far as they are released.
vectors::ProtectOutput extended(const EarlierRelease& earlier, const vectors::ProtectOutput& added);

// The fewest new documents that share a vector: what a comparison of both releases leaves.
std::int64_t least_added_together(const vectors::ProtectOutput& whole, std::int64_t earlier);

}  // namespace lethe::release
