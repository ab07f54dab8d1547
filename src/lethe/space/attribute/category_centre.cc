#include "lethe/space/attribute/category_centre.h"

#include <algorithm>

namespace lethe {

std::int32_t lower_median(std::span<const CountedCode> counted) {
    std::int64_t all = 0;
    for (const CountedCode& entry : counted) all += entry.count;
    std::int64_t below = 0;
    for (const CountedCode& entry : counted) {
        below += entry.count;
        if (2 * below >= all) return entry.code;
    }
    return counted.back().code;
}

std::int32_t most_frequent(std::span<const CountedCode> counted) {
    return std::ranges::max_element(counted, {}, &CountedCode::count)->code;
}

std::int32_t category_centre(Kind kind, std::span<std::int32_t> codes) {
    std::sort(codes.begin(), codes.end());
    if (kind == Kind::ordinal) return codes[(codes.size() - 1) / 2];
    std::int32_t best = codes.front();
    std::ptrdiff_t most = 0;
    for (auto begin = codes.begin(); begin != codes.end();) {
        const auto end = std::upper_bound(begin, codes.end(), *begin);
        if (end - begin > most) {
            most = end - begin;
            best = *begin;
        }
        begin = end;
    }
    return best;
}

}  // namespace lethe
