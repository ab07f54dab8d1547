// The Choquet integral of squared differences c_1 .. c_n walks from the set of all attributes down
// to a single one: with the c sorted ascending, it is the sum of (c_(l) - c_(l-1)) mu(A_l), A_l the
// attributes from the l-th on. The sets A_l are the path of a pair of records. The path does not
// depend on mu, so it is laid out once: for each record the increments and the sets of all its
// competitors, level by level. An integral is then n multiplications, and those of a record's
// competitors are computed side by side.
//
// The derivative of an integral with respect to mu(A) is the increment at A. So for each record in
// turn, and for each masked record that is nearer to it than its own, mu is lowered on the path of
// the true pair and raised on the path of the wrong one (Abril, Navarro-Arribas, Torra, after the
// HLMS of Grabisch 1995). The descent starts at mu(A) = |A| / n, where the integral is the mean,
// and the best measure met is kept: the result is never worse than equal weights.
//
// Repair. The changes of one record are summed set by set. First the sets that go down, the small
// ones first, each no lower than its largest subset; then those that go up, the large ones first,
// each no higher than its smallest superset. Each half keeps a monotone measure monotone: a set is
// compared with neighbours on one side that are final already, and on the other side only moves
// away from them.
//
// A masked record that is farther than the true one in every attribute is farther under every
// measure and is left out. Most are, which is what makes a pass cheap. Where people are looked for
// in a larger release, only those of the others count that no other is nowhere farther than: one of
// them is the nearest under every measure.
#include "lethe/algo/learnt/hrla.h"

#include <algorithm>
#include <bit>

#include "lethe/algo/learnt/competitor_front.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

constexpr std::int64_t kRecordChunk = 16;  // records whose links are counted together

// The path of one pair: increments and sets, level 0 being the smallest difference and all
// attributes.
struct Path {
    double increments[kMostSetAttributes];
    std::uint16_t sets[kMostSetAttributes];
};

void walk(const double* squares, int n, Path& path) {
    int order[kMostSetAttributes];
    for (int l = 0; l < n; ++l) {
        int place = l;
        for (; place > 0 && squares[order[place - 1]] > squares[l]; --place) {
            order[place] = order[place - 1];
        }
        order[place] = l;
    }
    auto set = static_cast<std::uint16_t>((1U << n) - 1U);
    double last = 0.0;
    for (int l = 0; l < n; ++l) {
        path.increments[l] = squares[order[l]] - last;
        path.sets[l] = set;
        last = squares[order[l]];
        set = static_cast<std::uint16_t>(set & ~(1U << order[l]));
    }
}

double integral(const Path& path, const double* measure, int n) {
    double sum = 0.0;
    for (int l = 0; l < n; ++l) sum += path.increments[l] * measure[path.sets[l]];
    return sum;
}

// A record with its true pair and the competitors that may be as near; theirs level by level.
struct RecordBlock {
    Path own;
    std::vector<double> increments;
    std::vector<std::uint16_t> sets;
    std::int32_t competitors = 0;
    double farthest = 0;  // the largest distance with equal weights
};

RecordBlock make_block(const AlignedRecords& records, std::int32_t i) {
    const int n = records.attributes;
    RecordBlock block;
    double own[kMostSetAttributes];
    double other[kMostSetAttributes];
    const auto squares = [&](std::int32_t j, double* out) {
        records.differences(i, j, out);
        double sum = 0.0;
        for (int l = 0; l < n; ++l) sum += out[l] *= out[l];
        block.farthest = std::max(block.farthest, sum / n);
    };
    squares(i, own);
    walk(own, n, block.own);
    std::vector<Path> paths;
    if (records.others > 0) {
        CompetitorFront front = FrontFinder(records, false, true).find(i);
        if (front.witness >= 0) front.competitors = {front.witness};
        for (const std::int32_t j : front.competitors) {
            squares(j, other);
            walk(other, n, paths.emplace_back());
        }
    }
    for (std::int32_t j = 0; records.others == 0 && j < records.rows; ++j) {
        if (!records.competes(i, j)) continue;
        squares(j, other);
        bool counts = false;
        for (int l = 0; l < n; ++l) counts = counts || other[l] <= own[l];
        if (counts) walk(other, n, paths.emplace_back());
    }
    block.competitors = static_cast<std::int32_t>(paths.size());
    for (int l = 0; l < n; ++l) {
        for (const Path& path : paths) {
            block.increments.push_back(path.increments[l]);
            block.sets.push_back(path.sets[l]);
        }
    }
    return block;
}

