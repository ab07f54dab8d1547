// Attacks on released vectors and what they lost, by the methods of the catalogue: the original and
// the release are read, their rows are matched, and the methods that are asked for run on them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/method/method.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/vectors/measure/assess_vectors.h"
#include "lethe/vectors/measure/vector_anonymity.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::release {

// How the rows of a release are matched with the originals.
struct VectorMatching {
    std::string log = {};  // the private log; empty: the one beside the release
    bool aligned = false;  // the order is the same, whatever the vectors look like
};

// A release, in the order of the originals where its private log was named or stands beside it and
// it has no ids. Adds to `notes` where its files are not those of its record, where the log says
// that it was made from another file than the original, and where ids or the order of the originals
// tell who is who. Error(input) where the log is of another release, where the record says that
// the order is random and there is no log, and where there is neither and the vectors do not look
// like the same documents in the same order, unless `aligned` insists that they are.
vectors::VectorFile read_vector_release(const Context& context, const std::string& path,
                                        const vectors::VectorFile& original,
                                        const VectorMatching& matching,
                                        std::vector<std::string>& notes);

// The taxonomy by which a release with terms of its own is compared: the one that is named, or the
// one that its record names, where that is WordNet. Null where neither is; adds to `notes` where
// the record names another one, or none can be read: the risk would be understated. Error(io),
// Error(input) for what is named and cannot be read.
TaxonomyPtr assessed_taxonomy(const Context& context, const std::string& path,
                              const std::string& named, const KnowledgeOptions& reading,
                              std::vector<std::string>& notes);

// Of a family, those that an assessment runs in the settings that they declare for it; without
// those that need classes where the documents have none, or a taxonomy where there is none.
std::vector<Choice> default_vector_choices(Family family, const vectors::DocumentVectors& original,
                                           bool has_taxonomy = false);

// Row i of `published` belongs to row i of `original`. Binds all first and reports every problem at
// once. Of several, one that cannot do its work (Error(unmet)) has no value and says why in its
// warnings.
std::vector<MethodResult> run_vector_assessments(Family family, std::span<const Choice> choices,
                                                 const vectors::AssessInput& input);

struct VectorAssessment {
    std::string original;
    std::string published;
    VectorMatching matching = {};
    Family family = Family::attack;
    std::vector<Choice> choices = {};  // none: default_vector_choices
    std::string taxonomy = {};         // of methods that need one; empty: the one of the record
    KnowledgeOptions reading = {};     // of the taxonomy
};

// Rows are matched by ids, by the private log, or else by their order, which is noted. Error(input)
// where they do not match, or have no term in common and there is no taxonomy.
MethodAssessment assess_vector_method(const Context& context, const VectorAssessment& what,
                                      const Random& random, std::vector<std::string>& notes);

// What equal vectors allow whoever knows nothing else; of how many share each vector.
ClassBound bound_of(const vectors::VectorAnonymity& anonymity);
// Of the JSON form of an assessment: adds "bound" to each of its "releases", with labels where they
// are published, and to the whole where it is of one release alone.
void add_bounds(Json& told, const vectors::MeasuredVectorFiles& measured);

}  // namespace lethe::release
