#include "lethe/data/roles.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>
#include <unordered_set>

namespace lethe {
namespace {

// The words of a name: "PatientID" -> patient, id; "date_of_birth" -> date, of, birth.
std::vector<std::string> words_of(const std::string& name) {
    std::vector<std::string> words(1);
    bool was_lower = false;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) == 0 && byte < 128) {
            words.emplace_back();
            was_lower = false;
            continue;
        }
        if (std::isupper(byte) != 0 && was_lower) words.emplace_back();
        was_lower = std::islower(byte) != 0;
        words.back() += static_cast<char>(std::tolower(byte));
    }
    return words;
}

template <std::size_t N>
bool any_word(const std::vector<std::string>& words, const std::array<std::string_view, N>& known) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return std::find(known.begin(), known.end(), word) != known.end();
    });
}

constexpr std::array<std::string_view, 30> kIdentifierWords{
    "id",      "ids",      "ssn",     "nin",    "name",      "names", "surname",  "forename",
    "email",   "mail",     "phone",   "mobile", "telephone", "fax",   "passport", "iban",
    "account", "licence",  "license", "plate",  "address",   "first", "last",     "maiden",
    "middle",  "username", "login",   "uuid",   "guid",      "mrn"};

constexpr std::array<std::string_view, 24> kConfidentialWords{
    "diagnosis",   "disease",   "cancer",     "hiv",       "disability", "religion",
    "belief",      "ethnicity", "ethnic",     "political", "party",      "sexual",
    "orientation", "crime",     "conviction", "drug",      "therapy",    "treatment",
    "medication",  "health",    "illness",    "pregnant",  "symptom",    "mental"};

struct Shape {
    std::int64_t valid = 0;
    std::int64_t distinct = 0;
    bool whole = true;  // numbers without fraction
};

Shape shape_of(const Column& column) {
    Shape shape;
    shape.valid = column.size() - column.missing();
    if (!column.is_numeric()) {
        std::vector<bool> seen(column.dictionary().size(), false);
        const auto codes = column.codes();
        for (std::int64_t row = 0; row < column.size(); ++row) {
            if (!column.valid(row)) continue;
            const auto code = static_cast<std::size_t>(codes[static_cast<std::size_t>(row)]);
            if (!seen[code]) ++shape.distinct;
            seen[code] = true;
        }
        return shape;
    }
    std::unordered_set<double> seen;
    const auto numbers = column.numbers();
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        const double value = numbers[static_cast<std::size_t>(row)];
        shape.whole = shape.whole && value == std::floor(value);
        seen.insert(value);
    }
    shape.distinct = static_cast<std::int64_t>(seen.size());
    return shape;
}

}  // namespace

RoleGuess guess_role(const Column& column) {
    const auto words = words_of(column.name());
    const bool named_identifier = any_word(words, kIdentifierWords);
    if (any_word(words, kConfidentialWords)) {
        return {Role::confidential, "its name speaks of a sensitive subject"};
    }
    if (!column.is_numeric() || named_identifier) {
        const Shape shape = shape_of(column);
        const bool all_differ = shape.valid > 1 && shape.distinct == shape.valid;
        const bool most_differ = shape.valid >= 20 && shape.distinct * 100 >= shape.valid * 95;
        if (column.is_numeric()) {
            if (all_differ && shape.whole) {
                return {Role::identifier,
                        "whole numbers that differ in every row, named like an identifier"};
            }
        } else if (named_identifier && (all_differ || 2 * shape.distinct >= shape.valid)) {
            return {Role::identifier, "differs in most rows and is named like an identifier"};
        } else if (most_differ) {
            return {Role::identifier, "text that differs in almost every row"};
        }
    }
    return {Role::quasi, column.is_numeric() ? "a number that others may know"
                                             : "a category that others may know"};
}

Role Roles::of(const std::string& column) const {
    const auto found = roles_.find(column);
    return found == roles_.end() ? Role::other : found->second;
}

std::vector<std::string> Roles::with(const Table& table, Role role) const {
    std::vector<std::string> names;
    for (const ColumnPtr& column : table.columns()) {
        if (of(column->name()) == role) names.push_back(column->name());
    }
    return names;
}

}  // namespace lethe
