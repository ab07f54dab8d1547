// A bound for all vectors of levels, from boxes of them: every node that could be the best lies in
// one of the boxes that are left. See level_boxes.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/lattice/best_first.h"

namespace lethe::lattice {

class LevelBoxes {
  public:
    // For losses whose bound follows from the levels (Measure::by_levels).
    explicit LevelBoxes(AnytimeRun& run) : run_(run) {}

    // Splits boxes for some evaluations; fewer where the limits or the boxes end first.
    void work(std::int64_t evaluations);

    bool empty() const { return begun_ && boxes_.empty(); }
    // The least of the boxes' bounds: infinite where there is none, -infinite before the first.
    double bound() const;

  private:
    struct Box {
        Node low, high;
        std::vector<double> added;  // to the columns' losses of all its nodes
        double bound = 0;
        std::int64_t number = 0;
    };
    struct Part;  // of a box, whose highest node is looked at

    static bool later(const Box& a, const Box& b);
    Box take_first();
    void keep(Box box);
    std::size_t column_to_split(const Box& box) const;
    Part look(Box box) const;
    void take(Part part);

    AnytimeRun& run_;
    std::vector<Box> boxes_;  // a heap, the least bound first
    bool begun_ = false;
    std::int64_t made_ = 0;
};

}  // namespace lethe::lattice
