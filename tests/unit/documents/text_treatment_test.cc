#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/documents/treat/generalise.h"
#include "lethe/documents/treat/sealed_mentions.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/documents/treat/treatment.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/method/catalogue.h"

namespace lethe::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Method& method_named(std::string_view name) {
    return find_method(name, Family::mask, DataKind::documents);
}

std::string treated(std::string_view name, std::string_view text, CategoryId category = kPerson,
                    const Json& given = Json::object()) {
    static const Secret salt("0123456789abcdef");
    static const Cipher cipher(salt);
    const CategoryInfo info = Categories()[category];
    const Treatment treatment(method_named(name), given);
    return treat(treatment, {text, category, info, "John Smith", 3, {&salt, &cipher, nullptr}})
        .text;
}

TEST(TextTreatment, EachKind) {
    EXPECT_EQ(treated("keep", "Smith"), "Smith");
    EXPECT_EQ(treated("label", "Smith"), "<Person>");
    EXPECT_EQ(treated("label", "4111", kCreditCard), "<Credit card>");
    EXPECT_EQ(treated("number", "Smith"), "Pers_3");
    EXPECT_EQ(treated("mask", "J. Smith"), "*. *****");
    EXPECT_EQ(treated("remove", "Smith"), "");
    EXPECT_EQ(treated("replace", "Smith", kPerson, {{"text", "[name]"}}), "[name]");
    EXPECT_EQ(treated("hash", "Smith"), treated("hash", "Prof. Smith"));
    EXPECT_EQ(treated("hash", "Smith").size(), std::string("Pers_").size() + 16);
    EXPECT_THAT(treated("encrypt", "Smith"), ::testing::StartsWith("Pers_enc:"));
    EXPECT_EQ(treated("encrypt", "Smith").find("Smith"), std::string::npos);
    EXPECT_EQ(treated("generalise", "Monday", kDate), "Date_3");
}

TEST(TextTreatment, MaskKeepsWhatIsAskedFor) {
    const auto masked = [](std::string_view text, const Json& given) {
        return treated("mask", text, kPerson, given);
    };
    EXPECT_EQ(masked("4111 1111 1111 1234", {{"keep_last", 4}}), "**** **** **** 1234");
    EXPECT_EQ(masked("1234", {{"keep_last", 4}}), "****");
    EXPECT_EQ(masked("Jörg", {{"keep_first", 1}, {"character", "•"}}), "J•••");
}

TEST(TextTreatment, Generalise) {
    const auto wider = [](std::string_view text, CategoryId category, GeneraliseTo to = {}) {
        return generalise(text, category, to, nullptr).value_or("-");
    };
    GeneraliseTo month;
    month.date = GeneraliseTo::Date::month;
    GeneraliseTo decade;
    decade.date = GeneraliseTo::Date::decade;
    EXPECT_EQ(wider("2 May 2004", kDate), "2004");
    EXPECT_EQ(wider("02.05.2004", kDate, month), "May 2004");
    EXPECT_EQ(wider("2004", kDate, decade), "2000s");
    EXPECT_EQ(wider("2004", kDate), "2004");
    EXPECT_EQ(wider("40-49", kAge), "40-49");
    EXPECT_EQ(wider("aged 45", kAge), "40-49");
    EXPECT_EQ(wider("forty", kAge), "-");
    EXPECT_EQ(wider("EUR 5,400.50", kMoney), "EUR 1,000-10,000");
    EXPECT_EQ(wider("3.5 million euros", kMoney), "0-10 million euros");
    EXPECT_EQ(wider("1.200.000 €", kMoney), "1,000,000-10,000,000 €");
    EXPECT_EQ(wider("from 5 to 7", kQuantity), "-");
    EXPECT_EQ(wider("10115", kPostcode), "10***");
    EXPECT_EQ(wider("192.168.1.7", kIp), "192.168.0.0/16");
    EXPECT_EQ(wider("2001:db8:1::7", kIp), "2001:db8::/32");
    EXPECT_EQ(wider("John", kPerson), "-");
}

