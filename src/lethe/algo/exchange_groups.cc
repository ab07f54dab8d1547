// Microaggregation as what it is: a partition into groups of at least k that loses least. To find
// the best one is NP-hard; MDAV and Mondrian build one greedily, by a distance or by cuts that know
// nothing of the loss, and never look back. Here a partition is improved by the loss itself, until
// no step that is tried helps:
//
//   - a record moves to another group, if its own keeps k;
//   - two records of two groups change places;
//   - a group is dissolved, each of its records going where it costs least, and another one that
//     has 2k records is cut in two: the farthest record and its nearest on one side.
//
// Each step is judged by the exact loss of the groups that it changes, each shown as the value that
// loses least in every column. So the loss never rises, and the search ends. Which groups a record
// is tried in is decided by its distance to what these show.
//
// The number of groups decides what an intruder can find: one in the mean size of a group, over all
// people, whatever the attack. Groups of equal size waste that: where many people are alike a large
// group costs nothing, and each record it takes lets a group elsewhere be small. So the mean size
// is bounded, not each size; k stays the least. A start with too many groups has those dissolved
// first that cost least.
//
// Measured, German Credit (1,000 x 15), loss of the same number of groups: see docs/benchmarks.md.
//
// Blocks of some thousand records are searched on their own, in parallel, then again with the
// boundaries in the middle of the old blocks.
#include "lethe/algo/exchange_groups.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

constexpr double kGain = 1e-9;  // what counts as less
constexpr std::size_t kFewRecords = 32;

double lost_between(double a, double b) { return std::min(1.0, std::abs(a - b)); }

double lost_by(std::span<const double> positions, double shown) {
    double sum = 0;
    for (const double position : positions) sum += lost_between(position, shown);
    return sum;
}

// One block: its records and groups by numbers of their own.
class BlockSearch {
  public:
    BlockSearch(std::span<const LossPositions> columns, std::vector<std::vector<std::int64_t>> rows,
                const ExchangeOptions& options);

    void run(const Context& context);
    // The rows of each group, ascending.
    std::vector<std::vector<std::int64_t>> groups() const;

  private:
    using Members = std::vector<std::int32_t>;

    const double* record(std::int32_t i) const {
        return &values_[static_cast<std::size_t>(i) * width_];
    }
    double distance(std::int32_t i, std::size_t group) const {
        double sum = 0;
        for (std::size_t j = 0; j < width_; ++j) {
            sum += lost_between(record(i)[j], shown_[j][group]);
        }
        return sum;
    }
    double cost_of(const Members& members);
    void change(std::size_t group, Members members);
    void distances(std::int32_t i);  // to all groups
    bool improve(std::int32_t i);
    bool pass(const Context& context);
    double dissolving(std::size_t group);  // what it costs at most
    void dissolve(std::size_t group);
    double splitting(std::size_t group, Members* part, Members* rest);
    bool rearrange();
    void remove_empty();
    std::size_t allowed() const;

    const ExchangeOptions& options_;
    std::size_t width_;
    std::size_t k_;
    std::vector<std::int64_t> row_;      // of a record
    std::vector<double> values_;         // records x columns
    std::vector<std::size_t> group_of_;  // of a record
    std::vector<Members> members_;       // of a group, ascending
    std::vector<double> cost_;           // of a group
    std::vector<std::int64_t> changed_;  // when a group was changed last
    std::vector<std::int64_t> looked_;   // when a record was tried last, without gain
    std::int64_t now_ = 0;
    std::vector<std::vector<double>> shown_;  // by column, of a group
    // Scratch.
    std::vector<double> one_column_, shown_now_, distance_;
    std::vector<std::size_t> near_;
    Members one_, other_;
};

BlockSearch::BlockSearch(std::span<const LossPositions> columns,
                         std::vector<std::vector<std::int64_t>> rows,
                         const ExchangeOptions& options)
    : options_(options), width_(columns.size()), k_(static_cast<std::size_t>(options.k)) {
    members_.resize(rows.size());
    cost_.resize(rows.size());
    changed_.resize(rows.size());
    shown_.assign(width_, std::vector<double>(rows.size()));
    shown_now_.resize(width_);
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
    for (std::size_t group = 0; group < rows.size(); ++group) change(group, members_[group]);
}

