#include "lethe/run/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/method/catalogue.h"

namespace lethe {
namespace {

bool names_column(const Policy& policy, const std::string& name) {
    return std::any_of(policy.steps.begin(), policy.steps.end(), [&](const StepPolicy& step) {
        return std::find(step.columns.begin(), step.columns.end(), name) != step.columns.end();
    });
}

Table with_kinds(const Table& table, const Policy& policy, Problems& problems) {
    std::vector<ColumnPtr> changed;
    for (const ColumnPolicy& column : policy.columns) {
        const Column* found = table.find(column.name);
        if (found == nullptr) {
            problems.push_back({unknown_name("column", column.name, table.names()), column.place});
        } else if (column.kind && *column.kind != found->kind()) {
            try {
                changed.push_back(column.order.empty() ? found->as_kind(*column.kind)
                                                       : found->as_ordinal(column.order));
            } catch (const Error& error) {
                problems.push_back({error.what(), column.place, error.kind()});
            }
        }
    }
    return table.with(changed);
}

void decide_roles(Plan& plan, const Policy& policy) {
    for (const ColumnPolicy& column : policy.columns) {
        if (column.role) plan.roles.set(column.name, *column.role);
    }
    std::vector<std::string> unsaid;
    for (const ColumnPtr& column : plan.table.columns()) {
        const std::string& name = column->name();
        if (plan.roles.given(name)) continue;
        if (names_column(policy, name)) {
            plan.roles.set(name, Role::quasi);
            continue;
        }
        const RoleGuess guess = guess_role(*column);
        if (guess.role == Role::identifier) {
            plan.roles.set(name, Role::identifier);
            plan.warnings.push_back(fmt::format(
                "column \"{}\" is taken for an identifier and dropped ({})", name, guess.reason));
        } else if (policy.columns.empty()) {
            plan.roles.set(name, guess.role);
        } else {
            plan.roles.set(name, Role::other);
            unsaid.push_back(name);
        }
    }
    if (!unsaid.empty()) {
        plan.warnings.push_back(fmt::format(
            "the policy says nothing about {}: released as they are", fmt::join(unsaid, ", ")));
    }
}

std::vector<std::string> default_columns(const Plan& plan, const Method& method,
                                         bool all_but_identifiers) {
    std::vector<std::string> names;
    for (const ColumnPtr& column : plan.table.columns()) {
        const Role role = plan.roles.of(column->name());
        const bool taken = all_but_identifiers ? role != Role::identifier : role == Role::quasi;
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
    return text;
}

void plan_step(Plan& plan, const StepPolicy& step, bool all_but_identifiers, Problems& problems) {
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
    planned.parameters = planned.method->bind(step.parameters, planned.place, problems);
    planned.columns = step.columns.empty()
                          ? default_columns(plan, *planned.method, all_but_identifiers)
                          : step.columns;
    std::set<std::string> seen;
    for (const std::string& name : planned.columns) {
        const Column* column = plan.table.find(name);
        if (column == nullptr) {
            problems.push_back({unknown_name("column", name, plan.table.names()), planned.place});
        } else if (!planned.method->accepts(column->kind())) {
            problems.push_back({why_not(*column, *planned.method), planned.place});
        } else if (!seen.insert(name).second) {
            problems.push_back({fmt::format("column \"{}\" is listed twice", name), planned.place});
        } else if (plan.roles.of(name) == Role::identifier) {
            problems.push_back(
                {fmt::format("column \"{}\" is an identifier: it is dropped, not masked", name),
                 planned.place});
        }
    }
    if (planned.columns.empty()) {
        problems.push_back(
            {fmt::format("no column for {}: it takes {} columns that are not "
                         "identifiers",
                         planned.method->info.name, name(planned.method->info.kinds.front())),
             planned.place});
    }
    if (problems.size() == before) {
        planned.method->check(plan.table, planned.columns, planned.parameters, planned.place,
                              problems);
    }
    plan.steps.push_back(std::move(planned));
}

}  // namespace

Plan make_plan(const Table& table, const Policy& policy) {
    Problems problems;
    Plan plan;
    plan.table = with_kinds(table, policy, problems);
    decide_roles(plan, policy);
    for (const StepPolicy& step : policy.steps) {
        plan_step(plan, step, policy.columns.empty(), problems);
    }
    throw_if_any(std::move(problems));
    return plan;
}

}  // namespace lethe
