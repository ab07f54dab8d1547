// A row of distances by one pass over the concepts.
//
// The distance of two senses hangs on their least common subsumer: the most preferred (see
// wu_palmer.h) of all their common ones. Fix the one sense s. A concept c has in common with s what
// its parents have in common with s, and itself, if it subsumes s. Hence the best that c has is the
// best of its parents, or c itself; and if x is that best, every parent of c that is below x has x
// as its best too, so that the shortest climb from c to x is one more than the shortest of the
// parents' climbs to their best x. One pass over the concepts above the vocabulary, parents first,
// therefore finds both for every concept, in a single number each:
//
//   key = (place of the best among the subsumers of s, by preference) * 2^16 + (2^16 - 1 - climb)
//   key(c) = max(keys of the parents) - 1, or the key of c itself with climb 0 if that is more
//
// A distance c / (c + 2 D) is one of few numbers, so that rows hold its place in the list of them:
// the smallest distance over the senses is the smallest place, and a row takes two bytes a term.
// For a vocabulary of 8,000 nouns a row takes some quarter of a millisecond.
#include "lethe/vectors/protect/term_dissimilarity.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/knowledge/word_similarity.h"

namespace lethe::vectors {
namespace {

constexpr std::uint32_t kNoClimb = 0xFFFF;
constexpr std::size_t kGeneralisedSlots = std::size_t{1} << 20;
constexpr int kTermBits = 21;  // three terms fit into 64 bits

}  // namespace

struct TermDissimilarity::Scratch {
    std::vector<std::uint32_t> keys;  // by place
    std::vector<std::uint32_t> own;   // by place: the key of a subsumer of the sense, or 0
    std::vector<ConceptId> above;     // subsumers of the sense, by preference
    std::vector<const Code*> codes;   // of each of them: by the climb from the other side
};

TermDissimilarity::TermDissimilarity(TaxonomyPtr nouns, std::vector<std::string> vocabulary,
                                     const TermOptions& options)
    : nouns_(std::move(nouns)),
      options_(options),
      preferences_(subsumer_preferences(*nouns_, options.least)),
      vocabulary_(std::move(vocabulary)),
      bytes_left_(options.most_bytes) {
    MeasureOptions measure;
    measure.kind = MeasureKind::wu_palmer;
    measure.longest_depth = true;
    measure.least = options.least;
    measure_ = make_measure(nouns_, measure);
    const auto add = [&](const std::vector<ConceptId>& found) {
        senses_.items.insert(senses_.items.end(), found.begin(), found.end());
        senses_.close();
    };
    for (const std::string& term : vocabulary_) add(senses_of_word(*nouns_, term));
    const Texts& names = nouns_->parts_of_it().name_texts;
    for (std::int64_t i = 0; i < names.size(); ++i) add(nouns_->find(names[i]));
    alone_.resize(static_cast<std::size_t>(nouns_->size()));
    std::iota(alone_.begin(), alone_.end(), ConceptId{0});
    gather_columns();
    make_codes();
    const std::int64_t terms = senses_.size() + nouns_->size();
    rows_ = std::make_unique<std::atomic<Code*>[]>(static_cast<std::size_t>(terms));
    if (terms < std::int64_t{1} << kTermBits) {
        generalised_ = std::make_unique<std::atomic<std::uint64_t>[]>(kGeneralisedSlots);
    }
}

TermDissimilarity::~TermDissimilarity() {
    const std::int64_t terms = senses_.size() + nouns_->size();
    for (std::int64_t i = 0; i < terms; ++i) delete[] rows_[static_cast<std::size_t>(i)].load();
}

void TermDissimilarity::gather_columns() {
    std::vector<bool> needed(static_cast<std::size_t>(nouns_->size()), false);
    for (std::int64_t term = 0; term < vocabulary(); ++term) {
        for (const ConceptId sense : senses_[term]) {
            for (const ConceptId c : nouns_->subsumers(sense)) {
                needed[static_cast<std::size_t>(c)] = true;
            }
        }
    }
    place_.assign(needed.size(), -1);
    for (ConceptId c = 0; c < nouns_->size(); ++c) {
        if (!needed[static_cast<std::size_t>(c)]) continue;
        place_[static_cast<std::size_t>(c)] = static_cast<std::int32_t>(parent_places_.size());
        for (const ConceptId parent : nouns_->parents(c)) {
            parent_places_.items.push_back(place_[static_cast<std::size_t>(parent)]);
        }
        parent_places_.close();
    }
    for (std::int64_t term = 0; term < vocabulary(); ++term) {
        for (const ConceptId sense : senses_[term]) {
            sense_places_.items.push_back(place_[static_cast<std::size_t>(sense)]);
        }
        sense_places_.close();
    }
}

// Distances in ascending order: 0 first, 1 (nothing in common) last. A taxonomy too deep for the
// codes has none, and no rows.
void TermDissimilarity::make_codes() {
    const int deepest = nouns_->greatest_longest_depth() + 1;
    climbs_ = 2 * nouns_->greatest_longest_depth() + 1;
    if ((deepest + 1) * climbs_ > std::numeric_limits<Code>::max()) return;
    const auto distance = [&](std::int64_t i) {
        return i < climbs_ ? 1.0
                           : wu_palmer_distance(static_cast<int>(i % climbs_),
                                                static_cast<int>(i / climbs_));
    };
    code_of_.resize(static_cast<std::size_t>((deepest + 1) * climbs_));
    for (std::int64_t i = 0; i < std::ssize(code_of_); ++i) distance_of_.push_back(distance(i));
    std::sort(distance_of_.begin(), distance_of_.end());
    distance_of_.erase(std::unique(distance_of_.begin(), distance_of_.end()), distance_of_.end());
    for (std::int64_t i = 0; i < std::ssize(code_of_); ++i) {
        const auto place = std::lower_bound(distance_of_.begin(), distance_of_.end(), distance(i));
        code_of_[static_cast<std::size_t>(i)] = static_cast<Code>(place - distance_of_.begin());
    }
}

std::span<const ConceptId> TermDissimilarity::senses(Term term) const {
    if (term < senses_.size()) return senses_[term];
    return std::span(alone_).subspan(static_cast<std::size_t>(term - senses_.size()), 1);
}

Term TermDissimilarity::term_of(ConceptId c) const {
    const std::int64_t term = options_.concept_alone
                                  ? senses_.size() + c
                                  : vocabulary() + nouns_->parts_of_it().names[c].front();
    return static_cast<Term>(term);
}

std::string TermDissimilarity::text(Term term) const {
    if (term < vocabulary()) return vocabulary_[static_cast<std::size_t>(term)];
    std::string name(term < senses_.size()
                         ? nouns_->parts_of_it().name_texts[term - vocabulary()]
                         : nouns_->name_of(static_cast<ConceptId>(term - senses_.size()), 0));
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
}

double TermDissimilarity::between(Term a, Term b) const {
    if (a == b) return 0;
    if (!known(a) || !known(b)) return 1;
    const WordSimilarity best = best_pair(*measure_, false, senses(a), senses(b));
    return measure_->distance(best.first, best.second);
}

void TermDissimilarity::between(std::span<const Term> from, std::span<const Term> to,
                                double* out) const {
    const auto in_vocabulary = [&](std::span<const Term> terms) {
        return std::all_of(terms.begin(), terms.end(),
                           [&](Term term) { return term < vocabulary(); });
    };
    const bool by_rows = in_vocabulary(to);
    const bool by_columns = !by_rows && in_vocabulary(from);
    const double* distances = distance_of_.data();
    for (std::size_t i = 0; i < from.size() && !by_columns; ++i) {
        double* to_here = out + i * to.size();
        if (const Code* codes = by_rows ? row(from[i]) : nullptr; codes != nullptr) {
            for (std::size_t j = 0; j < to.size(); ++j) to_here[j] = distances[codes[to[j]]];
        } else {
            for (std::size_t j = 0; j < to.size(); ++j) to_here[j] = between(from[i], to[j]);
        }
    }
    for (std::size_t j = 0; j < to.size() && by_columns; ++j) {
        const Code* codes = row(to[j]);
        for (std::size_t i = 0; i < from.size(); ++i) {
            out[i * to.size() + j] =
                codes != nullptr ? distances[codes[from[i]]] : between(from[i], to[j]);
        }
    }
}

void TermDissimilarity::prepare(const Context& context) const {
    constexpr std::int64_t kTermsPerTask = 16;
    parallel_chunks(context.silent(), vocabulary(), kTermsPerTask,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (std::int64_t term = begin; term < end; ++term) {
                            row(static_cast<Term>(term));
                        }
                    });
}

