// The categories of a column beside what they became.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/knowledge/taxonomy.h"
#include "lethe/method/comparison.h"

namespace lethe::loss {

// What a category is: a concept, or a text, or (missing) neither.
struct Value {
    ConceptId meaning = kNoConcept;
    std::optional<std::string> text;

    bool missing() const { return meaning == kNoConcept && !text; }
    auto operator<=>(const Value&) const = default;
};

constexpr std::int32_t kMissingCode = -1;

Value value_of(const Column& column, std::int32_t code);
std::vector<Value> values_of(const Column& column);  // of the codes that occur, missing left out

struct ValuePairs {
    // The different pairs of an original and a masked code, each of its own column's dictionary.
    std::vector<std::pair<std::int32_t, std::int32_t>> codes;
    std::vector<std::uint32_t> of_row;  // of the masked table
};

ValuePairs value_pairs(const AssessInput& input, const Column& original, const Column& masked);

}  // namespace lethe::loss
