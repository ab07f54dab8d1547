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

constexpr const char* kRankSwappingIntersectionAttack = "rank-swapping-intersection";

// The worked example of Torra (2015).
Table example_original() {
    return test::numeric_table({{"a1", {8, 6, 10, 7, 9, 2, 1, 4, 5, 3}},
                                {"a2", {9, 7, 3, 1, 4, 2, 10, 8, 5, 6}},
                                {"a3", {1, 10, 4, 2, 6, 8, 3, 7, 5, 9}},
                                {"a4", {3, 2, 1, 6, 4, 8, 9, 10, 5, 7}}});
}

Table example_masked() {
    return test::numeric_table({{"a1", {10, 5, 8, 9, 7, 4, 3, 2, 6, 1}},
                                {"a2", {10, 5, 4, 2, 3, 1, 9, 6, 7, 8}},
                                {"a3", {3, 8, 2, 4, 5, 10, 1, 9, 6, 7}},
                                {"a4", {5, 1, 2, 4, 6, 10, 7, 8, 3, 9}}});
}

Json example_sets(const Json& parameters) {
    Json given{{"distance", "raw"}, {"links", true}};
    given.update(parameters);
    return test::assess(kRankSwappingIntersectionAttack, example_original(), example_masked(),
                        given)
        .private_details;
}

TEST(AttackRankSwappingIntersection, WorkedExample) {
    const Json found = example_sets({{"window", 2}});
    EXPECT_EQ(found["candidate_sets"],
              Json::parse("[[1], [2], [3], [4], [4, 5], [6], [7], [8], [5, 9], [8, 10]]"));
    EXPECT_EQ(found["links"]["masked"], Json({1, 2, 3, 4, 4, 6, 7, 8, 5, 8}));
    const std::vector<double> squares{13, 10, 10, 13, 8, 13, 13, 16, 9, 2};
    for (std::size_t i = 0; i < squares.size(); ++i) {
        EXPECT_NEAR(found["links"]["distance"][i].get<double>(), std::sqrt(squares[i]), 1e-12);
    }
}

TEST(AttackRankSwappingIntersection, WorkedExampleWithOtherWindows) {
    EXPECT_EQ(example_sets({{"window", 1}})["candidate_sets"],
              Json::parse("[[], [], [], [], [], [], [], [], [], [8]]"));
    EXPECT_EQ(example_sets({{"window", 3}})["candidate_sets"],
              Json::parse("[[1], [2], [3, 4], [4, 5], [4, 5, 9], [6], [7], [8, 10], [3, 5, 9], "
                          "[8, 10]]"));
    // Percent of ten values are tenths; 100 percent excludes nobody.
    EXPECT_EQ(example_sets({{"p", 20}}), example_sets({{"window", 2}}));
    EXPECT_EQ(example_sets({{"p", 100}})["candidate_sets"][0].size(), 10U);
}

// The sets of single columns: those printed for the second record, and the sizes of all.
TEST(AttackRankSwappingIntersection, WorkedExampleColumnByColumn) {
    const std::vector<std::vector<int>> sizes{{5, 5, 3, 5, 4, 4, 3, 5, 5, 5},
                                              {4, 5, 5, 3, 5, 4, 3, 5, 5, 5},
                                              {3, 3, 5, 4, 5, 5, 5, 5, 5, 4},
                                              {5, 4, 3, 5, 5, 5, 4, 3, 5, 5}};
    const std::vector<Json> second{{2, 3, 5, 6, 9}, {2, 7, 8, 9, 10}, {2, 6, 8}, {2, 3, 4, 9}};
    for (std::size_t j = 0; j < 4; ++j) {
        const std::vector<std::string> name{example_original().names()[j]};
        const Json sets =
            test::assess(kRankSwappingIntersectionAttack, example_original().select(name),
                         example_masked().select(name), {{"window", 2}, {"links", true}})
                .private_details["candidate_sets"];
        EXPECT_EQ(sets[1], second[j]);
        for (std::size_t i = 0; i < 10; ++i) {
            EXPECT_EQ(sets[i].size(), static_cast<std::size_t>(sizes[j][i])) << i + 1 << ", " << j;
        }
    }
}

TEST(AttackRankSwappingIntersection, OneKnownPersonIsEnough) {
    const Measurement found =
        test::assess(kRankSwappingIntersectionAttack, example_original(), example_masked(),
                     {{"window", 2}}, 1, Intruder{.known = {1}});
    EXPECT_EQ(found.value, 100);
    EXPECT_EQ(found.details["records"], 1);
    EXPECT_EQ(found.details["certain"], 100.0);
}

