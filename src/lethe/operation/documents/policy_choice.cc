#include "lethe/operation/documents/policy_choice.h"

#include <fmt/format.h>

namespace lethe::operation {

Schema<PolicyChoice> PolicyChoice::schema() {
    return Schema<PolicyChoice>()
        .field("policy", &PolicyChoice::policy, "Policy file (TOML)")
        .shown("FILE")
        .input()
        .excludes({"profile"})
        .field("profile", &PolicyChoice::profile,
               fmt::format("A policy that is part of the program: {} [default]",
                           fmt::join(documents::profile_names(), ", ")))
        .shown("NAME")
        .naming("profile", documents::profile_names());
}

documents::TextPolicy PolicyChoice::read() const {
    return policy.empty() ? documents::profile_policy(profile_name())
                          : documents::read_text_policy(policy);
}

}  // namespace lethe::operation
