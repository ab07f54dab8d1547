// Which mentions name the same entity.
//
// Mentions are taken in the order of the documents and of their texts. Each joins the entity that
// it fits best (entity_rules.h), of equals the one mentioned last, or begins a new one: "John
// Smith", "Prof. Smith", "Smith" and "Mr J. Smith" are one person, and after "Mary Smith" a bare
// "Smith" is she. Two people with different given names stay two, and a given name alone joins only
// someone of the same document. A near spelling of a family name (near_names.h) is the same person;
// of one below seven letters in the same document alone: Putine is Putin, and the Brownes of
// another letter stay apart from the Browns. Among organisations and places, acronyms, articles,
// legal forms, case and accents do not matter, nor does one wrong letter in a long name; what has
// digits must be equal in its letters and digits.
//
// Entities are numbered from 0 in the order of their first mention, within their category (or those
// that are numbered together). Blocks of equal family name, of equal initials and of names with one
// letter left out make it fast: a mention is compared with its blocks alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/documents/find/mention.h"
#include "lethe/documents/read/document.h"

namespace lethe::documents {

struct EntityOptions {
    bool per_document = false;  // numbers begin anew in each document, and no entity is in two
    // Of each category the one whose numbers it shares; empty: its own.
    std::vector<CategoryId> shared;

    CategoryId space(CategoryId category) const {
        return shared.empty() ? category : shared[static_cast<std::size_t>(category)];
    }
};

struct Entity {
    CategoryId category = kOther;  // whose numbers it has
    std::int32_t number = 0;
    std::int64_t document = -1;  // where numbers are of one document: which
    std::string name;            // its longest mention
    std::int64_t mentions = 0;
};

// Sets Mention::entity of all mentions; the entities are in the order of their first mention.
std::vector<Entity> resolve_entities(const Documents& documents, std::vector<Mentions>& mentions,
                                     const EntityOptions& options);

}  // namespace lethe::documents
