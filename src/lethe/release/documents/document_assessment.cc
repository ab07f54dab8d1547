#include "lethe/release/documents/document_assessment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/documents/find/plausibility.h"
#include "lethe/documents/measure/assess_documents.h"
#include "lethe/documents/measure/assess_gold.h"
#include "lethe/documents/measure/query_loss.h"
#include "lethe/documents/read/read_documents.h"
#include "lethe/documents/treat/treatment.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/method/catalogue.h"
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

Json run_document_assessments(Family family, std::span<const Choice> choices,
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
    Json results = Json::array();
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

Json assess_document_methods(const Context& context, const DocumentAssessment& what, Family family,
                             std::span<const Choice> choices, const Random& random,
                             std::vector<std::string>& notes) {
    check_needs_taken(what, family, choices);
    const DocumentPair pair(context, what, notes);
    const std::vector<Choice> usual = default_document_choices(family, pair);
    Json results =
        run_document_assessments(family, choices.empty() ? usual : choices, pair, random, context);
    Json result{{"kind", "assessment"},
                {"data", name(DataKind::documents)},
                {"original", {{"documents", pair.size()}, {"private", {{"file", what.original}}}}},
                {"masked",
                 {{"file", std::filesystem::path(what.released).filename().string()},
                  {"documents", released_documents(pair)},
                  {"without_original", pair.match().unexplained.size()}}}};
    if (family == Family::attack) result["worst"] = worst_attack(results, DataKind::documents);
    result[family == Family::attack ? "attacks" : "measures"] = std::move(results);
    return result;
}

Json assess_documents(const Context& context, const DocumentAssessment& what,
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
    Json result{{"kind", "document-assessment"},
                {"data", name(DataKind::documents)},
                {"documents", pair.size()},
                {"matched", released_documents(pair)},
                {"missing", pair.match().missing.size()},
                {"private_missing", pair.match().missing},
                {"unexplained", pair.match().unexplained}};
    Json found = run_document_assessments(Family::attack, attacks, pair, random, context);
    result["worst"] = worst_attack(found, DataKind::documents);
    const documents::AssessInput input = pair.input(random, context);
    if (pair.has("queries")) {
        documents::QueryParams index;
        if (parts.round == "integer") index.round = documents::RoundComponents::integer;
        if (parts.sets == "nmi") index.sets = documents::SetLoss::nmi;
        if (!parts.weights.empty()) index.weights = parts.weights;
        result["round_components"] = parts.round;
        result["set_loss"] = parts.sets;
        result["weights"] = index.weights;
        result.update(
            to_json(documents::assess_queries(context, input.original, input.released,
                                              *input.queries, documents::index_options(index))));
    }
    if (pair.has("gold")) {
        result["gold"] = to_json(
            documents::assess_gold(context, *input.texts_before, *input.texts_after, *input.gold));
    }
    for (const Json& attack : found) {
        if (attack["name"] != terms.info.name) continue;
        if (attack["value"].is_null()) {  // what was asked for could not be counted
            throw Error(ErrorKind::unmet, attack["warnings"][0].get<std::string>());
        }
        result["term_anonymity"] = attack["details"];
    }
    if (pair.has("knowledge")) {
        result["plausibility"] = to_json(documents::plausibility(
            context, *input.taxonomy, input.original.texts, input.released.texts));
    }
    result["attacks"] = std::move(found);
    result["measures"] = run_document_assessments(Family::loss, losses, pair, random, context);
    Json lost = Json::object();
    for (const Json& measure : result["measures"]) {
        const auto name = measure["name"].get<std::string>();
        if (!lost.contains(name)) lost[name] = measure["value"];
    }
    result["loss"] = judged_loss(lost, DataKind::documents);
    return result;
}

}  // namespace lethe::release
