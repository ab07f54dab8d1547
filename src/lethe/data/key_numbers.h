// Numbers keys 0, 1, 2, ... in the order in which they first appear: an open-addressing hash table
// that grows as it fills, so that few distinct keys stay in the nearest cache however often they
// come. Keys are compared in full; the hash only says where to look.
//
// A key is one 64-bit word or an array of them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace lethe {

// A bijection on 64 bits in which every bit of the key reaches every bit of the hash.
inline std::uint64_t hash_key(std::uint64_t key) {
    key ^= key >> 32;
    key *= 0xd6e8feb86659fd93ULL;
    key ^= key >> 32;
    key *= 0xd6e8feb86659fd93ULL;
    key ^= key >> 32;
    return key;
}

template <std::size_t kWords>
std::uint64_t hash_key(const std::array<std::uint64_t, kWords>& key) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) hash = hash_key(word + 0x9e3779b97f4a7c15ULL * hash);
    return hash;
}

template <class Key>
class KeyNumbers {
  public:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    KeyNumbers() : slots_(kSmallest, kNone) {}

    std::size_t size() const { return keys_.size(); }
    const std::vector<Key>& keys() const { return keys_; }  // by number

    // The number of the key, a new one if it was never seen. At most 2^31 keys.
    std::uint32_t number(const Key& key) { return number(key, hash_key(key)); }
    std::uint32_t number(const Key& key, std::uint64_t hash) {
        const std::size_t slot = slot_of(key, hash);
        if (slots_[slot] != kNone) return slots_[slot];
        const auto added = static_cast<std::uint32_t>(keys_.size());
        slots_[slot] = added;
        keys_.push_back(key);
        if (2 * keys_.size() > slots_.size()) grow();
        return added;
    }

    // The number of the key, or kNone.
    std::uint32_t find(const Key& key) const { return slots_[slot_of(key, hash_key(key))]; }

    // Forgets the keys, keeps the memory and makes room for `expected` keys.
    void reset(std::size_t expected) {
        keys_.clear();
        slots_.assign(std::max(kSmallest, std::bit_ceil(2 * expected)), kNone);
    }

  private:
    static constexpr std::size_t kSmallest = 256;

    std::size_t slot_of(const Key& key, std::uint64_t hash) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = hash & mask;
        while (slots_[slot] != kNone && keys_[slots_[slot]] != key) slot = (slot + 1) & mask;
        return slot;
    }

    void grow() {
        slots_.assign(4 * slots_.size(), kNone);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            std::size_t slot = hash_key(keys_[i]) & mask;
            while (slots_[slot] != kNone) slot = (slot + 1) & mask;
            slots_[slot] = static_cast<std::uint32_t>(i);
        }
    }

    std::vector<std::uint32_t> slots_;
    std::vector<Key> keys_;
};

}  // namespace lethe
