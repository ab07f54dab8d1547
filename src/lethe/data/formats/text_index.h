// The dictionary of a column under construction: texts to codes in order of first appearance. A
// flat hash table of codes with linear probing; the texts themselves stand in the dictionary only.
// Only for data/formats.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/data/column.h"

namespace lethe::formats {

class TextIndex {
  public:
    std::int32_t code_of(std::string_view text) {
        const std::uint64_t hash = hash_of(text);
        const auto tag = static_cast<std::uint32_t>(hash >> 32);
        for (std::size_t at = hash & mask();; at = (at + 1) & mask()) {
            const Slot& slot = slots_[at];
            if (slot.code < 0) return add(text, tag, at);
            if (slot.tag == tag && texts_[static_cast<std::size_t>(slot.code)] == text) {
                return slot.code;
            }
        }
    }

    const Dictionary& texts() const { return texts_; }
    Dictionary take() { return std::move(texts_); }

  private:
    struct Slot {
        std::uint32_t tag = 0;
        std::int32_t code = -1;
    };

    std::size_t mask() const { return slots_.size() - 1; }

    static std::uint64_t hash_of(std::string_view text) {
        constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15ULL;
        std::uint64_t hash = text.size() * kFactor;
        const char* at = text.data();
        std::size_t left = text.size();
        for (; left > 0;) {
            std::uint64_t word = 0;
            const std::size_t part = left < 8 ? left : 8;
            std::memcpy(&word, at, part);
            hash = (hash ^ word) * kFactor;
            hash ^= hash >> 29;
            at += part;
            left -= part;
        }
        return hash * kFactor ^ (hash >> 32);
    }

    std::int32_t add(std::string_view text, std::uint32_t tag, std::size_t at) {
        const auto code = static_cast<std::int32_t>(texts_.size());
        texts_.emplace_back(text);
        slots_[at] = {tag, code};
        if (2 * texts_.size() > slots_.size()) grow();
        return code;
    }

    void grow() {
        slots_.assign(2 * slots_.size(), Slot{});
        for (std::size_t code = 0; code < texts_.size(); ++code) {
            const std::uint64_t hash = hash_of(texts_[code]);
            std::size_t at = hash & mask();
            while (slots_[at].code >= 0) at = (at + 1) & mask();
            slots_[at] = {static_cast<std::uint32_t>(hash >> 32), static_cast<std::int32_t>(code)};
        }
    }

    std::vector<Slot> slots_ = std::vector<Slot>(64);
    Dictionary texts_;
};

}  // namespace lethe::formats
