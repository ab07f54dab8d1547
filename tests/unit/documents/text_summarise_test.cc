#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/documents/treat/summarise.h"
#include "support.h"

namespace lethe::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string without(const std::string& text, const std::vector<language::Span>& spans) {
    std::string out;
    std::size_t copied = 0;
    for (const language::Span& span : spans) {
        out += text.substr(copied, static_cast<std::size_t>(span.begin) - copied);
        copied = static_cast<std::size_t>(span.end);
    }
    return out + text.substr(copied);
}

Summary summary_of_text(const std::string& text, const RiskyPlaces& risks,
                        const SummaryOptions& options) {
    Documents documents(1);
    documents[0].text = text;
    return summarise(test::threads(1), documents, {risks}, options)[0];
}

TEST(Summaries, sentences_that_say_most_for_their_length) {
    // Weights of terms are 1: the first says three of four things in three words.
    const std::vector<SentenceTerms> sentences{{3, {0, 1, 2}}, {4, {2, 3}}, {9, {0, 1, 2, 3}}};
    const std::vector<double> weights(4, 1.0);
    EXPECT_THAT(choose_sentences(sentences, weights, 9), ElementsAre(0, 1));
    EXPECT_THAT(choose_sentences(sentences, weights, 3), ElementsAre(0));
    EXPECT_THAT(choose_sentences(sentences, weights, 2), IsEmpty());
    // Short ones first would leave no room for the one that says nearly all.
    EXPECT_THAT(choose_sentences({{1, {0}}, {10, {1, 2, 3}}}, {0.5, 1, 1, 1}, 10), ElementsAre(1));
}

TEST(Summaries, keep_the_text_between_as_it_was) {
    const std::string text =
        "Ships carry wheat. Ships wait. Ships sail.\n\nNothing at all.\n\nNothing. Guards watch "
        "harbours.\n";
    // Ships are named three times; two words that name them say more a word than three.
    const Summary summary = summary_of_text(text, {}, {.words = 6, .limit = 0.5});
    EXPECT_EQ(summary.sentences, 6);
    EXPECT_EQ(summary.kept, 2);
    EXPECT_EQ(summary.words_kept, 5);
    EXPECT_EQ(without(text, summary.left_out), "Ships wait.\n\n\n\nGuards watch harbours.\n");
}

TEST(Summaries, nothing_above_the_limit) {
    const std::string text = "Anna Novak sold boats to Brno. Ships were sold in spring.";
    RiskyPlaces risks;
    risks.words = {{0, 10}, {25, 29}};
    const Summary strict = summary_of_text(text, risks, {.words = 100, .limit = 0.4});
    EXPECT_EQ(strict.barred, 1);
    EXPECT_EQ(strict.kept, 1);
    EXPECT_EQ(strict.risk, 0);
    EXPECT_DOUBLE_EQ(strict.risk_before, 3.0 / 11);
    const Summary lax = summary_of_text(text, risks, {.words = 100, .limit = 0.5});
    EXPECT_EQ(lax.barred, 0);
    EXPECT_EQ(lax.kept, 2);
    EXPECT_DOUBLE_EQ(lax.risk, 3.0 / 11);
    EXPECT_DOUBLE_EQ(lax.content, 1);
    risks.barred = {{31, 40}};
    EXPECT_EQ(summary_of_text(text, risks, {.words = 100, .limit = 0.5}).kept, 1);
}

TEST(Summaries, rare_terms_of_the_collection_count_more) {
    Documents documents(3);
    documents[0].text = "Ships sail. Volcanoes erupt.";
    documents[1].text = "Ships sail.";
    documents[2].text = "Ships sail.";
    const auto summaries = summarise(test::threads(1), documents, std::vector<RiskyPlaces>(3),
                                     {.words = 2, .limit = 1});
    EXPECT_EQ(without(documents[0].text, summaries[0].left_out), "Volcanoes erupt.");
    EXPECT_DOUBLE_EQ(summaries[1].content, 1);
}

TEST(Summaries, of_nothing) {
    const Summary summary = summary_of_text("", {}, {});
    EXPECT_EQ(summary.sentences, 0);
    EXPECT_THAT(summary.left_out, IsEmpty());
    EXPECT_EQ(summary.content, 0);
}

}  // namespace
}  // namespace lethe::documents