// A table with ties, missing values and ordered categories.
Table rank_swapping_intersection_mixed_table(std::uint64_t seed, std::int64_t rows) {
    const Table numbers = test::with_missing(
        test::random_table(Random(seed), rows, 2, seed % 2 == 0 ? 12 : 0), Random(seed), 9);
    const Stream stream = Random(seed).stream("level");
    std::vector<std::string> levels;
    for (std::int64_t row = 0; row < rows; ++row) {
        levels.push_back(std::string(1, static_cast<char>('a' + stream.at(row).below(5))));
    }
    const std::vector<std::string> order{"a", "b", "c", "d", "e"};
    return Table({numbers.column_ptr("a"), numbers.column_ptr("b"),
                  Column::from_texts("level", Kind::nominal, levels)->as_ordinal(order)});
}

Json rank_swapping_intersection_step(const char* method, const Table& table, const Json& parameters,
                                     const Json& facts) {
    return {{"method", method},
            {"columns", table.names()},
            {"parameters", parameters},
            {"facts", facts}};
}

Json rank_swapping_intersection_record_of(const Table& table, std::vector<Json> steps) {
    Json columns = Json::array();
    for (const std::string& name : table.names()) columns.push_back({{"name", name}});
    return {{"kind", "release"}, {"release", {{"columns", columns}}}, {"steps", steps}};
}

TEST(AttackRankSwappingIntersection, TheTrueRecordIsAlwaysACandidate) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Table table = rank_swapping_intersection_mixed_table(seed, 80);
        const Json parameters{{"p", 1 + static_cast<double>(seed % 12)}};
        const MaskOutput output =
            test::run_mask("rank-swapping", table, parameters, {.seed = seed});
        const Json record = rank_swapping_intersection_record_of(
            table,
            {rank_swapping_intersection_step("rank-swapping", table, parameters, output.facts)});
        double last_certain = 100;
        for (const Json& given :
             {Json::object(), parameters, Json{{"p", 30}}, Json{{"window", 80}}}) {
            const Measurement found =
                test::assess(kRankSwappingIntersectionAttack, table, test::result(table, output),
                             given, 2, Intruder{.record = record});
            EXPECT_EQ(found.details["hit"], 100.0);
            EXPECT_EQ(found.details["empty"], 0.0);
            EXPECT_EQ(found.details["certain"], found.details["certain_right"]);
            EXPECT_GE(found.value, found.details["certain"].get<double>() - 1e-9);
            EXPECT_LE(found.details["certain"].get<double>(), last_certain);  // windows grow
            EXPECT_THAT(found.warnings, IsEmpty());
            last_certain = found.details["certain"];
        }
    }
}

TEST(AttackRankSwappingIntersection, DroppedRecordsAndSeveralSwapsKeepItTrue) {
    const Table table = test::random_table(Random(4), 300, 3);
    const MaskOutput first = test::run_mask("rank-swapping", table, {{"p", 2}}, {.seed = 1});
    const Table once = test::result(table, first);
    const MaskOutput sample = test::run_mask("sampling", once, {{"fraction", 0.5}});
    const Table sampled = test::result(once, sample);
    const MaskOutput second = test::run_mask("rank-swapping", sampled, {{"p", 3}}, {.seed = 2});
    const Json record = rank_swapping_intersection_record_of(
        table,
        {rank_swapping_intersection_step("rank-swapping", table, {{"p", 2}}, first.facts),
         rank_swapping_intersection_step("sampling", table, {{"fraction", 0.5}}, sample.facts),
         rank_swapping_intersection_step("rank-swapping", table, {{"p", 3}}, second.facts)});
    const Measurement found =
        test::assess(kRankSwappingIntersectionAttack, table, test::result(sampled, second),
                     Json::object(), 1, Intruder{.origin = *sample.kept_rows, .record = record});
    EXPECT_EQ(found.details["window_ranks"], Json({{"a", 10}, {"b", 10}, {"c", 10}}));  // 6 + 4
    EXPECT_EQ(found.details["hit"], 100.0);
    EXPECT_GT(found.details["empty"], 1.0);  // of records that were dropped often nobody remains
    EXPECT_LE(found.value, 50);
    EXPECT_EQ(found.details["records"], 300);
}

