// What every evolutionary search keeps about itself: how the scores went, generation by generation,
// and when to stop.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"

namespace lethe {

// A rule of 0 is no rule, apart from generations.
struct StopRules {
    std::int64_t generations = 100;
    double seconds = 0;
    std::int64_t stagnation = 0;  // generations without a better best
    std::int64_t evaluations = 0;
    double target = 0;     // a best score this low
    double diversity = 0;  // a population as alike as this, in percent (diversity.h)
};

// What a generation is told beside its scores.
struct GenerationFigures {
    std::int64_t evaluations = 0;  // until now
    double seconds = 0;            // until now
    double diversity = 0;
    std::optional<double> mutation = std::nullopt;  // share of the next one, where it adapts
};

class EvolutionLog {
  public:
    struct Entry {
        std::int64_t generation = 0;  // 0 is the start
        double best = 0;              // the best seen so far: never increases
        double mean = 0;              // of the population, scores that are infinite apart
        double worst = 0;
        double diversity = 0;  // in percent
        std::optional<double> mutation = std::nullopt;
    };

    void add(std::span<const double> scores, const GenerationFigures& figures);

    const std::vector<Entry>& entries() const { return entries_; }
    std::int64_t generation() const { return std::ssize(entries_) - 1; }
    std::int64_t evaluations() const { return evaluations_; }
    double seconds() const { return seconds_; }
    // "generations", "seconds", "stagnation", "evaluations", "target" or "diversity"; empty while
    // the search goes on.
    std::string_view stopped_by(const StopRules& rules) const;

    // [{"generation", "best", "mean", "worst", "diversity", and "mutation" where it adapts}]
    Json history() const;
    Json save() const;
    static EvolutionLog load(const Json& saved);

  private:
    std::vector<Entry> entries_;
    std::int64_t improved_ = 0;  // the generation that brought the best
    std::int64_t evaluations_ = 0;
    double seconds_ = 0;
};

// Infinite scores are null in JSON.
Json score_to_json(double score);
double score_from_json(const Json& json);

}  // namespace lethe
