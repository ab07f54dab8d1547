// The order of the rules. What is told by its form comes first; weights before keys, because a
// weight may differ in every row; health before what differs in every row, because a diagnosis may.
#include "lethe/data/roles.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/data/recognise/finding.h"
#include "lethe/data/written/notation.h"

namespace lethe {
namespace {

using recognise::Evidence;
using recognise::Finding;
using recognise::Says;

Finding anything(const Evidence& evidence) {
    const auto& content = evidence.content;
    std::string warning;
    if (evidence.says(Says::person_name) || evidence.says(Says::name) ||
        evidence.says(Says::official) || evidence.says(Says::contact)) {
        warning =
            "its name is that of an identifier, but its values are few: see whether they name "
            "people";
    } else if (evidence.says(Says::weight)) {
        warning =
            "taken for the weight of a body; if it is a sampling weight, give it the role weight";
    }
    if (content.numeric || content.quantity != Quantity::number) {
        return {Role::quasi, Subject::number, "a number that others may know", std::move(warning)};
    }
    return {Role::quasi, Subject::category, "a category that others may know", std::move(warning)};
}

constexpr std::array<std::string_view, 3> kSurveyRoleNames{"weight", "stratum", "household"};

std::optional<SurveyRole> survey_role(Subject subject) {
    switch (subject) {
        case Subject::weight:
            return SurveyRole::weight;
        case Subject::stratum:
            return SurveyRole::stratum;
        case Subject::household:
            return SurveyRole::household;
        default:
            return std::nullopt;
    }
}

Finding find_role(const Evidence& evidence) {
    if (evidence.content.distinct == 0) return {Role::other, Subject::empty, "holds no value"};
    if (auto found = recognise::find_weight(evidence)) return *std::move(found);
    if (auto found = recognise::find_stratum(evidence)) return *std::move(found);
    if (auto found = recognise::find_identifier(evidence)) return *std::move(found);
    if (auto found = recognise::find_attribute(evidence)) {
        // A place or an amount by its name may still hold names or numbers of people.
        if (found->role == Role::quasi && found->subject == Subject::money) {
            if (auto hidden = recognise::find_hidden_identifier(evidence);
                hidden && hidden->subject == Subject::checked_code) {
                return *std::move(hidden);
            }
        }
        return *std::move(found);
    }
    if (auto found = recognise::find_hidden_identifier(evidence)) return *std::move(found);
    return anything(evidence);
}

// Whether a label is a name in other words ("Date of birth"). A question of a survey has words of
// all kinds.
bool is_telling_label(const Column& column) {
    constexpr std::size_t kMostWords = 5;
    if (!column.description()) return false;
    const std::size_t words = recognise::name_words(column.description()->label).size();
    return words > 0 && words <= kMostWords;
}

}  // namespace

std::string_view name(Subject subject) {
    switch (subject) {
        case Subject::person_name:
            return "names of people";
        case Subject::contact:
            return "contact";
        case Subject::official:
            return "official number";
        case Subject::account:
            return "account";
        case Subject::key:
            return "key";
        case Subject::household:
            return "household";
        case Subject::position:
            return "position";
        case Subject::address:
            return "address";
        case Subject::free_text:
            return "free text";
        case Subject::checked_code:
            return "code with check digits";
        case Subject::distinct_text:
            return "text that differs";
        case Subject::date:
            return "date";
        case Subject::birth:
            return "birth";
        case Subject::weight:
            return "sampling weight";
        case Subject::stratum:
            return "stratum";
        case Subject::health:
            return "health";
        case Subject::sensitive:
            return "sensitive";
        case Subject::money:
            return "money";
        case Subject::outcome:
            return "outcome";
        case Subject::place:
            return "place";
        case Subject::code:
            return "code";
        case Subject::number:
            return "number";
        case Subject::category:
            return "category";
        case Subject::constant:
            return "constant";
        case Subject::empty:
            return "empty";
    }
    return "";
}

std::string_view name(SurveyRole role) { return kSurveyRoleNames[static_cast<std::size_t>(role)]; }

std::optional<SurveyRole> survey_role_named(std::string_view name) {
    for (std::size_t i = 0; i < kSurveyRoleNames.size(); ++i) {
        if (kSurveyRoleNames[i] == name) return static_cast<SurveyRole>(i);
    }
    return std::nullopt;
}

std::vector<std::string_view> survey_role_names() {
    return {kSurveyRoleNames.begin(), kSurveyRoleNames.end()};
}

Role role_of(SurveyRole role) {
    return role == SurveyRole::stratum ? Role::quasi : Role::identifier;
}

RoleGuess guess_role(const Column& column) {
    const recognise::NameMeaning by_name(column.name());
    const bool labelled = by_name.says_nothing() && is_telling_label(column);
    const Evidence evidence{
        labelled ? recognise::NameMeaning(column.description()->label) : by_name,
        recognise::content_of(column), column.kind()};
    Finding found = find_role(evidence);
    constexpr std::string_view kBy = "as its name says";
    if (const auto at = found.reason.find(kBy); labelled && at != std::string::npos) {
        found.reason.replace(at, kBy.size(), "as its label says");
    }
    RoleGuess guess;
    // What is written as dates or times computes as such, whatever it is about.
    const bool dates = column.notation() && !column.notation()->is_number();
    guess.kind = dates ? Kind::numeric : recognise::fitting_kind(evidence, found);
    if (found.subject == Subject::number && guess.kind != Kind::numeric) {
        found.subject = Subject::code;
        found.reason = "few whole numbers: codes that others may know";
    }
    guess.role = found.role;
    guess.reason = std::move(found.reason);
    guess.subject = found.subject;
    guess.missing_codes = evidence.content.missing_codes;
    guess.warning = std::move(found.warning);
    guess.valid = evidence.content.valid;
    guess.distinct = evidence.content.distinct;
    guess.unique = evidence.content.alone;
    guess.survey = survey_role(found.subject);
    return guess;
}

std::vector<RoleGuess> guess_roles(const Context& context, const Table& table) {
    std::vector<RoleGuess> guesses(table.columns().size());
    parallel_tasks(context, static_cast<std::int64_t>(guesses.size()), [&](std::int64_t i) {
        const auto at = static_cast<std::size_t>(i);
        guesses[at] = guess_role(*table.columns()[at]);
    });
    return guesses;
}

Role Roles::of(const std::string& column) const {
    const auto found = roles_.find(column);
    return found == roles_.end() ? Role::other : found->second;
}

std::optional<SurveyRole> Roles::survey_of(const std::string& column) const {
    const auto found = survey_.find(column);
    return found == survey_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> Roles::with(const Table& table, SurveyRole role) const {
    std::vector<std::string> names;
    for (const ColumnPtr& column : table.columns()) {
        if (survey_of(column->name()) == role) names.push_back(column->name());
    }
    return names;
}

std::vector<std::string> Roles::with(const Table& table, Role role) const {
    std::vector<std::string> names;
    for (const ColumnPtr& column : table.columns()) {
        if (of(column->name()) == role) names.push_back(column->name());
    }
    return names;
}

}  // namespace lethe
