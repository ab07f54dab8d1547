// Risk terms: the words of forbidden topics, given by the user and expanded along a taxonomy
// (WordNet) by synonyms and by hyponyms, kinds of the thing.
//
//   terms = ["weapon", "mass destruction"]
//   expansion = "direct"          # none, synonyms, direct (kinds of it), closure (kinds of kinds)
//   sense_choice = "first"        # or "context": another, where it is far nearer to the others
//   all_senses = false
//   except = ["job"]              # words that the expansion must not bring
//   [senses]
//   weapon = ["weapon#1"]         # declared senses, which win
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/knowledge/taxonomy.h"

namespace lethe::documents {

enum class Expansion { none, synonyms, direct, closure };
enum class SenseChoice { first, context };

std::string_view name(Expansion expansion);
std::string_view name(SenseChoice choice);

// What a file of risk terms says.
struct RiskTermList {
    std::vector<std::string> terms;
    std::map<std::string, std::vector<std::string>> senses;  // of a term: as Taxonomy::find reads
    std::vector<std::string> except;
    Expansion expansion = Expansion::direct;
    SenseChoice sense_choice = SenseChoice::first;
    bool all_senses = false;
};

// Error(usage) with every problem and its place in `file`.
RiskTermList parse_risk_terms(std::string_view toml, const std::string& file);
// Of a file, or of a list that is part of the program: "eo13526", the 30 terms that stand for the
// eight reasons to classify of Executive Order 13526, section 1.4. Error(io), Error(usage).
RiskTermList read_risk_terms(const std::string& file_or_name);

enum class TermOrigin : std::uint8_t { seed, synonym, hyponym };
std::string_view name(TermOrigin origin);

struct RiskTerm {
    std::string text;  // lower case, words separated as its source writes them
    TermOrigin origin = TermOrigin::seed;
    std::int32_t seed = 0;     // that brought it, the first of several
    bool in_capitals = false;  // an acronym such as IT: only in capitals is it the term
};

struct RiskSeed {
    std::string text;
    std::vector<ConceptId> senses;  // that were expanded
    std::int64_t senses_known = 0;
};

struct RiskTerms {
    std::vector<RiskSeed> seeds;
    std::vector<RiskTerm> terms;        // distinct: seeds first, then by seed, sense, nearness
    std::vector<std::string> left_out;  // words of grammar, and what the list excepts
};

// A seed in the plural is looked up in the singular first ("relations": "relation"). Words of
// grammar ("as", "it") never come in by expansion. Error(usage) for declared senses that the
// taxonomy does not know.
RiskTerms expand_risk_terms(const RiskTermList& list, const TaxonomyPtr& taxonomy);

}  // namespace lethe::documents
