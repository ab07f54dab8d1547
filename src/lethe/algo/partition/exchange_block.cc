// Moves, exchanges, groups that are dissolved and cut: see exchange_groups.cc.
#include "lethe/algo/partition/exchange_block.h"

#include <utility>

namespace lethe {
namespace {

constexpr double kGain = 1e-9;  // what counts as less

void insert_member(std::vector<std::int32_t>& members, std::int32_t i) {
    members.insert(std::lower_bound(members.begin(), members.end(), i), i);
}
void erase_member(std::vector<std::int32_t>& members, std::int32_t i) {
    members.erase(std::lower_bound(members.begin(), members.end(), i));
}

}  // namespace

ExchangeBlock::ExchangeBlock(std::span<const LossPositions> columns,
                             std::vector<std::vector<std::int64_t>> rows,
                             const ExchangeOptions& options)
    : options_(options), width_(columns.size()), k_(static_cast<std::size_t>(options.k)) {
    members_.resize(rows.size());
    cost_.resize(rows.size());
    changed_.resize(rows.size());
    shown_.assign(width_, std::vector<double>(rows.size()));
    shown_now_.resize(width_);
    shown_own_.resize(width_);
    for (std::size_t group = 0; group < rows.size(); ++group) {
        for (const std::int64_t row : rows[group]) {
            members_[group].push_back(static_cast<std::int32_t>(row_.size()));
            row_.push_back(row);
            group_of_.push_back(group);
            for (const LossPositions& column : columns) {
                values_.push_back(column[static_cast<std::size_t>(row)]);
            }
        }
    }
    looked_.assign(row_.size(), -1);
    away_.resize(row_.size());
    for (std::size_t group = 0; group < rows.size(); ++group) change(group, members_[group]);
}

double ExchangeBlock::cost_of(const Members& members, double most) {
    double sum = 0;
    one_column_.resize(members.size());
    for (std::size_t j = 0; j < width_; ++j) {
        for (std::size_t i = 0; i < members.size(); ++i) one_column_[i] = record(members[i])[j];
        const GroupValue value = least_loss_value(one_column_);
        shown_now_[j] = value.position;
        sum += value.lost;
        if (sum > most) break;
    }
    return sum;
}

void ExchangeBlock::change(std::size_t group, Members members) {
    cost_[group] = cost_of(members);
    changed_[group] = ++now_;
    for (std::size_t j = 0; j < width_; ++j) shown_[j][group] = shown_now_[j];
    for (const std::int32_t i : members) {
        group_of_[static_cast<std::size_t>(i)] = group;
        away_[static_cast<std::size_t>(i)] = distance_to(i, shown_now_);
    }
    members_[group] = std::move(members);
}

void ExchangeBlock::distances(std::int32_t i) {
    distance_.assign(members_.size(), 0);
    for (std::size_t j = 0; j < width_; ++j) {
        const double own = record(i)[j];
        const double* shown = shown_[j].data();
        double* sum = distance_.data();
        for (std::size_t group = 0; group < distance_.size(); ++group) {
            sum[group] += std::min(1.0, std::abs(own - shown[group]));
        }
    }
}

// The best move or exchange of one record, if one lowers the loss.
bool ExchangeBlock::improve(std::int32_t i) {
    const std::size_t own = group_of_[static_cast<std::size_t>(i)];
    const double away = away_[static_cast<std::size_t>(i)];
    if (away <= kGain) return false;
    distances(i);
    near_.clear();
    for (std::size_t group = 0; group < members_.size(); ++group) {
        if (group != own && !members_[group].empty()) near_.push_back(group);
    }
    const auto nearer = [&](std::size_t a, std::size_t b) {
        return distance_[a] != distance_[b] ? distance_[a] < distance_[b] : a < b;
    };
    const auto count = std::min(near_.size(), static_cast<std::size_t>(options_.nearest));
    std::partial_sort(near_.begin(), near_.begin() + static_cast<long>(count), near_.end(), nearer);
    near_.resize(count);
    // Nothing has changed since all of this was tried in vain.
    std::int64_t& looked = looked_[static_cast<std::size_t>(i)];
    const auto old = [&](std::size_t group) { return changed_[group] <= looked; };
    if (old(own) && std::all_of(near_.begin(), near_.end(), old)) return false;
    looked = now_;

    const bool may_leave = members_[own].size() > k_;
    double without = 0;
    if (may_leave) {
        one_ = members_[own];
        erase_member(one_, i);
        without = cost_of(one_);
    }
    for (std::size_t j = 0; j < width_; ++j) shown_own_[j] = shown_[j][own];
    double best = kGain;
    std::size_t to = own;
    std::int32_t partner = -1;
    for (const std::size_t group : near_) {
        if (may_leave) {
            other_ = members_[group];
            insert_member(other_, i);
            const double stays = cost_[own] + cost_[group] - without;
            const double gain = stays - cost_of(other_, stays - best);
            if (gain > best) {
                best = gain;
                to = group;
                partner = -1;
            }
        }
        const double both = cost_[own] + cost_[group];
        for (const std::int32_t y : members_[group]) {
            const double likely = away - distance_[group] + away_[static_cast<std::size_t>(y)];
            if (likely <= options_.least_likely) continue;
            if (likely - distance_to(y, shown_own_) <= options_.least_likely) continue;
            one_ = members_[own];
            erase_member(one_, i);
            insert_member(one_, y);
            const double left = cost_of(one_, both - best);
            if (both - left <= best) continue;
            other_ = members_[group];
            erase_member(other_, y);
            insert_member(other_, i);
            const double gain = both - left - cost_of(other_, both - left - best);
            if (gain > best) {
                best = gain;
                to = group;
                partner = y;
            }
        }
    }
    if (to == own) return false;
    Members left = members_[own];
    Members joined = members_[to];
    erase_member(left, i);
    insert_member(joined, i);
    if (partner >= 0) {
        erase_member(joined, partner);
        insert_member(left, partner);
    }
    change(own, std::move(left));
    change(to, std::move(joined));
    return true;
}

bool ExchangeBlock::pass(const Context& context) {
    bool better = false;
    for (std::size_t i = 0; i < row_.size(); ++i) {
        if (i % 256 == 0) context.check_stop();
        better = improve(static_cast<std::int32_t>(i)) || better;
    }
    return better;
}

double ExchangeBlock::dissolving(std::size_t group) {
    double sum = 0;
    for (const std::int32_t i : members_[group]) {
        distances(i);
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t other = 0; other < members_.size(); ++other) {
            if (other != group && !members_[other].empty()) {
                least = std::min(least, distance_[other]);
            }
        }
        sum += least;
    }
    return sum - cost_[group];
}

