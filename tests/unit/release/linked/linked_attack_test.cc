#include "lethe/release/assess/linked/linked_attack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "lethe/release/tables/linked/deal.h"
#include "support.h"

namespace lethe::release {
namespace {

// People of a few looks, each with a few rows of one letter; nothing is masked.
struct LinkedCase {
    std::vector<std::int32_t> looks;
    std::vector<std::int64_t> owner;  // of each row
    std::vector<std::string> letter;
};

// Every look is shared by k people at least.
LinkedCase attacked_case(std::uint64_t seed, std::int64_t k, std::uint64_t letters = 4) {
    Draws draws = Random(seed).stream("linked attack").at(0);
    LinkedCase made;
    const auto classes = static_cast<std::int32_t>(1 + draws.below(3));
    for (std::int32_t c = 0; c < classes; ++c) {
        const auto members = static_cast<std::uint64_t>(k) + draws.below(3);
        for (std::uint64_t m = 0; m < members; ++m) made.looks.push_back(c);
    }
    for (std::size_t p = 0; p < made.looks.size(); ++p) {
        for (std::uint64_t r = draws.below(4); r > 0; --r) {
            made.owner.push_back(static_cast<std::int64_t>(p));
            made.letter.emplace_back(1, static_cast<char>('a' + draws.below(letters)));
        }
    }
    return made;
}

Table people_table(const LinkedCase& one) {
    std::vector<std::string> looks;
    for (const std::int32_t look : one.looks) looks.push_back("look" + std::to_string(look));
    return Table({Column::from_texts("looks", Kind::nominal, looks)});
}

// The attack where the rows stand with `owner` in the release.
MethodResult attacked(const LinkedCase& one, const std::vector<std::int64_t>& owner, bool dealt) {
    const Table people = people_table(one);
    const Table rows({Column::from_texts("letter", Kind::nominal, one.letter)});
    std::vector<std::int64_t> same(one.owner.size());
    std::iota(same.begin(), same.end(), std::int64_t{0});
    LinkedKnowledge knowledge;
    knowledge.tables.push_back(
        {"rows", make_comparable(rows, rows, rows.names(), same), same, one.owner, owner, dealt});
    return linked_attack_result(make_comparable(people, people, people.names(), {}), knowledge, {},
                                {}, Random(3), test::threads(1));
}

// By definition: rows of one letter agree or do not.
double row_cost(const std::vector<std::string>& known, const std::vector<std::string>& shown,
                bool pooled) {
    std::map<std::string, std::int64_t> of_known, of_shown;
    for (const std::string& letter : known) ++of_known[letter];
    for (const std::string& letter : shown) ++of_shown[letter];
    std::int64_t common = 0;
    for (const auto& [letter, count] : of_known) common += std::min(count, of_shown[letter]);
    const auto larger = pooled ? std::ssize(known) : std::max(std::ssize(known), std::ssize(shown));
    return static_cast<double>(larger - common);
}

std::vector<std::string> letters_of(const LinkedCase& one, const std::vector<std::int64_t>& owner,
                                    const std::function<bool(std::int64_t)>& wanted) {
    std::vector<std::string> letters;
    for (std::size_t row = 0; row < owner.size(); ++row) {
        if (wanted(owner[row])) letters.push_back(one.letter[row]);
    }
    return letters;
}

// Percent found by who compares everybody with everybody, in the order that `weigh` gives.
using Weigh = std::function<std::pair<double, double>(double columns, double rows)>;
double found_by(const LinkedCase& one, const std::vector<std::int64_t>& owner, bool dealt,
                const Weigh& weigh) {
    double sum = 0;
    const auto people = std::ssize(one.looks);
    for (std::int64_t person = 0; person < people; ++person) {
        const auto known = letters_of(one, one.owner, [&](std::int64_t p) { return p == person; });
        std::vector<std::pair<double, double>> costs;
        for (std::int64_t other = 0; other < people; ++other) {
            const auto look = [&](std::int64_t p) {
                return one.looks[static_cast<std::size_t>(p)];
            };
            const auto shown = letters_of(one, owner, [&](std::int64_t p) {
                return dealt ? look(p) == look(other) : p == other;
            });
            const double rows = row_cost(known, shown, dealt);
            const double columns = look(person) == look(other) ? 0 : 1;
            costs.push_back(
                weigh(columns, rows / std::max(1.0, static_cast<double>(known.size()))));
        }
        const auto best = *std::min_element(costs.begin(), costs.end());
        const auto ties = std::count(costs.begin(), costs.end(), best);
        if (costs[static_cast<std::size_t>(person)] == best) sum += 1.0 / static_cast<double>(ties);
    }
    return 100 * sum / static_cast<double>(people);
}

double way(const MethodResult& result, std::string_view order) {
    for (const Json& one : result.details["ways"]) {
        if (one["rows"].is_null() && one["order"] == order) return one["expected"];
    }
    return -1;
}

TEST(LinkedAttack, FindsWhomEverybodyComparedWithEverybodyFinds) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const LinkedCase one = attacked_case(seed, 1);
        if (one.owner.empty()) continue;
        for (const bool dealt : {false, true}) {
            const auto owner = dealt ? dealt_owners(one.owner, one.looks, Random(seed)) : one.owner;
            const MethodResult result = attacked(one, owner, dealt);
            EXPECT_NEAR(
                way(result, "people-first"),
                found_by(one, owner, dealt, [](double c, double r) { return std::pair(c, r); }),
                1e-6)
                << seed << dealt;
            EXPECT_NEAR(
                way(result, "rows-first"),
                found_by(one, owner, dealt, [](double c, double r) { return std::pair(r, c); }),
                1e-6)
                << seed << dealt;
            EXPECT_NEAR(way(result, "together"),
                        found_by(one, owner, dealt,
                                 [](double c, double r) {
                                     return std::pair(std::round((c + r) * 1e6), 0.0);
                                 }),
                        1e-6)
                << seed << dealt;
            EXPECT_EQ(*result.value, result.details["expected"]);
        }
    }
}

