#include "lethe/release/documents/document_assessment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/documents/measure/query_loss.h"
#include "lethe/documents/read/read_documents.h"
#include "lethe/documents/treat/treatment.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/method/result_json.h"
#include "lethe/release/assess/measured_result.h"
#include "lethe/release/private_log.h"
#include "lethe/release/recorded.h"

namespace lethe::release {
namespace {

// Error(usage) for a file that none of the methods looks at: whoever gave it thinks otherwise.
void check_needs_taken(const DocumentAssessment& what, Family family,
                       std::span<const Choice> choices) {
    Problems problems;
    for (const auto& [need, file] :
         {std::pair<std::string, const std::string&>("queries", what.queries),
          {"gold", what.gold},
          {"knowledge", what.knowledge}}) {
        if (file.empty()) continue;
        std::vector<std::string> takers;
        for (const Method* method : methods_of(family, DataKind::documents)) {
            if (method->info.needs == need) takers.push_back(method->info.name);
        }
        const bool taken = std::ranges::any_of(choices, [&](const Choice& choice) {
            return std::ranges::find(takers, choice.method) != takers.end();
        });
        if (taken || (choices.empty() && !takers.empty())) continue;
        const char* kind = family == Family::attack ? "attack" : "loss measure";
        problems.push_back({takers.empty()
                                ? fmt::format("no {} of documents takes it", kind)
                                : fmt::format("goes with {}, which is not among what was named",
                                              fmt::join(takers, ", ")),
                            {{}, 0, 0, need},
                            ErrorKind::usage});
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
}

std::int64_t released_documents(const DocumentPair& pair) {
    return pair.size() - std::ssize(pair.match().missing);
}

}  // namespace

std::vector<Choice> default_document_choices(Family family, const DocumentPair& pair) {
    std::vector<Choice> choices;
    for (const Method* method : methods_of(family, DataKind::documents)) {
        for (const Json& parameters : method->info.assessed_with) {
            choices.push_back({method->info.name, parameters});
        }
        const std::string& needs = method->info.needs;
        if (method->info.by_default || (!needs.empty() && pair.has(needs))) {
            choices.push_back({method->info.name});
        }
    }
    return choices;
}

std::vector<MethodResult> run_document_assessments(Family family, std::span<const Choice> choices,
                                                   const DocumentPair& pair, const Random& random,
                                                   const Context& context) {
    Problems problems;
    std::vector<std::pair<const Method*, Json>> chosen;
    for (const Choice& choice : choices) {
        const Method& method = find_method(choice.method, family, DataKind::documents);
        const Place place{{}, 0, 0, choice.method};
        chosen.emplace_back(&method, method.bind(choice.parameters, place, problems));
    }
    throw_if_any(std::move(problems));
    std::vector<MethodResult> results;
    for (const auto& [method, parameters] : chosen) {
        try {
            results.push_back(
                measured_result(*method, parameters,
                                method->assess_documents(pair.input(random, context), parameters)));
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::unmet || chosen.size() == 1) throw;
            results.push_back(unmeasured_result(*method, parameters, error.what()));
        }
    }
    return results;
}

MethodAssessment assess_document_methods(const Context& context, const DocumentAssessment& what,
                                         Family family, std::span<const Choice> choices,
                                         const Random& random, std::vector<std::string>& notes) {
    check_needs_taken(what, family, choices);
    const DocumentPair pair(context, what, notes);
    const std::vector<Choice> usual = default_document_choices(family, pair);
    return {.data = DataKind::documents,
            .family = family,
            .original = {pair.size(), what.original},
            .masked = {released_documents(pair),
                       std::filesystem::path(what.released).filename().string()},
            .without_original = std::ssize(pair.match().unexplained),
            .results = run_document_assessments(family, choices.empty() ? usual : choices, pair,
                                                random, context)};
}

AssessedDocuments assess_documents(const Context& context, const DocumentAssessment& what,
                                   const DocumentParts& parts, const Random& random,
                                   std::vector<std::string>& notes) {
    const DocumentPair pair(context, what, notes);
    std::vector<Choice> attacks = default_document_choices(Family::attack, pair);
    std::vector<Choice> losses = default_document_choices(Family::loss, pair);
    const Method& terms = method_for(Purpose::term_anonymity, DataKind::documents);
    if (parts.terms) attacks.push_back({terms.info.name, *parts.terms});
    for (std::vector<Choice>* choices : {&attacks, &losses}) {
        for (Choice& choice : *choices) {
            if (find_method(choice.method, DataKind::documents)->has_parameter("round")) {
                choice.parameters["round"] = parts.round;
                choice.parameters["sets"] = parts.sets;
                if (!parts.weights.empty()) choice.parameters["weights"] = parts.weights;
            }
        }
    }
    AssessedDocuments result;
    result.documents = pair.size();
    result.matched = released_documents(pair);
    result.missing = pair.match().missing;
    result.unexplained = pair.match().unexplained;
    result.attacks = run_document_assessments(Family::attack, attacks, pair, random, context);
    const documents::AssessInput input = pair.input(random, context);
    if (pair.has("queries")) {
        documents::QueryParams index;
        if (parts.round == "integer") index.round = documents::RoundComponents::integer;
        if (parts.sets == "nmi") index.sets = documents::SetLoss::nmi;
        if (!parts.weights.empty()) index.weights = parts.weights;
        result.queries = {
            parts.round, parts.sets, index.weights,
            documents::assess_queries(context, input.original, input.released, *input.queries,
                                      documents::index_options(index))};
    }
    if (pair.has("gold")) {
        result.gold =
            documents::assess_gold(context, *input.texts_before, *input.texts_after, *input.gold);
    }
    for (const MethodResult& attack : result.attacks) {
        if (attack.name != terms.info.name) continue;
        if (!attack.value) {  // what was asked for could not be counted
            throw Error(ErrorKind::unmet, attack.warnings.at(0));
        }
        result.term_anonymity = with_about_original(attack.details, attack.about_original);
    }
    if (pair.has("knowledge")) {
        result.plausibility = documents::plausibility(context, *input.taxonomy,
                                                      input.original.texts, input.released.texts);
    }
    result.measures = run_document_assessments(Family::loss, losses, pair, random, context);
    result.loss = judged_loss(figures_by_name(result.measures), DataKind::documents);
    return result;
}

Json to_json(const AssessedDocuments& assessed) {
    const auto worst = worst_attack(assessed.attacks);
    Json json{
        {"kind", "document-assessment"},       {"data", name(DataKind::documents)},
        {"documents", assessed.documents},     {"matched", assessed.matched},
        {"missing", assessed.missing.size()},  {"private_missing", assessed.missing},
        {"unexplained", assessed.unexplained}, {"worst", worst ? to_json(*worst) : Json(nullptr)}};
    if (assessed.queries) {
        json["round_components"] = assessed.queries->round_components;
        json["set_loss"] = assessed.queries->set_loss;
        json["weights"] = assessed.queries->weights;
        json.update(to_json(assessed.queries->found));
    }
    if (assessed.gold) json["gold"] = to_json(*assessed.gold);
    if (assessed.term_anonymity) json["term_anonymity"] = *assessed.term_anonymity;
    if (assessed.plausibility) json["plausibility"] = to_json(*assessed.plausibility);
    json["attacks"] = json_list(assessed.attacks);
    json["measures"] = json_list(assessed.measures);
    json["loss"] = or_null(assessed.loss);
    return json;
}

}  // namespace lethe::release