// Whatever the spelling, no day is left, nor does another day pass for a year.
TEST(TextTreatment, GeneralisedDatesHaveNoDay) {
    const std::vector<std::string> months{"January", "Jan",   "May",  "Sept", "December",
                                          "Mai",     "marzo", "août", "maja"};
    std::vector<std::string> dates{"13 and 15 May",
                                   "May 13-15",
                                   "May 13 to 15",
                                   "13-15 May",
                                   "May 21, 13:20",
                                   "211448Z May 74",
                                   "2004-05-13T11:20:35Z",
                                   "13/05/2004 at 9:13",
                                   "0513",
                                   "13.05.",
                                   "20040513",
                                   "the 13th",
                                   "Friday 13 May",
                                   "13 May 2004 and 15 June 2005"};
    for (const std::string& month : months) {
        for (const char* day : {"3", "03", "3rd", "13", "13th", "31"}) {
            for (const char* year : {"", "2004", "04", "'04", "1994"}) {
                const std::string gap = *year == 0 ? "" : " ";
                dates.push_back(fmt::format("{} {}{}{}", day, month, gap, year));
                dates.push_back(fmt::format("{} of {}{}{}", day, month, gap, year));
                dates.push_back(fmt::format("{}-{}{}{}", day, month, *year == 0 ? "" : "-", year));
                dates.push_back(fmt::format("{} {}{}{}", month, day, *year == 0 ? "" : ", ", year));
            }
            dates.push_back(fmt::format("2004 {} {}", month, day));
        }
    }
    for (const char* mark : {"/", ".", "-", ". "}) {
        for (const char* year : {"2004", "04"}) {
            dates.push_back(fmt::format("3{0}5{0}{1}", mark, year));
            dates.push_back(fmt::format("13{0}05{0}{1}", mark, year));
            dates.push_back(fmt::format("05{0}31{0}{1}", mark, year));
        }
        dates.push_back(fmt::format("2004{0}05{0}31", mark));
    }
    for (const std::string& date : dates) {
        EXPECT_FALSE(may_be_generalised(date, kDate, std::nullopt)) << date;
        for (const std::string& to : date_step_names()) {
            const std::string wider = treated("generalise", date, kDate, {{"to", to}});
            if (wider == "Date_3") continue;
            EXPECT_THAT(wider, ::testing::MatchesRegex(to == "year"    ? "(1994|2004)"
                                                       : to == "month" ? "[A-Z][a-z]+ (1994|2004)"
                                                                       : "(1990|2000)s"))
                << date;
            EXPECT_TRUE(may_be_generalised(wider, kDate, date_step_named(to))) << wider;
            EXPECT_TRUE(may_be_generalised(wider, kDate, std::nullopt)) << wider;
        }
    }
    EXPECT_FALSE(may_be_generalised("May 2004", kDate, GeneraliseTo::Date::year));
    EXPECT_FALSE(may_be_generalised("2004", kDate, GeneraliseTo::Date::decade));
    EXPECT_TRUE(may_be_generalised("1994-1996", kDate, GeneraliseTo::Date::year));
}

// How wide it is may be published, the file that says what is wider may not.
TEST(TextTreatment, WhatARecordSaysOfGeneralising) {
    const Treatment treatment(method_named("generalise"),
                              {{"to", "month"}, {"knowledge", "secret.owl"}});
    EXPECT_EQ(
        to_json(treatment),
        Json({{"treatment", "generalise"}, {"to", "month"}, {"years", 10}, {"characters", 2}}));
}

TEST(TextTreatment, PlacesByWordNet) {
    TaxonomyPtr wordnet;
    try {
        wordnet = read_knowledge({}, "wordnet").taxonomy;
    } catch (const Error&) {
        GTEST_SKIP() << "no WordNet";
    }
    const auto wider = [&](std::string_view text, CategoryId category) {
        return generalise(text, category, {}, wordnet.get()).value_or("-");
    };
    EXPECT_EQ(wider("Paris", kPlace), "France");
    EXPECT_EQ(wider("Munich", kPlace), "Germany");
    EXPECT_EQ(wider("Chicago", kPlace), "United States");
    EXPECT_EQ(wider("France", kCountry), "Europe");
    EXPECT_EQ(wider("Little Snoring", kPlace), "-");
}

TEST(TextTreatment, EncryptAndDecrypt) {
    const Cipher cipher(Secret("0123456789abcdef"));
    const std::string name = "J\xC3\xB6rg \"Quark\"";
    const std::string token = treated("encrypt", name);
    // Letters, hyphens and other tokens may stand right beside it.
    const std::string text =
        "Anti-" + token + "-Smith and " + token + "'s; _enc:x " + token + token;
    const Decrypted found = decrypt(text, cipher, false);
    EXPECT_EQ(found.opened, 4);
    EXPECT_EQ(found.closed, 0);
    EXPECT_EQ(found.text, "Anti-" + name + "-Smith and " + name + "'s; _enc:x " + name + name);
    EXPECT_EQ(decrypt(token, cipher, true).text, "J\xC3\xB6rg \\\"Quark\\\"");
    const Decrypted wrong = decrypt(text, Cipher(Secret("another key, too")), false);
    EXPECT_EQ(wrong.opened, 0);
    EXPECT_GE(wrong.closed, 3);
    EXPECT_EQ(wrong.text, text);
    const std::string long_name(1000, 'x');
    EXPECT_EQ(decrypt(treated("encrypt", long_name) + "abc", cipher, false).text,
              long_name + "abc");
    const std::string behind(150, 'y');
    const std::string longer_name(50000, 'x');
    EXPECT_EQ(decrypt(treated("encrypt", longer_name) + behind, cipher, false).text,
              longer_name + behind);
}

