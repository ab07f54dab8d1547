// inspect, of document vectors: the first look.
#include "lethe/io/file.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/policy_out.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/vectors/inspect_vectors.h"

namespace lethe::operation {
namespace {

struct InspectVectorsOptions {
    std::string vectors;
    std::int64_t k = release::VectorInspection{}.k;
    std::string policy_out;
    std::string output;
    Replacing replace;
};

Answer look_at_vectors(const InspectVectorsOptions& options, Door& door) {
    refuse_overwrite(options.output, {options.vectors});
    options.replace.check(options.output, OutputKind::result);
    refuse_overwrite(options.policy_out, {options.vectors, options.output});
    Json result =
        release::inspect_vectors(door.context(), {options.vectors, options.k, options.policy_out});
    write_policy_out(options.policy_out, result);
    if (!options.output.empty()) write_file(options.output, result.dump(2) + "\n", true);
    return {std::move(result)};
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
                      "lethe text vectors letters -o letters.mtx",
                      "lethe text inspect-vectors letters.mtx"}},
        Schema<O>()
            .field("vectors", &O::vectors, "The vectors")
            .at_place("VECTORS")
            .required()
            .field("k", &O::k, "Documents that shall share a vector", between(2, 1000000))
            .shown("K")
            .field("policy_out", &O::policy_out, kPolicyOutWords)
            .shown("FILE")
            .field("output", &O::output, "Also write the result (JSON, private)")
            .letter('o')
            .shown("FILE")
            .include(&O::replace, Replacing::schema()),
        look_at_vectors);
}

}  // namespace lethe::operation
