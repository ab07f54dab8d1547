// The kinds of attributes of nodes, one a file attribute_<kind>.cc: what node_attributes.cc makes
// them by, and what they share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "lethe/data/column.h"
#include "lethe/graph/attributes/node_attributes.h"

namespace lethe::graph {

// `masked` may be null; where it is not, it has as many rows.
std::unique_ptr<NodeAttribute> semantic_attribute(const Column& original, const Column* masked);
std::unique_ptr<NodeAttribute> topics_attribute(const Column& original, const Column* masked);
std::unique_ptr<NodeAttribute> nominal_attribute(const Column& original, const Column* masked);
std::unique_ptr<NodeAttribute> ordinal_attribute(const Column& original, const Column* masked);
std::unique_ptr<NodeAttribute> numeric_attribute(const Column& original, const Column* masked);

// Each different value by its text, and the code of missing ones, which exists where one is
// missing.
class CodedTexts {
  public:
    explicit CodedTexts(std::vector<std::string>& texts) : texts_(texts) {}

    static constexpr std::int32_t kNoCode = -1;
    std::int32_t missing() const { return missing_; }
    std::int32_t missing_code();
    std::int32_t code(const std::string& text);
    // The codes of a column of categories.
    std::vector<std::int32_t> codes(const Column& column);

  private:
    std::vector<std::string>& texts_;
    std::unordered_map<std::string, std::int32_t> code_of_;
    std::int32_t missing_ = kNoCode;
};

// A column of the kind, name and meaning of `like` that holds the texts of these codes; an ordinal
// one keeps its order.
ColumnPtr text_column(const Column& like, std::span<const std::int32_t> codes,
                      const std::vector<std::string>& texts, std::int32_t missing);

// What all kinds do alike: missing values, groups whose values are all equal. `Summary` is the
// value of a group before it has a code.
template <class Summary>
class SummarisedAttribute : public NodeAttribute {
  public:
    double distance(std::int32_t a, std::int32_t b) const final {
        if (a == b) return 0;
        if (a == missing() || b == missing()) return 1;
        return distance_of_values(a, b);
    }

    double climbed(std::int32_t original, std::int32_t published) const final {
        if (original == published) return 0;
        if (original == missing() || published == missing()) return 1;
        return climbed_by_values(original, published);
    }

    std::int32_t centre(std::span<const std::int32_t> codes) final {
        if (std::ranges::all_of(codes, [&](std::int32_t code) { return code == codes.front(); })) {
            return codes.front();
        }
        std::vector<CountedCode> group;
        for (const std::int32_t code : codes) group.push_back({code, 1});
        return drop_missing(group) ? missing() : code_of(summary(group));
    }

    void distances_to_centre(std::span<const CountedCode> group,
                             std::span<const std::int32_t> values, double* out) const final {
        std::vector<CountedCode> held(group.begin(), group.end());
        if (drop_missing(held)) {
            for (const std::int32_t value : values) *out++ = value == missing() ? 0 : 1;
            return;
        }
        const Summary centre = summary(held);
        for (const std::int32_t value : values) {
            *out++ = value == missing() ? 1 : distance_to(centre, value);
        }
    }

  protected:
    virtual std::int32_t missing() const = 0;
    // Of values that are not missing.
    virtual double distance_of_values(std::int32_t a, std::int32_t b) const = 0;
    virtual double climbed_by_values(std::int32_t original, std::int32_t published) const {
        return distance_of_values(original, published);
    }
    virtual Summary summary(std::span<const CountedCode> group) const = 0;
    virtual double distance_to(const Summary& centre, std::int32_t value) const = 0;
    virtual std::int32_t code_of(const Summary& centre) = 0;

  private:
    // Whether most are missing; if not, the missing ones are taken out.
    bool drop_missing(std::vector<CountedCode>& group) const {
        std::int64_t all = 0;
        std::int64_t lacking = 0;
        for (const CountedCode& entry : group) {
            all += entry.count;
            if (entry.code == missing()) lacking += entry.count;
        }
        if (2 * lacking > all) return true;
        std::erase_if(group, [&](const CountedCode& entry) { return entry.code == missing(); });
        return false;
    }
};

}  // namespace lethe::graph
