// Measures that count is-a edges, and the two that hardly look at meaning: equality and confusion.
//
// Several common subsumers: the length of a path is the smallest over all of them; where a single
// one is needed (Wu-Palmer, Li, confusion) it is Taxonomy::lcs, the one of the greatest depth; for
// Wu-Palmer an option chooses otherwise.
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/knowledge/measure_by_subsumers.h"

namespace lethe {
namespace {

// Rada et al. 1989: the fewest edges from one to the other.
struct Path {
    using Found = int;

    Found start() const { return std::numeric_limits<int>::max(); }
    void add(Found& length, ConceptId, int climb_a, int climb_b) const {
        length = std::min(length, climb_a + climb_b);
    }
    double published(ConceptId, ConceptId, Found length) const { return length; }
    double distance(ConceptId, ConceptId, Found length) const { return length; }
};

// Leacock and Chodorow 1998, in nodes: -log((edges + 1) / 2D); identical concepts have log(2D).
struct LeacockChodorow : Path {
    double depth;

    explicit LeacockChodorow(double taxonomy_depth) : depth(taxonomy_depth) {}
    double published(ConceptId, ConceptId, Found length) const {
        return -std::log((length + 1) / (2 * depth));
    }
    double distance(ConceptId, ConceptId, Found length) const { return std::log(length + 1.0); }
};

// The deepest common subsumer by the rule of Taxonomy::lcs, with the climbs to it.
class Deepest {
  public:
    struct Found {
        ConceptId subsumer = kNoConcept;
        int depth = -1;
        std::size_t subsumers = 0;
        int climb_a = 0;
        int climb_b = 0;
    };

    explicit Deepest(const Taxonomy& taxonomy) : taxonomy_(&taxonomy) {}

    Found start() const { return {}; }
    void add(Found& found, ConceptId x, int climb_a, int climb_b) const {
        const int depth = taxonomy_->depth(x);
        if (depth < found.depth) return;
        const std::size_t subsumers = taxonomy_->subsumers(x).size();
        if (depth == found.depth && subsumers <= found.subsumers) return;
        found = {x, depth, subsumers, climb_a, climb_b};
    }

  protected:
    const Taxonomy* taxonomy_;
};

// The most preferred common subsumer by name, see wu_palmer.h.
class Preferred {
  public:
    struct Found {
        ConceptId subsumer = kNoConcept;
        std::int32_t preference = -1;
        int climb_a = 0;
        int climb_b = 0;
    };

    Preferred(const Taxonomy& taxonomy, LeastSubsumer least)
        : taxonomy_(&taxonomy), preferences_(subsumer_preferences(taxonomy, least)) {}

    Found start() const { return {}; }
    void add(Found& found, ConceptId x, int climb_a, int climb_b) const {
        const std::int32_t preference = preferences_[static_cast<std::size_t>(x)];
        if (preference > found.preference) found = {x, preference, climb_a, climb_b};
    }

  protected:
    const Taxonomy* taxonomy_;

  private:
    std::vector<std::int32_t> preferences_;
};

// Wu and Palmer 1994. `Least` finds the least common subsumer.
template <class Least>
struct WuPalmer : Least {
    using Found = typename Least::Found;
    int root_depth;
    bool longest;

    WuPalmer(Least least, const MeasureOptions& options)
        : Least(std::move(least)), root_depth(options.root_depth), longest(options.longest_depth) {}
    double published(ConceptId a, ConceptId b, const Found& found) const {
        return a == b ? 1 : 2 * depth(found) / edges(found);
    }
    double distance(ConceptId, ConceptId, const Found& found) const {
        return wu_palmer_distance(found.climb_a + found.climb_b, depth(found));
    }
    int depth(const Found& found) const {
        return root_depth + (longest ? this->taxonomy_->longest_depth(found.subsumer)
                                     : this->taxonomy_->depth(found.subsumer));
    }
    // From the top to the one and to the other.
    double edges(const Found& found) const {
        return found.climb_a + found.climb_b + 2 * depth(found);
    }
};

// Li, Bandar and McLean 2003.
struct Li {
    double alpha;
    double beta;
    Deepest deepest;

    struct Found {
        int length;
        Deepest::Found top;
    };

    Found start() const { return {std::numeric_limits<int>::max(), deepest.start()}; }
    void add(Found& found, ConceptId x, int climb_a, int climb_b) const {
        found.length = std::min(found.length, climb_a + climb_b);
        deepest.add(found.top, x, climb_a, climb_b);
    }
    double published(ConceptId, ConceptId, const Found& found) const {
        return std::exp(-alpha * found.length) * std::tanh(beta * found.top.depth);
    }
    double distance(ConceptId a, ConceptId b, const Found& found) const {
        return 1 - published(a, b, found);
    }
};

// Guzman-Arenas and Levachkine 2004: what it costs to say b instead of a. Going up is free: the
// edges down from their least common subsumer to b.
struct Confusion : Deepest {
    using Deepest::Deepest;

    double published(ConceptId, ConceptId, const Found& found) const { return found.climb_b; }
    double distance(ConceptId, ConceptId, const Found& found) const { return found.climb_b; }
};

class Equality final : public Measure {
  public:
    double published(ConceptId a, ConceptId b) const override { return a == b ? 0 : 1; }
    double distance(ConceptId a, ConceptId b) const override { return a == b ? 0 : 1; }
};

template <class Rule>
std::unique_ptr<Measure> by_subsumers(TaxonomyPtr taxonomy, Rule rule) {
    return std::make_unique<MeasureBySubsumers<Rule>>(std::move(taxonomy), std::move(rule));
}

}  // namespace

std::unique_ptr<Measure> make_edge_measure(TaxonomyPtr taxonomy, const MeasureOptions& options) {
    const Taxonomy& whole = *taxonomy;
    switch (options.kind) {
        case MeasureKind::path:
            return by_subsumers(std::move(taxonomy), Path{});
        case MeasureKind::leacock_chodorow:
            return by_subsumers(
                std::move(taxonomy),
                LeacockChodorow(options.taxonomy_depth.value_or(whole.greatest_depth() + 1)));
        case MeasureKind::wu_palmer:
            if (options.least == LeastSubsumer::most_subsumers) {
                return by_subsumers(std::move(taxonomy), WuPalmer(Deepest(whole), options));
            }
            return by_subsumers(std::move(taxonomy),
                                WuPalmer(Preferred(whole, options.least), options));
        case MeasureKind::li:
            return by_subsumers(std::move(taxonomy),
                                Li{options.alpha, options.beta, Deepest(whole)});
        case MeasureKind::confusion:
            return by_subsumers(std::move(taxonomy), Confusion(whole));
        case MeasureKind::equality:
            return std::make_unique<Equality>();
        default:
            throw Error(ErrorKind::internal, "not a measure of edges");
    }
}

}  // namespace lethe
