// A validity mask under construction, and texts that mean missing. Only for data/formats.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/data/column.h"

namespace lethe::formats {

// Takes no memory as long as nothing is missing.
class ValidityBuilder {
  public:
    void set_missing(std::int64_t row) {
        const auto word = static_cast<std::size_t>(row / 64);
        if (word >= words_.size()) words_.resize(word + 1, ~0ULL);
        words_[word] &= ~(1ULL << (row % 64));
    }

    bool valid(std::int64_t row) const {
        const auto word = static_cast<std::size_t>(row / 64);
        return word >= words_.size() || ((words_[word] >> (row % 64)) & 1U) != 0;
    }

    // The mask of the `count` rows from `row` on, as DuckDB keeps it: bit i % 64 of word i / 64.
    void append(std::int64_t row, const std::uint64_t* mask, std::int64_t count) {
        const auto shift = static_cast<unsigned>(row % 64);
        for (std::int64_t i = 0; i < count; i += 64) {
            const std::int64_t bits = std::min<std::int64_t>(64, count - i);
            const std::uint64_t missing = ~mask[i / 64] & (bits == 64 ? ~0ULL : (1ULL << bits) - 1);
            if (missing == 0) continue;
            const auto word = static_cast<std::size_t>((row + i) / 64);
            if (word + 2 > words_.size()) words_.resize(word + 2, ~0ULL);
            words_[word] &= ~(missing << shift);
            if (shift > 0) words_[word + 1] &= ~(missing >> (64 - shift));
        }
    }

    Validity take(std::int64_t rows) {
        if (words_.empty()) return {};
        words_.resize(static_cast<std::size_t>((rows + 63) / 64), ~0ULL);
        return Validity(std::exchange(words_, {}));
    }

  private:
    std::vector<std::uint64_t> words_;
};

inline bool contains(const std::vector<std::string>& texts, std::string_view text) {
    return std::any_of(texts.begin(), texts.end(),
                       [&](const std::string& entry) { return entry == text; });
}

}  // namespace lethe::formats
