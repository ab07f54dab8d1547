// By Gordan's theorem either some w makes all rows of the blocks and of the cone positive, or a
// convex combination of the rows is zero. Both are read off the point of least length in the rows'
// convex hull: when it is not zero it is such a w, and when it is zero its multipliers are the
// conflict. We need the point only until all rows are positive at it, which is much earlier.
//
// Rows that were violated once are kept in a pool, by block. A step takes in the pool's worst row
// of the asked blocks; only when no pool row is violated all rows of the blocks are looked at, and
// the worst of each block joins the pool. The corral survives from one question to the next:
// members of blocks that are not asked for any more are dropped, the others are a good start.
//
// Looking at all rows is what costs most when there are many records, and most blocks are satisfied
// by far. As the rows have length 1, a block of margin m at one unit vector has a margin of at
// least m - d at another in distance d: such blocks need not be looked at again.
//
// The rows of the cone are treated like the others (strictly), because every cone has an interior.
// The free cone has no rows, so the search starts at a row, never at zero.
#include "lethe/algo/learnt/margin_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "lethe/core/index.h"
#include "lethe/core/vector_code.h"

namespace lethe {
namespace {

constexpr int kMostNewRows = 40;  // of a scan
constexpr int kMostOracleSteps = 5000;
constexpr int kStepsBetweenLooksAtTheClock = 32;
constexpr std::int64_t kPlaces = 48;       // points of former looks that are remembered
constexpr double kMarginRounding = 1e-12;  // of a margin
constexpr double kWidest = 0.999;          // of the largest margin

}  // namespace

MarginOracle::MarginOracle(const BlockRows& rows, std::function<bool()> expired)
    : rows_(rows),
      expired_(std::move(expired)),
      stride_(at(rows.stride())),
      corral_(rows.dims(), rows.stride()) {
    const std::size_t blocks = at(rows.records().rows);
    pool_of_.resize(blocks + 1);
    asked_.assign(blocks, 0);
    looks_.resize(blocks);
    places_.assign(at(kPlaces) * stride_, 0.0);
    distances_.assign(at(kPlaces), 0.0);
    for (std::size_t place = 0; place < rows.cone().size(); place += stride_) {
        add_cone_row(rows.cone().data() + place);
    }
}

void MarginOracle::add_cone_row(const double* row) {
    cone_.insert(cone_.end(), row, row + stride_);
    cone_in_pool_.push_back(-1);
}

std::int32_t MarginOracle::pool_row(RowId id) {
    std::vector<std::int32_t>& list =
        id.block == kConeBlock ? pool_of_.back() : pool_of_[at(id.block)];
    for (const std::int32_t number : list) {
        if (pool_[at(number)] == id) return number;
    }
    const auto number = static_cast<std::int32_t>(pool_.size());
    pool_.push_back(id);
    pool_values_.resize(pool_values_.size() + stride_);
    double* values = pool_values_.data() + at(number) * stride_;
    if (id.block == kConeBlock) {
        std::copy_n(cone_.data() + at(id.competitor) * stride_, stride_, values);
    } else {
        rows_.row(id, values);
    }
    list.push_back(number);
    return number;
}

// Drops from the corral what is not asked for.
void MarginOracle::begin(std::span<const std::int32_t> blocks) {
    for (const std::int32_t block : blocks) asked_[at(block)] = 1;
    std::vector<char> keep;
    bool all = true;
    for (const std::int32_t member : corral_.members()) {
        const std::int32_t block = pool_[at(member)].block;
        keep.push_back(block == kConeBlock || asked_[at(block)] != 0 ? 1 : 0);
        all &= keep.back() != 0;
    }
    if (!all) corral_.keep(keep);
    for (const std::int32_t block : blocks) asked_[at(block)] = 0;
}

bool MarginOracle::start(std::span<const std::int32_t> blocks) {
    if (!corral_.members().empty()) return true;
    std::int32_t number = -1;
    if (!cone_.empty()) {
        number = pool_row({kConeBlock, 0});
    } else if (!blocks.empty()) {
        const std::vector<double> start =
            rows_.scaled(equal_parameters(rows_.model(), rows_.records().attributes));
        rows_.worst(blocks.first(1), start.data(), worst_);
        number = pool_row(worst_[0].row);
    }
    if (number < 0) return false;
    corral_.start(number, vector(number));
    return true;
}

std::int32_t MarginOracle::worst_in_pool(std::span<const std::int32_t> blocks,
                                         double threshold) const {
    const double* w = corral_.point().data();
    double low = threshold;
    std::int32_t worst = -1;
    const auto look = [&](const std::vector<std::int32_t>& list) {
        work_ += std::ssize(list) * static_cast<std::int64_t>(stride_);
        vector_code([&]() LETHE_INLINED {
            for (const std::int32_t number : list) {
                const double value = lane_dot(vector(number), w, static_cast<int>(stride_));
                if (value >= low) continue;
                low = value;
                worst = number;
            }
        });
    };
    look(pool_of_.back());
    for (const std::int32_t block : blocks) look(pool_of_[at(block)]);
    return worst;
}

void MarginOracle::measure_steps() {
    const double* w = corral_.point().data();
    const double length = std::sqrt(corral_.squared_length());
    for (std::int64_t place = 0; place < std::min(next_look_, kPlaces); ++place) {
        const double* other = places_.data() + at(place) * stride_;
        double sum = 0.0;
        for (std::size_t f = 0; f < stride_; ++f) {
            sum += (w[f] / length - other[f]) * (w[f] / length - other[f]);
        }
        distances_[at(place)] = std::sqrt(sum);
    }
}

// Whether the block is above the threshold (of a margin), judged by its last look.
bool MarginOracle::safe(std::int32_t block, double threshold) const {
    const Look& look = looks_[at(block)];
    return look.number >= 0 && look.number >= next_look_ - kPlaces &&
           look.margin - distances_[at(look.number % kPlaces)] > threshold + kMarginRounding;
}

void MarginOracle::remember(const std::vector<WorstRow>& rows) {
    if (!rows_.worst_is_least()) return;
    const double length = std::sqrt(corral_.squared_length());
    double* place = places_.data() + at(next_look_ % kPlaces) * stride_;
    for (std::size_t f = 0; f < stride_; ++f) place[f] = corral_.point()[f] / length;
    for (const WorstRow& row : rows) looks_[at(row.row.block)] = {next_look_, row.value / length};
    ++next_look_;
}

// Takes the worst violated rows into the pool. False when there are none.
bool MarginOracle::scan(std::span<const std::int32_t> blocks, double threshold) {
    const double* w = corral_.point().data();
    std::vector<WorstRow> found;
    WorstRow cone{{kConeBlock, -1}, threshold};
    for (std::size_t place = 0; place < cone_in_pool_.size(); ++place) {
        const double value = lane_dot(cone_.data() + place * stride_, w, static_cast<int>(stride_));
        if (value < cone.value) cone = {{kConeBlock, static_cast<std::int32_t>(place)}, value};
    }
    if (cone.row.competitor >= 0) found.push_back(cone);
    measure_steps();
    const double margin = threshold / std::sqrt(corral_.squared_length());
    unsafe_.clear();
    for (const std::int32_t block : blocks) {
        if (!safe(block, margin)) unsafe_.push_back(block);
    }
    rows_.worst(unsafe_, w, worst_);
    if (!worst_.empty()) remember(worst_);
    work_ += rows_.products() * std::ssize(unsafe_) /
             std::max<std::int64_t>(1, std::ssize(rows_.open_blocks()));
    for (const WorstRow& row : worst_) {
        if (row.value < threshold) found.push_back(row);
    }
    if (found.empty()) return false;
    if (std::ssize(found) > kMostNewRows) {
        std::nth_element(found.begin(), found.begin() + kMostNewRows, found.end(),
                         [](const WorstRow& a, const WorstRow& b) { return a.value < b.value; });
        found.resize(kMostNewRows);
    }
    for (const WorstRow& row : found) pool_row(row.row);
    return true;
}

bool MarginOracle::generate_cone_row() {
    std::vector<double> v;
    if (!rows_.separate(corral_.point().data(), v)) return false;
    std::vector<double> feature(at(rows_.dims()));
    generated_row(rows_.model(), v, feature.data());
    const std::vector<double> row = rows_.scaled_row(feature);
    add_cone_row(row.data());
    pool_row({kConeBlock, static_cast<std::int32_t>(cone_in_pool_.size()) - 1});
    generated_.push_back(std::move(v));
    return true;
}

OracleAnswer MarginOracle::ask(std::span<const std::int32_t> blocks, bool whole_cone) {
    begin(blocks);
    if (!start(blocks)) {
        corral_.rest_at(rows_.scaled(equal_parameters(rows_.model(), rows_.records().attributes)));
        return OracleAnswer::feasible;
    }
    for (int step = 0; step < kMostOracleSteps; ++step) {
        const double length = std::sqrt(corral_.squared_length());
        if (length <= kConflictMargin) return OracleAnswer::conflict;
        const double threshold = kSatisfiedMargin * length;
        std::int32_t number = worst_in_pool(blocks, threshold);
        if (number < 0) {
            if (scan(blocks, threshold)) {
                number = worst_in_pool(blocks, threshold);
            } else if (!whole_cone || !generate_cone_row()) {
                return OracleAnswer::feasible;
            } else {
                number = static_cast<std::int32_t>(pool_.size()) - 1;
            }
        }
        ++steps_;
        if (step % kStepsBetweenLooksAtTheClock == 31 && expired_ && expired_()) {
            return OracleAnswer::unknown;
        }
        work_ += 8 * std::ssize(corral_.members()) * static_cast<std::int64_t>(stride_);
        if (number < 0 || !corral_.add(number, vector(number))) {
            return corral_.squared_length() <= kConflictMargin * kConflictMargin
                       ? OracleAnswer::conflict
                       : OracleAnswer::unknown;
        }
    }
    return OracleAnswer::unknown;
}

Conflict MarginOracle::conflict() const {
    Conflict result;
    for (std::size_t place = 0; place < corral_.members().size(); ++place) {
        const RowId row = pool_[at(corral_.members()[place])];
        result.rows.push_back({row, corral_.multipliers()[place]});
        if (row.block != kConeBlock) result.blocks.push_back(row.block);
    }
    std::sort(result.blocks.begin(), result.blocks.end());
    result.blocks.erase(std::unique(result.blocks.begin(), result.blocks.end()),
                        result.blocks.end());
    return result;
}

bool MarginOracle::satisfied(std::int32_t block) {
    const double threshold = kSatisfiedMargin * std::sqrt(corral_.squared_length());
    const double* w = corral_.point().data();
    for (const std::int32_t number : pool_of_[at(block)]) {
        if (lane_dot(vector(number), w, static_cast<int>(stride_)) < threshold) return false;
    }
    measure_steps();
    if (safe(block, kSatisfiedMargin)) return true;
    rows_.worst({&block, 1}, w, worst_);
    if (worst_[0].value >= threshold) return true;
    pool_row(worst_[0].row);
    return false;
}

void MarginOracle::widen(std::span<const std::int32_t> blocks) {
    for (int step = 0; step < kMostOracleSteps; ++step) {
        const double threshold = kWidest * corral_.squared_length();
        std::int32_t number = worst_in_pool(blocks, threshold);
        if (number < 0 && scan(blocks, threshold)) number = worst_in_pool(blocks, threshold);
        if (number < 0) return;
        if (!corral_.add(number, vector(number))) return;
    }
}

}  // namespace lethe
