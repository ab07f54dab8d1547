#include <gmock/gmock.h>

#include "assess.h"
#include "lethe/core/error.h"
#include "lethe/table/attack/likelihood/known_masking.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::Intruder;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kKnownMaskingLinkageAttack = "known-masking-linkage";

struct Masked {
    Table table;
    Json record;
};

Masked known_masking_linkage_masked_by(const std::string& method, const Table& table,
                                       const Json& parameters, std::uint64_t seed,
                                       std::vector<std::string> columns = {}) {
    if (columns.empty()) columns = table.names();
    Problems problems;
    const Json bound = find_method(method, Family::mask).bind(parameters, {}, problems);
    const MaskOutput output =
        test::run_mask(method, table, bound, {.seed = seed, .columns = columns});
    return {test::result(table, output),
            {{"steps", Json::array({{{"method", method},
                                     {"columns", columns},
                                     {"parameters", bound},
                                     {"facts", output.facts}}})}}};
}

// Numbers that go together, as those of people do.
Table known_masking_linkage_people(std::uint64_t seed) {
    const Table drawn = test::random_table(Random(seed), 400, 5);
    const auto common = drawn.column("e").numbers();
    std::vector<ColumnPtr> columns;
    for (const char* name : {"a", "b", "c", "d"}) {
        std::vector<double> values;
        const auto own = drawn.column(name).numbers();
        for (std::size_t i = 0; i < own.size(); ++i) values.push_back(own[i] + common[i]);
        columns.push_back(Column::numeric(name, std::move(values)));
    }
    return Table(std::move(columns));
}

// Who knows the method finds more than the distance does: far more where values were swapped or
// columns were masked unequally, and hardly fewer where the distance is the likelihood.
TEST(AttackKnownMaskingLinkage, FindsMoreThanTheDistance) {
    struct Case {
        const char* method;
        Json parameters;
        double gain;  // percent of the people, on average
    };
    for (const Case& one : std::vector<Case>{{"rank-swapping", {{"p", 10}}, 10},
                                             {"rank-swapping-buckets", {{"buckets", 12}}, 4},
                                             {"rank-swapping-distribution", {{"p", 12}}, 4},
                                             {"noise", {{"p", 20}}, -1},
                                             {"noise", {{"p", 20}, {"type", "correlated"}}, 2},
                                             {"noise", {{"p", 5}, {"p_by_column", {{"a", 60}}}}, 5},
                                             {"mdav", {{"k", {2, 15}}, {"group_size", 2}}, 3},
                                             {"fuzzy-microaggregation", {{"k", 4}}, -0.5},
                                             {"rounding", {{"base", 1}}, 0}}) {
        double known = 0, distance = 0;
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
            const Table table = known_masking_linkage_people(seed);
            const Masked masked =
                known_masking_linkage_masked_by(one.method, table, one.parameters, 100 + seed);
            known += test::assess(kKnownMaskingLinkageAttack, table, masked.table, Json::object(),
                                  2, Intruder{.record = masked.record})
                         .value /
                     4;
            distance += test::assess("distance-linkage", table, masked.table).value / 4;
        }
        EXPECT_GE(known, distance + one.gain) << one.method << ' ' << one.parameters;
    }
}

// A column that was left alone decides among those that were masked.
TEST(AttackKnownMaskingLinkage, EveryColumnCounts) {
    const Table table = known_masking_linkage_people(3);
    const std::vector<std::string> numbers{"a", "b", "c"};
    const Masked masked = known_masking_linkage_masked_by("noise", table, {{"p", 100}}, 1, numbers);
    const Intruder intruder{.record = masked.record};
    const Measurement all =
        test::assess(kKnownMaskingLinkageAttack, table, masked.table, Json::object(), 2, intruder);
    EXPECT_EQ(all.value, 100.0);  // d is different for everybody, and unchanged
    EXPECT_EQ(all.details["certain"], 100.0);
    EXPECT_THAT(all.warnings, IsEmpty());
    const Measurement some =
        test::assess(kKnownMaskingLinkageAttack, table.select(numbers),
                     masked.table.select(numbers), Json::object(), 2, intruder);
    EXPECT_LT(some.value, 10.0);
    EXPECT_EQ(some.details["certain"], 0.0);
}

TEST(AttackKnownMaskingLinkage, DroppedRecordsMakeNobodyCertain) {
    const Table table = known_masking_linkage_people(5);
    const std::vector<std::int64_t> kept{0, 3, 5, 200, 399};
    const Json record{{"steps", Json::array({{{"method", "sampling"},
                                              {"columns", table.names()},
                                              {"parameters", {{"count", 5}}}}})}};
    const Measurement found =
        test::assess(kKnownMaskingLinkageAttack, table, table.gather(kept), Json::object(), 1,
                     Intruder{.origin = kept, .record = record});
    EXPECT_EQ(found.value, 1.25);  // five of four hundred
    EXPECT_EQ(found.details["certain"], 0.0);
}

TEST(AttackKnownMaskingLinkage, RecordsCallForIt) {
    const Table table = known_masking_linkage_people(1);
    const auto called = [&](const std::string& method) {
        return attack::attacks_on(
            known_masking_linkage_masked_by(method, table, Json::object(), 1).record, table);
    };
    EXPECT_THAT(called("fuzzy-microaggregation"), ElementsAre(kKnownMaskingLinkageAttack));
    EXPECT_THAT(called("rank-swapping"), Contains(kKnownMaskingLinkageAttack));
    EXPECT_THAT(attack::attacks_on(nullptr, table), IsEmpty());
}

TEST(AttackKnownMaskingLinkage, Errors) {
    const Table table = known_masking_linkage_people(1);
    const auto message = [&](const Json& parameters) -> std::string {
        try {
            test::assess(kKnownMaskingLinkageAttack, table, table, parameters);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(message(Json::object()), HasSubstr("the option release"));
    EXPECT_THAT(message({{"steps", Json::parse(R"([{"columns": ["a"]}])")}}), HasSubstr("method"));
    EXPECT_THAT(message({{"steps", Json::parse(R"([{"method": "nois"}])")}}), HasSubstr("noise"));
}

}  // namespace
}  // namespace lethe
