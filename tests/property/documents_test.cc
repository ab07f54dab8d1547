// Every method of documents is held to what it declares, on letters and on odd collections.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "lethe/documents/document_method.h"
#include "lethe/documents/find/detect.h"
#include "lethe/documents/measure/query_file.h"
#include "lethe/documents/read/gold.h"
#include "lethe/documents/read/sample_letters.h"
#include "lethe/documents/treat/sanitise.h"
#include "lethe/documents/treat/sealed_mentions.h"
#include "lethe/language/characters.h"
#include "lethe/language/token.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/release/documents/document_record.h"
#include "lethe/report/html.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe::documents {
namespace {

Documents texts(const std::vector<std::string>& given) {
    Documents documents;
    for (std::size_t d = 0; d < given.size(); ++d) {
        documents.emplace_back();
        documents.back().id = fmt::format("file{}", d);
        documents.back().text = given[d];
    }
    return documents;
}

Documents letters(std::int64_t count) {
    std::vector<std::string> given;
    for (const SampleLetter& letter : sample_letters(Random(3), count)) {
        if (letter.file.ends_with(".txt")) given.push_back(letter.bytes);
    }
    return texts(given);
}

// Letters; equal texts; one; nothing at all; no words and letters of other alphabets.
std::vector<Documents> collections() {
    return {letters(24),
            texts({"Mr Zebulon Quark, born 2 May 1961", "Mr Zebulon Quark, born 2 May 1961",
                   "Dr Anna Rosenzweig wrote to zebulon@quark.example"}),
            texts({"Call +49 30 1234567, Mr Zebulon Quark."}),
            texts({"", "..."}),
            texts({"Pers_1 met <Person> in Place_2 before.", "Pers_1 left."}),
            texts({"Профессор Иванов", "名前", "caf\xC3\xA9 at 10.0.0.7"})};
}

// Patterns and rules, without lists and model: quick, and the same on every machine.
const Finders& plain_finders() {
    static const Finders finders{};
    return finders;
}

struct Released {
    Documents original;
    std::vector<std::string> texts;
    TextPolicy policy;
    Sanitised result;
};

const Secret& test_salt() {
    static const Secret salt("0123456789abcdef");
    return salt;
}

const Cipher& test_cipher() {
    static const Cipher cipher(test_salt());
    return cipher;
}

Released released(const Documents& original, TextPolicy policy, int threads = 2) {
    const Context context = test::threads(threads);
    SanitiseOptions options{&test_salt(), &test_cipher(), {}, nullptr};
    for (const std::string& source : policy.knowledge())
        options.knowledge[source] = test::symptoms();
    Sanitised result =
        sanitise(context, original, detect(context, plain_finders(), original), policy, options);
    std::vector<std::string> texts = result.texts;
    return {original, std::move(texts), std::move(policy), std::move(result)};
}

Json given_of(const Method& method) { return method.info.example; }

Json bound_parameters(const Method& method) {
    Problems problems;
    Json parameters = method.bind(given_of(method), {}, problems);
    throw_if_any(std::move(problems));
    return parameters;
}

TextPolicy policy_with(const Method& method) {
    TextPolicy policy = profile_policy("court");
    treat_all(policy, method, given_of(method));
    return policy;
}

class EachDocumentMethod : public testing::TestWithParam<std::string> {
  protected:
    const Method& method() const { return *find_method(GetParam(), DataKind::documents); }
};
class EachTreatment : public EachDocumentMethod {};
class EachDocumentAssessment : public EachDocumentMethod {};
class EachDocumentLoss : public EachDocumentMethod {};
class EachOrderFreeDocumentAssessment : public EachDocumentMethod {};

TEST_P(EachDocumentMethod, DoesWhatItsFamilyDoes) {
    const MethodInfo& info = method().info;
    EXPECT_EQ(static_cast<bool>(method().treat), info.family == Family::mask);
    EXPECT_EQ(method().treatment != nullptr, info.family == Family::mask);
    EXPECT_EQ(static_cast<bool>(method().assess_documents), info.family != Family::mask);
    EXPECT_TRUE(info.needs.empty() || info.assessed_with.empty());
}

constexpr std::string_view kName = "Zebulon Quarkendale";

TreatOutput treated_name(const Method& method, const Tools& tools) {
    const TextPolicy policy = profile_policy("court");
    const std::vector<CategoryInfo> infos = policy.infos();
    return method.treat({kName, kPerson, infos[kPerson], kName, 7, tools},
                        bound_parameters(method));
}

// Only what it declares to need is there.
Tools declared_tools(const Method& method) {
    return {method.treatment->needs_salt ? &test_salt() : nullptr,
            method.treatment->needs_cipher ? &test_cipher() : nullptr, nullptr};
}

TEST_P(EachTreatment, WritesNothingOfTheTextUnlessItKeeps) {
    const std::string text = treated_name(method(), declared_tools(method())).text;
    if (method().treatment->keeps) {
        EXPECT_EQ(text, kName);
        return;
    }
    EXPECT_EQ(text.find("Zebulon"), std::string::npos) << text;
    EXPECT_EQ(text.find("Quarkendale"), std::string::npos) << text;
    EXPECT_EQ(text, treated_name(method(), declared_tools(method())).text);
}

TEST_P(EachTreatment, WhatItWroteIsKnownAgainWhereDeclared) {
    const std::vector<CategoryInfo> infos = profile_policy("court").infos();
    const std::string written = treated_name(method(), declared_tools(method())).text;
    const std::string text = "Yesterday " + written + " left.";
    std::vector<std::int64_t> highest;
    const auto places = treated_places(text, infos, highest);
    // What falls back to a number is known as that.
    const bool known = method().treatment->written_at != nullptr ||
                       treated_name(method(), declared_tools(method())).fallen_back;
    ASSERT_EQ(places.size(), known ? 1U : 0U) << text;
    if (known) {
        EXPECT_EQ(places[0].of(text), written);
    }
}

TEST_P(EachTreatment, RecordHoldsWhatMayBePublishedAlone) {
    const Treatment treatment(method(), given_of(method()));
    const Json record = to_json(treatment);
    EXPECT_EQ(record.size(), 1 + method().treatment->published.size());
    EXPECT_EQ(record["treatment"], GetParam());
}

TEST_P(EachTreatment, SameBytesForAnyNumberOfThreads) {
    for (const Documents& documents : collections()) {
        const Released one = released(documents, policy_with(method()), 1);
        for (const int threads : {2, 5}) {
            EXPECT_EQ(one.texts, released(documents, policy_with(method()), threads).texts);
        }
    }
}

// Words of at least five letters of the removed mentions.
std::set<std::string> removed_words(const Released& release) {
    std::set<std::string> words;
    for (std::size_t d = 0; d < release.original.size(); ++d) {
        for (const Mention& mention : release.result.mentions[d]) {
            if (!release.policy.removes(mention.category)) continue;
            const std::string_view text = mention.span.of(release.original[d].text);
            for (const language::Token& token : language::words_of(text)) {
                if (token.of(text).size() >= 5) words.insert(language::lower_case(token.of(text)));
            }
        }
    }
    return words;
}

void expect_none_of(const std::set<std::string>& words, const std::string& published) {
    const std::string all = language::lower_case(published);
    std::set<std::string> there;
    for (const language::Token& token : language::words_of(all)) {
        there.emplace(token.of(all));
    }
    for (const std::string& word : words) {
        // Words of ours that letters may hold too.
        static const std::set<std::string> ours{"person", "number", "label", "other",
                                                "place",  "title",  "court", "account"};
        EXPECT_FALSE(there.contains(word) && !ours.contains(word)) << word;
    }
}

TEST_P(EachTreatment, RecordTellsNoRemovedWord) {
    for (const Documents& documents : collections()) {
        const Released release = released(documents, policy_with(method()));
        expect_none_of(removed_words(release),
                       release::sanitised_record(release.result, release.policy).dump());
    }
}

// Words that stand there: the longest ones of the first document, and of the last.
std::string longest_words(const std::string& text) {
    std::vector<std::string> words;
    for (const language::Token& token : language::words_of(text))
        words.emplace_back(token.of(text));
    std::ranges::stable_sort(words, std::greater{}, &std::string::size);
    std::string query;
    for (std::size_t i = 0; i < words.size() && i < 6; ++i) query += words[i] + " ";
    return query.empty() ? "nothing" : query;
}

QueryFile some_queries(const Documents& documents) {
    QueryFile queries;
    queries.queries = {
        {"reading", QueryKind::utility, longest_words(documents.front().text)},
        {"secret", QueryKind::risk, longest_words(documents.back().text) + " Quark phone"}};
    return queries;
}

// Everything that is found in a document was marked.
GoldDocuments some_gold(const Documents& documents) {
    GoldDocuments gold;
    for (const Document& document : documents) {
        gold.push_back({document.id, document.text, {}, {}, {}});
        for (const Mention& mention : detect(plain_finders(), document.text)) {
            GoldMention marked;
            marked.span = mention.span;
            gold.back().mentions.push_back(marked);
        }
    }
    return gold;
}

Measurement assess(const Method& method, const Documents& original,
                   const std::vector<std::string>& texts, int threads) {
    const Context context = test::threads(threads);
    const TextCollection before = collection_of(original);
    TextCollection after{before.ids, {}};
    for (const std::string& text : texts) after.texts.push_back(text);
    const QueryFile queries = some_queries(original);
    const GoldDocuments gold = some_gold(original);
    return method.assess_documents({.original = before,
                                    .released = after,
                                    .finders = plain_finders(),
                                    .random = Random(1),
                                    .context = context,
                                    .queries = &queries,
                                    .gold = &gold,
                                    .taxonomy = test::symptoms()},
                                   bound_parameters(method));
}

// Whether a method that needs queries or marks has nothing to compare here: it says so, and gives
// no figure. Letters always give it something.
bool has_nothing(const Method& method, const Documents& original,
                 const std::vector<std::string>& texts) {
    if (method.info.needs.empty()) return false;
    try {
        assess(method, original, texts, 1);
        return false;
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::unmet) << error.what();
        EXPECT_LT(original.size(), 10U) << error.what();
        return true;
    }
}

