// What is left out by a longest common subsequence: as many words as the table of all prefixes
// says, and what stays is found in the other text in order.
#include "lethe/documents/treat/masked_spans.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <string>

#include "lethe/core/random.h"
#include "lethe/core/sanitizers.h"

namespace lethe::documents {
namespace {

using MaskedSpansWords = std::vector<std::string>;

std::string masked_spans_joined(const MaskedSpansWords& words) {
    std::string text;
    for (const std::string& word : words) text += word + ", ";
    return text;
}

std::size_t longest_common(const MaskedSpansWords& a, const MaskedSpansWords& b) {
    std::vector<std::vector<std::size_t>> best(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            best[i + 1][j + 1] =
                a[i] == b[j] ? best[i][j] + 1 : std::max(best[i][j + 1], best[i + 1][j]);
        }
    }
    return best[a.size()][b.size()];
}

MaskedSpansWords drawn(Draws& draws, std::uint64_t most, std::uint64_t different) {
    MaskedSpansWords words;
    for (std::uint64_t n = draws.below(most + 1); n > 0; --n) {
        words.push_back("w" + std::to_string(draws.below(different)));
    }
    return words;
}

TEST(MaskedSpansReference, random_texts) {
    const Stream stream = Random(8).stream("texts");
    for (int round = 0; round < 20000; ++round) {
        Draws draws = stream.at(round);
        const std::uint64_t different = 1 + draws.below(6);
        const MaskedSpansWords a = drawn(draws, 14, different);
        const MaskedSpansWords b = drawn(draws, 14, different);
        const std::string text = masked_spans_joined(a);
        const std::vector<language::Span> masked = masked_spans(text, masked_spans_joined(b));
        ASSERT_EQ(a.size() - masked.size(), longest_common(a, b))
            << text << "/" << masked_spans_joined(b);
        auto at = b.begin();
        auto span = masked.begin();
        std::int64_t begin = 0;
        for (const std::string& word : a) {
            if (span != masked.end() && span->begin == begin) {
                ASSERT_EQ(span->of(text), word);
                ++span;
            } else {
                at = std::find(at, b.end(), word);
                ASSERT_NE(at, b.end());
                ++at;
            }
            begin += std::ssize(word) + 2;
        }
        ASSERT_EQ(span, masked.end());
    }
}

TEST(MaskedSpansReference, a_long_text_with_few_changes) {
    std::string original;
    std::string sanitised;
    for (int i = 0; i < 100000; ++i) {
        const std::string word = "w" + std::to_string(i % 977) + " ";
        original += i % 1000 == 7 ? "Smith " : word;
        sanitised += i % 1000 == 7 ? "Pers_1 " : word;
    }
    EXPECT_EQ(masked_spans(original, sanitised).size(), 100U);
}

double seconds_since(std::clock_t begun) {
    return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
}

// Words that both texts have, in another order, are no longest common subsequence, but one.
TEST(MaskedSpansReference, long_texts_that_have_little_in_common) {
    Draws draws = Random(9).stream("texts").at(0);
    const auto text = [&] {
        std::string result;
        for (int i = 0; i < 200000; ++i) result += "w" + std::to_string(draws.below(50000)) + " ";
        return result;
    };
    const std::string original = text();
    const std::string sanitised = text();
    const std::clock_t begun = std::clock();
    const std::vector<language::Span> masked = masked_spans(original, sanitised);
    EXPECT_LT(seconds_since(begun), 10 * kSanitizerPatience);
    EXPECT_GT(masked.size(), 150000U);
    EXPECT_LT(masked.size(), 200000U);
}

// A tenth of the words was masked, and other words of the text stand instead.
TEST(MaskedSpansReference, a_long_text_with_many_changes) {
    Draws draws = Random(9).stream("changes").at(0);
    std::string original;
    std::string sanitised;
    std::size_t changed = 0;
    for (int i = 0; i < 200000; ++i) {
        const std::string word = "w" + std::to_string(draws.below(2000)) + " ";
        const bool change = draws.below(10) == 0;
        original += word;
        sanitised += change ? "w" + std::to_string(draws.below(2000)) + " " : word;
        changed += change ? 1 : 0;
    }
    const std::clock_t begun = std::clock();
    const std::size_t masked = masked_spans(original, sanitised).size();
    EXPECT_LT(seconds_since(begun), 10 * kSanitizerPatience);
    EXPECT_NEAR(static_cast<double>(masked), static_cast<double>(changed),
                0.01 * static_cast<double>(changed));
}

}  // namespace
}  // namespace lethe::documents