void ExchangeBlock::dissolve(std::size_t group) {
    const Members leaving = std::move(members_[group]);
    members_[group].clear();
    cost_[group] = 0;
    for (const std::int32_t i : leaving) {
        distances(i);
        std::size_t to = members_.size();
        for (std::size_t other = 0; other < members_.size(); ++other) {
            if (members_[other].empty()) continue;
            if (to == members_.size() || distance_[other] < distance_[to]) to = other;
        }
        Members joined = members_[to];
        insert_member(joined, i);
        change(to, std::move(joined));
    }
}

// What is gained by cutting off the farthest record and its k - 1 nearest; 0 where the group is
// too small.
double ExchangeBlock::splitting(std::size_t group, Members* part, Members* rest) {
    const Members& members = members_[group];
    if (members.size() < 2 * k_ || cost_[group] <= kGain) return 0;
    std::int32_t farthest = members[0];
    double most = -1;
    for (const std::int32_t i : members) {
        const double own = away_[static_cast<std::size_t>(i)];
        if (own > most) {
            most = own;
            farthest = i;
        }
    }
    std::vector<std::pair<double, std::int32_t>> order;
    for (const std::int32_t i : members) {
        double sum = 0;
        for (std::size_t j = 0; j < width_; ++j) {
            sum += lost_between(record(i)[j], record(farthest)[j]);
        }
        order.emplace_back(i == farthest ? -1 : sum, i);
    }
    std::sort(order.begin(), order.end());
    Members near, far;
    for (std::size_t place = 0; place < order.size(); ++place) {
        (place < k_ ? near : far).push_back(order[place].second);
    }
    std::sort(near.begin(), near.end());
    std::sort(far.begin(), far.end());
    const double gain = cost_[group] - cost_of(near) - cost_of(far);
    if (part != nullptr) *part = std::move(near);
    if (rest != nullptr) *rest = std::move(far);
    return gain;
}

