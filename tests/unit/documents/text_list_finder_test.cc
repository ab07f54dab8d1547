#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "knowledge_files.h"
#include "lethe/core/random.h"
#include "lethe/documents/find/known_lists.h"
#include "lethe/documents/find/list_finder.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> list_finder_found(const ListFinder& finder, const std::string& text) {
    const Categories categories;
    std::vector<std::string> mentions;
    for (const Mention& mention : finder.find(text, language::tokenise(text))) {
        mentions.push_back(categories[mention.category].name + ": " +
                           std::string(mention.span.of(text)));
    }
    return mentions;
}

TEST(ListFinder, LongestPhraseInItsCase) {
    const ListFinder finder({{kPlace, "places", {"York", "New York", "New York City"}, false, 0.5F},
                             {kOrganisation, "firms", {"acme & sons"}, true, 0.5F}});
    EXPECT_THAT(
        list_finder_found(finder, "from York to New  York\nand New York City, new york, NEW YORK"),
        ElementsAre("place: York", "place: New  York", "place: New York City"));
    EXPECT_THAT(list_finder_found(finder, "of ACME & Sons"),
                ElementsAre("organisation: ACME & Sons"));
    EXPECT_THAT(list_finder_found(finder, "Yorks, Yorkshire"), IsEmpty());
    EXPECT_THAT(list_finder_found(finder, ""), IsEmpty());
}

TEST(ListFinder, TheSurerListWins) {
    const ListFinder finder({{kPerson, "persons", {"Washington"}, false, 0.4F},
                             {kPlace, "places", {"Washington"}, false, 0.6F}});
    EXPECT_THAT(list_finder_found(finder, "Washington said"), ElementsAre("place: Washington"));
}

// Against the obvious way: at each word the longest phrase that stands there.
TEST(ListFinder, AgreesWithComparingEverything) {
    const std::vector<std::string> words{"a", "b", "c", "é", "A"};
    const Stream stream = Random(3).stream("lists");
    for (int round = 0; round < 400; ++round) {
        Draws draws = stream.at(round);
        const auto phrase = [&](std::uint64_t most) {
            std::string made;
            for (std::uint64_t n = 1 + draws.below(most); n > 0; --n) {
                made += (made.empty() ? "" : " ") + words[draws.below(words.size())];
            }
            return made;
        };
        NameList list{kPlace, "x", {}, draws.below(2) == 0, 0.5F};
        for (int i = 0; i < 4; ++i) list.phrases.push_back(phrase(3));
        const std::string text = phrase(30);
        const std::vector<language::Token> tokens = language::tokenise(text);
        std::vector<std::string> expected;
        for (std::size_t i = 0; i < tokens.size();) {
            std::size_t longest = 0;
            for (const std::string& one : list.phrases) {
                const std::size_t count = language::tokenise(one).size();
                if (i + count > tokens.size()) continue;
                const language::Span span{tokens[i].begin, tokens[i + count - 1].end};
                const std::string here(span.of(text));
                const bool same = list.any_case
                                      ? language::lower_case(here) == language::lower_case(one)
                                      : here == one;
                if (same) longest = std::max(longest, count);
            }
            if (longest > 0) {
                const language::Span span{tokens[i].begin, tokens[i + longest - 1].end};
                expected.push_back("place: " + std::string(span.of(text)));
            }
            i += std::max<std::size_t>(1, longest);
        }
        ASSERT_EQ(list_finder_found(ListFinder({list}), text), expected) << text;
    }
}

TEST(ListFinder, KnownLists) {
    const ListFinder finder(known_lists());
    EXPECT_THAT(
        list_finder_found(finder, "a Turkish national from Cyprus, american Poles in the UK"),
        ElementsAre("country: Turkish", "country: Cyprus", "country: american", "country: Poles",
                    "country: UK"));
    EXPECT_THAT(list_finder_found(finder, "to polish a turkey"), IsEmpty());
}

TEST(ListFinder, WordNetKnowsPlaces) {
    const Knowledge knowledge = read_knowledge({}, "wordnet");
    const ListFinder finder(wordnet_lists(*knowledge.taxonomy));
    EXPECT_THAT(
        list_finder_found(finder,
                          "Iran, Russia, Italy, the United States and London, Abu Dhabi, "
                          "Guantanamo, New York; Mount Everest, the Danube, NATO, Abraham "
                          "Lincoln, PARIS"),
        ElementsAre("country: Iran", "country: Russia", "country: Italy", "country: United States",
                    "place: London", "place: Abu Dhabi", "place: Guantanamo", "place: New York",
                    "location: Mount Everest", "location: Danube", "organisation: NATO",
                    "person: Abraham Lincoln", "place: PARIS"));
    EXPECT_THAT(list_finder_found(finder, "A Bush in the Turkey, reading a Bible to a Marxist"),
                IsEmpty());
}

class NameLists : public test::KnowledgeFiles {};

TEST_F(NameLists, FromAFile) {
    put("names.txt", "# people\n\n  Ann Example \r\nBob\n");
    const NameList list = read_name_list(folder.path() + "/names.txt", kPerson);
    EXPECT_THAT(list.phrases, ElementsAre("Ann Example", "Bob"));
    EXPECT_EQ(list.name, "names.txt");
    EXPECT_THROW(read_name_list(folder.path() + "/none.txt", kPerson), Error);
}

}  // namespace
}  // namespace lethe::documents
