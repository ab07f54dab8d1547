// Categories without and with an order. A masked value that the order lacks is as far from all
// others as can be.
#include <cstdlib>

#include "lethe/space/attribute/attribute_kinds.h"

namespace lethe {
namespace {

class CategoryAttribute : public SummarisedAttribute<std::int32_t> {
  public:
    CategoryAttribute(const Column& original, const Column* masked)
        : like_(original.gather({})), coded_(texts_) {
        name_ = original.name();
        if (original.kind() == Kind::ordinal) {
            for (const std::string& text : original.dictionary()) coded_.code(text);
        }
        codes_ = coded_.codes(original);
        if (masked != nullptr) masked_codes_ = coded_.codes(*masked);
    }

    std::vector<std::int32_t> categories(std::int32_t code) const final { return {code}; }

    ColumnPtr column(std::span<const std::int32_t> codes) const final {
        return text_column(*like_, codes, texts_, missing());
    }

  protected:
    std::int32_t missing() const final { return coded_.missing(); }
    double distance_to(const std::int32_t& centre, std::int32_t value) const final {
        return distance(centre, value);
    }
    double between(const std::int32_t& a, const std::int32_t& b) const final {
        return distance(a, b);
    }
    std::int32_t code_of(const std::int32_t& centre) final { return centre; }

  private:
    ColumnPtr like_;
    CodedTexts coded_;
};

class NominalAttribute final : public CategoryAttribute {
  public:
    NominalAttribute(const Column& original, const Column* masked, const AttributeOptions& options)
        : CategoryAttribute(original, masked) {
        place_missing(options.missing);
    }

    std::vector<std::int32_t> path(std::int32_t code) const override { return {code}; }

  protected:
    double distance_of_values(std::int32_t, std::int32_t) const override { return 1; }

    std::int32_t summary(std::span<const CountedCode> group) const override {
        const std::vector<CountedCode> counted = by_code(group);
        auto best = counted.begin();
        for (auto entry = counted.begin(); entry != counted.end(); ++entry) {
            const bool more = entry->count > best->count;
            const bool as_many = entry->count == best->count;
            if (more || (as_many && text(entry->code) < text(best->code))) best = entry;
        }
        return best->code;
    }
};

class OrdinalAttribute final : public CategoryAttribute {
  public:
    OrdinalAttribute(const Column& original, const Column* masked, const AttributeOptions& options)
        : CategoryAttribute(original, masked),
          places_(static_cast<std::int32_t>(original.dictionary().size())),
          whole_(whole_steps(options.ordinal, places_)) {
        place_missing(options.missing);
    }

    bool ordered() const override { return true; }
    std::optional<double> place(std::int32_t code) const override {
        if (code >= places_) return std::nullopt;
        return static_cast<double>(code);
    }

  protected:
    bool has_place(std::int32_t code) const override { return code < places_; }

    double distance_of_values(std::int32_t a, std::int32_t b) const override {
        if (a >= places_ || b >= places_) return 1;
        return std::abs(a - b) / whole_;
    }

    std::int32_t summary(std::span<const CountedCode> group) const override {
        return lower_median(by_code(group));
    }

  private:
    std::int32_t places_;  // codes below it are places in the order
    double whole_;         // steps that make a distance of 1
};

}  // namespace

std::unique_ptr<Attribute> nominal_attribute(const Column& original, const Column* masked,
                                             const AttributeOptions& options) {
    return std::make_unique<NominalAttribute>(original, masked, options);
}

std::unique_ptr<Attribute> ordinal_attribute(const Column& original, const Column* masked,
                                             const AttributeOptions& options) {
    return std::make_unique<OrdinalAttribute>(original, masked, options);
}

}  // namespace lethe
