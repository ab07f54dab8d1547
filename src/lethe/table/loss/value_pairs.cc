#include "lethe/table/loss/value_pairs.h"

#include "lethe/data/key_numbers.h"
#include "lethe/knowledge/meaning.h"

namespace lethe::loss {

Value value_of(const Column& column, std::int32_t code) {
    if (code == kMissingCode) return {};
    const std::string& text = column.dictionary()[static_cast<std::size_t>(code)];
    const Meaning* meaning = column.meaning().get();
    if (meaning == nullptr) return {kNoConcept, text};
    if (meaning->is_missing(text)) return {};
    if (const ConceptId c = meaning->value_of(text); c != kNoConcept) return {c, {}};
    return {kNoConcept, text};
}

std::vector<Value> values_of(const Column& column) {
    std::vector<bool> occurs(column.dictionary().size(), false);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        occurs[static_cast<std::size_t>(column.codes()[static_cast<std::size_t>(row)])] = true;
    }
    std::vector<Value> values;
    for (std::size_t code = 0; code < occurs.size(); ++code) {
        if (!occurs[code]) continue;
        Value value = value_of(column, static_cast<std::int32_t>(code));
        if (!value.missing()) values.push_back(std::move(value));
    }
    return values;
}

ValuePairs value_pairs(const AssessInput& input, const Column& original, const Column& masked) {
    KeyNumbers<std::uint64_t> keys;
    ValuePairs pairs;
    pairs.of_row.reserve(static_cast<std::size_t>(masked.size()));
    for (std::int64_t row = 0; row < masked.size(); ++row) {
        const std::int64_t from = input.origin_of(row);
        const std::int32_t before =
            original.valid(from) ? original.codes()[static_cast<std::size_t>(from)] : kMissingCode;
        const std::int32_t after =
            masked.valid(row) ? masked.codes()[static_cast<std::size_t>(row)] : kMissingCode;
        const std::uint32_t number =
            keys.number(static_cast<std::uint64_t>(static_cast<std::uint32_t>(before)) << 32 |
                        static_cast<std::uint32_t>(after));
        if (number == pairs.codes.size()) pairs.codes.emplace_back(before, after);
        pairs.of_row.push_back(number);
    }
    return pairs;
}

}  // namespace lethe::loss
