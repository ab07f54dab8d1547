// Vectors of levels form a lattice. Raising a column merges classes, so two things are monotone: if
// a vector leaves too many records in small classes, so does every one below it; and if it leaves
// none, every one above it loses as much or more. Counting the classes of one vector therefore
// decides many (predictive tagging, as in Incognito, OLA and Flash).
//
// The loss of a vector without suppression is a sum over columns for NCP and steps, known
// beforehand from the counts of values. Suppressing only adds to it, so it is a bound. Vectors are
// taken in the order of their bounds until that reaches the best loss found. For one that is not
// decided yet a path goes up from it, each time to the neighbour with the least bound, as long as
// this does not exceed the best loss; its last vector is counted first, for if it is not allowed,
// everything below it is decided at once; otherwise the first allowed one is found by bisection.
// Where records are suppressed the vectors above may lose less (fewer are), and are counted in
// their turn; what suppression adds at least follows from the classes, so that few of them need
// their exact loss, which takes a look at all tuples.
//
// Discernibility is not a sum over columns, but the squared sizes of the classes before suppression
// are a bound that is monotone too: a vector whose bound exceeds the best loss decides all above
// it. NCP only guides the paths then.
#include "lethe/algo/partition/full_domain.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "lethe/algo/partition/clusters.h"
#include "lethe/algo/partition/full_domain_classes.h"
#include "lethe/core/error.h"

namespace lethe {
namespace {

using Loss = FullDomainOptions::Loss;

// The vectors of levels, numbered, the last column first.
class Lattice {
  public:
    explicit Lattice(const Lifts& lifts) {
        for (std::size_t j = 0; j < lifts.columns(); ++j) {
            const std::int64_t levels = lifts.top(j) + 1;
            if (size_ > kMostVectors / levels) {
                throw Error(ErrorKind::unmet,
                            fmt::format("the columns can be raised in more than {} ways, too many "
                                        "to find the best; take fewer columns, taxonomies with "
                                        "fewer levels, or scheme = local",
                                        kMostVectors));
            }
            strides_.push_back(size_);
            levels_.push_back(static_cast<int>(levels));
            size_ *= levels;
        }
    }

    std::int64_t size() const { return size_; }
    std::size_t columns() const { return levels_.size(); }
    int level(std::int64_t vector, std::size_t column) const {
        return static_cast<int>(vector / strides_[column] % levels_[column]);
    }
    Levels levels(std::int64_t vector) const {
        Levels result;
        for (std::size_t j = 0; j < columns(); ++j) result.push_back(level(vector, j));
        return result;
    }
    // body(neighbour) for those one level higher (or lower) in one column.
    template <class Body>
    void neighbours(std::int64_t vector, bool higher, Body body) const {
        for (std::size_t j = 0; j < columns(); ++j) {
            const int at = level(vector, j);
            if (higher ? at + 1 < levels_[j] : at > 0) {
                body(higher ? vector + strides_[j] : vector - strides_[j]);
            }
        }
    }

  private:
    std::vector<std::int64_t> strides_;
    std::vector<int> levels_;
    std::int64_t size_ = 1;
};

// What is left of a vector when its small classes are suppressed.
struct Release {
    RaisedClasses classes;
    std::vector<std::uint32_t> class_of_tuple;
    std::vector<char> suppressed;  // by class
    std::int64_t rare = 0;         // records
    std::int64_t joined = 0;
    std::int64_t loss = 0;
};

class FullDomainSearch {
  public:
    FullDomainSearch(const Context& context, const TupleSpace& space,
                     std::span<const ConceptLadder> ladders, const FullDomainOptions& options)
        : context_(context),
          space_(space),
          ladders_(ladders),
          options_(options),
          lifts_(ladders, space),
          lattice_(lifts_),
          counter_(space, lifts_),
          tags_(static_cast<std::size_t>(lattice_.size()), 0) {
        weigh_levels();
    }

    FullDomain run() {
        for (const std::int64_t vector : by_bound()) {
            if (is_sum() && bound(vector) > best_loss_) break;
            if (has(vector, kNotAllowed) || has(vector, kDone)) continue;
            context_.check_stop();
            if (has(vector, kAllowed)) {
                count(vector);
            } else {
                search(path_from(vector));
            }
        }
        return result();
    }

