// Concepts: compared by the measure of Wu and Palmer in edges or another one, published as the
// lowest common ancestor. A text without a concept that may stand for itself is as far from all
// others as can be; its way from the top is the value itself, numbered beyond the concepts, as that
// of a missing one.
#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/space/attribute/attribute_kinds.h"
#include "lethe/space/attribute/concept_distance.h"

namespace lethe {
namespace {

class SemanticAttribute final : public SummarisedAttribute<ConceptId> {
  public:
    SemanticAttribute(const Column& original, const Column* masked, const AttributeOptions& options)
        : like_(original.gather({})),
          meaning_(original.meaning()),
          refuses_(options.without_concept == WithoutConcept::refused),
          coded_(texts_) {
        if (options.measure) measure_ = meaning_->measure(*options.measure);
        name_ = original.name();
        codes_ = read(original);
        if (masked != nullptr) masked_codes_ = read(*masked);
        place_missing(options.missing);
    }

    std::vector<std::int32_t> path(std::int32_t code) const override {
        const ConceptId own = concept_of(code);
        if (own == kNoConcept) {
            return {static_cast<std::int32_t>(taxonomy().size()) + code};
        }
        return way_from_root(taxonomy(), own);
    }

    std::vector<std::int32_t> categories(std::int32_t code) const override { return {code}; }

    ColumnPtr column(std::span<const std::int32_t> codes) const override {
        return text_column(*like_, codes, texts_, missing());
    }

  protected:
    std::int32_t missing() const override { return coded_.missing(); }
    bool has_place(std::int32_t code) const override { return concept_of(code) != kNoConcept; }

    double distance_of_values(std::int32_t a, std::int32_t b) const override {
        return distance_of(concept_of(a), concept_of(b));
    }

    double climbed_by_values(std::int32_t original, std::int32_t published) const override {
        return concept_climb(taxonomy(), measure_.get(), concept_of(original),
                             concept_of(published));
    }

    ConceptId summary(std::span<const CountedCode> group) const override {
        ConceptId common = concept_of(group.front().code);
        for (const CountedCode& entry : group) {
            const ConceptId next = concept_of(entry.code);
            if (next == kNoConcept || common == kNoConcept) return taxonomy().root();
            if (next != common) common = taxonomy().lcs(common, next);
        }
        return common;
    }

    double distance_to(const ConceptId& centre, std::int32_t value) const override {
        return distance_of(centre, concept_of(value));
    }

    double between(const ConceptId& a, const ConceptId& b) const override {
        return distance_of(a, b);
    }

    std::int32_t code_of(const ConceptId& centre) override {
        return add(meaning_->label_of(centre), centre);
    }

  private:
    const Taxonomy& taxonomy() const { return meaning_->taxonomy(); }
    ConceptId concept_of(std::int32_t code) const {
        return concepts_[static_cast<std::size_t>(code)];
    }

    double distance_of(ConceptId a, ConceptId b) const {
        return concept_distance(taxonomy(), measure_.get(), a, b);
    }

    std::int32_t add(const std::string& text, ConceptId meant) {
        const std::int32_t code = coded_.code(text);
        if (static_cast<std::size_t>(code) == concepts_.size()) concepts_.push_back(meant);
        return code;
    }

    std::vector<std::int32_t> read(const Column& column) {
        std::vector<std::int32_t> codes(static_cast<std::size_t>(column.size()));
        std::vector<std::int32_t> of_entry(column.dictionary().size(), CodedTexts::kNoCode);
        std::int64_t unknown = 0;
        for (std::int64_t row = 0; row < column.size(); ++row) {
            const auto i = static_cast<std::size_t>(row);
            if (!column.valid(row)) {
                codes[i] = missing_value();
                continue;
            }
            const auto entry = static_cast<std::size_t>(column.codes()[i]);
            if (of_entry[entry] == CodedTexts::kNoCode) {
                const std::string& text = column.dictionary()[entry];
                const ConceptId meant = meaning_->value_of(text);
                const bool lacks = meant == kNoConcept;
                if (lacks && refuses_ && meaning_->unmapped() == Unmapped::fail) ++unknown;
                of_entry[entry] = meaning_->is_missing(text) ? missing_value() : add(text, meant);
            }
            codes[i] = of_entry[entry];
        }
        if (unknown > 0) {
            throw Error(ErrorKind::input,
                        fmt::format("the hierarchy of the attribute '{}' lacks {} of its values",
                                    name_, unknown));
        }
        return codes;
    }

    std::int32_t missing_value() {
        const std::int32_t code = coded_.missing_code();
        if (static_cast<std::size_t>(code) == concepts_.size()) concepts_.push_back(kNoConcept);
        return code;
    }

    ColumnPtr like_;
    MeaningPtr meaning_;
    std::unique_ptr<Measure> measure_;  // null: by depths
    bool refuses_;                      // texts without a concept
    CodedTexts coded_;
    std::vector<ConceptId> concepts_;  // of each code
};

}  // namespace

std::unique_ptr<Attribute> semantic_attribute(const Column& original, const Column* masked,
                                              const AttributeOptions& options) {
    return std::make_unique<SemanticAttribute>(original, masked, options);
}

}  // namespace lethe
