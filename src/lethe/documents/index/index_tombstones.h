// The documents of a segment that were replaced by later ones and do not count any more.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lethe::documents {

class Tombstones {
  public:
    explicit Tombstones(std::int64_t documents);
    Tombstones(std::int64_t documents, std::span<const std::uint64_t> words);

    void bury(std::int64_t document);
    void settle();  // after some were buried, before ranks are asked for

    bool dead(std::int64_t document) const {
        const std::uint64_t word = words_[static_cast<std::size_t>(document >> 6)];
        return (word >> (static_cast<std::uint64_t>(document) & 63U) & 1U) != 0;
    }
    std::int64_t documents() const { return documents_; }
    std::int64_t count() const { return count_; }
    std::int64_t live() const { return documents_ - count_; }
    std::int64_t rank(std::int64_t document) const;  // how many living ones stand before it
    std::int64_t at_rank(std::int64_t rank) const;   // the living one of this rank
    std::span<const std::uint64_t> words() const { return words_; }  // a bit a document

  private:
    std::int64_t documents_;
    std::int64_t count_ = 0;
    std::vector<std::uint64_t> words_;
    std::vector<std::int64_t> before_;  // living ones before each word
};

}  // namespace lethe::documents
