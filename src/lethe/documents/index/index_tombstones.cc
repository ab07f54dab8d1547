#include "lethe/documents/index/index_tombstones.h"

#include <algorithm>
#include <bit>

namespace lethe::documents {

Tombstones::Tombstones(std::int64_t documents)
    : documents_(documents), words_(static_cast<std::size_t>((documents + 63) / 64)) {
    settle();
}

Tombstones::Tombstones(std::int64_t documents, std::span<const std::uint64_t> words)
    : documents_(documents), words_(words.begin(), words.end()) {
    settle();
}

void Tombstones::bury(std::int64_t document) {
    words_[static_cast<std::size_t>(document >> 6)] |=
        std::uint64_t{1} << (static_cast<std::uint64_t>(document) & 63U);
}

void Tombstones::settle() {
    before_.clear();
    count_ = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
        before_.push_back(static_cast<std::int64_t>(i) * 64 - count_);
        count_ += std::popcount(words_[i]);
    }
}

std::int64_t Tombstones::rank(std::int64_t document) const {
    const auto word = static_cast<std::size_t>(document >> 6);
    const std::uint64_t below =
        (std::uint64_t{1} << (static_cast<std::uint64_t>(document) & 63U)) - 1;
    return before_[word] + (document & 63) - std::popcount(words_[word] & below);
}

std::int64_t Tombstones::at_rank(std::int64_t rank) const {
    const auto after = std::upper_bound(before_.begin(), before_.end(), rank);
    std::int64_t document = (after - before_.begin() - 1) * 64;
    for (std::int64_t left = rank - before_[static_cast<std::size_t>(document >> 6)];; ++document) {
        if (dead(document)) continue;
        if (left-- == 0) return document;
    }
}

}  // namespace lethe::documents
