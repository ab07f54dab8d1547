#include <map>
#include <set>

#include "lethe/data/groups.h"
#include "lethe/data/samples/census.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::run_mask;
using test::texts;
using ::testing::HasSubstr;

std::int64_t smallest_recoded_class(const Table& table) {
    return group_rows(Context{}, table, table.names()).smallest();
}

TEST(MaskOptimalRecoding, EqualValuesAreShownAlike) {
    const Table census = sample_census(Context{}, Random(3), 200);
    const std::vector<std::string> columns{"age", "sex", "education"};
    const Table before = census.select(columns);
    const MaskOutput output = run_mask("optimal-recoding", before, {{"k", 5}});
    const Table after = test::result(before, output);
    EXPECT_GE(smallest_recoded_class(after), 5);
    for (const std::string& name : columns) {
        std::map<std::string, std::string> shown;
        const auto old = texts(before, name), now = texts(after, name);
        for (std::size_t row = 0; row < old.size(); ++row) {
            EXPECT_EQ(shown.try_emplace(old[row], now[row]).first->second, now[row]) << name;
        }
        const std::set<std::string> different(now.begin(), now.end());
        EXPECT_EQ(output.facts["blocks"][name], different.size()) << name;
    }
    std::int64_t sum = 0;
    for (const std::int64_t size : group_rows(Context{}, after, columns).sizes) sum += size * size;
    EXPECT_EQ(output.facts["cost"], sum);
}

TEST(MaskOptimalRecoding, SaysWhatItCouldNotProve) {
    const Table census = sample_census(Context{}, Random(3), 300);
    const Table before = census.select(std::vector<std::string>{"age", "occupation"});
    const MaskOutput early = run_mask("optimal-recoding", before, {{"k", 3}, {"looks", 20}});
    EXPECT_FALSE(early.facts["exact"].get<bool>());
    ASSERT_EQ(early.warnings.size(), 1u);
    EXPECT_THAT(early.warnings.front(), HasSubstr("before this recoding was proven"));
    EXPECT_LT(early.private_facts["least_cost"], early.facts["cost"]);
    const MaskOutput late = run_mask("optimal-recoding", before, {{"k", 3}, {"looks", 4000}});
    EXPECT_LE(late.facts["cost"], early.facts["cost"]);
    EXPECT_GE(late.private_facts["least_cost"], early.private_facts["least_cost"]);
}

TEST(MaskOptimalRecoding, FreerBlocksNeverCostMore) {
    const Table census = sample_census(Context{}, Random(5), 150);
    std::vector<ColumnPtr> columns;
    for (const char* name : {"sex", "region"}) {
        columns.push_back(census.column(name).as_kind(Kind::nominal));
    }
    const Table before(columns);
    const auto cost = [&](const char* blocks) {
        const MaskOutput output =
            run_mask("optimal-recoding", before, {{"k", 8}, {"blocks", blocks}});
        EXPECT_TRUE(output.facts["exact"].get<bool>());
        return output.facts["cost"].get<std::int64_t>();
    };
    EXPECT_LE(cost("sets"), cost("order"));
}

TEST(MaskOptimalRecoding, SuppressedAreKOrNobody) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Table census = sample_census(Context{}, Random(seed), 60);
        const Table before = census.select(std::vector<std::string>{"age", "sex"});
        for (const double share : {0.0, 5.0, 100.0}) {
            const MaskOutput output = run_mask("optimal-recoding", before,
                                               {{"k", 4}, {"suppress", share}, {"looks", 3000}});
            EXPECT_GE(smallest_recoded_class(test::result(before, output)), 4) << seed;
        }
    }
}

}  // namespace
}  // namespace lethe
