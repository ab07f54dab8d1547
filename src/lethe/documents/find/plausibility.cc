#include "lethe/documents/find/plausibility.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

#include "lethe/core/parallel.h"
#include "lethe/language/characters.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

constexpr std::size_t kLongestPhrase = 5;  // words

// The words of a text in lower case, and its phrases.
class Phrases {
  public:
    explicit Phrases(std::string_view text) {
        for (const language::Token& word : language::words_of(text))
            words_.push_back(language::lower_case(word.of(text)));
        for (std::size_t at = 0; at < words_.size(); ++at) {
            for (std::size_t size = 1; size <= kLongestPhrase && at + size <= words_.size();
                 ++size) {
                all_.insert(phrase(at, size));
            }
        }
    }

    std::size_t words() const { return words_.size(); }
    bool has(const std::string& phrase) const { return all_.contains(phrase); }
    const std::unordered_set<std::string>& all() const { return all_; }
    std::string phrase(std::size_t at, std::size_t size) const {
        std::string text = words_[at];
        for (std::size_t i = 1; i < size; ++i) text += " " + words_[at + i];
        return text;
    }

  private:
    std::vector<std::string> words_;
    std::unordered_set<std::string> all_;
};

// All concepts strictly above one that the original names and the sanitised text does not.
std::set<ConceptId> above_what_is_gone(const Taxonomy& taxonomy, const Phrases& original,
                                       const Phrases& sanitised) {
    std::set<ConceptId> above;
    for (const std::string& phrase : original.all()) {
        if (sanitised.has(phrase)) continue;
        for (const ConceptId sense : taxonomy.find(phrase)) {
            const auto subsumers = taxonomy.subsumers(sense);
            above.insert(subsumers.begin(), subsumers.end() - 1);
        }
    }
    return above;
}

}  // namespace

std::vector<GeneralisedTerm> generalised_terms(const Taxonomy& taxonomy, std::string_view original,
                                               std::string_view sanitised) {
    const Phrases before(original);
    const Phrases after(sanitised);
    const std::set<ConceptId> above = above_what_is_gone(taxonomy, before, after);
    std::vector<GeneralisedTerm> terms;
    const auto term_at = [&](std::size_t at, std::size_t size) {
        GeneralisedTerm term{after.phrase(at, size)};
        if (before.has(term.text)) return term;
        for (const ConceptId sense : taxonomy.find(term.text)) {
            if (!above.contains(sense)) continue;
            if (term.leaves != 0 && term.leaves <= taxonomy.leaves(sense)) continue;
            term.meaning = sense;
            term.leaves = taxonomy.leaves(sense);
        }
        return term;
    };
    for (std::size_t at = 0; at < after.words();) {
        std::size_t size = std::min(kLongestPhrase, after.words() - at);
        GeneralisedTerm term = term_at(at, size);
        while (term.leaves == 0 && size > 1) term = term_at(at, --size);
        if (term.leaves != 0 && std::find(terms.begin(), terms.end(), term) == terms.end()) {
            terms.push_back(term);
        }
        at += term.leaves == 0 ? 1 : size;
    }
    return terms;
}

Plausibility plausibility(std::span<const GeneralisedTerm> terms) {
    Plausibility result;
    result.terms = std::ssize(terms);
    if (terms.empty()) return result;
    result.fewest = terms.front().leaves;
    for (const GeneralisedTerm& term : terms) {
        result.fewest = std::min(result.fewest, term.leaves);
        result.log10_t += std::log10(static_cast<double>(term.leaves));
    }
    result.log10_uniform =
        static_cast<double>(result.terms) * std::log10(static_cast<double>(result.fewest));
    return result;
}

PlausibilitySummary plausibility(const Context& context, const Taxonomy& taxonomy,
                                 std::span<const std::string_view> original,
                                 std::span<const std::string_view> sanitised) {
    std::vector<Plausibility> found(original.size());
    parallel_tasks(context, std::ssize(original), [&](std::int64_t task) {
        const auto i = static_cast<std::size_t>(task);
        found[i] = plausibility(generalised_terms(taxonomy, original[i], sanitised[i]));
    });
    PlausibilitySummary result;
    double sum = 0;
    for (const Plausibility& one : found) {
        if (one.terms == 0) continue;
        const bool first = result.documents == 0;
        result.smallest_log10_t =
            first ? one.log10_t : std::min(result.smallest_log10_t, one.log10_t);
        result.smallest_log10_uniform =
            first ? one.log10_uniform : std::min(result.smallest_log10_uniform, one.log10_uniform);
        result.terms += one.terms;
        sum += one.log10_t;
        ++result.documents;
    }
    if (result.documents > 0) result.mean_log10_t = sum / static_cast<double>(result.documents);
    return result;
}

Json to_json(const PlausibilitySummary& summary) {
    return {{"documents", summary.documents},
            {"terms", summary.terms},
            {"smallest_log10_t", summary.smallest_log10_t},
            {"smallest_log10_uniform", summary.smallest_log10_uniform},
            {"mean_log10_t", summary.mean_log10_t}};
}

}  // namespace lethe::documents
