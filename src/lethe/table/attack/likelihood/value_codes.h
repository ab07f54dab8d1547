// Columns as codes, and parts whose weights are a table: what the likelihoods of categories share.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lethe/data/numbers/number_text.h"
#include "lethe/table/attack/likelihood/likelihood_parts.h"

namespace lethe::attack {

// Released values as codes: the different ones, and one more for missing.
struct Coded {
    std::vector<std::int32_t> of_row;
    std::vector<std::int64_t> counts;
    std::int32_t missing = 0;  // the last code

    double weight_of(std::int32_t code, double chance) const {
        return std::log(chance * static_cast<double>(of_row.size()) /
                        static_cast<double>(counts[static_cast<std::size_t>(code)]));
    }
};

template <class Key>
struct Values {
    std::unordered_map<Key, std::int32_t> code_of;
    std::vector<Key> values;

    std::int32_t add(const Key& value) {
        const auto [place, added] =
            code_of.try_emplace(value, static_cast<std::int32_t>(values.size()));
        if (added) values.push_back(value);
        return place->second;
    }
    std::int32_t find(const Key& value) const {
        const auto place = code_of.find(value);
        return place == code_of.end() ? -1 : place->second;
    }
};

// Codes of the rows of a column; missing ones are kMissingCode.
inline std::vector<std::int32_t> number_codes(const Column& column, Values<double>& values) {
    std::vector<std::int32_t> codes;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        codes.push_back(column.valid(row)
                            ? values.add(column.numbers()[static_cast<std::size_t>(row)] + 0.0)
                            : kMissingCode);
    }
    return codes;
}

inline std::vector<std::int32_t> text_codes(const Column& column, Values<std::string>& values) {
    std::vector<std::int32_t> of_code;  // of the column's dictionary
    if (!column.is_numeric()) of_code.assign(column.dictionary().size(), kMissingCode);
    std::vector<std::int32_t> codes;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) {
            codes.push_back(kMissingCode);
        } else if (column.is_numeric()) {
            codes.push_back(
                values.add(number_text(column.numbers()[static_cast<std::size_t>(row)])));
        } else {
            auto& code =
                of_code[static_cast<std::size_t>(column.codes()[static_cast<std::size_t>(row)])];
            if (code == kMissingCode)
                code = values.add(column.dictionary()[static_cast<std::size_t>(
                    column.codes()[static_cast<std::size_t>(row)])]);
            codes.push_back(code);
        }
    }
    return codes;
}

inline Coded coded(std::vector<std::int32_t> codes, std::size_t different) {
    Coded result{std::move(codes), std::vector<std::int64_t>(different + 1, 0),
                 static_cast<std::int32_t>(different)};
    for (std::int32_t& code : result.of_row) {
        if (code == kMissingCode) code = result.missing;
        ++result.counts[static_cast<std::size_t>(code)];
    }
    return result;
}

// Any weights, for few values.
class TablePart final : public LikelihoodPart {
  public:
    std::vector<LogWeight> table;  // query codes x target codes
    std::vector<LogWeight> largest;
    std::vector<std::vector<CodeRange>> ranges_of;
    bool has_impossible = false;

    void add(std::int32_t query, std::span<const std::int32_t> targets,
             std::span<LogWeight> totals) const override {
        const LogWeight* row = &table[static_cast<std::size_t>(query) * width()];
        for (std::size_t i = 0; i < targets.size(); ++i) totals[i] += row[targets[i]];
    }
    LogWeight most(std::int32_t query) const override {
        return largest[static_cast<std::size_t>(query)];
    }
    bool excludes() const override { return has_impossible; }
    void possible(std::int32_t query, std::vector<CodeRange>& ranges) const override {
        const auto& own = ranges_of[static_cast<std::size_t>(query)];
        ranges.insert(ranges.end(), own.begin(), own.end());
    }

    void finish() {
        for (std::size_t query = 0; query * width() < table.size(); ++query) {
            const LogWeight* row = &table[query * width()];
            largest.push_back(*std::max_element(row, row + width()));
            auto& ranges = ranges_of.emplace_back();
            for (std::int32_t code = 0; code < codes; ++code) {
                if (row[code] == kImpossible) {
                    has_impossible = true;
                } else if (!ranges.empty() && ranges.back().high == code - 1) {
                    ranges.back().high = code;
                } else {
                    ranges.push_back({code, code});
                }
            }
        }
    }

  private:
    std::size_t width() const { return static_cast<std::size_t>(codes); }
};

constexpr std::size_t kMostCells = std::size_t{1} << 24;

// weight(known text, released text, their codes, codes): in nats, or nothing where it is
// impossible. Null where there are too many values.
template <class Weight>
PartPtr table_part(const ColumnPair& pair, Weight weight) {
    auto part = std::make_unique<TablePart>();
    Values<std::string> known, shown;
    part->query_codes = text_codes(*pair.held, known);
    std::vector<std::int32_t> released = text_codes(*pair.released, shown);
    const Coded codes = coded(std::move(released), shown.values.size());
    if (known.values.size() * codes.counts.size() > kMostCells) return nullptr;
    part->codes = codes.missing + 1;
    for (std::int32_t query = 0; query < std::ssize(known.values); ++query) {
        const std::string& x = known.values[static_cast<std::size_t>(query)];
        for (std::int32_t code = 0; code < codes.missing; ++code) {
            const std::optional<double> nats =
                weight(x, shown.values[static_cast<std::size_t>(code)], query, code, codes);
            part->table.push_back(nats ? log_weight(*nats) : kImpossible);
        }
        part->table.push_back(pair.can_be_missing ? 0 : kImpossible);
    }
    part->target_codes = codes.of_row;
    part->finish();
    return part;
}

}  // namespace lethe::attack
