#include "lethe/documents/index/search_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "lethe/core/error.h"
#include "lethe/documents/index/index_tombstones.h"
#include "lethe/io/file.h"
#include "lethe/language/index_terms.h"
#include "lethe/language/stop_words.h"
#include "support.h"

namespace lethe::documents {
namespace {

using test::TemporaryFolder;
using test::threads;
using testing::ElementsAre;
using testing::IsEmpty;

SearchIndex index_of(const std::vector<std::pair<std::string, std::string>>& documents,
                     language::IndexOptions options = {}) {
    SearchIndex index(options);
    std::vector<std::string> ids;
    std::vector<std::string_view> texts;
    for (const auto& [id, text] : documents) {
        ids.push_back(id);
        texts.push_back(text);
    }
    index.add(threads(1), ids, texts);
    return index;
}

std::vector<std::string> ids_of(const SearchIndex& index, const std::vector<Hit>& hits) {
    std::vector<std::string> ids;
    for (const Hit& hit : hits) ids.emplace_back(index.id(hit.document));
    return ids;
}

TEST(SearchIndex, vector_model_by_hand) {
    const SearchIndex index = index_of({{"a", "Weapons and weapons systems"},
                                        {"b", "The weapon was a bow"},
                                        {"c", "A treaty"},
                                        {"d", "Treaties of the systems"}});
    EXPECT_EQ(index.size(), 4);
    EXPECT_EQ(index.terms(), 4);           // weapon, system, bow, treati
    const double half = std::log(2.0);     // weapon, system and treaty: in two of four
    const double quarter = std::log(4.0);  // bow
    const std::vector<Hit> hits = index.search("weapon of systems");
    ASSERT_EQ(hits.size(), 3U);
    const double query = std::sqrt(2 * half * half);
    EXPECT_EQ(hits[0].document, 0);
    EXPECT_DOUBLE_EQ(hits[0].relevance,
                     (2 * half * half + half * half) / (std::sqrt(5 * half * half) * query));
    EXPECT_EQ(hits[1].document, 3);
    EXPECT_DOUBLE_EQ(hits[1].relevance, half * half / (std::sqrt(2 * half * half) * query));
    EXPECT_EQ(hits[2].document, 1);
    EXPECT_DOUBLE_EQ(hits[2].relevance,
                     half * half / (std::sqrt(half * half + quarter * quarter) * query));
}

TEST(SearchIndex, what_is_not_returned) {
    const SearchIndex index = index_of({{"a", "one common fish"}, {"b", "two common birds"}});
    EXPECT_THAT(index.search("common"), IsEmpty());  // everywhere: tells nothing
    EXPECT_THAT(index.search("the and of"), IsEmpty());
    EXPECT_THAT(index.search("whale"), IsEmpty());
    EXPECT_THAT(index.search(""), IsEmpty());
    EXPECT_THAT(SearchIndex().search("fish"), IsEmpty());
    // A word that no document has does not make the others less relevant; a repeated one counts
    // once.
    EXPECT_EQ(index.search("fish whale"), index.search("fish"));
    EXPECT_EQ(index.search("fish fishes bird"), index.search("bird fish"));
}

TEST(SearchIndex, options) {
    const std::vector<std::pair<std::string, std::string>> documents{{"a", "The relations"},
                                                                     {"b", "a relation"}};
    EXPECT_THAT(index_of(documents).search("relations"), IsEmpty());
    const SearchIndex exact = index_of(documents, {.stems = false, .stop_words = false});
    EXPECT_THAT(ids_of(exact, exact.search("relations")), ElementsAre("a"));
    EXPECT_THAT(ids_of(exact, exact.search("THE")), ElementsAre("a"));
}

TEST(SearchIndex, the_most_relevant_ones) {
    const SearchIndex index =
        index_of({{"a", "bow x"}, {"b", "bow"}, {"c", "bow x"}, {"d", "arrow"}, {"e", "bow bow"}});
    EXPECT_THAT(ids_of(index, index.search("bow")), ElementsAre("b", "e", "a", "c"));
    EXPECT_THAT(ids_of(index, index.search("bow", 3)), ElementsAre("b", "e", "a"));
    EXPECT_THAT(ids_of(index, index.search("bow", 9)), ElementsAre("b", "e", "a", "c"));
}

TEST(SearchIndex, an_id_that_comes_again_replaces_its_document) {
    SearchIndex index = index_of({{"a", "fish"}, {"b", "bird"}, {"c", "whale"}});
    index.add(threads(2), {"a", "d"}, {"bird bird", "tree"});
    EXPECT_EQ(index.size(), 4);
    EXPECT_THAT(index.search("fish"), IsEmpty());
    EXPECT_EQ(index.terms(), 3);
    EXPECT_THAT(ids_of(index, index.search("bird")), ElementsAre("b", "a"));
    EXPECT_EQ(index.id(0), "b");
    EXPECT_EQ(index.id(2), "a");  // it came last but one
    EXPECT_THROW(index.id(4), Error);
}

TEST(SearchIndex, of_equal_ids_that_come_together_the_last_stays) {
    const SearchIndex index = index_of({{"a", "fish"}, {"b", "bird"}, {"a", "whale"}});
    EXPECT_EQ(index.size(), 2);
    EXPECT_THAT(index.search("fish"), IsEmpty());
    EXPECT_THAT(ids_of(index, index.search("whale")), ElementsAre("a"));
}

TEST(SearchIndex, a_file_gives_the_same_answers_and_grows) {
    const TemporaryFolder folder;
    const std::string path = folder.file("index");
    {
        const SearchIndex index = index_of({{"a", "fish"}, {"b", "bird fish"}, {"c", "whale"}});
        index.write(path);
        EXPECT_EQ(SearchIndex::open(path).search("fish"), index.search("fish"));
    }
    SearchIndex index = SearchIndex::open(path);
    EXPECT_EQ(index.size(), 3);
    EXPECT_EQ(index.terms(), 3);
    index.add(threads(1), {"b"}, {"tree"});
    index.write(path);  // over the file it reads from
    EXPECT_THAT(ids_of(index, index.search("fish")), ElementsAre("a"));
    const SearchIndex again = SearchIndex::open(path);
    EXPECT_THAT(ids_of(again, again.search("fish tree")), ElementsAre("a", "b"));
    EXPECT_EQ(std::filesystem::status(path).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST(SearchIndex, a_changed_byte_is_noticed) {
    const TemporaryFolder folder;
    const std::string path = folder.file("index");
    const SearchIndex index = index_of({{"a", "fish"}, {"b", "bird fish fish"}, {"c", "whale"}});
    index.write(path);
    const std::string bytes = read_file(path);
    const std::vector<Hit> right = index.search("fish bird whale");
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string changed = bytes;
        changed[i] = static_cast<char>(changed[i] ^ 0x15);
        std::ofstream(path, std::ios::binary) << changed;
        try {
            EXPECT_EQ(SearchIndex::open(path).search("fish bird whale"), right) << i;  // a gap
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::input);
        }
    }
    write_file(path, bytes.substr(0, bytes.size() - 1));
    EXPECT_THROW(SearchIndex::open(path), Error);
    write_file(path, "");
    EXPECT_THROW(SearchIndex::open(path), Error);
    EXPECT_THROW(SearchIndex::open(folder.path()), Error);
    EXPECT_THROW(SearchIndex::open(folder.file("absent")), Error);
}

TEST(SearchIndex, encoded_data_is_no_word) {
    const std::string data(100000, 'x');
    const SearchIndex index = index_of({{"a", data + " fish"}, {"b", ""}});
    EXPECT_EQ(index.terms(), 1);
    EXPECT_THAT(index.search(data), IsEmpty());
}

TEST(Tombstones, ranks) {
    Tombstones dead(200);
    for (const int document : {0, 5, 63, 64, 130, 199}) dead.bury(document);
    dead.settle();
    EXPECT_EQ(dead.live(), 194);
    std::int64_t rank = 0;
    for (std::int64_t document = 0; document < 200; ++document) {
        EXPECT_EQ(dead.rank(document), rank);
        if (dead.dead(document)) continue;
        EXPECT_EQ(dead.at_rank(rank), document);
        ++rank;
    }
}

TEST(StopWords, are_in_lower_case_and_not_seeds_of_risk) {
    for (const std::string_view word : language::stop_words()) {
        for (const char c : word) EXPECT_TRUE(c >= 'a' && c <= 'z') << word;
    }
    EXPECT_TRUE(language::is_stop_word("the"));
    for (const char* word : {"use", "system", "mass", "national", "service", "plan"}) {
        EXPECT_FALSE(language::is_stop_word(word));
    }
    EXPECT_THAT(language::distinct_terms("The US didn't use ITS weapons, weapon!", {}),
                ElementsAre("us", "weapon"));
}

}  // namespace
}  // namespace lethe::documents
