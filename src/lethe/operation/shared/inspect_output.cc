#include "lethe/operation/shared/inspect_output.h"

#include <utility>

#include "lethe/io/file.h"
#include "lethe/release/any_policy.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {

Schema<InspectOutput> InspectOutput::schema() {
    using O = InspectOutput;
    return Schema<O>()
        .field("policy_out", &O::policy_out,
               "Write the proposed policy (TOML), to be read and corrected")
        .shown("FILE")
        .field("output", &O::output, "Also write the result (JSON, private)")
        .output(OutputKind::result)
        .letter('o')
        .shown("FILE");
}

void InspectOutput::check(std::vector<std::string> inputs) const {
    release::refuse_overwrite(output, inputs);
    inputs.push_back(output);
    release::refuse_overwrite(policy_out, inputs);
}

Answer InspectOutput::answer(Json told, const std::string& policy) const {
    if (!policy_out.empty()) {
        release::write_proposed_policy(policy_out, policy);
        told["policy_file"] = policy_out;
    }
    if (!output.empty()) write_file(output, told.dump(2) + "\n", true);
    return {std::move(told)};
}

}  // namespace lethe::operation
