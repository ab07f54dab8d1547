// People are drawn, the crowd never: what the learnt attacks report of releases in which records
// have equals, and of people looked for in a release that is larger than their number.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numeric>

#include "assess.h"
#include "lethe/table/attack/linkage/linkage_crowd.h"
#include "lethe/table/attack/linkage/linkage_proof.h"

namespace lethe {
namespace {

// Whole numbers and categories; every row of the masked table is that of the first of its k.
struct Release {
    Table original, masked;
};

Table whole_release_mixed_table(const Random& random, std::int64_t rows) {
    std::vector<double> age, income;
    std::vector<std::int32_t> sex, school;
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = random.stream("rows").at(row);
        age.push_back(static_cast<double>(draws.below(70)));
        income.push_back(draws.normal());
        sex.push_back(static_cast<std::int32_t>(draws.below(2)));
        school.push_back(static_cast<std::int32_t>(draws.below(5)));
    }
    return Table({Column::numeric("age", age), Column::numeric("income", income),
                  Column::categories("sex", Kind::nominal, sex,
                                     std::make_shared<Dictionary>(Dictionary{"f", "m"})),
                  Column::categories("school", Kind::ordinal, school,
                                     std::make_shared<Dictionary>(
                                         Dictionary{"none", "low", "middle", "high", "top"}))});
}

Release k_anonymous(std::uint64_t seed, std::int64_t rows, std::int64_t k) {
    const Table original = whole_release_mixed_table(Random(seed), rows);
    std::vector<std::int64_t> taken;
    const std::int64_t groups = std::max<std::int64_t>(1, rows / k);
    for (std::int64_t row = 0; row < rows; ++row) {
        taken.push_back(std::min(row / k, groups - 1) * k);
    }
    return {original, original.gather(taken)};
}

struct Attack {
    const char* name;
    Json parameters;
};

std::vector<Attack> runs(std::int64_t people) {
    return {{"supervised-linkage", {{"max_records", people}}},
            {"supervised-linkage", {{"max_records", people}, {"equal_rows", "guessed"}}},
            {"supervised-linkage",
             {{"max_records", people}, {"equal_rows", "guessed"}, {"operator", "choquet"}}},
            {"supervised-linkage",
             {{"max_records", people}, {"equal_rows", "guessed"}, {"operator", "bilinear"}}},
            {"hrla", {{"max_records", people}, {"equal_rows", "guessed"}, {"epochs", 5}}},
            {"learnt-linkage", {{"max_records", people}, {"steps", 5}}},
            {"parametric-linkage", {{"max_records", people}}},
            {"parametric-linkage", {{"distance", {{"owa", {0.4, 0.3, 0.2, 0.1}}}}}}};
}

TEST(WholeRelease, NoAttackFindsMoreThanOneInK) {
    std::uint64_t seed = 0;
    for (const std::int64_t rows : {6, 13, 60, 211}) {
        for (const std::int64_t k : {2, 3, 5}) {
            const Release release = k_anonymous(++seed, rows, k);
            for (const Attack& run : runs(20)) {
                const Measurement found =
                    test::assess(run.name, release.original, release.masked, run.parameters);
                EXPECT_EQ(found.details["strict"], 0.0) << run.name << run.parameters;
                EXPECT_LE(found.details["expected"], 100.0 / static_cast<double>(k) + 1e-9)
                    << run.name << run.parameters;
                EXPECT_LE(found.value, 100.0 / static_cast<double>(k) + 1e-9)
                    << run.name << run.parameters << " rows " << rows << " k " << k;
            }
        }
    }
}

TEST(WholeRelease, GuessingReachesTheRecordsWithEquals) {
    const Release release = k_anonymous(77, 90, 3);
    const Measurement lost = test::assess("supervised-linkage", release.original, release.masked);
    EXPECT_EQ(lost.details["impossible"], 90);
    const Measurement guessed = test::assess("supervised-linkage", release.original, release.masked,
                                             {{"equal_rows", "guessed"}});
    EXPECT_GT(guessed.details["links"], 30);  // of everybody a third is its own
    EXPECT_GE(guessed.value, lost.value);
    EXPECT_TRUE(guessed.details["verified"]["proven"]);
    EXPECT_NEAR(guessed.value, guessed.details["links"].get<double>() / 3 / 90 * 100, 1.0);
}

class Drawn : public ::testing::Test {
  protected:
    static constexpr std::int64_t kRows = 120;
    Table original_ = test::random_table(Random(5), kRows, 3);
    Table masked_ = noisy(original_);

