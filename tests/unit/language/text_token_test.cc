#include <gtest/gtest.h>

#include "lethe/documents/find/mention.h"
#include "lethe/documents/read/document.h"
#include "lethe/language/characters.h"
#include "lethe/language/token.h"

namespace lethe::language {
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

}  // namespace
}  // namespace lethe::language
