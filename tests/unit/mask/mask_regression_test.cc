// What shuffling, ROMM and IPSO keep, computed again from the release by plain sums.
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "lethe/algo/statistics/ranking.h"
#include "mask_support.h"

namespace lethe {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using test::mask;
using test::run_mask;
using ::testing::HasSubstr;

// Columns of different sizes that go together: incomes, debts, ages, and a category.
Table regression_people(std::int64_t rows, std::uint64_t seed) {
    std::vector<double> age, income, debt, rent;
    std::vector<std::string> town;
    const Stream stream = Random(seed).stream("people");
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = stream.at(row);
        const double a = draws.normal(), b = draws.normal(), c = draws.normal();
        age.push_back(40 + 12 * a);
        income.push_back(1e5 * std::exp(0.5 * a + 0.4 * b));
        debt.push_back(-3000 + 900 * b - 700 * c);
        rent.push_back(0.01 + 1e-3 * (a - c));
        town.emplace_back(row % 3 == 0 ? "p" : row % 3 == 1 ? "q" : "r");
    }
    return Table(
        {Column::numeric("age", std::move(age)), Column::numeric("income", std::move(income)),
         Column::numeric("debt", std::move(debt)), Column::numeric("rent", std::move(rent)),
         Column::from_texts("town", Kind::nominal, town)});
}

MatrixXd amounts_matrix(const Table& table, const std::vector<std::string>& names) {
    MatrixXd result(table.rows(), static_cast<Index>(names.size()));
    for (Index j = 0; j < result.cols(); ++j) {
        const auto values = table.column(names[static_cast<std::size_t>(j)]).numbers();
        for (Index i = 0; i < result.rows(); ++i) {
            result(i, j) = values[static_cast<std::size_t>(i)];
        }
    }
    return result;
}

MatrixXd covariance_of(const MatrixXd& values) {
    const RowVectorXd mean = values.colwise().mean();
    const MatrixXd centred = values.rowwise() - mean;
    return centred.transpose() * centred / static_cast<double>(values.rows() - 1);
}

// Entries agree to 1e-10 of the sizes of their columns.
void expect_equal_moments(const Table& before, const Table& after,
                          const std::vector<std::string>& names) {
    const MatrixXd x = amounts_matrix(before, names), y = amounts_matrix(after, names);
    const MatrixXd wanted = covariance_of(x), got = covariance_of(y);
    for (Index i = 0; i < x.cols(); ++i) {
        const double size = std::sqrt(wanted(i, i));
        EXPECT_NEAR(x.col(i).mean(), y.col(i).mean(), 1e-10 * (size + std::fabs(x.col(i).mean())));
        for (Index j = 0; j < x.cols(); ++j) {
            EXPECT_NEAR(got(i, j), wanted(i, j), 1e-10 * size * std::sqrt(wanted(j, j)))
                << names[static_cast<std::size_t>(i)] << " " << names[static_cast<std::size_t>(j)];
        }
    }
}

const std::vector<std::string> kAmounts{"income", "debt", "rent"};

// By normal equations, in units in which these are well behaved.
struct Refit {
    MatrixXd coefficients;
    MatrixXd residual_covariance;
};

Refit refit(const Table& table, const MatrixXd& means, const MatrixXd& scales) {
    MatrixXd x(table.rows(), 4);
    x.col(0).setOnes();
    x.col(1) = (amounts_matrix(table, {"age"}).array() - 40) / 12;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        const std::string town = table.column("town").text(row);
        x(row, 2) = town == "p" ? 1 : 0;
        x(row, 3) = town == "q" ? 1 : 0;
    }
    MatrixXd y = amounts_matrix(table, kAmounts);
    for (Index j = 0; j < y.cols(); ++j) {
        y.col(j) = (y.col(j).array() - means(0, j)) / scales(0, j);
    }
    const MatrixXd b = (x.transpose() * x).ldlt().solve(x.transpose() * y);
    const MatrixXd r = y - x * b;
    return {b, r.transpose() * r / static_cast<double>(table.rows())};
}

std::pair<Refit, Refit> refits(const Table& before, const Table& after) {
    const MatrixXd y = amounts_matrix(before, kAmounts);
    const MatrixXd means = y.colwise().mean();
    const MatrixXd scales = covariance_of(y).diagonal().cwiseSqrt().transpose();
    return {refit(before, means, scales), refit(after, means, scales)};
}

double rank_correlation(const Table& table, const std::string& a, const std::string& b) {
    const auto ranks = [&](const std::string& name) {
        const auto order = ranking(test::threads(1), table.column(name));
        Eigen::VectorXd result(static_cast<Index>(order.size()));
        for (std::size_t i = 0; i < order.size(); ++i) {
            result[order[i]] = static_cast<double>(i) - static_cast<double>(order.size() - 1) / 2;
        }
        return Eigen::VectorXd(result / result.norm());
    };
    return ranks(a).dot(ranks(b));
}