    static Table noisy(const Table& table) {
        std::vector<ColumnPtr> columns;
        for (const ColumnPtr& column : table.columns()) {
            std::vector<double> values(column->numbers().begin(), column->numbers().end());
            const double size = 0.15 * static_cast<double>(columns.size() + 1);
            for (std::size_t row = 0; row < values.size(); ++row) {
                values[row] +=
                    size *
                    Random(9).stream(column->name()).at(static_cast<std::int64_t>(row)).normal();
            }
            columns.push_back(Column::numeric(column->name(), std::move(values)));
        }
        return Table(std::move(columns));
    }
};

// By the definition, over all released rows.
std::int64_t links_of(const attack::LinkSample& all, const std::vector<std::int64_t>& people,
                      const std::vector<double>& weights) {
    const AlignedRecords records = all.records();
    std::int64_t links = 0;
    for (const std::int64_t row : people) {
        const auto i = static_cast<std::int32_t>(row);
        const auto distance = [&](std::int32_t j) {
            double sum = 0;
            for (int l = 0; l < records.attributes; ++l) {
                sum +=
                    weights[static_cast<std::size_t>(l)] * std::pow(records.difference(i, j, l), 2);
            }
            return sum;
        };
        bool nearest = true;
        for (std::int32_t j = 0; j < records.rows; ++j) {
            nearest = nearest && (j == i || distance(j) > distance(i));
        }
        links += nearest ? 1 : 0;
    }
    return links;
}

TEST_F(Drawn, TheProofIsAboutPeopleInTheWholeRelease) {
    const Context context = test::threads(1);
    const AssessInput input{original_, masked_, original_.names(), Random(1), context};
    std::vector<std::int64_t> everybody(kRows);
    std::iota(everybody.begin(), everybody.end(), 0);
    const attack::LinkageCrowd crowd(input);
    const attack::LinkSample all = crowd.sample(everybody, true);
    for (const std::int64_t people : {10, 25, 40}) {
        const Measurement found = test::assess("supervised-linkage", original_, masked_,
                                               {{"max_records", people}, {"certificate", true}});
        ASSERT_TRUE(found.interval.has_value());
        EXPECT_EQ(found.details["records"], people);
        EXPECT_EQ(found.details["candidates"], kRows);
        const attack::LinkageProof proof =
            attack::read_linkage_proof(found.private_details["certificate"]);
        ASSERT_EQ(std::ssize(proof.rows), people);
        EXPECT_EQ(links_of(all, proof.rows, proof.claim.parameters), found.details["links"]);
        for (int tries = 0; tries < 300; ++tries) {
            Draws draws = Random(3).stream("weights").at(tries);
            const std::vector<double> weights{draws.uniform(), draws.uniform(), draws.uniform()};
            EXPECT_LE(links_of(all, proof.rows, weights), found.details["bound"]);
        }
        const LinkageVerdict verdict = verify_linkage(
            context, proof.claim, crowd.sample(proof.rows, proof.equals_compete).records());
        EXPECT_EQ(verdict.links, found.details["links"]);
        EXPECT_EQ(verdict.bound, found.details["bound"]);
        EXPECT_TRUE(verdict.proven());
    }
}

TEST_F(Drawn, TheIntervalHoldsTheFigureOfAll) {
    const double all = test::assess("supervised-linkage", original_, masked_).value;
    int inside = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto interval = test::assess("supervised-linkage", original_, masked_,
                                           {{"max_records", 30}}, 1, {}, seed)
                                  .interval;
        ASSERT_TRUE(interval.has_value());
        inside += (*interval)[0] <= all && all <= (*interval)[1] ? 1 : 0;
    }
    EXPECT_GE(inside, 18);
}

TEST_F(Drawn, ThreadsDoNotMatterUnderALimitOfWork) {
    const Json parameters{{"max_records", 60}, {"work", 5}, {"seconds", 1e6}, {"exposure", 100}};
    Json one = test::assess("supervised-linkage", original_, masked_, parameters, 1).details;
    Json two = test::assess("supervised-linkage", original_, masked_, parameters, 2).details;
    for (Json* details : {&one, &two}) details->erase("seconds");
    EXPECT_EQ(one, two);
    EXPECT_EQ(test::assess("learnt-linkage", original_, masked_, {}, 1).details,
              test::assess("learnt-linkage", original_, masked_, {}, 2).details);
}

TEST_F(Drawn, AKnownPersonIsLookedForInTheWholeRelease) {
    test::Intruder intruder;
    intruder.known = {3, 4, 5};
    const Measurement found =
        test::assess("supervised-linkage", original_, masked_, {}, 1, intruder);
    EXPECT_EQ(found.details["records"], 3);
    EXPECT_EQ(found.details["candidates"], kRows);
    EXPECT_LE(found.details["impossible"], 3);
}

}  // namespace
}  // namespace lethe
