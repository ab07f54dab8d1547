#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/documents/review/risk_trainer.h"
#include "lethe/documents/review/risky_blocks.h"
#include "support.h"

namespace lethe::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Paragraphs about a reactor, which are marked in part, and about a garden.
GoldDocuments marked_notes(int count, const std::string& secret = "reactor") {
    GoldDocuments documents;
    for (int i = 0; i < count; ++i) {
        GoldDocument document;
        document.id = "note-" + std::to_string(i);
        for (int p = 0; p < 3; ++p) {
            const bool risky = (i + p) % 3 == 0;
            if (p > 0) document.text += "\n\n";
            const std::int64_t begin = std::ssize(document.text);
            document.text += risky ? "The " + secret + " burns fuel number " + std::to_string(i) +
                                         " behind the guarded gate."
                                   : "Roses and tulips grow in garden number " + std::to_string(p) +
                                         " along the river.";
            if (!risky) continue;
            GoldMention mention;
            mention.span = {begin + 4, begin + 9};
            mention.type = std::string(kRiskyCategory);
            document.mentions.push_back(mention);
        }
        documents.push_back(std::move(document));
    }
    return documents;
}

TEST(RiskModel, finds_paragraphs_that_were_kept_aside) {
    const TrainedRisk trained = train_risk_model(test::threads(1), marked_notes(30), {});
    EXPECT_EQ(trained.kept_aside.paragraphs, 90);
    EXPECT_EQ(trained.kept_aside.marked, 30);
    EXPECT_EQ(trained.kept_aside.recall(), 1);
    EXPECT_EQ(trained.kept_aside.precision(), 1);
    const std::string text =
        "Tulips along the river.\n\nA guarded gate hides the reactor.\n\nRoses.";
    const std::vector<float> found = trained.model.probabilities(text, paragraphs_of(text));
    ASSERT_EQ(found.size(), 3U);
    EXPECT_LT(found[0], trained.model.least());
    EXPECT_GE(found[1], trained.model.least());
    EXPECT_LT(found[2], trained.model.least());
}

TEST(RiskModel, the_same_for_any_number_of_threads_and_after_reading) {
    const RiskModel one = train_risk_model(test::threads(1), marked_notes(12), {}).model;
    const RiskModel three = train_risk_model(test::threads(3), marked_notes(12), {}).model;
    EXPECT_EQ(one.bytes(), three.bytes());
    const RiskModel again = RiskModel::from_bytes(one.bytes(), "x.model");
    EXPECT_EQ(again.bytes(), one.bytes());
    EXPECT_EQ(again.least(), one.least());
    const std::string text = "The gate.\n\nThe garden and the reactor.";
    EXPECT_EQ(again.probabilities(text, paragraphs_of(text)),
              one.probabilities(text, paragraphs_of(text)));
    EXPECT_TRUE(one.probabilities("", {}).empty());
}

// What one document alone says leaves no trace: the model without it has the same features.
TEST(RiskModel, a_word_of_one_document_is_not_learnt) {
    GoldDocuments documents = marked_notes(12);
    const std::int64_t usual = train_risk_model(test::threads(1), documents, {}).model.features();
    documents[3].text += " Quarkendale quarrels quietly.";
    EXPECT_EQ(train_risk_model(test::threads(1), documents, {}).model.features(), usual);
}

TEST(RiskModel, what_cannot_be_learnt_from_is_refused) {
    GoldDocuments unmarked = marked_notes(12);
    for (GoldDocument& document : unmarked) document.mentions.clear();
    EXPECT_THAT([&] { train_risk_model(test::threads(1), unmarked, {}); },
                testing::ThrowsMessage<Error>(HasSubstr("no paragraph is marked")));
    GoldDocuments all = marked_notes(12);
    for (GoldDocument& document : all) document.mentions[0].span = {0, std::ssize(document.text)};
    EXPECT_THAT([&] { train_risk_model(test::threads(1), all, {}); },
                testing::ThrowsMessage<Error>(HasSubstr("every paragraph is marked")));
    EXPECT_THAT([&] { train_risk_model(test::threads(1), marked_notes(4), {}); },
                testing::ThrowsMessage<Error>(HasSubstr("fewer documents")));
    EXPECT_THAT([] { (void)RiskModel::from_bytes("lethe text model 1\nxxxxxxxxxxxx", "x"); },
                testing::ThrowsMessage<Error>(HasSubstr("no model of lethe text train-risk")));
    const std::string whole =
        train_risk_model(test::threads(1), marked_notes(12), {}).model.bytes();
    for (std::size_t size = 0; size < whole.size(); size += 7) {
        EXPECT_THROW((void)RiskModel::from_bytes(whole.substr(0, size), "x"), Error) << size;
    }
}

TEST(GoldDocuments, those_made_alike_are_kept_together) {
    const auto document = [](const char* text, const char* group, const char* source) {
        return GoldDocument{"", text, group, source, {}};
    };
    const GoldDocuments documents = {
        document("a letter", "", "x"),     document("another", "", "x"),
        document("a letter", "", "y"),     document("one", "form", "x"),
        document("two", "form", "x"),      document("two", "form", "y"),
        document("three", "form", "y"),    document("another", "other", "x"),
        document("a third", "other", "x"), document("a fourth", "", "x")};
    EXPECT_EQ(alike_documents(documents),
              (std::vector<std::int64_t>{0, 1, 0, 2, 2, 2, 2, 1, 1, 3}));
}

TEST(RiskModel, wanted_recall_decides_where_risk_begins) {
    RiskTrainingOptions most;
    most.recall = 1;
    RiskTrainingOptions half;
    half.recall = 0.5;
    const GoldDocuments documents = marked_notes(30);
    const float all = train_risk_model(test::threads(1), documents, most).model.least();
    EXPECT_LE(all, train_risk_model(test::threads(1), documents, half).model.least());
    // Paragraphs that say nothing of a reactor, but are marked, lower it.
    GoldDocuments mixed = documents;
    for (std::size_t i = 0; i < mixed.size(); i += 7) {
        mixed[i].mentions[0].span = {0, std::ssize(mixed[i].text)};
    }
    EXPECT_LT(train_risk_model(test::threads(1), mixed, most).model.least(), all);
}

TEST(RiskyBlocks, learnt_ones_beside_those_of_terms) {
    const RiskModel model = train_risk_model(test::threads(1), marked_notes(30), {}).model;
    Documents documents(2);
    documents[0].text = "Roses grow.\n\nThe reactor burns fuel behind the guarded gate.";
    documents[1].text = "A bomb, a bomb: tulips along the river.\n\nNothing.";
    const TermMatcher matcher({{"bomb"}}, OrdinaryWords());
    RiskyBlocks blocks = find_risky_blocks(test::threads(1), documents, matcher, {});
    ASSERT_EQ(blocks.size(), 1U);
    const auto found = model.probabilities(documents[0].text, paragraphs_of(documents[0].text));
    const auto least = static_cast<double>(found[1]);
    add_learnt_blocks(test::threads(2), documents, model, least, blocks);
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_EQ(blocks[0].document, 0);
    EXPECT_EQ(blocks[0].span.of(documents[0].text),
              "The reactor burns fuel behind the guarded gate.");
    EXPECT_EQ(blocks[0].words, 8);
    EXPECT_TRUE(blocks[0].hits.empty());
    EXPECT_EQ(blocks[0].probability, least);
    EXPECT_EQ(blocks[1].document, 1);
    EXPECT_EQ(blocks[1].hits.size(), 2U);
    EXPECT_LT(blocks[1].probability, least);
}

}  // namespace
}  // namespace lethe::documents
