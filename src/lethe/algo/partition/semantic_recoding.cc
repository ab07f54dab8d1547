// The rarest tuples move first, all of them, in canonical order and one after another: each joins
// its nearest tuple among those that are more frequent, counted as they are at that moment, so that
// two rare tuples cannot change places for ever. A tuple that others have joined in this round is
// no longer among the rarest and waits. Every move removes a tuple, so there are fewer moves than
// tuples. What has moved follows the tuple it joined when that moves in turn.
#include "lethe/algo/partition/semantic_recoding.h"

#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/error.h"

namespace lethe {
namespace {

class Recoding {
  public:
    Recoding(const Context& context, const TupleSpace& space, const RecodingOptions& options)
        : context_(context), space_(space), options_(options), left_(space) {
        for (std::int32_t t = 0; t < space.tuples(); ++t) {
            counts_.push_back(space.count(t));
            by_count_.emplace(space.count(t), t);
            joined_.push_back(t);
        }
    }

    std::vector<std::int32_t> run() {
        while (by_count_.begin()->first < options_.k) {
            const std::int64_t rarest = by_count_.begin()->first;
            for (const std::int32_t tuple : round(rarest)) {
                const bool waits =
                    options_.rarest_first ? count(tuple) != rarest : count(tuple) >= options_.k;
                if (waits || !left_.has(tuple)) continue;
                context_.check_stop();
                merge(tuple, target(tuple, rarest));
            }
        }
        std::vector<std::int32_t> images(joined_.size());
        for (std::size_t t = 0; t < images.size(); ++t) {
            std::int32_t image = static_cast<std::int32_t>(t);
            while (joined_[static_cast<std::size_t>(image)] != image) {
                image = joined_[static_cast<std::size_t>(image)];
            }
            images[t] = image;
        }
        return images;
    }

  private:
    std::int64_t count(std::int32_t tuple) const {
        return counts_[static_cast<std::size_t>(tuple)];
    }

    // The tuples that move in this round, in canonical order.
    std::vector<std::int32_t> round(std::int64_t rarest) const {
        std::vector<std::int32_t> tuples;
        for (const auto& [size, tuple] : by_count_) {
            if (size > (options_.rarest_first ? rarest : options_.k - 1)) break;
            tuples.push_back(tuple);
        }
        std::sort(tuples.begin(), tuples.end());
        return tuples;
    }

    bool is_candidate(std::int32_t other, std::int32_t tuple, std::int64_t more_than) const {
        return other != tuple && count(other) > more_than;
    }

    std::int32_t target(std::int32_t tuple, std::int64_t rarest) {
        std::int64_t more_than =
            options_.candidates == RecodingOptions::Candidates::non_minimal ? rarest : 0;
        auto most = by_count_.rbegin();
        if (most->second == tuple) ++most;
        if (most->first <= more_than) more_than = 0;
        switch (options_.target) {
            case RecodingOptions::Target::nearest:
                return nearest(tuple, more_than);
            case RecodingOptions::Target::discernibility:
                return rarest_other(tuple, more_than);
            case RecodingOptions::Target::random:
                return random_other(tuple);
        }
        throw Error(ErrorKind::internal, "an unknown target of recoding");
    }

    // Ties go to the tuple with fewer records, then to the first.
    std::int32_t nearest(std::int32_t tuple, std::int64_t more_than) {
        std::int32_t best = -1;
        std::pair<std::int64_t, std::int64_t> least(std::numeric_limits<std::int64_t>::max(), 0);
        left_.scan(space_.tuple_point(tuple), -1,
                   [&](std::span<const std::int32_t> tuples, std::span<const std::int32_t> parts) {
                       for (std::size_t i = 0; i < parts.size(); ++i) {
                           if (parts[i] < 0) continue;
                           if (options_.weighting == Weighting::none && parts[i] > least.first) {
                               continue;
                           }
                           if (!is_candidate(tuples[i], tuple, more_than)) continue;
                           const std::int64_t size = count(tuples[i]);
                           const bool weighted = options_.weighting == Weighting::frequency;
                           const std::pair rank(
                               weighted ? parts[i] * size : static_cast<std::int64_t>(parts[i]),
                               size);
                           if (best >= 0 && rank >= least) continue;
                           least = rank;
                           best = tuples[i];
                       }
                   });
        return best;
    }

    std::int32_t rarest_other(std::int32_t tuple, std::int64_t more_than) const {
        auto place = by_count_.lower_bound({more_than + 1, -1});
        if (place->second == tuple) ++place;
        return place->second;
    }

    // That of any other record.
    std::int32_t random_other(std::int32_t tuple) {
        if (!options_.random) {
            throw Error(ErrorKind::internal, "random recoding without a source");
        }
        Draws draws = options_.random->at(draws_++);
        while (true) {
            auto row =
                static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(space_.rows())));
            std::int32_t other = space_.tuple_of(row);
            while (joined_[static_cast<std::size_t>(other)] != other) {
                other = joined_[static_cast<std::size_t>(other)];
            }
            if (other != tuple) return other;
        }
    }

    void merge(std::int32_t tuple, std::int32_t other) {
        by_count_.erase({count(tuple), tuple});
        by_count_.erase({count(other), other});
        counts_[static_cast<std::size_t>(other)] += count(tuple);
        counts_[static_cast<std::size_t>(tuple)] = 0;
        by_count_.emplace(count(other), other);
        joined_[static_cast<std::size_t>(tuple)] = other;
        left_.remove(tuple);
    }

    const Context& context_;
    const TupleSpace& space_;
    const RecodingOptions& options_;
    TupleScan left_;
    std::vector<std::int64_t> counts_;
    std::set<std::pair<std::int64_t, std::int32_t>> by_count_;
    std::vector<std::int32_t> joined_;  // the tuple that each has joined; itself: it stays
    std::int64_t draws_ = 0;
};

}  // namespace

std::vector<std::int32_t> semantic_recoding(const Context& context, const TupleSpace& space,
                                            const RecodingOptions& options) {
    check_cluster_size(space.rows(), options.k);
    return Recoding(context, space, options).run();
}

}  // namespace lethe
