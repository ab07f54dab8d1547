// Context vectors (Patwardhan and Pedersen 2006): two concepts are alike when the words that
// describe them are used in the company of the same words, even where they share none.
//
// The vector of a word counts, for each word, the glosses in which the two stand together (with
// itself: all in which it stands); the names of a concept count as words of its gloss. The vector
// of a concept is the sum of the vectors of the words in its own gloss and in those of its
// neighbours, each as often as it stands there. The similarity is the cosine.
//
// The vectors of concepts are not kept: that of a WordNet concept has thousands of entries. Kept
// are the vectors of words, as one sparse symmetric matrix W, and the words n_c of each concept, so
// that v_c = W n_c. For one concept a against many others, v_a is summed once, and
//
//   v_a . v_b = n_b . (W v_a),
//
// where the product W v_a is computed for those words only that some b has, once each. All are
// whole numbers below 2^53, so sums do not depend on their order and the cosine is symmetric to the
// last bit.
//
// Words of very many glosses say little and cost most, and words of a single gloss have no company
// but that gloss: both are left out. That a word counts as its own company, that names count, and
// the bound above were chosen on the benchmarks of `lethe reproduce similarity`: Miller and Charles
// 0.69 without the first two and 0.82 with them.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "lethe/knowledge/gloss_words.h"
#include "lethe/knowledge/measure_by_subsumers.h"

namespace lethe {
namespace {

constexpr std::int64_t kFewestGlosses = 2;
constexpr std::int64_t kMostGlosses = 1000;

struct Counted {
    std::int32_t word;
    std::int32_t count;
};

// Equal words of a list of words put together.
void append_counted(std::vector<std::int32_t>& words, std::vector<Counted>& counted) {
    std::sort(words.begin(), words.end());
    for (std::size_t i = 0; i < words.size();) {
        const std::size_t first = i;
        while (i < words.size() && words[i] == words[first]) ++i;
        counted.push_back({words[first], static_cast<std::int32_t>(i - first)});
    }
}

std::int64_t product(std::span<const Counted> sparse, const std::vector<std::int64_t>& dense) {
    std::int64_t sum = 0;
    for (const Counted& entry : sparse) {
        sum += entry.count * dense[static_cast<std::size_t>(entry.word)];
    }
    return sum;
}

class Vectors {
  public:
    explicit Vectors(const Taxonomy& taxonomy) : norms_(static_cast<std::size_t>(taxonomy.size())) {
        const GlossWords glosses(taxonomy, true);
        const Lists<std::int32_t> in_gloss = kept_words(glosses);
        count_company(in_gloss);
        std::vector<std::int32_t> words;
        for (ConceptId c = 0; c < taxonomy.size(); ++c) {
            words.clear();
            const auto add = [&](ConceptId near) {
                const auto more = in_gloss[near];
                words.insert(words.end(), more.begin(), more.end());
            };
            add(c);
            for (const auto near : {taxonomy.parents(c), taxonomy.children(c), taxonomy.parts(c),
                                    taxonomy.wholes(c)}) {
                for (const ConceptId other : near) add(other);
            }
            append_counted(words, words_of_.items);
            words_of_.close();
        }
        for (auto& norm : norms_) norm.store(kUnknown, std::memory_order_relaxed);
    }

    // cos(a, others[i]) into out[i].
    void cosines(ConceptId a, std::span<const ConceptId> others, double* out) const {
        const std::vector<std::int64_t> vector_a = vector_of(a);
        const std::int64_t norm_a = norm_of(a);
        std::vector<std::int64_t> products(vector_a.size(), kUnknown);
        for (std::size_t i = 0; i < others.size(); ++i) {
            const ConceptId b = others[i];
            const std::int64_t norm_b = norm_of(b);
            if (norm_a == 0 || norm_b == 0) {
                out[i] = a == b ? 1 : 0;
                continue;
            }
            std::int64_t sum = 0;
            for (const Counted& entry : words_of_[b]) {
                std::int64_t& with_a = products[static_cast<std::size_t>(entry.word)];
                if (with_a == kUnknown) with_a = product(company_[entry.word], vector_a);
                sum += entry.count * with_a;
            }
            out[i] = static_cast<double>(sum) /
                     std::sqrt(static_cast<double>(norm_a) * static_cast<double>(norm_b));
        }
    }

  private:
    static constexpr std::int64_t kUnknown = -1;

