// What lethe evolve does while it runs: shows how the search goes, and keeps its state.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "lethe/core/json.h"
#include "lethe/operation/operation.h"
#include "lethe/search/evolve/evolution_result.h"

namespace lethe::operation {

// Keeps the state of a run in a private file, and finds what an earlier run left there. The header
// says what makes a run this run.
class Checkpoint {
  public:
    Checkpoint(std::string path, Json header)  // without a path nothing is kept
        : path_(std::move(path)), header_(std::move(header)) {}

    // Takes over the seed of what it finds. Error(usage) for another run, Error(input) for what is
    // no checkpoint.
    std::optional<Json> load(Door& door) const;
    void save(std::uint64_t seed, const Json& checkpoint) const;

  private:
    std::string path_;
    Json header_;
};

class Watch {
  public:
    Watch(Door& door, const Checkpoint& checkpoint, StopRules stop)
        : door_(door), checkpoint_(checkpoint), stop_(stop) {}

    void operator()(const EvolutionLog& log, const search::CheckpointMaker& make);
    std::int64_t kept() const { return kept_; }  // the last generation that is; -1: none

  private:
    static constexpr double kSaveEvery = 5;  // seconds
    static constexpr double kSayEvery = 10;

    Door& door_;
    const Checkpoint& checkpoint_;
    StopRules stop_;
    double saved_ = door_.context().now();
    double said_ = saved_;
    std::int64_t kept_ = -1;
};

}  // namespace lethe::operation
