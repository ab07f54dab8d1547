// Who stands out of a table before anything is done.
#include "lethe/release/assess/table_exposure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "category_tables.h"
#include "lethe/core/error.h"
#include "lethe/method/publication.h"
#include "support.h"

namespace lethe::release {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// The first is alone by town, the second by sex and job, the others are two and two alike.
Table six_inspected() {
    return Table({Column::from_texts("town", Kind::nominal,
                                     std::vector<std::string>{"a", "b", "b", "b", "b", "b"}),
                  Column::from_texts("sex", Kind::nominal,
                                     std::vector<std::string>{"m", "f", "m", "m", "f", "f"}),
                  Column::from_texts("job", Kind::nominal,
                                     std::vector<std::string>{"x", "x", "x", "x", "y", "y"})});
}

TEST(TableExposure, SaysWhoIsAloneAndByWhat) {
    const Table table = six_inspected();
    for (const double steps : {4e8, 0.0}) {
        const TableExposure found = table_exposure(test::threads(1), table, table.names(),
                                                   {.worst = 6, .most_steps = steps});
        EXPECT_EQ(found.looked_at, 6);
        EXPECT_EQ(found.table.class_size, (std::vector<std::int64_t>{1, 1, 2, 2, 2, 2}));
        EXPECT_EQ(found.table.exposure, (std::vector<double>{1, 1, 0.5, 0.5, 0.5, 0.5}));
        ASSERT_EQ(found.table.worst.size(), 2U);
        EXPECT_EQ(found.table.worst[0].row, 0);
        EXPECT_EQ(found.table.worst[1].unique_on,
                  (std::vector<std::vector<std::string>>{{"sex", "job"}}));
        ASSERT_EQ(found.alone_by.size(), 2U);
        EXPECT_EQ(found.alone_by[0].columns, std::vector<std::string>{"town"});
        EXPECT_EQ(found.alone_by[0].people, 1);
        EXPECT_EQ(exposure_csv(found.table).substr(0, 80),
                  "row,class_size,exposure,attack,unique_on,linked_by\n"
                  "1,1,1,,town,\n2,1,1,,sex+job,\n");
    }
}

// With too much to look at only the worst are, and they have the same reasons.
TEST(TableExposure, OfTooManyTheWorstAlone) {
    const Table table = test::random_categories(Random(5), 400, 6, 7);
    const auto all = table_exposure(test::threads(2), table, table.names());
    const auto some =
        table_exposure(test::threads(2), table, table.names(), {.worst = 50, .most_steps = 1000});
    EXPECT_EQ(all.looked_at, 400);
    EXPECT_EQ(some.looked_at, 50);
    EXPECT_EQ(some.table.class_size, all.table.class_size);
    EXPECT_FALSE(some.table.worst.empty());
    for (const ExposureReason& reason : some.table.worst) {
        const auto same = [&](const ExposureReason& other) { return other.row == reason.row; };
        const auto found = std::find_if(all.table.worst.begin(), all.table.worst.end(), same);
        ASSERT_NE(found, all.table.worst.end());
        EXPECT_EQ(found->unique_on, reason.unique_on);
    }
}

// Alone in one column is worse than alone in three.
TEST(TableExposure, TheWorstAreAloneInFewestColumns) {
    const Table table = test::random_categories(Random(6), 300, 5, 11);
    const auto found = table_exposure(test::threads(1), table, table.names());
    std::pair<std::int64_t, std::size_t> last{0, 0};
    for (const ExposureReason& reason : found.table.worst) {
        const std::pair now{found.table.class_size[static_cast<std::size_t>(reason.row)],
                            reason.unique_on.front().size()};
        EXPECT_LE(last, now);
        last = now;
    }
    EXPECT_GT(last.second, 1U);
    EXPECT_LE(found.alone_by.size(), kShownSets);
    for (std::size_t i = 1; i < found.alone_by.size(); ++i) {
        EXPECT_GE(found.alone_by[i - 1].people, found.alone_by[i].people);
    }
}

TEST(TableExposure, SinglePeopleStandInPrivateMembersAlone) {
    const Table table = six_inspected();
    const Json result =
        to_json(table_exposure(test::threads(1), table, table.names()), table.names());
    EXPECT_EQ(result["alone_by"][0]["columns"], Json{"town"});
    EXPECT_DOUBLE_EQ(result["alone_by"][0]["share"].get<double>(), 100.0 / 6);
    EXPECT_EQ(result["private_worst"][1]["row"], 2);
    const std::string open = published(result).dump();
    EXPECT_THAT(open, Not(HasSubstr("row")));
    EXPECT_THAT(open, HasSubstr("alone_by"));
    EXPECT_THROW(table_exposure(test::threads(1), table, std::vector<std::string>{}), Error);
}

}  // namespace
}  // namespace lethe::release