// Leaves what is shown in shown_now_.
double BlockSearch::cost_of(const Members& members) {
    double sum = 0;
    one_column_.resize(members.size());
    for (std::size_t j = 0; j < width_; ++j) {
        for (std::size_t i = 0; i < members.size(); ++i) one_column_[i] = record(members[i])[j];
        const GroupValue value = least_loss_value(one_column_);
        shown_now_[j] = value.position;
        sum += value.lost;
    }
    return sum;
}

void BlockSearch::change(std::size_t group, Members members) {
    cost_[group] = cost_of(members);
    changed_[group] = ++now_;
    for (std::size_t j = 0; j < width_; ++j) shown_[j][group] = shown_now_[j];
    for (const std::int32_t i : members) group_of_[static_cast<std::size_t>(i)] = group;
    members_[group] = std::move(members);
}

void BlockSearch::distances(std::int32_t i) {
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

void insert_member(std::vector<std::int32_t>& members, std::int32_t i) {
    members.insert(std::lower_bound(members.begin(), members.end(), i), i);
}
void erase_member(std::vector<std::int32_t>& members, std::int32_t i) {
    members.erase(std::lower_bound(members.begin(), members.end(), i));
}

// The best move or exchange of one record, if one lowers the loss.
bool BlockSearch::improve(std::int32_t i) {
    const std::size_t own = group_of_[static_cast<std::size_t>(i)];
    if (cost_[own] <= kGain) return false;
    distances(i);
    const double away = distance_[own];
    if (away <= kGain) return false;
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
    double best = kGain;
    std::size_t to = own;
    std::int32_t partner = -1;
    for (const std::size_t group : near_) {
        if (may_leave) {
            other_ = members_[group];
            insert_member(other_, i);
            const double gain = cost_[own] + cost_[group] - without - cost_of(other_);
            if (gain > best) {
                best = gain;
                to = group;
                partner = -1;
            }
        }
        const double before = away - distance_[group];
        for (const std::int32_t y : members_[group]) {
            const double likely = before + distance(y, group) - distance(y, own);
            if (likely <= options_.least_likely) continue;
            one_ = members_[own];
            erase_member(one_, i);
            insert_member(one_, y);
            const double left = cost_of(one_);
            if (cost_[own] + cost_[group] - left <= best) continue;
            other_ = members_[group];
            erase_member(other_, y);
            insert_member(other_, i);
            const double gain = cost_[own] + cost_[group] - left - cost_of(other_);
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

bool BlockSearch::pass(const Context& context) {
    bool better = false;
    for (std::size_t i = 0; i < row_.size(); ++i) {
        if (i % 256 == 0) context.check_stop();
        better = improve(static_cast<std::int32_t>(i)) || better;
    }
    return better;
}

double BlockSearch::dissolving(std::size_t group) {
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

void BlockSearch::dissolve(std::size_t group) {
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
double BlockSearch::splitting(std::size_t group, Members* part, Members* rest) {
    const Members& members = members_[group];
    if (members.size() < 2 * k_ || cost_[group] <= kGain) return 0;
    std::int32_t farthest = members[0];
    double most = -1;
    for (const std::int32_t i : members) {
        const double own = distance(i, group);
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

std::size_t BlockSearch::allowed() const {
    const double size = std::max(options_.mean, static_cast<double>(options_.k));
    return std::max<std::size_t>(
        1, static_cast<std::size_t>(std::floor(static_cast<double>(row_.size()) / size)));
}

void BlockSearch::remove_empty() {
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
bool BlockSearch::rearrange() {
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
        Members part, rest;
        if (touched[group]) continue;
        if (count >= allowed()) {
            while (next != cheap.end() && (touched[next->second] || next->second == group)) ++next;
            if (next == cheap.end() || -negative - next->first <= kGain) break;
            const std::size_t gone = next->second;
            // As things stand now.
            if (splitting(group, nullptr, nullptr) - dissolving(gone) <= kGain) {
                ++next;
                continue;
            }
            touched[gone] = true;
            dissolve(gone);
            if (splitting(group, &part, &rest) <= 0) continue;
            touched[group] = true;
            change(group, std::move(rest));
            change(gone, std::move(part));
        } else {
            if (splitting(group, &part, &rest) <= kGain) continue;
            touched[group] = true;
            members_.emplace_back();
            cost_.push_back(0);
            changed_.push_back(0);
            for (std::vector<double>& shown : shown_) shown.push_back(0);
            touched.push_back(true);
            change(group, std::move(rest));
            change(members_.size() - 1, std::move(part));
            ++count;
        }
        better = true;
    }
    remove_empty();
    return better;
}

void BlockSearch::run(const Context& context) {
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

std::vector<std::vector<std::int64_t>> BlockSearch::groups() const {
    std::vector<std::vector<std::int64_t>> rows;
    for (const Members& members : members_) {
        rows.emplace_back();
        for (const std::int32_t i : members)
            rows.back().push_back(row_[static_cast<std::size_t>(i)]);
        std::sort(rows.back().begin(), rows.back().end());
    }
    return rows;
}

}  // namespace

GroupValue least_loss_value(std::span<const double> positions) {
    if (positions.empty()) return {};
    const double first = positions.front();
    if (std::all_of(positions.begin(), positions.end(), [&](double p) { return p == first; })) {
        return {first, 0};
    }
    GroupValue best{first, std::numeric_limits<double>::infinity()};
    const auto offer = [&](double position) {
        const double lost = lost_by(positions, position);
        if (lost < best.lost || (lost == best.lost && position < best.position)) {
            best = {position, lost};
        }
    };
    if (positions.size() <= kFewRecords) {
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const auto before = positions.first(i);
            if (std::find(before.begin(), before.end(), positions[i]) == before.end()) {
                offer(positions[i]);
            }
        }
        return best;
    }
    std::vector<double> sorted(positions.begin(), positions.end());
    std::sort(sorted.begin(), sorted.end());
    offer(sorted[(sorted.size() - 1) / 2]);
    std::ptrdiff_t most = 0;
    double mode = sorted.front();
    for (auto begin = sorted.begin(); begin != sorted.end();) {
        const auto end = std::upper_bound(begin, sorted.end(), *begin);
        if (end - begin > most) {
            most = end - begin;
            mode = *begin;
        }
        begin = end;
    }
    offer(mode);
    return best;
}

double loss_of_groups(std::span<const LossPositions> columns, const Clusters& groups) {
    const ClusterRows rows(groups);
    double sum = 0;
    std::vector<double> positions;
    for (std::int32_t group = 0; group < rows.count(); ++group) {
        for (const LossPositions& column : columns) {
            positions.clear();
            for (const std::int64_t row : rows[group]) {
                positions.push_back(column[static_cast<std::size_t>(row)]);
            }
            sum += least_loss_value(positions).lost;
        }
    }
    return sum;
}

Clusters exchange_groups(const Context& context, std::span<const LossPositions> columns,
                         const Clusters& start, const ExchangeOptions& options) {
    const ClusterRows rows(start);
    std::vector<std::vector<std::int64_t>> groups;
    for (std::int32_t group = 0; group < rows.count(); ++group) {
        if (std::ssize(rows[group]) < options.k) {
            throw Error(ErrorKind::usage, "a group of the start has fewer than k records");
        }
        groups.emplace_back(rows[group].begin(), rows[group].end());
    }
    for (const bool shifted : {false, true}) {
        // Blocks: runs of groups. The second time they begin in the middle of the first ones.
        std::vector<std::vector<std::vector<std::int64_t>>> blocks;
        std::int64_t size = options.block;
        std::int64_t most = shifted ? options.block / 2 : options.block;
        for (auto& group : groups) {
            if (size >= most) {
                if (!blocks.empty()) most = options.block;
                blocks.emplace_back();
                size = 0;
            }
            size += std::ssize(group);
            blocks.back().push_back(std::move(group));
        }
        // What is left at the end is too little to be searched on its own.
        if (blocks.size() > 1 && 2 * size < options.block) {
            auto last = std::move(blocks.back());
            blocks.pop_back();
            for (auto& group : last) blocks.back().push_back(std::move(group));
        }
        parallel_tasks(context, std::ssize(blocks), [&](std::int64_t b) {
            auto& block = blocks[static_cast<std::size_t>(b)];
            BlockSearch search(columns, std::move(block), options);
            search.run(context);
            block = search.groups();
        });
        groups.clear();
        for (auto& block : blocks) {
            for (auto& group : block) groups.push_back(std::move(group));
        }
        if (blocks.size() < 2) break;
    }
    Clusters result{std::vector<std::int32_t>(start.of.size(), 0),
                    static_cast<std::int32_t>(groups.size())};
    for (std::size_t group = 0; group < groups.size(); ++group) {
        for (const std::int64_t row : groups[group]) {
            result.of[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(group);
        }
    }
    return result;
}

}  // namespace lethe
