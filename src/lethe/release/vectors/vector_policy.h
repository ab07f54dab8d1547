// Policies for document vectors: one protection, and what is released beside the vectors (TOML).
//
//   data = "vectors"                what the policy is for; may be left out
//
//   [[step]]                        exactly one
//   method = "spherical"
//   k = 5                           the method's parameters
//
//   [knowledge]                     of a method that compares terms by their meaning
//   source = "wordnet"              or a file, relative to the policy
//   format = "obo"                  left out: recognised
//
//   [release]                       optional
//   order    = "random"             or "as-is": rows in the order of the documents
//   keep_ids = false                true: ids say who is who; rows are in their order then
//   labels   = true                 false: the classes of the documents are not released
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/release/policy.h"
#include "lethe/release/vectors/vector_release.h"

namespace lethe::release {

struct VectorPolicy {
    StepPolicy step;
    std::string taxonomy = {};  // empty: not said
    std::optional<KnowledgeFormat> format = {};
    bool keep_ids = false;
    bool keep_order = false;
    bool drop_labels = false;
};

// Adds every problem with its place, of the method's parameters too; Error(usage) for what is not
// TOML at all.
VectorPolicy parse_vector_policy(std::string_view text, const std::string& file,
                                 Problems& problems);
// The taxonomy is relative to the policy's folder. Error(usage) with all problems; Error(io).
VectorPolicy read_vector_policy(const std::string& path);

// What the policy says, where the release says nothing: a taxonomy that is empty, a format that is
// not there; ids, order and labels as either of them wants. Error(usage) where the release has a
// method or parameters of its own.
void apply_policy(const VectorPolicy& policy, VectorRelease& what);

std::string policy_text(const VectorPolicy& policy);  // TOML that parse_vector_policy reads back

}  // namespace lethe::release
