// A gene says whether a concept that can be opened is open. A concept counts as open where all
// above it are, so that any string of genes is a cut, and any crossover and mutation of cuts is one
// (Iyengar: Transforming data to satisfy privacy constraints, 2002). There classes of fewer than k
// records are suppressed and cost; here no record is dropped, so an offspring is repaired: of the
// concepts just above what rare records show the one is closed that joins most of them for what its
// closing loses, again and again until no class is rare. Then a few concepts are opened again where
// that leaves k records, those that gain most first. What was repaired is what is inherited.
//
// Succession is steady: parents are winners of tournaments, and a child takes the place of the
// worst if it loses less and nobody is like it. The first population has the descent of
// tree_cut.cc, and repaired strings of more or fewer open concepts. The best is opened further
// where that can be.
#include "lethe/algo/partition/cuts/evolve_cuts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/evolve/genetic_operators.h"
#include "lethe/algo/partition/clusters.h"
#include "lethe/algo/partition/cuts/cut_space.h"
#include "lethe/core/random.h"

namespace lethe {
namespace {

using Genes = std::vector<std::uint8_t>;

// To order genes by: g++ 12 sees overflows where vectors of bytes are ordered.
std::string text_of(const Genes& genes) { return {genes.begin(), genes.end()}; }

struct CutGenome {
    Genes open;
    std::int64_t loss = 0;
};

class CutBreeding {
  public:
    CutBreeding(CutSpace& space, const CutEvolution& options)
        : space_(space),
          options_(options),
          most_(options.most_looks > 0 ? options.most_looks : space.most_looks()),
          stream_(Random(options.start).stream("cuts")) {
        for (std::size_t j = 0; j < space.trees().size(); ++j) {
            add_loci(j, space.trees()[j].root(), -1);
        }
    }

    CutSpace::Cut best() {
        const CutSpace::Descent plain = space_.descend(space_.top(), std::nullopt);
        if (loci_.empty()) return plain.cut;
        add_first(plain);
        // Children without a gain, after which the search ends.
        const std::int64_t patience = 20 * options_.population;
        std::int64_t idle = 0;
        while (idle < patience && space_.looked_at() < most_) {
            const std::int64_t before = population_[best_of(population_)].loss;
            add(child());
            idle = population_[best_of(population_)].loss < before ? 0 : idle + 1;
        }
        const CutGenome& winner = population_[best_of(population_)];
        return space_.descend(descent_of(winner.open), std::nullopt).cut;
    }

  private:
    struct Locus {
        CutSpace::Opening at;
        std::int64_t above = -1;  // the locus of its parent; -1: the root
    };

    // Parents before children.
    void add_loci(std::size_t column, std::int32_t node, std::int64_t above) {
        const ColumnTree& tree = space_.trees()[column];
        if (!tree.can_open(node)) return;
        const auto own = std::ssize(loci_);
        loci_.push_back({{tree.gain(node), column, node}, above});
        locus_of_[{column, node}] = own;
        for (const std::int32_t child : tree.children(node)) add_loci(column, child, own);
    }

    bool is_open_above(const Genes& open, std::size_t locus) const {
        const std::int64_t above = loci_[locus].above;
        return above < 0 || open[static_cast<std::size_t>(above)] != 0;
    }

    // Without open concepts below closed ones.
    void close_below(Genes& open) const {
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (!is_open_above(open, i)) open[i] = 0;
        }
    }

    CutSpace::Cut cut_of(const Genes& open) const {
        CutSpace::Cut cut = space_.top().cut;
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (open[i] != 0) space_.set(cut, loci_[i].at, 1);
        }
        return cut;
    }

