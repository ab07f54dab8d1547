// An intruder with a file of her own, against what the attacks over all records find.
#include "lethe/release/assess/intruder_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "assess.h"
#include "lethe/core/error.h"
#include "lethe/data/samples/census.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/assess/headline.h"

namespace lethe::release {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

ColumnPtr ids_of_people(std::int64_t rows) {
    std::vector<std::string> texts;
    for (std::int64_t i = 0; i < rows; ++i) texts.push_back("P" + std::to_string(i));
    return Column::from_texts("id", Kind::nominal, texts);
}

Table masked_by(const std::string& name, const Table& table, const Json& parameters) {
    const Method& method = find_method(name, Family::mask);
    Problems problems;
    const Json bound = method.bind(parameters, {}, problems);
    const Context context = test::threads(1);
    const MaskInput input{table, table.names(), Random(1), context};
    return table.with(method.mask(input, bound).changed);
}

// Numbers that go together, or some of them categories.
Table correlated(const Random& random, std::int64_t rows, bool mixed) {
    std::vector<std::vector<double>> values(4);
    std::vector<std::string> sexes;
    Draws draws = random.stream("people").at(0);
    for (std::int64_t row = 0; row < rows; ++row) {
        const double base = draws.normal();
        for (std::vector<double>& column : values)
            column.push_back(1000 * (base + draws.normal() / 3));
        sexes.push_back(draws.below(2) == 0 ? "female" : "male");
    }
    std::vector<ColumnPtr> columns;
    for (std::size_t j = 0; j < values.size(); ++j) {
        columns.push_back(Column::numeric("v" + std::to_string(j), values[j]));
    }
    if (mixed) columns.push_back(Column::from_texts("sex", Kind::nominal, sexes));
    return Table(std::move(columns));
}

struct Case {
    Table original;
    Table release;
    Comparable pair;
};

Case case_of(const Table& original, std::int64_t k) {
    const Table release = masked_by("mdav", original, {{"k", k}});
    return {original, release, make_comparable(original, release, original.names(), {})};
}

// Some of the people in another order, with ids.
FileScenario file_of(const Case& one, const std::vector<std::int64_t>& rows) {
    const ColumnPtr keys = ids_of_people(one.original.rows());
    auto file = std::make_shared<IntruderFile>();
    file->name = "voters.csv";
    file->table = one.original.with(std::span(&keys, 1)).gather(rows);
    return {file, "id", keys, one.release};
}

std::vector<std::int64_t> some_rows(const Random& random, std::int64_t rows, std::int64_t count) {
    std::vector<std::int64_t> chosen = random_subset(random.stream("rows"), rows, count);
    std::reverse(chosen.begin(), chosen.end());
    return chosen;
}

double by_distance(const Comparable& pair, const std::string& distance) {
    return test::assess("distance-linkage", pair.original, pair.masked, {{"distance", distance}})
        .value;
}

// With the original for a file the intruder finds what linkage by distance finds over all records,
// or more; and never more than the classes of equal records allow.
TEST(IntruderFileAttack, FindsWhatDistanceFindsOnMicroaggregatedTables) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const Random random(seed);
        const std::int64_t rows = 12 + static_cast<std::int64_t>(seed % 40);
        const bool mixed = seed % 3 == 0;
        const Case one = case_of(correlated(random, rows, mixed), 2 + static_cast<int>(seed % 3));
        const Context context = test::threads(1);
        const MethodResult result = file_attack_result(file_of(one, some_rows(random, rows, rows)),
                                                       one.original, nullptr, random, context);
        const double found = result.value.value();
        EXPECT_GE(found, by_distance(one.pair, "standardised") - 1e-9) << seed;
        if (!mixed) {
            EXPECT_GE(found, by_distance(one.pair, "mahalanobis") - 1e-9) << seed;
        }
        const ClassBound bound = class_bound(context, one.pair.masked, one.pair.masked.names());
        EXPECT_LE(found, bound.average() + 1e-9) << seed << result.details["ways"];
        EXPECT_NEAR(result.details["share_of_all"].get<double>(), found, 1e-9);
    }
}

// Incomes and taxes that go together, averaged in groups: learnt weights alone stay far below.
TEST(IntruderFileAttack, FindsWhatDistanceFindsOnTheCensus) {
    const Context context = test::threads(1);
    Table census = sample_census(context, Random(1), 400);
    std::vector<std::string> numbers;
    for (const ColumnPtr& column : census.columns()) {
        if (column->is_numeric()) numbers.push_back(column->name());
    }
    const Case one = case_of(census.select(numbers), 5);
    const MethodResult result = file_attack_result(file_of(one, some_rows(Random(1), 400, 400)),
                                                   one.original, nullptr, Random(1), context);
    EXPECT_GE(result.value.value(), by_distance(one.pair, "standardised"));
    EXPECT_GE(result.value.value(), by_distance(one.pair, "mahalanobis"));
    const Json& ways = result.details["ways"];
    EXPECT_EQ(ways[0]["name"], "record-linkage");
    EXPECT_LT(ways[0]["value"].get<double>(), *result.value / 2);
    EXPECT_LE(*result.value, 20.0 + 1e-9);
}

