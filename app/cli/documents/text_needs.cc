#include "cli/documents/text_needs.h"

namespace lethe::cli {

void SecretFlags::add_to(CLI::App& command) {
    command.add_option("--key-file", key, "The key, where the policy encrypts")->type_name("FILE");
    command
        .add_option("--salt-file", salt,
                    "The salt, where the policy hashes [one at random, then forgotten]")
        ->type_name("FILE");
}

}  // namespace lethe::cli
