// Values that are phrases and sentences: what each word is, what the text is about, and how many of
// two hundred answers of visitors to a natural park get the concept that a person chose for them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/concept_map.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/knowledge/phrases/heads.h"
#include "lethe/knowledge/phrases/lexicon.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe {
namespace {

using How = MappedValue::How;

class Phrases : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        if (!std::filesystem::exists("/usr/share/wordnet/data.noun")) return;
        wordnet_ = new TaxonomyPtr(read_knowledge(test::threads(2), "wordnet").taxonomy);
        lexicon_ = new std::shared_ptr<const phrases::Lexicon>(phrases::read_lexicon());
    }
    static void TearDownTestSuite() {
        delete wordnet_;
        delete lexicon_;
        wordnet_ = nullptr;
        lexicon_ = nullptr;
    }
    void SetUp() override {
        if (wordnet_ == nullptr) GTEST_SKIP() << "WordNet is not installed";
        options_.phrases = 0;
        options_.lexicon = *lexicon_;
    }

    std::vector<MappedValue> mapped(const std::vector<std::string>& values) const {
        return map_values(test::threads(2), *wordnet_, values, options_);
    }
    // The base form of the head; "-" where there is none.
    std::string head_of(const std::string& text) const {
        const auto words = phrases::tag_words(**lexicon_, text);
        const auto head = phrases::find_head(words);
        return head ? words[head->head].base : "-";
    }
    bool means(const MappedValue& entry, const std::string& concepts) const {
        std::istringstream in(concepts);
        for (std::string one; std::getline(in, one, '|');) {
            const auto found = (*wordnet_)->find(one);
            if (found.empty()) ADD_FAILURE() << one << " is not in WordNet";
            if (!found.empty() && found.front() == entry.meaning) return true;
        }
        return false;
    }

    MapOptions options_;
    static TaxonomyPtr* wordnet_;
    static std::shared_ptr<const phrases::Lexicon>* lexicon_;
};

TaxonomyPtr* Phrases::wordnet_ = nullptr;
std::shared_ptr<const phrases::Lexicon>* Phrases::lexicon_ = nullptr;

TEST_F(Phrases, Heads) {
    EXPECT_EQ(head_of("second residence"), "residence");
    EXPECT_EQ(head_of("inflammation of the stomach"), "inflammation");
    EXPECT_EQ(head_of("a lot of walking"), "walk");
    EXPECT_EQ(head_of("collecting mushrooms"), "collect");
    EXPECT_EQ(head_of("cleaning lady"), "lady");
    EXPECT_EQ(head_of("I came to see the birds with my children"), "bird");
    EXPECT_EQ(head_of("I work as a waiter in a hotel"), "waiter");
    EXPECT_EQ(head_of("to learn about the wetlands"), "learn");
    EXPECT_EQ(head_of("my parents live here"), "parent");
    EXPECT_EQ(head_of("electrician's apprentice"), "apprentice");
    EXPECT_EQ(head_of("of the, and"), "-");
    EXPECT_EQ(head_of(""), "-");
}

// The first four are those that a review of the program found unknown, the others of their kind.
TEST_F(Phrases, EightOfTheSurvey) {
    const std::vector<std::pair<std::string, std::string>> asked{
        {"second residence", "residence#1|residence#2|residence#3"},
        {"family holidays", "holiday#1"},
        {"bird watching", "watching#1"},
        {"mountain bicycling", "bicycling#1"},
        {"organised excursion", "excursion#1"},
        {"nature photography", "photography#1|photography#2|photography#3"},
        {"school trip", "trip#1"},
        {"sea views", "view#2|view#4"}};
    std::vector<std::string> values;
    for (const auto& [value, concepts] : asked) values.push_back(value);
    const auto found = mapped(values);
    int right = 0;
    for (std::size_t i = 0; i < asked.size(); ++i)
        right += means(found[i], asked[i].second) ? 1 : 0;
    EXPECT_GE(right, 6);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(means(found[i], asked[i].second)) << values[i];
}

