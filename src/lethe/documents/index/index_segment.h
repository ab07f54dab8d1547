// A segment: the index of some documents that came together. It never changes, apart from the
// documents that were replaced later, which the index marks beside it. Everything is a flat array,
// so that a segment is read where it lies, in memory or in a mapped file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/documents/index/index_postings.h"
#include "lethe/documents/index/index_tombstones.h"
#include "lethe/documents/index/search_index.h"

namespace lethe::documents {

struct PostingList {
    std::uint64_t end = 0;    // in the bytes of all lists; it begins where the one before ends
    std::uint32_t count = 0;  // documents
    std::uint32_t last = 0;   // the last of them
    std::uint64_t check = 0;  // of its bytes
};

std::uint64_t list_check(std::string_view bytes);

constexpr std::int64_t kMostDocuments = 0xFFFF'FFFE;  // in a segment

[[noreturn]] void fail_damaged_index();  // Error(input)

// What a segment is made of: views of arrays that someone else owns.
struct SegmentParts {
    std::span<const std::uint64_t> id_ends;  // of the documents, in the order in which they came
    std::string_view ids;
    std::span<const std::uint32_t> by_id;      // documents in the order of their ids
    std::span<const std::uint64_t> term_ends;  // of the terms, in the order of their bytes
    std::string_view terms;
    std::span<const PostingList> lists;
    std::string_view postings;
};

class Segment {
  public:
    // `owner` keeps the arrays alive.
    Segment(SegmentParts parts, std::shared_ptr<const void> owner);
    // Whether the arrays, of a file that may not be ours, fit together. All else relies on it; the
    // bytes of a list are checked whenever it is read.
    bool sound() const;

    const SegmentParts& parts() const { return parts_; }
    std::int64_t documents() const { return std::ssize(parts_.id_ends); }
    std::int64_t terms() const { return std::ssize(parts_.term_ends); }
    std::string_view id(std::int64_t document) const;
    std::string_view term(std::int64_t term) const;

    std::optional<std::int64_t> find_term(std::string_view term) const;
    // The last of the documents with this id.
    std::optional<std::int64_t> find_id(std::string_view id) const;

    std::string_view list_bytes(std::int64_t term) const;
    // Calls take(posting) for each document of a term. Error(input) when the list is damaged.
    template <class Take>
    void each_posting(std::int64_t term, Take take) const {
        const std::string_view bytes = list_bytes(term);
        if (list_check(bytes) != parts_.lists[static_cast<std::size_t>(term)].check)
            fail_damaged_index();
        PostingReader reader(bytes, static_cast<std::uint32_t>(documents()));
        Posting posting;
        while (reader.next(posting)) take(posting);
        if (!reader.sound()) fail_damaged_index();
    }

  private:
    SegmentParts parts_;
    std::shared_ptr<const void> owner_;
};

// Arrays of a segment that is being made.
struct OwnParts {
    std::vector<std::uint64_t> id_ends;
    std::string ids;
    std::vector<std::uint32_t> by_id;
    std::vector<std::uint64_t> term_ends;
    std::string terms;
    std::vector<PostingList> lists;
    std::string postings;

    void add_term(std::string_view term, std::string_view list, std::uint32_t count,
                  std::uint32_t last);
};
Segment owning_segment(OwnParts parts);

// The segment of new documents. Built in parallel over fixed chunks; the same for any number of
// threads. Of documents with the same id the last one stays (it buries the others).
struct BuiltSegment {
    Segment segment;
    Tombstones dead;
};
BuiltSegment build_segment(const Context& context, const std::vector<std::string>& ids,
                           const std::vector<std::string_view>& texts,
                           language::IndexOptions options);

}  // namespace lethe::documents