TEST(IntruderFileAttack, AFileOfFewNeverLowersTheHeadline) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const Random random(seed);
        const Case one = case_of(correlated(random, 40, seed % 2 == 0), 3);
        const Context context = test::threads(1);
        const Assessment without = assess(one.pair, {}, {}, Random(1), context);
        Scenario scenario;
        scenario.people_file = file_of(one, some_rows(random, 40, 4));
        const Assessment with = assess(one.pair, scenario, {}, Random(1), context);
        EXPECT_GE(with.worst->found, without.worst->found);
        ASSERT_EQ(with.attacks.size(), without.attacks.size() + 1);
        for (std::size_t i = 0; i < without.attacks.size(); ++i) {
            EXPECT_EQ(to_json(with.attacks[i]), to_json(without.attacks[i]));
        }
        const MethodResult& file = with.attacks.back();
        EXPECT_EQ(file.details["records"], 4);
        EXPECT_THAT(file.warnings, Contains(HasSubstr("holds for the 4 people of her file")));
        // Nobody of k equal records is found with more than 1 / k.
        EXPECT_LE(*file.value, 100.0 / 3 + 1e-9);
        EXPECT_NEAR(file.details["share_of_all"].get<double>(), *file.value * 4 / 40, 1e-9);
    }
}

TEST(IntruderFileAttack, WithoutTheTruthNothingIsCounted) {
    const Case one = case_of(correlated(Random(1), 40, true), 3);
    Scenario scenario;
    scenario.people_file = file_of(one, some_rows(Random(1), 40, 20));
    scenario.people_file->identities = nullptr;
    scenario.people_file->truth = "";
    const Assessment with = assess(one.pair, scenario, {}, Random(1), test::threads(1));
    EXPECT_FALSE(with.attacks.back().value);
    EXPECT_THAT(with.attacks.back().warnings, Contains(HasSubstr("cannot be judged")));
    EXPECT_NE(with.worst->attack, kIntruderFileAttack);
}

TEST(IntruderFileAttack, StrangersAreNobody) {
    const Case one = case_of(correlated(Random(1), 30, true), 3);
    FileScenario scenario = file_of(one, some_rows(Random(1), 30, 20));
    std::vector<std::string> others(30, "nobody");
    scenario.identities = Column::from_texts("id", Kind::nominal, others);
    const MethodResult result =
        file_attack_result(scenario, one.original, nullptr, Random(1), test::threads(1));
    EXPECT_FALSE(result.value);
    EXPECT_THAT(result.warnings, Contains(HasSubstr("nobody of her file is in the release")));
}

TEST(IntruderFileAttack, AReleasedKeyIsUsed) {
    Case one = case_of(correlated(Random(1), 30, false), 10);
    const ColumnPtr keys = ids_of_people(30);
    one.release = one.release.with(std::span(&keys, 1));
    const MethodResult result =
        file_attack_result(file_of(one, some_rows(Random(1), 30, 30)), one.original, nullptr,
                           Random(1), test::threads(1));
    EXPECT_GT(result.value.value(), 99.0);
}

// Other names, codes, dates and order; a stranger in either file.
TEST(HeldRecords, AreWrittenAsTheReleaseWritesThem) {
    const auto text = [](const char* name, std::vector<std::string> values) {
        return Column::from_texts(name, Kind::nominal, values);
    };
    const Table release({Column::numeric("income", {10, 20, 30}),
                         text("sex", {"male", "female", "female"}),
                         text("born", {"1985-04-03", "1990-12-31", "1970-01-02"}),
                         text("town", {"Koeln", "Łódź", "Bonn"})});
    const Table file({text("id", {"c", "x", "a"}), Column::numeric("earns", {31, 99, 11}),
                      text("gender", {"F", "M", "M"}),
                      text("birth", {"02.01.1970", "01.01.2000", "03.04.1985"}),
                      text("city", {"BONN", "Paris", "Hamburg"})});
    using linkage::ColumnPair;
    using linkage::Comparator;
    const linkage::LinkagePlan plan{{ColumnPair{"earns", "income", Comparator::number},
                                     ColumnPair{"gender", "sex", Comparator::exact},
                                     ColumnPair{"birth", "born", Comparator::date},
                                     ColumnPair{"city", "town", Comparator::text}},
                                    {}};
    const linkage::Truth truth =
        linkage::Truth::of_columns(file.column("id"), *text("id", {"a", "b", "c"}), false);
    EXPECT_EQ(truth.left_with_partner(), 2);
    const HeldRecords held = held_records(file, release, plan, truth);
    EXPECT_THAT(held.known, ElementsAre(0, 2));
    const Table& hers = held.pair.original;
    EXPECT_THAT(hers.column("income").numbers(), ElementsAre(11, 20, 31));
    EXPECT_EQ(hers.column("sex").text(0), "male");
    EXPECT_EQ(hers.column("sex").text(2), "female");
    EXPECT_EQ(hers.column("born").text(0), "1985-04-03");
    EXPECT_EQ(hers.column("born").text(2), "1970-01-02");
    EXPECT_EQ(hers.column("town").text(0), "Hamburg");
    EXPECT_EQ(hers.column("town").text(2), "Bonn");
    EXPECT_EQ(hers.column("town").text(1), "Łódź");  // she does not have that person
}

}  // namespace
}  // namespace lethe::release
