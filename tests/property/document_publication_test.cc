// Nothing that is published of documents tells what was taken out of them: no name, no code, in no
// text, name of a file, record, page or result.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "asking.h"
#include "lethe/core/error.h"
#include "lethe/documents/document_method.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "secrets.h"

namespace lethe::documents {
namespace {

using test::Asking;
using test::Secrets;

constexpr std::int64_t kPeople = 23;

struct Person {
    std::string first, last, mail;

    std::string name() const { return first + " " + last; }
};

std::string capital(std::string word) {
    word[0] = static_cast<char>(word[0] - 'a' + 'A');
    return word.substr(0, 8);  // names have no digit
}

Person made_up_person(Draws& draws) {
    return {capital(test::made_up_word(draws)), capital(test::made_up_word(draws)),
            test::made_up_word(draws) + "@" + test::made_up_word(draws) + ".example"};
}

// Letters of and about people: plain, as a page that hides more than it shows, and called after
// those who wrote them. All names are on a list, so that what is left of them is the fault of no
// finder.
class Correspondence {
  public:
    explicit Correspondence(std::uint64_t seed) : asking(seed) {
        std::string list;
        for (std::int64_t i = 0; i < kPeople; ++i) {
            Draws draws = Random(seed).stream("people").at(i);
            people.push_back(made_up_person(draws));
            list += people.back().name() + "\n";
            for (const std::string& word :
                 {people.back().first, people.back().last, people.back().mail}) {
                test::add_words(word, secrets, 8);
            }
        }
        asking.put("names.txt", list);
        asking.put("salt", "a salt of some length, for tests");
        asking.run("key", {}, {{"output", asking.path("key")}});
        for (std::int64_t i = 0; i < 30; ++i) write_letter(seed, i);
    }

    std::string source() const { return asking.path("letters"); }
    std::string output() const { return asking.open_path("release"); }

    Json options() const {
        return {{"documents", source()},
                {"output", output()},
                {"no_model", true},
                {"list", {"person=" + asking.path("names.txt")}},
                {"salt_file", asking.path("salt")},
                {"key_file", asking.path("key")}};
    }

    void release(const Json& more) const {
        Json options = this->options();
        options.update(more);
        asking.run("protect", DataKind::documents, options);
    }

    std::vector<Person> people;
    Secrets secrets;
    Asking asking;

