// All finders together: the mentions of a document.
//
// Patterns, lists and rules find by form; the model has read. What either finds is a mention, but
// where the model has learnt to tell what identifies from what does not (authorities, places, dates
// and amounts in court cases), its word counts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/documents/find/list_finder.h"
#include "lethe/documents/find/model/sequence_model.h"
#include "lethe/documents/find/patterns/pattern_finder.h"
#include "lethe/documents/read/document.h"

namespace lethe::documents {

struct Finders {
    Categories categories;
    PatternFinder patterns{PatternOptions{}};
    std::optional<ListFinder> lists;       // of WordNet; lists of the user score 0.85 or more
    bool rules = true;                     // telling words: Inc., University, Prof.
    const SequenceModel* model = nullptr;  // none: patterns, lists and rules alone
    std::string register_name;             // empty: recognised in each document
    Setting setting = Setting::balanced;
};

// What patterns, lists and rules find. In order, without overlaps.
Mentions find_by_form(const Finders& finders, std::string_view text,
                      const std::vector<language::Token>& tokens);
// That and what the model found in a register, together.
Mentions combined(std::string_view text, const Mentions& by_form, const Register& in,
                  Mentions by_model);

// In order, without overlaps.
Mentions detect(const Finders& finders, std::string_view text);
// The same with another model (or none) and setting than the finders'.
Mentions detect(const Finders& finders, const SequenceModel* model, Setting setting,
                std::string_view text);
// Of every document, in parallel.
std::vector<Mentions> detect(const Context& context, const Finders& finders,
                             const Documents& documents);

}  // namespace lethe::documents
