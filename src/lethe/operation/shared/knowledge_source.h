// The taxonomy that an operation is about.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/method/parameter.h"
#include "lethe/operation/door.h"

namespace lethe::operation {

struct KnowledgeSource {
    std::string source = "wordnet";
    std::optional<KnowledgeFormat> format;
    bool no_cache = false;

    // `needed`: the option without which nothing is read; empty: something always is.
    static Schema<KnowledgeSource> schema(const std::string& needed = {});
    static Schema<KnowledgeSource> schema_by_place();  // the source is an argument
    KnowledgeOptions options(const Door& door) const;
    // Says the notes of the reader.
    Knowledge open(Door& door) const;
};

// What a text can mean, the most usual first; by the stems of its words where nothing is called
// like it. Error(usage) with a "did you mean" where there is nothing.
std::vector<ConceptId> senses_of(const Taxonomy& taxonomy, const std::string& text);

}  // namespace lethe::operation
