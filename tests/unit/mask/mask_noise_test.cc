#include <Eigen/Core>
#include <cmath>

#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::numbers;
using test::run_mask;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Columns with correlations 0.8 (a, b) and about 0 (a, c), on very different scales.
Table noise_correlated_table(std::int64_t rows) {
    const Table normal = test::random_table(Random(3), rows, 3);
    std::vector<double> a = numbers(normal, "a"), b = numbers(normal, "b"),
                        c = numbers(normal, "c");
    for (std::size_t i = 0; i < a.size(); ++i) {
        b[i] = 1e6 + 5000 * (0.8 * a[i] + 0.6 * b[i]);
        a[i] = 40 + 12 * a[i];
    }
    return Table({Column::numeric("a", a), Column::numeric("b", b), Column::numeric("c", c)});
}

Eigen::MatrixXd matrix(const Table& table) {
    Eigen::MatrixXd result(table.rows(), static_cast<Eigen::Index>(table.columns().size()));
    for (Eigen::Index j = 0; j < result.cols(); ++j) {
        const auto values = table.columns()[static_cast<std::size_t>(j)]->numbers();
        for (Eigen::Index i = 0; i < result.rows(); ++i) {
            result(i, j) = values[static_cast<std::size_t>(i)];
        }
    }
    return result;
}

Eigen::MatrixXd covariance(const Eigen::MatrixXd& values) {
    const Eigen::MatrixXd centred = values.rowwise() - values.colwise().mean();
    return centred.transpose() * centred / static_cast<double>(values.rows() - 1);
}

Eigen::VectorXd deviations(const Eigen::MatrixXd& values) {
    return covariance(values).diagonal().cwiseSqrt();
}

TEST(MaskNoise, TheSeedReproducesAndAnotherDiffers) {
    const Table table = noise_correlated_table(100);
    for (const char* type : {"uncorrelated", "correlated", "covariance-preserving"}) {
        const Json params = {{"type", type}};
        const Table once = mask("noise", table, params, {.seed = 5});
        EXPECT_TRUE(test::same_cells(once, mask("noise", table, params, {.seed = 5}))) << type;
        EXPECT_FALSE(test::same_cells(once, mask("noise", table, params, {.seed = 6}))) << type;
    }
}

TEST(MaskNoise, EachColumnHasItsOwnShare) {
    const Table table = noise_correlated_table(40000);
    const Json params = {{"p", 10}, {"p_by_column", {{"b", 2}, {"c", 0}}}};
    for (const char* type : {"uncorrelated", "correlated"}) {
        Json given = params;
        given["type"] = type;
        const MaskOutput output = run_mask("noise", table, given);
        EXPECT_EQ(output.facts, Json({{"p", {{"a", 10.0}, {"b", 2.0}, {"c", 0.0}}}}));
        const Table masked = test::result(table, output);
        const Eigen::VectorXd added = deviations(matrix(masked) - matrix(table));
        const Eigen::VectorXd original = deviations(matrix(table));
        EXPECT_NEAR(added[0] / original[0], 0.10, 0.002) << type;
        EXPECT_NEAR(added[1] / original[1], 0.02, 0.0004) << type;
        EXPECT_EQ(numbers(masked, "c"), numbers(table, "c")) << type;
    }
}

// Table 2.4 of Abril (2014) is one random outcome: noise of about 13 % and 10 %, correlation 0.42.
TEST(MaskNoise, TheThesisTableIsAPossibleOutcome) {
    const Table table =
        test::numeric_table({{"Age", {23, 18, 58, 46, 18, 23}},
                             {"Salary", {25000, 10000, 12000, 30000, 10000, 14000}}});
    const Eigen::VectorXd original = deviations(matrix(table));
    Eigen::Vector2d squares = Eigen::Vector2d::Zero();
    double product = 0;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const Table masked =
            mask("noise", table, {{"type", "correlated"}, {"p", 12}}, {.seed = seed});
        const Eigen::MatrixXd added = matrix(masked) - matrix(table);
        squares += added.colwise().squaredNorm().transpose() / 12000;
        product += added.col(0).dot(added.col(1)) / 12000;
    }
    EXPECT_NEAR(std::sqrt(squares[0]) / original[0], 0.12, 0.002);
    EXPECT_NEAR(std::sqrt(squares[1]) / original[1], 0.12, 0.002);
    EXPECT_NEAR(product / std::sqrt(squares[0] * squares[1]), 0.280647, 0.03);  // the data's own
}

TEST(MaskNoise, UncorrelatedNoiseIsIndependentAndCorrelatedFollowsTheData) {
    const Table table = noise_correlated_table(40000);
    const auto noise_correlation = [&](const char* type) {
        const Eigen::MatrixXd noise =
            matrix(mask("noise", table, {{"type", type}})) - matrix(table);
        const Eigen::MatrixXd cov = covariance(noise);
        return cov(0, 1) / std::sqrt(cov(0, 0) * cov(1, 1));
    };
    EXPECT_NEAR(noise_correlation("uncorrelated"), 0.0, 0.02);
    EXPECT_NEAR(noise_correlation("correlated"), 0.8, 0.02);
}