TEST(TextTreatment, PlacesThatWereTreatedBefore) {
    const std::vector<CategoryInfo> infos = profile_policy("default").infos();
    std::vector<std::int64_t> highest;
    const auto places = [&](const std::string& text) {
        std::vector<std::string> found;
        for (const language::Span& span : treated_places(text, infos, highest)) {
            found.emplace_back(span.of(text));
        }
        return found;
    };
    const std::string token = treated("encrypt", "Smith");
    EXPECT_THAT(places("Pers_2 met Pers_12 and <Person> at Org_x, Pers_0123456789abcdef, " + token +
                       "-Jones (snake_case_1)"),
                ElementsAre("Pers_2", "Pers_12", "<Person>", "Pers_0123456789abcdef", token));
    EXPECT_EQ(highest[kPerson], 12);
    // What only looks like it could hide something.
    for (const char* other :
         {"Phone_5551234", "Pers_007", "Pers_0", "Card_4111111111111111", "Pers_enc Smith",
          "Pers_enc:Smith", "Pers_enc:John-Smith-and-Mary-Jones", "Pers_0123456789ABCDEF"}) {
        EXPECT_THAT(places(other), ::testing::IsEmpty()) << other;
    }
    EXPECT_EQ(highest[kPerson], 12);
}

// A hash that is all digits would not be known again.
TEST(TextTreatment, HashesHaveALetter) {
    const std::vector<CategoryInfo> infos = profile_policy("default").infos();
    const Secret salt("0123456789abcdef");
    const Treatment treatment(method_named("hash"));
    for (int i = 0; i < 20000; ++i) {
        const std::string name = "Smith" + std::to_string(i);
        const std::string text =
            treat(treatment, {name, kPerson, infos[kPerson], name, 1, {&salt, nullptr, nullptr}})
                .text;
        std::vector<std::int64_t> highest;
        ASSERT_EQ(treated_places(text, infos, highest).size(), 1U) << text;
    }
}

TEST(TextTreatment, HashesOfTwoCategoriesAreNotLinked) {
    const std::string person = treated("hash", "Smith", kPerson);
    const std::string company = treated("hash", "Smith", kOrganisation);
    EXPECT_NE(person.substr(person.find('_')), company.substr(company.find('_')));
}

TEST(TextPolicy, ReadsWhatItShould) {
    Problems problems;
    const TextPolicy policy = parse_text_policy(R"(
setting = "recall"
scope = "document"
countries = ["DE", "US"]
[categories]
person = "mask"
date = { treatment = "generalise", to = "month" }
place = { treatment = "generalise" }
credit-card = { treatment = "mask", character = "x", keep_last = 4 }
organisation = { treatment = "number", label = "Firm" }
project-name = "label"
[entity.project-name]
patterns = ["PRJ-[0-9]{4}"]
phrases = ["Blue Heron"]
context = ["project"]
[list]
person = ["staff.txt", "board.txt"]
)",
                                                "p.toml", problems);
    ASSERT_TRUE(problems.empty()) << to_string(problems.front());
    EXPECT_EQ(policy.setting, Setting::recall);
    EXPECT_TRUE(policy.per_document);
    EXPECT_EQ(name(policy.treatment(kPerson)), "mask");
    EXPECT_EQ(policy.treatment(kDate).parameters["to"], "month");
    EXPECT_EQ(policy.treatment(kPlace).taxonomy(), "wordnet");
    EXPECT_EQ(policy.treatment(kCreditCard).parameters["keep_last"], 4);
    EXPECT_EQ(policy.infos()[kOrganisation].label, "Firm");
    EXPECT_EQ(policy.entities.at(0).category, kFixedCategories);
    EXPECT_EQ(policy.infos().back().label, "Projectname");
    EXPECT_EQ(name(policy.treatments.back()), "label");
    EXPECT_EQ(policy.lists.size(), 2U);
    const std::string published = publishable(policy).dump();
    EXPECT_EQ(published.find("Heron"), std::string::npos);
    EXPECT_EQ(published.find("PRJ"), std::string::npos);
}

