#include "cli/policy_out.h"

#include "lethe/release/any_policy.h"

namespace lethe::cli {

void add_policy_out(CLI::App& command, std::string& file) {
    command
        .add_option("--policy-out", file,
                    "Write the proposed policy (TOML), to be read and corrected")
        ->type_name("FILE");
}

void write_policy_out(const std::string& file, Json& inspected) {
    if (file.empty()) return;
    release::write_proposed_policy(file, inspected["policy"].get<std::string>());
    inspected["policy_file"] = file;
}

}  // namespace lethe::cli
