// What an analyst, and an intruder, makes of noise that is known.
#include "lethe/algo/statistics/noise_moments.h"

#include <gmock/gmock.h>

#include <cmath>

#include "assess.h"
#include "lethe/core/error.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::Intruder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(NoiseMoments, UndoneByDivision) {
    Eigen::MatrixXd seen(2, 2);
    seen << 5, 3, 3, 10;
    const std::vector<NoiseModel> independent{{false, {0.5, 1}}};
    const Eigen::MatrixXd a = without_noise(seen, independent);
    EXPECT_EQ(a(0, 0), 4);
    EXPECT_EQ(a(0, 1), 3);
    EXPECT_EQ(a(1, 1), 5);
    const std::vector<NoiseModel> correlated{{true, {0.5, 1}}};
    const Eigen::MatrixXd b = without_noise(seen, correlated);
    EXPECT_EQ(b(0, 0), 4);
    EXPECT_EQ(b(0, 1), 2);
    EXPECT_EQ(b(1, 0), 2);
    EXPECT_EQ(b(1, 1), 5);
    const std::vector<NoiseModel> both{{false, {0.5, 1}}, {true, {0.5, 1}}};
    EXPECT_EQ(without_noise(seen, both)(1, 1), 2.5);
    const std::vector<NoiseModel> other{{false, {0.5}}};
    EXPECT_THROW(without_noise(seen, other), Error);
}

TEST(NoiseMoments, CorrelationsBeyondOneAreCut) {
    Eigen::MatrixXd seen(2, 2);
    seen << 4, -9, -9, 9;
    EXPECT_EQ(correlation(seen, 0, 1)->value, -1);
    EXPECT_TRUE(correlation(seen, 0, 1)->cut);
    EXPECT_FALSE(correlation(seen, 0, 0)->cut);
    seen(0, 0) = 0;
    EXPECT_FALSE(correlation(seen, 0, 1).has_value());
}

// Three columns that hang together, of different sizes.
Table noise_moments_correlated_table(std::int64_t rows) {
    std::vector<double> a, b, c;
    const Stream stream = Random(12).stream("correlated");
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = stream.at(row);
        const double x = draws.normal(), y = draws.normal(), z = draws.normal();
        a.push_back(100 + 10 * x);
        b.push_back(5 + 0.8 * x + 0.6 * y);
        c.push_back(-3000 + 500 * (x + y - z));
    }
    return test::numeric_table({{"a", a}, {"b", b}, {"c", c}});
}

Json noise_moments_record_of(const Table& table, const Json& parameters) {
    Json columns = Json::array();
    for (const std::string& name : table.names()) columns.push_back({{"name", name}});
    const Json step{{"method", "noise"}, {"columns", table.names()}, {"parameters", parameters}};
    return {
        {"kind", "release"}, {"release", {{"columns", columns}}}, {"steps", Json::array({step})}};
}

// A million records: corrected moments are within one percent.
TEST(LossNoiseCorrection, AMillionRecords) {
    const Table table = noise_moments_correlated_table(1000000);
    for (const char* type : {"uncorrelated", "correlated"}) {
        const Json parameters{{"type", type}, {"p", 50}, {"p_by_column", {{"b", 80}}}};
        const Table masked = test::mask("noise", table, parameters, {.threads = 2});
        const Measurement found =
            test::assess("noise-correction", table, masked, Json::object(), 2,
                         Intruder{.record = noise_moments_record_of(table, parameters)});
        EXPECT_LT(found.value, 1) << type;
        EXPECT_GT(found.details["without_correction"], 8.0) << type;
        EXPECT_EQ(found.details["cut"], 0);
        EXPECT_THAT(found.warnings, IsEmpty());
        for (const auto& [name, variance] : found.about_original["variances"].items()) {
            const double truth = variance["original"];
            EXPECT_NEAR(variance["corrected"].get<double>(), truth, 0.01 * truth) << name;
        }
        for (const auto& [name, mean] : found.about_original["means"].items()) {
            const double truth = mean["original"];
            EXPECT_NEAR(mean["corrected"].get<double>(), truth, 0.01 * std::fabs(truth)) << name;
        }
        for (const Json& pair : found.about_original["correlations"]) {
            EXPECT_NEAR(pair["corrected"].get<double>(), pair["original"].get<double>(), 0.01);
        }
    }
}

