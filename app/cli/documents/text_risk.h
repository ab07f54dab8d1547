// Risk terms and risky blocks, for commands that look for them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/session.h"
#include "lethe/release/documents/document_tools.h"

namespace lethe::cli {

using release::RiskFindings;

struct RiskFlags {
    std::string terms;  // empty: none are looked for
    std::string unit = "paragraph";
    std::int64_t least_hits = release::RiskOptions{}.least_hits;

    void add_to(CLI::App& command);
    release::RiskOptions options() const { return {terms, unit == "paragraph", least_hits}; }
};

}  // namespace lethe::cli
