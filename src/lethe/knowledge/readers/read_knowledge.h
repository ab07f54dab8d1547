// Reads taxonomies from files.
//
//   wordnet           the nouns of WordNet, as Debian's wordnet-base installs it, or the folder
//                     with index.noun and data.noun; wordnet:noun, wordnet:verb,
//                     wordnet:adjective and wordnet:adverb, or FOLDER:verb and so on, name a part
//                     of speech
//   FILE.obo          OBO flat files
//   FILE.owl .rdf .ttl  OWL classes and RDF Schema, by Raptor
//   FOLDER or sct2_Relationship*.txt  SNOMED CT, release format 2
//   icd tables        CSV with the columns code, long_desc, major, sub_chapter, chapter
//   parent tables     CSV or TSV with a column of identifiers and one of parents (and of labels)
//   value hierarchies CSV without a header: one path a line, from the value to the most general
//                     (leaf;level1;level2;*)
//   A,B  A+B  A+B@FILE  several of them, see combined_source.h
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/error.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe {

enum class KnowledgeFormat { wordnet, obo, rdf, rf2, icd, parent_table, value_hierarchy };

std::string_view name(KnowledgeFormat format);
std::optional<KnowledgeFormat> knowledge_format_named(std::string_view name);
std::vector<std::string_view> knowledge_format_names();

struct KnowledgeOptions {
    std::optional<KnowledgeFormat> format;  // none: recognised by name and content
    std::string cache_folder;               // empty: no cache
};

struct Knowledge {
    TaxonomyPtr taxonomy;
    KnowledgeFormat format = KnowledgeFormat::value_hierarchy;  // of the first of several
    bool from_cache = false;
    std::vector<std::string> notes;  // for the user: a virtual root, obsolete terms left out
};

// Whether a source is known by its name: "wordnet", or "wordnet:verb" and so on. Others are paths.
bool is_named_source(std::string_view source);

// `source` is a path, such a name, or several of these that are made one (combined_source.h), whose
// formats are recognised. Error(io) where it cannot be read, Error(input) with file and
// line for what is wrong in it (a cycle, a missing parent, an empty file, an encoding other than
// UTF-8, XML that declares entities beyond short ones), Error(usage) for a format that cannot be
// recognised.
Knowledge read_knowledge(const Context& context, const std::string& source,
                         const KnowledgeOptions& options = {});

// A value hierarchy: one line a path from a concept without children up to the root, names
// separated by semicolons. A concept with several parents has a line for each path to it; Error
// (unmet) beyond a million lines.
void write_value_hierarchy(const std::string& path, const Taxonomy& taxonomy);

}  // namespace lethe