  private:
    // Those below a vector that is not allowed, and those above an allowed or done one, have the
    // same tag.
    static constexpr unsigned char kNotAllowed = 1;
    static constexpr unsigned char kAllowed = 2;
    static constexpr unsigned char kDone = 4;  // and no better than the best

    bool is_sum() const { return options_.loss != Loss::discernibility; }
    bool has(std::int64_t vector, unsigned char tag) const {
        return (tags_[static_cast<std::size_t>(vector)] & tag) != 0;
    }

    void spread(std::int64_t from, unsigned char tag, bool up) {
        std::vector<std::int64_t> open{from};
        tags_[static_cast<std::size_t>(from)] |= tag;
        while (!open.empty()) {
            const std::int64_t vector = open.back();
            open.pop_back();
            lattice_.neighbours(vector, up, [&](std::int64_t next) {
                if (has(next, tag)) return;
                tags_[static_cast<std::size_t>(next)] |= tag;
                open.push_back(next);
            });
        }
    }

    // What each value loses at each level, and all records together.
    void weigh_levels() {
        value_losses_.resize(lattice_.columns());
        level_losses_.resize(lattice_.columns());
        heights_.resize(lattice_.columns());
        for (std::size_t j = 0; j < lattice_.columns(); ++j) {
            const ValueDomain& domain = *space_.domain(j);
            for (std::int32_t c = 0; c < domain.candidates(); ++c) {
                heights_[j].push_back(ladders_[j].height(c));
            }
            std::vector<std::int64_t> counts(static_cast<std::size_t>(domain.values()), 0);
            for (std::int32_t t = 0; t < space_.tuples(); ++t) {
                counts[static_cast<std::size_t>(space_.code(j, t))] += space_.count(t);
            }
            for (int level = 0; level <= lifts_.top(j); ++level) {
                auto& losses = value_losses_[j].emplace_back();
                std::int64_t sum = 0;
                for (std::int32_t v = 0; v < domain.values(); ++v) {
                    losses.push_back(value_loss(j, domain.candidate_of(v), level));
                    sum += counts[static_cast<std::size_t>(v)] * losses.back();
                }
                level_losses_[j].push_back(sum);
            }
        }
    }

    std::int64_t value_loss(std::size_t column, std::int32_t candidate, int level) const {
        const ConceptLadder& ladder = ladders_[column];
        if (options_.loss == Loss::steps) {
            return ladder.weight() *
                   std::min(level, heights_[column][static_cast<std::size_t>(candidate)]);
        }
        return ladder.weight() *
               ladder.penalty(candidate,
                              lifts_.by(column, level)[static_cast<std::size_t>(candidate)]);
    }

    std::int64_t tuple_loss(std::int32_t tuple, const Levels& levels) const {
        std::int64_t sum = 0;
        for (std::size_t j = 0; j < levels.size(); ++j) {
            sum += value_losses_[j][static_cast<std::size_t>(levels[j])]
                                [static_cast<std::size_t>(space_.code(j, tuple))];
        }
        return sum;
    }

    // The loss without suppression; a guide where that is not a sum over the columns.
    std::int64_t bound(std::int64_t vector) const {
        std::int64_t sum = 0;
        for (std::size_t j = 0; j < lattice_.columns(); ++j) {
            sum += level_losses_[j][static_cast<std::size_t>(lattice_.level(vector, j))];
        }
        return sum;
    }

    std::vector<std::int64_t> by_bound() const {
        std::vector<std::pair<std::int64_t, std::int64_t>> all;
        for (std::int64_t vector = 0; vector < lattice_.size(); ++vector) {
            all.emplace_back(bound(vector), vector);
        }
        std::sort(all.begin(), all.end());
        std::vector<std::int64_t> order;
        for (const auto& [least, vector] : all) order.push_back(vector);
        return order;
    }

