// The greedy generalisation joins the rarest tuple with its cheapest partner and never looks back:
// by steps it can end with more of them than by the penalty. Here several greedy results compete,
// and the best is mended by exchanges.
//
// Groups of tuples are what is exchanged. What a group shows, and so what it costs, follows from
// its tuples: of each column the joint subsumer of its different values, and for every value the
// climb to it times its records. A look at a group is one pass over its tuples.
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/algo/partition/local_generalisation.h"

namespace lethe {
namespace {

class TupleExchange {
  public:
    TupleExchange(const Context& context, const TupleSpace& space,
                  std::span<const ConceptLadder> ladders, std::int64_t k, RaiseCost cost,
                  const GeneralisedTuples& begin)
        : context_(context), space_(space), ladders_(ladders), k_(k), kind_(cost) {
        groups_.resize(begin.points.size());
        for (std::int32_t t = 0; t < space.tuples(); ++t) {
            const std::int32_t group = begin.of_tuple[static_cast<std::size_t>(t)];
            of_.push_back(group);
            groups_[static_cast<std::size_t>(group)].push_back(t);
        }
        for (const auto& group : groups_) costs_.push_back(cost_of(group));
    }

    GeneralisedTuples run() {
        for (bool gained = true; gained && looks_ < kMostExchangeLooks;) {
            context_.check_stop();
            gained = false;
            for (std::int32_t t = 0; t < space_.tuples() && looks_ < kMostExchangeLooks; ++t) {
                gained = move_tuple(t) || gained;
            }
            for (std::size_t g = 0; g < groups_.size() && looks_ < kMostExchangeLooks; ++g) {
                gained = dissolve(g) || gained;
            }
        }
        GeneralisedTuples made;
        made.of_tuple.assign(of_.size(), -1);
        std::vector<std::int32_t> point_of(groups_.size(), -1);
        for (std::size_t t = 0; t < of_.size(); ++t) {
            std::int32_t& point = point_of[static_cast<std::size_t>(of_[t])];
            if (point < 0) {
                point = static_cast<std::int32_t>(made.points.size());
                const std::vector<std::int32_t> shown =
                    shown_by(groups_[static_cast<std::size_t>(of_[t])]);
                made.points.emplace_back(shown.begin(), shown.end());
            }
            made.of_tuple[t] = point;
        }
        return made;
    }

  private:
    using Tuples = std::vector<std::int32_t>;

    std::int32_t value(std::size_t column, std::int32_t tuple) const {
        return space_.domain(column)->candidate_of(space_.code(column, tuple));
    }

    std::vector<std::int32_t> shown_by(const Tuples& group) const {
        std::vector<std::int32_t> shown;
        for (std::size_t j = 0; j < space_.columns(); ++j) {
            std::int32_t joint = value(j, group.front());
            for (const std::int32_t tuple : group) joint = ladders_[j].join(joint, value(j, tuple));
            shown.push_back(joint);
        }
        return shown;
    }

    std::int64_t cost_of(const Tuples& group) {
        ++looks_;
        if (group.empty()) return 0;
        const std::vector<std::int32_t> shown = shown_by(group);
        std::int64_t sum = 0;
        for (const std::int32_t tuple : group) {
            for (std::size_t j = 0; j < shown.size(); ++j) {
                const std::int32_t from = value(j, tuple);
                sum += space_.count(tuple) * ladders_[j].weight() *
                       (kind_ == RaiseCost::steps ? ladders_[j].steps(from, shown[j])
                                                  : ladders_[j].penalty(from, shown[j]));
            }
        }
        return sum;
    }

    std::int64_t records(const Tuples& group) const {
        std::int64_t sum = 0;
        for (const std::int32_t tuple : group) sum += space_.count(tuple);
        return sum;
    }

    static Tuples with(Tuples group, std::int32_t tuple) {
        group.insert(std::lower_bound(group.begin(), group.end(), tuple), tuple);
        return group;
    }

