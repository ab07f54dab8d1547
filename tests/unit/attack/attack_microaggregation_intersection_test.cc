#include <gmock/gmock.h>

#include "assess.h"
#include "lethe/core/error.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::Intruder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kMicroaggregationIntersectionAttack = "microaggregation-intersection";

Json microaggregation_intersection_record_of(const Table& table, const std::string& method,
                                             const Json& parameters, const Json& facts) {
    Json columns = Json::array();
    for (const std::string& name : table.names()) columns.push_back({{"name", name}});
    const Json step{{"method", method},
                    {"columns", table.names()},
                    {"parameters", parameters},
                    {"facts", facts}};
    return {
        {"kind", "release"}, {"release", {{"columns", columns}}}, {"steps", Json::array({step})}};
}

// A value between two means is in one of their clusters: so the set of every record holds it.
TEST(AttackMicroaggregationIntersection, ColumnsMaskedAloneAreCertain) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Table complete = test::random_table(Random(seed), 90, 3, seed % 2 == 0 ? 15 : 0);
        const Table table =
            seed % 4 < 2 ? complete : test::with_missing(complete, Random(seed), 10);
        for (const auto& [method, parameters] : std::vector<std::pair<std::string, Json>>{
                 {"individual-ranking", {{"k", 3}}},
                 {"individual-ranking", {{"k", 4}, {"variant", "mdav"}}},
                 {"optimal-univariate", {{"k", 3}}},
                 {"mdav", {{"k", {3}}, {"group_size", 1}}}}) {
            const MaskOutput output = test::run_mask(method, table, parameters);
            const Measurement found =
                test::assess(kMicroaggregationIntersectionAttack, table,
                             test::result(table, output), Json::object(), 2,
                             Intruder{.record = microaggregation_intersection_record_of(
                                          table, method, parameters, output.facts)});
            EXPECT_EQ(found.details["hit"], 100.0) << method << ", seed " << seed;
            EXPECT_EQ(found.details["empty"], 0.0);
            EXPECT_EQ(found.details["certain"], found.details["certain_right"]);
            EXPECT_GE(found.value, found.details["certain"].get<double>() - 1e-9);
            EXPECT_THAT(found.warnings, IsEmpty());
        }
    }
}

TEST(AttackMicroaggregationIntersection, ManyGroupsGiveRecordsAway) {
    const Table table = test::random_table(Random(8), 500, 4);
    const MaskOutput output = test::run_mask("individual-ranking", table, {{"k", 10}});
    const Table masked = test::result(table, output);
    const Measurement all =
        test::assess(kMicroaggregationIntersectionAttack, table, masked, {{"group_size", 1}});
    EXPECT_GT(all.details["certain"], 95.0);
    EXPECT_GE(all.value, all.details["distance_linkage"].get<double>() - 1e-9);
    // One column alone never leaves fewer than k.
    const std::vector<std::string> one{"a"};
    const Measurement single = test::assess(kMicroaggregationIntersectionAttack, table.select(one),
                                            masked.select(one), {{"group_size", 1}});
    EXPECT_EQ(single.details["certain"], 0.0);
    EXPECT_LE(single.value, 10.0 + 1e-9);
}

// With all columns in one group k-anonymity holds: nobody has fewer than k candidates.
TEST(AttackMicroaggregationIntersection, OneGroupIsKAnonymous) {
    const Table table = test::random_table(Random(8), 200, 3);
    const Json parameters{{"k", {4}}, {"scaling", "none"}};
    const MaskOutput output = test::run_mask("mdav", table, parameters);
    const Json record =
        microaggregation_intersection_record_of(table, "mdav", parameters, output.facts);
    const auto run = [&](const Json& given) {
        return test::assess(kMicroaggregationIntersectionAttack, table, test::result(table, output),
                            given, 1, Intruder{.record = record});
    };
    const Measurement two = run({{"links", true}});
    for (const Json& set : two.private_details["candidate_sets"]) {
        if (!set.is_null()) {
            EXPECT_GE(set.size(), 8U);
        }
    }
    EXPECT_LE(two.value, 25.0);
    EXPECT_GT(two.details["hit"], 70.0);
    EXPECT_LT(run({{"t", 1}}).details["hit"], two.details["hit"]);
    EXPECT_EQ(run({{"t", 50}}).details["hit"], 100.0);  // all clusters
    EXPECT_EQ(run({{"t", 50}}).value, run({{"t", 50}}).details["distance_linkage"]);
}

