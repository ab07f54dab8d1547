// The whole of sanitising behind the finders: Example 3, repeats, what stays, what is proved.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/documents/treat/sanitise.h"
#include "support.h"

namespace lethe::documents {
namespace {

struct SanitiseFound {
    std::string text;  // the first occurrence, or the one behind the last
    CategoryId category;
    MentionSource source = MentionSource::pattern;
};

Mentions mentions_in(const std::string& text, const std::vector<SanitiseFound>& found) {
    Mentions mentions;
    std::size_t from = 0;
    for (const SanitiseFound& one : found) {
        const std::size_t at = text.find(one.text, from);
        EXPECT_NE(at, std::string::npos) << one.text;
        Mention mention;
        mention.span = {static_cast<std::int64_t>(at),
                        static_cast<std::int64_t>(at + one.text.size())};
        mention.category = one.category;
        mention.source = one.source;
        mention.score = 0.8F;
        mentions.push_back(mention);
        from = at + one.text.size();
    }
    return mentions;
}

struct SanitiseCase {
    std::string text;
    std::vector<SanitiseFound> found;
};

Sanitised sanitise_run(const std::vector<SanitiseCase>& cases, const TextPolicy& policy,
                       const SanitiseOptions& options = {}) {
    Documents documents;
    std::vector<Mentions> mentions;
    for (const SanitiseCase& one : cases) {
        documents.emplace_back().text = one.text;
        mentions.push_back(mentions_in(one.text, one.found));
    }
    return sanitise(test::threads(2), documents, mentions, policy, options);
}

std::string sanitise_run(const SanitiseCase& one,
                         const TextPolicy& policy = profile_policy("default")) {
    return sanitise_run(std::vector<SanitiseCase>{one}, policy).texts.front();
}

// ORA-9: example 3 of the source.
TEST(TextSanitise, Example3) {
    EXPECT_EQ(sanitise_run(
                  {"Prof. Smith asked Imagine Inc. to start the project in New York, where the NY "
                   "University could provide a laboratory near the Washington Square Park. Prof. "
                   "Smith wants to study the birds of the Washington Square Park.",
                   {{"Smith", kPerson},
                    {"Imagine Inc.", kOrganisation},
                    {"New York", kPlace},
                    {"the NY University", kOrganisation},
                    {"Washington Square Park", kLocation},
                    {"Prof. Smith", kPerson},
                    {"the Washington Square Park", kLocation}}},
                  profile_policy("example-3")),
              "Pers_1 asked Org_1 to start the project in Loc_1, where the Org_2 could provide a "
              "laboratory near the Loc_2. Pers_1 wants to study the birds of the Loc_2.");
}

TEST(TextSanitise, TitlesArticlesPossessives) {
    EXPECT_EQ(sanitise_run({"Dear Mrs. Dr. Smith's son, the Acme's boss and the Prof. Brown",
                            {{"Smith's", kPerson},
                             {"the Acme's", kOrganisation},
                             {"Prof.", kTitle},
                             {"Brown", kPerson}}}),
              "Dear Pers_1's son, the Org_1's boss and the Pers_2");
    EXPECT_EQ(sanitise_run({"President Smith", {{"Smith", kPerson}}}), "President Pers_1");
}

TEST(TextSanitise, PlacesAndTitlesStayByDefault) {
    EXPECT_EQ(
        sanitise_run({"Ann lives in Paris, France. Mr X.",
                      {{"Ann", kPerson}, {"Paris", kPlace}, {"France", kCountry}, {"Mr", kTitle}}}),
        "Pers_1 lives in Paris, France. Mr X.");
}

TEST(TextSanitise, RepeatsAreFound) {
    const Sanitised result = sanitise_run(
        {{"Zebulon Quark wrote.", {{"Zebulon Quark", kPerson}}},
         {"ZEBULON QUARK, Zebulon/Quark, Quark and Mr Quark's, zebulon  quark, Quarks.", {}}},
        profile_policy("default"));
    EXPECT_EQ(result.texts[1], "Pers_1, Pers_1, Pers_1 and Mr Pers_1's, Pers_1, Pers_1.");
    EXPECT_EQ(result.counts[kPerson].repeats, 6);
    EXPECT_TRUE(result.survivors.empty());
    EXPECT_TRUE(result.removed_words.contains("zebulon"));
}

TEST(TextSanitise, MisspeltNamesAreTheSamePerson) {
    const Sanitised result = sanitise_run(
        {{"Mr. Berlusconi met Putin. Later Berlusconni said that Putine agreed, and so "
          "did Silvio Berlosconni.",
          {{"Berlusconi", kPerson}, {"Putin", kPerson}}},
         {"Silvio Berlusconi rang.", {{"Silvio Berlusconi", kPerson}}}},
        profile_policy("default"));
    EXPECT_EQ(result.texts[0],
              "Pers_1 met Pers_2. Later Pers_1 said that Pers_2 agreed, and so did Pers_1.");
    EXPECT_EQ(result.texts[1], "Pers_1 rang.");
    EXPECT_TRUE(result.survivors.empty());
}

TEST(TextSanitise, WhatIsLeftOfMisspeltNamesIsCounted) {
    // In lower case it may be a word of its own; the proof says that it is there.
    const Sanitised result = sanitise_run({{"Berlusconi came. They call it berlusconni, a dance; "
                                            "Berlusconni is danced in Lucca, not in Luca's house.",
                                            {{"Berlusconi", kPerson}, {"Luca", kPerson}}}},
                                          profile_policy("default"));
    EXPECT_EQ(result.texts[0],
              "Pers_1 came. They call it berlusconni, a dance; Berlusconni is danced in Lucca, not "
              "in Pers_2's house.");
    ASSERT_EQ(result.survivors.size(), 2U);
    EXPECT_TRUE(result.survivors[0].near);
    EXPECT_TRUE(result.survivors[1].near);
}

TEST(TextSanitise, NearNamesNeedLettersAndACapital) {
    EXPECT_EQ(sanitise_run({"Quarke and Nelly saw Nella, Neller, Tuarke and Quarkes; a quarken.",
                            {{"Quarke", kPerson}, {"Nelly", kPerson}}}),
              "Pers_1 and Pers_2 saw Pers_3, Neller, Tuarke and Pers_1; a quarken.");
    EXPECT_EQ(sanitise_run({"Ann Lee met Anne, Ana and Lea.", {{"Ann Lee", kPerson}}}),
              "Pers_1 met Anne, Ana and Lea.");
}

TEST(TextSanitise, RepeatsOfCommonWordsNeedAMajority) {
    EXPECT_EQ(sanitise_run(
                  {"May came. It may rain. You may go. May be, and May too.", {{"May", kPerson}}}),
              "Pers_1 came. It may rain. You may go. May be, and May too.");
    EXPECT_EQ(sanitise_run(
                  {"Will came; ask Will. Will and will.", {{"Will", kPerson}, {"Will", kPerson}}}),
              "Pers_1 came; ask Pers_1. Pers_1 and will.");
    EXPECT_EQ(sanitise_run({"He has 7 sons and 7 dogs, file 12345 and 12345.",
                            {{"7", kQuantity}, {"12345", kCode}}}),
              "He has Num_1 sons and 7 dogs, file Code_1 and Code_1.");
}

TEST(TextSanitise, WhatIsKeptByAModelDoesNotSaveARemovedName) {
    TextPolicy policy = profile_policy("default");
    set_treatment(policy, "organisation=keep");
    const Sanitised result = sanitise_run({{"Zebulon wrote from Zebulon and from Zebulon.",
                                            {{"Zebulon", kPerson},
                                             {"Zebulon", kOrganisation, MentionSource::model},
                                             {"Zebulon", kPlace, MentionSource::model}}}},
                                          policy);
    EXPECT_EQ(result.texts[0], "Pers_1 wrote from Pers_1 and from Zebulon.");
    ASSERT_EQ(result.survivors.size(), 1U);
    EXPECT_TRUE(result.survivors[0].kept);
}

TEST(TextSanitise, TwiceChangesNothing) {
    TextPolicy policy = profile_policy("default");
    set_treatment(policy, "organisation=label");
    const std::string once =
        sanitise_run({"Ann Lee of Acme met Bob Low.",
                      {{"Ann Lee", kPerson}, {"Acme", kOrganisation}, {"Bob Low", kPerson}}},
                     policy);
    EXPECT_EQ(once, "Pers_1 of <Organisation> met Pers_2.");
    EXPECT_EQ(
        sanitise_run(
            {once,
             {{"Pers_1", kPerson}, {"<Organisation>", kOrganisation}, {"met Pers_2", kPerson}}},
            policy),
        "Pers_1 of <Organisation> Pers_3 Pers_2.");
    EXPECT_EQ(sanitise_run({once, {{"Pers_1", kPerson}, {"Organisation", kOrganisation}}}, policy),
              once);
}

TEST(TextSanitise, EachTreatmentInAText) {
    TextPolicy policy = profile_policy("default");
    set_treatment(policy, "person=remove");
    EXPECT_EQ(sanitise_run({"Dear Ann Lee, hello", {{"Ann Lee", kPerson}}}, policy),
              "Dear , hello");
    EXPECT_EQ(sanitise_run({"So Ann said", {{"Ann", kPerson}}}, policy), "So said");
    set_treatment(policy, "date=generalise");
    const Sanitised result = sanitise_run(
        {{"on 2 May 2004 and on Monday", {{"2 May 2004", kDate}, {"Monday", kDate}}}}, policy);
    EXPECT_EQ(result.texts[0], "on 2004 and on Date_2");
    EXPECT_EQ(result.counts[kDate].fallen_back, 1);
    EXPECT_EQ(result.searched, 2);  // a day is no year, and is looked for
    EXPECT_EQ(sanitise_run({{"in 2004", {{"2004", kDate}}}}, policy).searched, 0);
    set_treatment(policy, "person=encrypt");
    EXPECT_THROW(sanitise_run({"Ann", {{"Ann", kPerson}}}, policy), Error);
    set_treatment(policy, "person=hash");
    EXPECT_THROW(sanitise_run({"Ann", {{"Ann", kPerson}}}, policy), Error);
}

TEST(TextSanitise, NamesOfFiles) {
    const std::unordered_set<std::string> removed{"zebulon", "lee", "muller"};
    EXPECT_TRUE(holds_removed_word("letters/Zebulon_2004.txt", removed));
    EXPECT_TRUE(holds_removed_word("myzebulonfile.txt", removed));
    EXPECT_TRUE(holds_removed_word("Lee.txt", removed));
    EXPECT_TRUE(holds_removed_word("Müller.txt", removed));
    EXPECT_FALSE(holds_removed_word("sleeping.txt", removed));
}

TEST(TextSanitise, SpansForPeopleWhoEvaluate) {
    Document document;
    document.text = "Zoë Lee";
    document.map.add({0, 10, 17});
    document.map.finish(8);
    Mentions mentions = mentions_in(document.text, {{"Lee", kPerson}});
    mentions[0].entity = 0;
    const Json spans = spans_json(document, mentions, profile_policy("default"));
    EXPECT_EQ(spans[0]["start"], 4);
    EXPECT_EQ(spans[0]["end"], 7);
    EXPECT_EQ(spans[0]["masked"], true);
    EXPECT_EQ(spans[0]["category"], "person");
}

}  // namespace
}  // namespace lethe::documents
