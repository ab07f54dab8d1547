#include "lethe/release/assess/evaluate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/result_json.h"
#include "lethe/table/attack/combined_risk.h"
#include "lethe/table/attack/likelihood/known_masking.h"

namespace lethe::release {
namespace {

struct BoundChoice {
    const Method* method;
    std::string title;
    Json parameters;
    std::vector<std::string> columns;
    Json given;  // parameters, without the defaults
};

// The method's title with what was chosen, to tell two runs of one method apart.
std::string title_of(const Method& method, const Json& given) {
    // The one setting of assessments needs no telling apart.
    const std::vector<Json>& usual = method.info.assessed_with;
    if (usual.size() == 1 && usual.front() == given) return method.info.title;
    std::vector<std::string> chosen;
    for (const Parameter& parameter : method.parameters) {
        if (parameter.choices.empty() || !given.contains(parameter.name)) continue;
        if (given[parameter.name].is_string()) chosen.push_back(given[parameter.name]);
    }
    if (chosen.empty()) return method.info.title;
    return fmt::format("{} ({})", method.info.title, fmt::join(chosen, ", "));
}

BoundChoice bind_choice(Family family, const Choice& choice, const Table& table,
                        bool explicit_columns, Problems& problems) {
    const Method& method = find_method(choice.method, family);
    BoundChoice bound{&method, title_of(method, choice.parameters), {}, {}, choice.parameters};
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

std::vector<std::int64_t> share_of_people(std::int64_t rows, double percent, const Random& random) {
    const auto share =
        static_cast<std::int64_t>(std::llround(static_cast<double>(rows) * percent / 100));
    return random_subset(random.stream("known records"), rows, std::max<std::int64_t>(1, share));
}

Json to_json(const Choice& choice) {
    return {{"method", choice.method}, {"parameters", choice.parameters}};
}

std::string label_of(const Choice& choice) {
    const Json& given = choice.parameters;
    if (given.contains("by") && given["by"].is_array() && given.contains("inside")) {
        std::string columns;
        for (const Json& column : given["by"]) {
            if (column.is_string()) columns += (columns.empty() ? "" : ", ") + std::string(column);
        }
        const Choice inside{given["inside"], given.value("parameters", Json::object())};
        return label_of(inside) + " within " + columns;
    }
    std::string label = choice.method;
    for (const auto& [key, value] : given.items()) {
        label +=
            fmt::format(" {}={}", key, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return label;
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

bool asks_for_confidential(const Method& method) {
    return std::any_of(method.parameters.begin(), method.parameters.end(),
                       [](const Parameter& one) { return one.name == "confidential"; });
}

// Columns of the survey that the method takes and nobody named. The owner lends them: they are no
// columns that the intruder knows, also where the release shows another version of them, which is
// why they have a name of their own then.
void lend_survey(const BoundChoice& bound, const Comparable& pair,
                 std::span<const std::int64_t> origin, Shown& shown) {
    const auto lend = [&](const ColumnPtr& column) {
        std::string name = column->name();
        while (pair.original.find(name) != nullptr) name += " (original)";
        const ColumnPtr original = column->renamed(name);
        const ColumnPtr aligned = origin.empty() ? original : original->gather(origin);
        shown.original = shown.original.with(std::span(&original, 1));
        shown.masked = shown.masked.with(std::span(&aligned, 1));
        return name;
    };
    const SurveyColumns& survey = pair.survey;
    const auto lacks = [&](const char* parameter) {
        return !bound.given.contains(parameter) && takes_survey_column(*bound.method, parameter);
    };
    const bool weighs = survey.weight && lacks("weights") && !gives_population(bound.given);
    if (weighs) shown.parameters["weights"] = lend(survey.weight);
    if (survey.household && lacks("household")) {
        shown.parameters["household"] = lend(survey.household);
    }
    // Those that the intruder knows are keys already.
    if (!weighs || !lacks("strata")) return;
    for (const ColumnPtr& stratum : survey.strata) {
        if (pair.original.find(stratum->name()) != nullptr) continue;
        shown.parameters["strata"].push_back(lend(stratum));
    }
}

Shown shown_to(const BoundChoice& bound, const Comparable& pair,
               std::span<const std::int64_t> origin) {
    Shown shown{pair.original, pair.masked, bound.columns, bound.parameters};
    if (!pair.survey.empty()) lend_survey(bound, pair, origin, shown);
    if (!asks_for_confidential(*bound.method) || pair.confidential.empty()) return shown;
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

// What the methods of one run share.
struct AssessmentRun {
    Family family;
    const Comparable& pair;
    const Scenario& scenario;
    bool several;  // methods: one that cannot do its work does not stop the others
    const Random& random;
    const Context& context;
};

// One method on the columns that it takes.
MethodResult run_bound(const BoundChoice& item, const AssessmentRun& run,
                       std::vector<PrivateResult>& private_results) {
    const MethodInfo& info = item.method->info;
    const Scenario& scenario = run.scenario;
    const Shown shown = shown_to(item, run.pair, scenario.origin);
    const AssessInput input{shown.original, shown.masked,      shown.columns,
                            run.random,     run.context,       scenario.origin,
                            scenario.known, scenario.training, scenario.record};
    Measurement measured;
    try {
        measured = item.method->assess(input, shown.parameters);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::unmet || !run.several) throw;
        return unmeasured_result(*item.method, shown.parameters, error.what());
    }
    // Several together are a result of their own, the same on every machine.
    if (run.several) measured.details.erase("seconds");
    if (measured.knows.empty()) measured.knows = info.knows;
    if (info.finds_people && !scenario.training.empty()) {
        measured.knows +=
            fmt::format("{}which released records belong to {} others",
                        measured.knows.empty() ? "" : ", and ", scenario.training.size());
    }
    if (run.family == Family::attack && !info.finds_people &&
        !(scenario.known.empty() && scenario.training.empty())) {
        measured.warnings.emplace_back("concerns all records, whoever the intruder knows");
    }
    if (!measured.private_details.empty()) {
        private_results.push_back(
            {info.name, item.parameters, std::move(measured.private_details)});
    }
    MethodResult result = measured_result(*item.method, shown.parameters, std::move(measured));
    result.columns = shown.columns;
    return result;
}

}  // namespace

Assessed run_assessments(Family family, std::span<const Choice> choices, const Comparable& pair,
                         const Scenario& scenario, bool explicit_columns, const Random& random,
                         const Context& context) {
    Problems problems;
    std::vector<BoundChoice> bound;
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
    const AssessmentRun run{family, pair, scenario, bound.size() > 1, random, inner};
    for (const BoundChoice& item : bound) {
        assessed.results.push_back(item.columns.empty()
                                       ? unmeasured_result(*item.method, item.parameters,
                                                           "no column of a kind that it takes")
                                       : run_bound(item, run, assessed.private_results));
        assessed.results.back().title = item.title;
        if (progress) progress->add();
    }
    return assessed;
}

namespace {

bool takes_any(const Method& method, const Table& table) {
    return std::any_of(table.columns().begin(), table.columns().end(),
                       [&](const ColumnPtr& column) { return method.accepts(column->kind()); });
}

bool any_meaning(const Table& table) {
    return std::any_of(table.columns().begin(), table.columns().end(),
                       [](const ColumnPtr& column) { return column->meaning() != nullptr; });
}

}  // namespace

std::vector<Choice> default_attacks(const Json& record, const Comparable& pair) {
    const Table& table = pair.original;
    const bool any_numbers =
        std::any_of(table.columns().begin(), table.columns().end(),
                    [](const ColumnPtr& column) { return column->is_numeric(); });
    std::vector<Choice> attacks;
    for (const Method* method : methods_of(Family::attack)) {
        if (method->info.assessed_with.empty()) continue;
        if (asks_for_confidential(*method) && pair.confidential.empty()) continue;
        if (method->info.needs_meaning && !any_meaning(table)) continue;
        if (!takes_any(*method, table)) continue;
        for (const Json& parameters : method->info.assessed_with) {
            // A distance of numbers needs some.
            if (parameters.value("distance", "") == "mahalanobis" && !any_numbers) continue;
            attacks.push_back({method->info.name, parameters});
        }
    }
    for (std::string& name : attack::attacks_on(record, table)) {
        attacks.push_back({std::move(name)});
    }
    return attacks;
}

std::vector<Choice> default_measures(const Table& table) {
    std::vector<Choice> measures;
    const bool meaning = any_meaning(table);
    for (const Method* method : methods_of(Family::loss)) {
        const MethodInfo& info = method->info;
        if (!info.by_default) continue;
        const bool taken = info.needs_meaning ? meaning : takes_any(*method, table);
        if (taken) measures.push_back({info.name});
    }
    return measures;
}

MethodResult file_attack_result(const Comparable& pair, const Scenario& scenario,
                                const Random& random, const Context& context) {
    const Table aligned =
        scenario.origin.empty() ? pair.original : pair.original.gather(scenario.origin);
    return file_attack_result(*scenario.people_file, aligned, scenario.record, random.part(1),
                              context);
}

std::vector<LossPart> loss_parts(const ScoreOptions& options, const Table& table) {
    if (!options.loss.empty()) return {{options.loss, 1}};
    const auto loss = [](Purpose purpose) {
        return std::vector<LossPart>{{method_for(purpose).info.name, 1}};
    };
    if (any_meaning(table)) return loss(Purpose::loss_of_meaning);
    std::int64_t numbers = 0;
    std::int64_t categories = 0;
    const Method& of_categories = method_for(Purpose::loss_of_categories);
    for (const ColumnPtr& column : table.columns()) {
        if (column->is_numeric()) ++numbers;
        if (of_categories.accepts(column->kind())) ++categories;
    }
    if (categories == 0) return loss(Purpose::loss_of_numbers);
    return loss(numbers == 0 ? Purpose::loss_of_categories : Purpose::loss_of_mixed);
}

std::string loss_name(const std::vector<LossPart>& parts) {
    std::vector<std::string_view> names;
    for (const LossPart& part : parts) names.push_back(part.measure);
    return fmt::format("{}", fmt::join(names, " and "));
}

namespace {

using Results = std::span<const MethodResult>;

std::optional<double> value_of(Results results, std::string_view name) {
    for (const MethodResult& result : results) {
        if (result.name == name && result.value) return result.value;
    }
    return std::nullopt;
}

// The weighted mean of what was measured; nothing unless every part was.
std::optional<double> total_loss(Results results, const std::vector<LossPart>& parts) {
    double sum = 0;
    for (const LossPart& part : parts) {
        const std::optional<double> value = value_of(results, part.measure);
        if (!value) return std::nullopt;
        sum += part.weight * *value;
    }
    return sum;
}

bool is_chosen(const std::vector<Choice>& choices, std::string_view method) {
    return std::ranges::any_of(choices, [&](const Choice& one) { return one.method == method; });
}

// The default attacks and the one that the score needs.
std::vector<Choice> attacks_for(const Json& record, const Comparable& pair,
                                const ScoredRisk& risk) {
    std::vector<Choice> attacks = default_attacks(record, pair);
    if (!risk.attack.empty() && !is_chosen(attacks, risk.attack)) attacks.push_back({risk.attack});
    return attacks;
}

// The default measures and those that the score needs.
std::vector<Choice> measures_for(const Table& table, const std::vector<LossPart>& parts) {
    std::vector<Choice> measures = default_measures(table);
    for (const LossPart& part : parts) {
        if (!is_chosen(measures, part.measure)) measures.push_back({part.measure});
    }
    return measures;
}

}  // namespace

Assessment assess(const Comparable& pair, const Scenario& scenario, const ScoreOptions& options,
                  const Random& random, const Context& context,
                  std::vector<PrivateResult>* private_results) {
    const std::vector<LossPart> parts = loss_parts(options, pair.original);
    auto attacks = attacks_for(scenario.record, pair, options.risk);
    if (private_results != nullptr) {
        const std::string& linkage = method_for(Purpose::linkage).info.name;
        for (Choice& choice : attacks) {
            if (choice.method == linkage) choice.parameters["exposure"] = true;
        }
    }
    Assessed attacked =
        run_assessments(Family::attack, attacks, pair, scenario, false, random, context);
    if (scenario.people_file) {
        attacked.results.push_back(file_attack_result(pair, scenario, random, context));
    }
    if (scenario.links) {
        attacked.results.push_back(linked_attack_result(pair, *scenario.links, scenario.origin,
                                                        scenario.known, random, context));
    }
    Assessed measured = run_assessments(Family::loss, measures_for(pair.original, parts), pair,
                                        scenario, false, random, context);

    Assessment result;
    result.attacks = std::move(attacked.results);
    result.measures = std::move(measured.results);
    result.bound = class_bound(context, pair.masked, pair.masked.names());
    // Of all people no more can be found than the classes allow; of some of them it may be more.
    const auto most = scenario.known.empty() && scenario.training.empty() && scenario.origin.empty()
                          ? std::optional(result.bound.average())
                          : std::nullopt;
    result.worst = headline_of(result.attacks, most);
    result.risk_rule = options.risk;
    for (std::size_t rule = 0; rule < kRiskRules; ++rule) {
        result.risks[rule] = risk_of(static_cast<RiskRule>(rule), result.attacks, most);
    }
    result.risk = risk_of(options.risk, result.attacks, most);
    result.loss = total_loss(result.measures, parts);
    if (result.risk && result.loss) {
        result.score = attack::weighted_score(*result.loss, *result.risk, options.alpha);
    }
    result.alpha = options.alpha;
    result.loss_measure = loss_name(parts);
    if (private_results != nullptr) *private_results = std::move(attacked.private_results);
    return result;
}

Json to_json(const Assessment& assessment) {
    Json risks = Json::object();
    for (std::size_t rule = 0; rule < kRiskRules; ++rule) {
        risks[std::string(name(static_cast<RiskRule>(rule)))] = or_null(assessment.risks[rule]);
    }
    return {{"worst", assessment.worst ? to_json(*assessment.worst) : Json(nullptr)},
            {"bound", to_json(assessment.bound)},
            {"attacks", json_list(assessment.attacks)},
            {"measures", json_list(assessment.measures)},
            {"risk", or_null(assessment.risk)},
            {"risk_rule", assessment.risk_rule.name()},
            {"risks", std::move(risks)},
            {"loss", or_null(assessment.loss)},
            {"score", or_null(assessment.score)},
            {"alpha", assessment.alpha},
            {"loss_measure", assessment.loss_measure}};
}

}  // namespace lethe::release
