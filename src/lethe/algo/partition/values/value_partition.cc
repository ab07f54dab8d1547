// A branch and bound over what is decided of the partitions (K-Optimize, for any space of
// partitions that a ValueTree describes).
//
// A state has marks of which some are undecided. Of two values it says whether they are certainly
// together (`sure`) and whether they can be (`may`). Both are partitions of the values, so both
// leave classes of records: those of `sure` can only grow, those of `may` only be parted. So a
// record whose may-class has fewer than k records will be suppressed whatever is decided, and costs
// n; any other costs at least k and at least the size of its sure-class. The sum is a bound from
// below, and a state whose bound is not below the best that is known need not be looked into. Both
// partitions are allowed ones themselves and are candidates for the best: the search has a result
// at any time.
//
// The next mark to be decided is the one that parts or joins most records, whatever its column
// (K-Optimize sorts the tail of its set enumeration to the same end); of the options the one with
// the least bound is looked into first. Where the number of looks ends the search, no allowed
// partitions have less than the least bound of what is still open.
//
// Before, two climbs find something good to begin with: from one block a column and from a block a
// value, all changes of one mark are looked at, and those that cost less are made in the order of
// what they gain, as long as each still gains; until none does.
#include "lethe/algo/partition/values/value_partition.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "lethe/algo/partition/clusters.h"

namespace lethe {
namespace {

constexpr std::int64_t kWork = 20'000'000;  // cells of tuples that are looked at, where not told
constexpr std::int64_t kLeastLooks = 2'000, kMostLooks = 50'000;

// Numbers that stand for lists of labels: equal lists have equal numbers.
class ClassNumbers {
  public:
    explicit ClassNumbers(std::size_t tuples) {
        std::size_t size = 16;
        while (size < 2 * tuples) size *= 2;
        slots_.resize(size);
    }
    void clear() { ++age_; }
    // `next`: the number of a key that is new.
    std::int32_t number(std::uint64_t key, std::int32_t next) {
        std::size_t place = (key * 0x9E3779B97F4A7C15ULL >> 20) & (slots_.size() - 1);
        while (slots_[place].age == age_ && slots_[place].key != key) {
            place = (place + 1) & (slots_.size() - 1);
        }
        Slot& slot = slots_[place];
        if (slot.age != age_) slot = {key, age_, next};
        return slot.number;
    }

  private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint64_t age = 0;
        std::int32_t number = 0;
    };
    std::vector<Slot> slots_;
    std::uint64_t age_ = 0;
};

// What suppressed records there are too many, then what it costs.
struct Cost {
    std::int64_t excess = 0;
    std::int64_t sum = 0;

    auto operator<=>(const Cost&) const = default;
};

using Marks = std::vector<ValueTree::Marks>;  // of each column
using Labels = std::vector<const ValueTree::Labels*>;

// Sizes of classes, and what they cost.
class Classes {
  public:
    Classes(const RecodedTuples& tuples, const ValuePartitionOptions& options)
        : tuples_(tuples),
          options_(options),
          records_(std::accumulate(tuples.counts.begin(), tuples.counts.end(), std::int64_t{0})),
          numbers_(tuples.counts.size()) {}

    std::int64_t records() const { return records_; }

    // Of each tuple the number of its class; class sizes.
    struct Counted {
        std::vector<std::int32_t> class_of;
        std::vector<std::int64_t> sizes;

        std::int64_t size(std::size_t tuple) const {
            return sizes[static_cast<std::size_t>(class_of[tuple])];
        }
    };
    void count(const Labels& labels, Counted& out) {
        out.class_of.assign(tuples_.counts.size(), 0);
        for (std::size_t j = 0; j < labels.size(); ++j) part(out.class_of, *labels[j], j);
        count_sizes(out);
    }
    // The same where only the labels of column j are others than at the last leave_out: classes are
    // numbered by their first tuple, in whatever order columns part them.
    void leave_out(const Labels& labels, std::size_t j) {
        without_one_.assign(tuples_.counts.size(), 0);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (i != j) part(without_one_, *labels[i], i);
        }
    }
    void count_with(const ValueTree::Labels& labels, std::size_t j, Counted& out) {
        out.class_of = without_one_;
        part(out.class_of, labels, j);
        count_sizes(out);
    }

