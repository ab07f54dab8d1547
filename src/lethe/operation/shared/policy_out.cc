#include "lethe/operation/shared/policy_out.h"

#include "lethe/release/any_policy.h"

namespace lethe::operation {

void write_policy_out(const std::string& file, Json& inspected) {
    if (file.empty()) return;
    release::write_proposed_policy(file, inspected["policy"].get<std::string>());
    inspected["policy_file"] = file;
}

}  // namespace lethe::operation
