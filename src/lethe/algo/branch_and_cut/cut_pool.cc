#include "lethe/algo/branch_and_cut/cut_pool.h"

#include <algorithm>

namespace lethe {
namespace {

constexpr double kViolatedCut = 1e-6;
constexpr std::size_t kMostLately = 1500;

}  // namespace

bool CutPool::add(const std::vector<Column>& columns, double at_least) {
    if (!known_.insert(columns).second) return false;
    columns_.insert(columns_.end(), columns.begin(), columns.end());
    begin_.push_back(columns_.size());
    at_least_.push_back(at_least);
    used_.push_back(0);
    return true;
}

void CutPool::look_at(std::size_t cut, std::span<const double> x, std::vector<Lack>& lacks) const {
    if (used_[cut] != 0) return;
    double sum = 0.0;
    for (const Column column : columns(cut)) sum += x[static_cast<std::size_t>(column)];
    const double lack = at_least_[cut] - sum;
    if (lack > kViolatedCut) lacks.push_back({lack, cut});
}

std::vector<std::size_t> CutPool::violated(std::span<const double> x, std::size_t most) {
    std::vector<Lack> lacks;
    for (const std::size_t cut : lately_) look_at(cut, x, lacks);
    for (std::size_t cut = looked_at_; cut < size(); ++cut) look_at(cut, x, lacks);
    const auto more = [](const Lack& a, const Lack& b) {
        return a.lack != b.lack ? a.lack > b.lack : a.cut < b.cut;
    };
    if (lacks.empty()) {
        for (std::size_t cut = 0; cut < looked_at_; ++cut) look_at(cut, x, lacks);
        looked_at_ = size();
        std::sort(lacks.begin(), lacks.end(), more);
        lately_.clear();
        for (const Lack& lack : lacks) {
            if (lately_.size() == kMostLately) break;
            lately_.push_back(lack.cut);
        }
    }
    const std::size_t count = std::min(most, lacks.size());
    std::partial_sort(lacks.begin(), lacks.begin() + static_cast<std::ptrdiff_t>(count),
                      lacks.end(), more);
    std::vector<std::size_t> cuts;
    for (std::size_t place = 0; place < count; ++place) cuts.push_back(lacks[place].cut);
    return cuts;
}

}  // namespace lethe
