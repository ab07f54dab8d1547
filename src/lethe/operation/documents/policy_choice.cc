#include "lethe/operation/documents/policy_choice.h"

#include <fmt/format.h>

#include "lethe/core/error.h"

namespace lethe::operation {

Schema<PolicyChoice> PolicyChoice::schema() {
    return Schema<PolicyChoice>()
        .field("policy", &PolicyChoice::policy, "Policy file (TOML)")
        .shown("FILE")
        .field("profile", &PolicyChoice::profile,
               fmt::format("A policy that is part of the program: {} [default]",
                           fmt::join(documents::profile_names(), ", ")))
        .shown("NAME");
}

documents::TextPolicy PolicyChoice::read(const Door& door) const {
    if (!policy.empty() && !profile.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} and {} exclude each other", door.option_name("profile"),
                                door.option_name("policy")));
    }
    return policy.empty() ? documents::profile_policy(profile_name())
                          : documents::read_text_policy(policy);
}

}  // namespace lethe::operation
