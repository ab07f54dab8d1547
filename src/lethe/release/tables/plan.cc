#include "lethe/release/tables/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/pseudonymous.h"
#include "lethe/release/tables/declared_kind.h"
#include "lethe/release/tables/survey_design.h"

namespace lethe::release {
namespace {

// The columns that a step names: in its list, or else in its groups.
std::vector<std::string> named_columns(const StepPolicy& step) {
    if (!step.columns.empty() || !step.parameters.contains("groups")) return step.columns;
    std::vector<std::string> names;
    for (const Json& group : detail::list_of(step.parameters["groups"])) {
        for (const Json& name : detail::list_of(group)) {
            if (name.is_string()) names.push_back(name);
        }
    }
    return names;
}

bool names_column(const Policy& policy, const std::string& name) {
    return std::any_of(policy.steps.begin(), policy.steps.end(), [&](const StepPolicy& step) {
        const auto names = named_columns(step);
        return std::find(names.begin(), names.end(), name) != names.end();
    });
}

// Whether a step is to keep the values of the column from being learnt.
bool calls_sensitive(const Policy& policy, const std::string& name) {
    return std::any_of(policy.steps.begin(), policy.steps.end(), [&](const StepPolicy& step) {
        const Method* method = find_method(step.method);
        if (method == nullptr || !method->has_parameter("models")) return false;
        if (!step.parameters.contains("sensitive")) return false;
        const Json names = detail::list_of(step.parameters["sensitive"]);
        return std::find(names.begin(), names.end(), Json(name)) != names.end();
    });
}

bool takes_text_alone(const Method& method) {
    return method.info.kinds == std::vector<Kind>{Kind::text};
}

bool takes_text_alone(const StepPolicy& step) {
    const Method* method = find_method(step.method);
    return method != nullptr && takes_text_alone(*method);
}

// Whether a step that takes nothing but text names the column.
bool is_masked_as_text(const Policy& policy, const std::string& name) {
    return std::any_of(policy.steps.begin(), policy.steps.end(), [&](const StepPolicy& step) {
        const auto names = named_columns(step);
        return std::find(names.begin(), names.end(), name) != names.end() && takes_text_alone(step);
    });
}

// What is between the items of a column of sets; nothing for other columns.
std::optional<std::string> separator_of(const Policy& policy, const std::string& name) {
    for (const ColumnPolicy& column : policy.columns) {
        if (column.name == name) return column.separator;
    }
    return std::nullopt;
}

// The column with what its texts mean; without where that is a problem.
void add_meaning(const Policy& policy, const Column& column, const ColumnKnowledge& knowledge,
                 const Place& place, std::vector<ColumnPtr>& changed, Problems& problems) {
    const auto separator = separator_of(policy, column.name());
    try {
        changed.push_back(column.with_meaning(
            separator ? policy.shelf->meaning_of_items({}, column, knowledge, *separator)
                      : policy.shelf->meaning({}, column, knowledge)));
    } catch (const Error& error) {
        for (Problem problem : error.problems()) {
            if (problem.place.empty()) problem.place = place;
            problem.kind = error.kind();
            problems.push_back(std::move(problem));
        }
        changed.push_back(column.as_kind(Kind::semantic));
    }
}

// Kind semantic without a taxonomy.
void warn_of_lacking_knowledge(Plan& plan, const Policy& policy) {
    for (const ColumnPolicy& column : policy.columns) {
        const Column* found = plan.table.find(column.name);
        if (found == nullptr || column.kind != Kind::semantic || found->meaning()) continue;
        plan.warnings.push_back(
            fmt::format("column \"{}\" is semantic, but has no knowledge: its values are compared "
                        "as equal or not",
                        column.name));
    }
}

Table with_kinds(const Table& table, const Policy& policy, Problems& problems) {
    std::vector<ColumnPtr> changed;
    for (const auto& [name, knowledge] : policy.knowledge) {
        if (const Column* found = table.find(name)) {
            add_meaning(policy, *found, knowledge, {}, changed, problems);
        } else {
            problems.push_back({unknown_name("column", name, table.names())});
        }
    }
    for (const ColumnPolicy& column : policy.columns) {
        const Column* found = table.find(column.name);
        if (found == nullptr) {
            problems.push_back({unknown_name("column", column.name, table.names()), column.place});
        } else if (column.knowledge && !policy.knowledge.contains(column.name)) {
            add_meaning(policy, *found, *column.knowledge, column.place, changed, problems);
        } else if (column.kind && !policy.knowledge.contains(column.name) &&
                   declares_change(*found, column)) {
            try {
                changed.push_back(as_declared(*found, column));
            } catch (const Error& error) {
                problems.push_back({error.what(), column.place, error.kind()});
            }
        }
    }
    return table.with(changed);
}

// Roles that the policy gives, and for the rest those that the columns look like.
void decide_roles(Plan& plan, const Policy& policy) {
    for (const ColumnPolicy& column : policy.columns) {
        if (column.role) plan.roles.set(column.name, *column.role);
        if (column.survey) plan.roles.set(column.name, *column.survey);
    }
    for (const std::string& name : policy.identifiers) plan.roles.set(name, Role::identifier);
    // What is no identifier stays what it is: pseudonyms of towns are as frequent as the towns.
    for (const ColumnPtr& column : plan.table.columns()) {
        if (!gets_pseudonyms(policy, column->name())) continue;
        const Role role = plan.roles.given(column->name()) ? plan.roles.of(column->name())
                                                           : guess_role(*column).role;
        if (role == Role::identifier &&
            plan.roles.survey_of(column->name()) != SurveyRole::weight) {
            plan.roles.set(column->name(), Role::other);
        }
    }
    std::vector<std::string> unsaid;
    for (const ColumnPtr& column : plan.table.columns()) {
        const std::string& name = column->name();
        if (plan.roles.given(name)) continue;
        const RoleGuess guess = guess_role(*column);
        if (guess.subject == Subject::free_text && is_masked_as_text(policy, name)) {
            plan.roles.set(name, Role::confidential);
            continue;
        }
        if (guess.role == Role::identifier) {
            plan.roles.set(name, Role::identifier);
            if (names_column(policy, name)) continue;  // a problem of that step
            plan.warnings.push_back(fmt::format(
                "column \"{}\" is taken for an identifier and dropped ({})", name, guess.reason));
            continue;
        }
        plan.roles.set(name, names_column(policy, name)      ? Role::quasi
                             : calls_sensitive(policy, name) ? Role::confidential
                                                             : guess.role);
        if (guess.survey == SurveyRole::weight && plan.roles.of(name) == Role::other) {
            plan.warnings.push_back(fmt::format(
                "column \"{0}\" looks like a survey weight and is released; {0} = {{ role = "
                "\"weight\" }} in a policy keeps it back and gives it to measures of risk",
                name));
        }
        if (!policy.columns.empty()) {
            unsaid.push_back(fmt::format("{} ({})", name, lethe::name(plan.roles.of(name))));
        }
    }
    if (!unsaid.empty()) {
        plan.warnings.push_back(
            fmt::format("the policy says nothing about the role of {}: taken for what they look "
                        "like",
                        fmt::join(unsaid, ", ")));
    }
}

// A method for sets masks the columns of sets where it is given none, and no other method does.
bool takes_sets(const Method& method) { return method.has_parameter("separator"); }

std::vector<std::string> default_columns(const Plan& plan, const Method& method,
                                         const Policy& policy) {
    const bool all_but_identifiers = policy.columns.empty();
    const bool any_sets =
        std::any_of(policy.columns.begin(), policy.columns.end(),
                    [](const ColumnPolicy& column) { return column.separator.has_value(); });
    std::vector<std::string> names;
    for (const ColumnPtr& column : plan.table.columns()) {
        const Role role = plan.roles.of(column->name());
        const bool taken = all_but_identifiers ? role != Role::identifier : role == Role::quasi;
        if (any_sets && takes_sets(method) != separator_of(policy, column->name()).has_value()) {
            continue;
        }
        if (taken && method.accepts(column->kind())) names.push_back(column->name());
    }
    return names;
}

std::string why_not(const Column& column, const Method& method) {
    std::vector<std::string_view> kinds;
    for (const Kind kind : method.info.kinds) kinds.push_back(name(kind));
    std::string text = fmt::format("column \"{}\" is {}, but {} takes {} columns", column.name(),
                                   name(column.kind()), method.info.name, fmt::join(kinds, ", "));
    if (!column.is_numeric() && method.accepts(Kind::numeric) && column.first_non_number() > 0) {
        text +=
            fmt::format(" (row {} is the first that is not a number)", column.first_non_number());
    }
    if (takes_text_alone(method)) {
        text += fmt::format("; {} = {{ kind = \"text\" }} in the policy says that it is free text",
                            column.name());
    }
    if (method.accepts(Kind::semantic)) {
        text += fmt::format(
            "; a taxonomy makes it semantic: {0} = {{ knowledge = \"FILE\" }} in the policy, or "
            "the option knowledge {0}=FILE",
            column.name());
    }
    return text;
}

// Whether a column lacks the meaning that the policy gives it, which is a problem already.
bool lacks_its_meaning(const Column& column, const Policy& policy) {
    if (column.kind() != Kind::semantic || column.meaning()) return false;
    return policy.knowledge.contains(column.name()) ||
           std::any_of(policy.columns.begin(), policy.columns.end(), [&](const auto& given) {
               return given.name == column.name() && given.knowledge;
           });
}

std::string identifier_problem(const std::string& name, const Plan& plan, const Policy& policy) {
    const std::optional<SurveyRole> survey = plan.roles.survey_of(name);
    if (survey == SurveyRole::weight) {
        return fmt::format(
            "column \"{0}\" is a survey weight: it is not released, because it may tell who "
            "somebody is; {0} = {{ role = \"weight\", release = true }} in the policy releases it",
            name);
    }
    if (survey == SurveyRole::household) {
        return fmt::format(
            "column \"{}\" is a household number: it is dropped, or replaced by a step that makes "
            "pseudonyms, but not masked",
            name);
    }
    const bool said =
        std::find(policy.identifiers.begin(), policy.identifiers.end(), name) !=
            policy.identifiers.end() ||
        std::any_of(policy.columns.begin(), policy.columns.end(), [&](const ColumnPolicy& column) {
            return column.name == name && column.role.has_value();
        });
    return said ? fmt::format("column \"{}\" is an identifier: it is dropped, not masked", name)
                : fmt::format(
                      "column \"{0}\" looks like an identifier, and masking it would publish it; "
                      "leave it out, or say in the policy that it is none: {0} = {{ role = "
                      "\"quasi\" }}",
                      name);
}

// Steps for sets get the separator of their columns, where they do not say it; a problem where the
// columns differ.
void give_separator(PlannedStep& planned, const StepPolicy& step, const Policy& policy,
                    Problems& problems) {
    if (!takes_sets(*planned.method) || step.parameters.contains("separator")) return;
    std::set<std::string> separators;
    for (const std::string& name : planned.columns) {
        if (const auto own = separator_of(policy, name)) separators.insert(*own);
    }
    if (separators.size() == 1) planned.parameters["separator"] = *separators.begin();
    if (separators.size() < 2) return;
    problems.push_back(
        {"the sets of these columns have different separators: a step for each of them",
         planned.place});
}

// Whether the taxonomy of a column is of the items of its sets, and the method is for other values.
bool mistakes_sets(const Column& column, const Method& method, const Policy& policy) {
    return column.kind() == Kind::semantic && !takes_sets(method) &&
           separator_of(policy, column.name()).has_value();
}

void plan_step(Plan& plan, const StepPolicy& step, const Policy& policy, Problems& problems) {
    PlannedStep planned;
    planned.place = step.place;
    if (planned.place.parameter.empty() && planned.place.file.empty()) {
        planned.place.parameter = step.method;
    }
    try {
        planned.method = &find_method(step.method, Family::mask);
    } catch (const Error& error) {
        problems.push_back({error.what(), step.place});
        return;
    }
    const std::size_t before = problems.size();
    Json given = step.parameters;
    add_survey_columns(*planned.method, survey_design(plan.table, plan.roles), step.parameters,
                       given);
    planned.parameters = planned.method->bind(given, planned.place, problems);
    point_at_parameters(step, before, problems);
    planned.columns = named_columns(step);
    if (planned.columns.empty() && planned.method->has(Purpose::pseudonyms)) {
        problems.push_back(
            {fmt::format("{} takes the columns that it is given: name them", step.method),
             planned.place});
        return;
    }
    if (planned.columns.empty()) {
        planned.columns = default_columns(plan, *planned.method, policy);
    }
    give_separator(planned, step, policy, problems);
    std::set<std::string> seen;
    bool understood = true;
    for (const std::string& name : planned.columns) {
        const Column* column = plan.table.find(name);
        understood = understood && (column == nullptr || !lacks_its_meaning(*column, policy));
        if (column == nullptr) {
            problems.push_back({unknown_name("column", name, plan.table.names()), planned.place});
        } else if (!planned.method->accepts(column->kind())) {
            problems.push_back({why_not(*column, *planned.method), planned.place});
        } else if (mistakes_sets(*column, *planned.method, policy)) {
            problems.push_back(
                {fmt::format("column \"{}\" is of sets whose items have a taxonomy, and {} takes a "
                             "cell as one value",
                             name, planned.method->info.name),
                 planned.place});
        } else if (!seen.insert(name).second) {
            problems.push_back({fmt::format("column \"{}\" is listed twice", name), planned.place});
        } else if (plan.roles.of(name) == Role::identifier) {
            problems.push_back({identifier_problem(name, plan, policy), planned.place});
        }
    }
    if (planned.columns.empty()) {
        problems.push_back(
            {fmt::format("no column for {}: it takes {} columns that are not "
                         "identifiers",
                         planned.method->info.name, name(planned.method->info.kinds.front())),
             planned.place});
    }
    if (problems.size() == before && understood) {
        planned.method->check(plan.table, planned.columns, planned.parameters, planned.place,
                              problems);
    }
    plan.steps.push_back(std::move(planned));
}

void bind_values(Plan& plan, const Policy& policy, Problems& problems) {
    plan.as_masked = policy.as_masked;
    plan.random_order = policy.random_order;
    for (const ColumnPolicy& column : policy.columns) {
        const Column* found = plan.table.find(column.name);
        if (found == nullptr || !column.values.given()) continue;
        check_values(*found, column.values, column.place, problems);
        plan.values.emplace(column.name, column.values);
    }
}

// Whether every step that names the column takes it as the other kind.
bool steps_take(const Policy& policy, const std::string& name, Kind kind) {
    return std::all_of(policy.steps.begin(), policy.steps.end(), [&](const StepPolicy& step) {
        const auto names = named_columns(step);
        if (std::find(names.begin(), names.end(), name) == names.end()) return true;
        const Method* method = find_method(step.method);
        return method == nullptr || method->accepts(kind);
    });
}

// Numbers that are codes or dates, where nobody said what they are: a mean of codes is none of
// them.
void recognise_codes(Plan& plan, const Policy& policy) {
    std::vector<ColumnPtr> changed;
    std::vector<std::string> names;
    for (const ColumnPtr& column : plan.table.columns()) {
        const std::string& name = column->name();
        const bool said =
            policy.knowledge.contains(name) ||
            std::any_of(policy.columns.begin(), policy.columns.end(), [&](const ColumnPolicy& one) {
                return one.name == name && (one.kind || one.knowledge || one.values.given() ||
                                            one.survey == SurveyRole::weight);
            });
        if (!column->is_numeric() || said) continue;
        const Kind kind = guess_role(*column).kind;
        if (kind == Kind::numeric || !steps_take(policy, name, kind)) continue;
        changed.push_back(column->as_kind(kind));
        names.push_back(fmt::format("{} ({})", name, lethe::name(kind)));
    }
    if (names.empty()) return;
    plan.table = plan.table.with(changed);
    plan.warnings.push_back(fmt::format(
        "numbers that look like codes or dates are taken for categories: {}; a kind in the policy "
        "says otherwise",
        fmt::join(names, ", ")));
}

// Categories that a step for text alone names, where nobody said what they are, are text.
void recognise_texts(Plan& plan, const Policy& policy) {
    std::vector<ColumnPtr> changed;
    for (const ColumnPtr& column : plan.table.columns()) {
        const std::string& name = column->name();
        const bool said =
            policy.knowledge.contains(name) ||
            std::any_of(policy.columns.begin(), policy.columns.end(), [&](const ColumnPolicy& one) {
                return one.name == name && (one.kind || one.knowledge || one.values.given());
            });
        if (said || column->kind() != Kind::nominal || !is_masked_as_text(policy, name) ||
            !steps_take(policy, name, Kind::text)) {
            continue;
        }
        changed.push_back(column->as_kind(Kind::text));
    }
    if (!changed.empty()) plan.table = plan.table.with(changed);
}

Plan bind_columns(const Table& table, const Policy& policy, Problems& problems) {
    Plan plan;
    plan.table = with_kinds(table, policy, problems);
    plan.warnings = policy.shelf->take_notes();
    recognise_codes(plan, policy);
    recognise_texts(plan, policy);
    plan.profile = verdict_profile(policy.verdict, problems);
    warn_of_lacking_knowledge(plan, policy);
    bind_values(plan, policy, problems);
    for (const std::string& name : policy.identifiers) {
        if (table.find(name) == nullptr) {
            problems.push_back({unknown_name("column", name, table.names())});
        }
    }
    decide_roles(plan, policy);
    check_survey(plan.table, plan.roles, plan.warnings, problems);
    return plan;
}

std::vector<std::string> masked_columns(const Plan& plan) {
    std::vector<std::string> names;
    for (const ColumnPtr& column : plan.table.columns()) {
        const bool masked =
            std::any_of(plan.steps.begin(), plan.steps.end(), [&](const PlannedStep& step) {
                return std::find(step.columns.begin(), step.columns.end(), column->name()) !=
                       step.columns.end();
            });
        if (masked) names.push_back(column->name());
    }
    return names;
}

void warn_of_unmasked(Plan& plan, const std::vector<std::string>& masked) {
    std::vector<std::string> names;
    for (const std::string& name : plan.intruder.columns) {
        if (std::find(masked.begin(), masked.end(), name) == masked.end()) names.push_back(name);
    }
    if (!names.empty()) {
        plan.warnings.push_back(fmt::format(
            "no step masks {}, which may help to identify someone: released as they are, and "
            "counted among what an intruder knows",
            fmt::join(names, ", ")));
    }
}

// Free text that is released as it is, and counted by nobody.
void warn_of_plain_text(Plan& plan, const std::vector<std::string>& masked) {
    std::vector<std::string> names;
    for (const ColumnPtr& column : plan.table.columns()) {
        const std::string& name = column->name();
        const auto in = [&](const std::vector<std::string>& list) {
            return std::find(list.begin(), list.end(), name) != list.end();
        };
        const bool counted = in(plan.intruder.columns);
        if (column->kind() != Kind::text || plan.roles.of(name) == Role::identifier || counted ||
            in(masked)) {
            continue;
        }
        names.push_back(name);
    }
    if (names.empty()) return;
    plan.warnings.push_back(fmt::format(
        "no step masks {}, which is free text: it is released as it is, whatever it says of "
        "people, and no attack reads it{}",
        fmt::join(names, ", "),
        text_mask() == nullptr ? "" : fmt::format("; {} is for that", text_mask()->info.name)));
}

// Linked tables are not looked at by who plans one table.
void warn_of_linked(Plan& plan, const Policy& policy) {
    if (policy.linked.empty()) return;
    std::vector<std::string> names;
    for (const LinkedPolicy& linked : policy.linked) names.push_back(linked.name);
    plan.warnings.push_back(fmt::format(
        "the linked tables of the policy ({}) are left out here: all that is done and told is of "
        "the table of the people alone",
        fmt::join(names, ", ")));
}

// What is to be said of the intruder's file.
void add_notes(Plan& plan) {
    if (!plan.intruder.people_file) return;
    const std::vector<std::string>& notes = plan.intruder.people_file->notes;
    plan.warnings.insert(plan.warnings.end(), notes.begin(), notes.end());
}

}  // namespace

const Method* text_mask() {
    for (const Method* method : methods_of(Family::mask)) {
        if (takes_text_alone(*method)) return method;
    }
    return nullptr;
}

std::vector<StepPolicy> text_steps(const Policy& policy) {
    std::vector<StepPolicy> steps;
    std::copy_if(policy.steps.begin(), policy.steps.end(), std::back_inserter(steps),
                 [](const StepPolicy& step) { return takes_text_alone(step); });
    return steps;
}

Plan plan_columns(const Table& table, const Policy& policy, Problems problems) {
    Plan plan = bind_columns(table, policy, problems);
    plan.intruder = intruder_knowledge(plan.table, plan.roles, policy, {}, problems);
    throw_if_any(std::move(problems));
    warn_of_linked(plan, policy);
    add_notes(plan);
    return plan;
}

Plan make_plan(const Table& table, const Policy& policy, Problems problems) {
    Plan plan = bind_columns(table, policy, problems);
    for (const StepPolicy& step : policy.steps) {
        if (!step.method.empty()) plan_step(plan, step, policy, problems);
    }
    if (policy.steps.empty() && !policy.of_linked) {
        problems.push_back({"the policy has no [[step]], so nothing would be masked"});
    }
    const std::vector<std::string> masked = masked_columns(plan);
    plan.intruder = intruder_knowledge(plan.table, plan.roles, policy, masked, problems);
    std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
        return a.place.line < b.place.line;
    });
    throw_if_any(std::move(problems));
    warn_of_unmasked(plan, masked);
    warn_of_plain_text(plan, masked);
    warn_of_linked(plan, policy);
    add_notes(plan);
    return plan;
}

}  // namespace lethe::release