std::vector<RecordBlock> make_blocks(const Context& context, const AlignedRecords& records) {
    std::vector<RecordBlock> blocks(at(records.rows));
    parallel_chunks(context, records.rows, kRecordChunk,
                    [&](std::int64_t begin, std::int64_t end, auto) {
                        for (std::int64_t i = begin; i < end; ++i) {
                            blocks[at(i)] = make_block(records, static_cast<std::int32_t>(i));
                        }
                    });
    return blocks;
}

// The integrals of all competitors.
void integrals(const RecordBlock& block, const double* measure, int n, std::vector<double>& out) {
    const auto count = at(block.competitors);
    out.assign(count, 0.0);
    double* sums = out.data();
    for (int l = 0; l < n; ++l) {
        const double* increments = block.increments.data() + at(l) * count;
        const std::uint16_t* sets = block.sets.data() + at(l) * count;
        for (std::size_t j = 0; j < count; ++j) sums[j] += increments[j] * measure[sets[j]];
    }
}

ChoquetLinks count(const Context& context, const std::vector<RecordBlock>& blocks, int n,
                   std::span<const double> measure) {
    struct Part {
        std::int64_t strict = 0, lax = 0;
        ExactSum expected;
    };
    const Part total = parallel_reduce(
        context, std::ssize(blocks), Part{},
        [&](std::int64_t begin, std::int64_t end) {
            Part part;
            std::vector<double> others;
            for (std::int64_t i = begin; i < end; ++i) {
                const double own = integral(blocks[at(i)].own, measure.data(), n);
                integrals(blocks[at(i)], measure.data(), n, others);
                std::int64_t nearer = 0, equal = 0;
                for (const double other : others) {
                    nearer += other < own ? 1 : 0;
                    equal += other == own ? 1 : 0;
                }
                if (nearer > 0) continue;
                part.lax += 1;
                part.strict += equal == 0 ? 1 : 0;
                part.expected.add(1.0 / static_cast<double>(equal + 1));
            }
            return part;
        },
        [](Part& sum, const Part& part) {
            sum.strict += part.strict;
            sum.lax += part.lax;
            sum.expected.add(part.expected);
        },
        kRecordChunk);
    return {total.strict, total.lax, total.expected.value()};
}

std::vector<double> equilibrium(int n) {
    std::vector<double> measure;
    for (std::uint32_t set = 0; set < (1U << n); ++set) {
        measure.push_back(static_cast<double>(std::popcount(set)) / n);
    }
    return measure;
}

class LevelDescent {
  public:
    LevelDescent(int attributes, const HrlaOptions& options)
        : n_(attributes),
          options_(options),
          measure_(equilibrium(attributes)),
          change_(measure_.size(), 0.0) {
        for (std::uint32_t set = 1; set + 1 < measure_.size(); ++set) by_size_.push_back(set);
        std::stable_sort(by_size_.begin(), by_size_.end(), [](std::uint32_t a, std::uint32_t b) {
            return std::popcount(a) < std::popcount(b);
        });
    }

    const std::vector<double>& measure() const { return measure_; }

