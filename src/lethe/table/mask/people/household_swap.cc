// Targeted record swapping (as the censuses of Europe do it): households that stand out in their
// area change places with households like them elsewhere.
//
// From the coarsest level of the geography down, each household that is at risk there and has not
// moved yet looks for a donor: not moved, in another area of this level, and alike by the first
// profile by which there is one. It is drawn with a probability proportional to its own risk, so
// that those who gain most by moving move. At the finest level further households move at random
// until each area has its share.
//
// Drawing from all donors but those of the own area, while donors leave, is what costs. Donors of a
// profile stand in one row, sorted by profile, area and number, with a tree of sums over their
// weights (Fenwick): the donors of a household are the row of its profile without the run of its
// area, two stretches of the row, and who leaves has weight 0. A draw is a few walks of the tree.
//
// A rate asks for s N households of each area. A pair counts in both areas, so donors are taken
// where something is still asked for, as far as there are such, and the pairs end when the sum of
// all areas is reached.
#include "lethe/table/mask/people/household_swap.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

#include "lethe/core/index.h"

namespace lethe::mask {
namespace {

// Donors of one profile at one level.
class DonorPool {
  public:
    DonorPool(const std::vector<std::int32_t>& profile, const std::vector<std::int32_t>& area,
              const std::vector<std::uint64_t>& weight)
        : order_(profile.size()), places_(profile.size()), sums_(profile.size() + 1, 0) {
        std::iota(order_.begin(), order_.end(), 0);
        std::sort(order_.begin(), order_.end(), [&](std::int32_t a, std::int32_t b) {
            return std::tuple(profile[at(a)], area[at(a)], a) <
                   std::tuple(profile[at(b)], area[at(b)], b);
        });
        find_stretches(profile, area);
        for (std::size_t place = 0; place < order_.size(); ++place) {
            add(place, weight[at(order_[place])]);
        }
    }

    // Of no interest to others any more.
    void remove(std::int32_t household) {
        const std::size_t place = places_[at(household)].own;
        const std::uint64_t weight = before(place + 1) - before(place);
        if (weight > 0) add(place, ~weight + 1);
    }

    // A donor for the household; none where there is none.
    std::optional<std::int32_t> draw(std::int32_t household, Draws draws) const {
        const Places& own = places_[at(household)];
        const std::uint64_t first = before(own.profile_begin);
        const std::uint64_t left = before(own.area_begin) - first;
        const std::uint64_t skipped = before(own.area_end);
        const std::uint64_t right = before(own.profile_end) - skipped;
        if (left + right == 0) return std::nullopt;
        const std::uint64_t drawn = draws.below(left + right);
        return order_[place_of(drawn < left ? first + drawn : skipped + (drawn - left))];
    }

  private:
    struct Places {
        std::size_t own, profile_begin, profile_end, area_begin, area_end;
    };

    void find_stretches(const std::vector<std::int32_t>& profile,
                        const std::vector<std::int32_t>& area) {
        const auto ends = [&](std::size_t begin, auto same) {
            std::size_t end = begin;
            while (end < order_.size() && same(order_[end])) ++end;
            return end;
        };
        for (std::size_t begin = 0, end = 0; begin < order_.size(); begin = end) {
            const auto own = profile[at(order_[begin])];
            end = ends(begin, [&](std::int32_t one) { return profile[at(one)] == own; });
            for (std::size_t run = begin, run_end = 0; run < end; run = run_end) {
                const auto here = area[at(order_[run])];
                run_end = ends(run, [&](std::int32_t one) {
                    return profile[at(one)] == own && area[at(one)] == here;
                });
                for (std::size_t place = run; place < run_end; ++place) {
                    places_[at(order_[place])] = {place, begin, end, run, run_end};
                }
            }
        }
    }

    // Sums wrap around, so that adding the complement subtracts.
    void add(std::size_t place, std::uint64_t weight) {
        for (std::size_t i = place + 1; i < sums_.size(); i += i & (~i + 1)) sums_[i] += weight;
    }

    // The weights of all places before this one.
    std::uint64_t before(std::size_t place) const {
        std::uint64_t sum = 0;
        for (std::size_t i = place; i > 0; i -= i & (~i + 1)) sum += sums_[i];
        return sum;
    }

    // The place at which the sum passes the target.
    std::size_t place_of(std::uint64_t target) const {
        std::size_t place = 0;
        for (std::size_t step = std::bit_floor(order_.size()); step > 0; step /= 2) {
            if (place + step > order_.size() || sums_[place + step] > target) continue;
            place += step;
            target -= sums_[place];
        }
        return place;
    }

    std::vector<std::int32_t> order_;
    std::vector<Places> places_;
    std::vector<std::uint64_t> sums_;
};

// Those that the test picks, in random order.
template <class Test>
std::vector<std::int32_t> in_random_order(std::size_t households, const Stream& stream, Test test) {
    std::vector<std::pair<std::uint64_t, std::int32_t>> keyed;
    for (std::size_t i = 0; i < households; ++i) {
        const auto own = static_cast<std::int32_t>(i);
        if (test(own)) keyed.emplace_back(stream.at(own).bits(), own);
    }
    std::sort(keyed.begin(), keyed.end());
    std::vector<std::int32_t> order;
    for (const auto& [bits, own] : keyed) order.push_back(own);
    return order;
}

class Swapper {
  public:
    Swapper(const SwapRequest& request, const Random& random)
        : request_(request), random_(random), households_(request.area.front().size()) {
        swaps_.partner.assign(households_, -1);
    }

    HouseholdSwaps run() {
        for (std::size_t level = 0; level < request_.area.size(); ++level)
            move_those_at_risk(level);
        move_by_rate();
        return std::move(swaps_);
    }

