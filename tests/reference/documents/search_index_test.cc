// The search engine against the vector model written down over maps: the same relevance to the last
// bit, however the documents came.
#include "lethe/documents/index/search_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "lethe/core/random.h"
#include "lethe/language/stem.h"
#include "lethe/language/stop_words.h"
#include "rounds.h"
#include "support.h"

namespace lethe::documents {
namespace {

constexpr std::array kIndexWords{"weapon",    "weapons",    "Relations", "relation", "the",
                                 "of",        "berlusconi", "nuclear",   "NUCLEAR",  "material",
                                 "plan",      "planned",    "it",        "Iran",     "secret",
                                 "u\xc3\xa9", "42",         "systems"};

struct NamedText {
    std::string id;
    std::string text;
};

std::map<std::string, double> search_index_counts_of(const std::string& text) {
    static language::Stemmer stemmer;
    std::map<std::string, double> counts;
    std::string word;
    for (const char c : text + " ") {
        if (c != ' ' && c != '.') {
            word += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
            continue;
        }
        if (!word.empty() && !language::is_stop_word(word))
            counts[std::string(stemmer.stem(word))] += 1;
        word.clear();
    }
    return counts;
}

std::vector<Hit> naive_search(const std::vector<NamedText>& documents, const std::string& query) {
    std::map<std::string, double> with_term;
    std::vector<std::map<std::string, double>> all;
    for (const NamedText& document : documents) {
        all.push_back(search_index_counts_of(document.text));
        for (const auto& [term, count] : all.back()) with_term[term] += 1;
    }
    const auto idf = [&](const std::string& term) {
        return std::log(static_cast<double>(documents.size()) / with_term[term]);
    };
    std::map<std::string, double> wanted;
    double query_squares = 0;
    for (const auto& [term, count] : search_index_counts_of(query)) {
        if (with_term[term] == 0) continue;
        wanted[term] = idf(term);
        query_squares += idf(term) * idf(term);
    }
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < all.size(); ++i) {
        double squares = 0;
        double product = 0;
        for (const auto& [term, count] : all[i]) {
            squares += count * idf(term) * (count * idf(term));
            if (wanted.count(term) != 0) product += count * idf(term) * wanted[term];
        }
        if (product <= 0) continue;
        hits.push_back({static_cast<std::int64_t>(i),
                        product / (std::sqrt(squares) * std::sqrt(query_squares))});
    }
    std::stable_sort(hits.begin(), hits.end(),
                     [](const Hit& a, const Hit& b) { return a.relevance > b.relevance; });
    return hits;
}

std::string search_index_random_text(Draws& draws, std::uint64_t longest) {
    std::string text;
    for (std::uint64_t n = draws.below(longest + 1); n > 0; --n) {
        text += kIndexWords[draws.below(kIndexWords.size())];
        text += draws.below(5) == 0 ? ". " : " ";
    }
    return text;
}

void add(SearchIndex& index, const std::vector<NamedText>& documents, int thread_count) {
    std::vector<std::string> ids;
    std::vector<std::string_view> texts;
    for (const NamedText& document : documents) {
        ids.push_back(document.id);
        texts.push_back(document.text);
    }
    index.add(test::threads(thread_count), ids, texts);
}

void search_index_expect_same(const SearchIndex& index, const std::vector<NamedText>& documents,
                              Draws& draws) {
    ASSERT_EQ(index.size(), std::ssize(documents));
    for (std::size_t i = 0; i < documents.size(); ++i) {
        ASSERT_EQ(index.id(static_cast<std::int64_t>(i)), documents[i].id);
    }
    std::set<std::string> terms;
    for (const NamedText& document : documents) {
        for (const auto& [term, count] : search_index_counts_of(document.text)) terms.insert(term);
    }
    ASSERT_EQ(index.terms(), std::ssize(terms));
    for (int i = 0; i < 3; ++i) {
        const std::string query = search_index_random_text(draws, 6);
        ASSERT_EQ(index.search(query), naive_search(documents, query)) << query;
    }
}

TEST(SearchIndexReference, random_collections_in_random_batches) {
    const test::TemporaryFolder folder;
    const Stream stream = Random(6).stream("collections");
    for (int round = 0; round < test::rounds(3000); ++round) {
        Draws draws = stream.at(round);
        const std::uint64_t names = 1 + draws.below(20);
        SearchIndex index;
        std::vector<NamedText> living;
        for (std::uint64_t batches = 1 + draws.below(6); batches > 0; --batches) {
            std::vector<NamedText> batch;
            for (std::uint64_t n = draws.below(6); n > 0; --n) {
                batch.push_back(
                    {"d" + std::to_string(draws.below(names)), search_index_random_text(draws, 8)});
            }
            add(index, batch, 1 + static_cast<int>(draws.below(2)));
            for (const NamedText& document : batch) {
                std::erase_if(living, [&](const NamedText& old) { return old.id == document.id; });
                living.push_back(document);
            }
            if (draws.below(60) == 0) {
                index.write(folder.file("index"));
                index = SearchIndex::open(folder.file("index"));
            }
            if (draws.below(2) == 0) search_index_expect_same(index, living, draws);
        }
        search_index_expect_same(index, living, draws);
        SearchIndex at_once;
        add(at_once, living, 1);
        search_index_expect_same(at_once, living, draws);
        if (HasFatalFailure()) return;
    }
}

// Large enough for many chunks, segments and merges.
TEST(SearchIndexReference, many_batches_and_threads_equal_one) {
    const Stream stream = Random(7).stream("texts");
    std::vector<NamedText> documents;
    for (int i = 0; i < 30000; ++i) {
        Draws draws = stream.at(i);
        std::string text;
        for (std::uint64_t n = 20 + draws.below(60); n > 0; --n) {
            text += "w" + std::to_string(draws.below(1 + draws.below(5000))) + " ";
        }
        documents.push_back({"d" + std::to_string(i), text});
    }
    SearchIndex at_once;
    add(at_once, documents, 1);
    SearchIndex parallel;
    add(parallel, documents, 2);
    SearchIndex batches;
    // A part comes twice: first as something else, then as it is.
    std::vector<NamedText> early(documents.begin(), documents.begin() + 4000);
    for (NamedText& document : early) document.text = "other " + document.text;
    add(batches, early, 2);
    for (std::size_t begin = 0; begin < documents.size();) {
        const std::size_t end = std::min(documents.size(), begin + 1 + begin % 1777);
        add(batches,
            {documents.begin() + static_cast<std::ptrdiff_t>(begin),
             documents.begin() + static_cast<std::ptrdiff_t>(end)},
            2);
        begin = end;
    }
    EXPECT_EQ(batches.size(), at_once.size());
    EXPECT_EQ(batches.terms(), at_once.terms());
    for (int i = 0; i < 50; ++i) {
        const std::string query = "w" + std::to_string(i * 7) + " w" + std::to_string(i * i);
        const std::vector<Hit> hits = at_once.search(query);
        EXPECT_EQ(parallel.search(query), hits);
        EXPECT_EQ(batches.search(query), hits);
    }
}

}  // namespace
}  // namespace lethe::documents
