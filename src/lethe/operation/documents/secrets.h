// The files of secrets that a policy for documents needs.
#pragma once

#include <string>

#include "lethe/method/parameter.h"
#include "lethe/operation/shared/key_source.h"
#include "lethe/release/documents/document_tools.h"

namespace lethe::operation {

struct DocumentSecrets {
    KeySource key;
    std::string salt_file;

    static Schema<DocumentSecrets> schema();
    // With the key read, where there is one.
    release::SecretFiles files(Door& door) const;
};

}  // namespace lethe::operation
