// Good parameters, without a proof: a walk by exact line searches over the number of satisfied
// blocks. See linkage_climb.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "lethe/algo/learnt/block_rows.h"
#include "lethe/core/random.h"

namespace lethe {

class LinkageClimb {
  public:
    // `seed` names the walk: walks of different seeds try different directions.
    LinkageClimb(const BlockRows& rows, std::uint64_t seed);

    // Takes the parameters (scaled, stride numbers) as the present place of the walk.
    void start(std::span<const double> w);
    // `expired`: asked now and then whether to stop early; may throw.
    void run(std::int64_t searches, const std::function<bool()>& expired);

    // The best place since the first start: satisfied open blocks, and the parameters. Generated
    // rows of the cone are not looked at: the parameters may lie outside it.
    std::int64_t best() const { return best_; }
    const std::vector<double>& best_point() const { return best_point_; }

    // About how many numbers a line search multiplies.
    std::int64_t work() const;

  private:
    void choose_direction(Draws& draws);
    bool search_line();
    void kick(Draws& draws);

    const BlockRows& rows_;
    Stream stream_;
    std::int64_t position_ = 0;
    std::vector<double> point_;
    std::int64_t count_ = -1;  // satisfied at the point
    std::vector<double> best_point_;
    std::int64_t best_ = -1;
    std::vector<double> direction_;
    int idle_ = 0;  // searches since the last gain
    std::vector<ParameterRange> ranges_;
    std::vector<std::pair<double, int>> ends_;
    std::vector<WorstRow> worst_;
};

}  // namespace lethe
