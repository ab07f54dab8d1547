// Building a segment. The documents are cut into chunks of a few megabytes. Each chunk looks up a
// word as it stands in the text, so that case, stop words and stems are worked out once for each
// distinct word, and appends straight to the posting list of its term. A chunk is then itself a
// small segment without ids, and the segment is the merge of its chunks: it depends on the
// documents alone, not on the chunks or threads.
#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/core/parallel_sort.h"
#include "lethe/documents/index/index_merge.h"
#include "lethe/documents/index/index_segment.h"
#include "lethe/language/index_terms.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{4} << 20;
constexpr std::size_t kLongestText = 0xFFFF'FFFF;

struct TermRange {
    std::size_t begin;
    std::size_t end;
};

std::vector<TermRange> chunks_of(const std::vector<std::string_view>& texts) {
    std::vector<TermRange> chunks;
    std::size_t begin = 0;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        bytes += texts[i].size() + 64;
        if (bytes >= kChunkBytes || i + 1 == texts.size()) {
            chunks.push_back({begin, i + 1});
            begin = i + 1;
            bytes = 0;
        }
    }
    return chunks;
}

// The posting list of a term as it grows; the last posting is still being counted.
struct GrowingList {
    std::string bytes;
    std::int64_t written = -1;  // the last document in the bytes
    std::uint32_t documents = 0;
    Posting last;

    void count(std::uint32_t document) {
        if (documents != 0 && last.document == document) {
            ++last.count;
            return;
        }
        if (documents != 0) finish();
        last = {document, 1};
        ++documents;
    }
    void finish() {
        PostingWriter(bytes, written).add(last);
        written = last.document;
    }
};

class ChunkBuilder {
  public:
    explicit ChunkBuilder(language::IndexOptions options) : maker_(options) {}

    void add(std::uint32_t document, std::string_view text) {
        for (const language::Token& word : language::words_of(text)) {
            const std::int64_t list = list_of(word.of(text));
            if (list >= 0) lists_[static_cast<std::size_t>(list)].count(document);
        }
    }

    Segment finish(std::size_t documents) {
        std::vector<std::pair<std::string_view, std::size_t>> order;
        order.reserve(terms_.size());
        for (const auto& [term, list] : terms_) order.emplace_back(term, list);
        std::sort(order.begin(), order.end());
        OwnParts parts;
        parts.id_ends.resize(documents);
        for (const auto& [term, at] : order) {
            GrowingList& list = lists_[at];
            list.finish();
            parts.add_term(term, list.bytes, list.documents, list.last.document);
        }
        return owning_segment(std::move(parts));
    }

  private:
    std::int64_t list_of(std::string_view word) {
        const auto [known, is_new] = words_.try_emplace(word, -1);
        if (!is_new) return known->second;
        const std::string_view term = maker_.term(word);
        if (term.empty()) return -1;
        const auto [place, new_term] = terms_.try_emplace(std::string(term), lists_.size());
        if (new_term) lists_.emplace_back();
        return known->second = static_cast<std::int64_t>(place->second);
    }

    language::TermMaker maker_;
    std::unordered_map<std::string_view, std::int64_t> words_;  // to lists; -1: not indexed
    std::unordered_map<std::string, std::size_t> terms_;
    std::vector<GrowingList> lists_;
};

// Ids in the order of their bytes, equal ones in the order in which they came.
std::vector<std::uint32_t> order_of(const Context& context, const std::vector<std::string>& ids) {
    std::vector<std::uint32_t> order(ids.size());
    std::iota(order.begin(), order.end(), 0U);
    parallel_sort(context, order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const int compared = ids[a].compare(ids[b]);
        return compared != 0 ? compared < 0 : a < b;
    });
    return order;
}

}  // namespace

BuiltSegment build_segment(const Context& context, const std::vector<std::string>& ids,
                           const std::vector<std::string_view>& texts,
                           language::IndexOptions options) {
    if (ids.size() != texts.size()) {
        throw Error(ErrorKind::internal, "an index was given texts without ids");
    }
    if (std::ssize(ids) > kMostDocuments) {
        throw Error(ErrorKind::input, "more than 4,294,967,294 documents cannot be added at once");
    }
    for (const std::string_view text : texts) {
        if (text.size() >= kLongestText) {
            throw Error(ErrorKind::input, "a document of 4 GiB or more cannot be indexed");
        }
    }
    const std::vector<TermRange> chunks = chunks_of(texts);
    std::vector<std::optional<Segment>> parts(chunks.size());
    {
        Progress progress(context, "Indexing", std::ssize(texts));
        parallel_tasks(context, std::ssize(chunks), [&](std::int64_t i) {
            const TermRange& range = chunks[static_cast<std::size_t>(i)];
            ChunkBuilder builder(options);
            for (std::size_t at = range.begin; at < range.end; ++at) {
                builder.add(static_cast<std::uint32_t>(at - range.begin), texts[at]);
            }
            parts[static_cast<std::size_t>(i)] = builder.finish(range.end - range.begin);
            progress.add(static_cast<std::int64_t>(range.end - range.begin));
        });
    }
    std::vector<const Segment*> segments;
    for (const auto& part : parts) segments.push_back(&*part);
    OwnParts all = merged_terms(context, segments);
    all.by_id = order_of(context, ids);
    for (const std::string& id : ids) {
        all.ids += id;
        all.id_ends.push_back(all.ids.size());
    }
    Tombstones dead(std::ssize(ids));
    for (std::size_t i = 1; i < all.by_id.size(); ++i) {
        if (ids[all.by_id[i - 1]] == ids[all.by_id[i]]) dead.bury(all.by_id[i - 1]);
    }
    dead.settle();
    return {owning_segment(std::move(all)), std::move(dead)};
}

}  // namespace lethe::documents
