// Document vectors: each option, and what is told where nothing is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io_support.h"
#include "knowledge_files.h"
#include "lethe/knowledge/noun_form.h"
#include "lethe/vectors/make/vectorise.h"
#include "support.h"

namespace lethe::vectors {
namespace {

using test::error_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Vectorised vectorise_of(const std::vector<std::string_view>& texts, const VectorOptions& options,
                        const std::vector<std::string>& labels = {}) {
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < texts.size(); ++i) ids.push_back("d" + std::to_string(i + 1));
    return vectorise(test::threads(1), ids, texts, labels, options);
}

std::vector<double> row(const Vectorised& made, std::int64_t r) {
    std::vector<double> dense(made.vectors.terms.size(), 0);
    const SparseRow sparse = made.vectors.rows[r];
    for (std::size_t i = 0; i < sparse.columns.size(); ++i) {
        dense[static_cast<std::size_t>(sparse.columns[i])] = sparse.values[i];
    }
    return dense;
}

// Every word a term of weight 1, as often as it comes.
VectorOptions plain() {
    VectorOptions options;
    options.stop_words = false;
    options.shortest = 1;
    options.least_documents = 1;
    options.weight = TermWeight::tf;
    options.normalise = false;
    return options;
}

// ORA-13: Example 5 and Table 4.3 of Abril, Navarro-Arribas and Torra.
TEST(Vectorise, BinaryVectorsOfTwoSentences) {
    VectorOptions options = plain();
    options.weight = TermWeight::binary;
    const Vectorised made = vectorise_of({"I like rock", "I love music"}, options);
    EXPECT_THAT(made.vectors.terms, ElementsAre("i", "like", "love", "music", "rock"));
    EXPECT_THAT(row(made, 0), ElementsAre(1, 1, 0, 0, 1));
    EXPECT_THAT(row(made, 1), ElementsAre(1, 0, 1, 1, 0));
    options.normalise = true;
    const Vectorised unit = vectorise_of({"I like rock", "I love music"}, options);
    EXPECT_DOUBLE_EQ(dot(unit.vectors.rows[0], unit.vectors.rows[1]), 1.0 / 3);
}

TEST(Vectorise, TfIdfOfThreeSentencesByHand) {
    VectorOptions options = plain();
    options.weight = TermWeight::tf_idf;
    const std::vector<std::string_view> texts = {"ship ship oil wheat", "oil price wheat",
                                                 "wheat price, price; PRICE"};
    const Vectorised made = vectorise_of(texts, options);
    // wheat is everywhere: log(3 / 3) = 0.
    EXPECT_THAT(made.vectors.terms, ElementsAre("oil", "price", "ship"));
    const double two = std::log(3.0 / 2.0);
    const double one = std::log(3.0);
    EXPECT_THAT(row(made, 0), ElementsAre(two, 0, 2 * one));
    EXPECT_THAT(row(made, 1), ElementsAre(two, two, 0));
    EXPECT_THAT(row(made, 2), ElementsAre(0, 3 * two, 0));
    EXPECT_EQ(made.read, 3);
    EXPECT_EQ(made.words, 4);

    options.normalise = true;
    const Vectorised unit = vectorise_of(texts, options);
    const double length = std::sqrt(two * two + 4 * one * one);
    EXPECT_DOUBLE_EQ(row(unit, 0)[0], two / length);
    EXPECT_DOUBLE_EQ(row(unit, 0)[2], 2 * one / length);
    EXPECT_DOUBLE_EQ(row(unit, 1)[0], std::sqrt(0.5));
    EXPECT_DOUBLE_EQ(row(unit, 2)[1], 1);
}

TEST(Vectorise, WordsAreThoseOfTokens) {
    const Vectorised made = vectorise_of({"Don't STOP_me now: Éclair's b2b 1987", "x"}, plain());
    EXPECT_THAT(made.vectors.terms,
                ElementsAre("don", "me", "now", "s", "stop", "t", "x", "éclair"));
    VectorOptions options = plain();
    options.numbers = true;
    options.shortest = 3;
    EXPECT_THAT(vectorise_of({"Don't STOP_me now: Éclair's b2b 1987 été"}, options).vectors.terms,
                ElementsAre("1987", "b2b", "don", "now", "stop", "éclair", "été"));
    options.stop_words = true;
    EXPECT_THAT(vectorise_of({"Don't STOP_me now: Éclair's b2b 1987"}, options).vectors.terms,
                ElementsAre("1987", "b2b", "stop", "éclair"));
    // Encoded data is no word.
    EXPECT_THAT(vectorise_of({std::string(201, 'a') + " b"}, plain()).vectors.terms,
                ElementsAre("b"));
}

TEST(Vectorise, Stems) {
    VectorOptions options = plain();
    options.stems = true;
    const Vectorised made = vectorise_of({"relations relate relation"}, options);
    EXPECT_THAT(made.vectors.terms, ElementsAre("relat"));
    EXPECT_THAT(row(made, 0), ElementsAre(3));
    EXPECT_EQ(made.words, 3);
}

TEST(Vectorise, DocumentsThatHaveATerm) {
    const std::vector<std::string_view> texts = {"a b c d", "a b c", "a b", "a e"};
    VectorOptions options = plain();
    options.least_documents = 2;
    const Vectorised common = vectorise_of(texts, options, {"w", "x", "y", "z"});
    EXPECT_THAT(common.vectors.terms, ElementsAre("a", "b", "c"));
    options.most_documents = 0.75;
    const Vectorised both = vectorise_of(texts, options, {"w", "x", "y", "z"});
    EXPECT_THAT(both.vectors.terms, ElementsAre("b", "c"));
    EXPECT_THAT(both.empty, ElementsAre("d4"));
    EXPECT_THAT(both.vectors.ids, ElementsAre("d1", "d2", "d3"));
    EXPECT_THAT(both.vectors.labels, ElementsAre("w", "x", "y"));
    EXPECT_EQ(both.vectors.size(), 3);
    EXPECT_EQ(both.read, 4);
    // 29 of 100 is not above 0.29, though 0.29 * 100 is below 29.
    std::vector<std::string_view> hundred(100, "b");
    std::fill_n(hundred.begin(), 29, "a b");
    options = plain();
    options.most_documents = 0.29;
    EXPECT_THAT(vectorise_of(hundred, options).vectors.terms, ElementsAre("a"));
}

TEST(Vectorise, TermsOfTheCollection) {
    // Weights of a: 3; of b: 2 and 2; of c: 1, 1, 1; of d: 3.
    const std::vector<std::string_view> texts = {"a a a c", "b b c", "b b c d d d"};
    VectorOptions options = plain();
    options.most_terms = 1;
    EXPECT_THAT(vectorise_of(texts, options).vectors.terms,
                ElementsAre("a"));  // the first of equals
    EXPECT_THAT(vectorise_of(texts, options).empty, ElementsAre("d2", "d3"));
    options.score = TermScore::sum;
    EXPECT_THAT(vectorise_of(texts, options).vectors.terms, ElementsAre("b"));
    options.most_terms = 3;
    options.score = TermScore::mean;
    EXPECT_THAT(vectorise_of(texts, options).vectors.terms, ElementsAre("a", "b", "d"));
    options.most_terms = 9;
    EXPECT_EQ(vectorise_of(texts, options).vectors.terms.size(), 4U);
}

TEST(Vectorise, TermsOfADocument) {
    const std::vector<std::string_view> texts = {"a b b c c e", "b e e"};
    VectorOptions options = plain();
    options.terms_per_document = 2;
    const Vectorised made = vectorise_of(texts, options);
    EXPECT_THAT(made.vectors.terms, ElementsAre("b", "c", "e"));  // a is in no row
    EXPECT_THAT(row(made, 0), ElementsAre(2, 2, 0));
    EXPECT_THAT(row(made, 1), ElementsAre(1, 0, 2));
    options.terms_per_document = 1;
    options.normalise = true;
    const Vectorised unit = vectorise_of(texts, options);
    EXPECT_THAT(row(unit, 0), ElementsAre(1, 0));  // unit length in spite of the choice
    EXPECT_THAT(row(unit, 1), ElementsAre(0, 1));
}

class VectoriseNouns : public test::KnowledgeFiles {
  protected:
    TaxonomyPtr nouns() const {
        return read("nouns.csv",
                    "dog;animal;*\nchild;person;*\nwolf;animal;*\nboss;person;*\nglasses;thing;*\n"
                    "glass;thing;*\ncity;place;*\nfireman;person;*\nchurch;place;*\n")
            .taxonomy;
    }
};

TEST_F(VectoriseNouns, FormsThatTheTaxonomyKnows) {
    const TaxonomyPtr known = nouns();
    for (const auto& [word, form] :
         std::vector<std::pair<std::string, std::string>>{{"dog", "dog"},
                                                          {"dogs", "dog"},
                                                          {"children", "child"},
                                                          {"wolves", "wolf"},
                                                          {"bosses", "boss"},
                                                          {"glasses", "glasses"},
                                                          {"cities", "city"},
                                                          {"firemen", "fireman"},
                                                          {"churches", "church"},
                                                          {"bos", ""},
                                                          {"barks", ""},
                                                          {"s", ""},
                                                          {"", ""}}) {
        EXPECT_EQ(noun_form(*known, word), form) << word;
    }
}

TEST_F(VectoriseNouns, OnlyNounsInOneForm) {
    VectorOptions options = plain();
    options.wordnet = nouns();
    const Vectorised made = vectorise_of({"The dogs bark, a Dog barks", "children bark"}, options);
    EXPECT_THAT(made.vectors.terms, ElementsAre("child", "dog"));
    EXPECT_THAT(row(made, 0), ElementsAre(0, 2));
}

TEST_F(VectoriseNouns, StemsOfTheFormsThatAreKnown) {
    VectorOptions options = plain();
    options.wordnet = nouns();
    options.stems = true;
    const Vectorised made = vectorise_of({"The dogs bark, a Dog barks", "children bark"}, options);
    EXPECT_THAT(made.vectors.terms, ElementsAre("child", "dog"));
}

constexpr std::string_view kVerbIndex =
    "  1 a licence\nbark v 2 1 @ 2 1 00000001 00000002  \nrun v 1 0 1 1 00000003  \n"
    "carry v 1 0 1 1 00000004  \n";

TEST_F(VectoriseNouns, OtherPartsOfSpeech) {
    VectorOptions options = plain();
    options.wordnet = nouns();
    options.others.emplace_back(PartOfSpeech::verb, kVerbIndex, "ran run\nrunning run\n");
    options.others.emplace_back(PartOfSpeech::adjective, "big a 1 0 1 0 00000005\n",
                                "bigger big\n");
    const std::vector<std::string_view> texts{"The dogs barked and ran, bigger dogs carrying",
                                              "children bark and are running; xyz carries"};
    EXPECT_THAT(vectorise_of(texts, options).vectors.terms,
                ElementsAre("bark", "big", "carry", "child", "dog", "run"));
    options.nouns = false;
    EXPECT_THAT(vectorise_of(texts, options).vectors.terms,
                ElementsAre("bark", "big", "carry", "run"));
    EXPECT_THROW(WordForms(PartOfSpeech::verb, "bark verb 1\n", ""), Error);
}

TEST(Vectorise, TermsThatTellOfTheClass) {
    VectorOptions options = plain();
    options.most_terms = 2;
    options.score = TermScore::information;
    const std::vector<std::string_view> texts{"tea oil a", "tea wheat a", "ship oil",
                                              "ship wheat a"};
    // tea and ship tell the class, a bit of it a, nothing of it oil and wheat.
    EXPECT_THAT(vectorise_of(texts, options, {"x", "x", "y", "y"}).vectors.terms,
                ElementsAre("ship", "tea"));
    const Error error = error_of([&] { vectorise_of(texts, options); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    SparseRows rows(2);
    rows.add(0, 1.0);
    rows.add(1, 1.0);
    rows.end_row();
    rows.add(1, 1.0);
    rows.end_row();
    EXPECT_THAT(information_gains(rows, {"x", "y"}), ElementsAre(1.0, 0.0));
}

TEST(Vectorise, EmptyDocuments) {
    const Vectorised made = vectorise_of({"", "tea milk", " .,; ", "milk"}, plain());
    EXPECT_THAT(made.empty, ElementsAre("d1", "d3"));
    EXPECT_EQ(made.vectors.size(), 2);
}

TEST(Vectorise, OneWordAlone) {
    EXPECT_EQ(vectorise_of({"tea", "tea tea"}, plain()).vectors.terms.size(), 1U);
    VectorOptions options;
    const Error error = error_of([&] { vectorise_of({"tea", "tea tea"}, options); });
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_THAT(error.what(), HasSubstr("no document keeps a term: of 1 different word in them 1 "
                                        "kept; of 1 term then 1 in all of them, where tf-idf"));
}

TEST(Vectorise, NothingLeftIsExplained) {
    const VectorOptions options;
    const Error error = error_of([&] {
        vectorise_of({"the x of 1987 tea", "and milk " + std::string(300, 'z')}, options);
    });
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_THAT(error.what(),
                HasSubstr("of 8 different words in them 1 below 2 letters, 1 too long for a word, "
                          "1 with digits, 3 stop words, 2 kept; of 2 terms then 2 in fewer than 2 "
                          "documents"));
    EXPECT_EQ(error_of([&] { vectorise_of({"", ""}, options); }).kind(), ErrorKind::input);
    EXPECT_EQ(error_of([&] { vectorise_of({}, options); }).kind(), ErrorKind::input);
    // No word of a document stands in the message.
    EXPECT_EQ(std::string(error.what()).find("milk"), std::string::npos);
}

TEST(Vectorise, OptionsOutOfRangeAreAllTold) {
    VectorOptions options;
    options.shortest = 0;
    options.least_documents = 0;
    options.most_documents = 1.5;
    options.most_terms = -1;
    options.terms_per_document = -1;
    const Error error = error_of([&] { vectorise_of({"tea"}, options); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_EQ(error.problems().size(), 5U);
    options = {};
    options.most_documents = std::nan("");
    EXPECT_EQ(error_of([&] { vectorise_of({"tea"}, options); }).kind(), ErrorKind::usage);
}

TEST(Vectorise, BytesThatAreNoUtf8) {
    EXPECT_THAT(vectorise_of({"tea\xff milk\xc3"}, plain()).vectors.terms,
                ElementsAre("milk", "tea"));
}

}  // namespace
}  // namespace lethe::vectors
