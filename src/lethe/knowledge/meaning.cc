#include "lethe/knowledge/meaning.h"

#include <utility>

namespace lethe {

Meaning::Meaning(TaxonomyPtr taxonomy, std::span<const MappedValue> mapped, Unmapped unmapped)
    : taxonomy_(std::move(taxonomy)), unmapped_(unmapped) {
    for (const MappedValue& entry : mapped) {
        concepts_.emplace(entry.value, entry.meaning);
        if (entry.meaning != kNoConcept) values_.emplace(entry.meaning, entry.value);
    }
}

ConceptId Meaning::concept_of(std::string_view text) const {
    if (const auto known = concepts_.find(text); known != concepts_.end()) return known->second;
    const auto found = taxonomy_->find(text);
    return found.empty() ? kNoConcept : found.front();
}

std::string Meaning::label_of(ConceptId c) const {
    if (const auto value = values_.find(c); value != values_.end()) return value->second;
    std::string label = taxonomy_->label(c);
    if (concept_of(label) == c) return label;
    // A value of the data is written like this label and means something else.
    for (std::int64_t i = 0; i < taxonomy_->name_count(c); ++i) {
        std::string name(taxonomy_->name_of(c, i));
        if (concept_of(name) == c) return name;
    }
    return std::string(taxonomy_->id(c));
}

}  // namespace lethe
