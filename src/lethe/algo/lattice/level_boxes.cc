// A box is all nodes between a lowest and a highest one. Its lowest node bounds the loss of all of
// them, by labels alone. Its highest node tells more: rows that must go there, however classes are
// split, go in the whole box and add to every loss in it, and where they are too many, or where the
// models are monotone and do not hold, nothing in the box is feasible.
//
// The box with the least bound is split in two. Of the columns that are still open the one is taken
// whose next level costs most: one part has it at its lowest level, where more rows must go, the
// other one above it, where more is lost by labels. Only the first has a new highest node, so that
// a split costs one evaluation. Boxes share no node, and none is left that is not in one of them or
// was told not to be the best; so the least bound of the boxes is a bound of everything, and where
// no box is left the best is proven. The boxes grow in number only with the evaluations.
//
// A frontier of nodes that goes up from the bottom has a bound too, but one that stays near 0 until
// nearly all small nodes were looked at.
#include "lethe/algo/lattice/level_boxes.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "lethe/core/parallel.h"

namespace lethe::lattice {

struct LevelBoxes::Part {
    Box box;
    bool empty = false;  // nothing in it is feasible
    std::optional<Solution> solution;
};

bool LevelBoxes::later(const Box& a, const Box& b) {
    return a.bound != b.bound ? a.bound > b.bound : a.number > b.number;
}

double LevelBoxes::bound() const {
    if (!begun_) return -std::numeric_limits<double>::infinity();
    return boxes_.empty() ? std::numeric_limits<double>::infinity() : boxes_.front().bound;
}

LevelBoxes::Box LevelBoxes::take_first() {
    std::pop_heap(boxes_.begin(), boxes_.end(), later);
    Box box = std::move(boxes_.back());
    boxes_.pop_back();
    return box;
}

void LevelBoxes::keep(Box box) {
    // The only node of such a box is the highest one, which was looked at.
    if (box.low == box.high || run_.cuts(box.bound)) return;
    box.number = made_++;
    boxes_.push_back(std::move(box));
    std::push_heap(boxes_.begin(), boxes_.end(), later);
}

std::size_t LevelBoxes::column_to_split(const Box& box) const {
    std::size_t chosen = box.low.size();
    double most = 0;
    Node node = box.low;
    for (std::size_t q = 0; q < node.size(); ++q) {
        if (box.low[q] == box.high[q]) continue;
        ++node[q];
        const double raised = run_.evaluation().measure().bound(node, box.added).value;
        --node[q];
        if (chosen < node.size() && raised <= most) continue;
        chosen = q;
        most = raised;
    }
    return chosen;
}

LevelBoxes::Part LevelBoxes::look(Box box) const {
    const Evaluation& evaluation = run_.evaluation();
    const Measure& measure = evaluation.measure();
    const auto list = evaluation.classes().raised(evaluation.classes().tuples(), box.high,
                                                  evaluation.needs_values());
    std::vector<char> suppressed;
    Below below;
    const Judged judged = evaluation.judged_with_below(*list, suppressed, below);
    Part part;
    part.empty =
        evaluation.regime() == Regime::full ? !judged.feasible : below.rows > evaluation.limit();
    if (judged.feasible) {
        part.solution = Solution{box.high, judged.suppressed, measure.of(*list, suppressed)};
    }
    if (!part.empty && below.rows > 0) {
        const std::vector<double> added = measure.added_by(*list, below.of_class);
        for (std::size_t q = 0; q < added.size(); ++q) {
            box.added[q] = std::max(box.added[q], added[q]);
        }
    }
    box.bound = std::max(box.bound, measure.bound(box.low, box.added).value);
    part.box = std::move(box);
    return part;
}

void LevelBoxes::take(Part part) {
    if (part.solution) run_.take(std::move(*part.solution));
    if (!part.empty) keep(std::move(part.box));
}

void LevelBoxes::work(std::int64_t evaluations) {
    const Measure& measure = run_.evaluation().measure();
    if (!begun_) {
        if (run_.allowed(1) == 0) return;
        begun_ = true;
        const Node top = run_.evaluation().top();
        take(look({Node(top.size(), 0), top, std::vector<double>(top.size(), 0), 0, 0}));
        --evaluations;
    }
    while (evaluations > 0 && !boxes_.empty() && !run_.over()) {
        if (run_.cuts(boxes_.front().bound)) {
            boxes_.clear();  // the others have no smaller bounds
            return;
        }
        const std::int64_t count = run_.allowed(
            std::min({evaluations, AnytimeRun::kAtOnce, static_cast<std::int64_t>(boxes_.size())}));
        evaluations -= count;
        std::vector<Box> lower, upper;
        for (std::int64_t i = 0; i < count; ++i) {
            Box box = take_first();
            const std::size_t q = column_to_split(box);
            upper.push_back(box);
            ++upper.back().low[q];
            upper.back().bound =
                std::max(box.bound, measure.bound(upper.back().low, box.added).value);
            box.high[q] = box.low[q];
            lower.push_back(std::move(box));
        }
        std::vector<Part> parts(lower.size());
        parallel_tasks(run_.context(), count, [&](std::int64_t i) {
            const auto at = static_cast<std::size_t>(i);
            parts[at] = look(std::move(lower[at]));
        });
        for (Part& part : parts) take(std::move(part));
        for (Box& box : upper) keep(std::move(box));
    }
}

}  // namespace lethe::lattice
