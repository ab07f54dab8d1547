#include "lethe/knowledge/meaning.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace lethe {

Meaning::Meaning(TaxonomyPtr taxonomy, std::span<const MappedValue> mapped, Unmapped unmapped,
                 std::shared_ptr<const InformationContent> content,
                 std::shared_ptr<const LevelTable> levels)
    : taxonomy_(std::move(taxonomy)),
      unmapped_(unmapped),
      content_(std::move(content)),
      levels_(std::move(levels)) {
    for (const MappedValue& entry : mapped) {
        concepts_.emplace(entry.value, entry.meaning);
        // What somebody wrote about a thing is not a name of it: "with my husband to the birds".
        if (entry.meaning != kNoConcept && !entry.is_guess()) {
            values_.emplace(entry.meaning, entry.value);
        }
    }
}

std::unique_ptr<Measure> Meaning::measure(MeasureOptions options) const {
    if (content_ && !options.content) options.content = content_;
    return make_measure(taxonomy_, options);
}

ConceptId Meaning::concept_of(std::string_view text) const {
    if (const auto known = concepts_.find(text); known != concepts_.end()) return known->second;
    const auto found = taxonomy_->find(text);
    return found.empty() ? numbered_concept(text) : found.front();
}

// "label (concept 17)", as label_of writes it where nothing else is left.
ConceptId Meaning::numbered_concept(std::string_view text) const {
    constexpr std::string_view kBefore = " (concept ";
    const std::size_t place = text.rfind(kBefore);
    if (place == std::string_view::npos || !text.ends_with(')')) return kNoConcept;
    const std::string_view number =
        text.substr(place + kBefore.size(), text.size() - place - kBefore.size() - 1);
    ConceptId c = kNoConcept;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), c);
    const bool whole = error == std::errc() && end == number.data() + number.size();
    return whole && c >= 0 && c < taxonomy_->size() ? c : kNoConcept;
}

ConceptId Meaning::value_of(std::string_view text) const {
    const ConceptId c = concept_of(text);
    return c == kNoConcept && unmapped_ == Unmapped::attach_to_root ? taxonomy_->root() : c;
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
    std::string id(taxonomy_->id(c));
    if (concept_of(id) == c) return id;
    return fmt::format("{} (concept {})", label, c);
}

}  // namespace lethe
