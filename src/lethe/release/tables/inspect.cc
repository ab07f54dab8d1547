#include "lethe/release/tables/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <utility>

#include "lethe/algo/population/survey_weights.h"
#include "lethe/core/parallel.h"
#include "lethe/data/column_stats.h"
#include "lethe/data/groups.h"
#include "lethe/data/roles.h"
#include "lethe/data/uniqueness.h"
#include "lethe/data/written/recognise_notation.h"
#include "lethe/release/next_command.h"
#include "lethe/release/tables/plan.h"
#include "lethe/release/tables/propose_policy.h"

namespace lethe::release {
namespace {

InspectedColumn describe(const Context& context, const Column& column, const RoleGuess& guess) {
    InspectedColumn described{column.name(), column.kind(), guess, column.missing()};
    if (column.description()) described.label = column.description()->label;
    const NotationPtr& notation = column.notation();
    if (notation) {
        described.written =
            fmt::format("{}s, {}", name(notation->quantity()), notation_example(*notation));
    }
    const bool measured = column.is_numeric() && guess.kind == Kind::numeric &&
                          guess.role != Role::identifier && (!notation || notation->is_number());
    if (measured) {
        const ColumnStats stats = column_stats(context, column);
        described.moments = {stats.mean, stats.deviation()};
    }
    return described;
}

std::vector<RowsBelow> lost_rows(const Groups& groups) {
    std::vector<RowsBelow> lost;
    for (const std::int64_t k : {2, 3, 5, 10, 20, 50, 100}) {
        std::int64_t below = 0;
        for (const std::int64_t size : groups.sizes) below += size < k ? size : 0;
        lost.push_back({k, below});
    }
    return lost;
}

std::map<std::int64_t, std::int64_t> rows_by_size(const Groups& groups) {
    std::vector<std::int64_t> size_of_row;
    size_of_row.reserve(groups.class_of.size());
    for (const std::int32_t group : groups.class_of) {
        size_of_row.push_back(groups.sizes[static_cast<std::size_t>(group)]);
    }
    return size_histogram(size_of_row);
}

std::vector<RankedColumn> ranking_of(const ColumnUniqueness& found,
                                     const std::vector<std::string>& columns) {
    std::vector<std::size_t> order(columns.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const Uniqueness &first = found.without[a], &second = found.without[b];
        if (first.unique != second.unique) return first.unique < second.unique;
        if (first.classes != second.classes) return first.classes < second.classes;
        return found.alone[a].classes > found.alone[b].classes;
    });
    std::vector<RankedColumn> ranking;
    for (const std::size_t i : order) {
        ranking.push_back({columns[i], found.alone[i].unique, found.without[i].unique,
                           found.all.unique - found.without[i].unique});
    }
    return ranking;
}

std::vector<UniqueTogether> with_names(const std::vector<Combination>& found,
                                       const std::vector<std::string>& columns) {
    std::vector<UniqueTogether> named;
    for (const Combination& combination : found) {
        UniqueTogether one{{}, combination.unique};
        for (const std::size_t i : combination.columns) one.columns.push_back(columns[i]);
        named.push_back(std::move(one));
    }
    return named;
}

// Who agrees with whom in the quasi-identifiers, and what each of them adds to that.
InspectedClasses classes_of(const Context& context, const Table& table,
                            const std::vector<std::string>& quasi, Progress& progress,
                            std::vector<std::string>& warnings) {
    const Groups groups = group_rows(context, table, quasi);
    InspectedClasses result{.columns = quasi,
                            .classes = groups.classes(),
                            .smallest = groups.smallest(),
                            .unique = std::ranges::count(groups.sizes, std::int64_t{1}),
                            .histogram = rows_by_size(groups),
                            .lost = lost_rows(groups)};
    progress.add();
    const ColumnUniqueness found = uniqueness_by_column(context, table, quasi);
    result.ranking = ranking_of(found, quasi);
    result.pairs = with_names(found.pairs, quasi);
    // Where two columns already tell apart whom all of them do, a third adds nothing.
    const bool two_suffice = !found.pairs.empty() && found.pairs.front().unique == found.all.unique;
    if (!two_suffice) result.triples = with_names(found.triples, quasi);
    if (found.combined.size() < quasi.size()) {
        warnings.push_back(fmt::format(
            "combinations were tried of the {} quasi-identifiers with most different values",
            found.combined.size()));
    }
    return result;
}

// How a column may be declared whose notation nothing tells.
std::string undecided_words(const std::vector<NotationPtr>& candidates) {
    std::vector<std::string> patterns;
    for (const NotationPtr& one : candidates) {
        patterns.push_back(one->is_number()
                               ? fmt::format("decimal = \"{}\"", one->marks().decimal)
                               : fmt::format("format = \"{}\"", one->dates()->pattern()));
    }
    const Notation& first = *candidates.front();
    if (first.is_number()) {
        return fmt::format(
            "numbers whose mark may be that of decimals or of thousands, and no value of the file "
            "tells: read as texts; {} in [read] of the policy (or the option decimal) says which",
            fmt::join(patterns, " or "));
    }
    const bool short_year = first.dates()->pattern().find("%y") != std::string::npos;
    return fmt::format(
        "{}: read as texts; kind = \"{}\" with {} in the policy says how they are written{}",
        short_year ? "looks like dates whose years have two digits, which are not guessed"
                   : "dates whose day and month no value tells apart",
        name(first.quantity()), fmt::join(patterns, " or "),
        short_year ? "" : ", the option dates (\"day first\", \"month first\") likewise");
}

// Whether the column has decimals that cannot be thousands.
bool has_decimals(const Column& column) {
    if (!column.is_numeric() || column.notation() || notation_of(column).doubtful) return false;
    const auto numbers = column.numbers();
    return std::ranges::any_of(numbers, [](double x) { return x != std::trunc(x); });
}

void warn_of_notation(std::vector<std::string>& warnings, const Table& table,
                      const Column& column) {
    const NotationGuess guess = notation_of(column);
    if (guess.undecided()) {
        warnings.push_back(fmt::format("{}: {}", column.name(), undecided_words(guess.candidates)));
    }
    const bool told = guess.doubtful && std::ranges::any_of(table.columns(), [](const auto& one) {
                          return has_decimals(*one);
                      });
    if (guess.doubtful && !told) {
        warnings.push_back(fmt::format(
            "{}: each number has a point with three digits behind it, taken for decimals; if they "
            "are thousands, decimal = \",\" in [read] of the policy (or the option decimal) says "
            "so",
            column.name()));
    }
}

void warn(std::vector<std::string>& warnings, const Column& column, const RoleGuess& guess) {
    const auto add = [&](std::string_view what) {
        warnings.push_back(fmt::format("{}: {}", column.name(), what));
    };
    if (!guess.warning.empty()) add(guess.warning);
    if (column.first_non_number() > 0 && guess.kind != Kind::numeric) {
        add(fmt::format(
            "all but a few values are numbers, or dates alike; row {} is the first that "
            "is not",
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

std::vector<std::string> next_commands(const std::string& source, const InspectOptions& options) {
    const std::string data = shell_word(source);
    const std::string policy =
        options.policy_file.empty() ? "policy.toml" : shell_word(options.policy_file);
    std::vector<std::string> next;
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

// Weights, strata and household numbers are proposed as what they are in a survey: the role that
// follows says what becomes of them. A person lives in one household, so that only the first column
// of them is proposed; others are identifiers, and so is a weight that cannot be used.
void propose_survey_role(const Column& column, RoleGuess& guess, bool& household_found) {
    if (guess.survey) guess.role = role_of(*guess.survey);
    if (guess.survey == SurveyRole::household && household_found) guess.survey.reset();
    household_found = household_found || guess.survey == SurveyRole::household;
    if (guess.survey != SurveyRole::weight) return;
    const bool usable = column.is_numeric() && weight_faults(column).unusable == 0;
    if (usable) return;
    guess.survey.reset();
    guess.warning =
        "looks like a survey weight, but is missing or not above 0 in some rows: measures of risk "
        "cannot use it so";
}

// The guesses, with what the user said.
std::vector<RoleGuess> guess_with(const Context& context, const Table& table,
                                  const std::vector<std::string>& given,
                                  std::vector<std::string>& warnings) {
    for (const std::string& name : given) table.column(name);
    std::vector<RoleGuess> guesses = guess_roles(context, table);
    bool household_found = false;
    for (std::size_t i = 0; i < guesses.size(); ++i) {
        const std::string& name = table.columns()[i]->name();
        if (std::find(given.begin(), given.end(), name) == given.end()) {
            propose_sanitising(guesses[i]);
            propose_survey_role(*table.columns()[i], guesses[i], household_found);
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
        guesses[i].survey.reset();
    }
    return guesses;
}

}  // namespace

InspectedTable inspect(const Context& context, const Table& table, const std::string& source,
                       const InspectOptions& options) {
    InspectedTable result;
    result.file = source_name(source);
    result.rows = table.rows();
    Progress progress(context, "inspecting", 4);
    const Context inner = context.silent();
    const std::vector<RoleGuess> guesses =
        guess_with(inner, table, options.columns, result.warnings);
    progress.add();
    std::vector<std::string> quasi(options.columns);
    for (std::size_t i = 0; i < guesses.size(); ++i) {
        const Column& column = *table.columns()[i];
        result.columns.push_back(describe(inner, column, guesses[i]));
        warn(result.warnings, column, guesses[i]);
        if (guesses[i].role != Role::identifier) warn_of_notation(result.warnings, table, column);
        if (guesses[i].role == Role::identifier) result.dropped.push_back(column.name());
        if (options.columns.empty() && guesses[i].role == Role::quasi)
            quasi.push_back(column.name());
    }
    progress.add();
    if (!quasi.empty()) {
        result.classes = classes_of(inner, table, quasi, progress, result.warnings);
    } else {
        result.warnings.push_back(
            "no column was taken for a quasi-identifier: name some with the option columns");
    }
    result.policy = propose_policy(table, guesses, options.read, result.file);
    result.next = next_commands(source, options);
    return result;
}

}  // namespace lethe::release
