#include "lethe/search/evaluate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "lethe/attack/combined_risk.h"
#include "lethe/attack/known_masking.h"
#include "lethe/data/label_codes.h"
#include "lethe/data/number_label.h"
#include "lethe/data/roles.h"
#include "lethe/method/catalogue.h"

namespace lethe {
namespace {

// The masked column coded as the original is, with its meaning; categories that only it has follow
// the original's.
ColumnPtr coded_as(const Column& original, const ColumnPtr& masked) {
    if (original.dictionary() == masked->dictionary()) return masked;
    auto dictionary = std::make_shared<Dictionary>(original.dictionary());
    std::vector<std::int32_t> moved = label_codes(masked->dictionary(), original.dictionary());
    for (std::size_t i = 0; i < moved.size(); ++i) {
        if (moved[i] != kUnknownLabel) continue;
        moved[i] = static_cast<std::int32_t>(dictionary->size());
        dictionary->push_back(masked->dictionary()[i]);
    }
    std::vector<std::int32_t> codes(masked->codes().begin(), masked->codes().end());
    for (std::int64_t row = 0; row < masked->size(); ++row) {
        auto& code = codes[static_cast<std::size_t>(row)];
        code = masked->valid(row) ? moved[static_cast<std::size_t>(code)] : 0;
    }
    return Column::categories(masked->name(), masked->kind(), std::move(codes),
                              std::move(dictionary), masked->validity(), masked->spelling());
}

// The numbers that labels stand for, spelt as the labels; null unless every label stands for one.
ColumnPtr numbers_of_labels(const Column& column) {
    std::vector<double> number_of_code;
    for (const std::string& label : column.dictionary()) {
        const auto interval = interval_of_label(label);
        if (!interval || !std::isfinite(interval->reading())) return nullptr;
        number_of_code.push_back(interval->reading());
    }
    std::vector<double> numbers(static_cast<std::size_t>(column.size()), 0.0);
    auto spelling = std::make_shared<Column::Spelling>();
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto i = static_cast<std::size_t>(row);
        if (!column.valid(row)) continue;
        numbers[i] = number_of_code[static_cast<std::size_t>(column.codes()[i])];
        spelling->add(row, column.text(row));
    }
    return Column::numeric(column.name(), std::move(numbers), column.validity(),
                           std::move(spelling));
}

std::pair<ColumnPtr, ColumnPtr> same_kind(ColumnPtr original, ColumnPtr masked) {
    if (original->is_numeric() && !masked->is_numeric()) {
        if (ColumnPtr numbers = numbers_of_labels(*masked)) return {original, numbers};
        original = original->as_kind(Kind::nominal);
    }
    if (original->is_numeric()) return {original, masked};
    if (masked->kind() != original->kind()) {
        masked = original->meaning() ? masked->as_written(original->kind())
                                     : masked->as_kind(original->kind());
    }
    masked = coded_as(*original, masked);
    if (original->meaning() != nullptr) masked = masked->with_meaning(original->meaning());
    return {original, masked};
}

bool same_values(const Column& original, const Column& masked,
                 std::span<const std::int64_t> origin) {
    for (std::int64_t row = 0; row < masked.size(); ++row) {
        const std::int64_t from = origin.empty() ? row : origin[static_cast<std::size_t>(row)];
        if (masked.valid(row) != original.valid(from)) return false;
        if (!masked.valid(row)) continue;
        const auto i = static_cast<std::size_t>(row);
        const auto o = static_cast<std::size_t>(from);
        if (masked.is_numeric() ? masked.numbers()[i] != original.numbers()[o]
                                : masked.codes()[i] != original.codes()[o]) {
            return false;
        }
    }
    return true;
}

std::vector<std::string> common_columns(const Table& original, const Table& masked) {
    std::vector<std::string> names;
    for (const ColumnPtr& column : original.columns()) {
        if (masked.find(column->name()) == nullptr) continue;
        if (guess_role(*column).role == Role::identifier) continue;
        names.push_back(column->name());
    }
    if (names.empty()) {
        throw Error(ErrorKind::input,
                    "the two tables have no column in common (identifiers apart)");
    }
    return names;
}

struct Bound {
    const Method* method;
    std::string title;
    Json parameters;
    std::vector<std::string> columns;
};

// Whether an attack's value is the share of records that find their own.
bool finds_records(const Json& result) {
    return result["name"].get<std::string>().find("linkage") != std::string::npos ||
           result["details"].contains("strict");
}

// The method's title with what was chosen, to tell two runs of one method apart.
std::string title_of(const Method& method, const Json& given) {
    std::vector<std::string> chosen;
    for (const Parameter& parameter : method.parameters) {
        if (parameter.choices.empty() || !given.contains(parameter.name)) continue;
        if (given[parameter.name].is_string()) chosen.push_back(given[parameter.name]);
    }
    if (chosen.empty()) return method.info.title;
    return fmt::format("{} ({})", method.info.title, fmt::join(chosen, ", "));
}

Bound bind_choice(Family family, const Choice& choice, const Table& table, bool explicit_columns,
                  Problems& problems) {
    const Method& method = find_method(choice.method, family);
    Bound bound{&method, title_of(method, choice.parameters), {}, {}};
    const Place place{{}, 0, 0, choice.method};
    bound.parameters = bound.method->bind(choice.parameters, place, problems);
    for (const ColumnPtr& column : table.columns()) {
        if (bound.method->accepts(column->kind())) {
            bound.columns.push_back(column->name());
        } else if (explicit_columns) {
            problems.push_back({fmt::format("column \"{}\" is {}, which {} does not take",
                                            column->name(), name(column->kind()), choice.method),
                                place});
        }
    }
    return bound;
}

}  // namespace

