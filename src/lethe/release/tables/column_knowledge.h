// The taxonomies that columns are understood by.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/error.h"
#include "lethe/data/column.h"
#include "lethe/knowledge/concept_map.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe::release {

// What a policy says of a column: where its taxonomy is and how its values are found there.
struct ColumnKnowledge {
    std::string source;  // a path, "wordnet", "wordnet:verb", ..., or several of these
    std::optional<KnowledgeFormat> format;
    std::string map;  // the file that gives values their concepts; empty: none
    SensePolicy senses = SensePolicy::attribute_context;
    Unmapped unmapped = Unmapped::fail;
    // Values that are phrases are understood, from this confidence on; none: they are not.
    std::optional<double> phrases;
    std::string content;  // counts of a corpus, for measures of information content; empty: none

    // Paths become relative to a folder, or absolute; names of sources stay.
    void move_paths(const std::function<void(std::string& path)>& move);
    std::vector<std::string> files() const;  // all that it reads
};

// Reads each taxonomy once, whatever the number of columns and tables that need it.
class KnowledgeShelf {
  public:
    explicit KnowledgeShelf(std::string cache_folder = "")
        : cache_folder_(std::move(cache_folder)) {}

    // What the column's texts mean. Error for a source that cannot be read, and, where unmapped
    // values fail, Error(input) with how many there are and, as they may be sensitive, none of
    // them: `lethe knowledge map` lists them.
    MeaningPtr meaning(const Context& context, const Column& column,
                       const ColumnKnowledge& knowledge);
    // The same for the items of a column of sets (data/item_sets.h). A cell of several items has no
    // concept then: it is equal to another or not.
    MeaningPtr meaning_of_items(const Context& context, const Column& column,
                                const ColumnKnowledge& knowledge, const std::string& separator);
    // What is to be said of the sources that were read: a virtual root, terms left out.
    std::vector<std::string> take_notes();

  private:
    TaxonomyPtr taxonomy(const Context& context, const ColumnKnowledge& knowledge);
    std::shared_ptr<const InformationContent> content(const TaxonomyPtr& taxonomy,
                                                      const std::string& path);
    MeaningPtr meaning_of(const Context& context, const std::string& column,
                          const std::vector<std::string>& values, const ColumnKnowledge& knowledge,
                          Unmapped unmapped);
    void note_guesses(const std::string& column, const ColumnKnowledge& knowledge,
                      const Taxonomy& taxonomy, const std::vector<MappedValue>& mapped);

    std::string cache_folder_;
    std::map<std::string, TaxonomyPtr> read_;
    std::shared_ptr<const phrases::Lexicon> lexicon_;
    std::map<std::pair<const Taxonomy*, std::string>, std::shared_ptr<const InformationContent>>
        contents_;
    std::vector<std::string> notes_;
};

}  // namespace lethe::release
