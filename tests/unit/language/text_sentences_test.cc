#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/language/sentences.h"

namespace lethe::language {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> sentences(std::string_view text) {
    std::vector<std::string> result;
    for (const Span& span : sentences_of(text)) result.emplace_back(span.of(text));
    return result;
}

TEST(Sentences, end_at_signs_before_something_new) {
    EXPECT_THAT(sentences("He came. She left! Why?  Nobody knows"),
                ElementsAre("He came.", "She left!", "Why?", "Nobody knows"));
    EXPECT_THAT(sentences("It cost 3.50 dollars... and more. \"Good.\" Yes."),
                ElementsAre("It cost 3.50 dollars... and more.", "\"Good.\"", "Yes."));
    EXPECT_THAT(sentences("one.\ntwo.\nThree."), ElementsAre("one.\ntwo.", "Three."));
}

TEST(Sentences, abbreviations_and_initials_go_on) {
    EXPECT_THAT(sentences("Mr. Smith met J. R. Doe at No. 5. They talked, e.g. About rain."),
                ElementsAre("Mr. Smith met J. R. Doe at No. 5.", "They talked, e.g. About rain."));
}

TEST(Sentences, of_little_or_nothing) {
    EXPECT_THAT(sentences(""), IsEmpty());
    EXPECT_THAT(sentences(" \n "), IsEmpty());
    EXPECT_THAT(sentences("..."), ElementsAre("..."));
    EXPECT_THAT(sentences("  a. "), ElementsAre("a."));
    EXPECT_THAT(sentences("\xC3\x89t\xC3\xA9. \xC3\x89t\xC3\xA9."),
                ElementsAre("\xC3\x89t\xC3\xA9.", "\xC3\x89t\xC3\xA9."));
}

// Dots that lead to a page number, or a text without spaces: each stop looks back a little only.
TEST(Sentences, a_long_run_of_stops_takes_no_time) {
    std::string text;
    for (int i = 0; i < 500'000; ++i) text += "a.";
    text += " Then it ends. Yes.";
    EXPECT_EQ(sentences(text).size(), 3u);
}

}  // namespace
}  // namespace lethe::language
