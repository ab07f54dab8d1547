#include "lethe/algo/branch_and_cut/hitting_relaxation.h"

#include <algorithm>

#include "lethe/core/index.h"

namespace lethe {
namespace {

constexpr double kRelaxationTolerance = 1e-6;
constexpr std::int32_t kMostLpRows = 200;      // before slack rows go
constexpr std::size_t kMostCutsOfARound = 60;  // taken in at once

}  // namespace

HittingRelaxation::HittingRelaxation(std::int32_t columns) : graph_(columns), lp_(columns) {}

bool HittingRelaxation::add(const std::vector<Column>& set) {
    if (!pool_.add(set, 1.0)) return false;
    if (set.size() == 2) graph_.add(set[0], set[1]);
    return true;
}

void HittingRelaxation::fix(std::span<const Fixing> fixings) {
    for (const Column column : fixed_) lp_.set_bounds(column, 0.0, 1.0);
    fixed_.clear();
    for (const Fixing& fixing : fixings) {
        const double value = fixing.given_up ? 1.0 : 0.0;
        lp_.set_bounds(fixing.column, value, value);
        fixed_.push_back(fixing.column);
    }
    trimmed_at_ = -1.0;
}

HittingLp::Status HittingRelaxation::solve() {
    ++solved_;
    return lp_.solve();
}

HittingRelaxation::Row HittingRelaxation::row(std::int32_t number) const {
    const std::size_t cut = lp_cuts_[at(number)];
    return {pool_.columns(cut), pool_.at_least(cut), lp_.row_duals()[at(number)]};
}

void HittingRelaxation::take_in(std::size_t cut) {
    lp_.add_row(pool_.columns(cut), pool_.at_least(cut));
    pool_.use(cut, true);
    lp_cuts_.push_back(cut);
}

bool HittingRelaxation::cut() {
    trim();
    const std::vector<std::size_t> violated = pool_.violated(solution(), kMostCutsOfARound);
    for (const std::size_t cut : violated) take_in(cut);
    if (!violated.empty()) return true;
    bool any = false;
    for (const std::vector<Column>& clique :
         graph_.violated_cliques(solution(), kMostCutsOfARound)) {
        if (!pool_.add(clique, static_cast<double>(clique.size()) - 1.0)) continue;
        take_in(pool_.size() - 1);
        any = true;
    }
    return any;
}

// Slack rows go back to the pool, but not twice at the same value, lest they come and go for ever.
void HittingRelaxation::trim() {
    if (lp_.rows() <= kMostLpRows || lp_.objective() <= trimmed_at_ + kRelaxationTolerance) return;
    trimmed_at_ = lp_.objective();
    const std::vector<std::int32_t> fate = lp_.delete_slack_rows();
    std::vector<std::size_t> kept;
    for (std::size_t row = 0; row < fate.size(); ++row) {
        if (fate[row] >= 0) {
            kept.push_back(lp_cuts_[row]);
        } else {
            pool_.use(lp_cuts_[row], false);
        }
    }
    lp_cuts_ = std::move(kept);
}

HittingRelaxation::Column HittingRelaxation::most_split() const {
    Column best = -1;
    double most = kRelaxationTolerance;
    for (std::size_t c = 0; c < solution().size(); ++c) {
        const double split = std::min(solution()[c], 1.0 - solution()[c]);
        if (split <= most) continue;
        most = split;
        best = static_cast<Column>(c);
    }
    return best;
}

}  // namespace lethe
