#include <gtest/gtest.h>

#include "lethe/text/characters.h"
#include "lethe/text/document.h"
#include "lethe/text/mention.h"
#include "lethe/text/token.h"

namespace lethe::text {
namespace {

std::vector<std::string> token_texts(std::string_view text, const std::vector<Token>& tokens) {
    std::vector<std::string> result;
    for (const Token& token : tokens) result.emplace_back(token.of(text));
    return result;
}

TEST(Token, words_and_marks) {
    const std::string_view text = "Mr J. Wołąsiewicz paid €5 (18403/91).";
    EXPECT_EQ(token_texts(text, tokenise(text)),
              (std::vector<std::string>{"Mr", "J", ".", "Wołąsiewicz", "paid", "€", "5", "(",
                                        "18403", "/", "91", ")", "."}));
    EXPECT_EQ(token_texts(text, words_of(text)),
              (std::vector<std::string>{"Mr", "J", "Wołąsiewicz", "paid", "5", "18403", "91"}));
    EXPECT_TRUE(tokenise("").empty());
    EXPECT_TRUE(tokenise(" \t\n\xC2\xA0").empty());
}

TEST(Token, bytes_that_are_no_utf8_are_tokens_of_one_byte) {
    const std::string_view text = "a\xFF\xC3(";
    EXPECT_EQ(token_texts(text, tokenise(text)),
              (std::vector<std::string>{"a", "\xFF", "\xC3", "("}));
}

TEST(Characters, letters_without_accents) {
    EXPECT_EQ(plain_letters("Wołąsiewicz İÇØ"), "wolasiewicz ico");
    EXPECT_EQ(lower_case("ÄB c"), "äb c");
}

TEST(Characters, code_points_and_bytes) {
    std::string text;
    for (int i = 0; i < 300; ++i) text += i % 3 == 0 ? "ż" : i % 3 == 1 ? "a" : "€";
    const CodePointIndex index(text);
    EXPECT_EQ(index.size(), 300);
    std::int64_t byte = 0;
    for (std::int64_t i = 0; i < 300; ++i) {
        EXPECT_EQ(index.byte(i), byte);
        EXPECT_EQ(index.code_point(byte), i);
        byte += character_at(text, static_cast<std::size_t>(byte)).length;
    }
    EXPECT_EQ(index.byte(300), std::ssize(text));
    EXPECT_EQ(index.code_point(std::ssize(text)), 300);
}

TEST(SourceMap, through_tags_and_entities) {
    // "<p>a&amp;b</p>c" -> "a&b" and "c"
    SourceMap map;
    map.add({0, 3, 4});
    map.add({1, 4, 9});
    map.add({2, 9, 10});
    map.add({3, 14, 15});
    map.finish(4);
    EXPECT_EQ(map.source_of({0, 1}), (Span{3, 4}));
    EXPECT_EQ(map.source_of({0, 3}), (Span{3, 10}));
    EXPECT_EQ(map.source_of({1, 2}), (Span{4, 9}));
    EXPECT_EQ(map.source_of({3, 4}), (Span{14, 15}));
}

TEST(Mention, the_surer_wins_and_the_rest_stays) {
    const std::string_view text = "Lublin, Poland 2004";
    Mentions mentions{{{0, 14}, kPlace, MentionSource::list, 0.5F, {}, -1, false},
                      {{8, 19}, kCountry, MentionSource::model, 0.9F, {}, -1, false}};
    const Mentions kept = without_overlaps(text, mentions);
    ASSERT_EQ(kept.size(), 2U);
    EXPECT_EQ(kept[0].span.of(text), "Lublin");
    EXPECT_EQ(kept[1].span.of(text), "Poland 2004");
}

}  // namespace
}  // namespace lethe::text
