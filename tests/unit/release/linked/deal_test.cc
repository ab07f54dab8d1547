#include "lethe/release/tables/linked/deal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace lethe::release {
namespace {

using Owners = std::vector<std::int64_t>;

std::vector<std::int64_t> numbers_of_units(const Owners& owners, std::span<const std::int32_t> of,
                                           std::int32_t wanted) {
    std::vector<std::int64_t> units(of.size(), 0);
    for (const std::int64_t owner : owners) ++units[static_cast<std::size_t>(owner)];
    std::vector<std::int64_t> in_class;
    for (std::size_t person = 0; person < of.size(); ++person) {
        if (of[person] == wanted) in_class.push_back(units[person]);
    }
    std::sort(in_class.begin(), in_class.end());
    return in_class;
}

TEST(Deal, KeepsClassesAndHowManyTheirMembersHave) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Draws draws = Random(seed).stream("deal").at(0);
        std::vector<std::int32_t> class_of(1 + draws.below(9));
        for (std::int32_t& one : class_of) one = static_cast<std::int32_t>(draws.below(3));
        Owners owners(draws.below(20));
        for (std::int64_t& one : owners) {
            one = static_cast<std::int64_t>(draws.below(class_of.size()));
        }
        const Owners dealt = dealt_owners(owners, class_of, Random(seed));
        ASSERT_EQ(dealt.size(), owners.size());
        for (std::size_t u = 0; u < owners.size(); ++u) {
            EXPECT_EQ(class_of[static_cast<std::size_t>(owners[u])],
                      class_of[static_cast<std::size_t>(dealt[u])]);
        }
        for (std::int32_t c = 0; c < 3; ++c) {
            EXPECT_EQ(numbers_of_units(owners, class_of, c), numbers_of_units(dealt, class_of, c));
        }
        EXPECT_EQ(dealt, dealt_owners(owners, class_of, Random(seed)));
    }
}

// The theorem on tiny cases, exhaustively: of two originals that differ only in who of a class had
// which units (as many as before) every release is equally likely, so that no intruder, whatever
// she knows and however she decides, learns from a release who had what.
TEST(Deal, TellsNothingOfWhoHadWhat) {
    constexpr int kDeals = 3000;
    const auto releases_of = [](const Owners& owners, std::size_t people) {
        std::map<Owners, double> releases;
        const std::vector<std::int32_t> class_of(people, 0);
        for (int seed = 0; seed < kDeals; ++seed) {
            releases[dealt_owners(owners, class_of, Random(static_cast<std::uint64_t>(seed)))] +=
                1.0 / kDeals;
        }
        return releases;
    };
    for (std::size_t people = 2; people <= 3; ++people) {
        for (std::size_t units = 1; units <= 3; ++units) {
            // All originals, by how many units the members have.
            std::map<std::vector<std::int64_t>, std::vector<Owners>> alike;
            const std::vector<std::int32_t> class_of(people, 0);
            const auto all = static_cast<std::size_t>(std::pow(people, units));
            for (std::size_t code = 0; code < all; ++code) {
                Owners owners;
                for (std::size_t u = 0, rest = code; u < units; ++u, rest /= people) {
                    owners.push_back(static_cast<std::int64_t>(rest % people));
                }
                alike[numbers_of_units(owners, class_of, 0)].push_back(owners);
            }
            for (const auto& [numbers, originals] : alike) {
                // Each of them is also a release of each.
                const double share = 1.0 / static_cast<double>(originals.size());
                const double error = 4.5 * std::sqrt(share * (1 - share) / kDeals);
                for (const Owners& original : originals) {
                    const auto releases = releases_of(original, people);
                    ASSERT_EQ(releases.size(), originals.size());
                    for (const auto& [release, found] : releases) {
                        EXPECT_NEAR(found, share, error + 1e-12);
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace lethe::release