    // The class that joins suppressed records which are fewer than k; -1: none does.
    std::int32_t joining(const Counted& counted, std::int64_t rare) const {
        if (rare == 0 || rare >= options_.k) return -1;
        std::int32_t best = -1;
        std::pair<std::int64_t, std::int64_t> least;
        for (std::size_t c = 0; c < counted.sizes.size(); ++c) {
            const std::int64_t size = counted.sizes[c];
            if (size < options_.k) continue;
            const std::pair own(size * (records_ - size), size);
            if (best >= 0 && own >= least) continue;
            best = static_cast<std::int32_t>(c);
            least = own;
        }
        return best;
    }
    std::int64_t rare_records(const Counted& counted) const {
        std::int64_t rare = 0;
        for (const std::int64_t size : counted.sizes) rare += size < options_.k ? size : 0;
        return rare;
    }
    Cost cost(const Counted& counted) const {
        const std::int64_t rare = rare_records(counted);
        Cost cost{std::max<std::int64_t>(0, rare - options_.most_suppressed), rare * records_};
        for (const std::int64_t size : counted.sizes) {
            if (size >= options_.k) cost.sum += size * size;
        }
        const std::int32_t joins = joining(counted, rare);
        if (joins >= 0) {
            const std::int64_t size = counted.sizes[static_cast<std::size_t>(joins)];
            cost.sum += size * (records_ - size);
        }
        return cost;
    }
    // Of whatever a state can become.
    Cost bound(const Counted& sure, const Counted& may) const {
        std::int64_t rare = 0;
        Cost bound;
        for (std::size_t t = 0; t < tuples_.counts.size(); ++t) {
            const bool lost = may.size(t) < options_.k;
            rare += lost ? tuples_.counts[t] : 0;
            bound.sum += tuples_.counts[t] * (lost ? records_ : std::max(options_.k, sure.size(t)));
        }
        bound.excess = std::max<std::int64_t>(0, rare - options_.most_suppressed);
        return bound;
    }

  private:
    // Parts classes by the labels of a column.
    void part(std::vector<std::int32_t>& class_of, const ValueTree::Labels& labels, std::size_t j) {
        numbers_.clear();
        const std::vector<std::int32_t>& codes = tuples_.codes[j];
        std::int32_t next = 0;
        for (std::size_t t = 0; t < codes.size(); ++t) {
            const std::int32_t label = labels.of_value[static_cast<std::size_t>(codes[t])];
            const std::uint64_t key =
                (static_cast<std::uint64_t>(class_of[t]) << 32) | static_cast<std::uint32_t>(label);
            class_of[t] = numbers_.number(key, next);
            next = std::max(next, class_of[t] + 1);
        }
    }
    void count_sizes(Counted& out) const {
        std::int32_t classes = 0;
        for (const std::int32_t number : out.class_of) classes = std::max(classes, number + 1);
        out.sizes.assign(static_cast<std::size_t>(classes), 0);
        for (std::size_t t = 0; t < tuples_.counts.size(); ++t) {
            out.sizes[static_cast<std::size_t>(out.class_of[t])] += tuples_.counts[t];
        }
    }

    const RecodedTuples& tuples_;
    const ValuePartitionOptions& options_;
    std::int64_t records_;
    ClassNumbers numbers_;
    std::vector<std::int32_t> without_one_;
};

class PartitionSearch {
  public:
    PartitionSearch(const Context& context, std::span<const ValueTree> trees,
                    const RecodedTuples& tuples, const ValuePartitionOptions& options)
        : context_(context),
          trees_(trees),
          options_(options),
          classes_(tuples, options),
          reach_(trees.size()) {
        const auto cells = static_cast<std::int64_t>(tuples.counts.size() * trees.size()) + 1;
        most_ = options.most_looks > 0 ? options.most_looks
                                       : std::clamp(kWork / cells, kLeastLooks, kMostLooks);
        for (std::size_t j = 0; j < trees.size(); ++j) {
            auto& own = records_.emplace_back(static_cast<std::size_t>(trees[j].values()), 0);
            for (std::size_t t = 0; t < tuples.counts.size(); ++t) {
                own[static_cast<std::size_t>(tuples.codes[j][t])] += tuples.counts[t];
            }
        }
    }

    ValuePartition best_of_all() {
        for (const auto& start : {&ValueTree::whole, &ValueTree::single}) {
            Marks marks;
            for (const ValueTree& tree : trees_) marks.push_back((tree.*start)());
            climb(std::move(marks), looks_ + most_ / 4);
        }
        const std::int64_t bound = prove();
        ValuePartition result = made();
        result.bound = bound;
        result.exact = bound == result.discernibility;
        result.looked_at = looks_;
        return result;
    }

  private:
    struct Open {
        Marks marks;
        Cost bound;
    };

    Labels labels(bool sure) const {
        Labels labels;
        for (const ValueTree::Reach& one : reach_) labels.push_back(sure ? &one.sure : &one.may);
        return labels;
    }
    void reach(const Marks& marks) {
        for (std::size_t j = 0; j < trees_.size(); ++j) trees_[j].reach(marks[j], reach_[j]);
    }
    // What is decided or can be: a candidate for the best.
    Cost look(bool sure, Classes::Counted& counted) {
        classes_.count(labels(sure), counted);
        return cost_of(sure, counted);
    }
    // The same where column j alone is another than at the last leave_out.
    Cost look_at_one(std::size_t j) {
        classes_.count_with(reach_[j].sure, j, sure_);
        return cost_of(true, sure_);
    }
    Cost cost_of(bool sure, const Classes::Counted& counted) {
        context_.check_stop();
        ++looks_;
        const Cost cost = classes_.cost(counted);
        if (!has_best_ || cost < best_) {
            has_best_ = true;
            best_ = cost;
            best_labels_.clear();
            for (const ValueTree::Labels* one : labels(sure)) best_labels_.push_back(*one);
        }
        return cost;
    }
    Cost look_at_decided(const Marks& marks) {
        reach(marks);
        return look(true, sure_);
    }

