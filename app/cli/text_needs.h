// The secrets and taxonomies that a policy for documents needs.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "cli/session.h"
#include "lethe/core/secret.h"
#include "lethe/text/sanitise.h"
#include "lethe/text/text_policy.h"

namespace lethe::cli {

struct SecretFlags {
    std::string key_file;
    std::string salt_file;

    void add_to(CLI::App& command);
};

struct Needs {
    std::optional<Secret> salt;
    std::optional<Cipher> cipher;
    text::SanitiseOptions options;  // points to the two
};

void fetch_needs(Session& session, const SecretFlags& flags, const text::TextPolicy& policy,
                 Needs& needs);

}  // namespace lethe::cli