    static Tuples without(Tuples group, std::int32_t tuple) {
        group.erase(std::lower_bound(group.begin(), group.end(), tuple));
        return group;
    }

    // To the group where it gains most, the first of equals; a group of its own where it has k.
    bool move_tuple(std::int32_t tuple) {
        const auto from = static_cast<std::size_t>(of_[static_cast<std::size_t>(tuple)]);
        if (groups_[from].size() == 1 || records(groups_[from]) - space_.count(tuple) < k_) {
            return false;
        }
        const Tuples rest = without(groups_[from], tuple);
        const std::int64_t saved = costs_[from] - cost_of(rest);
        std::size_t best = groups_.size();
        std::int64_t least = space_.count(tuple) >= k_ ? 0 : saved;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            if (g == from || groups_[g].empty()) continue;
            const std::int64_t more = cost_of(with(groups_[g], tuple)) - costs_[g];
            if (more < least) {
                least = more;
                best = g;
            }
        }
        if (least >= saved) return false;
        if (best == groups_.size()) {
            groups_.emplace_back();
            costs_.push_back(0);
        }
        place(tuple, from, best);
        return true;
    }

    void place(std::int32_t tuple, std::size_t from, std::size_t to) {
        groups_[from] = without(std::move(groups_[from]), tuple);
        groups_[to] = with(std::move(groups_[to]), tuple);
        costs_[from] = cost_of(groups_[from]);
        costs_[to] = cost_of(groups_[to]);
        of_[static_cast<std::size_t>(tuple)] = static_cast<std::int32_t>(to);
    }

    // Each tuple of the group to another, where all of it together gains.
    bool dissolve(std::size_t group) {
        const Tuples members = groups_[group];
        if (members.empty()) return false;
        const std::int64_t saved = costs_[group];
        std::vector<std::size_t> moved_to;
        std::int64_t more = 0;
        for (const std::int32_t tuple : members) {
            std::size_t best = groups_.size();
            std::int64_t least = std::numeric_limits<std::int64_t>::max();
            for (std::size_t g = 0; g < groups_.size(); ++g) {
                if (g == group || groups_[g].empty()) continue;
                const std::int64_t added = cost_of(with(groups_[g], tuple)) - costs_[g];
                if (added < least) {
                    least = added;
                    best = g;
                }
            }
            if (best == groups_.size() || more + least >= saved) {
                while (!moved_to.empty()) {
                    place(members[moved_to.size() - 1], moved_to.back(), group);
                    moved_to.pop_back();
                }
                return false;
            }
            more += least;
            place(tuple, group, best);
            moved_to.push_back(best);
        }
        return true;
    }

    const Context& context_;
    const TupleSpace& space_;
    std::span<const ConceptLadder> ladders_;
    std::int64_t k_;
    RaiseCost kind_;
    std::vector<Tuples> groups_;  // ascending
    std::vector<std::int64_t> costs_;
    std::vector<std::int32_t> of_;
    std::int64_t looks_ = 0;
};

}  // namespace

GeneralisedTuples generalise_best_first(const Context& context, const TupleSpace& space,
                                        std::span<const ConceptLadder> ladders, std::int64_t k,
                                        RaiseCost cost) {
    using Next = LocalOptions::Next;
    GeneralisedTuples best;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    const auto try_it = [&](GeneralisedTuples made) {
        const std::int64_t costs = total_cost(space, ladders, made, cost);
        if (costs >= least) return;
        least = costs;
        best = std::move(made);
    };
    for (const RaiseCost guide : {RaiseCost::steps, RaiseCost::ncp}) {
        for (const Next next : {Next::rarest, Next::cheapest}) {
            try_it(generalise_locally(context, space, ladders, {k, guide, next}));
        }
    }
    try_it(TupleExchange(context, space, ladders, k, cost, best).run());
    return best;
}

}  // namespace lethe
