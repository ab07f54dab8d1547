// The files of secrets that a policy for documents needs.
#pragma once

#include <CLI/CLI.hpp>

#include "lethe/release/documents/document_tools.h"

namespace lethe::cli {

struct SecretFlags : release::SecretFiles {
    void add_to(CLI::App& command);  // --key-file and --salt-file
};

}  // namespace lethe::cli
