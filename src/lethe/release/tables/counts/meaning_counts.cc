// The cost is that of a flow: as long as something is left to be moved, it goes the cheapest way to
// where it lacks, and may take back what went before. Ways are found by relaxing every edge until
// nothing gets cheaper (Bellman and Ford), amounts are whole numbers: counts times counts.
#include "lethe/release/tables/counts/meaning_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/knowledge/meaning.h"

namespace lethe::release {
namespace {

constexpr double kApart = std::numeric_limits<double>::infinity();

struct MovedAmount {
    std::string value;
    std::int64_t amount = 0;
};

class CheapestMoves {
  public:
    CheapestMoves(std::vector<MovedAmount> from, std::vector<MovedAmount> to,
                  const TextDistances& distances)
        : from_(std::move(from)), to_(std::move(to)) {
        for (const MovedAmount& a : from_) {
            for (const MovedAmount& b : to_) cost_.push_back(distances.scaled(a.value, b.value));
        }
        moved_.assign(cost_.size(), 0);
    }

    double cost() {
        while (move_some()) continue;
        double sum = 0;
        for (std::size_t i = 0; i < cost_.size(); ++i) {
            sum += static_cast<double>(moved_[i]) * cost_[i];
        }
        return sum;
    }

  private:
    // Nodes: first those that give, then those that take.
    bool move_some() {
        const std::size_t givers = from_.size();
        std::vector<double> price(givers + to_.size(), kApart);
        std::vector<std::size_t> before(price.size(), price.size());
        for (std::size_t a = 0; a < givers; ++a) {
            if (from_[a].amount > 0) price[a] = 0;
        }
        const auto relax = [&](std::size_t one, std::size_t other, double cost) {
            if (price[one] + cost >= price[other] - 1e-15) return false;
            price[other] = price[one] + cost;
            before[other] = one;
            return true;
        };
        for (bool cheaper = true; cheaper;) {
            cheaper = false;
            for (std::size_t a = 0; a < givers; ++a) {
                for (std::size_t b = 0; b < to_.size(); ++b) {
                    const std::size_t i = a * to_.size() + b;
                    if (price[a] < kApart && relax(a, givers + b, cost_[i])) cheaper = true;
                    if (moved_[i] > 0 && price[givers + b] < kApart &&
                        relax(givers + b, a, -cost_[i])) {
                        cheaper = true;
                    }
                }
            }
        }
        std::size_t goal = price.size();
        for (std::size_t b = 0; b < to_.size(); ++b) {
            if (to_[b].amount == 0 || price[givers + b] == kApart) continue;
            if (goal == price.size() || price[givers + b] < price[goal]) goal = givers + b;
        }
        if (goal == price.size()) return false;
        send_to(goal, before);
        return true;
    }

    void send_to(std::size_t goal, const std::vector<std::size_t>& before) {
        const std::size_t givers = from_.size();
        const auto edge = [&](std::size_t giver, std::size_t taker) {
            return giver * to_.size() + taker - givers;
        };
        std::int64_t amount = to_[goal - givers].amount;
        std::size_t start = goal;
        for (; before[start] != before.size(); start = before[start]) {
            if (start < givers) amount = std::min(amount, moved_[edge(start, before[start])]);
        }
        amount = std::min(amount, from_[start].amount);
        for (std::size_t node = goal; node != start; node = before[node]) {
            if (node < givers) {
                moved_[edge(node, before[node])] -= amount;
            } else {
                moved_[edge(before[node], node)] += amount;
            }
        }
        from_[start].amount -= amount;
        to_[goal - givers].amount -= amount;
    }

    std::vector<MovedAmount> from_, to_;
    std::vector<double> cost_;
    std::vector<std::int64_t> moved_;
};

}  // namespace

TextDistances::TextDistances(const Column& column, const std::string& measure)
    : meaning_(column.meaning()) {
    const auto kind = measure_named(measure);
    if (!kind || meaning_ == nullptr) {
        throw Error(ErrorKind::usage,
                    fmt::format("values of column \"{}\" cannot be compared by {}", column.name(),
                                measure));
    }
    MeasureOptions options;
    options.kind = *kind;
    measure_ = meaning_->measure(options);
    std::set<std::string> texts;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) texts.insert(column.text(row));
    }
    for (const std::string& a : texts) {
        for (const std::string& b : texts) {
            const double distance = measured(a, b);
            if (distance < kApart) largest_ = std::max(largest_, distance);
        }
    }
}

ConceptId TextDistances::concept_of(const std::string& text) const {
    return meaning_->is_missing(text) ? kNoConcept : meaning_->value_of(text);
}

double TextDistances::measured(const std::string& a, const std::string& b) const {
    if (a == b) return 0;
    const ConceptId x = concept_of(a);
    const ConceptId y = concept_of(b);
    return x == kNoConcept || y == kNoConcept ? kApart : measure_->distance(x, y);
}

double TextDistances::scaled(const std::string& a, const std::string& b) const {
    const double distance = measured(a, b);
    return distance == kApart ? 1 : distance / largest_;
}

Shares like_groups(const Shares& counts, const TextDistances& distances, double alike) {
    std::vector<std::pair<std::set<std::string>, double>> groups;
    for (const auto& [value, count] : counts) {
        std::pair<std::set<std::string>, double> own{{value}, count};
        std::erase_if(groups, [&](const auto& group) {
            const bool like =
                std::any_of(group.first.begin(), group.first.end(), [&](const std::string& other) {
                    return distances.measured(value, other) <= alike;
                });
            if (!like) return false;
            own.first.insert(group.first.begin(), group.first.end());
            own.second += group.second;
            return true;
        });
        groups.push_back(std::move(own));
    }
    Shares sums;
    for (const auto& [values, count] : groups) sums[*values.begin()] = count;
    return sums;
}

double least_moved(const Shares& everybody, const Shares& counts, const TextDistances& distances) {
    double all = 0;
    double here = 0;
    for (const auto& [value, count] : everybody) all += count;
    for (const auto& [value, count] : counts) here += count;
    std::map<std::string, double> extra;
    for (const auto& [value, count] : counts) extra[value] += count * all;
    for (const auto& [value, count] : everybody) extra[value] -= count * here;
    std::vector<MovedAmount> from, to;
    for (const auto& [value, amount] : extra) {
        const auto whole = static_cast<std::int64_t>(std::llround(amount));
        if (whole > 0) from.push_back({value, whole});
        if (whole < 0) to.push_back({value, -whole});
    }
    return CheapestMoves(std::move(from), std::move(to), distances).cost() / (all * here);
}

}  // namespace lethe::release
