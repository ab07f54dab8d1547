// Merging segments: their dictionaries are walked together in the order of their bytes. Where all
// documents of a segment live, a list goes over as it is, apart from the distance of its first
// document; otherwise it is read and written again under the new numbers.
#include "lethe/documents/index/index_merge.h"

#include <algorithm>

namespace lethe::documents {
namespace {

// Documents of a segment by their new number, counted from the segment's first.
struct Source {
    const Segment* segment;
    const Tombstones* dead;  // nothing: all live
    std::uint32_t first;     // new number of its first document
};

struct ListUnderWay {
    std::string bytes;
    std::uint32_t count = 0;
    std::int64_t last = -1;

    void add(const Source& source, std::int64_t term) {
        if (source.dead == nullptr) return append(source, term);
        PostingWriter writer(bytes, last);
        source.segment->each_posting(term, [&](Posting posting) {
            if (source.dead->dead(posting.document)) return;
            posting.document =
                source.first + static_cast<std::uint32_t>(source.dead->rank(posting.document));
            writer.add(posting);
            last = posting.document;
            ++count;
        });
    }

  private:
    void append(const Source& source, std::int64_t term) {
        const PostingList& list = source.segment->parts().lists[static_cast<std::size_t>(term)];
        const std::string_view old = source.segment->list_bytes(term);
        if (list_check(old) != list.check) fail_damaged_index();
        PostingReader reader(old, static_cast<std::uint32_t>(source.segment->documents()));
        Posting first;
        if (!reader.next(first)) fail_damaged_index();
        first.document += source.first;
        PostingWriter(bytes, last).add(first);
        bytes += reader.rest();
        count += list.count;
        last = source.first + std::int64_t{list.last};
    }
};

OwnParts merged(const Context& context, const std::vector<Source>& sources) {
    std::vector<const Segment*> segments;
    for (const Source& source : sources) segments.push_back(source.segment);
    OwnParts parts;
    each_term(segments, [&](std::string_view term, std::span<const TermPlace> places) {
        if (parts.lists.size() % 4096 == 0) context.check_stop();
        ListUnderWay list;
        for (const TermPlace& place : places) list.add(sources[place.segment], place.term);
        if (list.count == 0) return;
        parts.add_term(term, list.bytes, list.count, static_cast<std::uint32_t>(list.last));
    });
    return parts;
}

}  // namespace

OwnParts merged_terms(const Context& context, std::span<const Segment* const> segments) {
    std::vector<Source> sources;
    std::uint32_t first = 0;
    for (const Segment* segment : segments) {
        sources.push_back({segment, nullptr, first});
        first += static_cast<std::uint32_t>(segment->documents());
    }
    return merged(context, sources);
}

Segment merge_segments(const Context& context, std::span<const Segment* const> segments,
                       std::span<const Tombstones* const> dead) {
    std::vector<Source> sources;
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        sources.push_back({segments[i], dead[i]->count() == 0 ? nullptr : dead[i], first});
        first += static_cast<std::uint32_t>(dead[i]->live());
    }
    OwnParts parts = merged(context, sources);
    for (std::size_t i = 0; i < segments.size(); ++i) {
        for (std::int64_t document = 0; document < segments[i]->documents(); ++document) {
            if (dead[i]->dead(document)) continue;
            parts.ids += segments[i]->id(document);
            parts.id_ends.push_back(parts.ids.size());
        }
    }
    const auto id_of = [&](std::uint32_t document) {
        const std::uint64_t begin = document == 0 ? 0 : parts.id_ends[document - 1];
        return std::string_view(parts.ids).substr(begin, parts.id_ends[document] - begin);
    };
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const auto begin = std::ssize(parts.by_id);
        for (const std::uint32_t document : segments[i]->parts().by_id) {
            if (dead[i]->dead(document)) continue;
            parts.by_id.push_back(sources[i].first +
                                  static_cast<std::uint32_t>(dead[i]->rank(document)));
        }
        std::inplace_merge(parts.by_id.begin(), parts.by_id.begin() + begin, parts.by_id.end(),
                           [&](std::uint32_t a, std::uint32_t b) { return id_of(a) < id_of(b); });
    }
    return owning_segment(std::move(parts));
}

}  // namespace lethe::documents
