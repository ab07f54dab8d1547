#include "lethe/algo/evolve/evolution_log.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lethe/core/exact_sum.h"

namespace lethe {

Json score_to_json(double score) { return std::isfinite(score) ? Json(score) : Json(); }

double score_from_json(const Json& json) {
    return json.is_null() ? std::numeric_limits<double>::infinity() : json.get<double>();
}

void EvolutionLog::add(std::span<const double> scores, const GenerationFigures& figures) {
    Entry entry{.generation = std::ssize(entries_),
                .best = std::numeric_limits<double>::infinity(),
                .diversity = figures.diversity,
                .mutation = figures.mutation};
    ExactSum sum;
    double finite = 0;
    for (const double score : scores) {
        entry.best = std::min(entry.best, score);
        if (!std::isfinite(score)) continue;
        entry.worst = std::max(entry.worst, score);
        sum.add(score);
        ++finite;
    }
    entry.mean = finite > 0 ? sum.value() / finite : entry.best;
    if (finite == 0) entry.worst = entry.best;
    if (entries_.empty() || entry.best < entries_.back().best) {
        improved_ = entry.generation;
    } else {
        entry.best = entries_.back().best;
    }
    entries_.push_back(entry);
    evaluations_ = figures.evaluations;
    seconds_ = figures.seconds;
}

std::string_view EvolutionLog::stopped_by(const StopRules& rules) const {
    if (generation() >= rules.generations) return "generations";
    if (rules.seconds > 0 && seconds_ >= rules.seconds) return "seconds";
    if (rules.stagnation > 0 && generation() - improved_ >= rules.stagnation) return "stagnation";
    if (rules.evaluations > 0 && evaluations_ >= rules.evaluations) return "evaluations";
    if (rules.target > 0 && entries_.back().best <= rules.target) return "target";
    if (rules.diversity > 0 && entries_.back().diversity <= rules.diversity) return "diversity";
    return "";
}

Json EvolutionLog::history() const {
    Json history = Json::array();
    for (const Entry& entry : entries_) {
        history.push_back({{"generation", entry.generation},
                           {"best", score_to_json(entry.best)},
                           {"mean", score_to_json(entry.mean)},
                           {"worst", score_to_json(entry.worst)},
                           {"diversity", entry.diversity}});
        if (entry.mutation) history.back()["mutation"] = *entry.mutation;
    }
    return history;
}

Json EvolutionLog::save() const {
    return {{"history", history()},
            {"improved", improved_},
            {"evaluations", evaluations_},
            {"seconds", seconds_}};
}

EvolutionLog EvolutionLog::load(const Json& saved) {
    EvolutionLog log;
    for (const Json& entry : saved.at("history")) {
        Entry& read = log.entries_.emplace_back(
            Entry{entry.at("generation").get<std::int64_t>(), score_from_json(entry.at("best")),
                  score_from_json(entry.at("mean")), score_from_json(entry.at("worst")),
                  entry.at("diversity").get<double>()});
        if (entry.contains("mutation")) read.mutation = entry.at("mutation").get<double>();
    }
    log.improved_ = saved.at("improved").get<std::int64_t>();
    log.evaluations_ = saved.at("evaluations").get<std::int64_t>();
    log.seconds_ = saved.at("seconds").get<double>();
    return log;
}

}  // namespace lethe
