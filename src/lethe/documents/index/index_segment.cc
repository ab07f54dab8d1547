#include "lethe/documents/index/index_segment.h"

#include <algorithm>
#include <cstring>

#include "lethe/core/error.h"

namespace lethe::documents {
namespace {

std::string_view piece(std::span<const std::uint64_t> ends, std::string_view all, std::int64_t at) {
    const auto i = static_cast<std::size_t>(at);
    const std::uint64_t begin = i == 0 ? 0 : ends[i - 1];
    return all.substr(begin, ends[i] - begin);
}

bool ends_ascend(std::span<const std::uint64_t> ends, std::size_t size) {
    return std::is_sorted(ends.begin(), ends.end()) && (ends.empty() ? 0 : ends.back()) == size;
}

}  // namespace

// Eight bytes at a time, each round invertible, so that no single change goes unnoticed.
std::uint64_t list_check(std::string_view bytes) {
    constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15ULL;
    std::uint64_t sum = bytes.size() * kFactor;
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, 8);
        sum = (sum ^ word) * kFactor;
        sum ^= sum >> 29;
    }
    std::uint64_t word = 0;
    if (at < bytes.size()) std::memcpy(&word, bytes.data() + at, bytes.size() - at);
    sum = (sum ^ word) * kFactor;
    return sum ^ sum >> 29;
}

void fail_damaged_index() { throw Error(ErrorKind::input, "the index is damaged; build it again"); }

Segment::Segment(SegmentParts parts, std::shared_ptr<const void> owner)
    : parts_(parts), owner_(std::move(owner)) {}

bool Segment::sound() const {
    if (documents() > kMostDocuments || std::ssize(parts_.by_id) != documents()) return false;
    if (std::ssize(parts_.lists) != terms()) return false;
    if (!ends_ascend(parts_.id_ends, parts_.ids.size())) return false;
    if (!ends_ascend(parts_.term_ends, parts_.terms.size())) return false;
    std::uint64_t end = 0;
    for (std::int64_t i = 0; i < terms(); ++i) {
        const PostingList& list = parts_.lists[static_cast<std::size_t>(i)];
        if (list.end <= end || list.count == 0 || list.count > list.last + std::uint64_t{1} ||
            list.last >= documents() || (i > 0 && !(term(i - 1) < term(i)))) {
            return false;
        }
        end = list.end;
    }
    if (end != parts_.postings.size()) return false;
    for (std::size_t i = 0; i < parts_.by_id.size(); ++i) {
        if (parts_.by_id[i] >= documents()) return false;
        if (i == 0) continue;
        const int order = id(parts_.by_id[i - 1]).compare(id(parts_.by_id[i]));
        if (order > 0 || (order == 0 && parts_.by_id[i - 1] >= parts_.by_id[i])) return false;
    }
    return true;
}

std::string_view Segment::id(std::int64_t document) const {
    return piece(parts_.id_ends, parts_.ids, document);
}

std::string_view Segment::term(std::int64_t term) const {
    return piece(parts_.term_ends, parts_.terms, term);
}

std::optional<std::int64_t> Segment::find_term(std::string_view wanted) const {
    std::int64_t low = 0;
    std::int64_t high = terms();
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        (term(middle) < wanted ? low : high) = term(middle) < wanted ? middle + 1 : middle;
    }
    if (low == terms() || term(low) != wanted) return std::nullopt;
    return low;
}

std::optional<std::int64_t> Segment::find_id(std::string_view wanted) const {
    const auto after = std::upper_bound(
        parts_.by_id.begin(), parts_.by_id.end(), wanted,
        [&](std::string_view text, std::uint32_t document) { return text < id(document); });
    if (after == parts_.by_id.begin() || id(*(after - 1)) != wanted) return std::nullopt;
    return *(after - 1);
}

std::string_view Segment::list_bytes(std::int64_t term) const {
    const auto i = static_cast<std::size_t>(term);
    const std::uint64_t begin = i == 0 ? 0 : parts_.lists[i - 1].end;
    return parts_.postings.substr(begin, parts_.lists[i].end - begin);
}

void OwnParts::add_term(std::string_view term, std::string_view list, std::uint32_t count,
                        std::uint32_t last) {
    terms += term;
    term_ends.push_back(terms.size());
    postings += list;
    lists.push_back({postings.size(), count, last, list_check(list)});
}

Segment owning_segment(OwnParts parts) {
    const auto own = std::make_shared<const OwnParts>(std::move(parts));
    return Segment(
        {own->id_ends, own->ids, own->by_id, own->term_ends, own->terms, own->lists, own->postings},
        own);
}

}  // namespace lethe::documents