const TermDissimilarity::Code* TermDissimilarity::row(Term term) const {
    std::atomic<Code*>& kept = rows_[static_cast<std::size_t>(term)];
    if (const Code* found = kept.load(std::memory_order_acquire)) return found;
    const std::int64_t bytes = vocabulary() * static_cast<std::int64_t>(sizeof(Code));
    if (code_of_.empty() || bytes_left_.fetch_sub(bytes) < bytes) {
        bytes_left_.fetch_add(bytes);
        return nullptr;
    }
    auto made = std::make_unique<Code[]>(static_cast<std::size_t>(vocabulary()));
    make_row(term, made.get());
    Code* none = nullptr;
    if (kept.compare_exchange_strong(none, made.get(), std::memory_order_acq_rel)) {
        return made.release();
    }
    bytes_left_.fetch_add(bytes);  // another thread was faster
    return none;
}

void TermDissimilarity::make_row(Term term, Code* out) const {
    thread_local Scratch scratch;
    scratch.keys.resize(static_cast<std::size_t>(parent_places_.size()));
    scratch.own.assign(static_cast<std::size_t>(parent_places_.size()), 0);
    std::fill_n(out, vocabulary(), code_of_.front());
    for (const ConceptId sense : senses(term)) add_sense(sense, scratch, out);
    if (term < vocabulary()) out[term] = 0;
}

