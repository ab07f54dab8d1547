#include "lethe/algo/branch_and_cut/shrinking_set.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "lethe/core/vector_code.h"

namespace lethe {
namespace {

constexpr std::size_t kBlockWords = 8;
constexpr std::size_t kBlockBits = 64 * kBlockWords;

// Searches go without branches, which would be guessed wrong half the time: `above` has all bits
// set where the search goes on to the right, none otherwise.

// The place of the set bit that has `smaller` set bits below it.
LETHE_INLINED inline int select_bit(std::uint64_t word, int smaller) {
    int place = 0;
    for (int half = 32; half > 0; half /= 2) {
        const int low = std::popcount(word & ((std::uint64_t{1} << half) - 1));
        const int above = -static_cast<int>(low <= smaller);
        smaller -= low & above;
        word >>= half & above;
        place += half & above;
    }
    return place;
}

}  // namespace

ShrinkingSet::ShrinkingSet(std::int64_t size) {
    const auto members = static_cast<std::size_t>(size);
    blocks_ = (members + kBlockBits - 1) / kBlockBits;
    words_.assign(blocks_ * kBlockWords, 0);
    std::fill_n(words_.begin(), members / 64, ~std::uint64_t{0});
    if (members % 64 != 0) words_[members / 64] = (std::uint64_t{1} << (members % 64)) - 1;
    tree_.assign(std::bit_ceil(blocks_ + 1), std::numeric_limits<std::int32_t>::max());
    for (std::size_t i = 1; i <= blocks_; ++i) {
        const std::size_t end = std::min(members, i * kBlockBits);
        const std::size_t begin = (i - (i & (0 - i))) * kBlockBits;
        tree_[i] = static_cast<std::int32_t>(end - begin);
    }
}

bool ShrinkingSet::contains(std::int64_t number) const {
    const auto i = static_cast<std::size_t>(number);
    return ((words_[i / 64] >> (i % 64)) & 1U) != 0;
}

void ShrinkingSet::remove(std::int64_t number) {
    const auto i = static_cast<std::size_t>(number);
    words_[i / 64] &= ~(std::uint64_t{1} << (i % 64));
    for (std::size_t node = i / kBlockBits + 1; node <= blocks_; node += node & (0 - node)) {
        --tree_[node];
    }
}

std::int64_t ShrinkingSet::select(std::int64_t smaller) const {
    return vector_code([this, smaller]() LETHE_INLINED {
        auto left = static_cast<std::int32_t>(smaller);
        std::size_t block = 0;
        for (std::size_t step = tree_.size() / 2; step > 0; step /= 2) {
            const std::int32_t count = tree_[block + step];
            const std::int32_t above = -static_cast<std::int32_t>(count <= left);
            left -= count & above;
            block += step & static_cast<std::size_t>(above);
        }
        std::size_t word = block * kBlockWords;
        for (int count = 0; (count = std::popcount(words_[word])) <= left; ++word) left -= count;
        return static_cast<std::int64_t>(word) * 64 + select_bit(words_[word], left);
    });
}

}  // namespace lethe
