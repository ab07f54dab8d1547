#include <numeric>

#include "lethe/data/groups.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::run_mask;
using test::texts;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Six of `values` categories a column, some missing.
Table random_keys(std::int64_t rows, int values, double missing) {
    std::vector<ColumnPtr> columns;
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
        const Stream stream = Random(81).stream(name);
        std::vector<std::int32_t> codes;
        Validity validity(rows);
        for (std::int64_t row = 0; row < rows; ++row) {
            Draws draws = stream.at(row);
            const double u = draws.uniform();
            codes.push_back(static_cast<std::int32_t>(u * u * values));
            if (draws.uniform() < missing) validity.set_missing(row);
        }
        Dictionary dictionary;
        for (int i = 0; i < values; ++i) dictionary.push_back(std::to_string(i));
        columns.push_back(Column::categories(
            name, Kind::nominal, std::move(codes),
            std::make_shared<const Dictionary>(std::move(dictionary)), validity));
    }
    return Table(std::move(columns));
}

std::int64_t cells(const Table& table) {
    std::int64_t count = 0;
    for (const ColumnPtr& column : table.columns()) count += column->missing();
    return count;
}

TEST(MaskLocalSuppression, ReachesK) {
    for (const double missing : {0.0, 0.05}) {
        for (const int values : {3, 12}) {
            const Table table = random_keys(2000, values, missing);
            for (const int k : {2, 5}) {
                for (const char* match : {"original", "released"}) {
                    const Table masked =
                        mask("local-suppression", table, {{"k", k}, {"match", match}});
                    const auto matches = matching_rows(test::threads(1), masked, masked.names());
                    EXPECT_GE(*std::min_element(matches.begin(), matches.end()), k);
                }
            }
        }
    }
}

TEST(MaskLocalSuppression, FewerCellsWhereTheReleaseCounts) {
    const Table table = random_keys(1000, 6, 0.0);
    const std::int64_t original = cells(mask("local-suppression", table, {{"k", 3}}));
    const std::int64_t released =
        cells(mask("local-suppression", table, {{"k", 3}, {"match", "released"}}));
    EXPECT_GT(released, 0);
    EXPECT_LT(released, original);
}

// A greedy that blanks the column of most categories first, as long as a record is rare.
TEST(MaskLocalSuppression, BeatsBlankingInAFixedOrder) {
    const Table table = random_keys(1000, 6, 0.0);
    std::vector<int> blanked(1000, 0);
    for (int count = 0; count < 6; ++count) {
        std::vector<std::string> shown = table.names();
        shown.resize(static_cast<std::size_t>(6 - count));
        const Groups groups = group_rows(test::threads(1), table, shown);
        for (std::size_t row = 0; row < 1000; ++row) {
            const auto its = static_cast<std::size_t>(groups.class_of[row]);
            if (blanked[row] == count && groups.sizes[its] < 3) ++blanked[row];
        }
    }
    EXPECT_LT(cells(mask("local-suppression", table, {{"k", 3}})),
              std::accumulate(blanked.begin(), blanked.end(), 0));
}

TEST(MaskLocalSuppression, EqualRowsAreBlankedAlikeInAnyOrder) {
    const Table table = random_keys(500, 5, 0.05);
    const auto order = random_permutation(Random(5).stream("order"), 500);
    EXPECT_TRUE(test::same_cells(mask("local-suppression", table.gather(order), {{"k", 3}}),
                                 mask("local-suppression", table, {{"k", 3}}), order));
}

TEST(MaskLocalSuppression, SaysWhatIsLost) {
    const std::vector<std::string> jobs = {"a", "b", "c", "d"}, towns = {"x", "x", "x", "x"};
    const Table table({Column::from_texts("job", Kind::nominal, jobs),
                       Column::from_texts("town", Kind::nominal, towns)});
    const MaskOutput output = run_mask("local-suppression", table, {{"k", 2}});
    EXPECT_THAT(texts(test::result(table, output), "job"), Each("NA"));
    EXPECT_EQ(output.facts["suppressed_cells"], Json({{"job", 4}, {"town", 0}}));
    EXPECT_EQ(output.facts["changed_records"], 4);
    EXPECT_THAT(output.warnings,
                ElementsAre(HasSubstr("column \"job\" loses 100 % of its values")));
}

TEST(MaskLocalSuppression, BadInput) {
    const Table table = random_keys(10, 3, 0.0);
    EXPECT_THAT(test::problems("local-suppression", table, {{"k", 11}}),
                ElementsAre("step 1.k: k is 11, but the table has 10 rows"));
    EXPECT_THAT(test::problems("local-suppression", table, {{"cost", {{"z", 2}}}}),
                ElementsAre(HasSubstr("step 1.cost: ")));
    EXPECT_THAT(test::problems("local-suppression", table, {{"cost", {{"a", 0}}}}),
                ElementsAre(HasSubstr("must be above 0")));
    const Table wide = test::random_table(Random(3), 30, 21, 2);
    EXPECT_THAT(test::problems("local-suppression", wide, Json::object()),
                ElementsAre(HasSubstr("at most 20 together")));
    const Table most = test::random_table(Random(3), 30, 12, 2);
    EXPECT_THAT(test::problems("local-suppression", most, Json::object()), IsEmpty());
}

}  // namespace
}  // namespace lethe
