#include "experiments/semantic/semantic_examples.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/support.h"
#include "lethe/vectors/protect/semantic_matching.h"

namespace lethe::reproduction {
namespace {

using vectors::Term;

using Entries = std::vector<std::pair<std::string, double>>;  // terms and weights

vectors::DocumentVectors example_vectors(const std::vector<Entries>& lists) {
    std::map<std::string, std::int32_t> columns;
    for (const Entries& list : lists) {
        for (const auto& [term, weight] : list) columns.try_emplace(term, 0);
    }
    vectors::DocumentVectors vectors;
    for (auto& [term, column] : columns) {
        column = static_cast<std::int32_t>(vectors.terms.size());
        vectors.terms.push_back(term);
    }
    vectors.rows = SparseRows(static_cast<std::int32_t>(vectors.terms.size()));
    for (const Entries& list : lists) {
        std::map<std::int32_t, double> row;
        for (const auto& [term, weight] : list) row[columns.at(term)] = weight;
        for (const auto& [column, weight] : row) vectors.rows.add(column, weight);
        vectors.rows.end_row();
    }
    return vectors;
}

std::string text_of(const vectors::DocumentVectors& vectors, std::int64_t row) {
    std::string text;
    const SparseRow entries = vectors.rows[row];
    for (std::size_t i = 0; i < entries.columns.size(); ++i) {
        text += fmt::format("{}{} {:.4g}", i == 0 ? "" : ", ",
                            vectors.terms[static_cast<std::size_t>(entries.columns[i])],
                            entries.values[i]);
    }
    return text;
}

// A printed dissimilarity; `tolerance` is what its digits leave open.
struct ExamplePair {
    std::string_view where, first, second;
    double published;
    double tolerance;
    std::string_view hypernym = {};  // where it is printed
};

constexpr std::array<ExamplePair, 16> kPairs{{
    {"Example 5", "rock", "music", 0.2308, 0.00005, "music"},
    {"Example 6", "compact#3", "truck#1", 0.12, 1e-9, "motor_vehicle"},
    {"Table 4.4", "butterfly#1", "computer#1", 0.6190, 0.00005, "whole"},
    {"Table 4.4", "butterfly#1", "computer#2", 0.4286, 0.00005, "organism"},
    {"Table 4.4", "butterfly#2", "computer#1", 0.9048, 0.00005, "entity"},
    {"Table 4.4", "butterfly#2", "computer#2", 0.8888, 0.0001, "entity"},
    {"Table 4.5", "butterfly", "beetle", 0.130, 0.001, "insect"},
    {"Table 4.5", "butterfly", "cat", 0.454, 0.001},
    {"Table 4.5", "butterfly", "approach", 0.238, 0.001},
    {"Table 4.5", "butterfly", "computer", 0.428, 0.001},
    {"Table 4.5", "dog", "cat", 0.143, 0.001, "carnivore"},
    {"Table 4.5", "dog", "approach", 0.375, 0.001},
    {"Table 4.5", "dog", "computer", 0.22, 0.01},
    {"Table 4.5", "performance", "approach", 0.25, 0.001, "action"},
    {"Table 4.5", "performance", "computer", 0.60, 0.001},
    {"Table 4.5", "pen", "computer", 0.333, 0.001, "instrumentality"},
}};

Json pair_table(const TaxonomyPtr& wordnet, Json& checks) {
    std::vector<std::string> vocabulary;
    for (const ExamplePair& pair : kPairs) {
        vocabulary.emplace_back(pair.first);
        vocabulary.emplace_back(pair.second);
    }
    const vectors::TermDissimilarity terms(wordnet, vocabulary);
    Json rows = Json::array();
    for (std::size_t i = 0; i < kPairs.size(); ++i) {
        const ExamplePair& pair = kPairs[i];
        const auto first = static_cast<Term>(2 * i);
        const double found = terms.between(first, first + 1);
        const std::string hypernym = terms.text(terms.generalised(first, first + 1));
        rows.push_back({{"where", pair.where},
                        {"pair", fmt::format("{}, {}", pair.first, pair.second)},
                        {"published", pair.published},
                        {"found", found},
                        {"hypernym", hypernym}});
        add_check(checks,
                  fmt::format("{}: {} and {}, {:.4f} as printed", pair.where, pair.first,
                              pair.second, found),
                  std::abs(found - pair.published) < pair.tolerance &&
                      (pair.hypernym.empty() || pair.hypernym == hypernym));
    }
    return table_of("Dissimilarities of terms (name#2: the second sense alone)",
                    {{"where", "source"},
                     {"pair", "terms"},
                     {"published", "published", 4},
                     {"found", "found", 4},
                     {"hypernym", "hypernym"}},
                    std::move(rows));
}

const Entries kFirst{{"butterfly", 0.4}, {"performance", 0.2}, {"pen", 0.1}, {"dog", 0.3}};
const Entries kSecond{{"computer", 0.1}, {"cat", 0.2}, {"approach", 0.2}, {"beetle", 0.5}};

// The distance is printed with three digits.
void check_distance(const TaxonomyPtr& wordnet, Json& checks) {
    const vectors::DocumentVectors vectors = example_vectors({kFirst, kSecond});
    const vectors::TermDissimilarity terms(wordnet, vectors.terms);
    const vectors::SemanticMatching matching(terms, vectors::SemanticOptions::PairWeight::mean,
                                             vectors::SemanticOptions::Unmatched::free);
    std::array<vectors::TermList, 2> lists;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const SparseRow row = vectors.rows[static_cast<std::int64_t>(i)];
        for (std::size_t j = 0; j < row.columns.size(); ++j) {
            lists[i].push_back({row.columns[j], row.values[j]});
        }
        vectors::sort_by_weight(lists[i]);
    }
    for (const auto& [from, to] : {std::pair(0, 1), std::pair(1, 0)}) {
        const double found = matching.directed(lists[static_cast<std::size_t>(from)],
                                               lists[static_cast<std::size_t>(to)]);
        add_check(checks,
                  fmt::format("Example 8: {:.5f} from document {} to the other, printed 0.044",
                              found, from + 1),
                  std::abs(found - 0.044) < 0.0005);
    }
}

// Documents of tables 4.6 and 4.7 with what is printed for them; groups of two.
struct Example {
    std::string_view where;
    std::vector<Entries> documents, published;
};

Json list_table(const Context& context, const TaxonomyPtr& wordnet, Json& checks) {
    const Entries machines{{"abstraction", 0.3}, {"computer", 0.4}, {"instrumentality", 0.3}};
    const Entries animals{{"big_cat", 0.3}, {"carnivore", 0.2}, {"placental", 0.5}};
    const Entries both{
        {"insect", 0.45}, {"carnivore", 0.25}, {"action", 0.2}, {"instrumentality", 0.1}};
    const std::vector<Example> examples{{"Table 4.6", {kFirst, kSecond}, {both, both}},
                                        {"Table 4.7",
                                         {{{"keyboard", 0.3}, {"laptop", 0.4}, {"software", 0.3}},
                                          {{"horse", 0.7}, {"dog", 0.2}, {"cat", 0.1}},
                                          {{"hardware", 0.3}, {"screen", 0.3}, {"computer", 0.4}},
                                          {{"lion", 0.5}, {"monkey", 0.3}, {"tiger", 0.2}}},
                                         {machines, animals, machines, animals}}};
    Json rows = Json::array();
    for (const Example& example : examples) {
        const vectors::DocumentVectors original = example_vectors(example.documents);
        const vectors::DocumentVectors published = example_vectors(example.published);
        vectors::SemanticOptions options;
        options.k = 2;
        const auto result = semantic_microaggregation(context, original, wordnet, options);
        for (std::int64_t row = 0; row < original.size(); ++row) {
            const std::string found = text_of(result.vectors, row);
            rows.push_back(
                {{"where", example.where}, {"original", text_of(original, row)}, {"found", found}});
            add_check(checks, fmt::format("{}: document {} as printed", example.where, row + 1),
                      found == text_of(published, row));
        }
    }
    return table_of("Documents in groups of two",
                    {{"where", "source"}, {"original", "original"}, {"found", "protected"}},
                    std::move(rows));
}

}  // namespace

void add_semantic_examples(const Context& context, const TaxonomyPtr& wordnet, Json& tables,
                           Json& checks) {
    tables.push_back(pair_table(wordnet, checks));
    check_distance(wordnet, checks);
    tables.push_back(list_table(context, wordnet, checks));
}

}  // namespace lethe::reproduction
