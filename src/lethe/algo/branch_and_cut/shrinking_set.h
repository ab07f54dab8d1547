// A set of numbers 0 .. size - 1 that starts full and only loses members, with fast order
// statistics.
#pragma once

#include <cstdint>
#include <vector>

namespace lethe {

// A bit for each number, and a Fenwick tree over the counts of blocks of 512 bits (one cache line).
class ShrinkingSet {
  public:
    explicit ShrinkingSet(std::int64_t size);

    bool contains(std::int64_t number) const;
    void remove(std::int64_t number);  // a member; logarithmic
    // The member with `smaller` members below it; there must be one. Logarithmic.
    std::int64_t select(std::int64_t smaller) const;

  private:
    std::vector<std::uint64_t> words_;
    std::size_t blocks_;
    // From 1: entry i counts the lowbit(i) blocks up to i. Filled up to a power of two with entries
    // that no search passes.
    std::vector<std::int32_t> tree_;
};

}  // namespace lethe
