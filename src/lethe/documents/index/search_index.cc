// The collection is a row of segments, oldest first, whose sizes fall by more than half from one to
// the next: a batch of new documents becomes a segment, which is merged with those before it until
// that holds again. So a document is copied a logarithmic number of times, and there are few
// segments to look into.
//
// idf, and with it the norm of every document, depends on the whole collection. Norms are worked
// out in one walk over all posting lists when they are first needed after documents came, and are
// written with the index. A norm adds the weights of a document in the order of its terms, a
// relevance in the order of the query's: both are the same to the last bit however the documents
// were cut into batches and segments.
#include "lethe/documents/index/search_index.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/documents/index/index_file.h"
#include "lethe/documents/index/index_merge.h"
#include "lethe/language/index_terms.h"

namespace lethe::documents {
namespace {

// What a merge would keep: segments from here to the end become one.
std::size_t merge_from(const std::vector<IndexPart>& parts) {
    std::size_t from = parts.size() - 1;
    std::int64_t sum = parts[from].dead.live();
    while (from > 0 && parts[from - 1].dead.live() <= 2 * sum &&
           parts[from - 1].dead.live() + sum <= kMostDocuments) {
        sum += parts[--from].dead.live();
    }
    return from;
}

void merge_tail(const Context& context, std::vector<IndexPart>& parts, std::size_t from,
                std::size_t to) {
    std::vector<const Segment*> segments;
    std::vector<const Tombstones*> dead;
    for (std::size_t i = from; i < to; ++i) {
        segments.push_back(&parts[i].segment);
        dead.push_back(&parts[i].dead);
    }
    Segment merged = merge_segments(context, segments, dead);
    const std::int64_t documents = merged.documents();
    IndexPart part{std::move(merged), Tombstones(documents), {}, {}};
    const auto begin = parts.begin() + static_cast<std::ptrdiff_t>(from);
    parts.erase(begin, parts.begin() + static_cast<std::ptrdiff_t>(to));
    parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(from), std::move(part));
}

// Living documents of each term of a segment.
std::vector<std::uint32_t> live_counts(const Segment& segment, const Tombstones& dead) {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(segment.terms()));
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (dead.count() == 0) {
            counts[i] = segment.parts().lists[i].count;
            continue;
        }
        segment.each_posting(static_cast<std::int64_t>(i), [&](const Posting& posting) {
            counts[i] += dead.dead(posting.document) ? 0 : 1;
        });
    }
    return counts;
}

std::vector<double> norms_of(const Segment& segment, const std::vector<double>& idf) {
    std::vector<double> norms(static_cast<std::size_t>(segment.documents()));
    for (std::size_t i = 0; i < idf.size(); ++i) {
        if (idf[i] == 0) continue;
        segment.each_posting(static_cast<std::int64_t>(i), [&](const Posting& posting) {
            const double weight = posting.count * idf[i];
            norms[posting.document] += weight * weight;
        });
    }
    for (double& norm : norms) norm = std::sqrt(norm);
    return norms;
}

// log(N / n), of a term that n of N documents have.
double idf_of(std::int64_t documents, std::int64_t with_term) {
    return with_term == 0
               ? 0
               : std::log(static_cast<double>(documents) / static_cast<double>(with_term));
}

}  // namespace

struct SearchIndex::State {
    language::IndexOptions options;
    std::vector<IndexPart> parts;
    std::int64_t live = 0;
    bool loaded = false;  // norms and counts of the parts are those of a file

    // Norms and counts of the parts, worked out when first needed.
    struct Weights {
        std::vector<std::vector<double>> norms;
        std::vector<std::vector<std::uint32_t>> counts;
    };
    std::mutex weighing;
    std::optional<Weights> weights;
    std::optional<std::int64_t> distinct_terms;

    void changed() {
        live = 0;
        for (const IndexPart& part : parts) live += part.dead.live();
        weights.reset();
        distinct_terms.reset();
        loaded = false;
    }

    std::vector<const Segment*> segments() const {
        std::vector<const Segment*> all;
        for (const IndexPart& part : parts) all.push_back(&part.segment);
        return all;
    }

    void weigh(const Context& context) {
        const std::lock_guard lock(weighing);
        if (weights || loaded) return;
        Weights made;
        made.norms.resize(parts.size());
        made.counts.resize(parts.size());
        parallel_tasks(context, std::ssize(parts), [&](std::int64_t i) {
            const IndexPart& part = parts[static_cast<std::size_t>(i)];
            made.counts[static_cast<std::size_t>(i)] = live_counts(part.segment, part.dead);
        });
        std::vector<std::vector<double>> idf(parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i) idf[i].resize(made.counts[i].size());
        each_term(segments(), [&](std::string_view, std::span<const TermPlace> places) {
            std::int64_t with_term = 0;
            for (const TermPlace& place : places) {
                with_term += made.counts[place.segment][static_cast<std::size_t>(place.term)];
            }
            const double value = idf_of(live, with_term);
            for (const TermPlace& place : places) {
                idf[place.segment][static_cast<std::size_t>(place.term)] = value;
            }
        });
        parallel_tasks(context, std::ssize(parts), [&](std::int64_t i) {
            const auto at = static_cast<std::size_t>(i);
            made.norms[at] = norms_of(parts[at].segment, idf[at]);
        });
        weights = std::move(made);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            parts[i].norms = weights->norms[i];
            parts[i].counts = weights->counts[i];
        }
    }

    std::int64_t count_terms() {
        weigh(Context{});
        const std::lock_guard lock(weighing);
        if (distinct_terms) return *distinct_terms;
        std::int64_t terms = 0;
        each_term(segments(), [&](std::string_view, std::span<const TermPlace> places) {
            terms += std::any_of(places.begin(), places.end(), [&](const TermPlace& place) {
                return parts[place.segment].counts[static_cast<std::size_t>(place.term)] > 0;
            });
        });
        distinct_terms = terms;
        return terms;
    }
};

