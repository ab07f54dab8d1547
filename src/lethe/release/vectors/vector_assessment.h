// Attacks on released vectors and what they lost, by the methods of the catalogue: the original and
// the release are read, their rows are matched, and the methods that are asked for run on them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/method/method.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/vectors/measure/assess_vectors.h"

namespace lethe::release {

// A release, in the order of the originals where its private log was named or stands beside it and
// it has no ids. Adds to `notes` where its files are not those of its record, and where the log
// says that it was made from another file than `original`. Error(input) where the log is of another
// release.
vectors::VectorFile read_vector_release(const Context& context, const std::string& path,
                                        const std::string& original, const std::string& named_log,
                                        std::vector<std::string>& notes);

// Of a family, those that an assessment runs in the settings that they declare for it; without
// those that need classes where the documents have none.
std::vector<Choice> default_vector_choices(Family family, const vectors::DocumentVectors& original);

// Row i of `published` belongs to row i of `original`. Binds all first and reports every problem at
// once. [{"name", "title", "parameters", "value", "unit", "details", ...}]; of several, one that
// cannot do its work (Error(unmet)) has no value and says why in its warnings.
Json run_vector_assessments(Family family, std::span<const Choice> choices,
                            const vectors::DocumentVectors& original,
                            const vectors::DocumentVectors& published, const Random& random,
                            const Context& context);

struct VectorAssessment {
    std::string original;
    std::string published;
    std::string log = {};  // the private log; empty: the one beside the release
    Family family = Family::attack;
    std::vector<Choice> choices = {};  // none: default_vector_choices
};

// {"kind": "assessment", "data": "vectors", "original", "masked", "attacks" or "measures"}; of
// attacks also "worst", the one that finds most people. Rows are matched by ids, by the private
// log, or else by their order, which is noted. Error(input) where they do not match or have no term
// in common.
Json assess_vector_method(const Context& context, const VectorAssessment& what,
                          const Random& random, std::vector<std::string>& notes);

}  // namespace lethe::release
