// Which rows of a table are shown, and that they are looked for once.
#include "studio/row_filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "studio/table_shelf.h"
#include "support.h"

namespace lethe::studio {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kPeople = "age,town\n10,a\n20,b\n30,\n,b\n40,c\n20,a\n";

class RowFilter : public testing::Test {
  protected:
    void SetUp() override { write_file(path_, kPeople); }
    RowList rows(const Json& filter) { return *shelf_.rows_of(path_, {}, filter).rows; }
    std::string refused(const Json& filter) {
        try {
            rows(filter);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::usage);
            return error.what();
        }
        return {};
    }

    test::TemporaryFolder folder_;
    std::string path_ = folder_.file("people.csv");
    TableShelf shelf_{1};
};

Json ages(double from, double to, bool closed = false) {
    return {{"column", "age"}, {"from", from}, {"to", to}, {"closed", closed}};
}

TEST_F(RowFilter, ARangeHoldsItsLowerEndAndTheUpperOneWhereItIsClosed) {
    EXPECT_THAT(rows(Json::array({ages(20, 40)})), ElementsAre(1, 2, 5));
    EXPECT_THAT(rows(Json::array({ages(20, 40, true)})), ElementsAre(1, 2, 4, 5));
    EXPECT_THAT(rows(Json::array({ages(41, 99, true)})), IsEmpty());
}

TEST_F(RowFilter, ValuesAndAllOthersLeaveOutWhatIsMissing) {
    EXPECT_THAT(rows({{{"column", "town"}, {"values", {"a", "c", "nowhere"}}}}),
                ElementsAre(0, 4, 5));
    EXPECT_THAT(rows({{{"column", "town"}, {"without", {"a", "c"}}}}), ElementsAre(1, 3));
    EXPECT_THAT(rows({{{"column", "town"}, {"without", Json::array()}}}),
                ElementsAre(0, 1, 3, 4, 5));
    // Numbers are compared as they are written.
    EXPECT_THAT(rows({{{"column", "age"}, {"values", {"20"}}}}), ElementsAre(1, 5));
}

TEST_F(RowFilter, EveryConditionHoldsAndListedRowsKeepTheirOrder) {
    EXPECT_THAT(rows(Json::array({ages(20, 40, true), {{"column", "town"}, {"values", {"a"}}}})),
                ElementsAre(5));
    EXPECT_THAT(rows(Json::array({{{"rows", {6, 1, 3}}}})), ElementsAre(5, 0, 2));
    EXPECT_THAT(rows(Json::array({ages(15, 40), {{"rows", {6, 1, 3}}}})), ElementsAre(5, 2));
}

TEST_F(RowFilter, WhatIsWrongIsSaidWithoutAValue) {
    EXPECT_THAT(refused({{{"column", "height"}, {"values", {"secret"}}}}), HasSubstr("height"));
    EXPECT_THAT(refused({{{"column", "town"}, {"from", 1}, {"to", 2}}}), HasSubstr("numbers"));
    EXPECT_THAT(refused({{{"column", "age"}, {"from", "secret"}, {"to", 2}}}),
                Not(HasSubstr("secret")));
    for (const Json& filter :
         {Json("secret"), Json::array({3}), Json::array({Json::object()}),
          Json::array({{{"rows", {0}}}}), Json::array({{{"rows", {7}}}}),
          Json::array({{{"rows", "secret"}}}), Json::array({{{"rows", {1}}}, {{"rows", {2}}}}),
          Json::array({{{"column", "town"}, {"values", {1}}}}), Json::array({ages(1, 2), nullptr}),
          Json(std::vector<Json>(101, ages(1, 2)))}) {
        const std::string said = refused(filter);
        EXPECT_NE(said, "") << filter.dump();
        EXPECT_THAT(said, Not(HasSubstr("secret")));
    }
}

TEST_F(RowFilter, IsLookedForOnceAndAgainWhenTheFileChanged) {
    const Json adults = Json::array({ages(20, 99)});
    const auto first = shelf_.rows_of(path_, {}, adults);
    EXPECT_EQ(shelf_.rows_of(path_, {}, Json::array({ages(0, 9)})).rows->size(), 0U);
    EXPECT_EQ(shelf_.rows_of(path_, {}, adults).rows, first.rows);
    write_file(path_, kPeople + "50,d\n60,d\n");
    EXPECT_EQ(shelf_.rows_of(path_, {}, adults).rows->size(), first.rows->size() + 2);
}

TEST_F(RowFilter, AWindowCountsWhatIsChosenAndNamesTheRowsOfTheFile) {
    const auto chosen = shelf_.rows_of(path_, {}, Json::array({ages(20, 99)}));
    const Json window = window_json(*chosen.table, 1, 2, {"town"}, chosen.rows.get());
    EXPECT_EQ(window["total"], 4);
    EXPECT_EQ(window["of"], 6);
    EXPECT_EQ(window["numbers"], Json({3, 5}));
    EXPECT_EQ(window["rows"], Json({{nullptr}, {"c"}}));
    EXPECT_FALSE(window_json(*chosen.table, 0, 2, {}).contains("numbers"));
}

}  // namespace
}  // namespace lethe::studio
