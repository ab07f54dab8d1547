// What is counted of released sets, against the definitions: on random releases, most of which
// break what they promise.
#include "lethe/release/tables/counts/set_counts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe::release {
namespace {

using ItemTexts = std::set<std::string>;

// a, b below ab; c, d below cd; all below top.
const std::map<std::string, ItemTexts> kAbove{
    {"a", {"a", "ab", "top"}}, {"b", {"b", "ab", "top"}}, {"c", {"c", "cd", "top"}},
    {"d", {"d", "cd", "top"}}, {"ab", {"ab", "top"}},     {"cd", {"cd", "top"}},
    {"top", {"top"}},
};

MeaningPtr small_meaning() {
    TaxonomyBuilder builder("letters", "");
    for (const auto& [child, parent] : std::vector<std::pair<std::string, std::string>>{
             {"a", "ab"}, {"b", "ab"}, {"c", "cd"}, {"d", "cd"}, {"ab", "top"}, {"cd", "top"}}) {
        const std::int32_t below = builder.add_concept(child);
        builder.add_is_a(below, builder.add_concept(parent));
    }
    return std::make_shared<const Meaning>(
        std::make_shared<const Taxonomy>(std::move(builder).build("")), std::vector<MappedValue>{},
        Unmapped::exact_match);
}

Table set_table(const std::vector<ItemTexts>& rows, bool with_meaning) {
    std::vector<std::string> cells;
    for (const ItemTexts& row : rows) {
        std::string& cell = cells.emplace_back();
        for (const std::string& item : row) cell += item + "; ";
    }
    const ColumnPtr column = Column::from_texts("items", Kind::nominal, cells);
    return Table({with_meaning ? column->with_meaning(small_meaning()) : column});
}

// All choices of one to m of the items.
std::vector<ItemTexts> choices(const ItemTexts& items, std::int64_t m) {
    const std::vector<std::string> list(items.begin(), items.end());
    std::vector<ItemTexts> all;
    for (unsigned bits = 1; bits < 1U << list.size(); ++bits) {
        ItemTexts chosen;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if ((bits >> i & 1U) != 0) chosen.insert(list[i]);
        }
        if (std::ssize(chosen) <= m) all.push_back(chosen);
    }
    return all;
}

bool covers(const ItemTexts& record, const std::string& item, bool with_meaning) {
    return std::any_of(record.begin(), record.end(), [&](const std::string& shown) {
        return with_meaning ? kAbove.at(item).contains(shown) : shown == item;
    });
}

std::int64_t fewest(const std::vector<ItemTexts>& known, const std::vector<ItemTexts>& released,
                    std::int64_t k, std::int64_t m, bool with_meaning, bool skip_lost) {
    std::int64_t result = -1;
    for (const ItemTexts& record : known) {
        for (const ItemTexts& chosen : choices(record, m)) {
            const bool lost = std::any_of(chosen.begin(), chosen.end(), [&](const auto& item) {
                return std::none_of(released.begin(), released.end(), [&](const ItemTexts& row) {
                    return covers(row, item, with_meaning);
                });
            });
            if (skip_lost && lost) continue;  // the choice without the lost ones is looked at too
            const auto left = std::count_if(released.begin(), released.end(), [&](const auto& row) {
                return std::all_of(chosen.begin(), chosen.end(), [&](const std::string& item) {
                    return covers(row, item, with_meaning);
                });
            });
            if (left > 0) result = result < 0 ? left : std::min<std::int64_t>(result, left);
        }
    }
    return result < 0 ? k : result;
}

TEST(SetCounts, AreThoseOfTheDefinition) {
    const std::vector<std::string> names{"a", "b", "c", "d", "ab", "cd", "top"};
    int held = 0;
    int broken = 0;
    for (std::int64_t round = 0; round < 4000; ++round) {
        Draws draws = Random(31).stream("sets").at(round);
        const bool with_meaning = round % 2 == 0;
        const auto k = static_cast<std::int64_t>(2 + draws.below(2));
        const auto m = static_cast<std::int64_t>(1 + draws.below(3));
        const auto rows = 2 + draws.below(9);
        std::vector<ItemTexts> original(rows);
        std::vector<ItemTexts> released(rows);
        const std::uint64_t few = 1 + draws.below(names.size());
        for (std::size_t row = 0; row < rows; ++row) {
            for (auto left = draws.below(4); left > 0; --left) {
                const std::string& item = names[draws.below(few)];
                original[row].insert(item);
                const auto& above = kAbove.at(item);
                if (draws.below(5) == 0) continue;
                released[row].insert(*std::next(
                    above.begin(), static_cast<std::ptrdiff_t>(draws.below(above.size()))));
            }
        }
        const Json counted = count_sets({}, set_table(released, false),
                                        set_table(original, with_meaning), {k, m, ";", {"items"}});
        const std::int64_t shown = fewest(released, released, k, m, false, false);
        const std::int64_t left = std::min(k, fewest(original, released, k, m, with_meaning, true));
        ASSERT_EQ(counted[0]["counted"], shown) << round;
        ASSERT_EQ(counted[0]["holds"], shown >= k) << round;
        ASSERT_EQ(counted[1]["counted"], left) << round;
        ASSERT_EQ(counted[1]["holds"], left >= k) << round;
        (left >= k ? held : broken) += 1;
    }
    EXPECT_GT(held, 200);
    EXPECT_GT(broken, 200);
}

TEST(SetCounts, AClaimIsReadFromTheFactsOfAStep) {
    const Json step{
        {"facts", {{"sets", {{"k", 3}, {"m", 2}, {"separator", "|"}, {"columns", {"x", "y"}}}}}}};
    const auto claim = set_claim(step);
    ASSERT_TRUE(claim);
    EXPECT_EQ(claim->k, 3);
    EXPECT_EQ(claim->columns, (std::vector<std::string>{"x", "y"}));
    EXPECT_FALSE(set_claim({{"facts", Json::object()}}));
    EXPECT_FALSE(set_claim({{"facts", {{"sets", {{"k", "3"}}}}}}));
    EXPECT_FALSE(set_claim(Json::object()));
}

}  // namespace
}  // namespace lethe::release
