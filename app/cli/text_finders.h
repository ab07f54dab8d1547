// The finders that a policy asks for, for commands that look for mentions.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "cli/session.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/text/detect.h"
#include "lethe/text/text_policy.h"

namespace lethe::cli {

struct FinderFlags {
    bool no_model = false;
    std::string model;  // a file; empty: the one that is part of the program
    std::string register_name;

    void add_to(CLI::App& command);
};

// Mentions point into the finders: these must outlive them.
struct FinderSet {
    TaxonomyPtr wordnet;  // none where it is not installed
    std::optional<text::SequenceModel> own_model;
    std::optional<text::Finders> finders;
};

// Reads WordNet, the lists and the model; says so where WordNet is missing. Error(usage) for a
// pattern that cannot be compiled, an unknown country or register; Error(io).
std::unique_ptr<FinderSet> make_finders(Session& session, const text::TextPolicy& policy,
                                        const FinderFlags& flags);

}  // namespace lethe::cli