TEST(MaskNoise, PreservesMeansAndCovariancesOfTheSample) {
    const Table table = noise_correlated_table(500);
    const Json params = {
        {"type", "covariance-preserving"}, {"p", 30}, {"p_by_column", {{"c", 80}}}};
    const Eigen::MatrixXd before = matrix(table);
    const Eigen::MatrixXd after = matrix(mask("noise", table, params));
    const Eigen::VectorXd scale = deviations(before);
    for (Eigen::Index i = 0; i < 3; ++i) {
        EXPECT_NEAR(after.col(i).mean(), before.col(i).mean(), 1e-9 * scale[i]);
        for (Eigen::Index j = 0; j < 3; ++j) {
            EXPECT_NEAR(covariance(after)(i, j), covariance(before)(i, j),
                        1e-9 * scale[i] * scale[j]);
        }
    }
    EXPECT_GT(deviations(after - before)[0], 0.2 * scale[0]);
}

TEST(MaskNoise, PreservingTendsToKimsTransformation) {
    const Table table = noise_correlated_table(40000);
    const Eigen::MatrixXd x = matrix(table);
    const Eigen::MatrixXd noisy = matrix(mask("noise", table, {{"type", "correlated"}, {"p", 50}}));
    const Eigen::MatrixXd y =
        matrix(mask("noise", table, {{"type", "covariance-preserving"}, {"p", 50}}));
    const Eigen::RowVectorXd mean = x.colwise().mean();
    const Eigen::MatrixXd kim = ((noisy.rowwise() - mean) / std::sqrt(1.25)).rowwise() + mean;
    const Eigen::VectorXd scale = deviations(x);
    for (Eigen::Index j = 0; j < 3; ++j) {
        EXPECT_LT((y - kim).col(j).cwiseAbs().maxCoeff(), 0.1 * scale[j]);
    }
}

// A column that is the sum of two others, one that is nearly equal to another, a constant one.
TEST(MaskNoise, PreservesSingularAndNearlySingularCovariances) {
    const Table base = noise_correlated_table(200);
    std::vector<double> sum = numbers(base, "a"), near = sum;
    for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i] += 3 * base.column("c").numbers()[i];
        near[i] += 1e-3 * base.column("b").numbers()[i] / 5000;
    }
    const Table table({base.column_ptr("a"), base.column_ptr("c"), Column::numeric("sum", sum),
                       Column::numeric("near", near),
                       Column::numeric("flat", std::vector<double>(sum.size(), 0.1))});
    const Table masked =
        mask("noise", table,
             {{"type", "covariance-preserving"}, {"p", 20}, {"p_by_column", {{"near", 60}}}});
    const Eigen::MatrixXd before = covariance(matrix(table)), after = covariance(matrix(masked));
    EXPECT_LT((after - before).cwiseAbs().maxCoeff(), 1e-7 * before.maxCoeff());
    EXPECT_EQ(numbers(masked, "flat"), numbers(table, "flat"));
    for (std::size_t i = 0; i < sum.size(); ++i) {  // still the sum
        EXPECT_NEAR(numbers(masked, "sum")[i],
                    numbers(masked, "a")[i] + 3 * numbers(masked, "c")[i], 1e-5);
    }
}

TEST(MaskNoise, AConstantColumnAndASingleRowStayAndAreWarnedOf) {
    for (const char* type : {"uncorrelated", "correlated", "covariance-preserving"}) {
        for (const Table& table :
             {test::numeric_table({{"a", {0.1, 0.1, 0.1}}}), test::numeric_table({{"a", {0.1}}})}) {
            const MaskOutput output = run_mask("noise", table, {{"type", type}});
            EXPECT_TRUE(test::same_cells(test::result(table, output), table));
            ASSERT_EQ(output.warnings.size(), 1U);
            EXPECT_THAT(output.warnings[0], HasSubstr("\"a\" has no deviation"));
        }
    }
}

TEST(MaskNoise, MissingStaysMissingAndDoesNotCount) {
    const Table table(
        {test::with_missing("a", {1, 2, 99, 4}, {2}), test::with_missing("b", {0, 5, 7, 4}, {0})});
    const Table gathered = table.gather(std::vector<std::int64_t>{0, 1, 3});
    const Json params = {{"p", 50}};
    const Table masked = mask("noise", table, params, {.columns = {"a"}});
    const Table without = mask("noise", gathered, params, {.columns = {"a"}});
    EXPECT_FALSE(masked.column("a").valid(2));
    EXPECT_EQ(masked.column("a").numbers()[0], without.column("a").numbers()[0]);
    EXPECT_EQ(masked.column("a").numbers()[1], without.column("a").numbers()[1]);
    const Table correlated = mask("noise", table, {{"type", "correlated"}});
    EXPECT_EQ(correlated.column("a").validity(), table.column("a").validity());
    EXPECT_EQ(correlated.column("b").validity(), table.column("b").validity());
}

TEST(MaskNoise, ReportsAllProblems) {
    const Table table({test::with_missing("a", {1, 2, 3}, {2}), Column::numeric("b", {1, 2, 3})});
    EXPECT_THAT(test::problems("noise", table,
                               {{"type", "covariance-preserving"}, {"p_by_column", {{"c", 3}}}}),
                ElementsAre(HasSubstr("p_by_column: there is no column of this step \"c\""),
                            HasSubstr("type: covariance-preserving noise needs complete columns; "
                                      "column \"a\" has 1 missing values")));
    EXPECT_THAT(test::problems("noise", table, {{"p", -1}, {"typ", "correlated"}}),
                ElementsAre(HasSubstr("did you mean \"type\""), HasSubstr("at least 0")));
    EXPECT_THROW(run_mask("noise", table, {{"type", "covariance-preserving"}}), Error);
}

}  // namespace
}  // namespace lethe
