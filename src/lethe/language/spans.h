// Searching spans that are in order and do not overlap.
#pragma once

#include <algorithm>
#include <vector>

#include "lethe/language/span.h"

namespace lethe::language {

// Whether one of the spans overlaps this one: by halving.
inline bool any_overlaps(const std::vector<Span>& spans, const Span& span) {
    const auto at = std::partition_point(spans.begin(), spans.end(),
                                         [&](const Span& one) { return one.end <= span.begin; });
    return at != spans.end() && at->overlaps(span);
}

}  // namespace lethe::language