std::string label_of(const Choice& choice) {
    std::string label = choice.method;
    for (const auto& [key, value] : choice.parameters.items()) {
        label +=
            fmt::format(" {}={}", key, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return label;
}

Comparable make_comparable(const Table& original, const Table& masked,
                           std::span<const std::string> columns,
                           std::span<const std::int64_t> origin,
                           std::span<const std::string> confidential) {
    const std::vector<std::string> names =
        columns.empty() ? common_columns(original, masked)
                        : std::vector<std::string>(columns.begin(), columns.end());
    if (origin.empty() && original.rows() != masked.rows()) {
        throw Error(ErrorKind::input,
                    fmt::format("the original has {} rows and the masked table {}; where rows were "
                                "dropped, give the private log of the release (--log)",
                                original.rows(), masked.rows()));
    }
    if (!origin.empty() && static_cast<std::int64_t>(origin.size()) != masked.rows()) {
        throw Error(ErrorKind::input, "the private log is of another release: its rows differ");
    }
    std::vector<ColumnPtr> left, right;
    Comparable pair;
    for (const std::string& name : names) {
        auto [first, second] = same_kind(original.column_ptr(name), masked.column_ptr(name));
        if (same_values(*first, *second, origin)) pair.unchanged.push_back(name);
        left.push_back(std::move(first));
        right.push_back(std::move(second));
    }
    pair.original = Table(std::move(left));
    pair.masked = Table(std::move(right));
    for (const std::string& name : confidential) {
        const bool used = std::find(names.begin(), names.end(), name) != names.end();
        if (used || original.find(name) == nullptr || masked.find(name) == nullptr) continue;
        pair.confidential.push_back(same_kind(original.column_ptr(name), masked.column_ptr(name)));
    }
    return pair;
}

namespace {

// The tables with their confidential columns, for a method that asks for them and was not told
// which they are, or told those.
struct Shown {
    Table original;
    Table masked;
    std::vector<std::string> columns;
    Json parameters;
};

Shown shown_to(const Bound& bound, const Comparable& pair) {
    Shown shown{pair.original, pair.masked, bound.columns, bound.parameters};
    const auto& parameters = bound.method->parameters;
    const bool asks = std::any_of(parameters.begin(), parameters.end(),
                                  [](const Parameter& one) { return one.name == "confidential"; });
    if (!asks || pair.confidential.empty()) return shown;
    const bool told = !shown.parameters["confidential"].empty();
    for (const auto& [original, masked] : pair.confidential) {
        if (!bound.method->accepts(original->kind())) continue;
        shown.original = shown.original.with(std::span(&original, 1));
        shown.masked = shown.masked.with(std::span(&masked, 1));
        shown.columns.push_back(original->name());
        if (!told) shown.parameters["confidential"].push_back(original->name());
    }
    return shown;
}

}  // namespace

Assessed run_assessments(Family family, std::span<const Choice> choices, const Comparable& pair,
                         const Scenario& scenario, bool explicit_columns, const Random& random,
                         const Context& context) {
    Problems problems;
    std::vector<Bound> bound;
    for (const Choice& choice : choices) {
        bound.push_back(bind_choice(family, choice, pair.original, explicit_columns, problems));
    }
    throw_if_any(std::move(problems));

    Assessed assessed;
    // One method alone shows its own progress.
    std::optional<Progress> progress;
    if (bound.size() > 1) {
        progress.emplace(context, family == Family::attack ? "attacking" : "measuring",
                         static_cast<std::int64_t>(bound.size()));
    }
    const Context inner = bound.size() > 1 ? context.silent() : context;
    for (const Bound& item : bound) {
        Json result;
        result["name"] = item.method->info.name;
        result["title"] = item.title;
        result["parameters"] = item.parameters;
        if (item.columns.empty()) {
            result["value"] = nullptr;
            result["unit"] = "percent";
            result["details"] = Json::object();
            result["warnings"] = {"no column of a kind that it takes"};
        } else {
            const Shown shown = shown_to(item, pair);
            const AssessInput input{
                shown.original,  shown.masked,   shown.columns,     random,         inner,
                scenario.origin, scenario.known, scenario.training, scenario.record};
            result["parameters"] = shown.parameters;
            Measurement measured;
            try {
                measured = item.method->assess(input, shown.parameters);
            } catch (const Error& error) {
                // One of several that cannot do its work does not stop the others.
                if (error.kind() != ErrorKind::unmet || bound.size() == 1) throw;
                result["value"] = nullptr;
                result["unit"] = "percent";
                result["details"] = Json::object();
                result["warnings"] = {error.what()};
                assessed.results.push_back(std::move(result));
                if (progress) progress->add();
                continue;
            }
            result["value"] = measured.value;
            result["unit"] = measured.unit;
            result["details"] = std::move(measured.details);
            result["columns"] = shown.columns;
            if (family == Family::attack && !finds_records(result) &&
                !(scenario.known.empty() && scenario.training.empty())) {
                measured.warnings.emplace_back("concerns all records, whoever the intruder knows");
            }
            if (!measured.warnings.empty()) result["warnings"] = measured.warnings;
            if (!measured.private_details.empty()) {
                assessed.private_results.push_back({{"name", item.method->info.name},
                                                    {"parameters", item.parameters},
                                                    {"details", measured.private_details}});
            }
        }
        assessed.results.push_back(std::move(result));
        if (progress) progress->add();
    }
    return assessed;
}

namespace {

bool takes_any(std::string_view name, Family family, const Table& table) {
    const Method& method = find_method(name, family);
    return std::any_of(table.columns().begin(), table.columns().end(),
                       [&](const ColumnPtr& column) { return method.accepts(column->kind()); });
}

bool any_meaning(const Table& table) {
    return std::any_of(table.columns().begin(), table.columns().end(),
                       [](const ColumnPtr& column) { return column->meaning() != nullptr; });
}

}  // namespace

std::vector<Choice> default_attacks(const Json& record, const Table& table) {
    const auto any = [&](bool numeric) {
        return std::any_of(
            table.columns().begin(), table.columns().end(),
            [&](const ColumnPtr& column) { return column->is_numeric() == numeric; });
    };
    std::vector<Choice> attacks{{"distance-linkage"}};
    if (any(true)) attacks.push_back({"distance-linkage", {{"distance", "mahalanobis"}}});
    if (any_meaning(table)) attacks.push_back({"semantic-linkage"});
    attacks.push_back({"probabilistic-linkage"});
    if (any(false)) {
        attacks.push_back({"probabilistic-linkage", {{"model", "known"}, {"rule", "heaviest"}}});
    }
    for (const char* name : {"interval-disclosure", "uniqueness", "small-cells"}) {
        if (takes_any(name, Family::attack, table)) attacks.push_back({name});
    }
    for (std::string& name : attack::attacks_on(record, table))
        attacks.push_back({std::move(name)});
    return attacks;
}

std::vector<Choice> default_measures(const Table& table) {
    std::vector<Choice> measures;
    for (const char* name : {"il1", "il2", "il3", "il4", "il5", "il", "pil", "sse", "statistics",
                             "category-loss", "dbil", "ctbil", "ebil", "bivariate"}) {
        if (takes_any(name, Family::loss, table)) measures.push_back({name});
    }
    if (any_meaning(table)) {
        measures.push_back({"semantic-loss"});
        measures.push_back({"semantic-sse"});
    }
    return measures;
}

std::vector<LossPart> loss_parts(const ScoreOptions& options, const Table& table) {
    if (!options.loss.empty()) return {{options.loss, 1}};
    if (any_meaning(table)) return {{"semantic-loss", 1}};
    double numbers = 0;
    double categories = 0;
    const Method& of_categories = find_method("category-loss", Family::loss);
    for (const ColumnPtr& column : table.columns()) {
        if (column->is_numeric()) ++numbers;
        if (of_categories.accepts(column->kind())) ++categories;
    }
    if (categories == 0) return {{"il", 1}};
    if (numbers == 0) return {{"category-loss", 1}};
    return {{"il", numbers / (numbers + categories)},
            {"category-loss", categories / (numbers + categories)}};
}

std::string loss_name(const std::vector<LossPart>& parts) {
    std::vector<std::string_view> names;
    for (const LossPart& part : parts) names.push_back(part.measure);
    return fmt::format("{}", fmt::join(names, " and "));
}

namespace {

std::optional<double> value_of(const Json& results, std::string_view name) {
    for (const Json& result : results) {
        if (result["name"] == name && result["value"].is_number()) {
            return result["value"].get<double>();
        }
    }
    return std::nullopt;
}

// The weighted mean of what was measured; nothing unless every part was.
std::optional<double> total_loss(const Json& results, const std::vector<LossPart>& parts) {
    double sum = 0;
    for (const LossPart& part : parts) {
        const std::optional<double> value = value_of(results, part.measure);
        if (!value) return std::nullopt;
        sum += part.weight * *value;
    }
    return sum;
}

// The default measures and those that the score needs.
std::vector<Choice> measures_for(const Table& table, const std::vector<LossPart>& parts) {
    std::vector<Choice> measures = default_measures(table);
    for (const LossPart& part : parts) {
        if (std::none_of(measures.begin(), measures.end(),
                         [&](const Choice& c) { return c.method == part.measure; })) {
            measures.push_back({part.measure});
        }
    }
    return measures;
}

}  // namespace

Json assess(const Comparable& pair, const Scenario& scenario, const ScoreOptions& options,
            const Random& random, const Context& context, Json* private_results) {
    const std::vector<LossPart> parts = loss_parts(options, pair.original);
    auto attacks = default_attacks(scenario.record, pair.original);
    if (!pair.confidential.empty()) {
        attacks.push_back({"l-diversity"});
        attacks.push_back({"t-closeness"});
    }
    if (private_results != nullptr) {
        for (Choice& choice : attacks) {
            if (choice.method == "distance-linkage") choice.parameters["exposure"] = true;
        }
    }
    Assessed attacked =
        run_assessments(Family::attack, attacks, pair, scenario, false, random, context);
    Assessed measured = run_assessments(Family::loss, measures_for(pair.original, parts), pair,
                                        scenario, false, random, context);

    Json result;
    const auto distance = std::max(value_of(attacked.results, "distance-linkage"),
                                   value_of(attacked.results, "semantic-linkage"));
    const auto probabilistic = value_of(attacked.results, "probabilistic-linkage");
    const auto interval = value_of(attacked.results, "interval-disclosure");
    const auto loss = total_loss(measured.results, parts);
    const std::optional<double> risk = attack::combined_risk(distance, probabilistic, interval);
    Json worst = nullptr;
    for (const Json& attack : attacked.results) {
        if (!finds_records(attack) || !attack["value"].is_number()) continue;
        if (worst.is_null() || attack["value"] > worst["value"]) {
            worst = {{"name", attack["name"]},
                     {"parameters", attack["parameters"]},
                     {"value", attack["value"]}};
        }
    }
    result["attacks"] = std::move(attacked.results);
    result["measures"] = std::move(measured.results);
    result["risk"] = risk ? Json(*risk) : Json(nullptr);
    result["loss"] = loss ? Json(*loss) : Json(nullptr);
    result["score"] =
        risk && loss ? Json(options.alpha * *risk + (1 - options.alpha) * *loss) : Json(nullptr);
    result["alpha"] = options.alpha;
    result["loss_measure"] = loss_name(parts);
    result["worst"] = std::move(worst);
    if (private_results != nullptr) *private_results = std::move(attacked.private_results);
    return result;
}

}  // namespace lethe