  private:
    void write_letter(std::uint64_t seed, std::int64_t i) const {
        Draws draws = Random(seed).stream("letters").at(i);
        const Person& from = people[draws.below(kPeople)];
        const Person& to = people[draws.below(kPeople)];
        const Person& about = people[draws.below(kPeople)];
        const std::string body = fmt::format(
            "Dear {0},\n\non 17 March 2019 {1} asked for the papers on the harbour. Write to "
            "{2} or {3}. {4}'s account was closed; Mr {5} was told.\n\nYours, {6}\n",
            to.name(), about.name(), from.mail, to.mail, about.last, about.last, from.name());
        switch (i % 3) {
            case 0:
                asking.put(fmt::format("letters/{}-{}.txt", from.last, i), body);
                break;
            case 1:
                asking.put(fmt::format("letters/letter-{}-{}.md", i, to.first),
                           "# A letter\n\n" + body);
                break;
            default:
                asking.put(fmt::format("letters/{}.html", i),
                           fmt::format("<html><head><title>{}</title></head><body><!-- {} --><p "
                                       "title=\"{}\">{}</p></body></html>",
                                       about.name(), to.name(), from.name(), body));
        }
    }
};

// What treats mentions in place of keeping them, and how it is asked for.
Json treated_by(const Method& method) {
    const TreatmentTraits& traits = *method.treatment;
    if (traits.short_parameter.empty()) return {{"method", method.info.name}};
    Json set = Json::object();
    for (const char* category :
         {"person", "email", "url", "code", "date", "organisation", "location", "address"}) {
        set[category] = method.info.name + ":Somebody";
    }
    return {{"set", set}};
}

class PublishedDocuments : public testing::TestWithParam<std::string> {
  protected:
    const Method& method() const { return *find_method(GetParam(), DataKind::documents); }
};
class PublishedDocumentAssessment : public PublishedDocuments {};

TEST_P(PublishedDocuments, TellNothingThatWasTakenOut) {
    const Correspondence letters(1);
    ASSERT_GT(letters.secrets.words.size(), 80U);
    for (const Json& more : {Json::object(), Json{{"profile", "strict"}},
                             Json{{"scope", "document"},
                                  {"setting", "recall"},
                                  {"spans", letters.asking.path("spans.jsonl")}}}) {
        Json options = treated_by(method());
        options.update(more);
        SCOPED_TRACE(options.dump());
        letters.release(options);
        EXPECT_GE(letters.asking.open_files().size(), 31U);
        EXPECT_EQ(test::listed(letters.asking.found_in_open_files(letters.secrets)), "");
        letters.asking.clear_open();
    }
}

// How many different people there are is told where the text tells it, and nowhere else.
TEST_P(PublishedDocuments, TellNoNumberOfPeopleThatTheTextsHide) {
    const Correspondence letters(4);
    letters.release(treated_by(method()));
    const Json log = Json::parse(read_file(letters.output() + ".lethe.private.json"));
    std::int64_t people = 0;
    for (const Json& entity : log["entities"]) people += entity["category"] == "person" ? 1 : 0;
    ASSERT_GE(people, kPeople - 3);
    const Json record = Json::parse(read_file(letters.output() + ".lethe.json"));
    for (const Json& category : record["categories"]) {
        if (category["category"] != "person") continue;
        // Of the treatment that they got: people that cannot be generalised are numbered.
        const auto treated = category["treatment"].get<std::string>();
        EXPECT_EQ(category.contains("entities"),
                  find_method(treated, DataKind::documents)->treatment->tells_entities);
    }
}

Json assessment_options(const Correspondence& letters, const Method& method) {
    std::string relevant;
    for (int i : {3, 6, 9})
        relevant += fmt::format("{} ", letters.people[static_cast<std::size_t>(i)].name());
    letters.asking.put("queries.toml",
                       fmt::format("[[query]]\nname = \"harbour\"\nkind = \"utility\"\nwords = "
                                   "\"papers harbour account\"\n\n[[query]]\nname = "
                                   "\"people\"\nkind = \"risk\"\nwords = \"{}\"\n",
                                   relevant));
    std::string gold;
    for (const Person& person : letters.people) {
        gold += Json{{"text", person.name() + " was told."},
                     {"entities",
                      {{{"start", 0}, {"end", person.name().size()}, {"category", "person"}}}}}
                    .dump() +
                "\n";
    }
    letters.asking.put("gold.jsonl", gold);
    letters.asking.put("words.csv", "harbour;place;thing\npapers;writing;thing\n");
    Json options{
        {"original", letters.source()}, {"released", letters.output()}, {"no_model", true}};
    if (method.info.needs == "queries") options["queries"] = letters.asking.path("queries.toml");
    if (method.info.needs == "gold") options["gold"] = letters.asking.path("gold.jsonl");
    if (method.info.needs == "knowledge") options["knowledge"] = letters.asking.path("words.csv");
    return options;
}

TEST_P(PublishedDocumentAssessment, TellsNothingThatWasTakenOut) {
    const std::string option = method().info.family == Family::attack ? "attack" : "measure";
    const Correspondence letters(5);
    letters.release({{"profile", "default"}});
    for (const Json& change : test::changes_of(method())) {
        SCOPED_TRACE(change.dump());
        Json options = assessment_options(letters, method());
        Json given = method().info.example;
        given.update(change);
        options[option] = {GetParam()};
        if (!given.empty()) options["set"] = given;
        const Json result = letters.asking.run_if_met(option, DataKind::documents, options);
        EXPECT_EQ(test::listed(test::found_in_published(letters.secrets, result)), "");
    }
}

TEST(DocumentPublication, WholeAssessmentsInspectionsAndExplorationsTellNothing) {
    const Correspondence letters(7);
    letters.release({{"profile", "default"}});
    const Asking& asking = letters.asking;
    for (const Json& result : {asking.run("assess", DataKind::documents,
                                          {{"original", letters.source()},
                                           {"sanitised", letters.output()},
                                           {"terms", {"person", "place"}},
                                           {"no_model", true}}),
                               asking.run("inspect", DataKind::documents,
                                          {{"documents", letters.source()}, {"no_model", true}}),
                               asking.run("explore", DataKind::documents,
                                          {{"documents", letters.source()},
                                           {"output", asking.path("exploration")},
                                           {"no_model", true}})}) {
        EXPECT_EQ(test::listed(test::found_in_published(letters.secrets, result)), "");
    }
}

// The search finds what somebody puts there.
TEST(DocumentPublication, WhatIsPlantedIsFound) {
    const Correspondence letters(8);
    letters.release({{"profile", "default"}});
    const Json record = Json::parse(read_file(letters.output() + ".lethe.json"));
    const Person& person = letters.people[4];
    for (const Json& planted : {Json(person.last), Json{{person.first, 2}},
                                Json::array({"Write to " + person.mail + " at once"})}) {
        Json changed = record;
        changed["planted"] = planted;
        EXPECT_GE(test::found_in(letters.secrets, changed).size(), 1U) << planted.dump();
    }
    const std::string page = "<p title=\"" + person.last + "\">1</p>";
    EXPECT_EQ(test::found_in_page(letters.secrets, page).size(), 1U);
    EXPECT_EQ(
        test::found_in_file(letters.secrets, "letter.txt", "Dear " + person.name() + ",").size(),
        2U);
    EXPECT_EQ(test::found_in_file(letters.secrets, person.last + "-7.txt", "").size(), 1U);
    // What keeps leaves them all.
    letters.asking.clear_open();
    letters.release({{"set", {{"person", "keep"}}}});
    EXPECT_GE(letters.asking.found_in_open_files(letters.secrets).size(), 50U);
}

std::vector<std::string> published_document_methods(bool treatments) {
    std::vector<std::string> names;
    for (const Method& method : catalogue()) {
        if (method.info.data != DataKind::documents) continue;
        const bool treats = method.treatment != nullptr && !method.treatment->keeps;
        const bool assesses = method.info.family != Family::mask;
        if (treatments ? treats : assesses) names.push_back(method.info.name);
    }
    return names;
}

std::string published_document_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, PublishedDocuments,
                         testing::ValuesIn(published_document_methods(true)),
                         published_document_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, PublishedDocumentAssessment,
                         testing::ValuesIn(published_document_methods(false)),
                         published_document_name);

}  // namespace
}  // namespace lethe::documents
