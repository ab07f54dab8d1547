// Classes of records that look alike at a vector of levels. Equal records are one tuple with a
// count from the beginning; the classes of a node are made from those of any node below it, by one
// pass over these. Labels are packed into a few words of 64 bits, a field a column, so that raising
// a column is a look-up and comparing two tuples one comparison where all fits into one word.
//
// The order of classes depends on what they were made from; what is counted does not.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lethe/algo/lattice/class_judge.h"
#include "lethe/algo/lattice/records.h"

namespace lethe::lattice {

using Node = std::vector<int>;  // a level for each column

// Counts of a column by class, values ascending: those of class c are from begin[c] to begin[c +
// 1].
struct CountedValues {
    std::vector<std::int32_t> begin;
    std::vector<ValueCount> entries;

    std::span<const ValueCount> of(std::size_t index) const {
        const auto from = static_cast<std::size_t>(begin[index]);
        return {entries.data() + from, static_cast<std::size_t>(begin[index + 1]) - from};
    }
};

struct ClassList {
    Node node;
    std::vector<std::uint64_t> keys;      // Packing::words() for each class
    std::vector<std::int32_t> released;   // f
    std::vector<std::int32_t> people;     // F; empty without a population
    std::vector<std::int32_t> first_row;  // the lowest released row; empty unless asked for
    std::vector<double> squares;          // sum of f^2 of the tuples; empty unless asked for
    std::vector<CountedValues> values;    // of each counted column; empty unless asked for

    std::size_t size() const { return released.size(); }
    std::int64_t population(std::size_t index) const {
        return people.empty() ? released[index] : people[index];
    }
};

// Where the label of each column lies in a key.
class Packing {
  public:
    explicit Packing(const std::vector<Levels>& columns);  // Error(unmet) for too many columns

    std::size_t words() const { return words_; }
    std::int32_t label(const std::uint64_t* key, std::size_t column) const {
        return static_cast<std::int32_t>((key[word_[column]] >> shift_[column]) & mask_[column]);
    }
    void set(std::uint64_t* key, std::size_t column, std::int32_t label) const {
        std::uint64_t& word = key[word_[column]];
        word = (word & ~(mask_[column] << shift_[column])) |
               (static_cast<std::uint64_t>(label) << shift_[column]);
    }

    std::size_t word(std::size_t column) const { return word_[column]; }
    int shift(std::size_t column) const { return shift_[column]; }
    int bits(std::size_t column) const { return std::popcount(mask_[column]); }

    static constexpr std::size_t kMostWords = 4;

  private:
    std::size_t words_ = 1;
    std::vector<std::size_t> word_;
    std::vector<int> shift_;
    std::vector<std::uint64_t> mask_;  // before it is shifted
};

class Classes {
  public:
    struct Keep {
        bool first_row = false;
        bool squares = false;
        bool values = false;
    };

    // The tuples as they are: all levels 0.
    Classes(const Records& records, Keep keep);

    const Packing& packing() const { return packing_; }
    const ClassList& tuples() const { return *tuples_; }
    std::span<const std::int32_t> tuple_of_row() const { return tuple_of_row_; }

    // `below` is at or below `node` in every column; its values are carried on if it has them and
    // they are asked for. `class_of`, where it is given, gets the class of each of those below.
    std::shared_ptr<const ClassList> raised(const ClassList& below, const Node& node,
                                            bool with_values,
                                            std::vector<std::int32_t>* class_of = nullptr) const;

  private:
    struct Field;  // of a key, as it is raised
    std::vector<Field> fields_raised(const ClassList& below, const Node& node) const;
    std::size_t most_classes(const ClassList& below, const Node& node) const;

    const Records& records_;
    Packing packing_;
    Keep keep_;
    std::shared_ptr<const ClassList> tuples_;
    std::vector<std::int32_t> tuple_of_row_;
    // [column][from level][to level][label]
    std::vector<std::vector<std::vector<std::vector<std::int32_t>>>> raise_;
};

}  // namespace lethe::lattice
