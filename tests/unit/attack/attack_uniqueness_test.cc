#include <gtest/gtest.h>

#include "assess.h"

namespace lethe {
namespace {

using test::assess;

Table attack_uniqueness_texts(const std::vector<std::string>& a,
                              const std::vector<std::string>& b) {
    return Table(
        {Column::from_texts("a", Kind::nominal, a), Column::from_texts("b", Kind::text, b)});
}

TEST(Uniqueness, TakesEveryKind) {
    const Table original = attack_uniqueness_texts({"x", "x", "y"}, {"1", "1", "2"});
    const Measurement result = assess("uniqueness", original, original);
    EXPECT_DOUBLE_EQ(result.value, 100.0 / 3);
    EXPECT_EQ(result.details["masked"]["k"], 1);
    EXPECT_EQ(result.details["unique_in_both"], 1);
}

TEST(Uniqueness, OfASample) {
    const Table original = attack_uniqueness_texts({"x", "x", "y", "z"}, {"1", "1", "2", "3"});
    const Table masked = attack_uniqueness_texts({"z", "x"}, {"3", "1"});
    const Measurement result = assess("uniqueness", original, masked, {}, 1, {.origin = {3, 1}});
    EXPECT_EQ(result.value, 100);
    EXPECT_EQ(result.details["unique_in_both"], 1);  // x was not unique in the original
    EXPECT_EQ(result.about_original["original"]["records"], 4);
    EXPECT_EQ(result.details["masked"]["records"], 2);
}

TEST(Uniqueness, EmptyTable) {
    const Table empty = test::numeric_table({{"a", {}}});
    const Measurement result = assess("uniqueness", empty, empty);
    EXPECT_EQ(result.value, 0);
    EXPECT_EQ(result.details["masked"]["k"], 0);
}

TEST(Uniqueness, MissingEqualsMissingUnlessItMatchesAny) {
    const Table table = test::with_missing(test::random_table(Random(1), 4, 1), Random(1), 1);
    EXPECT_EQ(assess("uniqueness", table, table).details["masked"]["k"], 4);
    EXPECT_EQ(assess("uniqueness", table, table, {{"missing", "any"}}).details["masked"]["k"], 4);
    Validity validity(3);
    validity.set_missing(2);
    const Table one = Table({Column::numeric("a", {1, 2, 0}, validity)});
    EXPECT_EQ(assess("uniqueness", one, one).value, 100);
    const Json any = assess("uniqueness", one, one, {{"missing", "any"}}).details["masked"];
    EXPECT_EQ(any["class_sizes"], (Json{{"2", 2}, {"3", 1}}));
}

// The definition: a record's count is the number of records with the same values.
TEST(Uniqueness, AgainstPairs) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Table original = test::random_table(Random(seed), 30, 2, 6);
        const Table masked = test::random_table(Random(seed).part(1), 30, 2, 3);
        const auto alone = [](const Table& table) {
            int count = 0;
            for (std::size_t i = 0; i < 30; ++i) {
                int like = 0;
                for (std::size_t j = 0; j < 30; ++j) {
                    bool same = true;
                    for (const ColumnPtr& c : table.columns()) {
                        same = same && c->numbers()[i] == c->numbers()[j];
                    }
                    like += same ? 1 : 0;
                }
                count += like == 1 ? 1 : 0;
            }
            return count;
        };
        const Measurement found = assess("uniqueness", original, masked);
        EXPECT_EQ(found.details["masked"]["unique"], alone(masked));
        EXPECT_EQ(found.about_original["original"]["unique"], alone(original));
    }
}

}  // namespace
}  // namespace lethe
