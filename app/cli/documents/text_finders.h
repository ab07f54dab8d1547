// The finders that a policy asks for, for commands that look for mentions.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/session.h"
#include "lethe/release/documents/document_tools.h"

namespace lethe::cli {

using release::FinderSet;

struct FinderFlags : release::FinderOptions {
    void add_to(CLI::App& command);
};

// As release/documents/document_tools.h has it; says so where WordNet is missing.
std::unique_ptr<FinderSet> make_finders(Session& session, const documents::TextPolicy& policy,
                                        const FinderFlags& flags);

}  // namespace lethe::cli
