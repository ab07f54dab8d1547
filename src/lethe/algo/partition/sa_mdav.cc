// The tuple farthest from the centre of what is left begins a group, which takes the nearest tuple
// until it has k records; the tuple farthest from that first one begins the next group. Copies of a
// tuple are one unit: they would only be torn apart, and a tuple with k copies needs no company.
//
// While a group grows, its centre is the centre of what it holds, so that the next tuple suits all
// of them. At the end fewer than k records are left; each goes to the group with the nearest
// centre, as the centres stand then.
//
// One look at all tuples for each tuple that is placed: quadratic in the tuples, whatever k is.
#include "lethe/algo/partition/sa_mdav.h"

#include <fmt/format.h>

#include <limits>
#include <vector>

#include "lethe/core/error.h"

namespace lethe {
namespace {

class Grouping {
  public:
    Grouping(const Context& context, const TupleSpace& space, const SaMdavOptions& options)
        : context_(context),
          space_(space),
          options_(options),
          left_(space),
          rest_(space, options.centre),
          group_(space, options.centre),
          progress_(context, "clustering", space.tuples()) {
        for (std::int32_t t = 0; t < space.tuples(); ++t) rest_.add(t, space.count(t));
        clusters_.of.assign(static_cast<std::size_t>(space.tuples()), -1);
    }

    Clusters run() {
        while (rest_.size() >= options_.k) {
            const std::int32_t first = left_.farthest(rest_.point(), options_.weighting);
            grow(first);
            if (rest_.size() < options_.k) break;
            grow(left_.farthest(space_.tuple_point(first), options_.weighting));
        }
        place_leftovers();
        return std::move(clusters_);
    }

  private:
    void move(std::int32_t tuple) {
        left_.remove(tuple);
        rest_.remove(tuple, space_.count(tuple));
        group_.add(tuple, space_.count(tuple));
        clusters_.of[static_cast<std::size_t>(tuple)] = clusters_.count;
        progress_.add();
    }

    void grow(std::int32_t first) {
        context_.check_stop();
        group_.clear();
        move(first);
        const TupleSpace::Point beginning = space_.tuple_point(first);
        while (group_.size() < options_.k) {
            move(left_.nearest(options_.moving_centre ? group_.point() : beginning,
                               options_.weighting));
        }
        centres_.push_back(group_.point());
        ++clusters_.count;
    }

    void place_leftovers() {
        for (std::int32_t& cluster : clusters_.of) {
            if (cluster >= 0) continue;
            const auto tuple = static_cast<std::int32_t>(&cluster - clusters_.of.data());
            std::int64_t least = std::numeric_limits<std::int64_t>::max();
            for (std::size_t c = 0; c < centres_.size(); ++c) {
                const std::int64_t parts = space_.parts(centres_[c], tuple);
                if (parts >= least) continue;
                least = parts;
                cluster = static_cast<std::int32_t>(c);
            }
        }
    }

    const Context& context_;
    const TupleSpace& space_;
    const SaMdavOptions& options_;
    TupleScan left_;
    TupleCentre rest_;
    TupleCentre group_;
    Progress progress_;
    Clusters clusters_;
    std::vector<TupleSpace::Point> centres_;
};

}  // namespace

Clusters sa_mdav(const Context& context, const TupleSpace& space, const SaMdavOptions& options) {
    check_cluster_size(space.rows(), options.k);
    return Grouping(context, space, options).run();
}

}  // namespace lethe