TEST(TextPolicy, AllProblemsAtOnce) {
    Problems problems;
    parse_text_policy(R"(
seting = "recall"
scope = "colection"
[categories]
persn = "mask"
person = "masc"
date = { treatment = "generalise", to = "week" }
phone = { treatment = "mask", keep_last = -1, character = "ab" }
email = { treatment = "replace" }
organisation = "generalise"
url = { treatment = "number", text = "x" }
[entity.Bad]
phrases = ["x"]
[entity.empty]
[list]
person = 3
)",
                      "p.toml", problems);
    std::string all;
    for (const Problem& problem : problems) all += to_string(problem) + "\n";
    for (const char* said :
         {"did you mean \"setting\"", "did you mean \"collection\"", "did you mean \"person\"",
          "did you mean \"mask\"", "\"week\"", "at least 0 and at most 1000", "one character",
          "needs a text", "without knowledge", "no key of number \"text\"", "small letters",
          "needs patterns", "a list is a file"}) {
        EXPECT_THAT(all, HasSubstr(said));
    }
    EXPECT_EQ(problems.size(), 13U) << all;
}

// The grammar of other policies: the same treatments, said by steps.
TEST(TextPolicy, Steps) {
    Problems problems;
    const TextPolicy policy = parse_text_policy(R"(
data = "documents"
profile = "court"
[categories]
date = "label"
[[step]]
method = "mask"
categories = ["credit-card", "iban"]
keep_last = 4
[[step]]
method = "generalise"
)",
                                                "p.toml", problems);
    ASSERT_TRUE(problems.empty()) << to_string(problems.front());
    EXPECT_EQ(policy.treatment(kIban).parameters["keep_last"], 4);
    EXPECT_EQ(name(policy.treatment(kCreditCard)), "mask");
    EXPECT_EQ(name(policy.treatment(kDate)), "label");  // what is named is said over the rest
    EXPECT_EQ(name(policy.treatment(kPlace)), "generalise");
    EXPECT_EQ(policy.treatment(kPlace).taxonomy(), "wordnet");
    EXPECT_EQ(name(policy.treatment(kOrganisation)), "number");  // cannot be made wider
    EXPECT_EQ(name(policy.treatment(kTitle)), "keep");

    const TextPolicy brief =
        parse_text_policy("[categories]\ncredit-card = { treatment = \"mask\", keep_last = 4 }\n",
                          "p.toml", problems);
    EXPECT_EQ(to_json(brief.treatment(kCreditCard)), to_json(policy.treatment(kCreditCard)));
}

TEST(TextPolicy, ProblemsOfSteps) {
    Problems problems;
    parse_text_policy(R"(data = "vectors"
[categories]
person = "mask"
[[step]]
method = "masc"
[[step]]
method = "mask"
categories = ["person", "persn"]
keep_last = -1
color = "red"
[[step]]
categories = ["date"]
[[step]]
method = "label"
[[step]]
method = "replace"
categories = ["email", "email"]
)",
                      "p.toml", problems);
    std::string all;
    for (const Problem& problem : problems) all += to_string(problem) + "\n";
    for (const char* said :
         {"not for documents", "did you mean \"mask\"", "did you mean \"person\"",
          "\"person\" is said twice, also in p.toml:3:", "no key of mask \"color\"",
          "a step needs a method", "p.toml:9:13: keep_last: is -1",
          "all that is removed is said twice, also in p.toml:4",
          "\"email\" is said twice, also in p.toml:17", "needs a text"}) {
        EXPECT_THAT(all, HasSubstr(said));
    }
    EXPECT_EQ(problems.size(), 10U) << all;
}

TEST(TextPolicy, Profiles) {
    EXPECT_TRUE(profile_policy("default").treatment(kPlace).keeps());
    EXPECT_TRUE(profile_policy("court").removes(kPlace));
    EXPECT_TRUE(profile_policy("court").treatment(kTitle).keeps());
    EXPECT_EQ(profile_policy("example-3").entity_options().space(kLocation), kCountry);
    EXPECT_EQ(name(profile_policy("strict").treatment(kTitle)), "label");
    EXPECT_THROW(profile_policy("curt"), Error);
    TextPolicy policy = profile_policy("default");
    set_treatment(policy, "person=replace:some:body");
    EXPECT_EQ(policy.treatment(kPerson).parameters["text"], "some:body");
    set_treatment(policy, "credit-card=mask:keep_last=4,character=#");
    EXPECT_EQ(
        to_json(policy.treatment(kCreditCard)),
        Json({{"treatment", "mask"}, {"character", "#"}, {"keep_first", 0}, {"keep_last", 4}}));
    EXPECT_FALSE(to_json(policy.treatment(kPerson)).contains("text"));
    for (const char* wrong :
         {"person", "person=", "persn=mask", "person=masc", "person=mask:x", "person=replace",
          "person=generalise", "person=mask:keep_last=x", "person=mask:keep=1", "date=label:a=b"}) {
        EXPECT_THROW(set_treatment(policy, wrong), Error) << wrong;
    }
}

}  // namespace
}  // namespace lethe::documents
