#include "cli/text_risk.h"

#include "cli/knowledge_flags.h"
#include "lethe/knowledge/read_knowledge.h"

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

RiskFindings find_risks(Session& session, const RiskFlags& flags, TaxonomyPtr wordnet,
                        const text::Documents& documents) {
    RiskFindings found;
    if (flags.terms.empty()) return found;
    const text::RiskTermList list = text::read_risk_terms(flags.terms);
    if (wordnet == nullptr && list.expansion != text::Expansion::none) {
        wordnet =
            read_knowledge(session.context(), "wordnet", {{}, knowledge_cache_folder()}).taxonomy;
    }
    found.terms = text::expand_risk_terms(list, wordnet);
    const text::TermMatcher matcher(found.terms.terms, wordnet == nullptr
                                                           ? text::OrdinaryWords()
                                                           : text::OrdinaryWords(*wordnet));
    text::BlockOptions options;
    options.by_paragraph = flags.unit == "paragraph";
    options.least_hits = flags.least_hits;
    found.blocks = text::find_risky_blocks(session.context(), documents, matcher, options);
    return found;
}

}  // namespace lethe::cli
