#include "lethe/algo/hitting_lp.h"

#include <ClpSimplex.hpp>

namespace lethe {
namespace {

constexpr double kSlack = 1e-6;

}  // namespace

struct HittingLp::Model {
    ClpSimplex clp;
    std::vector<double> at_least;
    std::size_t solved_rows = 0;  // those that the last solution knows
};

HittingLp::HittingLp(std::int32_t columns) : model_(std::make_unique<Model>()) {
    ClpSimplex& clp = model_->clp;
    clp.setLogLevel(0);
    clp.resize(0, columns);
    for (std::int32_t c = 0; c < columns; ++c) {
        clp.setObjectiveCoefficient(c, 1.0);
        clp.setColumnBounds(c, 0.0, 1.0);
    }
    clp.setOptimizationDirection(1.0);
}

HittingLp::~HittingLp() = default;

void HittingLp::add_row(std::span<const std::int32_t> columns, double at_least) {
    const std::vector<double> ones(columns.size(), 1.0);
    model_->clp.addRow(static_cast<int>(columns.size()), columns.data(), ones.data(), at_least,
                       COIN_DBL_MAX);
    model_->at_least.push_back(at_least);
}

void HittingLp::set_bounds(std::int32_t column, double low, double high) {
    model_->clp.setColumnBounds(column, low, high);
}

HittingLp::Status HittingLp::solve() {
    ClpSimplex& clp = model_->clp;
    model_->solved_rows = model_->at_least.size();
    clp.dual();
    if (clp.status() == 1) return Status::infeasible;
    if (clp.status() == 0) return Status::optimal;
    clp.primal();
    if (clp.status() == 1) return Status::infeasible;
    return clp.status() == 0 ? Status::optimal : Status::failed;
}

double HittingLp::objective() const { return model_->clp.objectiveValue(); }

std::span<const double> HittingLp::solution() const {
    return {model_->clp.primalColumnSolution(),
            static_cast<std::size_t>(model_->clp.numberColumns())};
}

std::span<const double> HittingLp::reduced_costs() const {
    return {model_->clp.dualColumnSolution(),
            static_cast<std::size_t>(model_->clp.numberColumns())};
}

std::span<const double> HittingLp::row_duals() const {
    return {model_->clp.dualRowSolution(), static_cast<std::size_t>(model_->clp.numberRows())};
}

std::int32_t HittingLp::rows() const { return model_->clp.numberRows(); }

std::vector<std::int32_t> HittingLp::delete_slack_rows() {
    ClpSimplex& clp = model_->clp;
    const double* activity = clp.primalRowSolution();
    std::vector<std::int32_t> fate(model_->at_least.size(), -1);
    std::vector<int> gone;
    std::vector<double> kept;
    for (std::size_t row = 0; row < fate.size(); ++row) {
        const bool basic = row < model_->solved_rows &&
                           clp.getRowStatus(static_cast<int>(row)) == ClpSimplex::basic;
        if (basic && activity[row] > model_->at_least[row] + kSlack) {
            gone.push_back(static_cast<int>(row));
        } else {
            fate[row] = static_cast<std::int32_t>(kept.size());
            kept.push_back(model_->at_least[row]);
        }
    }
    if (!gone.empty()) clp.deleteRows(static_cast<int>(gone.size()), gone.data());
    model_->solved_rows -= gone.size();
    model_->at_least = std::move(kept);
    return fate;
}

}  // namespace lethe
