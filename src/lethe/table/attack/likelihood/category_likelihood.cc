// Values that are compared as such: equal, or changed from category to category.
#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

#include "lethe/data/numbers/number_text.h"
#include "lethe/table/attack/likelihood/likelihood_parts.h"
#include "lethe/table/attack/likelihood/value_codes.h"

namespace lethe::attack {
namespace {

// One released value for each known one; all others are impossible, or less likely by a constant.
class EqualPart final : public LikelihoodPart {
  public:
    std::vector<std::int32_t> equal;  // by query code; -1: none
    std::vector<LogWeight> weights;   // by target code, where it is the equal one
    LogWeight other = kImpossible;
    LogWeight missing = kImpossible;

    void add(std::int32_t query, std::span<const std::int32_t> targets,
             std::span<LogWeight> totals) const override {
        const std::int32_t own = equal[static_cast<std::size_t>(query)];
        const LogWeight weight = own < 0 ? 0 : weights[static_cast<std::size_t>(own)];
        const std::int32_t missing_code = codes - 1;
        for (std::size_t i = 0; i < targets.size(); ++i) {
            totals[i] += targets[i] == missing_code ? missing : targets[i] == own ? weight : other;
        }
    }
    LogWeight most(std::int32_t query) const override {
        const std::int32_t own = equal[static_cast<std::size_t>(query)];
        const LogWeight weight = own < 0 ? other : weights[static_cast<std::size_t>(own)];
        return std::max({weight, other, missing});
    }
    bool excludes() const override { return other == kImpossible || missing == kImpossible; }
    void possible(std::int32_t query, std::vector<CodeRange>& ranges) const override {
        const std::int32_t own = equal[static_cast<std::size_t>(query)];
        if (other != kImpossible) {
            ranges.push_back({0, codes - (missing == kImpossible ? 2 : 1)});
            return;
        }
        if (own >= 0) ranges.push_back({own, own});
        if (missing != kImpossible) ranges.push_back({codes - 1, codes - 1});
    }
};

std::unique_ptr<EqualPart> compare_values(const ColumnPair& pair, double stays) {
    auto part = std::make_unique<EqualPart>();
    std::vector<std::int32_t> released;
    std::size_t different = 0;
    const auto fill = [&](auto values, auto codes_of) {
        released = codes_of(*pair.released, values);
        different = values.values.size();
        auto known = values;  // those of the release keep their codes
        part->query_codes = codes_of(*pair.held, known);
        for (std::size_t code = 0; code < known.values.size(); ++code) {
            part->equal.push_back(code < different ? static_cast<std::int32_t>(code) : -1);
        }
    };
    if (pair.held->is_numeric() && pair.released->is_numeric()) {
        fill(Values<double>(), number_codes);
    } else {
        fill(Values<std::string>(), text_codes);
    }
    const Coded codes = coded(std::move(released), different);
    part->codes = codes.missing + 1;
    // A value that stays with chance s and is anything else as others are: s / share + (1 - s).
    for (std::int32_t code = 0; code < codes.missing; ++code) {
        const double share = static_cast<double>(codes.counts[static_cast<std::size_t>(code)]) /
                             static_cast<double>(codes.of_row.size());
        part->weights.push_back(log_weight(std::log(stays / share + 1 - stays)));
    }
    if (stays < 1) part->other = log_weight(std::log(1 - stays));
    if (pair.can_be_missing) part->missing = 0;
    part->target_codes = codes.of_row;
    return part;
}

// Where values stand: numbers, or the place of a category in the order of the original.
using CategoryPlace = std::function<std::optional<double>(const std::string&)>;

CategoryPlace places_of(const Column& column) {
    if (column.is_numeric()) return [](const std::string& text) { return parse_number(text); };
    std::unordered_map<std::string, double> places;
    for (std::size_t code = 0; code < column.dictionary().size(); ++code) {
        places[column.dictionary()[code]] = static_cast<double>(code);
    }
    return [places](const std::string& text) -> std::optional<double> {
        const auto found = places.find(text);
        return found == places.end() ? std::nullopt : std::optional(found->second);
    };
}

}  // namespace

PartPtr equal_part(const ColumnPair& pair) { return compare_values(pair, 1.0); }

PartPtr loose_part(const ColumnPair& pair) {
    constexpr double kStays = 0.5;
    ColumnPair any = pair;
    any.can_be_missing = true;
    if (pair.held->kind() != Kind::ordinal) return compare_values(any, kStays);
    const CategoryPlace place = places_of(*pair.held);
    PartPtr part = table_part(any, [&](const std::string& x, const std::string& y, std::int32_t,
                                       std::int32_t code, const Coded& codes) {
        const auto from = place(x), to = place(y);
        if (!from || !to) return std::optional(0.0);
        const double near = std::exp(-std::fabs(*from - *to));
        const double share = static_cast<double>(codes.counts[static_cast<std::size_t>(code)]) /
                             static_cast<double>(codes.of_row.size());
        return std::optional(std::log(kStays * near / share + 1 - kStays));
    });
    return part ? std::move(part) : compare_values(any, kStays);
}

PartPtr transition_part(const ColumnPair& pair, const TransitionTable& table) {
    std::unordered_map<std::string, std::size_t> place;
    for (std::size_t k = 0; k < table.categories.size(); ++k) place[table.categories[k]] = k;
    PartPtr part = table_part(pair,
                              [&](const std::string& x, const std::string& y, std::int32_t,
                                  std::int32_t code, const Coded& codes) -> std::optional<double> {
                                  const auto from = place.find(x), to = place.find(y);
                                  const double chance = from == place.end() ? (x == y ? 1.0 : 0.0)
                                                        : to == place.end()
                                                            ? 0.0
                                                            : table.rows[from->second][to->second];
                                  if (!(chance > 0)) return std::nullopt;
                                  return codes.weight_of(code, chance);
                              });
    return part ? std::move(part) : loose_part(pair);
}

}  // namespace lethe::attack