SearchIndex::SearchIndex(language::IndexOptions options) : state_(std::make_unique<State>()) {
    state_->options = options;
}
SearchIndex::~SearchIndex() = default;
SearchIndex::SearchIndex(SearchIndex&&) noexcept = default;
SearchIndex& SearchIndex::operator=(SearchIndex&&) noexcept = default;

SearchIndex SearchIndex::open(const std::string& path) {
    IndexFile file = open_index_file(path);
    SearchIndex index(file.options);
    index.state_->parts = std::move(file.parts);
    index.state_->changed();
    index.state_->loaded = true;
    return index;
}

void SearchIndex::add(const Context& context, const std::vector<std::string>& ids,
                      const std::vector<std::string_view>& texts) {
    if (ids.empty() && texts.empty()) return;
    State& state = *state_;
    BuiltSegment built = build_segment(context, ids, texts, state.options);
    std::vector<IndexPart> parts = state.parts;
    for (IndexPart& part : parts) {
        if (part.dead.live() == 0) continue;
        for (const std::string& id : ids) {
            if (const auto old = part.segment.find_id(id)) part.dead.bury(*old);
        }
        part.dead.settle();
    }
    std::erase_if(parts, [](const IndexPart& part) { return part.dead.live() == 0; });
    parts.push_back({std::move(built.segment), std::move(built.dead), {}, {}});
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].dead.count() > parts[i].dead.live()) merge_tail(context, parts, i, i + 1);
    }
    const std::size_t from = merge_from(parts);
    if (from + 1 < parts.size()) merge_tail(context, parts, from, parts.size());
    state.parts = std::move(parts);
    state.changed();
}

void SearchIndex::write(const std::string& path) const {
    state_->weigh(Context{});
    write_index_file(path, {state_->options, state_->parts});
}

std::int64_t SearchIndex::size() const { return state_->live; }

std::int64_t SearchIndex::terms() const { return state_->count_terms(); }

std::string_view SearchIndex::id(std::int64_t document) const {
    for (const IndexPart& part : state_->parts) {
        if (document < part.dead.live()) return part.segment.id(part.dead.at_rank(document));
        document -= part.dead.live();
    }
    throw Error(ErrorKind::internal, "a document beyond the index was asked for");
}

std::vector<Hit> SearchIndex::search(std::string_view query, std::int64_t most) const {
    State& state = *state_;
    state.weigh(Context{});
    struct QueryTerm {
        double idf;
        std::vector<std::optional<std::int64_t>> in;  // each segment
    };
    std::vector<QueryTerm> terms;
    double squares = 0;
    for (const std::string& text : language::distinct_terms(query, state.options)) {
        QueryTerm term{0, {}};
        std::int64_t with_term = 0;
        for (const IndexPart& part : state.parts) {
            term.in.push_back(part.segment.find_term(text));
            if (term.in.back()) with_term += part.counts[static_cast<std::size_t>(*term.in.back())];
        }
        term.idf = idf_of(state.live, with_term);
        if (term.idf == 0) continue;
        squares += term.idf * term.idf;
        terms.push_back(std::move(term));
    }
    const double query_norm = std::sqrt(squares);
    std::vector<Hit> hits;
    std::int64_t first = 0;
    for (std::size_t i = 0; i < state.parts.size(); ++i) {
        const IndexPart& part = state.parts[i];
        std::vector<double> sums(static_cast<std::size_t>(part.segment.documents()));
        std::vector<std::uint32_t> found;
        for (const QueryTerm& term : terms) {
            if (!term.in[i]) continue;
            part.segment.each_posting(*term.in[i], [&](const Posting& posting) {
                if (part.dead.dead(posting.document)) return;
                double& sum = sums[posting.document];
                if (sum == 0) found.push_back(posting.document);
                sum += posting.count * term.idf * term.idf;
            });
        }
        for (const std::uint32_t document : found) {
            const double relevance = sums[document] / (part.norms[document] * query_norm);
            if (!std::isfinite(relevance)) fail_damaged_index();
            hits.push_back({first + part.dead.rank(document), relevance});
        }
        first += part.dead.live();
    }
    const auto before = [](const Hit& a, const Hit& b) {
        return a.relevance != b.relevance ? a.relevance > b.relevance : a.document < b.document;
    };
    if (most > 0 && most < std::ssize(hits)) {
        std::partial_sort(hits.begin(), hits.begin() + most, hits.end(), before);
        hits.resize(static_cast<std::size_t>(most));
    } else {
        std::sort(hits.begin(), hits.end(), before);
    }
    return hits;
}

}  // namespace lethe::documents
