#include "lethe/release/tables/propose_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/data/written/recognise_notation.h"
#include "lethe/io/toml_text.h"
#include "lethe/release/policy_parts.h"
#include "lethe/release/tables/plan.h"

namespace lethe::release {
namespace {

struct Section {
    std::optional<Role> role;  // none: what a column is in the design of a survey
    std::string_view heading;
};

constexpr std::array<Section, 5> kSections{
    {{Role::identifier, "Identifiers name a person or a household: dropped."},
     {std::nullopt,
      "Of the survey: measures of risk use them. Weights and household numbers may identify and "
      "are\n# dropped; a stratum is a quasi-identifier."},
     {Role::quasi,
      "Quasi-identifiers: others may know them. The steps mask them, and every attack knows them."},
     {Role::confidential,
      "Confidential: what nobody should learn about a person. Released as it is."},
     {Role::other,
      "Other: released as it is. No outsider knows it; say why where that is in doubt."}}};

// Code -> the columns that hold it.
using Codes = std::map<std::string, std::vector<std::string>>;

Codes codes_of(const Table& table, std::span<const RoleGuess> guesses, bool certain) {
    Codes codes;
    for (std::size_t i = 0; i < guesses.size(); ++i) {
        for (const MissingCode& code : guesses[i].missing_codes) {
            if (code.certain != certain) continue;
            codes[code.code].push_back(toml_comment(table.columns()[i]->name()));
        }
    }
    return codes;
}

std::string read_section(const Table& table, std::span<const RoleGuess> guesses,
                         const ReadOptions& read) {
    std::string out;
    Json keys = table_reading_json(read);
    keys.erase("missing");
    for (const auto& [key, value] : keys.items()) {
        out += fmt::format("{} = {}\n", key, toml_value(value));
    }
    std::vector<std::string> missing;
    for (const std::string& text : read.missing) missing.push_back(toml_quoted(text));
    for (const auto& [code, columns] : codes_of(table, guesses, true)) {
        out += fmt::format("# {} is read as missing: it stands in {}\n",
                           toml_comment(toml_quoted(code)), fmt::join(columns, ", "));
        if (std::find(missing.begin(), missing.end(), toml_quoted(code)) == missing.end()) {
            missing.push_back(toml_quoted(code));
        }
    }
    for (const auto& [code, columns] : codes_of(table, guesses, false)) {
        out += fmt::format("# {} stands in {}: add it to the list if it means missing there\n",
                           toml_comment(toml_quoted(code)), fmt::join(columns, ", "));
    }
    if (!missing.empty()) out += fmt::format("missing = [{}]\n", fmt::join(missing, ", "));
    return out.empty() ? out : "[read]\n" + out + "\n";
}

// The kind that is proposed, with how its numbers or dates are written. Texts that have a notation
// but for codes that are surely missing are read in it without these.
std::string kind_keys(const Column& column, const RoleGuess& guess) {
    const bool sure = std::ranges::all_of(guess.missing_codes, &MissingCode::certain);
    const bool may_be = guess.kind == Kind::numeric ||
                        (guess.kind == Kind::nominal && column.kind() == Kind::nominal && sure) ||
                        (guess.kind == Kind::ordinal && sure);
    const NotationPtr notation = may_be ? notation_of(column).notation : nullptr;
    if (!notation) return fmt::format(", kind = \"{}\"", name(guess.kind));
    std::string keys =
        fmt::format(", kind = \"{}\"",
                    notation->is_number() ? name(Kind::numeric) : name(notation->quantity()));
    const Json written = notation_json(*notation);
    for (const auto& [key, value] : written.items()) {
        keys += fmt::format(", {} = {}", key, toml_value(value));
    }
    return keys;
}

std::string column_line(const Column& column, const RoleGuess& guess, std::size_t width) {
    std::string value =
        fmt::format("{{ role = \"{}\"", guess.survey ? name(*guess.survey) : name(guess.role));
    if (guess.role != Role::identifier || guess.survey == SurveyRole::weight)
        value += kind_keys(column, guess);
    const bool has_order = guess.kind == Kind::ordinal && column.kind() == Kind::ordinal;
    if (guess.role != Role::identifier && has_order) {
        std::vector<std::string> order;
        for (const std::string& text : column.dictionary()) order.push_back(toml_quoted(text));
        value += fmt::format(", order = [{}]", fmt::join(order, ", "));
    }
    return fmt::format("{:<{}} = {:<44}  # {}\n", toml_key(column.name()), width, value + " }",
                       toml_comment(guess.reason));
}

// The step for columns that are free text.
std::string text_step(const Table& table, std::span<const RoleGuess> guesses) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < guesses.size(); ++i) {
        if (guesses[i].kind != Kind::text || guesses[i].role == Role::identifier) continue;
        names.push_back(toml_quoted(table.columns()[i]->name()));
    }
    if (names.empty() || text_mask() == nullptr) return {};
    return fmt::format(
        "\n# What is found of names, numbers, addresses and dates in free text is replaced. What "
        "is not\n# found stays, and no attack reads it: read a good part of it before it is "
        "published.\n"
        "[[step]]\nmethod = \"{}\"\ncolumns = [{}]\n",
        text_mask()->info.name, fmt::join(names, ", "));
}

}  // namespace

std::string propose_policy(const Table& table, std::span<const RoleGuess> guesses,
                           const ReadOptions& read, const std::string& file) {
    std::string out = fmt::format(
        "# Proposed for {}: {} rows, {} columns. A guess from names and values, to be read and\n"
        "# corrected by someone who knows the data; every line says why.\n\n",
        toml_comment(file), table.rows(), table.columns().size());
    out += read_section(table, guesses, read);
    out += "[columns]\n";
    std::size_t width = 8, quasi = 0;
    for (const ColumnPtr& column : table.columns()) {
        width = std::max(width, std::min<std::size_t>(toml_key(column->name()).size(), 24));
    }
    for (const Section& section : kSections) {
        std::string lines;
        for (std::size_t i = 0; i < guesses.size(); ++i) {
            const std::optional<Role> own =
                guesses[i].survey ? std::nullopt : std::optional(guesses[i].role);
            if (own != section.role) continue;
            lines += column_line(*table.columns()[i], guesses[i], width);
            quasi += guesses[i].role == Role::quasi ? 1 : 0;
        }
        if (!lines.empty()) out += fmt::format("# {}\n{}\n", section.heading, lines);
    }
    const std::string_view off = quasi == 0 || table.rows() < 2 ? "# " : "";
    out += fmt::format(
        "# A first step: groups of at least k people who share the values of all "
        "quasi-identifiers.\n"
        "# lethe advise looks for a better one; lethe methods lists what there is.\n"
        "{0}[[step]]\n{0}method = \"mondrian\"\n{0}k = {1}\n",
        off, std::clamp<std::int64_t>(table.rows(), 2, 5));
    out += text_step(table, guesses);
    return out;
}

}  // namespace lethe::release