// What dealing is for. Who takes the rows that stand with a person for hers finds by chance alone
// what she finds without them; who knows that they were dealt never more. With own rows she does.
TEST(LinkedAttack, DealtRowsFindNoMoreThanThePeopleAlone) {
    constexpr std::int64_t kLeast = 3;
    double alone = 0, naive = 0, own = 0, squares = 0;
    int cases = 0;
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        const LinkedCase one = attacked_case(seed, kLeast);
        if (one.owner.empty()) continue;
        const auto dealt = dealt_owners(one.owner, one.looks, Random(seed).part(7));
        const MethodResult knowing = attacked(one, dealt, true);
        const double without = knowing.details["people_alone"];
        ASSERT_LE(*knowing.value, without + 1e-9) << seed;
        ASSERT_LE(*knowing.value, 100.0 / kLeast + 1e-9) << seed;
        // Not the best of several ways: the best of some random figures is no figure of chance.
        const double trusting = way(attacked(one, dealt, false), "people-first");
        const double undealt = way(attacked(one, one.owner, false), "people-first");
        EXPECT_GE(undealt, without - 1e-9) << seed;
        alone += without;
        naive += trusting;
        squares += (trusting - without) * (trusting - without);
        own += undealt;
        ++cases;
    }
    const double error = std::sqrt(squares) / cases;
    EXPECT_NEAR(naive / cases, alone / cases, 4 * error);
    EXPECT_GT(own / cases, 1.5 * alone / cases);
    EXPECT_GT(own / cases, alone / cases + 20 * error) << "dealing can be told from its absence";
}

TEST(LinkedAttack, KnowsTheMaskingOfRows) {
    // Letters become groups of two, which she knows; and one person was not released.
    const std::vector<std::string> letters{"a", "b", "c", "d"}, groups{"ab", "ab", "cd"};
    const Table rows({Column::from_texts("letter", Kind::nominal, letters)});
    const Table shown({Column::from_texts("letter", Kind::nominal, groups)});
    const std::vector<std::string> alike{"x", "x", "x", "x"};
    const Table people({Column::from_texts("looks", Kind::nominal, alike)});
    const std::vector<std::int64_t> origin{0, 1, 2};
    const Table released = people.gather(origin);
    LinkedKnowledge knowledge;
    knowledge.tables.push_back({"rows",
                                make_comparable(rows, shown, rows.names(), origin),
                                origin,
                                {0, 1, 2, 3},
                                {0, 1, 2},
                                false});
    const MethodResult result =
        linked_attack_result(make_comparable(people, released, people.names(), origin), knowledge,
                             origin, {}, Random(3), test::threads(2));
    // Two of a group, one alone, one not there.
    EXPECT_NEAR(*result.value, 100 * (0.5 + 0.5 + 1) / 4, 1e-9);
    EXPECT_NEAR(result.details["people_alone"].get<double>(), 100 * (3 * (1.0 / 3)) / 4, 1e-9);
    EXPECT_EQ(result.details["records"], 4);
}

}  // namespace
}  // namespace lethe::release
