// Semantic microaggregation of made-up documents: 1,000 of 50 nouns each, drawn from WordNet's by
// Zipf's law, for k = 3. Documents have topics: half of the nouns of a document are drawn from the
// hundred of its topic. Checks that every released row is there at least k times, and that the
// distances and the fold of the first documents are the same without rows of distances.
//
//   semantic_vectors_bench [documents]
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/core/random.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/vectors/protect/semantic.h"
#include "lethe/vectors/protect/semantic_space.h"

namespace lethe {
namespace {

constexpr std::int64_t kTermsPerDocument = 50;
constexpr std::int64_t kVocabulary = 8000;
constexpr std::int64_t kTopic = 100;  // nouns of a topic
constexpr std::int64_t kTopics = 40;

// Nouns of one word, spread over the taxonomy.
std::vector<std::string> nouns_of(const Taxonomy& wordnet) {
    std::vector<std::string> words;
    const Texts& names = wordnet.parts_of_it().name_texts;
    for (std::int64_t i = 0; i < names.size(); ++i) {
        const std::string_view name = names[i];
        const bool word =
            std::all_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
        if (word && name.size() > 2) words.emplace_back(name);
    }
    std::vector<std::string> chosen;
    for (std::int64_t i = 0; i < kVocabulary; ++i) {
        chosen.push_back(words[static_cast<std::size_t>(i * std::ssize(words) / kVocabulary)]);
    }
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    return chosen;
}

lethe::vectors::DocumentVectors made_up(const Taxonomy& wordnet, std::int64_t documents) {
    lethe::vectors::DocumentVectors vectors;
    vectors.terms = nouns_of(wordnet);
    const auto columns = static_cast<std::uint64_t>(vectors.terms.size());
    vectors.rows = SparseRows(static_cast<std::int32_t>(columns));
    const Stream stream = Random(1).stream("documents");
    for (std::int64_t row = 0; row < documents; ++row) {
        Draws draws = stream.at(row);
        const std::uint64_t topic = draws.below(kTopics);
        std::map<std::int32_t, double> entries;
        while (std::ssize(entries) < kTermsPerDocument) {
            // Ranks by Zipf's law: a power of the vocabulary.
            const double power = std::pow(static_cast<double>(columns), draws.uniform());
            const auto rank = static_cast<std::uint64_t>(power) - 1;
            const bool common = draws.below(2) == 0;
            const std::uint64_t noun = common ? rank : topic * 7919 + rank % kTopic;
            // Ranks are no neighbours in the alphabet.
            const auto column = static_cast<std::int32_t>(noun * 4801 % columns);
            entries[column] = 0.05 + 0.2 * draws.uniform();
        }
        for (const auto& [column, weight] : entries) vectors.rows.add(column, weight);
        vectors.rows.end_row();
    }
    return vectors;
}

bool is_right(const lethe::vectors::DocumentVectors& vectors, const TaxonomyPtr& wordnet,
              const lethe::vectors::SemanticResult& result, std::int64_t k) {
    std::map<std::int32_t, std::int64_t> classes;
    for (const std::int32_t c : equal_rows(result.vectors.rows)) ++classes[c];
    for (const auto& [c, count] : classes) {
        if (count < k) return false;
    }
    lethe::vectors::TermOptions without_rows;
    without_rows.most_bytes = 0;
    const lethe::vectors::TermDissimilarity terms(wordnet, vectors.terms, without_rows);
    const lethe::vectors::SemanticMatching matching(
        terms, lethe::vectors::SemanticOptions::PairWeight::mean,
        lethe::vectors::SemanticOptions::Unmatched::free);
    std::vector<lethe::vectors::TermList> lists;
    for (std::int64_t row = 0; row < std::min<std::int64_t>(vectors.size(), 20); ++row) {
        lists.emplace_back();
        const SparseRow entries = vectors.rows[row];
        for (std::size_t i = 0; i < entries.columns.size(); ++i) {
            lists.back().push_back({entries.columns[i], entries.values[i]});
        }
        lethe::vectors::sort_by_weight(lists.back());
    }
    const lethe::vectors::TermDissimilarity by_rows(wordnet, vectors.terms);
    const lethe::vectors::SemanticMatching fast(by_rows,
                                                lethe::vectors::SemanticOptions::PairWeight::mean,
                                                lethe::vectors::SemanticOptions::Unmatched::free);
    lethe::vectors::TermList direct_fold = lists[0], fold = lists[0];
    for (std::size_t i = 1; i < lists.size(); ++i) {
        if (matching.distance(lists[i - 1], lists[i]) != fast.distance(lists[i - 1], lists[i])) {
            return false;
        }
        direct_fold = matching.aggregate(direct_fold, lists[i]);
        fold = fast.aggregate(fold, lists[i]);
    }
    return direct_fold == fold && result.loss.share() > 0 && result.loss.share() < 1;
}

int run(std::int64_t documents) {
    const TaxonomyPtr wordnet = read_knowledge(bench::context(2), "wordnet").taxonomy;
    const lethe::vectors::DocumentVectors vectors = made_up(*wordnet, documents);
    lethe::vectors::SemanticOptions options;
    bench::Run run("semantic_vectors_" + std::to_string(documents));
    const lethe::vectors::SemanticResult result =
        lethe::vectors::semantic_microaggregation(bench::context(2), vectors, wordnet, options);
    run.stop();
    return run.report(is_right(vectors, wordnet, result, options.k), documents,
                      {{"loss", result.loss.share()}, {"entries", result.vectors.rows.entries()}});
}

}  // namespace
}  // namespace lethe

int main(int argc, char** argv) { return lethe::run(argc > 1 ? std::atoll(argv[1]) : 1000); }