TEST_P(EachDocumentAssessment, RunsOnEveryShapeAndThreadsDoNotMatter) {
    for (const Documents& original : collections()) {
        std::vector<std::vector<std::string>> releases{
            released(original, profile_policy("default")).texts,
            released(original, profile_policy("strict")).texts};
        releases.push_back(releases.front());
        releases.back().front().clear();  // a document that is gone
        for (const std::vector<std::string>& texts : releases) {
            if (has_nothing(method(), original, texts)) continue;
            const Measurement one = assess(method(), original, texts, 1);
            const Measurement other = assess(method(), original, texts, 3);
            EXPECT_EQ(one.value, other.value);
            EXPECT_EQ(one.details.dump(), other.details.dump());
            EXPECT_EQ(one.about_original.dump(), other.about_original.dump());
            EXPECT_TRUE(std::isfinite(one.value));
            EXPECT_GE(one.value, 0.0);
            EXPECT_LE(one.value, 100.0);
            const Json all = unfolded(with_about_original(one.details, one.about_original));
            for (const DetailLook& look : method().info.details) {
                // Which categories were found is said where any were.
                EXPECT_TRUE(all.contains(look.key) || look.key == "found") << look.key;
            }
            ASSERT_NE(method().info.reading, nullptr);
            const Json kept{{"value", one.value}, {"details", one.details}};
            EXPECT_TRUE(
                method().info.reading(kept, one.value, std::ssize(original)).ends_with("."));
        }
    }
}

