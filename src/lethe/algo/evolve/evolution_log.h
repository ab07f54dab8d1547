// What every evolutionary search keeps about itself: how the scores went, generation by generation,
// and when to stop.
#pragma once

#include <cstdint>
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
    double target = 0;  // a best score this low
};

class EvolutionLog {
  public:
    struct Entry {
        std::int64_t generation = 0;  // 0 is the start
        double best = 0;              // the best seen so far: never increases
        double mean = 0;              // of the population, scores that are infinite apart
        double worst = 0;
    };

    // The scores of the next generation, and what has been spent until now.
    void add(std::span<const double> scores, std::int64_t evaluations, double seconds);

    const std::vector<Entry>& entries() const { return entries_; }
    std::int64_t generation() const { return std::ssize(entries_) - 1; }
    std::int64_t evaluations() const { return evaluations_; }
    double seconds() const { return seconds_; }
    // "generations", "seconds", "stagnation", "evaluations" or "target"; empty while the search
    // goes on.
    std::string_view stopped_by(const StopRules& rules) const;

    Json history() const;  // [{"generation", "best", "mean", "worst"}]
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
