// The files of secrets that a policy for documents needs.
#pragma once

#include "lethe/method/parameter.h"
#include "lethe/release/documents/document_tools.h"

namespace lethe::operation {

Schema<release::SecretFiles> secret_schema();

}  // namespace lethe::operation
