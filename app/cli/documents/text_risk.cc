#include "cli/documents/text_risk.h"

namespace lethe::cli {

void RiskFlags::add_to(CLI::App& command) {
    command
        .add_option("--risk-terms", terms,
                    "Words of forbidden topics (TOML), or eo13526: those of Executive Order 13526")
        ->type_name("FILE");
    command
        .add_option("--unit", unit,
                    "What a block is: each paragraph, or the paragraphs of a cluster of terms")
        ->check(CLI::IsMember({"paragraph", "cluster"}))
        ->capture_default_str()
        ->type_name("WHAT");
    command.add_option("--least-hits", least_hits, "The fewest risk terms of a block")
        ->check(CLI::PositiveNumber)
        ->capture_default_str()
        ->type_name("N");
}

}  // namespace lethe::cli
