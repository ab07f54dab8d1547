#include "lethe/operation/documents/secrets.h"

#include <memory>

namespace lethe::operation {

Schema<DocumentSecrets> DocumentSecrets::schema() {
    using O = DocumentSecrets;
    return Schema<O>()
        .include(&O::key, KeySource::schema("The key, where the policy encrypts"))
        .field("salt_file", &O::salt_file,
               "The salt, where the policy hashes [one at random, then forgotten]")
        .shown("FILE");
}

release::SecretFiles DocumentSecrets::files(Door& door) const {
    release::SecretFiles files{key.key_file, salt_file};
    if (key.given()) files.opened = std::make_shared<const Secret>(key.secret(door));
    return files;
}

}  // namespace lethe::operation
