// What has a form is found where it stands, with its category, and nothing beside it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/documents/find/patterns/pattern_finder.h"

namespace lethe::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const PatternFinder& pattern_finder_finder() {
    static const PatternFinder made{PatternOptions{}};
    return made;
}

// "category: words", of what is left when overlaps are settled.
std::vector<std::string> pattern_finder_found(
    const std::string& text, const PatternFinder& patterns = pattern_finder_finder()) {
    const Categories categories;
    std::vector<std::string> mentions;
    for (const Mention& mention : without_overlaps(text, patterns.find(text))) {
        mentions.push_back(categories[mention.category].name + ": " +
                           std::string(mention.span.of(text)));
    }
    return mentions;
}

TEST(PatternFinder, Networks) {
    EXPECT_THAT(
        pattern_finder_found(
            "Write to jane.doe+x@mail.example.co.uk, or see https://example.org/a?b=1."),
        ElementsAre("email: jane.doe+x@mail.example.co.uk", "url: https://example.org/a?b=1"));
    EXPECT_THAT(pattern_finder_found("at www.example.net and shop.example.com today"),
                ElementsAre("url: www.example.net", "url: shop.example.com"));
    EXPECT_THAT(pattern_finder_found("from 192.0.2.17 to 2001:db8::7334, not 300.1.1.1"),
                ElementsAre("ip: 192.0.2.17", "ip: 2001:db8::7334"));
    EXPECT_THAT(pattern_finder_found("adapter 00:00:5E:00:53:AF"),
                ElementsAre("code: 00:00:5E:00:53:AF"));
    EXPECT_THAT(pattern_finder_found("It was the end.In this case e.g.so"), IsEmpty());
}

TEST(PatternFinder, Banks) {
    EXPECT_THAT(pattern_finder_found("card 4111 1111 1111 1111 and 378282246310005"),
                ElementsAre("credit-card: 4111 1111 1111 1111", "credit-card: 378282246310005"));
    EXPECT_THAT(pattern_finder_found(
                    "IBAN GB82 WEST 1234 5698 7654 32 is valid, GB83WEST12345698765432 is not"),
                ElementsAre("iban: GB82 WEST 1234 5698 7654 32"));
    EXPECT_THAT(pattern_finder_found("wallet 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
                ElementsAre("account: 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"));
    EXPECT_THAT(pattern_finder_found("wallet 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"), IsEmpty());
    EXPECT_THAT(
        pattern_finder_found("to BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4 or "
                             "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"),
        ElementsAre("account: BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
                    "account: bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"));
}

TEST(PatternFinder, Dates) {
    EXPECT_THAT(pattern_finder_found("on 31 May 1991, at 2000-04-16 11:34:35 and 11/12/2003."),
                ElementsAre("date: 31 May 1991", "date: 2000-04-16 11:34:35", "date: 11/12/2003"));
    EXPECT_THAT(pattern_finder_found("May 21, 1974, 1448Z"),
                ElementsAre("date: May 21, 1974, 1448Z"));
    EXPECT_THAT(pattern_finder_found("between December 1994 and June 1995"),
                ElementsAre("date: December 1994", "date: June 1995"));
    EXPECT_THAT(pattern_finder_found("was born in 1925, in the 1970s"),
                ElementsAre("date: 1925", "date: 1970s"));
    EXPECT_THAT(pattern_finder_found("31/31/2003 is none"), IsEmpty());
    EXPECT_THAT(pattern_finder_found("el 3 de mayo de 2001"),
                ElementsAre("date: 3 de mayo de 2001"));
    EXPECT_THAT(pattern_finder_found("at 9 a.m. or 18:45"),
                ElementsAre("time: 9 a.m.", "time: 18:45"));
}

TEST(PatternFinder, Money) {
    EXPECT_THAT(pattern_finder_found(
                    "EUR 4,000 and 3,275,732,664 Turkish liras (TRL), $5 million, 100,000 euros"),
                ElementsAre("money: EUR 4,000", "money: 3,275,732,664 Turkish liras (TRL)",
                            "money: $5 million", "money: 100,000 euros"));
    EXPECT_THAT(pattern_finder_found("five hundred euros, 100 €, 40% and 50 metres"),
                ElementsAre("money: five hundred euros", "money: 100 €", "quantity: 40%",
                            "quantity: 50 metres"));
}

TEST(PatternFinder, Codes) {
    EXPECT_THAT(pattern_finder_found("an application (no. 18403/91) against"),
                ElementsAre("code: 18403/91"));
    EXPECT_THAT(pattern_finder_found("plots nos. 119/5, 121/2/3 and 359/1"),
                ElementsAre("code: 119/5", "code: 121/2/3", "code: 359/1"));
}

TEST(PatternFinder, Phones) {
    EXPECT_THAT(pattern_finder_found("Call +41 (0)85 806 98 67 or (898)666-3621x0135."),
                ElementsAre("phone: +41 (0)85 806 98 67", "phone: (898)666-3621x0135"));
    EXPECT_THAT(pattern_finder_found("Mobile: 737 219 628"), ElementsAre("phone: 737 219 628"));
    EXPECT_THAT(pattern_finder_found("it counted 737 219 628 of them"), IsEmpty());
}

TEST(PatternFinder, Ages) {
    EXPECT_THAT(pattern_finder_found("a 79 year old man, aged 35"),
                ElementsAre("age: 79", "age: 35"));
}

TEST(PatternFinder, SpeaksOfAnUnknownCountry) {
    PatternOptions options;
    options.countries = {"XX"};
    EXPECT_THROW(PatternFinder{options}, Error);
}

TEST(PatternFinder, UserEntities) {
    PatternOptions options;
    options.user.push_back({kOther, "project", {"PRJ-[0-9]+"}, {"Operation Sunrise"}, {}, 0.9F});
    const PatternFinder patterns(options);
    EXPECT_THAT(pattern_finder_found("see PRJ-17 of operation  sunrise", patterns),
                ElementsAre("other: PRJ-17", "other: operation  sunrise"));
    options.user[0].score = 0.3F;
    options.user[0].context = {"secret"};
    EXPECT_THAT(pattern_finder_found("PRJ-17, a secret PRJ-18; the secret operation Sunrise",
                                     PatternFinder(options)),
                ElementsAre("other: PRJ-18", "other: operation Sunrise"));
    options.user[0].patterns = {"PRJ-[0-9"};
    try {
        const PatternFinder bad(options);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        EXPECT_THAT(error.what(), HasSubstr("PRJ-[0-9"));
        EXPECT_THAT(error.what(), HasSubstr("missing ]"));
    }
}

}  // namespace
}  // namespace lethe::documents
