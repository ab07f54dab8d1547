// On a line w + t u every row is positive on a half line, every block on an interval of t, and the
// cone on an interval too. So the t with most satisfied blocks is found exactly, by sorting the
// ends of the intervals: O(rows + N log N), a thousand times cheaper than a question to the margin
// oracle. We walk along lines in the directions of single parameters, at random, and towards
// satisfying a block that is not; a line of equal count is taken too, which crosses plateaus. After
// long without a gain the walk is kicked away from the best place.
#include "lethe/algo/branch_and_cut/linkage_climb.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lethe/core/index.h"
#include "lethe/core/limits.h"

namespace lethe {
namespace {

constexpr int kClimbPatience = 60;  // line searches without a gain before a kick
constexpr double kKick = 0.25;      // of the length of the point
constexpr double kInside = 1e-9;    // relative width of an interval that counts

// Intervals are compared by the angle that they span, so that those without end are comparable.
double width_of(double low, double high) { return std::atan(high) - std::atan(low); }

double inside(double low, double high) {
    if (low == -kInfinity && high == kInfinity) return 0.0;
    if (low == -kInfinity) return high - std::max(1.0, std::abs(high));
    if (high == kInfinity) return low + std::max(1.0, std::abs(low));
    return 0.5 * (low + high);
}

}  // namespace

LinkageClimb::LinkageClimb(const BlockRows& rows, std::uint64_t seed)
    : rows_(rows), stream_(Random(seed).stream("climb")), direction_(at(rows.stride()), 0.0) {}

std::int64_t LinkageClimb::work() const { return 2 * rows_.products(); }

void LinkageClimb::start(std::span<const double> w) {
    point_.assign(w.begin(), w.end());
    rows_.worst(rows_.open_blocks(), point_.data(), worst_);
    count_ = std::count_if(worst_.begin(), worst_.end(),
                           [](const WorstRow& row) { return row.value > 0.0; });
    idle_ = 0;
    if (count_ > best_) {
        best_ = count_;
        best_point_ = point_;
    }
}

void LinkageClimb::choose_direction(Draws& draws) {
    std::fill(direction_.begin(), direction_.end(), 0.0);
    const auto dims = static_cast<std::uint64_t>(rows_.dims());
    switch (draws.below(4)) {
        case 0:
            direction_[draws.below(dims)] = 1.0;
            return;
        case 1:
            for (std::uint64_t f = 0; f < dims; ++f) direction_[f] = draws.normal();
            return;
        case 2:
            for (std::uint64_t f = 0; f < dims; ++f) {
                direction_[f] = draws.normal() * std::abs(point_[f]);
            }
            return;
        default: {
            const std::vector<std::int32_t>& open = rows_.open_blocks();
            const std::int32_t block = open[draws.below(open.size())];
            rows_.worst({&block, 1}, point_.data(), worst_);
            rows_.row(worst_[0].row, direction_.data());
        }
    }
}

// Moves to the best place of the line if that is no worse.
bool LinkageClimb::search_line() {
    ParameterRange cone{-kInfinity, kInfinity};
    rows_.cone_range(point_.data(), direction_.data(), cone);
    if (!(cone.low < cone.high)) return false;
    rows_.ranges(rows_.open_blocks(), point_.data(), direction_.data(), ranges_);
    ends_.clear();
    for (const ParameterRange& range : ranges_) {
        const double low = std::max(range.low, cone.low);
        const double high = std::min(range.high, cone.high);
        if (!(high - low > kInside * (std::abs(low) + std::abs(high)))) {
            if (!(low == -kInfinity && high > low) && !(high == kInfinity && high > low)) continue;
        }
        ends_.push_back({low, 1});
        ends_.push_back({high, -1});
    }
    std::sort(ends_.begin(), ends_.end());
    std::int64_t count = 0, most = -1;
    double low = 0.0, high = 0.0, width = 0.0;
    for (std::size_t place = 0; place + 1 < ends_.size(); ++place) {
        count += ends_[place].second;
        const double from = ends_[place].first;
        const double to = ends_[place + 1].first;
        if (!(from < to) || count < most) continue;
        const double span = width_of(from, to);
        if (count > most || span > width) {
            most = count;
            low = from;
            high = to;
            width = span;
        }
    }
    if (most < count_) return false;
    const double t = inside(low, high);
    double length = 0.0;
    for (std::size_t f = 0; f < point_.size(); ++f) {
        point_[f] += t * direction_[f];
        length += point_[f] * point_[f];
    }
    if (!(length > 0.0)) return false;
    length = std::sqrt(length);
    for (double& value : point_) value /= length;
    const bool gained = most > count_;
    count_ = most;
    return gained;
}

void LinkageClimb::kick(Draws& draws) {
    std::vector<double> kicked = best_point_;
    double length = 0.0;
    for (const double value : kicked) length += value * value;
    const double size =
        kKick * draws.uniform() * std::sqrt(length / static_cast<double>(rows_.dims()));
    for (int f = 0; f < rows_.dims(); ++f) kicked[at(f)] += size * draws.normal();
    ParameterRange cone{-kInfinity, kInfinity};
    for (std::size_t f = 0; f < kicked.size(); ++f) direction_[f] = kicked[f] - best_point_[f];
    rows_.cone_range(best_point_.data(), direction_.data(), cone);
    const double reach = std::min(1.0, 0.95 * cone.high);
    for (std::size_t f = 0; f < kicked.size(); ++f) {
        kicked[f] = best_point_[f] + reach * direction_[f];
    }
    start(kicked);
}

void LinkageClimb::run(std::int64_t searches, const std::function<bool()>& expired) {
    if (rows_.open_blocks().empty()) return;
    for (std::int64_t search = 0; search < searches; ++search) {
        if (best_ == std::ssize(rows_.open_blocks()) || (search % 16 == 15 && expired())) return;
        Draws draws = stream_.at(position_++);
        if (idle_ > kClimbPatience) kick(draws);
        choose_direction(draws);
        idle_ = search_line() ? 0 : idle_ + 1;
        if (count_ > best_) {
            best_ = count_;
            best_point_ = point_;
        }
    }
}

}  // namespace lethe