  private:
    bool moved(std::int32_t household) const { return swaps_.partner[at(household)] >= 0; }

    std::vector<std::uint64_t> weights(std::size_t level) const {
        std::vector<std::uint64_t> result(households_, 0);
        for (std::size_t i = 0; i < households_; ++i) {
            if (swaps_.partner[i] < 0) result[i] = donor_weight(request_.alike[level][i]);
        }
        return result;
    }

    std::vector<DonorPool> pools(std::size_t level,
                                 const std::vector<std::uint64_t>& weight) const {
        std::vector<DonorPool> result;
        for (const auto& profile : request_.profile) {
            result.emplace_back(profile, request_.area[level], weight);
        }
        return result;
    }

    void join(std::int32_t a, std::int32_t b) {
        swaps_.partner[at(a)] = b;
        swaps_.partner[at(b)] = a;
    }

    void move_those_at_risk(std::size_t level) {
        const auto order = in_random_order(
            households_, random_.stream(fmt::format("level {}/order", level)),
            [&](std::int32_t own) {
                return !moved(own) && request_.alike[level][at(own)] <= request_.limit;
            });
        swaps_.at_risk.push_back(std::ssize(order));
        swaps_.without.emplace_back();
        if (order.empty()) return;
        std::vector<DonorPool> donors = pools(level, weights(level));
        const Stream draws = random_.stream(fmt::format("level {}/donor", level));
        for (const std::int32_t own : order) {
            if (moved(own)) continue;
            std::optional<std::int32_t> found;
            for (std::size_t p = 0; p < donors.size() && !found; ++p) {
                found = donors[p].draw(own, draws.at(own));
            }
            if (!found) {
                swaps_.without.back().push_back(own);
                continue;
            }
            join(own, *found);
            for (DonorPool& pool : donors) {
                pool.remove(own);
                pool.remove(*found);
            }
        }
    }

    // What the areas of the finest level still ask for.
    std::vector<std::int64_t> asked_for() const {
        const auto& area = request_.area.back();
        std::vector<std::int64_t> asked = households_by_rate(area, request_.rate);
        for (std::size_t i = 0; i < households_; ++i) {
            auto& of_area = asked[at(area[i])];
            if (swaps_.partner[i] >= 0 && of_area > 0) --of_area;
        }
        return asked;
    }

    void move_by_rate() {
        const std::size_t level = request_.area.size() - 1;
        const auto& area = request_.area[level];
        std::vector<std::int64_t> asked = asked_for();
        std::int64_t budget = std::accumulate(asked.begin(), asked.end(), std::int64_t{0});
        budget -= budget % 2;
        if (budget == 0) return;
        std::vector<std::vector<std::int32_t>> of_area(asked.size());
        for (std::size_t i = 0; i < households_; ++i) {
            of_area[at(area[i])].push_back(static_cast<std::int32_t>(i));
        }
        std::vector<std::uint64_t> weight = weights(level);
        std::vector<DonorPool> any = pools(level, weight);
        for (std::size_t i = 0; i < households_; ++i) {
            if (asked[at(area[i])] == 0) weight[i] = 0;
        }
        std::vector<DonorPool> asking = pools(level, weight);
        const auto count = [&](std::int32_t household) {
            for (DonorPool& pool : any) pool.remove(household);
            for (DonorPool& pool : asking) pool.remove(household);
            auto& left = asked[at(area[at(household)])];
            if (left == 0 || --left > 0) return;
            for (const std::int32_t one : of_area[at(area[at(household)])]) {
                for (DonorPool& pool : asking) pool.remove(one);
            }
        };
        const Stream draws = random_.stream("rate/donor");
        for (const std::int32_t own :
             in_random_order(households_, random_.stream("rate/order"),
                             [&](std::int32_t one) { return !moved(one); })) {
            if (budget == 0) break;
            if (moved(own) || asked[at(area[at(own)])] == 0) continue;
            std::optional<std::int32_t> found;
            for (std::size_t p = 0; p < any.size() && !found; ++p) {
                found = asking[p].draw(own, draws.at(own));
                if (!found) found = any[p].draw(own, draws.at(own));
            }
            if (!found) continue;
            join(own, *found);
            count(own);
            count(*found);
            budget -= 2;
        }
        swaps_.short_of = budget;
    }

    const SwapRequest& request_;
    const Random& random_;
    std::size_t households_;
    HouseholdSwaps swaps_;
};

}  // namespace

std::uint64_t donor_weight(std::int64_t alike) {
    constexpr std::uint64_t kOne = std::uint64_t{1} << 32;
    const auto people = static_cast<std::uint64_t>(std::max<std::int64_t>(1, alike));
    return std::max<std::uint64_t>(1, (kOne + people / 2) / people);
}

std::vector<std::int64_t> households_by_rate(const std::vector<std::int32_t>& area, double rate) {
    std::vector<std::int64_t> sizes;
    for (const std::int32_t own : area) {
        if (at(own) >= sizes.size()) sizes.resize(at(own) + 1, 0);
        ++sizes[at(own)];
    }
    // 0.3 * 10 is a little less than 3 in binary.
    const auto whole = [&](std::int64_t households) {
        return static_cast<std::int64_t>(
            std::floor(rate * static_cast<double>(households) * (1 + 1e-12)));
    };
    std::int64_t before = 0;
    for (std::int64_t& size : sizes) {
        const std::int64_t after = before + size;
        size = std::min(size, whole(after) - whole(before));
        before = after;
    }
    return sizes;
}

HouseholdSwaps swap_households(const SwapRequest& request, const Random& random) {
    return Swapper(request, random).run();
}

}  // namespace lethe::mask