    // Those neither too rare nor too usual, with new numbers; each concept keeps repetitions.
    Lists<std::int32_t> kept_words(const GlossWords& glosses) {
        const auto count = static_cast<std::size_t>(glosses.count);
        std::vector<std::int64_t> in_glosses(count, 0);
        std::vector<std::int64_t> last_seen(count, -1);
        for (std::int64_t c = 0; c < glosses.of.size(); ++c) {
            for (const std::int32_t word : glosses.of[c]) {
                const auto w = static_cast<std::size_t>(word);
                in_glosses[w] += last_seen[w] != c ? 1 : 0;
                last_seen[w] = c;
            }
        }
        std::vector<std::int32_t> number(count, -1);
        for (std::size_t w = 0; w < count; ++w) {
            const bool kept = in_glosses[w] >= kFewestGlosses && in_glosses[w] <= kMostGlosses;
            if (kept) number[w] = words_++;
        }
        Lists<std::int32_t> kept;
        for (std::int64_t c = 0; c < glosses.of.size(); ++c) {
            for (const std::int32_t word : glosses.of[c]) {
                const std::int32_t n = number[static_cast<std::size_t>(word)];
                if (n >= 0) kept.items.push_back(n);
            }
            kept.close();
        }
        return kept;
    }

    // W: for each word, the words that stand in a gloss with it, with the number of such glosses.
    void count_company(const Lists<std::int32_t>& in_gloss) {
        Lists<std::int32_t> distinct;
        std::vector<std::vector<std::int32_t>> glosses_of(static_cast<std::size_t>(words_));
        std::vector<std::int32_t> words;
        for (std::int64_t c = 0; c < in_gloss.size(); ++c) {
            // Every word meets every other of its gloss, so that of a long text only the beginning
            // counts.
            constexpr std::size_t kMostWords = 500;
            words.assign(in_gloss[c].begin(), in_gloss[c].end());
            words.resize(std::min(words.size(), kMostWords));
            std::sort(words.begin(), words.end());
            words.erase(std::unique(words.begin(), words.end()), words.end());
            for (const std::int32_t word : words) {
                glosses_of[static_cast<std::size_t>(word)].push_back(static_cast<std::int32_t>(c));
            }
            distinct.items.insert(distinct.items.end(), words.begin(), words.end());
            distinct.close();
        }
        std::vector<std::int32_t> together(static_cast<std::size_t>(words_), 0);
        for (std::int32_t word = 0; word < words_; ++word) {
            words.clear();
            for (const std::int32_t gloss : glosses_of[static_cast<std::size_t>(word)]) {
                for (const std::int32_t other : distinct[gloss]) {
                    if (together[static_cast<std::size_t>(other)]++ == 0) words.push_back(other);
                }
            }
            for (const std::int32_t other : words) {
                auto& glosses = together[static_cast<std::size_t>(other)];
                company_.items.push_back({other, std::exchange(glosses, 0)});
            }
            company_.close();
        }
    }

    std::vector<std::int64_t> vector_of(ConceptId c) const {
        std::vector<std::int64_t> vector(static_cast<std::size_t>(words_), 0);
        for (const Counted& entry : words_of_[c]) {
            for (const Counted& beside : company_[entry.word]) {
                vector[static_cast<std::size_t>(beside.word)] +=
                    static_cast<std::int64_t>(entry.count) * beside.count;
            }
        }
        return vector;
    }

    // The square of the length of a vector, computed when it is first asked for. Two threads may
    // both compute it: they come to the same number.
    std::int64_t norm_of(ConceptId c) const {
        auto& kept = norms_[static_cast<std::size_t>(c)];
        std::int64_t norm = kept.load(std::memory_order_relaxed);
        if (norm == kUnknown) {
            norm = 0;
            for (const std::int64_t entry : vector_of(c)) norm += entry * entry;
            kept.store(norm, std::memory_order_relaxed);
        }
        return norm;
    }

    std::int32_t words_ = 0;
    Lists<Counted> company_;   // W, by word
    Lists<Counted> words_of_;  // n_c, by concept
    mutable std::vector<std::atomic<std::int64_t>> norms_;
};

class ContextVectors final : public Measure {
  public:
    explicit ContextVectors(TaxonomyPtr taxonomy) : taxonomy_(std::move(taxonomy)) {}

    double published(ConceptId a, ConceptId b) const override {
        double cosine = 0;
        vectors().cosines(a, std::span(&b, 1), &cosine);
        return cosine;
    }
    double distance(ConceptId a, ConceptId b) const override {
        return a == b ? 0 : distance_form(published(a, b));
    }
    void distances(ConceptId a, std::span<const ConceptId> others, double* out) const override {
        vectors().cosines(a, others, out);
        for (std::size_t i = 0; i < others.size(); ++i) {
            out[i] = others[i] == a ? 0 : distance_form(out[i]);
        }
    }

  private:
    static double distance_form(double cosine) { return std::max(0.0, 1 - cosine); }

    const Vectors& vectors() const {
        std::call_once(made_, [&] { vectors_ = std::make_unique<Vectors>(*taxonomy_); });
        return *vectors_;
    }

    TaxonomyPtr taxonomy_;
    mutable std::once_flag made_;
    mutable std::unique_ptr<const Vectors> vectors_;
};

}  // namespace

std::unique_ptr<Measure> make_context_vectors(TaxonomyPtr taxonomy, const MeasureOptions&) {
    return std::make_unique<ContextVectors>(std::move(taxonomy));
}

}  // namespace lethe
