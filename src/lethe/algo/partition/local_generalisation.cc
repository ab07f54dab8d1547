// The cost of joining tuple t with tuple u is w_t * (what t climbs) + w_u * (what u climbs), both
// sums over the columns. For a given t, each column has one row of a table: for every concept of
// the column, what t's concept and the other one climb to their least common subsumer, packed into
// one word, the first in its upper half. The words of the columns are added, so that looking at a
// tuple takes one look-up a column and two products. Rows are made when they are first needed.
//
// Tuples that are left stand side by side, column by column; one that goes gives its place to the
// last. Their order there means nothing: ties are decided by the canonical order, which is that of
// the candidates' numbers, column by column.
#include "lethe/algo/partition/local_generalisation.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

using ClusterCodes = std::vector<std::int32_t>;  // a candidate for each column

class ClimbTable {
  public:
    ClimbTable(const ConceptLadder& ladder, RaiseCost cost) : ladder_(ladder), cost_(cost) {
        rows_.resize(static_cast<std::size_t>(ladder.size()));
    }

    const std::uint64_t* row(std::int32_t c) {
        std::vector<std::uint64_t>& known = rows_[static_cast<std::size_t>(c)];
        if (!known.empty()) return known.data();
        if (kept_ >= kMostKept) {
            fill(c, passing_);
            return passing_.data();
        }
        fill(c, known);
        kept_ += std::ssize(known);
        return known.data();
    }

  private:
    static constexpr std::int64_t kMostKept = 16'000'000;  // words

    void fill(std::int32_t c, std::vector<std::uint64_t>& row) const {
        row.resize(static_cast<std::size_t>(ladder_.size()));
        for (std::int32_t other = 0; other < ladder_.size(); ++other) {
            const std::int32_t join = ladder_.join(c, other);
            row[static_cast<std::size_t>(other)] =
                static_cast<std::uint64_t>(ladder_.cost(c, join, cost_)) << 32 |
                static_cast<std::uint64_t>(ladder_.cost(other, join, cost_));
        }
    }

    const ConceptLadder& ladder_;
    RaiseCost cost_;
    std::vector<std::vector<std::uint64_t>> rows_;
    std::vector<std::uint64_t> passing_;
    std::int64_t kept_ = 0;
};

class LocalGeneralisation {
  public:
    LocalGeneralisation(const Context& context, const TupleSpace& space,
                        std::span<const ConceptLadder> ladders, const LocalOptions& options)
        : context_(context.silent()),
          ladders_(ladders),
          options_(options),
          rarest_(Rarer{this}),
          columns_(space.columns()) {
        for (const ConceptLadder& ladder : ladders) tables_.emplace_back(ladder, options.cost);
        for (std::int32_t t = 0; t < space.tuples(); ++t) {
            ClusterCodes codes;
            for (std::size_t j = 0; j < space.columns(); ++j) {
                codes.push_back(space.domain(j)->candidate_of(space.code(j, t)));
            }
            add(std::move(codes), space.count(t));
        }
        tuples_ = space.tuples();
    }

    GeneralisedTuples run() {
        if (options_.next == LocalOptions::Next::cheapest) {
            join_cheapest_first();
        } else {
            while (counts_of(*rarest_.begin()) < options_.k) {
                context_.check_stop();
                const std::int32_t rare = *rarest_.begin();
                join(rare, cheapest(rare).tuple);
            }
        }
        GeneralisedTuples result;
        std::vector<std::int32_t> point_of(joined_.size(), -1);
        for (std::int32_t t = 0; t < tuples_; ++t) {
            std::int32_t now = t;
            while (joined_[static_cast<std::size_t>(now)] != now) {
                now = joined_[static_cast<std::size_t>(now)];
            }
            std::int32_t& point = point_of[static_cast<std::size_t>(now)];
            if (point < 0) {
                point = static_cast<std::int32_t>(result.points.size());
                const ClusterCodes& codes = codes_of(now);
                result.points.emplace_back(codes.begin(), codes.end());
            }
            result.of_tuple.push_back(point);
        }
        return result;
    }

  private:
    static constexpr std::int64_t kChunk = 65536;

