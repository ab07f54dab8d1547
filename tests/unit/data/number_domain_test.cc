#include "lethe/data/numbers/number_domain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lethe/core/random.h"
#include "lethe/data/without_cells.h"
#include "lethe/data/written/notation.h"
#include "support.h"

namespace lethe {
namespace {

using ::testing::ElementsAre;

NumberDomain domain(std::vector<double> values) {
    return inferred_domain(*Column::numeric("x", std::move(values)));
}

// Each value so many times.
std::vector<double> number_domain_repeated(const std::vector<double>& values, int times) {
    std::vector<double> result;
    for (int i = 0; i < times; ++i) result.insert(result.end(), values.begin(), values.end());
    return result;
}

TEST(NumberDomain, WholeNumbersAndDecimalsAreKept) {
    EXPECT_EQ(domain({23, 41, 67}).decimals, 0);
    EXPECT_EQ(domain({2.5, 3.25, 7}).decimals, 2);
    EXPECT_EQ(domain({1e-7, 3}).decimals, std::nullopt);
    EXPECT_EQ(domain({1.0 / 3, 3}).decimals, std::nullopt);
    EXPECT_TRUE(domain({}).empty());
    EXPECT_EQ(domain({41, 42}).nearest(41.0 + 1.0 / 3), 41);
    EXPECT_EQ(domain({41, 42}).nearest(41.5), 42);  // half goes away from zero
    EXPECT_EQ(domain({-41, 42}).nearest(-41.5), -42);
    EXPECT_FALSE(std::signbit(domain({-41, 42}).nearest(-0.3)));
    EXPECT_EQ(domain({2.5, 3.25, 7}).nearest(2.675000001), 2.68);
}

TEST(NumberDomain, DatesAreWholeDaysWithoutCodesAndZeros) {
    const NotationPtr dates = Notation::of_dates("%d.%m.%Y", Quantity::date);
    std::vector<double> days;
    for (int i = 0; i < 40; ++i) days.push_back(10000 + 100 * (i / 2));
    const NumberDomain found =
        inferred_domain(*Column::numeric("born", days)->with_notation(dates));
    EXPECT_EQ(found.step, 1);
    EXPECT_TRUE(found.codes.empty() && !found.decimals && !found.least && !found.most);
    EXPECT_EQ(found.nearest(10000.5), 10001);
    EXPECT_EQ(found.nearest(-0.5), 0);
    EXPECT_EQ(found.nearest(-7.75), -8);
    NumberDomain months = found;
    months.unit = DateUnit::month;
    EXPECT_EQ(months.nearest(7305 + 30.9), 7305);
    EXPECT_EQ(months.nearest(-1), -31);
    EXPECT_TRUE(months.holds(7305));
}

TEST(NumberDomain, MomentsHaveTheStepOfTheirPattern) {
    const auto domain_of = [](const char* pattern, Quantity quantity, std::vector<double> values) {
        return inferred_domain(*Column::numeric("t", std::move(values))
                                    ->with_notation(Notation::of_dates(pattern, quantity)));
    };
    EXPECT_EQ(domain_of("%Y-%m-%d %H:%M", Quantity::moment, {60, 120}).nearest(100), 120);
    EXPECT_EQ(domain_of("%Y-%m-%d %H:%M:%S.%3f", Quantity::moment, {1}).nearest(1e9 + 0.12345),
              1e9 + 0.123);
    const NumberDomain time = domain_of("%H:%M", Quantity::time, {60, 120});
    EXPECT_EQ(time.nearest(-100), 0);
    EXPECT_EQ(time.nearest(90000), 86340);
    EXPECT_EQ(domain_of("%H:%M", Quantity::duration, {60, 120}).least, 0);
    EXPECT_EQ(domain_of("%H:%M", Quantity::duration, {-60, 120}).least, std::nullopt);
}

TEST(NumberDomain, OfDatesIsToldInIsoAndReadBack) {
    NumberDomain domain;
    domain.quantity = Quantity::date;
    domain.step = 1;
    domain.unit = DateUnit::quarter;
    domain.least = 7305;
    EXPECT_EQ(to_json(domain), Json::parse(R"({"quantity":"date","step":1.0,"unit":"quarter",
        "range":["1990-01-01",null]})"));
    const NumberDomain read = domain_from_json(to_json(domain));
    EXPECT_EQ(read.least, 7305);
    EXPECT_EQ(read.unit, DateUnit::quarter);
    EXPECT_EQ(read.step, 1);
    EXPECT_EQ(read.nearest(8000), domain.nearest(8000));
    const Json strange =
        Json::parse(R"({"quantity":"date","step":-1,"unit":"weekday","range":[1,2]})");
    EXPECT_EQ(domain_from_json(strange).step, 0);
    EXPECT_EQ(domain_from_json(strange).unit, std::nullopt);
}

// Prices keep their two decimals and their sign, ages stay whole.
TEST(NumberDomain, MeansAreWrittenAsTheirColumn) {
    const std::vector<std::string> prices{"1.200,50 €", "3,00 €", "99,95 €"};
    const ColumnPtr column = Column::from_texts("price", Kind::nominal, prices)
                                 ->as_numbers(Notation::of_numbers({",", ".", "", " €"}));
    const ColumnPtr masked = Column::numeric("price", std::vector<double>(3, 434.4833333333333));
    std::int64_t bounded = 0;
    const ColumnPtr released = Column::in_place_of(
        *column, with_possible_values(*masked, *column, inferred_domain(*column), bounded));
    EXPECT_EQ(released->text(0), "434,48 €");
}

TEST(NumberDomain, TensStayTensWhereManyValuesAre) {
    std::vector<double> few, many;
    for (int i = 1; i <= 19; ++i) few.push_back(100.0 * i);
    for (int i = 1; i <= 20; ++i) many.push_back(-100.0 * i);
    EXPECT_EQ(domain(few).decimals, 0);
    EXPECT_EQ(domain(many).decimals, -2);
    EXPECT_EQ(domain(many).nearest(-1450.7), -1500);
}

TEST(NumberDomain, ZeroIsABoundAndALoneExtremeIsNone) {
    EXPECT_EQ(domain({3, 90}).least, 0);
    EXPECT_EQ(domain({3, 90}).most, std::nullopt);
    EXPECT_EQ(domain({-3, 90}).least, std::nullopt);
    EXPECT_EQ(domain({-3, -90}).most, 0);
    std::vector<double> ages = {18, 19, 22, 31, 55, 61, 73};
    for (int i = 0; i < 9; ++i) ages.push_back(90);
    EXPECT_EQ(domain(ages).most, std::nullopt);
    ages.push_back(90);
    EXPECT_EQ(domain(ages).most, 90);  // ten share it: a top code
    EXPECT_EQ(domain(ages).nearest(105.6), 90);
    EXPECT_EQ(domain(ages).nearest(-12.9), 0);
}

TEST(NumberDomain, NobodyIsOlderThan120) {
    const auto most = [](const char* name, std::vector<double> values) {
        return inferred_domain(*Column::numeric(name, std::move(values))).most;
    };
    EXPECT_EQ(most("age", {3, 41, 90}), 120);
    EXPECT_EQ(most("Age_years", {3, 41, 90}), 120);
    EXPECT_EQ(most("head age", {3, 41, 90}), 120);
    EXPECT_EQ(most("wage", {3, 41, 90}), std::nullopt);
    EXPECT_EQ(most("average", {3, 41, 90}), std::nullopt);
    EXPECT_EQ(most("age", {3, 41, 900}), std::nullopt);  // days, or a code
    EXPECT_EQ(most("age", {-1, 41, 90}), std::nullopt);
}

TEST(NumberDomain, FewValuesThatManyShareAreCodes) {
    const NumberDomain water = domain(number_domain_repeated({1, 2, 9}, 10));
    EXPECT_THAT(water.codes, ElementsAre(1, 2, 9));
    EXPECT_EQ(water.nearest(3.33), 2);
    EXPECT_EQ(water.nearest(5.5), 9);
    EXPECT_EQ(water.nearest(-4), 1);
    EXPECT_EQ(water.nearest(40), 9);
    std::vector<double> rare = number_domain_repeated({1, 2, 9}, 10);
    rare.push_back(4);
    EXPECT_TRUE(domain(rare).codes.empty());
    std::vector<double> many;
    for (int i = 0; i < 21; ++i) many.push_back(i);
    EXPECT_TRUE(domain(number_domain_repeated(many, 10)).codes.empty());
}

// Groups stay equal and nobody overtakes anybody; values of the column stand for themselves.
TEST(NumberDomain, IsMonotoneAndLeavesValuesOfTheColumnAlone) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        Draws draws = Random(seed).stream("domain").at(0);
        const int decimals = static_cast<int>(draws.below(7)) - 2;
        const double unit = std::pow(10.0, decimals);
        std::vector<double> values;
        const std::uint64_t rows = 1 + draws.below(60);
        const std::uint64_t spread = 1 + draws.below(40);
        for (std::uint64_t i = 0; i < rows; ++i) {
            const double whole = static_cast<double>(draws.below(spread)) -
                                 static_cast<double>(draws.below(2) * spread) / 2;
            values.push_back(decimals > 0 ? std::round(whole * unit)
                                          : std::round(whole) / (1 / unit));
        }
        const NumberDomain found = domain(values);
        for (const double value : values) EXPECT_EQ(found.nearest(value), value) << seed;
        double before = -INFINITY;
        std::vector<double> others;
        for (int i = 0; i < 50; ++i) {
            others.push_back((draws.uniform() - 0.5) * 3 * static_cast<double>(spread) * unit);
        }
        std::sort(others.begin(), others.end());
        for (const double other : others) {
            const double now = found.nearest(other);
            EXPECT_GE(now, before) << seed;
            EXPECT_EQ(found.nearest(now), now) << seed;
            before = now;
        }
    }
}

