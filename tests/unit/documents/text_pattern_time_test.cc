// Texts that are nothing but beginnings of patterns take seconds: the time grows with the text, not
// with its square.
#include <gtest/gtest.h>

#include <string>

#include "lethe/documents/find/patterns/pattern_finder.h"
#include "lethe/documents/find/rule_finder.h"

namespace lethe::documents {
namespace {

std::string pattern_time_repeated(std::string_view piece, std::size_t bytes) {
    std::string text;
    text.reserve(bytes + piece.size());
    while (text.size() < bytes) text += piece;
    return text;
}

const PatternFinder& pattern_time_finder() {
    static const PatternFinder made{PatternOptions{}};
    return made;
}

constexpr std::size_t kBytes = 20'000'000;

// With time in the square each of these would take hours.
TEST(PatternTime, OneLineOfDigits) {
    EXPECT_TRUE(pattern_time_finder().find(pattern_time_repeated("1234567890", kBytes)).empty());
}
TEST(PatternTime, OneLineOfAddresses) {
    EXPECT_LE(pattern_time_finder().find(pattern_time_repeated("a@", kBytes)).size(), kBytes / 2);
}
TEST(PatternTime, OneLineOfNumbersAndDots) {
    EXPECT_LE(pattern_time_finder().find(pattern_time_repeated("1.", kBytes)).size(), 10U);
}
TEST(PatternTime, OneLineOfLettersAndDots) {
    EXPECT_LE(pattern_time_finder().find(pattern_time_repeated("ab.", kBytes)).size(),
              kBytes / 100);
}
TEST(PatternTime, OneLineOfColons) {
    EXPECT_LE(pattern_time_finder().find(pattern_time_repeated("a:", kBytes)).size(), kBytes / 100);
}
TEST(PatternTime, OneWord) {
    EXPECT_TRUE(pattern_time_finder().find(pattern_time_repeated("é", kBytes)).empty());
}
TEST(PatternTime, NothingButCapitals) {
    const std::string text = pattern_time_repeated("Court of ", kBytes / 10);
    EXPECT_GT(find_by_rules(text, language::tokenise(text)).size(), 0U);
}
// Each "x" is a match that is known only once the end of its block was seen.
TEST(PatternTime, UsersPatternThatLooksFar) {
    PatternOptions options;
    options.user.push_back({kOther, "far", {"x(.*y)?"}, {}, {}, 0.9F});
    const PatternFinder user(options);
    const std::string text = pattern_time_repeated("x", 50'000);
    EXPECT_GT(user.find(text).size(), 0U);
}

}  // namespace
}  // namespace lethe::documents