    // A tuple with which another is joined, and at what cost.
    struct Choice {
        std::int64_t cost = std::numeric_limits<std::int64_t>::max();
        std::int64_t count = 0;
        std::int32_t tuple = -1;
    };
    struct Rarer {
        const LocalGeneralisation* of;
        bool operator()(std::int32_t a, std::int32_t b) const {
            if (of->counts_of(a) != of->counts_of(b)) return of->counts_of(a) < of->counts_of(b);
            return of->codes_of(a) < of->codes_of(b);
        }
    };

    std::int64_t counts_of(std::int32_t tuple) const {
        return counts_[static_cast<std::size_t>(tuple)];
    }
    const ClusterCodes& codes_of(std::int32_t tuple) const {
        return known_[static_cast<std::size_t>(tuple)]->first;
    }

    void add(ClusterCodes codes, std::int64_t count) {
        const auto tuple = static_cast<std::int32_t>(counts_.size());
        for (std::size_t j = 0; j < columns_.size(); ++j) columns_[j].push_back(codes[j]);
        known_.push_back(numbers_.emplace(std::move(codes), tuple).first);
        counts_.push_back(count);
        joined_.push_back(tuple);
        place_.push_back(static_cast<std::int32_t>(left_.size()));
        left_.push_back(tuple);
        left_counts_.push_back(count);
        rarest_.insert(tuple);
    }

    void remove(std::int32_t tuple, std::int32_t joined) {
        rarest_.erase(tuple);
        numbers_.erase(known_[static_cast<std::size_t>(tuple)]);
        joined_[static_cast<std::size_t>(tuple)] = joined;
        const auto place = static_cast<std::size_t>(place_[static_cast<std::size_t>(tuple)]);
        const auto fill = [place](auto& values) {
            values[place] = values.back();
            values.pop_back();
        };
        place_[static_cast<std::size_t>(left_.back())] = static_cast<std::int32_t>(place);
        fill(left_);
        fill(left_counts_);
        for (auto& column : columns_) fill(column);
    }

    // Every rare tuple remembers its best partner, and looks again where that is gone or has more
    // records than before; otherwise only the tuple that has come or grown is compared.
    void join_cheapest_first() {
        std::map<std::int32_t, Choice> partner;
        for (const std::int32_t tuple : left_) {
            if (counts_of(tuple) < options_.k) partner[tuple] = cheapest(tuple);
        }
        while (!partner.empty()) {
            context_.check_stop();
            auto best = partner.begin();
            for (auto one = partner.begin(); one != partner.end(); ++one) {
                if (one->second.cost < best->second.cost ||
                    (one->second.cost == best->second.cost &&
                     Rarer{this}(one->first, best->first))) {
                    best = one;
                }
            }
            const std::int32_t a = best->first;
            const std::int32_t b = best->second.tuple;
            const std::int32_t target = join(a, b);
            for (const std::int32_t gone : {a, b, target}) partner.erase(gone);
            for (auto& [tuple, choice] : partner) {
                if (choice.tuple == a || choice.tuple == b || choice.tuple == target) {
                    choice = cheapest(tuple);
                } else if (const Choice other = choice_of(tuple, target);
                           is_better(other, choice)) {
                    choice = other;
                }
            }
            if (counts_of(target) < options_.k) partner[target] = cheapest(target);
        }
    }

    Choice choice_of(std::int32_t tuple, std::int32_t other) {
        std::int64_t own = 0;
        std::int64_t others = 0;
        for (std::size_t j = 0; j < columns_.size(); ++j) {
            const std::uint64_t climbs =
                tables_[j].row(codes_of(tuple)[j])[static_cast<std::size_t>(codes_of(other)[j])];
            own += static_cast<std::int64_t>(climbs >> 32);
            others += static_cast<std::int64_t>(climbs & 0xffffffffU);
        }
        return {counts_of(tuple) * own + counts_of(other) * others, counts_of(other), other};
    }

