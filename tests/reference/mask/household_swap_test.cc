// Targeted record swapping against the algorithm written down plainly, with lists of donors in
// place of sums, on small random countries; and what it promises, whoever is drawn.
#include "lethe/table/mask/people/household_swap.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "lethe/core/index.h"

namespace lethe::mask {
namespace {

using SwapNumbers = std::vector<std::int32_t>;

SwapRequest random_country(std::uint64_t seed) {
    Draws draws = Random(seed).stream("country").at(0);
    const auto households = 1 + draws.below(14);
    const auto levels = 1 + draws.below(3);
    const auto profiles = 1 + draws.below(2);
    SwapRequest request;
    SwapNumbers coarse(households, 0);
    for (std::uint64_t level = 0; level < levels; ++level) {
        std::map<std::pair<std::int32_t, std::uint64_t>, std::int32_t> numbers;
        SwapNumbers area;
        std::vector<std::int64_t> alike;
        for (std::uint64_t i = 0; i < households; ++i) {
            const std::pair part{coarse[i], draws.below(3)};
            area.push_back(
                numbers.emplace(part, static_cast<std::int32_t>(numbers.size())).first->second);
            alike.push_back(1 + static_cast<std::int64_t>(draws.below(6)));
        }
        coarse = area;
        request.area.push_back(area);
        request.alike.push_back(alike);
    }
    for (std::uint64_t profile = 0; profile < profiles; ++profile) {
        SwapNumbers own;
        for (std::uint64_t i = 0; i < households; ++i) {
            own.push_back(static_cast<std::int32_t>(draws.below(3 - profile)));
        }
        request.profile.push_back(own);
    }
    request.limit = static_cast<std::int64_t>(draws.below(4));
    request.rate = static_cast<double>(draws.below(5)) / 4;
    return request;
}

class PlainSwapper {
  public:
    PlainSwapper(const SwapRequest& request, const Random& random)
        : request_(request), random_(random), partner_(request.area.front().size(), -1) {}

    SwapNumbers run() {
        for (std::size_t level = 0; level < request_.area.size(); ++level) at_risk(level);
        by_rate();
        return partner_;
    }

  private:
    std::vector<std::int32_t> shuffled(const std::string& purpose) const {
        std::vector<std::pair<std::uint64_t, std::int32_t>> keyed;
        for (std::size_t i = 0; i < partner_.size(); ++i) {
            const auto own = static_cast<std::int32_t>(i);
            keyed.emplace_back(random_.stream(purpose).at(own).bits(), own);
        }
        std::sort(keyed.begin(), keyed.end());
        SwapNumbers order;
        for (const auto& one : keyed) order.push_back(one.second);
        return order;
    }

    template <class Allowed>
    std::optional<std::int32_t> donor(std::int32_t own, std::size_t level, std::size_t profile,
                                      const std::string& purpose, Allowed allowed) const {
        const auto& area = request_.area[level];
        SwapNumbers donors;
        for (std::size_t i = 0; i < partner_.size(); ++i) {
            if (partner_[i] < 0 && area[i] != area[at(own)] && allowed(i) &&
                request_.profile[profile][i] == request_.profile[profile][at(own)]) {
                donors.push_back(static_cast<std::int32_t>(i));
            }
        }
        std::sort(donors.begin(), donors.end(), [&](std::int32_t a, std::int32_t b) {
            return std::pair(area[at(a)], a) < std::pair(area[at(b)], b);
        });
        std::uint64_t sum = 0;
        for (const auto one : donors) sum += donor_weight(request_.alike[level][at(one)]);
        if (sum == 0) return std::nullopt;
        std::uint64_t drawn = random_.stream(purpose).at(own).below(sum);
        for (const auto one : donors) {
            const std::uint64_t weight = donor_weight(request_.alike[level][at(one)]);
            if (drawn < weight) return one;
            drawn -= weight;
        }
        return std::nullopt;
    }

    void join(std::int32_t a, std::int32_t b) {
        partner_[at(a)] = b;
        partner_[at(b)] = a;
    }

    void at_risk(std::size_t level) {
        for (const std::int32_t own : shuffled(fmt::format("level {}/order", level))) {
            if (partner_[at(own)] >= 0 || request_.alike[level][at(own)] > request_.limit) continue;
            for (std::size_t p = 0; p < request_.profile.size() && partner_[at(own)] < 0; ++p) {
                const auto found = donor(own, level, p, fmt::format("level {}/donor", level),
                                         [](std::size_t) { return true; });
                if (found) join(own, *found);
            }
        }
    }

