// The classes of tuples whose columns are raised to given levels, and how many records they have.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/partition/concept_ladder.h"
#include "lethe/data/key_numbers.h"

namespace lethe {

using Levels = std::vector<int>;  // of each column

// Of each column: its candidates raised by 0, 1, 2, ... levels.
class Lifts {
  public:
    explicit Lifts(std::span<const ConceptLadder> ladders, const TupleSpace& space);

    std::size_t columns() const { return lifted_.size(); }
    int top(std::size_t column) const {  // the level at which all values are the root
        return static_cast<int>(lifted_[column].size()) - 1;
    }
    std::span<const std::int32_t> by(std::size_t column, int levels) const {
        return lifted_[column][static_cast<std::size_t>(levels)];
    }

  private:
    std::vector<std::vector<std::vector<std::int32_t>>> lifted_;
};

struct RaisedClasses {
    Levels levels;
    std::vector<std::vector<std::int32_t>> codes;  // of each column, by class
    std::vector<std::int64_t> counts;              // records, by class

    std::int64_t size() const { return std::ssize(counts); }
};

// Counts classes from those of a lower vector of levels, the smallest that it remembers.
class ClassCounter {
  public:
    ClassCounter(const TupleSpace& space, const Lifts& lifts);

    // Valid until the next call.
    const RaisedClasses& classes(const Levels& levels);

    // The classes, counted from the tuples, and which of them each tuple is in.
    RaisedClasses classes(const Levels& levels, std::vector<std::uint32_t>& class_of_tuple);

  private:
    static constexpr std::size_t kMostKept = 64;
    struct Kept {
        RaisedClasses classes;
        std::int64_t used = 0;
    };

    RaisedClasses raise(const RaisedClasses& from, const Levels& levels,
                        std::vector<std::uint32_t>& class_of);
    const RaisedClasses& keep(RaisedClasses classes);

    const Lifts& lifts_;
    RaisedClasses tuples_;
    RaisedClasses passing_;
    std::vector<Kept> kept_;
    std::int64_t time_ = 0;
    std::vector<std::uint64_t> keys_;
    std::vector<std::uint32_t> class_of_;
    KeyNumbers<std::uint64_t> numbers_;
};

}  // namespace lethe
