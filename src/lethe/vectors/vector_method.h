// What methods of document vectors take and give; each is one file of protect/ or measure/ and one
// line of methods.def.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/method/method.h"
#include "lethe/vectors/make/document_vectors.h"

namespace lethe::vectors {

struct ProtectInput {
    const DocumentVectors& vectors;
    Random random;
    const Context& context;
    TaxonomyPtr taxonomy = nullptr;  // of what needs one
};

struct ProtectOutput {
    DocumentVectors vectors;      // a row for each document, in the order of the originals
    Clusters clusters;            // which documents are published alike
    Json facts = Json::object();  // may be published: goes into the release record
    Json loss = Json::object();   // what the method itself measured (method/publication.h)
    std::vector<std::string> warnings;
};

// Row i of `published` belongs to row i of `original`.
struct AssessInput {
    const DocumentVectors& original;
    const DocumentVectors& published;
    Random random;
    const Context& context;
    TaxonomyPtr taxonomy = nullptr;  // of what needs one
};

// Of a method of vectors MethodInfo::kinds says what it needs of them: weights alone (numeric),
// terms that mean something (semantic: the taxonomy of the input must be there), or classes of the
// documents (nominal).
inline bool needs_taxonomy(const Method& method) { return method.accepts(Kind::semantic); }
inline bool needs_labels(const Method& method) { return method.accepts(Kind::nominal); }

template <class P>
using ProtectFunction = ProtectOutput (*)(const ProtectInput&, const P&);
template <class P>
using AssessFunction = Measurement (*)(const AssessInput&, const P&);

template <class P>
Method make_protection(MethodInfo info, const Schema<P>& schema, ProtectFunction<P> apply) {
    Method method = lethe::detail::bare_method(std::move(info), schema);
    method.info.family = Family::mask;
    method.info.data = DataKind::vectors;
    method.protect_vectors = [schema, apply](const ProtectInput& input, const Json& params) {
        return apply(input, lethe::detail::rebind(schema, params));
    };
    return method;
}

template <class P>
Method make_assessment(Family family, MethodInfo info, const Schema<P>& schema,
                       AssessFunction<P> apply) {
    Method method = lethe::detail::bare_method(std::move(info), schema);
    method.info.family = family;
    method.info.data = DataKind::vectors;
    method.assess_vectors = [schema, apply](const AssessInput& input, const Json& params) {
        return apply(input, lethe::detail::rebind(schema, params));
    };
    return method;
}

}  // namespace lethe::vectors
