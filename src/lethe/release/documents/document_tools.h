// What a policy for documents needs beside the documents: finders, secrets, taxonomies, the terms
// of forbidden topics.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/documents/find/detect.h"
#include "lethe/documents/read/document.h"
#include "lethe/documents/review/risk_terms.h"
#include "lethe/documents/review/risky_blocks.h"
#include "lethe/documents/treat/sanitise.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/io/secret.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::release {

struct FinderOptions {
    bool no_model = false;      // patterns, lists and rules alone
    std::string model;          // a file; empty: the one that is part of the program
    std::string register_name;  // empty: recognised in each document
};

// Mentions point into the finders: these must outlive them.
struct FinderSet {
    TaxonomyPtr wordnet;  // none where it is not installed
    std::optional<documents::SequenceModel> own_model;
    std::optional<documents::Finders> finders;
};

// Reads WordNet, the lists and the model; where WordNet is missing a note says so. `cache` is the
// folder where taxonomies are kept once they were read; empty: nowhere. Error(usage) for a pattern
// that cannot be compiled, an unknown country or register; Error(io).
std::unique_ptr<FinderSet> make_finders(const Context& context, const documents::TextPolicy& policy,
                                        const FinderOptions& options, const std::string& cache,
                                        std::vector<std::string>& notes);

struct SecretFiles {
    std::string key;   // where the policy encrypts
    std::string salt;  // where it hashes; empty: one at random, then forgotten
    std::shared_ptr<const Secret> opened = {};  // the key, where who asks has read it already
};

struct Needs {
    std::optional<Secret> salt;
    std::optional<Cipher> cipher;
    documents::SanitiseOptions options;  // points to the two
};

// Error(usage) where the policy encrypts and there is no key.
void fetch_needs(const Context& context, const SecretFiles& secrets,
                 const documents::TextPolicy& policy, const std::string& cache, Needs& needs);

struct RiskOptions {
    std::string terms;  // a file, or a list that is part of the program; empty: none are looked for
    bool by_paragraph = true;
    std::int64_t least_hits = 2;
    std::string model;                  // a file of lethe text train-risk; empty: none
    std::optional<double> probability;  // from which on a paragraph is risky; none: the model's own

    bool wanted() const { return !terms.empty() || !model.empty(); }
};

struct RiskFindings {
    documents::RiskTerms terms;
    documents::RiskyBlocks blocks;  // ranked: by a model where there is one, otherwise by density
    double least = 1;               // the probability from which on a paragraph is risky
};

// `wordnet` may be missing: then it is read where the terms are expanded.
RiskFindings find_risks(const Context& context, const RiskOptions& options, TaxonomyPtr wordnet,
                        const std::string& cache, const documents::Documents& documents);

}  // namespace lethe::release
