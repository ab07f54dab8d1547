#include "lethe/release/tables/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <span>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/data/column_stats.h"
#include "lethe/data/groups.h"
#include "lethe/data/roles.h"
#include "lethe/data/uniqueness.h"
#include "lethe/release/next_command.h"
#include "lethe/release/tables/plan.h"
#include "lethe/release/tables/propose_policy.h"

namespace lethe {
namespace {

double percent_of_rows(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

Json missing_codes(const RoleGuess& guess, std::int64_t rows) {
    Json codes = Json::array();
    for (const MissingCode& code : guess.missing_codes) {
        codes.push_back({{"code", code.code},
                         {"rows", code.rows},
                         {"share", percent_of_rows(code.rows, rows)},
                         {"certain", code.certain}});
    }
    return codes;
}

Json describe(const Context& context, const Column& column, const RoleGuess& guess) {
    Json entry{{"name", column.name()},
               {"kind", name(column.kind())},
               {"proposed_kind", name(guess.kind)},
               {"role", name(guess.role)},
               {"looks_like", name(guess.subject)},
               {"reason", guess.reason},
               {"distinct", guess.distinct},
               {"missing", column.missing()},
               {"missing_share", percent_of_rows(column.missing(), column.size())},
               {"unique", guess.unique},
               {"unique_share", percent_of_rows(guess.unique, column.size())}};
    if (!guess.missing_codes.empty()) entry["missing_codes"] = missing_codes(guess, column.size());
    const bool measured =
        column.is_numeric() && guess.kind == Kind::numeric && guess.role != Role::identifier;
    if (measured) {
        const ColumnStats stats = column_stats(context, column);
        entry["mean"] = stats.mean;
        entry["sd"] = stats.deviation();
    }
    return entry;
}

// How many rows lie in classes of fewer than k: what is lost if they are to be dropped.
Json lost_rows(const Groups& groups, std::int64_t rows) {
    Json lost = Json::array();
    for (const std::int64_t k : {2, 3, 5, 10, 20, 50, 100}) {
        std::int64_t below = 0;
        for (const std::int64_t size : groups.sizes) below += size < k ? size : 0;
        lost.push_back({{"k", k}, {"rows", below}, {"share", percent_of_rows(below, rows)}});
    }
    return lost;
}

Json classes_of(const Groups& groups, const Table& table, const std::vector<std::string>& columns) {
    const std::int64_t unique =
        std::count(groups.sizes.begin(), groups.sizes.end(), std::int64_t{1});
    Json classes{{"columns", columns},
                 {"classes", groups.classes()},
                 {"smallest", groups.smallest()},
                 {"unique", unique},
                 {"unique_share", percent_of_rows(unique, table.rows())}};
    std::vector<std::int64_t> size_of_row;
    size_of_row.reserve(groups.class_of.size());
    for (const std::int32_t group : groups.class_of) {
        size_of_row.push_back(groups.sizes[static_cast<std::size_t>(group)]);
    }
    Json histogram = Json::object();
    for (const auto& [size, rows] : size_histogram(size_of_row)) {
        histogram[std::to_string(size)] = rows;
    }
    classes["histogram"] = std::move(histogram);
    return classes;
}

// Those that add most to the unique people first; where they add nothing, because others tell
// people apart already, those that add most classes, then those with most values.
Json ranking_json(const ColumnUniqueness& found, const std::vector<std::string>& columns,
                  std::int64_t rows) {
    std::vector<std::size_t> order(columns.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const Uniqueness &first = found.without[a], &second = found.without[b];
        if (first.unique != second.unique) return first.unique < second.unique;
        if (first.classes != second.classes) return first.classes < second.classes;
        return found.alone[a].classes > found.alone[b].classes;
    });
    Json result = Json::array();
    for (const std::size_t i : order) {
        const std::int64_t adds = found.all.unique - found.without[i].unique;
        result.push_back({{"column", columns[i]},
                          {"alone", found.alone[i].unique},
                          {"alone_share", percent_of_rows(found.alone[i].unique, rows)},
                          {"without", found.without[i].unique},
                          {"without_share", percent_of_rows(found.without[i].unique, rows)},
                          {"adds", adds},
                          {"adds_share", percent_of_rows(adds, rows)}});
    }
    return result;
}

Json combinations_json(const std::vector<Combination>& found,
                       const std::vector<std::string>& columns, std::int64_t rows) {
    Json result = Json::array();
    for (const Combination& combination : found) {
        Json names = Json::array();
        for (const std::size_t i : combination.columns) names.push_back(columns[i]);
        result.push_back({{"columns", std::move(names)},
                          {"unique", combination.unique},
                          {"unique_share", percent_of_rows(combination.unique, rows)}});
    }
    return result;
}

void warn(std::vector<std::string>& warnings, const Column& column, const RoleGuess& guess) {
    const auto add = [&](std::string_view what) {
        warnings.push_back(fmt::format("{}: {}", column.name(), what));
    };
    if (!guess.warning.empty()) add(guess.warning);
    if (column.first_non_number() > 0 && guess.kind != Kind::numeric) {
        add(fmt::format("all but a few values are numbers; row {} is the first that is not",
                        column.first_non_number()));
    }
    for (const MissingCode& code : guess.missing_codes) {
        if (!column.is_numeric()) continue;
        add(fmt::format(
            "{} in {} rows may stand for a missing value (or the end of a scale); it is "
            "taken as a number",
            code.code, code.rows));
    }
    const bool codes = column.is_numeric() && guess.kind == Kind::nominal &&
                       guess.role == Role::quasi && guess.subject == Subject::code;
    if (codes && guess.distinct > 2) {
        add("few whole numbers, taken for codes without an order; if they count or rank something, "
            "give it the kind numeric or ordinal");
    }
}

Json next_commands(const std::string& source, const InspectOptions& options) {
    const std::string data = release::shell_word(source);
    const std::string policy =
        options.policy_file.empty() ? "policy.toml" : release::shell_word(options.policy_file);
    Json next = Json::array();
    if (options.policy_file.empty()) {
        next.push_back(fmt::format("lethe inspect {} --policy-out {}", data, policy));
    }
    next.push_back(fmt::format("lethe advise {} --policy {}", data, policy));
    return next;
}

// Free text is proposed to be sanitised; whoever does not need it drops it.
void propose_sanitising(RoleGuess& guess) {
    if (guess.subject != Subject::free_text || guess.role != Role::identifier) return;
    if (text_mask() == nullptr) return;
    guess.role = Role::confidential;
    guess.kind = Kind::text;
    guess.reason += "; sanitised, or better dropped (role identifier) where it is not needed";
}

// The guesses, with what the user said.
std::vector<RoleGuess> guess_with(const Context& context, const Table& table,
                                  const std::vector<std::string>& given,
                                  std::vector<std::string>& warnings) {
    for (const std::string& name : given) table.column(name);
    std::vector<RoleGuess> guesses = guess_roles(context, table);
    for (std::size_t i = 0; i < guesses.size(); ++i) {
        const std::string& name = table.columns()[i]->name();
        if (std::find(given.begin(), given.end(), name) == given.end()) {
            propose_sanitising(guesses[i]);
            continue;
        }
        if (guesses[i].role == Role::identifier) {
            warnings.push_back(
                fmt::format("{}: named as a quasi-identifier, but it looks like an identifier ({})",
                            name, guesses[i].reason));
        }
        if (guesses[i].role != Role::quasi) {
            guesses[i].role = Role::quasi;
            guesses[i].reason = "named as a quasi-identifier";
        }
    }
    return guesses;
}

}  // namespace

Json inspect(const Context& context, const Table& table, const std::string& source,
             const InspectOptions& options) {
    const std::string file = is_query(source) ? std::string("a query")
                                              : std::filesystem::path(source).filename().string();
    Json result{
        {"kind", "inspection"},
        {"about", "original"},
        {"data", {{"file", file}, {"rows", table.rows()}, {"columns", table.columns().size()}}}};
    Progress progress(context, "inspecting", 4);
    const Context inner = context.silent();
    std::vector<std::string> warnings;
    const std::vector<RoleGuess> guesses = guess_with(inner, table, options.columns, warnings);
    progress.add();
    std::vector<std::string> quasi(options.columns), dropped;
    Json described = Json::array();
    for (std::size_t i = 0; i < guesses.size(); ++i) {
        const Column& column = *table.columns()[i];
        described.push_back(describe(inner, column, guesses[i]));
        warn(warnings, column, guesses[i]);
        if (guesses[i].role == Role::identifier) dropped.push_back(column.name());
        if (options.columns.empty() && guesses[i].role == Role::quasi)
            quasi.push_back(column.name());
    }
    progress.add();
    result["columns"] = std::move(described);
    result["dropped"] = dropped;
    if (!quasi.empty()) {
        const Groups groups = group_rows(inner, table, quasi);
        result["classes"] = classes_of(groups, table, quasi);
        result["lost"] = lost_rows(groups, table.rows());
        progress.add();
        const ColumnUniqueness found = uniqueness_by_column(inner, table, quasi);
        result["ranking"] = ranking_json(found, quasi, table.rows());
        result["pairs"] = combinations_json(found.pairs, quasi, table.rows());
        // Where two columns already tell apart whom all of them do, a third adds nothing.
        const bool two_suffice =
            !found.pairs.empty() && found.pairs.front().unique == found.all.unique;
        result["triples"] = combinations_json(
            two_suffice ? std::vector<Combination>() : found.triples, quasi, table.rows());
        if (found.combined.size() < quasi.size()) {
            warnings.push_back(fmt::format(
                "combinations were tried of the {} quasi-identifiers with most different values",
                found.combined.size()));
        }
    } else {
        warnings.push_back(
            "no column was taken for a quasi-identifier: name some with the option columns");
    }
    result["warnings"] = warnings;
    result["policy"] = propose_policy(table, guesses, options.read, file);
    result["next"] = next_commands(source, options);
    return result;
}

}  // namespace lethe
