#include "lethe/release/tables/execute.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "lethe/method/publication.h"

namespace lethe::release {
namespace {

void check_kinds(const Table& table, const PlannedStep& step) {
    Problems problems;
    for (const std::string& name : step.columns) {
        const Column& column = table.column(name);
        if (!step.method->accepts(column.kind())) {
            problems.push_back(
                {fmt::format("an earlier step made column \"{}\" {}, which {} does "
                             "not take",
                             name, lethe::name(column.kind()), step.method->info.name),
                 step.place});
        }
    }
    throw_if_any(std::move(problems));
}

// Rows of the input behind the rows of the table, after `kept` of them were kept.
void compose(std::vector<std::int64_t>& origin, const std::vector<std::int64_t>& kept) {
    if (origin.empty()) {
        origin = kept;
        return;
    }
    std::vector<std::int64_t> composed;
    composed.reserve(kept.size());
    for (const std::int64_t row : kept) composed.push_back(origin[static_cast<std::size_t>(row)]);
    origin = std::move(composed);
}

// The domains of numeric columns, each found once.
class Domains {
  public:
    explicit Domains(const Plan& plan) : plan_(plan) {}

    // Null for a column that the original lacks.
    const NumberDomain* of(const std::string& name) {
        const Column* original = plan_.table.find(name);
        if (original == nullptr) return nullptr;
        const auto [place, added] = known_.try_emplace(name);
        if (added) {
            const auto declared = plan_.values.find(name);
            if (declared != plan_.values.end()) {
                place->second = domain_of(*original, declared->second);
            } else if (!plan_.as_masked) {
                place->second = domain_of(*original, {});
            }
        }
        return &place->second;
    }

  private:
    const Plan& plan_;
    std::map<std::string, NumberDomain> known_;
};

// The changed columns with values that they can have; what that did goes to `told`.
void bring_to_values(const Plan& plan, Domains& domains, std::vector<ColumnPtr>& changed,
                     Json& told) {
    for (ColumnPtr& column : changed) {
        const NumberDomain* domain = domains.of(column->name());
        if (domain == nullptr) continue;
        std::int64_t bounded = 0;
        column = with_possible_values(*column, plan.table.column(column->name()), *domain, bounded);
        if (!column->is_numeric() || domain->empty()) {
            told.erase(column->name());
            continue;
        }
        const Json before = told.value(column->name(), Json::object());
        Json& entry = told[column->name()] = to_json(*domain);
        entry["moved_to_bounds"] = before.value("moved_to_bounds", std::int64_t{0}) + bounded;
    }
}

// What may be told of the columns that are released: what the owner declared, and of what was
// inferred from the original that which the release has.
Json values_of_release(const Plan& plan, const Execution& execution) {
    Json values = Json::object();
    for (const auto& [name, told] : execution.values.items()) {
        const Column* released = execution.release.find(name);
        if (released == nullptr || !released->is_numeric()) continue;
        values[name] = plan.values.contains(name)
                           ? told
                           : released_values(told, plan.table.column(name), *released);
    }
    return values;
}

}  // namespace

Execution execute(const Plan& plan, std::uint64_t seed, const Context& context, const Secret* key) {
    Execution result;
    Table table = plan.table;
    const Random random(seed);
    Domains domains(plan);
    auto drawn = static_cast<double>(table.rows());
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const PlannedStep& step = plan.steps[i];

        // Each step sees the table that the steps before it left.
        check_kinds(table, step);
        const double start = context.now();
        MaskOutput output = step.method->mask(
            {table, step.columns, random.step(i), context, key, drawn}, step.parameters);

        const bool claims =
            !step.parameters.value("models", "").empty() || output.facts.contains("sets");
        if (claims) result.found.emplace(i, table);

        // It returns new columns for what it changed, and the rows that it kept.
        bring_to_values(plan, domains, output.changed, result.values);
        table = table.with(output.changed);
        for (const ColumnPtr& column : output.changed) result.changed.insert(column->name());
        const std::int64_t found = table.rows();
        const bool samples = step.method->has(Property::samples_rows);
        if (output.kept_rows) {
            table = table.gather(*output.kept_rows);
            if (table.rows() == 0) {
                throw Error(ErrorKind::unmet,
                            fmt::format("{} leaves no record to release", step.method->info.name),
                            step.place);
            }
            compose(result.origin, *output.kept_rows);
            if (samples) drawn *= static_cast<double>(table.rows()) / static_cast<double>(found);
        }

        // What may be published goes to the record, the rest to the private log.
        Json entry;
        entry["method"] = step.method->info.name;
        entry["title"] = step.method->info.title;
        entry["columns"] = step.columns;
        entry["parameters"] = step.parameters;
        // How many a sample was drawn from nobody needs to know; how many were dropped from a
        // sample says what share of the people the others are.
        if (output.kept_rows && !samples) {
            entry["rows"] = {{"found", found}, {"kept", table.rows()}};
        }
        if (!output.facts.empty()) entry["facts"] = std::move(output.facts);
        if (!output.warnings.empty()) entry["warnings"] = output.warnings;
        entry["seconds"] = context.now() - start;
        result.steps.push_back(std::move(entry));
        Json secret{{"method", step.method->info.name}, {"facts", std::move(output.private_facts)}};
        if (published(step.parameters) != step.parameters) secret["parameters"] = step.parameters;
        result.private_steps.push_back(std::move(secret));
        for (std::string& warning : output.warnings) {
            result.warnings.push_back(fmt::format("{}: {}", step.method->info.name, warning));
        }
    }

    // Identifiers never leave.
    result.release = table.without(plan.roles.with(table, Role::identifier));
    result.values = values_of_release(plan, result);
    return result;
}

}  // namespace lethe::release
