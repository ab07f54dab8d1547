// Categories without and with an order. A masked value that the order lacks is as far from all
// others as can be.
#include <cmath>
#include <map>

#include "lethe/graph/attributes/attribute_kinds.h"

namespace lethe::graph {
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
    std::int32_t code_of(const std::int32_t& centre) final { return centre; }

  private:
    ColumnPtr like_;
    CodedTexts coded_;
};

class NominalAttribute final : public CategoryAttribute {
  public:
    using CategoryAttribute::CategoryAttribute;

    std::vector<std::int32_t> path(std::int32_t code) const override { return {code}; }

  protected:
    double distance_of_values(std::int32_t, std::int32_t) const override { return 1; }

    std::int32_t summary(std::span<const CountedCode> group) const override {
        std::map<std::int32_t, std::int64_t> counts;
        for (const CountedCode& entry : group) counts[entry.code] += entry.count;
        auto best = counts.begin();
        for (auto entry = counts.begin(); entry != counts.end(); ++entry) {
            const bool more = entry->second > best->second;
            const bool as_many = entry->second == best->second;
            if (more || (as_many && text(entry->first) < text(best->first))) best = entry;
        }
        return best->first;
    }
};

class OrdinalAttribute final : public CategoryAttribute {
  public:
    OrdinalAttribute(const Column& original, const Column* masked)
        : CategoryAttribute(original, masked),
          places_(static_cast<std::int32_t>(original.dictionary().size())) {}

    bool ordered() const override { return true; }
    std::optional<double> place(std::int32_t code) const override {
        if (code >= places_) return std::nullopt;
        return static_cast<double>(code);
    }

  protected:
    double distance_of_values(std::int32_t a, std::int32_t b) const override {
        if (a >= places_ || b >= places_) return 1;
        return std::abs(a - b) / static_cast<double>(places_ - 1);
    }

    std::int32_t summary(std::span<const CountedCode> group) const override {
        std::map<std::int32_t, std::int64_t> counts;
        std::int64_t all = 0;
        for (const CountedCode& entry : group) {
            counts[entry.code] += entry.count;
            all += entry.count;
        }
        std::int64_t below = 0;
        for (const auto& [code, count] : counts) {
            below += count;
            if (2 * below >= all) return code;
        }
        return counts.rbegin()->first;
    }

  private:
    std::int32_t places_;  // codes below it are places in the order
};

}  // namespace

std::unique_ptr<NodeAttribute> nominal_attribute(const Column& original, const Column* masked) {
    return std::make_unique<NominalAttribute>(original, masked);
}

std::unique_ptr<NodeAttribute> ordinal_attribute(const Column& original, const Column* masked) {
    return std::make_unique<OrdinalAttribute>(original, masked);
}

}  // namespace lethe::graph
