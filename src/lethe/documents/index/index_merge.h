// Walking the dictionaries of several segments together, and merging segments.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/documents/index/index_segment.h"

namespace lethe::documents {

struct TermPlace {
    std::size_t segment;
    std::int64_t term;
};

// Calls take(term, places) for each distinct term in the order of their bytes; places ascend.
template <class Take>
void each_term(std::span<const Segment* const> segments, Take take) {
    struct Cursor {
        std::string_view text;
        TermPlace place;
    };
    const auto later = [](const Cursor& a, const Cursor& b) {
        return a.text != b.text ? a.text > b.text : a.place.segment > b.place.segment;
    };
    std::vector<Cursor> heap;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (segments[i]->terms() > 0) heap.push_back({segments[i]->term(0), {i, 0}});
    }
    std::make_heap(heap.begin(), heap.end(), later);
    std::vector<TermPlace> places;
    while (!heap.empty()) {
        const std::string_view text = heap.front().text;
        places.clear();
        while (!heap.empty() && heap.front().text == text) {
            std::pop_heap(heap.begin(), heap.end(), later);
            Cursor& cursor = heap.back();
            places.push_back(cursor.place);
            const Segment& segment = *segments[cursor.place.segment];
            if (++cursor.place.term == segment.terms()) {
                heap.pop_back();
                continue;
            }
            cursor.text = segment.term(cursor.place.term);
            std::push_heap(heap.begin(), heap.end(), later);
        }
        take(text, std::span<const TermPlace>(places));
    }
}

// Terms and lists of segments whose documents follow each other; ids are left to the caller.
OwnParts merged_terms(const Context& context, std::span<const Segment* const> segments);

// One segment of the living documents of several, in order; `dead` stands beside the segments.
Segment merge_segments(const Context& context, std::span<const Segment* const> segments,
                       std::span<const Tombstones* const> dead);

}  // namespace lethe::documents
