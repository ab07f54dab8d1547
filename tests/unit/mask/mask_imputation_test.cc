#include <Eigen/LU>
#include <cmath>

#include "lethe/algo/statistics/predictive_regression.h"
#include "lethe/data/column_stats.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::numbers;
using test::problems;
using test::run_mask;
using test::texts;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::int64_t kImputedRows = 4000;

// y = 3 + 2 x + (5 where c is "b") + noise; d is "p" with probability 0.9 where x > 0, else 0.2.
Table model() {
    std::vector<double> x, y;
    std::vector<std::string> c, d;
    for (std::int64_t row = 0; row < kImputedRows; ++row) {
        Draws draws = Random(3).stream("model").at(row);
        x.push_back(draws.normal());
        c.push_back(draws.uniform() < 0.3 ? "b" : "a");
        y.push_back(3 + 2 * x.back() + (c.back() == "b" ? 5 : 0) + 0.5 * draws.normal());
        d.push_back(draws.uniform() < (x.back() > 0 ? 0.9 : 0.2) ? "p" : "q");
    }
    return Table({Column::numeric("x", x), Column::numeric("y", y),
                  Column::from_texts("c", Kind::nominal, c),
                  Column::from_texts("d", Kind::nominal, d)});
}

double slope(const Table& table, const std::string& on, const std::string& of) {
    const auto x = numbers(table, on), y = numbers(table, of);
    const double mx = column_stats({}, table.column(on)).mean;
    const double my = column_stats({}, table.column(of)).mean;
    double xy = 0, xx = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xy += (x[i] - mx) * (y[i] - my);
        xx += (x[i] - mx) * (x[i] - mx);
    }
    return xy / xx;
}

double share(const Table& table, const std::string& column, const std::string& category,
             bool positive_x) {
    double all = 0, found = 0;
    const auto x = numbers(table, "x");
    const auto words = texts(table, column);
    for (std::size_t i = 0; i < x.size(); ++i) {
        if ((x[i] > 0) != positive_x) continue;
        ++all;
        found += words[i] == category ? 1 : 0;
    }
    return found / all;
}

TEST(MaskMultipleImputation, NumbersFollowTheModel) {
    const Table table = model();
    const Table masked =
        mask("multiple-imputation", table, {{"on", {"x", "c"}}}, {.columns = {"y"}});
    EXPECT_NEAR(slope(masked, "x", "y"), slope(table, "x", "y"), 0.2);
    const ColumnStats before = column_stats({}, table.column("y"));
    const ColumnStats after = column_stats({}, masked.column("y"));
    EXPECT_NEAR(after.mean, before.mean, 0.06);
    EXPECT_NEAR(after.deviation(), before.deviation(), 0.1);
    const auto old = numbers(table, "y"), drawn = numbers(masked, "y");
    for (std::size_t i = 0; i < old.size(); ++i) EXPECT_NE(old[i], drawn[i]);
}

TEST(MaskMultipleImputation, CategoriesFollowTheirProbabilities) {
    const Table table = model();
    const Table masked = mask("multiple-imputation", table, {{"on", {"x"}}}, {.columns = {"d"}});
    EXPECT_GT(share(masked, "d", "p", true), share(masked, "d", "p", false) + 0.35);
    EXPECT_NEAR(share(masked, "d", "p", true) + share(masked, "d", "p", false), 1.1, 0.06);
}