TEST(MaskShuffling, ValuesArePermutedAndTheRestStays) {
    for (const std::int64_t rows : {1, 2, 3, 10, 257}) {
        const Table table = regression_people(rows, 3);
        const Table masked =
            mask("shuffling", table, {{"on", {"age"}}}, {.columns = {"income", "debt"}});
        for (const char* name : {"income", "debt"}) {
            auto before = test::numbers(table, name), after = test::numbers(masked, name);
            std::sort(before.begin(), before.end());
            std::sort(after.begin(), after.end());
            EXPECT_EQ(before, after);
        }
        EXPECT_EQ(test::numbers(table, "age"), test::numbers(masked, "age"));
    }
}

TEST(MaskShuffling, RankCorrelationsHoldInExpectation) {
    const Table table = regression_people(400, 4);
    const std::vector<std::pair<std::string, std::string>> pairs{
        {"income", "age"}, {"debt", "age"}, {"rent", "age"}, {"income", "debt"}, {"debt", "rent"}};
    constexpr int kSeeds = 100;
    std::vector<double> mean(pairs.size(), 0.0);
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const Table masked =
            mask("shuffling", table, {{"on", {"age"}}}, {.seed = seed, .columns = kAmounts});
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            mean[i] += rank_correlation(masked, pairs[i].first, pairs[i].second) / kSeeds;
        }
    }
    // A rank correlation of 400 records deviates by about 0.05, its mean over 100 seeds by 0.005.
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        EXPECT_NEAR(mean[i], rank_correlation(table, pairs[i].first, pairs[i].second), 0.02) << i;
    }
}

// Two originals with the same predictors and the same ranks' correlations: what differs is hidden.
TEST(MaskShuffling, NothingOfAValuesPlaceIsUsedButCorrelations) {
    const Table table = test::numeric_table(
        {{"x", {1, 2, 3, 4, 5, 6}}, {"y", {1, 2, 3, 10, 20, 30}}, {"z", {1, 2, 3, 10, 20, 31}}});
    const Table y = mask("shuffling", table, {{"on", {"x"}}}, {.columns = {"y"}});
    const Table same = Table({table.column_ptr("x"), table.column("z").renamed("y")});
    const Table z = mask("shuffling", same, {{"on", {"x"}}}, {.columns = {"y"}});
    const auto first = test::numbers(y, "y"), second = test::numbers(z, "y");
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i] == 30 ? 31 : first[i], second[i]);
    }
}

TEST(MaskShuffling, ProblemsAreToldTogether) {
    const Table table = regression_people(20, 1);
    const auto found =
        test::problems("shuffling", table, {{"on", {"town", "incme", "debt"}}}, {"income", "debt"});
    ASSERT_EQ(found.size(), 3u);
    EXPECT_THAT(found[0], HasSubstr("no order"));
    EXPECT_THAT(found[1], HasSubstr("did you mean \"income\""));
    EXPECT_THAT(found[2], HasSubstr("is shuffled itself"));
}

TEST(MaskRomm, MeansAndCovariancesAreThoseOfTheOriginal) {
    for (const std::int64_t rows : {3, 4, 50, 700}) {
        for (const double c : {1e-3, 0.3, 20.0}) {
            const Table table = regression_people(rows, 9);
            const Table masked = mask("romm", table, {{"c", c}, {"block", 100}},
                                      {.columns = {"age", "income", "debt", "rent"}});
            expect_equal_moments(table, masked, {"age", "income", "debt", "rent"});
        }
    }
}

// Each block keeps its own moments: 450 rows, 100 a block, are five blocks of 90.
TEST(MaskRomm, BlocksAreCutAboveTwiceTheirSize) {
    const Table table = regression_people(450, 2);
    const auto blocks = [&](std::int64_t block) {
        return run_mask("romm", table, {{"block", block}}, {.columns = {"age"}}).facts["blocks"];
    };
    EXPECT_EQ(blocks(225), 1);
    EXPECT_EQ(blocks(224), 3);
    EXPECT_EQ(blocks(100), 5);
}

// The share of its own values that a record keeps falls with c.
TEST(MaskRomm, RecordsAreLostAsCGrows) {
    const Table table = regression_people(200, 5);
    const auto own = [&](double c) {
        const MatrixXd x = amounts_matrix(table, {"age"});
        const MatrixXd y =
            amounts_matrix(mask("romm", table, {{"c", c}}, {.columns = {"age"}}), {"age"});
        const MatrixXd both = (MatrixXd(200, 2) << x, y).finished();
        const MatrixXd covariance = covariance_of(both);
        return covariance(0, 1) / covariance(0, 0);
    };
    EXPECT_GT(own(1e-4), 0.999);
    EXPECT_GT(own(0.1), 0.2);
    EXPECT_LT(own(0.1), 0.7);
    EXPECT_LT(std::fabs(own(1)), 0.25);
    EXPECT_LT(std::fabs(own(100)), 0.25);
}