TEST(LossNoiseCorrection, ParametersAndRecordSayTheSame) {
    const Table table = noise_moments_correlated_table(500);
    const Json parameters{{"type", "correlated"}, {"p", 30}};
    const Table masked = test::mask("noise", table, parameters);
    const Measurement told = test::assess("noise-correction", table, masked, parameters);
    const Measurement read =
        test::assess("noise-correction", table, masked, Json::object(), 1,
                     Intruder{.record = noise_moments_record_of(table, parameters)});
    EXPECT_EQ(told.details, read.details);
    const Measurement kept = test::assess("noise-correction", table, masked,
                                          {{"type", "covariance-preserving"}, {"p", 30}});
    EXPECT_EQ(kept.value, kept.details["without_correction"]);
    EXPECT_THAT(kept.warnings, ElementsAre(HasSubstr("nothing is corrected")));
}

TEST(LossNoiseCorrection, OtherStepsAreSaid) {
    const Table table = noise_moments_correlated_table(100);
    Json record = noise_moments_record_of(table, {{"type", "uncorrelated"}, {"p", 10}});
    record["steps"].push_back(
        {{"method", "rounding"}, {"columns", {"b"}}, {"parameters", Json::object()}});
    record["steps"].push_back(record["steps"][0]);
    const Measurement twice = test::assess("noise-correction", table, table, Json::object(), 1,
                                           Intruder{.record = record});
    EXPECT_THAT(twice.warnings, ElementsAre(HasSubstr("masked by other methods as well")));
    EXPECT_NEAR(twice.about_original["variances"]["a"]["corrected"].get<double>() * 1.01 * 1.01,
                twice.about_original["variances"]["a"]["masked"].get<double>(), 1e-9);
}

TEST(LossNoiseCorrection, Errors) {
    const Table table = noise_moments_correlated_table(20);
    const auto message = [&](const Json& parameters, const Json& record) -> std::string {
        try {
            test::assess("noise-correction", table, table, parameters, 1,
                         Intruder{.record = record});
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(message(Json::object(), nullptr), HasSubstr("the option release"));
    EXPECT_THAT(message({{"p_by_column", {{"q", 1}}}}, nullptr), HasSubstr("\"q\""));
    EXPECT_THAT(message(Json::object(), noise_moments_record_of(table, {{"p", "x"}})),
                HasSubstr("has no p"));
    EXPECT_THAT(
        message(Json::object(), noise_moments_record_of(table, {{"p", 1}, {"type", "odd"}})),
        HasSubstr("unknown type"));
    Json other = noise_moments_record_of(table, {{"p", 1}});
    other["steps"][0]["method"] = "mdav";
    EXPECT_THAT(message(Json::object(), other), HasSubstr("no noise step"));
}

// Correlated noise hides little from who knows that it is correlated, and the intruder needs no
// true pair for it: as strong as the distance that is estimated from all of them.
TEST(AttackNoiseLinkage, AsStrongAsKnowingTheDifferences) {
    const Table base = noise_moments_correlated_table(1500);
    std::vector<double> d, e;
    const auto a = base.column("a").numbers(), c = base.column("c").numbers();
    const Stream stream = Random(13).stream("more");
    for (std::int64_t row = 0; row < base.rows(); ++row) {
        const auto i = static_cast<std::size_t>(row);
        Draws draws = stream.at(row);
        d.push_back(a[i] + 3 * draws.normal());
        e.push_back(c[i] + 100 * draws.normal());
    }
    const Table table({base.column_ptr("a"), base.column_ptr("b"), base.column_ptr("c"),
                       Column::numeric("d", d), Column::numeric("e", e)});
    const Json parameters{{"type", "correlated"}, {"p", 25}};
    const Table masked = test::mask("noise", table, parameters);
    const Measurement found =
        test::assess("noise-linkage", table, masked, Json::object(), 2,
                     Intruder{.record = noise_moments_record_of(table, parameters)});
    const double euclid = test::assess("distance-linkage", table, masked).value;
    const double known =
        test::assess("distance-linkage", table, masked, {{"distance", "mahalanobis"}}).value;
    EXPECT_EQ(found.details["distance_linkage"], euclid);
    EXPECT_GT(found.value, euclid + 10);
    EXPECT_NEAR(found.value, known, 3);
}

TEST(AttackNoiseLinkage, UncorrelatedNoiseOfOneShareIsPlainDistance) {
    const Table table = noise_moments_correlated_table(800);
    const Table masked = test::mask("noise", table, {{"p", 10}});
    const Measurement found = test::assess("noise-linkage", table, masked, {{"p", 10}});
    EXPECT_NEAR(found.value, found.details["distance_linkage"].get<double>(), 1.5);
    const Measurement uneven =
        test::assess("noise-linkage", table,
                     test::mask("noise", table, {{"p", 100}, {"p_by_column", {{"a", 1}}}}),
                     {{"p", 100}, {"p_by_column", {{"a", 1}}}});
    EXPECT_GT(uneven.value, 3 * uneven.details["distance_linkage"].get<double>());
}

}  // namespace
}  // namespace lethe