TEST_P(EachOrderFreeDocumentAssessment, OrderDoesNotMatter) {
    const Documents original = letters(24);
    const std::vector<std::string> texts = released(original, profile_policy("default")).texts;
    Documents turned(original.rbegin(), original.rend());
    const std::vector<std::string> turned_texts(texts.rbegin(), texts.rend());
    EXPECT_EQ(assess(method(), original, texts, 2).details.dump(),
              assess(method(), turned, turned_texts, 2).details.dump());
    EXPECT_EQ(assess(method(), original, texts, 2).value,
              assess(method(), turned, turned_texts, 2).value);
}

TEST_P(EachDocumentLoss, NothingIsLostWhereNothingChanged) {
    for (const Documents& original : collections()) {
        std::vector<std::string> texts;
        for (const Document& document : original) texts.push_back(document.text);
        if (has_nothing(method(), original, texts)) continue;
        EXPECT_NEAR(assess(method(), original, texts, 2).value, 0.0, 1e-9);
    }
}

// Neither the result nor the page that is made of it holds a word that was removed.
TEST_P(EachDocumentAssessment, PublishesNoRemovedWord) {
    const Released release = released(letters(24), profile_policy("default"));
    const Measurement found = assess(method(), release.original, release.texts, 2);
    const bool attacks = method().info.family == Family::attack;
    const Json result{{"kind", "assessment"},
                      {"data", "documents"},
                      {"masked", {{"file", "release"}}},
                      {attacks ? "attacks" : "measures",
                       {{{"name", GetParam()},
                         {"title", method().info.title},
                         {"value", found.value},
                         {"unit", found.unit},
                         {"details", with_about_original(found.details, found.about_original)}}}}};
    const std::set<std::string> words = removed_words(release);
    ASSERT_GT(words.size(), 20U);
    expect_none_of(words, published(result).dump());
    report::HtmlOptions options;
    options.for_publication = true;
    const std::string page = report::html_report(std::vector{result}, options);
    for (const char* name : {"quark", "rosenzweig"}) {
        EXPECT_EQ(language::lower_case(page).find(name), std::string::npos);
    }
}

