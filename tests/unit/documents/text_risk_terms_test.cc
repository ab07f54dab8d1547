#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "io_support.h"
#include "lethe/documents/review/risk_terms.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe::documents {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> risk_terms_texts(const RiskTerms& terms) {
    std::vector<std::string> result;
    for (const RiskTerm& term : terms.terms) result.push_back(term.text);
    return result;
}

class RiskTermsOfWordNet : public ::testing::Test {
  protected:
    static void SetUpTestSuite() {
        if (std::filesystem::exists("/usr/share/wordnet/data.noun")) {
            wordnet_ = read_knowledge(test::threads(1), "wordnet").taxonomy;
        }
    }
    static void TearDownTestSuite() { wordnet_.reset(); }
    void SetUp() override {
        if (wordnet_ == nullptr) GTEST_SKIP() << "WordNet is not installed";
    }
    static std::int64_t count(RiskTermList list, Expansion expansion, bool all_senses = false) {
        list.expansion = expansion;
        list.all_senses = all_senses;
        const RiskTerms terms = expand_risk_terms(list, wordnet_);
        return std::ssize(terms.terms) + std::ssize(terms.left_out);
    }
    static TaxonomyPtr wordnet_;
};
TaxonomyPtr RiskTermsOfWordNet::wordnet_;

// The 32 different words of the risk queries (PUB-1), and how many terms they expand to.
TEST_F(RiskTermsOfWordNet, as_many_as_the_specification_counts) {
    RiskTermList list = read_risk_terms("eo13526");
    EXPECT_EQ(list.terms.size(), 30U);
    std::erase(list.terms, "national security");
    std::erase(list.terms, "mass destruction");
    for (const char* word : {"national", "security", "mass", "destruction"}) {
        list.terms.push_back(word);
    }
    EXPECT_EQ(count(list, Expansion::none), 32);
    EXPECT_EQ(count(list, Expansion::synonyms), 66);
    EXPECT_EQ(count(list, Expansion::direct), 731);
    EXPECT_EQ(count(list, Expansion::closure), 16087);
    EXPECT_EQ(count(list, Expansion::direct, true), 1722);
}

TEST_F(RiskTermsOfWordNet, kinds_and_synonyms_of_the_declared_sense) {
    const RiskTermList list = parse_risk_terms(
        "terms = [\"weapon\", \"plant\"]\nexcept = [\"Knife\"]\n"
        "[senses]\nplant = [\"plant#1\"]\n",
        "terms.toml");
    const RiskTerms terms = expand_risk_terms(list, wordnet_);
    EXPECT_THAT(risk_terms_texts(terms), Contains("arm"));
    EXPECT_THAT(risk_terms_texts(terms), Contains("bow and arrow"));
    EXPECT_THAT(risk_terms_texts(terms), Not(Contains("knife")));
    EXPECT_THAT(risk_terms_texts(terms), Contains("industrial plant"));
    EXPECT_THAT(risk_terms_texts(terms), Not(Contains("flora")));
    EXPECT_EQ(terms.seeds[1].senses.size(), 1U);
}

TEST_F(RiskTermsOfWordNet, the_other_terms_choose_the_sense) {
    const auto sense_of = [&](std::string first, std::vector<std::string> others) {
        RiskTermList list;
        list.terms = {std::move(first)};
        list.terms.insert(list.terms.end(), others.begin(), others.end());
        list.sense_choice = SenseChoice::context;
        return std::string(
            wordnet_->gloss(expand_risk_terms(list, wordnet_).seeds[0].senses.at(0)));
    };
    EXPECT_THAT(sense_of("bank", {"river", "lake", "slope"}), HasSubstr("sloping land"));
    EXPECT_THAT(sense_of("bank", {"company", "loan"}), HasSubstr("financial institution"));
    EXPECT_THAT(sense_of("plant", {"weapon", "reactor"}), HasSubstr("buildings"));
    EXPECT_THAT(sense_of("plant", {"garden", "flower"}), HasSubstr("living organism"));
    EXPECT_THAT(sense_of("bank", {}), HasSubstr("sloping land"));
}

TEST_F(RiskTermsOfWordNet, acronyms_stay_in_capitals_and_words_of_grammar_stay_out) {
    RiskTermList list;
    list.terms = {"computer science", "USA", "us"};
    list.expansion = Expansion::closure;
    const RiskTerms terms = expand_risk_terms(list, wordnet_);
    for (const RiskTerm& term : terms.terms) {
        if (term.text == "ai" || term.text == "usa" || term.text == "us") {
            EXPECT_EQ(term.in_capitals, term.text != "us");
        }
    }
    EXPECT_THAT(risk_terms_texts(terms), Contains("ai"));
    list.terms = {"chemical element"};
    const RiskTerms elements = expand_risk_terms(list, wordnet_);
    EXPECT_THAT(risk_terms_texts(elements), Contains("pu"));
    EXPECT_THAT(risk_terms_texts(elements), Not(Contains("as")));
    EXPECT_THAT(elements.left_out, Contains("as"));
}

TEST_F(RiskTermsOfWordNet, unknown_senses_are_named) {
    const RiskTermList list =
        parse_risk_terms("terms = [\"weapon\"]\n[senses]\nweapon = [\"weapon#9\"]\n", "t.toml");
    EXPECT_THAT(test::error_of([&] { expand_risk_terms(list, wordnet_); }).what(),
                HasSubstr("weapon#9"));
}

TEST(RiskTerms, the_example_is_the_list_of_the_program) {
    const RiskTermList example =
        read_risk_terms(test::source_path("examples/documents/risk_terms.toml"));
    const RiskTermList built_in = read_risk_terms("eo13526");
    EXPECT_EQ(example.terms, built_in.terms);
    EXPECT_EQ(example.expansion, built_in.expansion);
    EXPECT_EQ(example.sense_choice, built_in.sense_choice);
}

TEST(RiskTerms, every_problem_of_a_file_with_its_place) {
    const Error error = test::error_of([] {
        parse_risk_terms(
            "terms = [\"a\", 5]\nexpansion = \"all\"\nall_sense = true\n[senses]\nb = 1\n",
            "t.toml");
    });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    const std::string text = error.what();
    EXPECT_THAT(text, HasSubstr("\"terms\" must be a list of texts"));
    EXPECT_THAT(text, HasSubstr("none, synonyms, direct, closure"));
    EXPECT_THAT(text, HasSubstr("did you mean \"all_senses\"?"));
    EXPECT_THAT(text, HasSubstr("\"b\""));
    EXPECT_THAT(text, HasSubstr("t.toml:2:"));
    EXPECT_THAT(test::error_of([] { parse_risk_terms("", "t.toml"); }).what(),
                HasSubstr("there is no list \"terms\""));
    EXPECT_THAT(test::error_of([] { parse_risk_terms("terms = [\" \"]", "t.toml"); }).what(),
                HasSubstr("must not be empty"));
}

}  // namespace
}  // namespace lethe::documents