    // What an area asks for, less those of it that have moved.
    std::int64_t left(std::int32_t area) const {
        const auto& areas = request_.area.back();
        std::int64_t asked = households_by_rate(areas, request_.rate)[at(area)];
        for (std::size_t i = 0; i < areas.size(); ++i) {
            if (areas[i] == area && partner_[i] >= 0) --asked;
        }
        return std::max<std::int64_t>(0, asked);
    }

    void by_rate() {
        const std::size_t level = request_.area.size() - 1;
        const auto& area = request_.area[level];
        std::int64_t budget = 0;
        for (const std::int32_t one : std::set(area.begin(), area.end())) budget += left(one);
        for (const std::int32_t own : shuffled("rate/order")) {
            if (budget < 2 || partner_[at(own)] >= 0 || left(area[at(own)]) == 0) continue;
            for (std::size_t p = 0; p < request_.profile.size() && partner_[at(own)] < 0; ++p) {
                auto found = donor(own, level, p, "rate/donor",
                                   [&](std::size_t i) { return left(area[i]) > 0; });
                if (!found) {
                    found = donor(own, level, p, "rate/donor", [](std::size_t) { return true; });
                }
                if (!found) continue;
                join(own, *found);
                budget -= 2;
            }
        }
    }

    const SwapRequest& request_;
    const Random& random_;
    SwapNumbers partner_;
};

TEST(HouseholdSwap, IsTheAlgorithmAsWrittenDown) {
    std::int64_t swapped = 0;
    for (std::uint64_t seed = 0; seed < 5000; ++seed) {
        const SwapRequest request = random_country(seed);
        const Random random(seed + 1);
        const HouseholdSwaps found = swap_households(request, random);
        ASSERT_EQ(found.partner, PlainSwapper(request, random).run()) << "seed " << seed;
        swapped += std::count_if(found.partner.begin(), found.partner.end(),
                                 [](std::int32_t one) { return one >= 0; });
    }
    EXPECT_GT(swapped, 10000);
}

TEST(HouseholdSwap, PairsAreMutualAlikeAndFromElsewhere) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const SwapRequest request = random_country(seed);
        const HouseholdSwaps found = swap_households(request, Random(seed));
        const auto& coarsest = request.area.front();
        for (std::size_t i = 0; i < found.partner.size(); ++i) {
            const std::int32_t other = found.partner[i];
            if (other < 0) continue;
            EXPECT_EQ(found.partner[at(other)], static_cast<std::int32_t>(i));
            EXPECT_NE(request.area.back()[i], request.area.back()[at(other)]);
            EXPECT_TRUE(
                std::any_of(request.profile.begin(), request.profile.end(),
                            [&](const auto& profile) { return profile[i] == profile[at(other)]; }));
        }
        // Whoever is at risk at the coarsest level leaves its area, or is told to have no donor.
        const auto& without = found.without.front();
        for (std::size_t i = 0; i < found.partner.size(); ++i) {
            if (request.alike.front()[i] > request.limit) continue;
            const bool lone = std::find(without.begin(), without.end(),
                                        static_cast<std::int32_t>(i)) != without.end();
            if (lone) continue;
            ASSERT_GE(found.partner[i], 0);
            EXPECT_NE(coarsest[i], coarsest[at(found.partner[i])]);
        }
    }
}

// Without risk, s N households move where s N is even and donors are enough.
TEST(HouseholdSwap, TheRateIsKept) {
    for (const double rate : {0.1, 0.25, 0.5}) {
        SwapRequest request;
        request.area.emplace_back();
        request.alike.emplace_back();
        request.profile.emplace_back();
        for (std::int32_t i = 0; i < 4000; ++i) {
            request.area[0].push_back(i % 40);
            request.alike[0].push_back(1 + i % 7);
            request.profile[0].push_back(i % 3);
        }
        request.rate = rate;
        const HouseholdSwaps found = swap_households(request, Random(5));
        EXPECT_EQ(std::count_if(found.partner.begin(), found.partner.end(),
                                [](std::int32_t one) { return one >= 0; }),
                  static_cast<std::int64_t>(rate * 4000));
        EXPECT_EQ(found.short_of, 0);
    }
}

// Of two donors, one three times as risky as the other, it is drawn three times as often.
TEST(HouseholdSwap, DonorsAreDrawnByTheirRisk) {
    SwapRequest request;
    request.area = {{0, 1, 2}};
    request.alike = {{1, 3, 9}};
    request.profile = {{0, 0, 0}};
    request.limit = 1;
    std::int64_t risky = 0;
    constexpr std::int64_t kRuns = 20000;
    for (std::int64_t run = 0; run < kRuns; ++run) {
        const auto found = swap_households(request, Random(static_cast<std::uint64_t>(run)));
        ASSERT_GE(found.partner[0], 1);
        risky += found.partner[0] == 1 ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(risky) / kRuns, 0.75, 0.015);
}

}  // namespace
}  // namespace lethe::mask
