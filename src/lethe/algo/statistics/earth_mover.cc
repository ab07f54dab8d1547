// Equal distances: what has to move is half of the sum of all differences. Ordered: the sum of the
// differences of the cumulated shares, of which only the values of the part are looked at; between
// two of them the part's cumulated share does not change and the whole's grows, so the sum of the
// differences follows from sums over the whole up to the place where the two cross.
//
// A tree with the heights of lowest common subsumers is an ultrametric: what can be balanced within
// a subtree is best balanced there (Li, Li and Venkatasubramanian 2007). So every concept hands the
// surplus or the deficit of its subtree up, and what meets there from different children is moved
// at the cost of its height. Where nothing of the part is below a concept there is no surplus, and
// the deficit at a concept is its surplus less what it hands up: only the concepts above the values
// of the part need to be visited.
#include "lethe/algo/statistics/earth_mover.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include "lethe/algo/statistics/transport.h"
#include "lethe/core/error.h"

namespace lethe {
namespace {

std::int64_t records_in(std::span<const ValueCount> part) {
    std::int64_t records = 0;
    for (const ValueCount& item : part) records += item.count;
    return records;
}

std::int64_t sum_of(const std::vector<std::int64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

double quotient_of_counts(std::int64_t a, std::int64_t b) {
    return static_cast<double>(a) / static_cast<double>(b);
}

class EqualMover : public EarthMover {
  public:
    explicit EqualMover(std::vector<std::int64_t> whole)
        : whole_(std::move(whole)), records_(sum_of(whole_)) {}

    double distance(std::span<const ValueCount> part) const override {
        const std::int64_t records = records_in(part);
        double surplus = 0;
        for (const ValueCount& item : part) {
            const double share =
                quotient_of_counts(whole_[static_cast<std::size_t>(item.value)], records_);
            surplus += std::max(0.0, quotient_of_counts(item.count, records) - share);
        }
        return surplus;
    }

  private:
    std::vector<std::int64_t> whole_;
    std::int64_t records_;
};

class OrderedMover : public EarthMover {
  public:
    explicit OrderedMover(const std::vector<std::int64_t>& whole) {
        const std::int64_t records = sum_of(whole);
        std::int64_t sum = 0;
        sums_.push_back(0);
        for (const std::int64_t count : whole) {
            sum += count;
            cumulated_.push_back(quotient_of_counts(sum, records));
            sums_.push_back(sums_.back() + cumulated_.back());
        }
    }

    double distance(std::span<const ValueCount> part) const override {
        const auto values = cumulated_.size();
        if (values < 2) return 0;
        const std::int64_t records = records_in(part);
        std::int64_t before = 0;
        std::size_t begin = 0;
        double total = 0;
        for (const ValueCount& item : part) {
            const auto place = static_cast<std::size_t>(item.value);
            total += differences(begin, place, quotient_of_counts(before, records));
            before += item.count;
            begin = place;
        }
        total += differences(begin, values, 1);
        return total / static_cast<double>(values - 1);
    }

  private:
    // Sum of |level - cumulated| over the places begin .. end - 1.
    double differences(std::size_t begin, std::size_t end, double level) const {
        const auto from = cumulated_.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto to = cumulated_.begin() + static_cast<std::ptrdiff_t>(end);
        const auto cross =
            static_cast<std::size_t>(std::lower_bound(from, to, level) - cumulated_.begin());
        const double below =
            level * static_cast<double>(cross - begin) - (sums_[cross] - sums_[begin]);
        const double above = sums_[end] - sums_[cross] - level * static_cast<double>(end - cross);
        return std::max(0.0, below) + std::max(0.0, above);
    }

    std::vector<double> cumulated_;
    std::vector<double> sums_;  // of the cumulated shares before each place
};

class MatrixMover : public EarthMover {
  public:
    MatrixMover(std::vector<std::int64_t> whole, std::vector<double> distances)
        : whole_(std::move(whole)), records_(sum_of(whole_)), distances_(std::move(distances)) {}

    double distance(std::span<const ValueCount> part) const override {
        const std::int64_t records = records_in(part);
        std::vector<std::int64_t> surplus;  // times the records of the part and of the whole
        for (const std::int64_t count : whole_) surplus.push_back(-count * records);
        for (const ValueCount& item : part) {
            surplus[static_cast<std::size_t>(item.value)] += item.count * records_;
        }
        std::vector<std::int64_t> supply, demand;
        std::vector<std::size_t> from, to;
        for (std::size_t value = 0; value < surplus.size(); ++value) {
            if (surplus[value] > 0) {
                supply.push_back(surplus[value]);
                from.push_back(value);
            } else if (surplus[value] < 0) {
                demand.push_back(-surplus[value]);
                to.push_back(value);
            }
        }
        std::vector<double> costs;
        for (const std::size_t a : from) {
            for (const std::size_t b : to) costs.push_back(distances_[a * whole_.size() + b]);
        }
        return transport_cost(supply, demand, costs) / static_cast<double>(records) /
               static_cast<double>(records_);
    }

  private:
    std::vector<std::int64_t> whole_;
    std::int64_t records_;
    std::vector<double> distances_;
};

// The longest ways down, by concept.
std::vector<double> heights_of(const Taxonomy& taxonomy) {
    std::vector<double> heights(static_cast<std::size_t>(taxonomy.size()), 0);
    for (auto c = static_cast<ConceptId>(taxonomy.size()); c-- > 0;) {
        for (const ConceptId parent : taxonomy.parents(c)) {
            double& height = heights[static_cast<std::size_t>(parent)];
            height = std::max(height, heights[static_cast<std::size_t>(c)] + 1);
        }
    }
    return heights;
}

class TreeMover : public EarthMover {
  public:
    TreeMover(std::vector<std::int64_t> whole, TaxonomyPtr taxonomy,
              std::vector<ConceptId> concepts)
        : whole_(std::move(whole)),
          records_(sum_of(whole_)),
          taxonomy_(std::move(taxonomy)),
          concepts_(std::move(concepts)),
          heights_(heights_of(*taxonomy_)) {
        for (std::size_t value = 0; value < whole_.size(); ++value) {
            for (const ConceptId above : taxonomy_->subsumers(place_of(value))) {
                below_[above] += whole_[value];
            }
        }
    }

    double distance(std::span<const ValueCount> part) const override {
        const std::int64_t records = records_in(part);
        const double top = heights_[0];
        if (top == 0) return EqualMover(whole_).distance(part);
        struct Node {
            std::int64_t records = 0;  // of the part, below it
            double surplus = 0;        // of its children that have some
        };
        std::map<ConceptId, Node, std::greater<>> nodes;  // children before parents
        for (const ValueCount& item : part) {
            const auto value = static_cast<std::size_t>(item.value);
            Node& node = nodes[place_of(value)];
            node.records += item.count;
            node.surplus += std::max(0.0, quotient_of_counts(item.count, records) -
                                              quotient_of_counts(whole_[value], records_));
        }
        double cost = 0;
        for (auto& [c, node] : nodes) {
            const double extra = quotient_of_counts(node.records, records) -
                                 quotient_of_counts(below_.at(c), records_);
            const double met = std::min(node.surplus, node.surplus - extra);
            cost += std::max(0.0, met) * heights_[static_cast<std::size_t>(c)] / top;
            if (taxonomy_->parents(c).empty()) continue;
            Node& parent = nodes[taxonomy_->parents(c).front()];
            parent.records += node.records;
            parent.surplus += std::max(0.0, extra);
        }
        return cost;
    }

  private:
    // A value hangs below its concept as a leaf of its own; what has no concept, below the root.
    ConceptId place_of(std::size_t value) const {
        return concepts_[value] == kNoConcept ? taxonomy_->root() : concepts_[value];
    }

    std::vector<std::int64_t> whole_;
    std::int64_t records_;
    TaxonomyPtr taxonomy_;
    std::vector<ConceptId> concepts_;
    std::vector<double> heights_;
    std::map<ConceptId, std::int64_t> below_;  // records of all, below each concept
};

// The height of the lowest common subsumer, of the root's.
std::vector<double> hierarchy_distances(const Taxonomy& taxonomy,
                                        std::span<const ConceptId> concepts) {
    const std::vector<double> heights = heights_of(taxonomy);
    std::vector<double> distances;
    for (std::size_t a = 0; a < concepts.size(); ++a) {
        for (std::size_t b = 0; b < concepts.size(); ++b) {
            double lowest = a == b ? 0 : heights[0];
            if (a != b && concepts[a] != kNoConcept && concepts[b] != kNoConcept) {
                for (const ConceptId c :
                     taxonomy.common_subsumers(std::array{concepts[a], concepts[b]})) {
                    lowest = std::min(lowest, heights[static_cast<std::size_t>(c)]);
                }
            }
            distances.push_back(heights[0] > 0 ? lowest / heights[0] : (a == b ? 0.0 : 1.0));
        }
    }
    return distances;
}

bool is_tree(const Taxonomy& taxonomy, std::span<const ConceptId> concepts) {
    for (const ConceptId c : concepts) {
        if (c == kNoConcept) continue;
        for (const ConceptId above : taxonomy.subsumers(c)) {
            if (taxonomy.parents(above).size() > 1) return false;
        }
    }
    return true;
}

void check_matrix_size(std::size_t values) {
    if (static_cast<std::int64_t>(values) <= kMostMatrixValues) return;
    throw Error(ErrorKind::unmet,
                fmt::format("{} different values are too many for this distance (at most {}); "
                            "equal and ordered distances take any number",
                            values, kMostMatrixValues));
}

}  // namespace

std::unique_ptr<EarthMover> equal_mover(std::vector<std::int64_t> whole) {
    return std::make_unique<EqualMover>(std::move(whole));
}

std::unique_ptr<EarthMover> ordered_mover(std::vector<std::int64_t> whole) {
    return std::make_unique<OrderedMover>(whole);
}

std::unique_ptr<EarthMover> hierarchy_mover(std::vector<std::int64_t> whole, TaxonomyPtr taxonomy,
                                            std::vector<ConceptId> concepts) {
    if (!is_tree(*taxonomy, concepts)) {
        check_matrix_size(whole.size());
        return matrix_mover(std::move(whole), hierarchy_distances(*taxonomy, concepts));
    }
    return std::make_unique<TreeMover>(std::move(whole), std::move(taxonomy), std::move(concepts));
}

std::unique_ptr<EarthMover> matrix_mover(std::vector<std::int64_t> whole,
                                         std::vector<double> distances) {
    check_matrix_size(whole.size());
    return std::make_unique<MatrixMover>(std::move(whole), std::move(distances));
}

}  // namespace lethe
