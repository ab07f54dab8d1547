#include "lethe/table/mask/parts/rare_categories.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lethe::mask {

RareCategories::RareCategories(Kind kind, std::vector<std::int64_t> counts, std::int64_t wanted)
    : kind_(kind), counts_(std::move(counts)) {
    for (std::size_t code = 0; code < counts_.size(); ++code) {
        if (counts_[code] > 0) codes_.push_back(code);
    }
    occurring_ = std::ssize(codes_);
    std::stable_sort(codes_.begin(), codes_.end(),
                     [&](std::size_t a, std::size_t b) { return counts_[a] < counts_[b]; });
    codes_.resize(static_cast<std::size_t>(std::min(wanted, occurring_)));
    std::sort(codes_.begin(), codes_.end());
}

bool RareCategories::merges(std::size_t code) const {
    return std::binary_search(codes_.begin(), codes_.end(), code);
}

std::size_t RareCategories::representative() const {
    if (kind_ != Kind::ordinal) {
        return *std::max_element(codes_.begin(), codes_.end(), [&](std::size_t a, std::size_t b) {
            return counts_[a] < counts_[b];
        });
    }
    std::int64_t records = 0;
    for (const std::size_t code : codes_) records += counts_[code];
    std::int64_t below = 0;
    for (const std::size_t code : codes_) {
        below += counts_[code];
        if (2 * below >= records) return code;
    }
    return codes_.back();
}

std::size_t RareCategories::neighbour(std::size_t code) const {
    const auto stands = [&](std::size_t other) { return counts_[other] > 0 && !merges(other); };
    std::optional<std::size_t> lower, upper;
    for (std::size_t other = code; other-- > 0 && !lower;) {
        if (stands(other)) lower = other;
    }
    for (std::size_t other = code + 1; other < counts_.size() && !upper; ++other) {
        if (stands(other)) upper = other;
    }
    if (!lower || !upper) return lower ? *lower : *upper;
    return counts_[*upper] < counts_[*lower] ? *upper : *lower;
}

}  // namespace lethe::mask
