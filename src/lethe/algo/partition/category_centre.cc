#include "lethe/algo/partition/category_centre.h"

#include <algorithm>

namespace lethe {

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
