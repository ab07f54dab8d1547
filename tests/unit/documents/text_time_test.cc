// Texts that are made to take long take seconds: the time grows with the text, not with its square.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <string>

#include "lethe/core/sanitizers.h"
#include "lethe/documents/find/entities.h"
#include "lethe/documents/find/near_words.h"
#include "lethe/documents/find/repeats.h"
#include "lethe/documents/treat/sealed_mentions.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/language/spans.h"

namespace lethe::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class TextTime : public ::testing::Test {
  protected:
    // CPU time: others may be at work.
    void TearDown() override {
        EXPECT_LT(static_cast<double>(std::clock() - begun_) / CLOCKS_PER_SEC,
                  5 * kSanitizerPatience);
    }

  private:
    std::clock_t begun_ = std::clock();
};

std::vector<std::string> found_by(const PhraseSearch& search, const std::string& text) {
    std::vector<std::string> found;
    for (const PhraseSearch::Found& one : search.find(text)) found.emplace_back(one.span.of(text));
    return found;
}

TEST_F(TextTime, PhrasesThatBeginAlike) {
    PhraseSearch search(common_words(nullptr));
    std::string text;
    constexpr int kLines = 50000;
    for (int i = 0; i < kLines; ++i) {
        const std::string name = "Mr John X" + std::to_string(i);
        search.add(name, kPerson);
        text += name + ", 10.0." + std::to_string(i / 256) + "." + std::to_string(i % 256) + "\n";
        search.add("10.0." + std::to_string(i / 256) + "." + std::to_string(i % 256), kIp);
    }
    EXPECT_EQ(search.find(text).size(), 2U * kLines);
}

TEST_F(TextTime, TheLongestPhraseIsFound) {
    PhraseSearch search(common_words(nullptr));
    for (const char* phrase : {"John", "John Smith", "John Smith Meyer Jones", "Müller Straße"}) {
        search.add(phrase, kPerson);
    }
    EXPECT_THAT(found_by(search, "John Smith Meyer, JOHN  SMITH-Meyer Jones; john; John    Smith"),
                ElementsAre("John Smith", "JOHN  SMITH-Meyer Jones", "john", "John"));
    EXPECT_THAT(found_by(search, "MULLER straße, Müller"), ElementsAre("MULLER straße"));
    EXPECT_THAT(found_by(search, "Smith John"), ElementsAre("John"));
}

TEST_F(TextTime, LettersThatCouldBeATokenOfAnyLength) {
    const Cipher cipher(Secret("0123456789abcdef"));
    const std::string text = "Pers_enc:" + std::string(400'000, 'a');
    const Decrypted result = decrypt(text, cipher, false);
    EXPECT_EQ(result.text, text);
    EXPECT_EQ(result.closed, 1);
}

TEST_F(TextTime, AnglesThatAreNeverClosed) {
    std::string text;
    for (int i = 0; i < 300'000; ++i) text += "<word ";
    std::vector<std::int64_t> highest;
    EXPECT_THAT(treated_places(text, profile_policy("default").infos(), highest), IsEmpty());
}

TEST_F(TextTime, NamesOfManyLetters) {
    Documents documents(1);
    std::vector<Mentions> mentions(1);
    std::string& text = documents[0].text;
    const auto add = [&](const std::string& name) {
        Mention mention;
        mention.category = kOrganisation;
        mention.span = {std::ssize(text), std::ssize(text + name)};
        mentions[0].push_back(mention);
        text += name + ' ';
    };
    add("Imagination");
    add("Imaginattion");
    add(std::string(65, 'b'));
    add(std::string(66, 'b'));
    for (int i = 0; i < 100; ++i) add(std::string(10'000, 'a') + std::to_string(1000 + 37 * i));
    const auto entities = resolve_entities(documents, mentions, {});
    EXPECT_EQ(entities.size(), 103U);
}

TEST_F(TextTime, AWordMuchLongerThanAllEntries) {
    NearWords words;
    words.add("weapon", 1);
    std::vector<std::int32_t> near;
    words.find(std::string(200'000, 'w'), near);
    EXPECT_THAT(near, IsEmpty());
    words.find("weaponn", near);
    EXPECT_THAT(near, ::testing::Contains(1));
}

TEST_F(TextTime, SpansAreFoundByHalving) {
    std::vector<language::Span> spans;
    for (std::int64_t i = 0; i < 200'000; ++i) spans.push_back({10 * i + 2, 10 * i + 5});
    for (std::int64_t i = 0; i < 2'000'000; i += 10) {
        ASSERT_TRUE(language::any_overlaps(spans, {i, i + 3}));
        ASSERT_TRUE(language::any_overlaps(spans, {i + 4, i + 6}));
        ASSERT_TRUE(language::any_overlaps(spans, {i, i + 9}));
        ASSERT_FALSE(language::any_overlaps(spans, {i + 5, i + 12}));
        ASSERT_FALSE(language::any_overlaps(spans, {i, i + 2}));
    }
    EXPECT_FALSE(language::any_overlaps({}, {0, 1}));
}

}  // namespace
}  // namespace lethe::documents