    std::vector<std::int64_t> path_from(std::int64_t vector) const {
        std::vector<std::int64_t> path{vector};
        while (true) {
            std::optional<std::pair<std::int64_t, std::int64_t>> next;
            lattice_.neighbours(path.back(), true, [&](std::int64_t above) {
                const std::pair rank(bound(above), above);
                if (has(above, kAllowed) || has(above, kDone)) return;
                if (is_sum() && rank.first > best_loss_) return;
                if (!next || rank < *next) next = rank;
            });
            if (!next) return path;
            path.push_back(next->second);
        }
    }

    // Decides the first vector of the path.
    void search(const std::vector<std::int64_t>& path) {
        if (!count(path.back())) return;
        std::size_t from = 0, first_allowed = path.size() - 1;
        while (from < first_allowed) {
            const std::size_t middle = from + (first_allowed - from) / 2;
            if (count(path[middle])) {
                first_allowed = middle;
            } else {
                from = middle + 1;
            }
        }
    }

    // Counts the classes of a vector; whether it is allowed.
    bool count(std::int64_t vector) {
        const Levels levels = lattice_.levels(vector);
        const Sizes sizes = sizes_of(counter_.classes(levels));
        ++looked_at_;
        if (!is_sum() && sizes.squares > best_loss_) spread(vector, kDone, true);
        if (sizes.rare > options_.most_suppressed) {
            spread(vector, kNotAllowed, false);
            return false;
        }
        spread(vector, kAllowed, true);
        std::int64_t loss = sizes.least_added + (is_sum() ? bound(vector) : sizes.squares);
        if (sizes.rare > 0 && loss <= best_loss_) loss = release(levels).loss;
        const auto rank = [this](std::int64_t its_loss, std::int64_t of) {
            Levels its = lattice_.levels(of);
            const int sum = std::accumulate(its.begin(), its.end(), 0);
            return std::tuple(its_loss, sum, std::move(its));
        };
        if (best_ < 0 || (loss <= best_loss_ && rank(loss, vector) < rank(best_loss_, best_))) {
            best_ = vector;
            best_loss_ = loss;
        }
        if (sizes.rare == 0) {
            spread(vector, kDone, true);
        } else {
            tags_[static_cast<std::size_t>(vector)] |= kDone;
        }
        return true;
    }

    struct Sizes {
        std::int64_t rare = 0;         // records in classes of fewer than k
        std::int64_t squares = 0;      // of the sizes of all classes, summed
        std::int64_t least_added = 0;  // to the loss by suppression, or less
    };

    Sizes sizes_of(const RaisedClasses& classes) const {
        Sizes sizes;
        std::int64_t rare_squares = 0;
        for (std::size_t c = 0; c < classes.counts.size(); ++c) {
            const std::int64_t size = classes.counts[c];
            sizes.squares += size * size;
            if (size >= options_.k) continue;
            sizes.rare += size;
            rare_squares += size * size;
            for (std::size_t j = 0; j < ladders_.size() && is_sum(); ++j) {
                sizes.least_added += size * least_loss_to_root(j, classes.codes[j][c]);
            }
        }
        if (!is_sum()) sizes.least_added = sizes.rare * sizes.rare - rare_squares;
        return sizes;
    }

    // What a value that was raised to a candidate loses more when it goes on to the root; for NCP
    // it is more yet where the candidate is the value itself.
    std::int64_t least_loss_to_root(std::size_t column, std::int32_t candidate) const {
        const ConceptLadder& ladder = ladders_[column];
        return options_.loss == Loss::steps
                   ? ladder.weight() * heights_[column][static_cast<std::size_t>(candidate)]
                   : ladder.cost(candidate, ladder.root(), RaiseCost::ncp);
    }

    Release release(const Levels& levels) {
        Release made;
        made.classes = counter_.classes(levels, made.class_of_tuple);
        const auto classes = static_cast<std::size_t>(made.classes.size());
        made.suppressed.assign(classes, 0);
        std::int64_t at_root = 0;
        for (std::size_t c = 0; c < classes; ++c) {
            const std::int64_t size = made.classes.counts[c];
            if (size < options_.k) {
                made.suppressed[c] = 1;
                made.rare += size;
            } else if (is_root(made.classes, c)) {
                at_root = size;
            }
        }
        const std::vector<std::int64_t> added = added_losses(made, levels);
        if (made.rare > 0 && made.rare + at_root < options_.k) join_one(made, added);
        made.loss = is_sum() ? bound_of(levels) : 0;
        std::int64_t suppressed = at_root > 0 && made.rare > 0 ? at_root : 0;
        for (std::size_t c = 0; c < classes; ++c) {
            const std::int64_t size = made.classes.counts[c];
            if (is_sum()) {
                made.loss += made.suppressed[c] != 0 ? added[c] : 0;
            } else if (made.suppressed[c] != 0) {
                suppressed += size;
            } else if (made.rare == 0 || !is_root(made.classes, c)) {
                made.loss += size * size;
            }
        }
        if (!is_sum()) made.loss += suppressed * suppressed;
        return made;
    }