TEST(MaskIpso, CKeepsCoefficientsAndResidualCovariance) {
    for (const std::int64_t rows : {8, 30, 3000}) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const Table table = regression_people(rows, seed);
            const Table masked =
                mask("ipso", table, {{"on", {"age", "town"}}}, {.seed = seed, .columns = kAmounts});
            const auto [before, after] = refits(table, masked);
            EXPECT_LT((before.coefficients - after.coefficients).cwiseAbs().maxCoeff(), 1e-10);
            EXPECT_LT(
                (before.residual_covariance - after.residual_covariance).cwiseAbs().maxCoeff(),
                1e-10);
            EXPECT_FALSE(test::same_cells(table, masked));
        }
    }
}

TEST(MaskIpso, BKeepsCoefficientsAndNotTheResiduals) {
    const Table table = regression_people(300, 6);
    const Table masked =
        mask("ipso", table, {{"variant", "b"}, {"on", {"age", "town"}}}, {.columns = kAmounts});
    const auto [before, after] = refits(table, masked);
    EXPECT_LT((before.coefficients - after.coefficients).cwiseAbs().maxCoeff(), 1e-10);
    const MatrixXd gap = before.residual_covariance - after.residual_covariance;
    EXPECT_GT(gap.cwiseAbs().maxCoeff(), 1e-4);
    EXPECT_LT(gap.cwiseAbs().maxCoeff(), 0.3);  // drawn from the same distribution
}

TEST(MaskIpso, AHasNoResidualsAndWarns) {
    const Table table = regression_people(300, 6);
    const MaskOutput output =
        run_mask("ipso", table, {{"variant", "a"}, {"on", {"age", "town"}}}, {.columns = kAmounts});
    const auto [before, after] = refits(table, test::result(table, output));
    EXPECT_LT((before.coefficients - after.coefficients).cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_LT(after.residual_covariance.cwiseAbs().maxCoeff(), 1e-20);
    ASSERT_EQ(output.warnings.size(), 1u);
    EXPECT_THAT(output.warnings.front(), HasSubstr("overstated"));
}

TEST(MaskIpso, MomentsAreKeptWithoutPredictors) {
    for (const std::int64_t rows : {5, 40, 2000}) {
        const Table table = regression_people(rows, 8);
        const Table masked = mask("ipso", table, {{"variant", "moments"}}, {.columns = kAmounts});
        expect_equal_moments(table, masked, kAmounts);
    }
}

// Columns to replace may determine each other: they still do afterwards.
TEST(MaskIpso, LinearRelationsAmongReplacedColumnsHold) {
    const Table people = regression_people(100, 3);
    std::vector<double> total = test::numbers(people, "income");
    const auto debt = test::numbers(people, "debt");
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += 3 * debt[i];
    const std::vector<ColumnPtr> added{Column::numeric("total", std::move(total))};
    const Table masked = mask("ipso", people.with(added), {{"on", {"age"}}},
                              {.columns = {"income", "debt", "total"}});
    const MatrixXd values = amounts_matrix(masked, {"income", "debt", "total"});
    EXPECT_LT((values.col(0) + 3 * values.col(1) - values.col(2)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(MaskIpso, PredictorsThatAreDeterminedAreNamed) {
    const Table people = regression_people(60, 3);
    const std::vector<ColumnPtr> added{people.column("age").renamed("years"),
                                       people.column("town").renamed("city"),
                                       Column::numeric("one", std::vector<double>(60, 1.0))};
    const Table table = people.with(added);
    for (const char* name : {"years", "city", "one"}) {
        try {
            mask("ipso", table, {{"on", {"age", "town", name}}}, {.columns = {"income"}});
            FAIL() << name;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::unmet);
            EXPECT_THAT(error.what(), HasSubstr(std::string("column \"") + name + "\""));
        }
    }
}

TEST(MaskIpso, ProblemsAreToldTogether) {
    const Table table = regression_people(20, 1);
    const auto found =
        test::problems("ipso", table, {{"variant", "moments"}, {"on", {"age", "age", "debt"}}},
                       {"income", "debt"});
    ASSERT_EQ(found.size(), 3u);
    EXPECT_THAT(found[0], HasSubstr("has no predictors"));
    EXPECT_THAT(found[1], HasSubstr("listed twice"));
    EXPECT_THAT(found[2], HasSubstr("is replaced itself"));
}

TEST(MaskRegression, ThreadsChangeNothing) {
    const Table table = regression_people(40000, 7);
    for (const auto& [method, params] :
         {std::pair<std::string, Json>{"shuffling", {{"on", {"age"}}}},
          {"romm", {{"block", 50}}},
          {"ipso", {{"on", {"age"}}}}}) {
        const Table one = mask(method, table, params, {.threads = 1, .columns = kAmounts});
        EXPECT_TRUE(
            test::same_cells(one, mask(method, table, params, {.threads = 4, .columns = kAmounts})))
            << method;
    }
}

}  // namespace
}  // namespace lethe