    // Learns from one record; false when no masked record is nearer than its own.
    bool learn(const RecordBlock& block) {
        const double own = integral(block.own, measure_.data(), n_);
        integrals(block, measure_.data(), n_, others_);
        if (options_.nearest_only && !others_.empty()) {
            const auto nearest = std::min_element(others_.begin(), others_.end());
            if (*nearest < own) push(block, nearest - others_.begin(), own);
        } else {
            for (std::size_t j = 0; j < others_.size(); ++j) {
                if (others_[j] < own) push(block, static_cast<std::int64_t>(j), own);
            }
        }
        if (!pushed_) return false;
        lower();
        raise();
        std::fill(change_.begin(), change_.end(), 0.0);
        pushed_ = false;
        return true;
    }

  private:
    void push(const RecordBlock& block, std::int64_t competitor, double own) {
        const double error = (own - others_[at(competitor)]) / block.farthest;
        const double step = options_.rate * (options_.scaled_steps ? error : 1.0);
        for (int l = 1; l < n_; ++l) {
            const std::size_t place = at(l) * at(block.competitors) + at(competitor);
            change_[block.own.sets[l]] -= step * block.own.increments[l];
            change_[block.sets[place]] += step * block.increments[place];
        }
        pushed_ = true;
    }

    void lower() {
        for (const std::uint32_t set : by_size_) {
            if (!(change_[set] < 0)) continue;
            double value = measure_[set] + change_[set];
            for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) {
                value = std::max(value, measure_[set & ~(rest & (~rest + 1U))]);
            }
            measure_[set] = value;
        }
    }

    void raise() {
        const auto full = static_cast<std::uint32_t>(measure_.size() - 1);
        for (auto place = by_size_.rbegin(); place != by_size_.rend(); ++place) {
            const std::uint32_t set = *place;
            if (!(change_[set] > 0)) continue;
            double value = measure_[set] + change_[set];
            for (std::uint32_t rest = full & ~set; rest != 0; rest &= rest - 1) {
                value = std::min(value, measure_[set | (rest & (~rest + 1U))]);
            }
            measure_[set] = value;
        }
    }

    int n_;
    HrlaOptions options_;
    std::vector<double> measure_;
    std::vector<double> change_;  // of each set, from the record at hand
    std::vector<double> others_;
    std::vector<std::uint32_t> by_size_;  // neither empty nor full
    bool pushed_ = false;
};

}  // namespace

std::string_view name(HrlaEnd end) {
    switch (end) {
        case HrlaEnd::all_linked:
            return "all linked";
        case HrlaEnd::patience:
            return "patience";
        case HrlaEnd::epochs:
            return "epochs";
        case HrlaEnd::seconds:
            return "seconds";
    }
    return "";
}

Hrla hrla(const Context& context, const AlignedRecords& records, const Random& random,
          const HrlaOptions& options) {
    check_model({DistanceFamily::choquet}, records);
    const double started = context.now();
    const int n = records.attributes;
    const std::vector<RecordBlock> blocks = make_blocks(context, records);
    LevelDescent descent(n, options);
    Hrla result;
    result.measure = descent.measure();
    result.start = result.best = count(context, blocks, n, result.measure);
    for (std::int64_t epoch = 1; epoch <= options.epochs; ++epoch) {
        context.check_stop();
        if (epoch - result.best_epoch > options.patience) {
            result.end = HrlaEnd::patience;
            break;
        }
        if (context.now() - started >= options.seconds) {
            result.end = HrlaEnd::seconds;
            break;
        }
        bool moved = false;
        const Stream order = random.part(at(epoch)).stream("order of the records");
        for (const std::int64_t i : random_permutation(order, records.rows)) {
            moved = descent.learn(blocks[at(i)]) || moved;
        }
        if (!moved) {
            result.end = HrlaEnd::all_linked;
            break;
        }
        const ChoquetLinks links = count(context, blocks, n, descent.measure());
        result.history.push_back(links.strict);
        if (links.strict > result.best.strict) {
            result.best = links;
            result.best_epoch = epoch;
            result.measure = descent.measure();
        }
    }
    result.seconds = context.now() - started;
    return result;
}

ChoquetLinks choquet_links(const Context& context, const AlignedRecords& records,
                           std::span<const double> measure) {
    return count(context, make_blocks(context, records), records.attributes, measure);
}

}  // namespace lethe
