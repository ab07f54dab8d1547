#include "lethe/release/tables/counts/link_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "lethe/core/error.h"
#include "lethe/release/tables/counts/broken_promises.h"
#include "support.h"

namespace lethe::release {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct CountedCase {
    Table people;
    WrittenLinks links;
};

CountedCase counted_case(std::uint64_t seed) {
    Draws draws = Random(seed).stream("link counts").at(0);
    const std::uint64_t people = 1 + draws.below(9);
    std::vector<std::string> ids, sexes, whose, codes;
    for (std::uint64_t p = 0; p < people; ++p) {
        ids.push_back("p" + std::to_string(p));
        sexes.push_back(draws.below(2) == 0 ? "f" : "m");
        for (std::uint64_t r = draws.below(3); r > 0; --r) {
            whose.push_back(ids.back());
            codes.push_back(std::string(1, static_cast<char>('a' + draws.below(2))));
        }
    }
    // In any order.
    const auto order = random_permutation(Random(seed).stream("order"), std::ssize(whose));
    return {Table({Column::from_texts("Id", Kind::nominal, ids),
                   Column::from_texts("sex", Kind::nominal, sexes)}),
            {"visits",
             "WHO",
             {"code"},
             false,
             Table({Column::from_texts("WHO", Kind::nominal, whose),
                    Column::from_texts("code", Kind::nominal, codes)})
                 .gather(order)}};
}

// By comparing everybody with everybody.
TEST(LinkCounts, AreThoseOfEverybodyComparedWithEverybody) {
    const std::vector<std::string> quasi{"sex"};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const CountedCase one = counted_case(seed);
        const auto rows_of = [&](std::int64_t person) {
            std::vector<std::string> rows;
            const Table& visits = one.links.rows;
            for (std::int64_t row = 0; row < visits.rows(); ++row) {
                if (visits.column("WHO").text(row) != one.people.column("Id").text(person))
                    continue;
                rows.push_back(visits.column("code").text(row));
            }
            std::sort(rows.begin(), rows.end());
            return rows;
        };
        std::int64_t smallest = one.people.rows(), below = 0, unique = 0;
        for (std::int64_t a = 0; a < one.people.rows(); ++a) {
            std::int64_t alike = 0;
            for (std::int64_t b = 0; b < one.people.rows(); ++b) {
                alike += one.people.column("sex").text(a) == one.people.column("sex").text(b) &&
                                 rows_of(a) == rows_of(b)
                             ? 1
                             : 0;
            }
            smallest = std::min(smallest, alike);
            below += alike < 3 ? 1 : 0;
            unique += alike == 1 ? 1 : 0;
        }
        const Json counted =
            count_links(test::threads(1), one.people, "Id", quasi, std::vector{one.links}, 3);
        EXPECT_EQ(counted["smallest"], smallest) << seed;
        EXPECT_EQ(counted["below"], below) << seed;
        EXPECT_EQ(counted["unique"], unique) << seed;
        EXPECT_EQ(counted["holds"], below == 0) << seed;
        EXPECT_LE(counted["alone"]["below"].get<int>(), below);
    }
}

TEST(LinkCounts, DealtRowsTellNobodyApart) {
    CountedCase one = counted_case(5);
    one.links.dealt = true;
    const std::vector<std::string> quasi{"sex"};
    const Json counted =
        count_links(test::threads(1), one.people, "Id", quasi, std::vector{one.links}, 3);
    EXPECT_EQ(counted["below"], counted["alone"]["below"]);
    EXPECT_EQ(counted["dealt"], Json::array({"visits"}));
    EXPECT_EQ(counted["holds"], counted["below"] == 0);
    one.links.columns.clear();
    const Json unknown =
        count_links(test::threads(1), one.people, "Id", quasi, std::vector{one.links}, 3);
    EXPECT_TRUE(unknown["holds"].is_null());
    EXPECT_THAT(broken_promises(Json::array({unknown})), IsEmpty());
}

// A gap may agree with anything in the table of the people: rows that were dealt know nothing of
// it.
TEST(LinkCounts, WhoLooksLikeFewHasHerRowsAmongFew) {
    const std::vector<std::string> ids{"1", "2", "3"}, whose{"3"}, code{"a"};
    Validity gap(3);
    gap.set_missing(2);
    const Table people(
        {Column::from_texts("Id", Kind::nominal, ids),
         Column::categories("sex", Kind::nominal, {0, 0, 0},
                            std::make_shared<const Dictionary>(Dictionary{"f"}), gap)});
    const std::vector<WrittenLinks> links{
        {"visits",
         "WHO",
         {"code"},
         true,
         Table({Column::from_texts("WHO", Kind::nominal, whose),
                Column::from_texts("code", Kind::nominal, code)})}};
    const std::vector<std::string> quasi{"sex"};
    const Json counted = count_links(test::threads(1), people, "Id", quasi, links, 2);
    EXPECT_EQ(counted["below"], 1);
    EXPECT_THAT(broken_promises(Json::array({counted})),
                ElementsAre(HasSubstr("1 of 3 people look like fewer others")));
}

TEST(LinkCounts, APromiseThatTheRowsBreakIsTold) {
    const std::vector<std::string> ids{"1", "2", "3"}, sexes{"f", "f", "f"}, whose{"2"}, code{"a"};
    const Table people({Column::from_texts("Id", Kind::nominal, ids),
                        Column::from_texts("sex", Kind::nominal, sexes)});
    const std::vector<WrittenLinks> links{
        {"visits",
         "WHO",
         {"code"},
         false,
         Table({Column::from_texts("WHO", Kind::nominal, whose),
                Column::from_texts("code", Kind::nominal, code)})}};
    const std::vector<std::string> quasi{"sex"};
    const Json counted = count_links(test::threads(1), people, "Id", quasi, links, 3);
    EXPECT_EQ(counted["columns"], Json::array({"sex", "visits.code"}));
    EXPECT_THAT(broken_promises(Json::array({counted})),
                ElementsAre(HasSubstr("k = 3 (the smallest group has 1) does not hold")));
    const Table others = people.gather(std::vector<std::int64_t>{0, 2});
    EXPECT_THROW(count_links(test::threads(1), others, "Id", quasi, links, 3), Error);
}

}  // namespace
}  // namespace lethe::release