TEST(DocumentMethods, WhatIsNeededIsAskedFor) {
    for (const Method* method : methods_of(Family::attack, DataKind::documents)) {
        if (method->info.needs.empty()) continue;
        const Context context;
        const Documents original = letters(4);
        const TextCollection before = collection_of(original);
        try {
            method->assess_documents({before, before, plain_finders(), Random(1), context},
                                     bound_parameters(*method));
            FAIL() << method->info.name;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("--" + method->info.needs), std::string::npos);
        }
    }
}

// What a sanitiser that forgets leaves is found, in each of its forms.
TEST(DocumentMethods, RemainingMentionsAreFound) {
    const Method& method = find_method("remaining-mentions", Family::attack, DataKind::documents);
    const Documents original =
        texts({"Mr Zebulon Quarkendale paid.", "Mr Zebulon Quarkendale paid.",
               "Mr Zebulon Quarkendale paid.", "Mr Zebulon Quarkendale paid."});
    const Json details = assess(method, original,
                                {"Pers_1 paid.", "ZEBULON QUARKENDALE paid.",
                                 "Zebulon-Quarken\ndale paid.", "Quarkendahle paid."},
                                1)
                             .details;
    EXPECT_EQ(details["records"], 4);
    EXPECT_EQ(details["other_letters"], 1) << details.dump();
    EXPECT_GE(details["broken"].get<int>() + details["parts_of_names"].get<int>(), 1)
        << details.dump();
    EXPECT_EQ(details["near_spellings"], 1) << details.dump();
}

using Wanted = bool (*)(const Method&);

std::vector<std::string> names_of(Wanted wanted) {
    std::vector<std::string> names;
    for (const Method& method : catalogue()) {
        if (method.info.data == DataKind::documents && wanted(method)) {
            names.push_back(method.info.name);
        }
    }
    return names;
}

bool is_assessment(const Method& method) { return method.info.family != Family::mask; }

std::string test_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::ranges::replace(name, '-', '_');
    return name;
}

#define LETHE_FOR_EACH_OF_DOCUMENTS(suite, wanted) \
    INSTANTIATE_TEST_SUITE_P(Catalogue, suite, testing::ValuesIn(names_of(wanted)), test_name)

LETHE_FOR_EACH_OF_DOCUMENTS(EachDocumentMethod, [](const Method&) { return true; });
LETHE_FOR_EACH_OF_DOCUMENTS(EachTreatment,
                            [](const Method& method) { return !is_assessment(method); });
LETHE_FOR_EACH_OF_DOCUMENTS(EachDocumentAssessment, is_assessment);
LETHE_FOR_EACH_OF_DOCUMENTS(EachDocumentLoss, [](const Method& method) {
    return method.info.family == Family::loss;
});
LETHE_FOR_EACH_OF_DOCUMENTS(EachOrderFreeDocumentAssessment, [](const Method& method) {
    return is_assessment(method) && method.has(Property::row_order_independent);
});

}  // namespace
}  // namespace lethe::documents
