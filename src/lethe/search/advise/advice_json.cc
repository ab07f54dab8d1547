// Advice in JSON.
#include "lethe/method/result_json.h"
#include "lethe/search/advise/advise.h"
#include "lethe/search/advise/policy_words.h"

namespace lethe::search {
namespace {

Json to_json(const AdviceCandidate& candidate) {
    return {{"id", candidate.id},
            {"title", candidate.title},
            {"words", candidate.words},
            {"why", candidate.why}};
}

Json constraints_json(const AdviseOptions& asked) {
    Json json{{"k", asked.k}, {"max_risk", asked.max_risk}, {"exact", asked.exact}};
    if (asked.l) json["l"] = *asked.l;
    if (asked.t) json["t"] = *asked.t;
    return json;
}

}  // namespace

Json to_json(const AdvicePoint& point) {
    Json json{{"id", point.id},
              {"label", label_of(point.steps)},
              {"words", policy_words(point.steps)},
              {"method", point.steps.back().method},
              {"parameters", point.steps.back().parameters},
              {"steps", json_list(point.steps)},
              {"single", point.single},
              {"judged", point.judged},
              {"acceptable", point.acceptable},
              {"seconds", point.seconds}};
    if (point.error.empty()) {
        json["risk"] = point.risk;
        json["at_most"] = point.at_most;
        json["loss"] = point.loss;
        json["score"] = point.score;
        json["worst"] = point.worst ? to_json(*point.worst) : Json(nullptr);
        json["bound"] = to_json(point.bound);
    } else {  // the order that files have had ever since
        for (const char* figure : {"score", "loss", "risk"}) json[figure] = nullptr;
        json["error"] = point.error;
    }
    json["pareto"] = point.pareto;
    return json;
}

Json to_json(const Advice& advice) {
    Json candidates = Json::array();
    for (const AdviceCandidate& one : advice.candidates) candidates.push_back(to_json(one));
    return {{"kind", "advice"},
            {"columns", advice.columns},
            {"scenario", to_json(advice.scenario)},
            {"constraints", constraints_json(advice.asked)},
            {"loss_measure", advice.loss_measure},
            {"alpha", advice.asked.score.alpha},
            {"recommended", or_null(advice.recommended)},
            {"best_single", or_null(advice.best_single)},
            {"nearest", or_null(advice.nearest)},
            {"candidates", std::move(candidates)},
            {"reason", advice.reason},
            {"trace", advice.trace},
            {"stopped", advice.stopped},
            {"points", json_list(advice.points)}};
}

}  // namespace lethe::search
