// Models of a population and of profit, counted in a written table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "lethe/knowledge/meaning.h"
#include "lethe/release/tables/counts/model_counts.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe::release {
namespace {

using Texts = std::vector<std::string>;

// Each value below its group, and all groups below *.
std::shared_ptr<const Meaning> two_levels(const std::vector<Texts>& lines) {
    auto levels = std::make_shared<LevelTable>();
    std::vector<std::pair<std::string, std::string>> is_a;
    for (const Texts& line : lines) {
        levels->lines.push_back(line);
        for (std::size_t l = 0; l + 1 < line.size(); ++l) is_a.emplace_back(line[l], line[l + 1]);
    }
    return std::make_shared<const Meaning>(test::taxonomy_of("tree", is_a),
                                           std::span<const MappedValue>(), Unmapped::exact_match,
                                           nullptr, levels);
}

std::shared_ptr<const Meaning> of_towns() {
    return two_levels({{"a1", "a", "*"}, {"a2", "a", "*"}, {"b1", "b", "*"}, {"b2", "b", "*"}});
}

Table people(const Texts& towns, const Texts& flags) {
    return Table({Column::from_texts("town", Kind::nominal, towns)->with_meaning(of_towns()),
                  Column::from_texts("in", Kind::nominal, flags)});
}

Table shown(const Texts& towns) {
    return Table({Column::from_texts("town", Kind::nominal, towns)});
}

Json counted_among(const std::string& models, const Table& table, const Table& found,
                   std::int64_t level = 1, bool one_class = false) {
    ModelClaim claim{models, {"town"}, {}};
    claim.released = "in";
    claim.levels["town"] = level;
    claim.one_class = one_class;
    return count_models(test::threads(1), table, found, claim).at(0);
}

// Two of three people of a and one of four of b are to be released.
Table population() {
    return people({"a1", "a1", "a2", "b1", "b1", "b2", "b2"},
                  {"yes", "yes", "no", "no", "yes", "no", "no"});
}

TEST(PopulationCounts, ArePartsOfThePeopleWhoLookAlike) {
    const Json both = counted_among("presence:0.25..0.7", shown({"a", "a", "b"}), population());
    EXPECT_EQ(both["counted"], Json({0.25, 2.0 / 3}));
    EXPECT_EQ(both["holds"], true);
    EXPECT_EQ(
        counted_among("kmap:3,population=table", shown({"a", "a", "b"}), population())["counted"],
        3);
    EXPECT_EQ(
        counted_among("kmap:4,population=table", shown({"a", "a", "b"}), population())["holds"],
        false);
}

// The record of b is suppressed: its four people are in the release for sure with nothing.
TEST(PopulationCounts, PeopleWithoutARowInTheFileHaveNoPresence) {
    const Json emptied = counted_among("presence:0.1..0.7", shown({"a", "a"}), population());
    EXPECT_EQ(emptied["counted"], Json({0.0, 2.0 / 3}));
    EXPECT_EQ(emptied["holds"], false);
    EXPECT_EQ(counted_among("presence:0..0.7", shown({"a", "a"}), population())["holds"], true);
}

// It stays, at the top: whoever is not shown, and these are the four of b, can be behind it.
TEST(PopulationCounts, SuppressedRecordsStandForThoseWhoAreNotShown) {
    const Table table = shown({"a", "a", "*"});
    EXPECT_EQ(counted_among("presence:0.1..0.7", table, population(), 1, true)["counted"],
              Json({0.25, 2.0 / 3}));
    EXPECT_EQ(counted_among("kmap:3,population=table", table, population(), 1, true)["counted"], 3);
    const Json odd = counted_among("kmap:3,population=table", shown({"a", "a", "*", "*"}),
                                   population(), 1, true);
    EXPECT_EQ(odd["holds"], nullptr);
    EXPECT_FALSE(odd["reason"].get<std::string>().empty());
    EXPECT_EQ(counted_among("kmap:3,population=table", table, population())["holds"], nullptr);
}

TEST(PopulationCounts, WhoIsReleasedIsReadByAClosedSet) {
    const auto presence = [](const Texts& flags) {
        return counted_among("presence:0..0.9", shown({"a"}), people({"a1", "a2"}, flags));
    };
    for (const char* yes : {"yes", "Y", " TRUE ", "t", "1", "1.0"}) {
        for (const char* no : {"no", "N", " False", "f", "0", "0.00"}) {
            EXPECT_EQ(presence({yes, no})["counted"], Json({0.5, 0.5})) << yes << no;
        }
    }
    const Json unknown = presence({"yes", "nein"});
    EXPECT_EQ(unknown["holds"], nullptr);
    EXPECT_EQ(unknown["reason"], "a value of in says neither yes nor no");
}

// Level 1: each label is half of four lines, so i = 1 + log(1/2) / log(4) = 1/2.
TEST(ProfitCounts, AreThePayoutOfTheWorstClass) {
    const Table table = shown({"a", "a", "b"});
    const auto payout = [&](const std::string& name, double loss) {
        return counted_among(
            name + ":cost=20,gain=40,loss=" + std::to_string(loss) + ",benefit=100", table,
            population());
    };
    // b: an attack on the only record yields 40; the class of two is not worth one.
    EXPECT_DOUBLE_EQ(payout("profit-prosecutor", 49)["counted"], 1);
    EXPECT_EQ(payout("profit-prosecutor", 49)["holds"], true);
    EXPECT_EQ(payout("profit-prosecutor", 50)["holds"], false);  // strictly
    // Among the people of the population, three and four, none is worth one.
    EXPECT_DOUBLE_EQ(payout("profit-journalist", 1000)["counted"], 50);
    EXPECT_EQ(payout("profit-prosecutor-no-attack", 1)["asked"], 3);
    EXPECT_EQ(payout("profit-prosecutor-no-attack", 1)["counted"], 1);
    EXPECT_EQ(payout("profit-prosecutor-no-attack", 1)["holds"], false);
    EXPECT_EQ(payout("profit-journalist-no-attack", 1)["counted"], 3);
    EXPECT_EQ(payout("profit-journalist-no-attack", 1)["holds"], true);
    // Nothing is left at the top.
    EXPECT_EQ(counted_among("profit-prosecutor:cost=20,gain=40,loss=1,benefit=100", shown({"*"}),
                            population(), 2)["holds"],
              false);
    EXPECT_EQ(counted_among("profit-prosecutor:cost=20,gain=40,loss=1,benefit=100", shown({"x"}),
                            population())["holds"],
              nullptr);
}

TEST(ModelCounts, NoModelIsCountedByTheDefinitionOfAnother) {
    for (const char* model : {"profit-somebody:cost=1", "unique:0.5", "l-other:2", "t-other:0.1"}) {
        const Json item = counted_among(model, shown({"a", "a", "b"}), population());
        EXPECT_EQ(item["holds"], nullptr) << model;
        EXPECT_EQ(item["counted"], nullptr) << model;
        EXPECT_TRUE(item.contains("reason")) << model;
    }
}

}  // namespace
}  // namespace lethe::release
