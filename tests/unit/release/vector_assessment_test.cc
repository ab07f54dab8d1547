#include "lethe/release/vectors/vector_assessment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/method/publication.h"
#include "lethe/release/vectors/vector_release.h"
#include "support.h"

namespace lethe::release {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class VectorAssessmentTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string lines = "document,id,label,term,weight\n";
        for (int i = 1; i <= 12; ++i) {
            const std::string head =
                std::to_string(i) + ",person" + std::to_string(i) + ",c" + std::to_string(i % 2);
            lines += head + ",common,1\n" + head + ",t" + std::to_string(i) + ",0.5\n";
        }
        write_file(at("v.csv"), lines);
        VectorRelease what;
        what.source = at("v.csv");
        what.output = at("p.mtx");
        what.parameters["k"] = 3;
        what.seed = 1;
        release_vectors({}, what);
    }
    std::string at(const std::string& name) const { return folder_.file(name); }
    Json run(Family family, std::vector<Choice> choices = {}) {
        notes_.clear();
        return to_json(assess_vector_method(
            {}, {at("v.csv"), at("p.mtx"), {}, family, std::move(choices)}, Random(1), notes_));
    }
    test::TemporaryFolder folder_;
    std::vector<std::string> notes_;
};

TEST_F(VectorAssessmentTest, TheLogSaysWhoIsWho) {
    const Json found = run(Family::attack);
    EXPECT_THAT(notes_, IsEmpty());
    ASSERT_EQ(found["attacks"].size(), 2U);
    // Who has a word of the own finds the group with it, and guesses among those who share it.
    EXPECT_EQ(found["worst"]["name"], "vector-linkage");
    EXPECT_NEAR(found["worst"]["value"].get<double>(), 100.0 / 3, 1e-9);
    EXPECT_EQ(found["attacks"][0]["details"]["lax"], 100);
    EXPECT_EQ(found["attacks"][1]["details"]["smallest"], 3);
    EXPECT_THAT(published(found).dump(), Not(HasSubstr("v.csv")));
    std::filesystem::remove(at("p.mtx.lethe.private.json"));
    // The record says that the order is a random one: by it each would be taken for another.
    EXPECT_THROW(run(Family::attack), Error);
    std::filesystem::remove(at("p.mtx.lethe.json"));
    run(Family::attack);
    EXPECT_THAT(notes_,
                ElementsAre(HasSubstr("matched by their order"), HasSubstr("sorted by id")));
}

TEST_F(VectorAssessmentTest, SaysWhereTheOrderTells) {
    VectorRelease what;
    what.source = at("v.csv");
    what.output = at("p.mtx");
    what.parameters["k"] = 3;
    what.keep_order = true;
    release_vectors({}, what);
    run(Family::attack);
    EXPECT_THAT(notes_, ElementsAre(HasSubstr("in the order of the original")));
}

// Without ids, log and record, another order would be read as a release in which nobody is found.
TEST_F(VectorAssessmentTest, AnotherOrderIsRefusedAndNotMeasured) {
    const auto lines = [](int shift) {
        std::string text = "document,term,weight\n";
        for (int i = 0; i < 30; ++i) {
            const int who = (i + shift) % 30;
            const std::string head = std::to_string(i + 1) + ",";
            text += head + "common,1\n" + head + "t" + std::to_string(who / 3) + ",0.7\n";
        }
        return text;
    };
    write_file(at("v.csv"), lines(0));
    std::filesystem::remove(at("v.documents.csv"));
    write_file(at("other.csv"), lines(7));
    write_file(at("same.csv"), lines(0));
    const auto found = [&](const std::string& name, bool aligned) {
        VectorAssessment asked{at("v.csv"), at(name), {{}, aligned}, Family::attack, {}};
        return to_json(assess_vector_method({}, asked, Random(1), notes_));
    };
    try {
        found("other.csv", false);
        FAIL() << "was measured";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
        EXPECT_THAT(error.what(), HasSubstr("no figure would mean anything"));
        EXPECT_THAT(error.what(), HasSubstr("the option aligned"));
    }
    EXPECT_EQ(found("other.csv", true)["worst"]["value"], 0);
    EXPECT_GT(found("same.csv", false)["worst"]["value"].get<double>(), 30);
    EXPECT_THAT(notes_, testing::Contains(HasSubstr("matched by their order")));
}