TEST(MaskMultipleImputation, ShareAndFilling) {
    const Table table = model();
    const Table some =
        mask("multiple-imputation", table, {{"share", 0.25}, {"on", {"x"}}}, {.columns = {"y"}});
    double changed = 0;
    const auto old = numbers(table, "y"), now = numbers(some, "y");
    for (std::size_t i = 0; i < old.size(); ++i) changed += old[i] == now[i] ? 0 : 1;
    EXPECT_NEAR(changed / kImputedRows, 0.25, 6 * std::sqrt(0.25 * 0.75 / kImputedRows));

    const Table holes({Column::numeric("x", {1, 2, 3, 4, 5, 6}),
                       test::with_missing("y", {3, 0, 7, 9, 11, 13}, {1})});
    const Table kept = mask("multiple-imputation", holes, {}, {.columns = {"y", "x"}});
    EXPECT_FALSE(kept.column("y").valid(1));
    const Table filled = mask("multiple-imputation", holes, {{"fill_missing", true}, {"on", {"x"}}},
                              {.columns = {"y"}});
    EXPECT_TRUE(filled.column("y").valid(1));
    EXPECT_NEAR(numbers(filled, "y")[1], 5, 1e-6);
}

TEST(MaskMultipleImputation, WordsAndProblems) {
    const Table few = test::numeric_table({{"a", {1, 2}}, {"b", {2, 5}}});
    try {
        mask("multiple-imputation", few, {});
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::unmet);
        EXPECT_STREQ(error.what(),
                     "column \"a\": 2 values are too few for a regression with 2 free parameters");
    }
    const Table table = model();
    EXPECT_THAT(run_mask("multiple-imputation", table, {}, {.columns = {"y"}}).warnings,
                ElementsAre(HasSubstr("nothing predicts column \"y\"")));
    EXPECT_THAT(problems("multiple-imputation", table, {{"on", {"z"}}}, {"y"}),
                ElementsAre(HasSubstr("there is no column \"z\"")));
    const Table empty(
        {Column::numeric("x", {1, 2, 3}), test::with_missing("y", {0, 0, 0}, {0, 1, 2})});
    EXPECT_THAT(
        run_mask("multiple-imputation", empty, {{"on", {"x"}}}, {.columns = {"y"}}).warnings,
        ElementsAre(HasSubstr("has no values")));
}

// Many draws of the parameters have the mean and the covariance that theory gives them.
TEST(PredictiveRegression, ParametersHaveTheirDistribution) {
    const Table table = model();
    const std::vector<std::string> on{"x", "c"};
    const RegressionDesign design({}, table, on);
    ASSERT_EQ(design.size(), 3);
    const auto y = table.column("y").numbers();
    const Responses responses = [&](std::int64_t begin, std::int64_t end) -> Eigen::MatrixXd {
        return Eigen::Map<const Eigen::VectorXd>(y.data() + begin, end - begin);
    };
    const Eigen::MatrixXd x = design.block(0, kImputedRows);
    const Eigen::MatrixXd inverse = (x.transpose() * x).inverse();
    const Eigen::VectorXd best = inverse * (x.transpose() * responses(0, kImputedRows));
    const double variance =
        (responses(0, kImputedRows) - x * best).squaredNorm() / (kImputedRows - 3);
    constexpr int kDraws = 400;
    Eigen::Vector3d mean = Eigen::Vector3d::Zero(), squares = Eigen::Vector3d::Zero();
    double errors = 0;
    for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
        const DrawnRegression drawn =
            draw_regression({}, design, responses, 1, {}, Random(seed).stream("parameters"));
        const Eigen::Vector3d away = drawn.coefficients.col(0) - best;
        mean += away / kDraws;
        squares += away.cwiseProduct(away) / kDraws;
        errors += drawn.deviations[0] * drawn.deviations[0] / kDraws;
    }
    for (Eigen::Index j = 0; j < 3; ++j) {
        const double wanted = variance * inverse(j, j);
        EXPECT_LE(std::fabs(mean[j]), 5.6 * std::sqrt(wanted / kDraws));
        EXPECT_NEAR(squares[j] / wanted, 1, 5.6 * std::sqrt(2.0 / kDraws));
    }
    EXPECT_NEAR(errors / variance, 1, 5.6 * std::sqrt(2.0 / kImputedRows / kDraws) + 0.001);
}

}  // namespace
}  // namespace lethe
