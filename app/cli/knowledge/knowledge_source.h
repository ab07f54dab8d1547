// The taxonomy that a knowledge command is about, and the commands themselves.
#pragma once

#include <string>
#include <vector>

#include "cli/session.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe::cli {

struct KnowledgeSource {
    std::string source = "wordnet";
    std::string format;
    bool no_cache = false;

    void add_argument_to(CLI::App& command);
    void add_option_to(CLI::App& command);  // --source
    KnowledgeOptions options() const;
    // Shows the notes of the reader.
    Knowledge open(Session& session) const;

  private:
    void add_format_to(CLI::App& command);
};

// What a text can mean, the most usual first; by the stems of its words where nothing is called
// like it. Error(usage) with a "did you mean" where there is nothing.
std::vector<ConceptId> senses_of(const Taxonomy& taxonomy, const std::string& text);

void add_knowledge_similarity(CLI::App& knowledge, Session& session);
void add_knowledge_map(CLI::App& knowledge, Session& session);

}  // namespace lethe::cli