TEST(AttackRankSwappingIntersection, UntouchedColumnsMatchExactlyAndOthersExcludeNobody) {
    const Table table = test::random_table(Random(4), 200, 3);
    const auto only = [&](const char* name) {
        return table.select(std::vector<std::string>{name});
    };
    const MaskOutput swapped =
        test::run_mask("rank-swapping", table, {{"p", 10}}, {.columns = {"a"}});
    const MaskOutput noisy = test::run_mask("noise", table, {{"p", 10}}, {.columns = {"b"}});
    const Table masked = table.with(swapped.changed).with(noisy.changed);
    const Json record = rank_swapping_intersection_record_of(
        table,
        {rank_swapping_intersection_step("rank-swapping", only("a"), {{"p", 10}}, swapped.facts),
         rank_swapping_intersection_step("noise", only("b"), {{"p", 10}}, noisy.facts)});
    const Measurement found = test::assess(kRankSwappingIntersectionAttack, table, masked,
                                           Json::object(), 1, Intruder{.record = record});
    EXPECT_EQ(found.details["window_ranks"], Json({{"a", 20}, {"b", nullptr}, {"c", 0}}));
    EXPECT_EQ(found.value, 100);  // c is as it was
    EXPECT_THAT(found.warnings, ElementsAre(HasSubstr("noise sets no bound")));
}

// What no window bounds gives the attack nothing to intersect: it is the plain linkage.
TEST(AttackRankSwappingIntersection, ResistantMethodsLeaveEverybody) {
    const Table table = test::random_table(Random(4), 300, 4);
    for (const char* method : {"rank-swapping-buckets", "rank-swapping-distribution"}) {
        const MaskOutput output = test::run_mask(method, table, Json::object());
        const Table masked = test::result(table, output);
        const Json record = rank_swapping_intersection_record_of(
            table, {rank_swapping_intersection_step(method, table, Json::object(), output.facts)});
        try {
            test::assess(kRankSwappingIntersectionAttack, table, masked, Json::object(), 1,
                         Intruder{.record = record});
            FAIL();
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::usage);
            EXPECT_THAT(error.what(), HasSubstr("no rank-swapping step"));
        }
        const Measurement all =
            test::assess(kRankSwappingIntersectionAttack, table, masked, {{"p", 100}});
        EXPECT_EQ(all.value, all.details["distance_linkage"]);
        EXPECT_EQ(all.value, test::assess("distance-linkage", table, masked).value);
        // A guessed window misses the right record of some.
        EXPECT_LT(
            test::assess(kRankSwappingIntersectionAttack, table, masked, {{"p", 5}}).details["hit"],
            100.0);
    }
}

TEST(AttackRankSwappingIntersection, ErrorsNameWhatIsMissing) {
    const Table table = test::random_table(Random(4), 20, 2);
    const auto message = [&](const Json& parameters, const Json& record) -> std::string {
        try {
            test::assess(kRankSwappingIntersectionAttack, table, table, parameters, 1,
                         Intruder{.record = record});
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(message(Json::object(), nullptr),
                HasSubstr("not known for a, b: give the release"));
    EXPECT_THAT(message({{"p_by_column", {{"a", 3}}}}, nullptr), HasSubstr("not known for b"));
    EXPECT_THAT(message({{"p", 3}, {"window", 3}}, nullptr), HasSubstr("p or window, not both"));
    EXPECT_THAT(message({{"p_by_column", {{"q", 3}}}}, nullptr), HasSubstr("no column"));
    EXPECT_THAT(message(Json::object(), Json::array()), HasSubstr("it has no steps"));
    EXPECT_THAT(
        message(Json::object(), rank_swapping_intersection_record_of(table, {Json{{"method", 1}}})),
        HasSubstr("step 1 has no method"));
    EXPECT_THAT(message(Json::object(),
                        rank_swapping_intersection_record_of(
                            table, {rank_swapping_intersection_step(
                                       "rank-swapping", table, {{"p", "much"}}, Json::object())})),
                HasSubstr("has no p for column"));
    const Table other = test::random_table(Random(4), 20, 1);
    EXPECT_THAT(message(Json::object(), rank_swapping_intersection_record_of(other, {})),
                HasSubstr("no column \"b\""));
    EXPECT_THAT(message({{"window", -1}}, nullptr), HasSubstr("at least 0"));
}

TEST(AttackRankSwappingIntersection, NobodyToLink) {
    const Table table = test::random_table(Random(4), 5, 1);
    const Measurement found = test::assess(kRankSwappingIntersectionAttack, table, table,
                                           {{"p", 5}}, 1, Intruder{.known = {1}, .training = {1}});
    EXPECT_EQ(found.value, 0);
    EXPECT_THAT(found.warnings, ElementsAre(HasSubstr("no record to link")));
}

}  // namespace
}  // namespace lethe
