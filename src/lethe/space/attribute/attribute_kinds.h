// The kinds of attributes, one a file attribute_<kind>.cc: what attribute.cc makes them by, and
// what they share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lethe/data/column.h"
#include "lethe/space/attribute/attribute.h"
#include "lethe/space/attribute/coded_texts.h"

namespace lethe {

std::unique_ptr<Attribute> semantic_attribute(const Column& original, const Column* masked,
                                              const AttributeOptions& options);
std::unique_ptr<Attribute> topics_attribute(const Column& original, const Column* masked,
                                            const AttributeOptions& options);
std::unique_ptr<Attribute> meant_topics_attribute(const Column& original, const Column* masked,
                                                  const AttributeOptions& options);
std::unique_ptr<Attribute> nominal_attribute(const Column& original, const Column* masked,
                                             const AttributeOptions& options);
std::unique_ptr<Attribute> ordinal_attribute(const Column& original, const Column* masked,
                                             const AttributeOptions& options);
std::unique_ptr<Attribute> numeric_attribute(const Column& original, const Column* masked,
                                             const AttributeOptions& options);

// What all kinds do alike: missing values, groups whose values are all equal. `Summary` is the
// value of a group before it has a code.
template <class Summary>
class SummarisedAttribute : public Attribute {
  public:
    double distance(std::int32_t a, std::int32_t b) const final {
        if (a == b) return 0;
        if (a == missing() || b == missing()) return from_missing(a == missing() ? b : a);
        return distance_of_values(a, b);
    }

    bool comparable(std::int32_t a, std::int32_t b) const final {
        return a == b || (has_place(a) && has_place(b));
    }

    double climbed(std::int32_t original, std::int32_t published) const final {
        if (original == published) return 0;
        if (original == missing() || published == missing()) {
            return from_missing(original == missing() ? published : original);
        }
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
            for (const std::int32_t value : values) {
                *out++ = value == missing() ? 0 : from_missing(value);
            }
            return;
        }
        const Summary centre = summary(held);
        const double of_missing = stand_in_ ? between(centre, *stand_in_) : 1;
        for (const std::int32_t value : values) {
            *out++ = value == missing() ? of_missing : distance_to(centre, value);
        }
    }

  protected:
    virtual std::int32_t missing() const = 0;
    virtual bool has_place(std::int32_t code) const { return code != missing(); }
    // Of values that are not missing.
    virtual double distance_of_values(std::int32_t a, std::int32_t b) const = 0;
    virtual double climbed_by_values(std::int32_t original, std::int32_t published) const {
        return distance_of_values(original, published);
    }
    virtual Summary summary(std::span<const CountedCode> group) const = 0;
    virtual double distance_to(const Summary& centre, std::int32_t value) const = 0;
    virtual double between(const Summary& a, const Summary& b) const = 0;
    virtual std::int32_t code_of(const Summary& centre) = 0;

    // Once the codes are known: where missing values stand, if they have a place.
    void place_missing(MissingDistance rule) {
        if (rule == MissingDistance::own_value) return;
        std::map<std::int32_t, std::int64_t> counts;
        for (const std::int32_t code : codes_) {
            if (code != missing()) ++counts[code];
        }
        std::vector<CountedCode> held;
        for (const auto& [code, count] : counts) held.push_back({code, count});
        if (!held.empty()) stand_in_ = summary(held);
    }
    std::optional<Summary> stand_in_;  // of a missing value; none: it is a value of its own

  private:
    double from_missing(std::int32_t value) const {
        return stand_in_ ? distance_to(*stand_in_, value) : 1;
    }

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

// A group by code, ascending, each once.
inline std::vector<CountedCode> by_code(std::span<const CountedCode> group) {
    std::map<std::int32_t, std::int64_t> counts;
    for (const CountedCode& entry : group) counts[entry.code] += entry.count;
    std::vector<CountedCode> sorted;
    for (const auto& [code, count] : counts) sorted.push_back({code, count});
    return sorted;
}

}  // namespace lethe