std::size_t ExchangeBlock::allowed() const {
    const double size = std::max(options_.mean, static_cast<double>(options_.k));
    return std::max<std::size_t>(
        1, static_cast<std::size_t>(std::floor(static_cast<double>(row_.size()) / size)));
}

void ExchangeBlock::remove_empty() {
    std::size_t kept = 0;
    for (std::size_t group = 0; group < members_.size(); ++group) {
        if (members_[group].empty()) continue;
        if (kept != group) {
            members_[kept] = std::move(members_[group]);
            cost_[kept] = cost_[group];
            changed_[kept] = changed_[group];
            for (std::size_t j = 0; j < width_; ++j) shown_[j][kept] = shown_[j][group];
            for (const std::int32_t i : members_[kept]) {
                group_of_[static_cast<std::size_t>(i)] = kept;
            }
        }
        ++kept;
    }
    members_.resize(kept);
    cost_.resize(kept);
    changed_.resize(kept);
    for (std::vector<double>& shown : shown_) shown.resize(kept);
}

// Too many groups: the cheapest ones go. Room for more, or a cut that gains more than the cheapest
// group costs: the best are cut.
bool ExchangeBlock::rearrange() {
    std::vector<std::pair<double, std::size_t>> cheap, gains;
    for (std::size_t group = 0; group < members_.size(); ++group) {
        cheap.emplace_back(dissolving(group), group);
        const double gain = splitting(group, nullptr, nullptr);
        if (gain > kGain) gains.emplace_back(-gain, group);
    }
    std::sort(cheap.begin(), cheap.end());
    std::sort(gains.begin(), gains.end());
    std::size_t count = members_.size();
    if (count > allowed()) {
        const std::size_t some = std::max<std::size_t>(1, (count - allowed() + 2) / 3);
        for (std::size_t n = 0; n < some; ++n) dissolve(cheap[n].second);
        remove_empty();
        return true;
    }
    bool better = false;
    std::vector<bool> touched(members_.size(), false);
    auto next = cheap.begin();
    for (const auto& [negative, group] : gains) {
        if (touched[group]) continue;
        while (next != cheap.end() && (touched[next->second] || next->second == group)) ++next;
        const bool full = count >= allowed();
        if (full && (next == cheap.end() || -negative - next->first <= kGain)) break;
        const Members before = members_[group];
        Members part, rest;
        const double gain = splitting(group, &part, &rest);
        if (gain <= kGain) continue;
        members_.emplace_back();
        cost_.push_back(0);
        changed_.push_back(0);
        for (std::vector<double>& shown : shown_) shown.push_back(0);
        touched.push_back(true);
        change(group, std::move(rest));
        change(members_.size() - 1, std::move(part));
        // As things stand now.
        if (full && gain - dissolving(next->second) <= kGain) {
            members_.pop_back();
            cost_.pop_back();
            changed_.pop_back();
            for (std::vector<double>& shown : shown_) shown.pop_back();
            touched.pop_back();
            change(group, before);
            ++next;
            continue;
        }
        touched[group] = true;
        if (full) {
            touched[next->second] = true;
            dissolve(next->second);
        } else {
            ++count;
        }
        better = true;
    }
    remove_empty();
    return better;
}

void ExchangeBlock::run(const Context& context) {
    int passes = 0;
    while (members_.size() > allowed()) rearrange();
    while (passes < options_.passes) {
        while (passes < options_.passes) {
            ++passes;
            if (!pass(context)) break;
        }
        if (passes >= options_.passes || !rearrange()) break;
    }
}

std::vector<std::vector<std::int64_t>> ExchangeBlock::groups() const {
    std::vector<std::vector<std::int64_t>> rows;
    for (const Members& members : members_) {
        rows.emplace_back();
        for (const std::int32_t i : members)
            rows.back().push_back(row_[static_cast<std::size_t>(i)]);
        std::sort(rows.back().begin(), rows.back().end());
    }
    return rows;
}

}  // namespace lethe
