#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/documents/review/risky_blocks.h"
#include "support.h"

namespace lethe::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> risky_blocks_texts(const std::string& text,
                                            const std::vector<language::Span>& spans) {
    std::vector<std::string> result;
    for (const language::Span& span : spans) result.emplace_back(span.of(text));
    return result;
}

TEST(Paragraphs, end_at_empty_lines_or_lines) {
    const auto of = [](const std::string& text) {
        return risky_blocks_texts(text, paragraphs_of(text));
    };
    EXPECT_THAT(of("one\ntwo\n\n  three \r\n \t\nfour\n"),
                ElementsAre("one\ntwo", "three", "four"));
    EXPECT_THAT(of("one\ntwo\n"), ElementsAre("one", "two"));
    const std::string longer(201, 'x');
    EXPECT_THAT(of(longer + "\ntwo\n\nthree"), ElementsAre(longer, "two", "three"));
    EXPECT_THAT(of(""), IsEmpty());
    EXPECT_THAT(of(" \n\n "), IsEmpty());
    EXPECT_THAT(of("one"), ElementsAre("one"));
}

// Words of six bytes with the space: "weapon" where the digit is 1, else "other_".
std::string risky_blocks_words(std::string_view digits) {
    std::string text;
    for (const char digit : digits) {
        if (digit == '/') {
            text += "\n\n";
        } else {
            text += digit == '1' ? "bombs " : "other ";
        }
    }
    return text;
}

RiskyBlocks blocks_of(const std::string& text, const BlockOptions& options) {
    const TermMatcher matcher({{"bomb"}}, OrdinaryWords());
    TermReader reader(matcher);
    const std::vector<language::Token> all = language::words_of(text);
    return risky_blocks(0, text, all, reader.find(text, all), options);
}

TEST(RiskyBlocks, clusters_end_at_wide_gaps) {
    BlockOptions options;
    options.by_paragraph = false;
    options.least_words = 1;
    // Gaps of 6, 6, 84 and 6 bytes: the median is 6, the mean paragraph of 29 bytes is wider.
    const std::string text = risky_blocks_words("0111/0000/0000/00000000/0011/0");
    const RiskyBlocks blocks = blocks_of(text, options);
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_EQ(blocks[0].span.of(text), "other bombs bombs bombs");
    EXPECT_EQ(blocks[0].density, 0.75);
    EXPECT_EQ(blocks[0].words, 4);
    EXPECT_EQ(blocks[0].distinct_terms, 1);
    EXPECT_EQ(blocks[1].density, 0.5);
    // Evenly rare is one cluster.
    EXPECT_EQ(blocks_of(risky_blocks_words("1/0000/1/0000/1"), options).size(), 1U);
}

TEST(RiskyBlocks, by_paragraph) {
    BlockOptions options;
    options.least_hits = 1;
    options.least_words = 1;
    const std::string text = risky_blocks_words("11/00/10/00");
    const RiskyBlocks blocks = blocks_of(text, options);
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_EQ(blocks[0].density, 1.0);
    EXPECT_EQ(blocks[1].density, 0.5);
    EXPECT_EQ(blocks[1].paragraphs.at(0).density(), 0.5);
    options.least_hits = 2;
    EXPECT_EQ(blocks_of(text, options).size(), 1U);
    options.least_words = 10;
    EXPECT_EQ(blocks_of(text, options).at(0).density, 0.2);
}

TEST(RiskyBlocks, two_clusters_of_one_paragraph_are_one_block) {
    BlockOptions options;
    options.by_paragraph = false;
    const RiskyBlocks blocks =
        blocks_of(risky_blocks_words("1100000000000000000011/0/0/0/0/0/0/0"), options);
    ASSERT_EQ(blocks.size(), 1U);
    EXPECT_EQ(blocks[0].hits.size(), 4U);
}

TEST(RiskyBlocks, ranked_and_the_same_for_any_number_of_threads) {
    Documents documents(200);
    for (std::size_t i = 0; i < documents.size(); ++i) {
        documents[i].text = risky_blocks_words(i % 3 == 0   ? "11/00/0111"
                                               : i % 3 == 1 ? "0"
                                                            : "1010/11000");
    }
    const TermMatcher matcher({{"bomb"}}, OrdinaryWords());
    BlockOptions options;
    options.least_words = 1;
    const RiskyBlocks blocks = find_risky_blocks(test::threads(1), documents, matcher, options);
    const RiskyBlocks again = find_risky_blocks(test::threads(4), documents, matcher, options);
    ASSERT_EQ(blocks.size(), again.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        EXPECT_EQ(blocks[i].document, again[i].document);
        EXPECT_EQ(blocks[i].span, again[i].span);
        EXPECT_GE(blocks[i > 0 ? i - 1 : 0].density, blocks[i].density);
    }
    const auto above = blocks_above(blocks, 0.5, std::ssize(documents));
    EXPECT_EQ(risky_blocks_texts(documents[0].text, above[0]),
              (std::vector<std::string>{"bombs bombs", "other bombs bombs bombs"}));
    EXPECT_THAT(above[1], IsEmpty());
    EXPECT_EQ(above[2].size(), 1U);
    EXPECT_EQ(blocks_above(blocks, 0.0, 200)[2].size(), 2U);
}

TEST(RiskyBlocks, ranked_by_relevance_to_queries) {
    Documents documents(2);
    documents[0].text = "bombs and bombs near the harbour";
    documents[1].text = "bombs bombs bombs in the forest";
    const TermMatcher matcher({{"bomb"}}, OrdinaryWords());
    RiskyBlocks blocks = find_risky_blocks(test::threads(1), documents, matcher, {});
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_EQ(blocks[0].document, 1);
    set_relevance(test::threads(1), documents, blocks, {"harbours of the coast"});
    rank_by_relevance(blocks);
    EXPECT_EQ(blocks[0].document, 0);
    EXPECT_GT(blocks[0].relevance, 0.0);
    EXPECT_EQ(blocks[1].relevance, 0.0);
}

TEST(RiskyBlocks, where_a_hit_stands) {
    EXPECT_EQ(relative_position({{5, 7}, 0, HitKind::exact}, "0123456789"), 0.5);
    EXPECT_EQ(relative_position({}, ""), 0.0);
}

}  // namespace
}  // namespace lethe::documents
