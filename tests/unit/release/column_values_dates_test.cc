// What a policy says of the values of dates: ends as texts, and units.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/data/written/notation.h"
#include "lethe/release/tables/column_values.h"

namespace lethe::release {
namespace {

using ::testing::HasSubstr;

ColumnPtr date_column(std::vector<double> days) {
    return Column::numeric("born", std::move(days))
        ->with_notation(Notation::of_dates("%d.%m.%Y", Quantity::date));
}

std::string problem_of(const Column& column, const ColumnValues& declared) {
    Problems problems;
    check_values(column, declared, {}, problems);
    return problems.empty() ? "" : problems.front().message;
}

TEST(ColumnValuesOfDates, EndsAreReadInIsoOrAsTheColumnIsWritten) {
    const ColumnPtr column = date_column({0, 7305});
    ColumnValues declared;
    declared.least_text = "1960-01-01";
    declared.most_text = "31.12.1999";
    const NumberDomain domain = domain_of(*column, declared);
    EXPECT_EQ(domain.least, -3653);
    EXPECT_EQ(domain.most, 10956);
    EXPECT_EQ(domain.nearest(20000.3), 10956);
    EXPECT_EQ(problem_of(*column, declared), "");
    declared.most_text = "1980-01-01";
    EXPECT_THAT(problem_of(*column, declared), HasSubstr("1 of the 2 values"));
    declared.most_text = "";
    EXPECT_EQ(domain_of(*column, declared).most, std::nullopt);
    EXPECT_EQ(problem_of(*column, declared), "");
}

TEST(ColumnValuesOfDates, AUnitRoundsWhatIsReleasedAndAsksNothingOfTheOriginal) {
    const ColumnPtr column = date_column({10, 7330});
    ColumnValues declared;
    declared.unit = DateUnit::quarter;
    EXPECT_EQ(domain_of(*column, declared).nearest(7390), 7305);
    EXPECT_EQ(problem_of(*column, declared), "");
    declared.as_masked = true;
    EXPECT_EQ(domain_of(*column, declared).nearest(7390), 7305);
}

TEST(ColumnValuesOfDates, WhatIsSaidOfNumbersIsNotSaidOfDates) {
    const ColumnPtr column = date_column({10, 7330});
    EXPECT_THAT(problem_of(*column, {.decimals = 0}), HasSubstr("holds values of the kind date"));
    EXPECT_THAT(problem_of(*column, {.least = 0}), HasSubstr("[\"1900-01-01\", \"2020-12-31\"]"));
    EXPECT_THAT(problem_of(*column, {.least_text = "30.02.1990"}),
                HasSubstr("no values of the kind date"));
    EXPECT_THAT(problem_of(*column, {.least_text = "1990-01-02", .most_text = "1990-01-01"}),
                HasSubstr("before its beginning"));
    const ColumnPtr age = Column::numeric("age", {1, 2});
    EXPECT_THAT(problem_of(*age, {.least_text = "1990-01-02"}), HasSubstr("holds numbers"));
    EXPECT_THAT(problem_of(*age, {.unit = DateUnit::month}), HasSubstr("holds numbers"));
    const ColumnPtr time = Column::numeric("time", {60, 120})
                               ->with_notation(Notation::of_dates("%H:%M", Quantity::time));
    EXPECT_THAT(problem_of(*time, {.unit = DateUnit::month}), HasSubstr("which have no month"));
    EXPECT_EQ(problem_of(*time, {.least_text = "00:01", .most_text = "18:30"}), "");
}

// An end of the original that the release lacks is not told.
TEST(ColumnValuesOfDates, EndsOfTheOriginalStayPrivate) {
    const ColumnPtr original = date_column(std::vector<double>(12, 7305));
    const Json told = to_json(inferred_domain(*original));
    EXPECT_EQ(told["range"], Json::parse(R"(["1990-01-01","1990-01-01"])"));
    EXPECT_TRUE(released_values(told, *original, *original).contains("range"));
    const ColumnPtr other = date_column(std::vector<double>(12, 7306));
    EXPECT_FALSE(released_values(told, *original, *other).contains("range"));
}

}  // namespace
}  // namespace lethe::release
