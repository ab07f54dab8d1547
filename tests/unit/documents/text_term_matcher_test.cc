#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/documents/find/near_words.h"
#include "lethe/documents/review/term_matcher.h"
#include "lethe/language/characters.h"
#include "taxonomies.h"

namespace lethe::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class TermMatcherTest : public ::testing::Test {
  protected:
    void terms(const std::vector<std::string>& texts) {
        terms_.clear();
        for (const std::string& text : texts) {
            RiskTerm term{language::lower_case(text)};
            term.in_capitals = text == "IT" || text == "NATO";
            terms_.push_back(term);
        }
    }
    // Each as "what stands in the text=the term, how".
    std::vector<std::string> found(const std::string& text) {
        const OrdinaryWords ordinary(*test::taxonomy_of(
            "words", {{"unclear", "root"}, {"police officer", "root"}, {"set", "root"}}));
        const TermMatcher matcher(terms_, ordinary);
        TermReader reader(matcher);
        std::vector<std::string> result;
        for (const TermHit& hit : reader.find(text, language::words_of(text))) {
            result.push_back(std::string(hit.span.of(text)) + "=" +
                             terms_[static_cast<std::size_t>(hit.term)].text + ", " +
                             std::string(name(hit.kind)));
        }
        return result;
    }
    std::vector<RiskTerm> terms_;
};

TEST_F(TermMatcherTest, case_number_and_endings) {
    terms({"weapon", "policy", "relations"});
    EXPECT_THAT(found("Weapons, WEAPON; policies are related."),
                ElementsAre("Weapons=weapon, stem", "WEAPON=weapon, exact", "policies=policy, stem",
                            "related=relations, stem"));
}

TEST_F(TermMatcherTest, separators) {
    for (const char* term : {"e-mail", "email", "e mail"}) {
        terms({term});
        EXPECT_THAT(found("email E-Mail e mail e_mail e-\nmail emails e-mails"),
                    ElementsAre("email=" + std::string(term) + ", exact",
                                "E-Mail=" + std::string(term) + ", exact",
                                "e mail=" + std::string(term) + ", exact",
                                "e_mail=" + std::string(term) + ", exact",
                                "e-\nmail=" + std::string(term) + ", exact",
                                "emails=" + std::string(term) + ", stem",
                                "e-mails=" + std::string(term) + ", stem"))
            << term;
    }
    terms({"therapist"});
    EXPECT_THAT(found("the rapist"), IsEmpty());
}

TEST_F(TermMatcherTest, misspellings_of_the_source) {
    terms({"e-mail", "weapon"});
    EXPECT_THAT(
        found("e-amil eamil wepon weappons waepon"),
        ElementsAre("e-amil=e-mail, misspelt", "eamil=e-mail, misspelt", "wepon=weapon, misspelt",
                    "weappons=weapon, misspelt", "waepon=weapon, misspelt"));
}

TEST_F(TermMatcherTest, other_words_are_no_misspellings) {
    terms({"nuclear", "policy", "bomb"});
    EXPECT_THAT(found("unclear police bombe tomb"), ElementsAre("bombe=bomb, stem"));
    EXPECT_THAT(found("polici nuclaer"),
                ElementsAre("polici=policy, stem", "nuclaer=nuclear, misspelt"));
}

TEST_F(TermMatcherTest, the_longest_term_wins) {
    terms({"mass", "weapon", "weapon of mass destruction", "destruction"});
    EXPECT_THAT(found("Weapons of mass  destruction, mass, and weapons of masks"),
                ElementsAre("Weapons of mass  destruction=weapon of mass destruction, stem",
                            "mass=mass, exact", "weapons=weapon, stem"));
    EXPECT_THAT(
        found("weapon of mass\n\ndestruction"),
        ElementsAre("weapon=weapon, exact", "mass=mass, exact", "destruction=destruction, exact"));
    EXPECT_THAT(
        found("weapon of mass. Destruction"),
        ElementsAre("weapon=weapon, exact", "mass=mass, exact", "Destruction=destruction, exact"));
}

TEST_F(TermMatcherTest, acronyms) {
    terms({"IT", "NATO"});
    EXPECT_THAT(found("it runs It; the IT branch of nato and NATO"),
                ElementsAre("IT=it, exact", "NATO=nato, exact"));
    EXPECT_THAT(found("WE MAY SAY IT TO NATO"), ElementsAre("NATO=nato, exact"));
}

TEST_F(TermMatcherTest, accents_and_scripts) {
    terms({"café", "ядерный"});
    EXPECT_THAT(found("CAFE Cafés Ядерный ядeрный"),
                ElementsAre("CAFE=café, exact", "Cafés=café, stem", "Ядерный=ядерный, exact",
                            "ядeрный=ядерный, misspelt"));
}

TEST_F(TermMatcherTest, nothing_to_find) {
    terms({"weapon"});
    EXPECT_THAT(found(""), IsEmpty());
    EXPECT_THAT(found("-_- \xFF\xC3("), IsEmpty());
    terms({});
    EXPECT_THAT(found("weapon"), IsEmpty());
    terms({"!", "weapon"});
    EXPECT_THAT(found("! weapon"), ElementsAre("weapon=weapon, exact"));
}

TEST(NearWords, one_edit) {
    EXPECT_TRUE(within_one_edit("weapon", "weapon"));
    EXPECT_TRUE(within_one_edit("weapon", "waepon"));
    EXPECT_TRUE(within_one_edit("weapon", "weapo"));
    EXPECT_TRUE(within_one_edit("eapon", "weapon"));
    EXPECT_TRUE(within_one_edit("weapon", "weapom"));
    EXPECT_TRUE(within_one_edit("é", "e"));
    EXPECT_FALSE(within_one_edit("weapon", "weap"));
    EXPECT_FALSE(within_one_edit("abcd", "badc"));
    EXPECT_FALSE(within_one_edit("abcd", "cbad"));
}

}  // namespace
}  // namespace lethe::documents
