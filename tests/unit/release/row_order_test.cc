#include "lethe/release/tables/row_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/release/policy.h"
#include "lethe/release/release_order.h"
#include "support.h"

namespace lethe::release {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr int kPeople = 30;

// Sorted by number and by surname; by nothing else.
Table row_order_people() {
    std::vector<std::string> ids, names, sexes;
    std::vector<double> ages, incomes;
    for (int i = 0; i < kPeople; ++i) {
        ids.push_back("P-" + std::to_string(i + 5));
        names.push_back(std::string(1, static_cast<char>((i % 2 == 0 ? 'A' : 'a') + i / 2)) +
                        "dams");
        sexes.emplace_back(i % 3 == 0 ? "f" : "m");
        ages.push_back(20 + i * 7 % 31);
        incomes.push_back(1000 - 3 * i);
    }
    return Table({Column::from_texts("id", Kind::nominal, ids),
                  Column::from_texts("name", Kind::nominal, names),
                  Column::from_texts("sex", Kind::nominal, sexes), Column::numeric("age", ages),
                  Column::numeric("income", incomes)});
}

Plan row_order_plan(const std::string& more = "") {
    return make_plan(row_order_people(), parse_policy(R"([columns]
id = { role = "identifier" }
name = { role = "identifier" }
sex = { role = "quasi" }
age = { role = "quasi" }
income = { role = "confidential" }
)" + more + R"([[step]]
method = "mdav"
columns = ["age"]
k = 3
)",
                                                      "p.toml"));
}

TEST(RowOrder, TellsWhereTheHiddenSortsTheRows) {
    const Plan plan = row_order_plan();
    EXPECT_THAT(telling_order(plan, {"age"}), ElementsAre("id", "name"));
    EXPECT_THAT(telling_order(plan, {"age", "income"}), ElementsAre("id", "name", "income"));
    Plan other = plan;
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < kPeople; ++row) rows.push_back(row * 7 % kPeople);
    other.table = plan.table.gather(rows);
    EXPECT_THAT(telling_order(other, {"age", "income"}), IsEmpty());
    other.table = plan.table.gather(std::vector<std::int64_t>(kPeople, 3));
    EXPECT_THAT(telling_order(other, {"age", "income"}), IsEmpty());
}

// Of a release that was made elsewhere: what it does not show, and what it shows otherwise.
TEST(RowOrder, OfAReleaseBesideItsOriginal) {
    const Table original = row_order_people();
    const Table all = original;
    EXPECT_THAT(telling_order(original, all, {}), IsEmpty());
    std::vector<double> rounded(kPeople, 950);
    const ColumnPtr income = Column::numeric("income", rounded);
    const Table masked =
        original.without(std::vector<std::string>{"name"}).with(std::span(&income, 1));
    EXPECT_THAT(telling_order(original, masked, {}), ElementsAre("name", "income"));
    const std::vector<std::int64_t> some{2, 5, 11};
    EXPECT_THAT(telling_order(original, masked.gather(some), some), ElementsAre("name", "income"));
    EXPECT_THAT(telling_order(original, original.gather(some), some), IsEmpty());
    EXPECT_THAT(found_order_warning(kRowWords, {"name"}), HasSubstr("sorted by name"));
}

TEST(RowOrder, IsShuffledAndUndone) {
    const Plan plan = row_order_plan("[release]\norder = \"random\"\n");
    EXPECT_TRUE(plan.random_order);
    const Execution plain = execute(plan, 1, test::threads(1));
    Execution shuffled = plain, again = plain, other = plain;
    shuffle_rows(shuffled, 1, "0123456789abcdef");
    shuffle_rows(again, 1, "0123456789abcdef");
    shuffle_rows(other, 1, "1123456789abcdef");
    EXPECT_EQ(shuffled.origin, again.origin);
    EXPECT_NE(shuffled.origin, other.origin);
    EXPECT_FALSE(std::is_sorted(shuffled.origin.begin(), shuffled.origin.end()));
    for (std::int64_t row = 0; row < kPeople; ++row) {
        const std::int64_t from = shuffled.origin[static_cast<std::size_t>(row)];
        for (const char* name : {"sex", "age", "income"}) {
            EXPECT_EQ(shuffled.release.column(name).text(row),
                      plain.release.column(name).text(from));
        }
    }
    undo_order(shuffled.release, shuffled.origin, kPeople);
    EXPECT_THAT(shuffled.origin, IsEmpty());
    for (std::int64_t row = 0; row < kPeople; ++row) {
        EXPECT_EQ(shuffled.release.column("income").text(row),
                  plain.release.column("income").text(row));
    }
}

// Rows that were dropped stay dropped.
TEST(RowOrder, OfSomeRowsIsUndone) {
    Execution some;
    some.origin = {2, 5, 11};
    some.release = row_order_people().gather(some.origin);
    shuffle_rows(some, 4, "");
    EXPECT_THAT(some.origin, testing::UnorderedElementsAre(2, 5, 11));
    undo_order(some.release, some.origin, kPeople);
    EXPECT_THAT(some.origin, ElementsAre(2, 5, 11));
    EXPECT_EQ(some.release.column("id").text(1), "P-10");
}

TEST(RowOrder, ThatNothingTellsIsRefused) {
    const Json random{{"release", {{"order", "random"}}}};
    EXPECT_THROW(check_order_known(random, kRowWords, false), Error);
    EXPECT_THROW(check_order_known({{"order", "random"}}, kRowWords, false), Error);
    check_order_known(random, kRowWords, true);
    check_order_known({{"release", Json::object()}}, kRowWords, false);
    check_order_known({{"order", "as-is"}}, kRowWords, false);
    check_order_known(nullptr, kRowWords, false);
}

TEST(RowOrder, IsAKeyOfThePolicy) {
    const Policy policy =
        parse_policy("[release]\norder = \"random\"\nvalues = \"as-masked\"\n", "p.toml");
    EXPECT_TRUE(policy.random_order);
    const Policy again = parse_policy(policy_text(policy), "q.toml");
    EXPECT_TRUE(again.random_order);
    EXPECT_TRUE(again.as_masked);
    try {
        parse_policy("[release]\norder = \"sorted\"\n", "p.toml");
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("allowed: as-is, random"));
    }
}

}  // namespace
}  // namespace lethe::release
