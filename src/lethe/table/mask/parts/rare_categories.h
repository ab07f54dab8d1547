// The least frequent categories of a column, to be merged.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/data/kind.h"

namespace lethe::mask {

class RareCategories {
  public:
    // `counts`: of each code. Takes the `wanted` least frequent codes among those that occur, ties
    // by code; all that occur where there are fewer.
    RareCategories(Kind kind, std::vector<std::int64_t> counts, std::int64_t wanted);

    std::int64_t occurring() const { return occurring_; }
    const std::vector<std::size_t>& codes() const { return codes_; }  // ascending
    bool merges(std::size_t code) const;

    // The member that stands for all: of ordinal categories the lower median of their records,
    // otherwise the most frequent one, ties by code.
    std::size_t representative() const;

    // The rarer of the two codes that occur, are not merged and stand next to the run of merged
    // categories around `code`; the lower one where they are equally frequent. At least one other
    // code must occur.
    std::size_t neighbour(std::size_t code) const;

  private:
    Kind kind_;
    std::vector<std::int64_t> counts_;
    std::int64_t occurring_ = 0;
    std::vector<std::size_t> codes_;
};

}  // namespace lethe::mask
