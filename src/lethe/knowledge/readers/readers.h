// One reader a format. Each takes what it needs of its files, makes a taxonomy, and says in notes
// what the user should know; Error(input) with file and line for what is wrong. Only for
// read_knowledge.cc and the tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/knowledge/readers/source_text.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::readers {

// Part of the key of the cache: changed whenever a reader gives another result for the same file.
inline constexpr std::string_view kReaderVersion = "1";

struct ReadTaxonomy {
    Taxonomy taxonomy;
    std::vector<std::string> notes;
};

// The two files of a part of speech; `index` holds the order of the senses of each word.
struct WordnetTexts {
    SourceText data;
    SourceText index;
};
ReadTaxonomy read_wordnet(const Context& context, const WordnetTexts& nouns);
ReadTaxonomy read_wordnet_verbs(const Context& context, const WordnetTexts& verbs);
ReadTaxonomy read_wordnet_adjectives(const Context& context, const WordnetTexts& adjectives,
                                     const WordnetTexts& nouns);
ReadTaxonomy read_wordnet_adverbs(const Context& context, const WordnetTexts& adverbs,
                                  const WordnetTexts& adjectives, const WordnetTexts& nouns);
ReadTaxonomy read_obo(const Context& context, const SourceText& source);
// RDF/XML or Turtle, whichever it is.
ReadTaxonomy read_rdf(const Context& context, const SourceText& source);

struct Rf2Texts {
    SourceText concepts;
    std::vector<SourceText> descriptions;
    SourceText relationships;
};
ReadTaxonomy read_rf2(const Context& context, const Rf2Texts& texts);

ReadTaxonomy read_icd(const Context& context, SourceText source);
ReadTaxonomy read_parent_table(const Context& context, SourceText source);
ReadTaxonomy read_value_hierarchy(const Context& context, SourceText source);

// Whether a table has the columns of these formats.
bool looks_like_icd(const SourceText& source);
bool looks_like_parent_table(const SourceText& source);
bool looks_like_obo(std::string_view text);
bool looks_like_rdf(std::string_view text);

}  // namespace lethe::readers