// Lowers the codes of a row to those of the distances from one sense.
void TermDissimilarity::add_sense(ConceptId sense, Scratch& scratch, Code* out) const {
    const auto preference = [&](ConceptId c) { return preferences_[static_cast<std::size_t>(c)]; };
    const auto place = [&](ConceptId c) { return place_[static_cast<std::size_t>(c)]; };
    const auto subsumers = nouns_->subsumers(sense);
    scratch.above.assign(subsumers.begin(), subsumers.end());
    std::sort(scratch.above.begin(), scratch.above.end(),
              [&](ConceptId a, ConceptId b) { return preference(a) < preference(b); });
    scratch.codes.clear();
    for (std::size_t i = 0; i < scratch.above.size(); ++i) {
        const ConceptId c = scratch.above[i];
        const std::int64_t depth = nouns_->longest_depth(c) + 1;
        scratch.codes.push_back(code_of_.data() + depth * climbs_ + nouns_->climb(sense, c));
        if (place(c) >= 0) {
            scratch.own[static_cast<std::size_t>(place(c))] =
                static_cast<std::uint32_t>(i << 16) | kNoClimb;
        }
    }
    std::uint32_t* keys = scratch.keys.data();
    for (std::int64_t c = 0; c < parent_places_.size(); ++c) {
        std::uint32_t key = 1;
        for (const std::int32_t parent : parent_places_[c]) key = std::max(key, keys[parent]);
        keys[c] = std::max(key - 1, scratch.own[static_cast<std::size_t>(c)]);
    }
    for (const ConceptId c : scratch.above) {
        if (place(c) >= 0) scratch.own[static_cast<std::size_t>(place(c))] = 0;
    }
    if (place(sense) >= 0) {  // a sense and itself: 0, whatever subsumes it
        keys[place(sense)] = static_cast<std::uint32_t>(scratch.codes.size() << 16) | kNoClimb;
        scratch.codes.push_back(code_of_.data() + climbs_);
    }
    for (std::int64_t term = 0; term < vocabulary(); ++term) {
        Code least = out[term];
        for (const std::int32_t at : sense_places_[term]) {
            const std::uint32_t key = keys[at];
            least = std::min(least, scratch.codes[key >> 16][kNoClimb - (key & kNoClimb)]);
        }
        out[term] = least;
    }
}

ConceptId TermDissimilarity::least_subsumer(ConceptId a, ConceptId b) const {
    if (a == b) return a;
    const ConceptId both[] = {a, b};
    const std::vector<ConceptId> common = nouns_->common_subsumers(both);
    return *std::max_element(common.begin(), common.end(), [&](ConceptId x, ConceptId y) {
        return preferences_[static_cast<std::size_t>(x)] <
               preferences_[static_cast<std::size_t>(y)];
    });
}

Term TermDissimilarity::find_generalised(Term a, Term b) const {
    if (!known(a) || !known(b)) return a == b ? a : term_of(nouns_->root());
    const WordSimilarity best = best_pair(*measure_, false, senses(a), senses(b));
    return term_of(least_subsumer(best.first, best.second));
}

// Found terms are kept in a table of fixed size, the pair and the term in one number.
Term TermDissimilarity::generalised(Term a, Term b) const {
    if (generalised_ == nullptr) return find_generalised(a, b);
    const std::uint64_t pair =
        (static_cast<std::uint64_t>(a) << kTermBits | static_cast<std::uint64_t>(b)) + 1;
    std::atomic<std::uint64_t>& slot =
        generalised_[pair * 0x9E3779B97F4A7C15u >> 44];  // 20 bits, as there are slots
    const std::uint64_t kept = slot.load(std::memory_order_relaxed);
    if (kept >> kTermBits == pair) {
        return static_cast<Term>(kept & ((std::uint64_t{1} << kTermBits) - 1));
    }
    const Term found = find_generalised(a, b);
    slot.store(pair << kTermBits | static_cast<std::uint64_t>(found), std::memory_order_relaxed);
    return found;
}

}  // namespace lethe::vectors
