// Two linear programs a weight, each with few unknowns and very many conditions, nearly all of them
// idle: a dual simplex in the space of the weights. A vertex is where as many conditions are tight
// as there are weights; beside it stand the directions in which one leaves each of them while the
// others stay tight. It begins at the best corner of the simplex, where only the conditions w >= 0
// are tight, and which is best if nothing else is asked for. While some row of a block is violated,
// the most violated one becomes tight, and one of the tight ones is left: that which costs least of
// the objective for what it gains, so that the vertex stays the best for the tight conditions. When
// no row is violated it is the best of all. Nothing but the tight conditions is kept; the rows are
// looked through by BlockRows::worst.
//
// Where a weight is made small, all others are worth the same, and a walk among vertices of equal
// worth could go round for ever. So each weight is worth a trifle more or less, which costs the
// answer no more than that.
#include "lethe/algo/learnt/weight_ranges.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "lethe/core/index.h"

namespace lethe {
namespace {

constexpr double kTight = 1e-9;  // by which a row of length 1 may be violated
constexpr int kMostRangeSteps = 5000;
constexpr double kNudge = 1e-7;

// Weights are scaled as BlockRows does.
class Corner {
  public:
    Corner(const BlockRows& rows, std::vector<double> objective)
        : rows_(rows), objective_(std::move(objective)), n_(objective_.size()) {
        std::vector<double> pursued = objective_;
        for (std::size_t l = 0; l < n_; ++l) {
            const double golden = 0.6180339887498949 * static_cast<double>(l + 1);
            pursued[l] += kNudge * (golden - std::floor(golden));
        }
        const auto best = at(std::max_element(pursued.begin(), pursued.end()) - pursued.begin());
        std::vector<double> unit(n_, 0.0);
        unit[best] = 1.0;
        vertex_ = rows.scaled(unit);
        for (std::size_t l = 0; l < n_; ++l) {
            if (l == best) continue;
            std::vector<double> direction(n_, 0.0);  // more of l, less of the best
            direction[l] = 1.0;
            direction[best] = -1.0;
            directions_.push_back(rows.scaled(direction));
            costs_.push_back(pursued[best] - pursued[l]);
        }
    }

    // The largest objective; none when rounding hides it.
    std::optional<double> largest(std::span<const std::int32_t> blocks) {
        std::vector<WorstRow> worst;
        std::vector<double> row(at(rows_.stride()));
        for (int step = 0; step < kMostRangeSteps; ++step) {
            rows_.worst(blocks, vertex_.data(), worst);
            RowId violated;
            double value = violation_of_signs(row);
            bool sign = value < -kTight;
            for (const WorstRow& one : worst) {
                if (one.value >= std::min(value, -kTight)) continue;
                value = one.value;
                violated = one.row;
                sign = false;
            }
            if (value >= -kTight) return objective_at_vertex();
            if (!sign) rows_.row(violated, row.data());
            if (!turn(row, value)) return std::nullopt;
        }
        return std::nullopt;
    }

  private:
    // The weight that is most negative, as a row of length 1.
    double violation_of_signs(std::vector<double>& row) const {
        const auto end = vertex_.begin() + static_cast<std::ptrdiff_t>(n_);
        const auto lowest = std::min_element(vertex_.begin(), end);
        std::fill(row.begin(), row.end(), 0.0);
        row[at(lowest - vertex_.begin())] = 1.0;
        return *lowest;
    }
    double objective_at_vertex() const {
        const std::vector<double> weights = rows_.parameters(vertex_.data());
        double sum = 0.0;
        for (std::size_t l = 0; l < n_; ++l) sum += objective_[l] * weights[l];
        return sum;
    }
    // Makes the row tight.
    bool turn(const std::vector<double>& row, double value) {
        std::vector<double> gains;
        std::size_t left = directions_.size();
        double least = 0.0;
        for (std::size_t k = 0; k < directions_.size(); ++k) {
            gains.push_back(lane_dot(row.data(), directions_[k].data(), rows_.stride()));
            if (gains[k] <= 1e-12) continue;
            const double ratio = costs_[k] / gains[k];
            if (left < directions_.size() && ratio >= least) continue;
            left = k;
            least = ratio;
        }
        if (left == directions_.size()) return false;
        std::vector<double> leaving = directions_[left];
        const double cost = costs_[left];
        const double gain = gains[left];
        for (std::size_t f = 0; f < leaving.size(); ++f) {
            vertex_[f] -= value / gain * leaving[f];
            leaving[f] /= gain;
        }
        for (std::size_t k = 0; k < directions_.size(); ++k) {
            if (k == left) continue;
            for (std::size_t f = 0; f < leaving.size(); ++f) {
                directions_[k][f] -= gains[k] * leaving[f];
            }
            costs_[k] = std::max(0.0, costs_[k] - gains[k] * cost / gain);
        }
        directions_[left] = std::move(leaving);
        costs_[left] = cost / gain;
        return true;
    }

    const BlockRows& rows_;
    std::vector<double> objective_;
    std::size_t n_;
    std::vector<double> vertex_;                   // scaled, stride numbers
    std::vector<std::vector<double>> directions_;  // away from each tight condition
    std::vector<double> costs_;                    // of the objective, per unit of them
};

}  // namespace

std::vector<WeightRange> weight_ranges(const BlockRows& rows,
                                       std::span<const std::int32_t> blocks) {
    const DistanceModel& model = rows.model();
    if (model.family != DistanceFamily::weighted_mean && !model.sorted()) return {};
    std::vector<WeightRange> ranges;
    const auto n = at(rows.dims());
    for (std::size_t l = 0; l < n; ++l) {
        std::vector<double> most(n, 0.0);
        most[l] = 1.0;
        std::vector<double> least(n, 0.0);
        least[l] = -1.0;
        const auto high = Corner(rows, most).largest(blocks);
        const auto low = Corner(rows, least).largest(blocks);
        if (!high || !low) return {};
        ranges.push_back({std::clamp(-*low, 0.0, 1.0), std::clamp(*high, 0.0, 1.0)});
    }
    return ranges;
}

}  // namespace lethe
