// The loss of a cut is a sum over the values, known without counting a class. So cuts, where there
// are few, are looked at in the order of their losses, and the first one that leaves k records in
// every class is the best.
//
// Where there are many, the search goes from the top down. At the root all records are alike; to
// open a concept shows its children in its place. Opening only parts classes, so a concept whose
// opening breaks k breaks it in every finer cut too and need not be asked again: one descent, which
// opens what gains most first, counts classes at most once for each concept. What it ends with is
// mended: an open concept is closed again, which gives room, and another descent goes on from there
// without it; where that loses less it is kept. Mending ends when nothing is gained, or after a
// number of counts that depends on the size of the data alone.
#include "lethe/algo/partition/cuts/tree_cut.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "lethe/algo/partition/clusters.h"
#include "lethe/algo/partition/cuts/cut_space.h"

namespace lethe {
namespace {

static_assert(kMostCuts < kTooManyCuts);

CutSpace::Cut best_of_all(CutSpace& space) {
    std::vector<std::vector<ColumnTree::Depths>> cuts;
    std::vector<std::vector<std::int64_t>> losses;
    for (const ColumnTree& tree : space.trees()) {
        cuts.push_back(tree.all_cuts(
            tree.root(), ColumnTree::Depths(static_cast<std::size_t>(tree.values()), 0)));
        auto& own = losses.emplace_back();
        for (const auto& cut : cuts.back()) own.push_back(tree.loss(cut));
    }
    // (loss, number), the last column changing fastest.
    std::vector<std::pair<std::int64_t, std::int64_t>> all{{0, 0}};
    for (const auto& own : losses) {
        std::vector<std::pair<std::int64_t, std::int64_t>> next;
        for (const auto& [loss, number] : all) {
            for (std::size_t i = 0; i < own.size(); ++i) {
                next.emplace_back(loss + own[i],
                                  number * std::ssize(own) + static_cast<std::int64_t>(i));
            }
        }
        all = std::move(next);
    }
    std::sort(all.begin(), all.end());
    for (auto [loss, number] : all) {
        CutSpace::Cut cut(cuts.size());
        for (std::size_t j = cuts.size(); j-- > 0;) {
            cut[j] = cuts[j][static_cast<std::size_t>(number % std::ssize(cuts[j]))];
            number /= std::ssize(cuts[j]);
        }
        if (space.is_anonymous(cut)) return cut;
    }
    return {};  // never: at the root all records are alike
}

CutSpace::Cut searched_cut(CutSpace& space) {
    CutSpace::Descent best = space.descend(space.top(), std::nullopt);
    const std::int64_t most = space.most_looks();
    for (bool gained = true; gained && space.looked_at() < most;) {
        gained = false;
        const std::vector<CutSpace::Opening> open = best.open;
        for (const CutSpace::Opening& one : open) {
            if (space.looked_at() >= most) break;
            CutSpace::Descent other = space.descend(space.closed(best, one), one);
            if (other.loss >= best.loss) continue;
            best = space.descend(std::move(other), std::nullopt);
            gained = true;
            break;
        }
    }
    return best.cut;
}

}  // namespace

TreeCut cut_trees(const Context& context, const TupleSpace& space,
                  std::span<const ConceptLadder> ladders, std::int64_t k, RaiseCost loss,
                  std::int64_t most_cuts) {
    check_cluster_size(space.rows(), k);
    CutSpace cut_space(context, space, ladders, k, loss);
    std::int64_t cuts = 1;
    for (const ColumnTree& tree : cut_space.trees()) {
        cuts = std::min(kTooManyCuts, cuts * tree.cuts(tree.root()));
    }
    const bool exact = cuts <= std::min(most_cuts, kMostCuts);
    const CutSpace::Cut best = exact ? best_of_all(cut_space) : searched_cut(cut_space);
    TreeCut result = cut_space.made(best);
    result.exact = exact;
    return result;
}

}  // namespace lethe