ColumnPtr spelled(const std::vector<std::pair<std::int64_t, std::string>>& own, int decimals,
                  std::vector<double> values, Validity validity = {}) {
    auto spelling = std::make_shared<Column::Spelling>();
    spelling->missing = "NA";
    spelling->decimals = decimals;
    for (const auto& [row, text] : own) spelling->add(row, text);
    return Column::numeric("x", std::move(values), std::move(validity), spelling);
}

TEST(PossibleValues, AreWrittenInOneWay) {
    Validity validity(4);
    validity.set_missing(3);
    const ColumnPtr column =
        spelled({{1, "1.0"}, {2, "+1"}, {3, "null"}}, -1, {1, 1, 1, 0}, validity);
    std::int64_t bounded = 0;
    const ColumnPtr made =
        with_possible_values(*column, *column, inferred_domain(*column), bounded);
    for (std::int64_t row = 0; row < 3; ++row) EXPECT_EQ(made->text(row), "1");
    EXPECT_EQ(made->text(3), "NA");
    EXPECT_EQ(bounded, 0);
}

TEST(PossibleValues, KeepTheDecimalsOfPrices) {
    const ColumnPtr prices = spelled({}, 2, {2.5, 3.25, 7});
    const ColumnPtr masked = Column::numeric("x", {2.8765, -0.4, 7});
    std::int64_t bounded = 0;
    const ColumnPtr made =
        with_possible_values(*masked, *prices, inferred_domain(*prices), bounded);
    EXPECT_EQ(made->text(0), "2.88");
    EXPECT_EQ(made->text(1), "0.00");
    EXPECT_EQ(made->text(2), "7.00");
    EXPECT_EQ(bounded, 1);
}

// A suppressed number that was written in an unusual way was released in clear.
TEST(WithoutCells, TakesTheTextOfTheCellAway) {
    const ColumnPtr column = spelled({{0, "1e5"}, {2, "+7"}}, -1, {100000, 3, 7});
    const std::vector<std::int64_t> rows = {0};
    const ColumnPtr made = without_cells(*column, rows);
    EXPECT_EQ(made->text(0), "NA");
    EXPECT_EQ(made->text(1), "3");
    EXPECT_EQ(made->text(2), "+7");
}

TEST(NumberDomain, IsReadBackFromTheRecord) {
    NumberDomain written;
    written.decimals = 1;
    written.least = 0;
    const NumberDomain read = domain_from_json(to_json(written));
    EXPECT_EQ(read.decimals, 1);
    EXPECT_EQ(read.least, 0);
    EXPECT_EQ(read.most, std::nullopt);
    EXPECT_TRUE(domain_from_json(Json::parse(R"({"decimals": "x", "range": [1]})")).empty());
    EXPECT_TRUE(domain_from_json(nullptr).empty());
}

}  // namespace
}  // namespace lethe
