// Risk terms and risky blocks, for commands that look for them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/session.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/text/document.h"
#include "lethe/text/risk_terms.h"
#include "lethe/text/risky_blocks.h"

namespace lethe::cli {

struct RiskFlags {
    std::string terms;  // empty: none are looked for
    std::string unit = "paragraph";
    std::int64_t least_hits = 2;

    void add_to(CLI::App& command);
};

struct RiskFindings {
    text::RiskTerms terms;
    text::RiskyBlocks blocks;  // ranked by density
};

// `wordnet` may be missing: then it is read where the terms are expanded.
RiskFindings find_risks(Session& session, const RiskFlags& flags, TaxonomyPtr wordnet,
                        const text::Documents& documents);

}  // namespace lethe::cli
