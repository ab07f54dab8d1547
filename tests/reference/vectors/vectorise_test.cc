// Document vectors by their definition: maps from words to numbers, one document after another.
#include "lethe/vectors/make/vectorise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "lethe/language/characters.h"
#include "lethe/language/stem.h"
#include "lethe/language/stop_words.h"
#include "lethe/language/token.h"
#include "support.h"

namespace lethe::vectors {
namespace {

using VectoriseRow = std::map<std::string, double>;

VectoriseRow vectorise_counted(std::string_view text, const VectorOptions& options,
                               std::set<std::string>& words) {
    language::Stemmer stemmer;
    VectoriseRow row;
    for (const language::Token& token : language::words_of(text)) {
        std::string word = language::lower_case(token.of(text));
        words.insert(word);
        const bool digits = word.find_first_of("0123456789") != std::string::npos;
        if (std::ssize(word) < options.shortest || (digits && !options.numbers)) continue;
        if (options.stop_words && language::is_stop_word(word)) continue;
        if (options.stems) word = std::string(stemmer.stem(word));
        row[word] += 1;
    }
    return row;
}

void make_unit(std::vector<VectoriseRow>& rows) {
    for (VectoriseRow& row : rows) {
        double largest = 0;
        for (const auto& [term, weight] : row) largest = std::max(largest, weight);
        double squares = 0;
        for (const auto& [term, weight] : row) squares += (weight / largest) * (weight / largest);
        for (auto& [term, weight] : row) weight = weight / largest / std::sqrt(squares);
    }
}

// The keys of the largest values, by name where they are equal.
std::set<std::string> heaviest(const VectoriseRow& scores, std::int64_t most) {
    std::vector<std::pair<double, std::string>> order;
    for (const auto& [term, score] : scores) order.emplace_back(-score, term);
    std::sort(order.begin(), order.end());
    std::set<std::string> best;
    for (const auto& [score, term] : order) {
        if (std::ssize(best) < most) best.insert(term);
    }
    return best;
}

void choose(std::vector<VectoriseRow>& rows, const VectorOptions& options) {
    if (options.most_terms > 0) {
        VectoriseRow score;
        VectoriseRow have;
        for (const VectoriseRow& row : rows) {
            for (const auto& [term, weight] : row) {
                have[term] += 1;
                score[term] = options.score == TermScore::maximum ? std::max(score[term], weight)
                                                                  : score[term] + weight;
            }
        }
        if (options.score == TermScore::mean) {
            for (auto& [term, value] : score) value /= have[term];
        }
        const auto best = heaviest(score, options.most_terms);
        for (VectoriseRow& row : rows) {
            std::erase_if(row, [&](const auto& entry) { return !best.contains(entry.first); });
        }
    }
    if (options.terms_per_document > 0) {
        for (VectoriseRow& row : rows) {
            const auto best = heaviest(row, options.terms_per_document);
            std::erase_if(row, [&](const auto& entry) { return !best.contains(entry.first); });
        }
    }
}

struct Expected {
    std::vector<VectoriseRow> rows;
    std::vector<std::string> ids, empty, terms;
    std::int64_t words = 0;
};

Expected by_definition(const std::vector<std::string>& ids, const std::vector<std::string>& texts,
                       const VectorOptions& options) {
    std::set<std::string> words;
    std::vector<VectoriseRow> rows;
    VectoriseRow have;
    for (const std::string& text : texts) {
        rows.push_back(vectorise_counted(text, options, words));
        for (const auto& [term, times] : rows.back()) have[term] += 1;
    }
    const auto all = static_cast<double>(texts.size());
    for (VectoriseRow& row : rows) {
        std::erase_if(row, [&](const auto& entry) {
            const double n = have[entry.first];
            return n < static_cast<double>(options.least_documents) ||
                   n / all > options.most_documents ||
                   (options.weight == TermWeight::tf_idf && n == all);
        });
        for (auto& [term, weight] : row) {
            if (options.weight == TermWeight::binary) weight = 1;
            if (options.weight == TermWeight::tf_idf) weight *= std::log(all / have[term]);
        }
    }
    if (options.normalise) make_unit(rows);
    const std::vector<VectoriseRow> before = rows;
    choose(rows, options);
    const bool chosen = rows != before || options.terms_per_document > 0;
    if (options.normalise && chosen) make_unit(rows);
    Expected result;
    result.words = std::ssize(words);
    std::set<std::string> terms;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        (rows[i].empty() ? result.empty : result.ids).push_back(ids[i]);
        for (const auto& [term, weight] : rows[i]) terms.insert(term);
        if (!rows[i].empty()) result.rows.push_back(rows[i]);
    }
    result.terms.assign(terms.begin(), terms.end());
    return result;
}

void vectorise_expect_same(const Vectorised& made, const Expected& expected) {
    EXPECT_EQ(made.vectors.terms, expected.terms);
    EXPECT_EQ(made.vectors.ids, expected.ids);
    EXPECT_EQ(made.empty, expected.empty);
    EXPECT_EQ(made.words, expected.words);
    ASSERT_EQ(made.vectors.size(), std::ssize(expected.rows));
    for (std::int64_t r = 0; r < made.vectors.size(); ++r) {
        const SparseRow row = made.vectors.rows[r];
        VectoriseRow named;
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            named[made.vectors.terms[static_cast<std::size_t>(row.columns[i])]] = row.values[i];
        }
        EXPECT_EQ(named, expected.rows[static_cast<std::size_t>(r)]);
    }
}