    struct Step {
        Cost cost;
        std::size_t column = 0;
        ValueTree::Move move;
    };
    // The changes of one mark that cost less, the best first.
    std::vector<Step> gains(Marks& marks, const Cost& cost, std::int64_t until) {
        std::vector<Step> gains;
        reach(marks);
        for (std::size_t j = 0; j < trees_.size(); ++j) {
            if (looks_ >= until) break;
            classes_.leave_out(labels(true), j);
            for (const ValueTree::Move& move : trees_[j].moves(marks[j])) {
                if (looks_ >= until) break;
                const std::int32_t before = std::exchange(marks[j][move.mark], move.becomes);
                trees_[j].reach(marks[j], reach_[j]);
                const Cost other = look_at_one(j);
                if (other < cost) gains.push_back({other, j, move});
                marks[j][move.mark] = before;
            }
            trees_[j].reach(marks[j], reach_[j]);
        }
        std::stable_sort(gains.begin(), gains.end(),
                         [](const Step& a, const Step& b) { return a.cost < b.cost; });
        return gains;
    }
    void climb(Marks marks, std::int64_t until) {
        Cost cost = look_at_decided(marks);
        for (bool gained = true; gained && looks_ < until;) {
            gained = false;
            for (const Step& step : gains(marks, cost, until)) {
                std::int32_t& mark = marks[step.column][step.move.mark];
                const std::int32_t before = std::exchange(mark, step.move.becomes);
                const Cost other = look_at_decided(marks);
                if (other < cost) {
                    cost = other;
                    gained = true;
                } else {
                    mark = before;
                }
                if (looks_ >= until) return;
            }
        }
    }

    Cost bound_of(const Marks& marks) {
        reach(marks);
        look(true, sure_);
        look(false, may_);
        return classes_.bound(sure_, may_);
    }
    // Decides one mark, where one is left to decide.
    void branch(const Open& from, std::vector<Open>& open) {
        std::size_t column = 0;
        ValueTree::Decision next;
        for (std::size_t j = 0; j < trees_.size(); ++j) {
            ValueTree::Decision own = trees_[j].decision(from.marks[j], records_[j]);
            if (own.weight <= next.weight) continue;
            next = std::move(own);
            column = j;
        }
        if (next.weight < 0) return;
        std::vector<Open> branches;
        for (const std::int32_t option : next.options) {
            Open one = from;
            one.marks[column][next.mark] = option;
            if (next.options.size() > 1) one.bound = std::max(one.bound, bound_of(one.marks));
            branches.push_back(std::move(one));
        }
        // The least bound is taken up first, so it goes last.
        std::stable_sort(branches.begin(), branches.end(),
                         [](const Open& a, const Open& b) { return b.bound < a.bound; });
        for (Open& one : branches) {
            if (one.bound < best_) open.push_back(std::move(one));
        }
    }
    // The least that is possible, as far as it is known at the end of the looks.
    std::int64_t prove() {
        std::vector<Open> open(1);
        for (const ValueTree& tree : trees_) open.front().marks.push_back(tree.undecided());
        open.front().bound = bound_of(open.front().marks);
        while (!open.empty()) {
            const Open next = std::move(open.back());
            open.pop_back();
            if (!(next.bound < best_)) continue;
            if (looks_ >= most_) {
                open.push_back(next);
                break;
            }
            branch(next, open);
        }
        Cost least = best_;
        for (const Open& one : open) least = std::min(least, one.bound);
        return least.sum;
    }

    ValuePartition made() {
        ValuePartition result;
        Labels own;
        for (const ValueTree::Labels& one : best_labels_) {
            own.push_back(&one);
            result.block_of.push_back(one.of_value);
        }
        classes_.count(own, sure_);
        const std::int32_t joins = classes_.joining(sure_, classes_.rare_records(sure_));
        for (const std::int32_t number : sure_.class_of) {
            result.suppressed.push_back(number == joins ||
                                        sure_.sizes[static_cast<std::size_t>(number)] < options_.k);
        }
        result.suppressed_records = classes_.rare_records(sure_);
        if (joins >= 0) result.suppressed_records += sure_.sizes[static_cast<std::size_t>(joins)];
        result.discernibility = best_.sum;
        return result;
    }

    const Context& context_;
    std::span<const ValueTree> trees_;
    const ValuePartitionOptions& options_;
    Classes classes_;
    std::vector<ValueTree::Reach> reach_;
    std::vector<std::vector<std::int64_t>> records_;  // of each column, of each value
    Classes::Counted sure_, may_;
    std::int64_t looks_ = 0, most_ = 0;
    bool has_best_ = false;
    Cost best_;
    std::vector<ValueTree::Labels> best_labels_;
};

}  // namespace

ValuePartition partition_values(const Context& context, std::span<const ValueTree> trees,
                                const RecodedTuples& tuples, const ValuePartitionOptions& options) {
    std::int64_t rows = 0;
    for (const std::int64_t count : tuples.counts) rows += count;
    check_cluster_size(rows, options.k);
    return PartitionSearch(context, trees, tuples, options).best_of_all();
}

}  // namespace lethe
