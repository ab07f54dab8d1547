#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lethe/documents/find/rule_finder.h"

namespace lethe::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> rule_finder_found(const std::string& text) {
    const Categories categories;
    std::vector<std::string> mentions;
    for (const Mention& mention : find_by_rules(text, language::tokenise(text))) {
        mentions.push_back(categories[mention.category].label + ": " +
                           std::string(mention.span.of(text)));
    }
    return mentions;
}

// Example 3 of the source but for New York, which no word gives away.
TEST(RuleFinder, ExampleOfTheSource) {
    EXPECT_THAT(
        rule_finder_found(
            "Prof. Smith asked Imagine Inc. to start the project in New York, where the NY "
            "University could provide a laboratory near the Washington Square Park. Prof. Smith "
            "wants to study the birds of the Washington Square Park."),
        ElementsAre("Pers: Prof. Smith", "Org: Imagine Inc.", "Org: NY University",
                    "Loc: Washington Square Park", "Pers: Prof. Smith",
                    "Loc: Washington Square Park"));
}

TEST(RuleFinder, Persons) {
    EXPECT_THAT(
        rule_finder_found("represented by Mr A. Demetriades, a lawyer, and Mr Z.M. Necatigil."),
        ElementsAre("Pers: Mr A. Demetriades", "Pers: Mr Z.M. Necatigil"));
    EXPECT_THAT(
        rule_finder_found("President Boumediene met Prof. Dr. Anna van der Berg-Smith there."),
        ElementsAre("Pers: President Boumediene", "Pers: Prof. Dr. Anna van der Berg-Smith"));
    EXPECT_THAT(rule_finder_found("Ms Urszula Surman-Januszewska's claim"),
                ElementsAre("Pers: Ms Urszula Surman-Januszewska"));
    EXPECT_THAT(rule_finder_found("Dear Sir, the President of the chamber"), IsEmpty());
}

TEST(RuleFinder, Organisations) {
    EXPECT_THAT(rule_finder_found("The Ministry of Finance and the Istanbul Magistrates' Court"),
                ElementsAre("Org: Ministry of Finance", "Org: Istanbul Magistrates' Court"));
    EXPECT_THAT(rule_finder_found("In Vienna Regional Criminal Court"),
                ElementsAre("Org: Vienna Regional Criminal Court"));
    EXPECT_THAT(
        rule_finder_found("the Department of Lands and Surveys of the Republic of Cyprus, stating"),
        ElementsAre("Org: Department of Lands and Surveys of the Republic of Cyprus"));
    EXPECT_THAT(rule_finder_found("the Court held that the Bank was"), IsEmpty());
}

TEST(RuleFinder, Places) {
    EXPECT_THAT(rule_finder_found("from Mount Ararat to Sultanahmet Square"),
                ElementsAre("Loc: Mount Ararat", "Loc: Sultanahmet Square"));
}

TEST(RuleFinder, NothingInNothing) {
    EXPECT_THAT(rule_finder_found(""), IsEmpty());
    EXPECT_THAT(rule_finder_found("Mr"), IsEmpty());
    EXPECT_THAT(rule_finder_found("Mr."), IsEmpty());
    EXPECT_THAT(rule_finder_found("Court of"), IsEmpty());
}

}  // namespace
}  // namespace lethe::documents