VectorOptions vectorise_random_options(Draws& draws) {
    VectorOptions options;
    options.stop_words = draws.below(2) == 0;
    options.stems = draws.below(3) == 0;
    options.numbers = draws.below(2) == 0;
    options.shortest = 1 + static_cast<std::int64_t>(draws.below(3));
    options.least_documents = 1 + static_cast<std::int64_t>(draws.below(3));
    options.most_documents = draws.below(2) == 0 ? 1 : 0.6;
    options.weight = static_cast<TermWeight>(draws.below(3));
    options.normalise = draws.below(3) != 0;
    options.most_terms = draws.below(2) == 0 ? 0 : static_cast<std::int64_t>(draws.below(9));
    options.score = static_cast<TermScore>(draws.below(3));
    options.terms_per_document =
        draws.below(2) == 0 ? 0 : static_cast<std::int64_t>(draws.below(5));
    return options;
}

std::vector<std::string> random_texts(Draws& draws) {
    static const std::vector<std::string> kWords = {"the",     "Ship",   "ships", "oil",  "OIL",
                                                    "a1",      "1987",   "tea",   "x",    "and",
                                                    "running", "runner", "wheat", "gold", "don't"};
    std::vector<std::string> texts(1 + draws.below(9));
    const std::uint64_t vocabulary = 1 + draws.below(kWords.size());
    for (std::string& text : texts) {
        for (std::uint64_t n = draws.below(14); n > 0; --n) {
            text += kWords[draws.below(vocabulary)] + (draws.below(5) == 0 ? ", " : " ");
        }
    }
    return texts;
}

TEST(VectoriseReference, EqualsItsDefinition) {
    const Stream stream = Random(7).stream("collections");
    int made = 0;
    for (int i = 0; i < 4000; ++i) {
        Draws draws = stream.at(i);
        const std::vector<std::string> texts = random_texts(draws);
        const VectorOptions options = vectorise_random_options(draws);
        std::vector<std::string> ids;
        for (std::size_t d = 0; d < texts.size(); ++d) ids.push_back("d" + std::to_string(d));
        const Expected expected = by_definition(ids, texts, options);
        try {
            const Vectorised found =
                vectorise(test::threads(1), ids, {texts.begin(), texts.end()}, {}, options);
            vectorise_expect_same(found, expected);
            ++made;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::input);
            EXPECT_TRUE(expected.rows.empty());
        }
        if (::testing::Test::HasFailure()) FAIL() << "collection " << i;
    }
    EXPECT_GT(made, 2000);
}

// Enough text for many chunks.
TEST(VectoriseReference, ThreadsMakeNoDifference) {
    const Stream stream = Random(8).stream("words");
    std::vector<std::string> texts;
    std::vector<std::string> ids;
    for (int d = 0; d < 3000; ++d) {
        Draws draws = stream.at(d);
        std::string text;
        for (std::uint64_t n = draws.below(200); n > 0; --n) {
            const double u = draws.uniform();
            text += "w" + std::to_string(static_cast<int>(2000 * u * u * u)) + " ";
        }
        texts.push_back(text);
        ids.push_back(std::to_string(d));
    }
    VectorOptions options;
    options.numbers = true;
    options.most_terms = 500;
    options.score = TermScore::sum;
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    const Vectorised one = vectorise(test::threads(1), ids, views, {}, options);
    const Vectorised two = vectorise(test::threads(2), ids, views, {}, options);
    EXPECT_EQ(one.vectors, two.vectors);
    EXPECT_EQ(one.empty, two.empty);
    EXPECT_EQ(one.vectors.terms.size(), 500U);
}

}  // namespace
}  // namespace lethe::vectors