// Groups of columns: what cannot be excluded stays, so that nobody is certain of a wrong record and
// no fewer are found than by distance; a guess of the nearest clusters is never certain.
TEST(AttackMicroaggregationIntersection, GroupsOfColumnsAreNotGuessed) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Table table = test::random_table(Random(seed), 150, 6);
        const Json parameters{{"k", {5}}, {"group_size", 2}};
        const MaskOutput output = test::run_mask("mdav", table, parameters);
        const Json record =
            microaggregation_intersection_record_of(table, "mdav", parameters, output.facts);
        const auto run = [&](const Json& given) {
            return test::assess(kMicroaggregationIntersectionAttack, table,
                                test::result(table, output), given, 1, Intruder{.record = record});
        };
        const Measurement found = run(Json::object());
        EXPECT_EQ(found.details["hit"], 100.0);
        EXPECT_EQ(found.details["certain"], found.details["certain_right"]);
        EXPECT_GE(found.value, found.details["distance_linkage"].get<double>() - 1e-9);
        EXPECT_EQ(run({{"t", 2}}).details["certain"], 0.0);
    }
}

TEST(AttackMicroaggregationIntersection, FuzzyMicroaggregationExcludesNobody) {
    const Table table = test::random_table(Random(8), 100, 3);
    const MaskOutput output = test::run_mask("fuzzy-microaggregation", table, {{"k", 5}});
    const Json record = microaggregation_intersection_record_of(table, "fuzzy-microaggregation",
                                                                {{"k", 5}}, output.facts);
    EXPECT_THROW(
        test::assess(kMicroaggregationIntersectionAttack, table, test::result(table, output),
                     Json::object(), 1, Intruder{.record = record}),
        Error);
}

TEST(AttackMicroaggregationIntersection, PartsOfARecord) {
    const Table table = test::random_table(Random(8), 120, 4);
    const Json parameters{{"k", {4}}, {"groups", Json::parse(R"([["a", "b"]])")}};
    const MaskOutput grouped = test::run_mask("mdav", table, parameters, {.columns = {"a", "b"}});
    const MaskOutput noisy = test::run_mask("noise", table, {{"p", 1}}, {.columns = {"c"}});
    Json record = microaggregation_intersection_record_of(table, "mdav", parameters, grouped.facts);
    record["steps"][0]["columns"] = {"a", "b"};
    record["steps"].push_back(
        {{"method", "noise"}, {"columns", {"c"}}, {"parameters", {{"p", 1}}}});
    const Measurement found = test::assess(kMicroaggregationIntersectionAttack, table,
                                           table.with(grouped.changed).with(noisy.changed),
                                           Json::object(), 1, Intruder{.record = record});
    EXPECT_EQ(found.details["parts"],
              Json::parse(R"([{"columns": ["a", "b"], "candidates": "possible clusters"},
                              {"columns": ["c"], "candidates": "every record"},
                              {"columns": ["d"], "candidates": "equal values"}])"));
    EXPECT_THAT(found.warnings, ElementsAre(HasSubstr("masked by noise")));
    EXPECT_EQ(found.details["certain"].get<double>() + found.details["empty"].get<double>(), 100);
}

TEST(AttackMicroaggregationIntersection, Errors) {
    const Table table = test::random_table(Random(4), 20, 2);
    const auto message = [&](const Json& parameters) -> std::string {
        try {
            test::assess(kMicroaggregationIntersectionAttack, table, table, parameters);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::usage);
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(message(Json::object()), HasSubstr("which columns were masked together"));
    EXPECT_THAT(message({{"groups", Json::parse(R"([["a"]])")}}),
                HasSubstr("\"b\" is in no group"));
    EXPECT_THAT(message({{"groups", Json::parse(R"([["a", "a"], ["b"]])")}}),
                HasSubstr("named twice"));
    EXPECT_THAT(message({{"groups", Json::parse(R"([["a", "q"], ["b"]])")}}),
                HasSubstr("no column"));
    EXPECT_THAT(message({{"groups", Json::parse(R"([["a"], ["b"]])")}, {"group_size", 1}}),
                HasSubstr("not both"));
}

}  // namespace
}  // namespace lethe
