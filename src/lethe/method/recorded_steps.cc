#include "lethe/method/recorded_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"

namespace lethe {
namespace {

[[noreturn]] void unreadable(const std::string& what) {
    throw Error(ErrorKind::input, "the release record cannot be read: " + what);
}

// By column, where the record has some columns and the private log the others.
void add_private(const Json& more, Json& facts) {
    if (!more.is_object()) return;
    for (const auto& [key, value] : more.items()) {
        if (!facts.contains(key)) {
            facts[key] = value;
        } else if (value.is_object() && facts[key].is_object()) {
            add_private(value, facts[key]);
        }
    }
}

RecordedStep read_step(const Json& step, std::size_t number) {
    const auto wrong = [&](const char* what) {
        unreadable(fmt::format("step {} {}", number, what));
    };
    if (!step.is_object()) wrong("is not a step");
    RecordedStep result;
    if (!step.contains("method") || !step["method"].is_string()) wrong("has no method");
    result.method = step["method"];
    if (!step.contains("columns") || !step["columns"].is_array()) wrong("has no columns");
    for (const Json& column : step["columns"]) {
        if (!column.is_string()) wrong("has a column without a name");
        result.columns.push_back(column);
    }
    for (const auto& [key, member] : {std::pair("parameters", &RecordedStep::parameters),
                                      std::pair("facts", &RecordedStep::facts)}) {
        if (!step.contains(key)) continue;
        if (!step[key].is_object()) wrong("has parameters or facts that are no table");
        result.*member = step[key];
    }
    add_private(step.value("private_facts", Json()), result.facts);
    const Json rows = step.value("rows", Json::object());
    const Json found = rows.is_object() ? rows.value("found", Json()) : Json();
    const Json kept = rows.is_object() ? rows.value("kept", Json()) : Json();
    if (found.is_number_integer() && kept.is_number_integer() && kept > 0 && found >= kept) {
        result.rows = {found, kept};
    }
    return result;
}

// Nothing where a step may have dropped rows and does not say how many.
std::optional<DrawnRows> recorded_draw(const AssessInput& input) {
    if (!input.record.is_object()) return std::nullopt;
    DrawnRows drawn{static_cast<double>(input.masked.rows())};
    bool sampled = false;
    for (const RecordedStep& step : recorded_steps(input.record)) {
        const Method* known = find_method(step.method);
        if (known != nullptr && known->has(Property::samples_rows)) {
            sampled = true;
        } else if (step.rows) {
            const auto [found, kept] = *step.rows;
            drawn.rows *= static_cast<double>(found) / static_cast<double>(kept);
        } else if (known == nullptr || known->has(Property::changes_rows)) {
            return std::nullopt;
        }
    }
    const auto original = static_cast<double>(input.original.rows());
    const bool explained = sampled ? drawn.rows <= original * (1 + 1e-9)
                                   : std::abs(drawn.rows - original) <= original * 1e-9;
    return explained ? std::optional(drawn) : std::nullopt;
}

}  // namespace

bool RecordedStep::touches(const std::string& column) const {
    return std::find(columns.begin(), columns.end(), column) != columns.end();
}

bool RecordedStep::only_drops_records() const {
    const Method* known = find_method(method);
    return known != nullptr && known->info.only_drops_records != nullptr &&
           known->info.only_drops_records(parameters);
}

Effect RecordedStep::effect() const {
    const Method* known = find_method(method);
    return known == nullptr ? Effect::other : known->info.effect;
}

bool RecordedStep::makes_missing() const {
    const Method* known = find_method(method);
    return known == nullptr || known->has(Property::makes_missing);
}

std::vector<RecordedStep> recorded_steps(const Json& record) {
    std::vector<RecordedStep> steps;
    if (record.is_null()) return steps;
    if (!record.is_object() || !record.contains("steps") || !record["steps"].is_array()) {
        unreadable("it has no steps");
    }
    for (const Json& step : record["steps"]) steps.push_back(read_step(step, steps.size() + 1));
    return steps;
}

DrawnRows drawn_rows(const AssessInput& input) {
    if (input.masked.rows() >= input.original.rows()) {
        return {static_cast<double>(input.masked.rows())};
    }
    if (const std::optional<DrawnRows> drawn = recorded_draw(input)) return *drawn;
    return {static_cast<double>(input.original.rows()), false};
}

void check_record(const AssessInput& input) {
    if (!input.record.is_object() || !input.record.contains("release")) return;
    const Json& release = input.record["release"];
    if (!release.is_object() || !release.contains("columns")) return;
    for (const std::string& name : input.columns) {
        const bool there = std::any_of(
            release["columns"].begin(), release["columns"].end(), [&](const Json& column) {
                return column.is_object() && column.value("name", Json()) == name;
            });
        if (!there) {
            throw Error(ErrorKind::input,
                        fmt::format("the release record is of another release: it has no column "
                                    "\"{}\"",
                                    name));
        }
    }
}

std::vector<RecordedStep> steps_on(const std::vector<RecordedStep>& steps,
                                   const std::string& column) {
    std::vector<RecordedStep> result;
    for (const RecordedStep& step : steps) {
        if (step.touches(column) && !step.only_drops_records()) result.push_back(step);
    }
    return result;
}

NumberDomain recorded_domain(const Json& record, const std::string& column) {
    if (!record.is_object()) return {};
    const Json values = record.value("values", Json());
    return values.is_object() ? domain_from_json(values.value(column, Json())) : NumberDomain();
}

std::optional<std::int64_t> fact_of(const RecordedStep& step, const std::string& fact,
                                    const std::string& column) {
    const Json table = step.facts.value(fact, Json());
    if (!table.is_object()) return std::nullopt;
    const Json value = table.value(column, Json());
    if (!value.is_number_integer()) return std::nullopt;
    return value.get<std::int64_t>();
}

std::vector<std::vector<std::string>> recorded_parts(const RecordedStep& step) {
    std::vector<std::vector<std::string>> groups;
    const Json parts = step.facts.value("parts", Json());
    if (!parts.is_array()) return groups;
    for (const Json& part : parts) {
        if (!part.is_object() || !part.contains("columns") || !part["columns"].is_array()) continue;
        std::vector<std::string>& group = groups.emplace_back();
        for (const Json& name : part["columns"]) {
            if (name.is_string()) group.push_back(name);
        }
    }
    return groups;
}

double parameter_of(const RecordedStep& step, const std::string& name, const std::string& column) {
    const Json table = step.parameters.value(name + "_by_column", Json());
    const Json own = table.is_object() ? table.value(column, Json()) : Json();
    const Json value = own.is_null() ? step.parameters.value(name, Json()) : own;
    if (!value.is_number()) {
        unreadable(
            fmt::format("its {} step has no {} for column \"{}\"", step.method, name, column));
    }
    return value.get<double>();
}

}  // namespace lethe
