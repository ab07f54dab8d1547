#include "lethe/table/mask/models/group_models.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "lethe/algo/lattice/notation.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/table/mask/models/column_levels.h"
#include "lethe/table/mask/models/value_order.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

// With the k of the method, unless they have one of their own.
std::vector<lattice::Model> models_of(const ModelParams& params, std::int64_t k,
                                      Problems& problems) {
    if (params.models.empty()) return lattice::parse_models(fmt::format("k:{}", k), problems);
    Problems told;  // again below
    const std::vector<lattice::Term> terms = lattice::terms_of(params.models, "model", told);
    const bool own = std::any_of(terms.begin(), terms.end(), [](const lattice::Term& term) {
        return term.name == "k" && !term.named.contains("columns") &&
               !term.named.contains("dimension");
    });
    std::vector<lattice::Model> models = lattice::parse_models(
        own ? params.models : fmt::format("k:{} + {}", k, params.models), problems);
    for (const lattice::Model& model : models) {
        if (model.kind == lattice::ModelKind::k_columns) {
            problems.push_back(
                {fmt::format("model {} counts people of several groups, and a method that makes "
                             "groups knows one at a time; use the mask of privacy models over "
                             "hierarchies",
                             lattice::to_text(model))});
            continue;
        }
        if (lattice::is_by_meaning(model.kind)) continue;  // its distances say
        if (lattice::survives_joining(model.kind) && !lattice::is_table_model(model.kind)) continue;
        problems.push_back(
            {fmt::format("model {} cannot be enforced group by group: what holds in "
                         "two groups need not hold where they look alike; use the "
                         "mask of privacy models over hierarchies",
                         lattice::to_text(model))});
    }
    return models;
}

// Values of some rows of a counted column, ascending.
std::vector<lattice::ValueCount> counts_in(const lattice::Counted& column,
                                           std::span<const std::int32_t> rows) {
    std::vector<std::int32_t> values;
    values.reserve(rows.size());
    for (const std::int32_t row : rows) {
        const std::int32_t value = column.codes[static_cast<std::size_t>(row)];
        if (value != lattice::kNotCounted) values.push_back(value);
    }
    std::sort(values.begin(), values.end());
    std::vector<lattice::ValueCount> counts;
    for (const std::int32_t value : values) {
        if (counts.empty() || counts.back().value != value) counts.push_back({value, 0});
        ++counts.back().count;
    }
    return counts;
}

}  // namespace

GroupModels::GroupModels(const Table& table, const ModelParams& params, std::int64_t k)
    : params_(params), k_(k) {
    Problems problems;
    models_ = models_of(params, k, problems);
    std::vector<std::int64_t> rows(static_cast<std::size_t>(table.rows()));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    records_.lines.emplace_back(rows.size(), 0);
    for (const std::string& name : params.sensitive) {
        records_.counted.push_back(counted_column(table.column(name), rows,
                                                  params.sensitive_missing == SensitiveMissing::own,
                                                  problems, models_));
    }
    judge_.emplace(records_, records_.counted.size(), models_, problems);
    for (const lattice::Model& model : models_) {
        if (!lattice::is_by_meaning(model.kind) || judge_->survives_joining(model)) continue;
        problems.push_back(
            {fmt::format("model {} cannot be enforced group by group: by the distances of these "
                         "values it need not hold where two groups in which it holds look alike; "
                         "use another measure or threshold, or the mask of privacy models over "
                         "hierarchies",
                         lattice::to_text(model)),
             {},
             ErrorKind::unmet});
    }
    throw_if_any(std::move(problems));
}

void GroupModels::check_reachable() const {
    std::vector<std::int32_t> everybody(records_.lines.front().size());
    std::iota(everybody.begin(), everybody.end(), 0);
    if (hold(everybody)) return;
    const std::int64_t people = std::ssize(everybody);
    if (people < minimum_size()) {
        throw Error(ErrorKind::unmet,
                    fmt::format("{} needs {} records in a group, and there are {}",
                                lattice::to_text(models_), minimum_size(), people));
    }
    std::vector<std::vector<lattice::ValueCount>> counts;
    for (const lattice::Counted& column : records_.counted) {
        counts.push_back(counts_in(column, everybody));
    }
    const std::vector<std::span<const lattice::ValueCount>> values(counts.begin(), counts.end());
    throw Error(ErrorKind::unmet,
                fmt::format("no groups of the records fulfil the models, for not even all records "
                            "in one group do: {}; ask for what they reach",
                            fmt::join(judge_->unmet_by_all({people, people, values, 0}), ", ")));
}

bool GroupModels::hold(std::span<const std::int32_t> rows) const {
    const std::int64_t people = std::ssize(rows);
    if (!judge_->passes_by_size(people, people)) return false;
    std::vector<std::vector<lattice::ValueCount>> counts;
    for (const lattice::Counted& column : records_.counted) {
        counts.push_back(counts_in(column, rows));
    }
    const std::vector<std::span<const lattice::ValueCount>> values(counts.begin(), counts.end());
    return judge_->passes({people, people, values, 0});
}

void GroupModels::warn(const Table& table, std::vector<std::string>& warnings) const {
    warn_of_alphabet(table, models_, params_.sensitive, warnings);
}

Json GroupModels::facts() const {
    Json facts = Json::object();
    facts["models"] = lattice::to_text(models_);
    facts["sensitive"] = params_.sensitive;
    facts["missing"] = params_.sensitive_missing == SensitiveMissing::own ? "own" : "excluded";
    facts["minimum_class_size"] = minimum_size();
    return facts;
}

void check_model_params(const Table& table, std::span<const std::string> columns,
                        const ModelParams& params, std::int64_t k, const Place& place,
                        Problems& problems) {
    Problems own;
    const std::vector<lattice::Model> models = models_of(params, k, own);
    for (const lattice::Model& model : models) {
        if (!lattice::needs_sensitive(model.kind) || !params.sensitive.empty()) continue;
        own.push_back(
            {fmt::format("model {} is about sensitive values: name their column in "
                         "`sensitive`",
                         lattice::to_text(model))});
    }
    lattice::check_populations(models, table.rows(), place, own);
    for (const Problem& problem : own) {
        problems.push_back({problem.message, within(place, "models"), problem.kind});
    }
    for (const std::string& name : params.sensitive) {
        if (table.find(name) == nullptr) {
            problems.push_back(
                {unknown_name("column", name, table.names()), within(place, "sensitive")});
        } else if (std::find(columns.begin(), columns.end(), name) != columns.end()) {
            problems.push_back(
                {fmt::format("column \"{}\" is masked by this step and cannot be sensitive too",
                             name),
                 within(place, "sensitive")});
        }
    }
}

}  // namespace lethe::mask