    CutSpace::Descent descent_of(const Genes& open) const {
        CutSpace::Descent descent = space_.top();
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (open[i] == 0) continue;
            space_.set(descent.cut, loci_[i].at, 1);
            descent.open.push_back(loci_[i].at);
            descent.loss -= loci_[i].at.gain;
        }
        return descent;
    }

    // What closing a concept, with all that is open below it, loses.
    std::int64_t cost_of_closing(const CutSpace::Cut& cut, const CutSpace::Opening& at) const {
        const ColumnTree& tree = space_.trees()[at.column];
        std::int64_t sum = 0;
        for (const auto& [value, depth] : tree.below(at.node)) {
            const std::size_t now = cut[at.column][static_cast<std::size_t>(value)];
            sum += tree.loss(value, depth) - tree.loss(value, now);
        }
        return sum;
    }

    // The open concept just above what a tuple shows in a column; -1: the column shows its root.
    std::int64_t locus_above(const Genes& open, const CutSpace::Cut& cut, std::size_t column,
                             std::int32_t tuple) const {
        const std::int32_t value = space_.tuples().code(column, tuple);
        const ColumnTree& tree = space_.trees()[column];
        std::size_t depth = cut[column][static_cast<std::size_t>(value)];
        while (depth > 0) {
            const auto found = locus_of_.find({column, tree.node(value, --depth)});
            if (found != locus_of_.end() && open[static_cast<std::size_t>(found->second)] != 0) {
                return found->second;
            }
        }
        return -1;
    }

    void repair(Genes& open) {
        while (true) {
            const CutSpace::Cut cut = cut_of(open);
            const std::vector<std::int32_t> rare = space_.rare_tuples(cut);
            if (rare.empty()) return;
            std::map<std::int64_t, std::int64_t> touched;  // locus: rare records
            for (const std::int32_t tuple : rare) {
                for (std::size_t j = 0; j < space_.trees().size(); ++j) {
                    const std::int64_t locus = locus_above(open, cut, j, tuple);
                    if (locus >= 0) touched[locus] += space_.tuples().count(tuple);
                }
            }
            std::int64_t closed = touched.begin()->first;
            double most = -1;
            for (const auto& [locus, records] : touched) {
                const double worth = static_cast<double>(records) /
                                     (1 + static_cast<double>(cost_of_closing(
                                              cut, loci_[static_cast<std::size_t>(locus)].at)));
                if (worth > most) {
                    most = worth;
                    closed = locus;
                }
            }
            open[static_cast<std::size_t>(closed)] = 0;
            close_below(open);
        }
    }

    // Opens what gains most, of a few concepts that are closed below open ones.
    void reopen(Genes& open) {
        constexpr std::size_t kTried = 8;
        std::vector<std::pair<std::int64_t, std::size_t>> closed;
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (open[i] == 0 && is_open_above(open, i)) closed.emplace_back(-loci_[i].at.gain, i);
        }
        std::sort(closed.begin(), closed.end());
        for (std::size_t n = 0; n < std::min(kTried, closed.size()); ++n) {
            Genes finer = open;
            finer[closed[n].second] = 1;
            if (space_.is_anonymous(cut_of(finer))) open = std::move(finer);
        }
    }

    CutGenome raised(Genes open) {
        close_below(open);
        repair(open);
        reopen(open);
        const std::int64_t loss = space_.loss(cut_of(open));
        return {std::move(open), loss};
    }

    static std::size_t best_of(const std::vector<CutGenome>& all) {
        return static_cast<std::size_t>(
            std::min_element(
                all.begin(), all.end(),
                [](const CutGenome& a, const CutGenome& b) { return a.loss < b.loss; }) -
            all.begin());
    }

    void add_first(const CutSpace::Descent& plain) {
        Genes open(loci_.size(), 0);
        for (const CutSpace::Opening& one : plain.open) {
            open[static_cast<std::size_t>(locus_of_.at({one.column, one.node}))] = 1;
        }
        known_.insert(text_of(open));
        population_.push_back({std::move(open), plain.loss});
        for (std::int64_t i = 1; i < options_.population && space_.looked_at() < most_; ++i) {
            Draws draws = stream_.at(drawn_++);
            const double rate = static_cast<double>(i) / static_cast<double>(options_.population);
            CutGenome made = raised(bernoulli_mask(draws, std::ssize(loci_), rate));
            known_.insert(text_of(made.open));
            population_.push_back(std::move(made));
        }
    }

    CutGenome child() {
        Draws draws = stream_.at(drawn_++);
        std::vector<double> losses;
        for (const CutGenome& one : population_) losses.push_back(static_cast<double>(one.loss));
        const auto parent = [&] {
            const std::int64_t size = std::min<std::int64_t>(3, std::ssize(population_));
            return static_cast<std::size_t>(tournament(draws, losses, size).front());
        };
        Genes open = population_[parent()].open;
        const Genes& other = population_[parent()].open;
        const auto size = std::ssize(open);
        const std::int64_t points = std::min<std::int64_t>(2, size - 1);
        for (const Segment& segment :
             crossover_segments(crossover_points(draws, size, points), size)) {
            std::copy(other.begin() + segment.begin, other.begin() + segment.end,
                      open.begin() + segment.begin);
        }
        for (const std::int64_t locus : mutation_loci(draws, size)) {
            open[static_cast<std::size_t>(locus)] ^= 1U;
        }
        return raised(std::move(open));
    }

    void add(CutGenome made) {
        const auto worst = std::max_element(
            population_.begin(), population_.end(),
            [](const CutGenome& a, const CutGenome& b) { return a.loss < b.loss; });
        if (made.loss >= worst->loss || known_.contains(text_of(made.open))) return;
        known_.erase(text_of(worst->open));
        known_.insert(text_of(made.open));
        *worst = std::move(made);
    }

    CutSpace& space_;
    const CutEvolution& options_;
    std::int64_t most_;
    Stream stream_;
    std::vector<Locus> loci_;
    std::map<std::pair<std::size_t, std::int32_t>, std::int64_t> locus_of_;
    std::vector<CutGenome> population_;
    std::set<std::string> known_;
    std::int64_t drawn_ = 0;
};

}  // namespace

TreeCut evolve_cuts(const Context& context, const TupleSpace& space,
                    std::span<const ConceptLadder> ladders, std::int64_t k, RaiseCost loss,
                    const CutEvolution& options) {
    check_cluster_size(space.rows(), k);
    CutSpace cut_space(context, space, ladders, k, loss);
    const CutSpace::Cut best = CutBreeding(cut_space, options).best();
    return cut_space.made(best);
}

}  // namespace lethe
