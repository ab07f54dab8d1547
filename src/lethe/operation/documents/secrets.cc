#include "lethe/operation/documents/secrets.h"

namespace lethe::operation {

Schema<release::SecretFiles> secret_schema() {
    using O = release::SecretFiles;
    return Schema<O>()
        .field("key_file", &O::key, "The key, where the policy encrypts")
        .shown("FILE")
        .field("salt_file", &O::salt,
               "The salt, where the policy hashes [one at random, then forgotten]")
        .shown("FILE");
}

}  // namespace lethe::operation