// Terms of its own: they are compared by what they mean, or nothing is said.
TEST_F(VectorAssessmentTest, OfGeneralisedTerms) {
    write_file(at("t.csv"),
               "lumbago;ache;pain;symptom\nmigraine;ache;pain;symptom\n"
               "gastritis;inflammation;symptom\nappendicitis;inflammation;symptom\n");
    write_file(at("v.csv"),
               "document,id,term,weight\n1,a,lumbago,1\n2,b,gastritis,1\n"
               "3,c,migraine,1\n4,d,appendicitis,1\n");
    VectorRelease what;
    what.source = at("v.csv");
    what.output = at("p.mtx");
    what.method = "semantic";
    what.taxonomy = at("t.csv");
    what.parameters["k"] = 2;
    what.surroundings.replace = true;
    std::filesystem::remove(at("p.documents.csv"));  // of the fixture's release
    release_vectors({}, what);
    EXPECT_THROW(run(Family::attack), Error);  // no term in common
    EXPECT_THAT(notes_, testing::Contains(HasSubstr("the risk is understated")));
    const auto by_meaning = [&](Family family) {
        VectorAssessment asked{at("v.csv"), at("p.mtx"), {}, family, {}};
        asked.taxonomy = at("t.csv");
        return to_json(assess_vector_method({}, asked, Random(1), notes_));
    };
    const Json found = by_meaning(Family::attack);
    EXPECT_EQ(found["worst"]["name"], "vector-semantic-linkage");
    EXPECT_NEAR(found["worst"]["value"].get<double>(), 50, 1e-9);
    EXPECT_TRUE(found["attacks"][0]["value"].is_null()) << found;  // the cosine compares nothing
    const Json lost = by_meaning(Family::loss);
    const auto measure =
        std::find_if(lost["measures"].begin(), lost["measures"].end(),
                     [](const Json& one) { return one["name"] == "vector-semantic-loss"; });
    ASSERT_TRUE(measure != lost["measures"].end());
    // Each is one edge below what stands for it, at depths of three and of two nodes.
    EXPECT_NEAR((*measure)["value"].get<double>(), 100 * (1.0 / 7 + 1.0 / 5) / 2, 1e-9);
}

TEST_F(VectorAssessmentTest, EveryMeasureThatTakesThem) {
    const Json found = run(Family::loss);
    EXPECT_EQ(found["measures"].size(), 5U);
    EXPECT_FALSE(found.contains("worst"));
    for (const Json& measure : found["measures"]) {
        EXPECT_TRUE(measure["value"].is_number()) << measure;
    }
    const vectors::DocumentVectors unlabelled{SparseRows(), {}, {}, {}};
    EXPECT_EQ(default_vector_choices(Family::loss, unlabelled).size(), 4U);
}

TEST_F(VectorAssessmentTest, NamesAndSettingsAreChecked) {
    EXPECT_THROW(run(Family::loss, {{"vector-linkage", Json::object()}}), Error);
    EXPECT_THROW(run(Family::attack, {{"vector-linkage", {{"k", 1}}}}), Error);
    const Json found = run(Family::loss, {{"vector-loss", {{"geometry", "classical"}}}});
    ASSERT_EQ(found["measures"].size(), 1U);
    EXPECT_EQ(found["measures"][0]["parameters"]["geometry"], "classical");
}

TEST_F(VectorAssessmentTest, SaysWhereFilesChanged) {
    std::string classes = read_file(at("p.documents.csv"));
    classes.replace(classes.find("c1"), 2, "c0");
    write_file(at("p.documents.csv"), classes);
    run(Family::attack);
    EXPECT_THAT(notes_, testing::Contains(HasSubstr("changed since")));
}

}  // namespace
}  // namespace lethe::release
