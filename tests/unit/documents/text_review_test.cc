#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "io_support.h"
#include "lethe/core/json.h"
#include "lethe/documents/review/review.h"

namespace lethe::documents {
namespace {

using ::testing::HasSubstr;

struct Sample {
    Documents documents;
    Review review;
};

Sample sample() {
    Sample made;
    made.documents.resize(2);
    made.documents[0].id = "a.txt";
    made.documents[0].file = "a.txt";
    made.documents[0].text = "Anna Novak builds bombs.\n\nNothing here.";
    made.documents[1].id = "b.txt";
    made.documents[1].text = "Anna again.";
    const std::vector<Mentions> mentions = {
        {{{0, 10}, kPerson, MentionSource::model, 0.9F, "", 0}},
        {{{0, 4}, kPerson, MentionSource::repeat, 0.8F, "", 0}}};
    RiskTerms terms;
    terms.terms = {{"bomb"}};
    RiskyBlock block;
    block.span = {0, 24};
    block.words = 4;
    block.density = 0.25;
    block.hits = {{{18, 23}, 0, HitKind::stem}};
    made.review = make_review(made.documents, mentions, Categories(), {block}, terms,
                              "profile = \"default\"");
    return made;
}

TEST(Review, is_read_back_as_it_was_written) {
    const Review review = sample().review;
    const std::string json = review_json(review);
    const Review again = parse_review(json, "review.json");
    EXPECT_EQ(review_json(again), json);
    EXPECT_EQ(again.policy, "profile = \"default\"");
    EXPECT_EQ(again.entities.size(), 2U);
    EXPECT_EQ(again.blocks.at(0).hits.at(0).term, "bomb");
    EXPECT_EQ(undecided(again).blocks, 1);
    EXPECT_EQ(undecided(again).entities, 0);
}

TEST(Review, its_fingerprint_leaves_decisions_out) {
    Review review = sample().review;
    const std::string before = fingerprint(review);
    review.blocks[0].decision = Decision::accept;
    review.entities[0].decision = Decision::reject;
    EXPECT_EQ(fingerprint(review), before);
    ++review.entities[0].span.begin;
    EXPECT_NE(fingerprint(review), before);
}

TEST(Review, decisions_of_the_page) {
    Review review = sample().review;
    const auto decisions = [&](const std::string& entities, const std::string& blocks) {
        return Json{{"kind", "text-decisions"},
                    {"version", 1},
                    {"review", fingerprint(review)},
                    {"entities", entities},
                    {"blocks", blocks}}
            .dump();
    };
    take_decisions(review, decisions("ra", "a"), "d.json");
    EXPECT_EQ(review.entities[0].decision, Decision::reject);
    EXPECT_EQ(review.entities[1].decision, Decision::accept);
    EXPECT_EQ(review.blocks[0].decision, Decision::accept);
    const auto wrong = [&](const std::string& json) {
        return std::string(test::error_of([&] { take_decisions(review, json, "d.json"); }).what());
    };
    EXPECT_THAT(wrong(decisions("a", "a")), HasSubstr("one letter for each of the 2 entities"));
    EXPECT_THAT(wrong(decisions("ax", "a")), HasSubstr("entities[1]: must be a, r or u"));
    EXPECT_THAT(wrong("{}"), HasSubstr("is not a file of decisions"));
    EXPECT_THAT(
        wrong(R"({"kind":"text-decisions","version":1,"review":"0","entities":"aa","blocks":"a"})"),
        HasSubstr("belongs to another review"));
}

// What a change of the file makes the reader say.
std::string complaint(const std::function<void(Json&)>& change) {
    Json json = Json::parse(review_json(sample().review));
    change(json);
    const Error error = test::error_of([&] { parse_review(json.dump(), "review.json"); });
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
}

TEST(Review, every_problem_is_told_with_its_place) {
    EXPECT_THAT(complaint([](Json& json) { json["entities"][1]["end"] = 400; }),
                HasSubstr("entities[1].end: must be a whole number from 0 to 11"));
    EXPECT_THAT(complaint([](Json& json) { json["entities"][1]["begin"] = -1; }),
                HasSubstr("entities[1].begin"));
    EXPECT_THAT(complaint([](Json& json) { json["entities"][1]["begin"] = 4; }),
                HasSubstr("entities[1]: ends before it begins"));
    EXPECT_THAT(complaint([](Json& json) { json["entities"][1]["begin"] = 1e30; }),
                HasSubstr("entities[1].begin"));
    EXPECT_THAT(complaint([](Json& json) { json["entities"][0]["decision"] = "yes"; }),
                HasSubstr("entities[0].decision: must be one of undecided, accept, reject"));
    EXPECT_THAT(complaint([](Json& json) { json["entities"][0]["document"] = 2; }),
                HasSubstr("entities[0].document: is not one of the documents"));
    EXPECT_THAT(complaint([](Json& json) { json["blocks"][0]["hits"][0][0] = 25; }),
                HasSubstr("blocks[0].hits[0]"));
    EXPECT_THAT(complaint([](Json& json) { json["blocks"][0]["score"] = "high"; }),
                HasSubstr("blocks[0].score: must be a number"));
    EXPECT_THAT(complaint([](Json& json) { json["blocks"][0]["decison"] = "accept"; }),
                HasSubstr("did you mean \"decision\"?"));
    EXPECT_THAT(complaint([](Json& json) { json["blocks"] = 5; }),
                HasSubstr("blocks: must be a list"));
    EXPECT_THAT(complaint([](Json& json) { json["blocks"][0] = 5; }),
                HasSubstr("blocks[0]: must be an object"));
    EXPECT_THAT(complaint([](Json& json) { json["documents"][0]["digest"] = "x"; }),
                HasSubstr("documents[0].digest"));
    EXPECT_THAT(complaint([](Json& json) { json["version"] = 2; }), HasSubstr("another version"));
    EXPECT_THAT(complaint([](Json& json) { json["kind"] = "release"; }),
                HasSubstr("is not a review"));
    EXPECT_THAT(complaint([](Json& json) {
                    json["entities"][0]["begin"] = "x";
                    json["blocks"][0]["words"] = 2.5;
                }),
                ::testing::AllOf(HasSubstr("entities[0].begin"), HasSubstr("blocks[0].words")));
    EXPECT_THAT(complaint([](Json& json) {
                    for (int i = 0; i < 200; ++i) json["entities"].push_back(i);
                }),
                HasSubstr("and 150 more"));
    EXPECT_THAT(test::error_of([] { parse_review("{", "review.json"); }).what(),
                HasSubstr("is not valid JSON"));
}

TEST(Review, changed_missing_and_new_documents_are_refused) {
    Sample made = sample();
    EXPECT_EQ(match_documents(made.review, made.documents), (std::vector<std::int64_t>{0, 1}));
    std::swap(made.documents[0], made.documents[1]);
    EXPECT_EQ(match_documents(made.review, made.documents), (std::vector<std::int64_t>{1, 0}));
    made.documents[0].text[0] = 'E';
    const auto said = [&] {
        return std::string(
            test::error_of([&] { match_documents(made.review, made.documents); }).what());
    };
    EXPECT_THAT(said(), HasSubstr("b.txt: has changed since it was reviewed"));
    made.documents[0].id = "c.txt";
    EXPECT_THAT(said(), ::testing::AllOf(HasSubstr("b.txt: was reviewed, and is not there"),
                                         HasSubstr("c.txt: was not reviewed")));
}

}  // namespace
}  // namespace lethe::documents