// Each question is a column; the concepts were chosen by a person before the program saw the
// answers. A wrong concept is worse than none, and both are counted.
TEST_F(Phrases, TwoHundredAnswersOfVisitors) {
    std::map<std::string, std::vector<std::pair<std::string, std::string>>> questions;
    std::istringstream in(read_file(test::source_path("tests/answers/visitors.tsv")));
    for (std::string line; std::getline(in, line);) {
        std::istringstream fields(line);
        std::string question, answer, concepts;
        std::getline(fields, question, '\t');
        std::getline(fields, answer, '\t');
        std::getline(fields, concepts, '\t');
        if (question != "question") questions[question].emplace_back(answer, concepts);
    }
    int all = 0, right = 0, wrong = 0;
    for (const auto& [question, answers] : questions) {
        std::vector<std::string> values;
        for (const auto& [answer, concepts] : answers) values.push_back(answer);
        const auto found = mapped(values);
        for (std::size_t i = 0; i < answers.size(); ++i) {
            ++all;
            if (means(found[i], answers[i].second)) {
                ++right;
            } else if (found[i].meaning != kNoConcept) {
                ++wrong;
            }
        }
    }
    RecordProperty("right", right);
    RecordProperty("wrong", wrong);
    EXPECT_EQ(all, 200);
    EXPECT_GE(right, 180);
    EXPECT_LE(wrong, 16);
}

TEST_F(Phrases, HowSureAndOnlyWhereAsked) {
    const std::vector<std::string> values{"fisherman",    "fishermen", "head of department",
                                          "lorry driver", "xyzzy",     "to swim"};
    const auto found = mapped(values);
    EXPECT_EQ(found[0].found, How::name);
    EXPECT_EQ(found[0].confidence, 1);
    EXPECT_EQ(found[1].found, How::plural);
    EXPECT_EQ(found[2].found, How::phrase);
    EXPECT_EQ((*wordnet_)->label(found[2].meaning), "department head");
    EXPECT_EQ(found[3].found, How::head);
    EXPECT_LT(found[3].confidence, found[2].confidence);
    EXPECT_EQ(found[4].found, How::none);
    EXPECT_EQ(found[4].confidence, 0);
    EXPECT_EQ(found[5].found, How::verb);
    options_.phrases = 0.85;
    const auto surer = mapped(values);
    EXPECT_EQ(surer[2].meaning, found[2].meaning);
    EXPECT_EQ(surer[3].meaning, kNoConcept);
    EXPECT_EQ(surer[3].found, How::none);
    options_.phrases.reset();
    for (const MappedValue& entry : mapped({"head of department", "lorry driver", "to swim"})) {
        EXPECT_EQ(entry.found, How::none) << entry.value;
    }
}

// By stems a machine operator was a machine operation: a computer's.
TEST_F(Phrases, AStemIsNoOtherNoun) {
    const auto understood = mapped({"machine operator", "school teacher", "nurse"});
    EXPECT_EQ(understood[0].meaning, (*wordnet_)->find("operator#2").front());
    options_.phrases.reset();
    const auto found = mapped({"machine operator", "machine operations", "crossword puzzles"});
    EXPECT_EQ(found[0].meaning, kNoConcept);
    EXPECT_EQ(found[1].found, How::stem);
    EXPECT_EQ(found[2].found, How::stem);
}

// What somebody said never becomes the name by which a concept is released.
TEST_F(Phrases, SentencesAreNotReleased) {
    const std::string said = "I came to see the flamingos with my children";
    const auto found = mapped({said, "beach"});
    const Meaning meaning(*wordnet_, found, Unmapped::fail);
    EXPECT_EQ(meaning.label_of(found[0].meaning), "flamingo");
    EXPECT_EQ(meaning.concept_of(said), found[0].meaning);
    EXPECT_EQ(meaning.concept_of("flamingo"), found[0].meaning);
    EXPECT_EQ(meaning.label_of(found[1].meaning), "beach");
    // Nor where only the stem of its head is known.
    const std::string stemmed = "kayaking on the lake with my sister";
    const auto guessed = mapped({stemmed});
    EXPECT_TRUE(guessed[0].is_guess());
    EXPECT_NE(Meaning(*wordnet_, guessed, Unmapped::fail).label_of(guessed[0].meaning), stemmed);
}

// With another taxonomy the words of nouns lead to its concepts.
TEST_F(Phrases, OtherTaxonomies) {
    const TaxonomyPtr symptoms = test::symptoms();
    const auto found = map_values(
        test::threads(1), symptoms,
        std::vector<std::string>{"a terrible migraine", "chronic colics", "my knee"}, options_);
    EXPECT_EQ(symptoms->label(found[0].meaning), "migraine");
    EXPECT_EQ(symptoms->label(found[1].meaning), "colic");
    EXPECT_EQ(found[2].meaning, kNoConcept);
}

}  // namespace
}  // namespace lethe