    bool is_root(const RaisedClasses& classes, std::size_t c) const {
        for (std::size_t j = 0; j < ladders_.size(); ++j) {
            if (classes.codes[j][c] != ladders_[j].root()) return false;
        }
        return true;
    }

    std::int64_t bound_of(const Levels& levels) const {
        std::int64_t sum = 0;
        for (std::size_t j = 0; j < levels.size(); ++j) {
            sum += level_losses_[j][static_cast<std::size_t>(levels[j])];
        }
        return sum;
    }

    // By class: what it loses when it is raised to the root; its size for discernibility.
    std::vector<std::int64_t> added_losses(const Release& made, const Levels& levels) const {
        if (!is_sum()) return made.classes.counts;
        Levels top;
        for (std::size_t j = 0; j < levels.size(); ++j) top.push_back(lifts_.top(j));
        std::vector<std::int64_t> added(made.suppressed.size(), 0);
        for (std::int32_t t = 0; t < space_.tuples(); ++t) {
            added[made.class_of_tuple[static_cast<std::size_t>(t)]] +=
                space_.count(t) * (tuple_loss(t, top) - tuple_loss(t, levels));
        }
        return added;
    }

    void join_one(Release& made, const std::vector<std::int64_t>& added) const {
        const auto rank = [&](std::size_t c) {
            std::vector<std::int32_t> codes;
            for (const auto& column : made.classes.codes) codes.push_back(column[c]);
            return std::pair(added[c], std::move(codes));
        };
        std::optional<std::size_t> best;
        for (std::size_t c = 0; c < made.suppressed.size(); ++c) {
            if (made.suppressed[c] != 0) continue;
            if (!best || rank(c) < rank(*best)) best = c;
        }
        made.suppressed[*best] = 1;
        made.joined = made.classes.counts[*best];
    }

    FullDomain result() {
        FullDomain found;
        found.levels = lattice_.levels(best_);
        found.vectors = lattice_.size();
        found.looked_at = looked_at_;
        const Release made = release(found.levels);
        found.suppressed = made.rare;
        found.joined = made.joined;
        for (std::size_t c = 0; c < made.suppressed.size(); ++c) {
            TupleSpace::Point& point = found.tuples.points.emplace_back();
            for (std::size_t j = 0; j < ladders_.size(); ++j) {
                point.push_back(made.suppressed[c] != 0 ? ladders_[j].root()
                                                        : made.classes.codes[j][c]);
            }
        }
        found.tuples.of_tuple.assign(made.class_of_tuple.begin(), made.class_of_tuple.end());
        return found;
    }

    const Context& context_;
    const TupleSpace& space_;
    std::span<const ConceptLadder> ladders_;
    const FullDomainOptions& options_;
    Lifts lifts_;
    Lattice lattice_;
    ClassCounter counter_;
    std::vector<unsigned char> tags_;
    std::vector<std::vector<std::vector<std::int64_t>>> value_losses_;  // column, level, value
    std::vector<std::vector<std::int64_t>> level_losses_;               // column, level
    std::vector<std::vector<int>> heights_;                             // column, candidate
    std::int64_t best_ = -1;
    std::int64_t best_loss_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t looked_at_ = 0;
};

}  // namespace

FullDomain generalise_full_domain(const Context& context, const TupleSpace& space,
                                  std::span<const ConceptLadder> ladders,
                                  const FullDomainOptions& options) {
    check_cluster_size(space.rows(), options.k);
    return FullDomainSearch(context, space, ladders, options).run();
}

}  // namespace lethe
