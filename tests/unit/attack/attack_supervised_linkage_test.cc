#include <gtest/gtest.h>

#include <sstream>

#include "assess.h"
#include "lethe/method/publication.h"
#include "lethe/table/attack/linkage/linkage_proof.h"
#include "lethe/table/attack/supervised_linkage.h"

namespace lethe {
namespace {

using test::assess;

class SupervisedAttack : public ::testing::Test {
  protected:
    Table original_ = test::random_table(Random(1), 40, 3);
    Table masked_ = noisy(original_, 0.6);

    static Table noisy(const Table& table, double noise) {
        std::vector<ColumnPtr> columns;
        for (const ColumnPtr& column : table.columns()) {
            std::vector<double> values(column->numbers().begin(), column->numbers().end());
            const Stream stream = Random(2).stream(column->name());
            for (std::size_t row = 0; row < values.size(); ++row) {
                values[row] += noise * stream.at(static_cast<std::int64_t>(row)).normal();
            }
            columns.push_back(Column::numeric(column->name(), std::move(values)));
        }
        return Table(std::move(columns));
    }
    Measurement run(const Json& parameters, const test::Intruder& intruder = {}) const {
        return assess("supervised-linkage", original_, masked_, parameters, 1, intruder);
    }
    AssessInput input(const Context& context) const {
        return {original_, masked_, original_.names(), Random(1), context};
    }
};

TEST_F(SupervisedAttack, ForbiddenNullWeightsKeepTheOptimum) {
    for (const Json& parameters :
         {Json{{"operator", "weighted-mean"}}, Json{{"operator", "owa"}},
          Json{{"operator", "choquet"}}, Json{{"operator", "choquet"}, {"variant", "submodular"}},
          Json{{"operator", "choquet"}, {"variant", "k-additive"}},
          Json{{"operator", "choquet"}, {"variant", "belief"}},
          Json{{"operator", "choquet"}, {"variant", "symmetric"}},
          Json{{"operator", "bilinear"}, {"variant", "psd"}}}) {
        const Measurement allowed = run(parameters);
        Json strict = parameters;
        strict["null_weights"] = "forbidden";
        const Measurement forbidden = run(strict);
        EXPECT_EQ(forbidden.details["links"], allowed.details["links"]) << parameters;
        EXPECT_EQ(forbidden.details["bound"], allowed.details["bound"]) << parameters;
        EXPECT_TRUE(forbidden.details["optimal"]) << parameters;
        EXPECT_GT(forbidden.details["least_weight"].get<double>(), 0.0) << parameters;
    }
    EXPECT_THROW(run({{"operator", "bilinear"}, {"null_weights", "forbidden"}}), Error);
}

TEST_F(SupervisedAttack, ProjectionIsARepairUnderTheFreeBound) {
    const Measurement free = run({{"operator", "bilinear"}});
    const Measurement best = run({{"operator", "bilinear"}, {"variant", "psd"}});
    for (const char* projection : {"nearest", "correlation"}) {
        const Measurement repaired = run(
            {{"operator", "bilinear"}, {"variant", "psd-projection"}, {"projection", projection}});
        EXPECT_FALSE(repaired.details["optimal"]);
        EXPECT_EQ(repaired.details["bound"], free.details["bound"]);
        EXPECT_EQ(repaired.details["projection"]["links_before"], free.details["links"]);
        EXPECT_LE(repaired.details["links"], best.details["bound"]);
        EXPECT_EQ(repaired.details["distance"], "metric");
        EXPECT_FALSE(repaired.warnings.empty());
    }
}

TEST_F(SupervisedAttack, CertificateSurvivesTheFile) {
    const Context context = test::threads(1);
    for (const Json& parameters :
         {Json{{"operator", "weighted-mean"}}, Json{{"operator", "choquet"}},
          Json{{"operator", "choquet"}, {"variant", "k-additive"}}, Json{{"operator", "bilinear"}},
          Json{{"operator", "bilinear"}, {"variant", "psd"}}}) {
        Json asked = parameters;
        asked["certificate"] = true;
        const Measurement result = run(asked);
        const Json file = Json::parse(result.private_details["certificate"].dump());
        const attack::LinkageProof proof = attack::read_linkage_proof(file);
        EXPECT_EQ(proof.columns, original_.names());
        const attack::LinkSample sample =
            attack::LinkageCrowd(input(context)).sample(proof.rows, proof.equals_compete);
        const LinkageVerdict verdict = verify_linkage(context, proof.claim, sample.records());
        EXPECT_EQ(verdict.links, result.details["links"]) << parameters;
        EXPECT_EQ(verdict.bound, result.details["bound"]) << parameters;
        EXPECT_TRUE(verdict.proven()) << parameters;
        EXPECT_FALSE(result.details.contains("certificate"));
    }
}

TEST_F(SupervisedAttack, BadCertificatesAreRefused) {
    const Json good = run({{"certificate", true}}).private_details["certificate"];
    const auto expect_refused = [&](const char* key, const Json& value) {
        Json bad = good;
        bad[key] = value;
        EXPECT_THROW(attack::read_linkage_proof(bad), Error) << key;
    };
    EXPECT_NO_THROW(attack::read_linkage_proof(good));
    expect_refused("kind", "release");
    expect_refused("format", 2);
    expect_refused("family", "cosine");
    expect_refused("parameters", {1.0, "x"});
    expect_refused("rows", {1, 1, 2});
    expect_refused("rows", Json::array());
    expect_refused("rows", {-1});
    expect_refused("rows", {18446744073709551615ULL});
    expect_refused("conflicts", {{{"records", {1}}}});
    expect_refused("conflicts", {{{"records", {1}}, {"rows", {{1}}}}});
    expect_refused("cone", {1.0});
    expect_refused("links", "many");
    EXPECT_THROW(attack::read_linkage_proof(Json::array()), Error);
    EXPECT_THROW(attack::read_linkage_proof(nullptr), Error);
}

TEST_F(SupervisedAttack, ProgramIsWrittenForLinearVariants) {
    const Context context = test::threads(1);
    const Method* method = find_method("supervised-linkage");
    Problems problems;
    std::ostringstream out;
    attack::write_supervised_program(out, input(context), method->bind({}, {}, problems));
    EXPECT_NE(out.str().find("ENDATA"), std::string::npos);
    EXPECT_NE(out.str().find("weighted-mean: 40 records, 3 attributes"), std::string::npos);
    const Json psd{{"operator", "bilinear"}, {"variant", "psd"}};
    EXPECT_THROW(
        attack::write_supervised_program(out, input(context), method->bind(psd, {}, problems)),
        Error);
}

TEST_F(SupervisedAttack, TrainingRecordsOutsideTheReleaseTeachNothing) {
    const std::vector<std::int64_t> kept = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const Measurement result = assess("supervised-linkage", original_, masked_.gather(kept), {}, 1,
                                      {.origin = kept, .training = {20, 21, 22}});
    EXPECT_EQ(result.value, 0.0);
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_NE(result.warnings[0].find("training"), std::string::npos);
}

TEST_F(SupervisedAttack, EqualMaskedRecordsAreCounted) {
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < 40; ++row) rows.push_back(row - row % 2);
    const Measurement result =
        assess("supervised-linkage", original_, masked_.gather(rows), Json::object());
    EXPECT_EQ(result.details["indistinguishable"], 40);
    EXPECT_EQ(result.details["impossible"], 40);
    EXPECT_EQ(result.details["strict"], 0.0);
    EXPECT_EQ(result.value, result.details["expected"]);  // a guess counts as its chance
    EXPECT_GT(result.value, 0.0);
    EXPECT_LE(result.value, 50.0);
}

// With the learnt parameters anyone can repeat the attack without knowing a link.
TEST_F(SupervisedAttack, LearntParametersAreNotPublished) {
    for (const char* op : {"weighted-mean", "owa", "choquet", "bilinear"}) {
        const Measurement found = run({{"operator", op}});
        const Json details = with_about_original(found.details, found.about_original);
        const Json result{{"kind", "assessment"},
                          {"columns", original_.names()},
                          {"attacks", {{{"name", "supervised-linkage"}, {"details", details}}}}};
        EXPECT_TRUE(describes_original(result));
        const Json kept = published(result)["attacks"][0]["details"];
        EXPECT_EQ(kept["links"], details["links"]);
        EXPECT_EQ(kept["bound"], details["bound"]);
        for (const char* key :
             {"key_attributes", "weights_by_rank", "interactions", "measure", "matrix"}) {
            EXPECT_FALSE(kept.contains(key)) << key;
        }
    }
}

}  // namespace
}  // namespace lethe
