// inspect, of document vectors: the first look.
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/inspect_output.h"
#include "lethe/release/vectors/inspect_vectors.h"

namespace lethe::operation {
namespace {

struct InspectVectorsOptions {
    std::string vectors;
    std::int64_t k = release::VectorInspection{}.k;
    InspectOutput to;
};

Answer look_at_vectors(const InspectVectorsOptions& options, Door& door) {
    options.to.check({options.vectors});
    return options.to.answer(release::inspect_vectors(
        door.context(), {options.vectors, options.k, options.to.policy_out}));
}

}  // namespace

Operation inspect_vectors() {
    using O = InspectVectorsOptions;
    return make_operation(
        {.name = "inspect",
         .data = DataKind::vectors,
         .words = {"text", "inspect-vectors"},
         .summary = "How large document vectors are, who is alone, and which terms tell",
         .examples = {"lethe sample letters --documents 20 --seed 1 -o letters",
                      "lethe text vectors letters -o letters.mtx", "lethe inspect letters.mtx"}},
        Schema<O>()
            .field("vectors", &O::vectors, "The vectors")
            .at_place("VECTORS")
            .required()
            .input()
            .field("k", &O::k, "Documents that shall share a vector", between(2, 1000000))
            .shown("K")
            .include(&O::to, InspectOutput::schema()),
        look_at_vectors);
}

}  // namespace lethe::operation