    // What the two become.
    std::int32_t join(std::int32_t a, std::int32_t b) {
        ClusterCodes codes = codes_of(a);
        for (std::size_t j = 0; j < codes.size(); ++j) {
            codes[j] = ladders_[j].join(codes[j], codes_of(b)[j]);
        }
        // It may be one of the two, or one that is there already.
        const auto there = numbers_.find(codes);
        const bool is_new = there == numbers_.end();
        const std::int32_t target =
            is_new ? static_cast<std::int32_t>(counts_.size()) : there->second;
        std::int64_t more = 0;
        for (const std::int32_t tuple : {a, b}) {
            if (tuple == target) continue;
            more += counts_of(tuple);
            remove(tuple, target);
        }
        if (is_new) {
            add(std::move(codes), more);
            return target;
        }
        rarest_.erase(target);
        counts_[static_cast<std::size_t>(target)] += more;
        left_counts_[static_cast<std::size_t>(place_[static_cast<std::size_t>(target)])] += more;
        rarest_.insert(target);
        return target;
    }

    bool is_better(const Choice& a, const Choice& b) const {
        if (b.tuple < 0) return a.tuple >= 0;
        if (std::pair(a.cost, a.count) != std::pair(b.cost, b.count)) {
            return std::pair(a.cost, a.count) < std::pair(b.cost, b.count);
        }
        return codes_of(a.tuple) < codes_of(b.tuple);
    }

    Choice cheapest(std::int32_t tuple) {
        std::vector<const std::uint64_t*> rows;
        for (std::size_t j = 0; j < columns_.size(); ++j) {
            rows.push_back(tables_[j].row(codes_of(tuple)[j]));
        }
        const auto map = [&](std::int64_t begin, std::int64_t end) {
            return cheapest_among(tuple, rows, static_cast<std::size_t>(begin),
                                  static_cast<std::size_t>(end));
        };
        const auto combine = [&](Choice& best, const Choice& other) {
            if (other.tuple >= 0 && is_better(other, best)) best = other;
        };
        return parallel_reduce(context_, std::ssize(left_), Choice{}, map, combine, kChunk);
    }

    Choice cheapest_among(std::int32_t tuple, std::span<const std::uint64_t* const> rows,
                          std::size_t begin, std::size_t end) const {
        constexpr std::size_t kBlock = 1024;
        constexpr std::uint64_t kLower = 0xffffffffU;
        const std::int64_t weight = counts_of(tuple);
        std::array<std::uint64_t, kBlock> climbs;
        Choice best;
        for (; begin < end; begin += kBlock) {
            const std::size_t size = std::min(kBlock, end - begin);
            std::fill_n(climbs.begin(), size, 0U);
            for (std::size_t j = 0; j < rows.size(); ++j) {
                const std::uint64_t* row = rows[j];
                const std::int32_t* codes = columns_[j].data() + begin;
                for (std::size_t i = 0; i < size; ++i) climbs[i] += row[codes[i]];
            }
            for (std::size_t i = 0; i < size; ++i) {
                const std::int64_t count = left_counts_[begin + i];
                const std::int64_t cost = weight * static_cast<std::int64_t>(climbs[i] >> 32) +
                                          count * static_cast<std::int64_t>(climbs[i] & kLower);
                if (cost > best.cost || left_[begin + i] == tuple) continue;
                const Choice choice{cost, count, left_[begin + i]};
                if (is_better(choice, best)) best = choice;
            }
        }
        return best;
    }

    const Context context_;
    std::span<const ConceptLadder> ladders_;
    const LocalOptions& options_;
    std::vector<ClimbTable> tables_;
    std::int32_t tuples_ = 0;

    // Of every tuple there was: its records, what it has become (itself: it is there still), its
    // codes.
    std::vector<std::int64_t> counts_;
    std::vector<std::int32_t> joined_;
    std::vector<std::int32_t> place_;
    std::map<ClusterCodes, std::int32_t> numbers_;
    std::vector<std::map<ClusterCodes, std::int32_t>::const_iterator> known_;
    std::set<std::int32_t, Rarer> rarest_;

    // Those that are left.
    std::vector<std::int32_t> left_;
    std::vector<std::int64_t> left_counts_;
    std::vector<std::vector<std::int32_t>> columns_;
};

}  // namespace

GeneralisedTuples generalise_locally(const Context& context, const TupleSpace& space,
                                     std::span<const ConceptLadder> ladders,
                                     const LocalOptions& options) {
    check_cluster_size(space.rows(), options.k);
    return LocalGeneralisation(context, space, ladders, options).run();
}

}  // namespace lethe
