// What the texts of a column mean: a taxonomy and the concept of each value. A semantic column
// carries its meaning with it, and the columns that are made from it (masked, gathered) share it.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/data/column.h"
#include "lethe/knowledge/concept_map.h"
#include "lethe/knowledge/hierarchies/level_table.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe {

class Meaning {
  public:
    // `content`: the counts of a corpus that measures of information content go by; null:
    // intrinsic. `levels`: the table that the taxonomy was read from, where that was one.
    Meaning(TaxonomyPtr taxonomy, std::span<const MappedValue> mapped, Unmapped unmapped,
            std::shared_ptr<const InformationContent> content = nullptr,
            std::shared_ptr<const LevelTable> levels = nullptr);

    const Taxonomy& taxonomy() const { return *taxonomy_; }
    const TaxonomyPtr& taxonomy_ptr() const { return taxonomy_; }
    Unmapped unmapped() const { return unmapped_; }
    // The lines of a value hierarchy as they stand in its file; null for other taxonomies.
    const std::shared_ptr<const LevelTable>& levels() const { return levels_; }
    // The measure that the column's concepts are compared by, with the column's own content.
    std::unique_ptr<Measure> measure(MeasureOptions options) const;

    // The concept of a text: that of the value, or the one that the taxonomy knows by this label;
    // kNoConcept where there is none.
    ConceptId concept_of(std::string_view text) const;
    // The same, with the root for a text without a concept where these are attached to it.
    ConceptId value_of(std::string_view text) const;
    // Whether a text without a concept counts as missing.
    bool is_missing(std::string_view text) const {
        return unmapped_ == Unmapped::suppress_record && concept_of(text) == kNoConcept;
    }
    // How a concept is written in a release: as the first of the mapped values that means it (give
    // the most frequent first) and was not guessed to, or else by its label in the taxonomy.
    // concept_of(label_of(c)) == c.
    std::string label_of(ConceptId c) const;

  private:
    ConceptId numbered_concept(std::string_view text) const;

    TaxonomyPtr taxonomy_;
    Unmapped unmapped_;
    std::shared_ptr<const InformationContent> content_;
    std::map<std::string, ConceptId, std::less<>> concepts_;
    std::map<ConceptId, std::string> values_;
    std::shared_ptr<const LevelTable> levels_;
};

}  // namespace lethe
