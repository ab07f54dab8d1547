// k of combinations of columns: every combination of labels of some columns that a release shows is
// shown by at least k people.
//
// A model speaks of sets of columns and of k. At a node with classes, of which some are suppressed,
// it holds where for each set and each class that is not suppressed the classes that are not
// suppressed and have the same labels in these columns have k released rows together. Who is
// suppressed does not count: nobody sees them.
//
// Definition of what is suppressed. If it holds for two sets of classes that stay, it holds for
// both together, since counts only grow. So among the sets of classes that pass all models of
// classes there is a largest one for which it holds, and this one stays. It is found by suppressing
// what fails until nothing fails any more, in any order.
//
// Monotonicity. Let K be what stays at a node v, as rows, and w a node above v. Take the classes of
// w that meet K. Each has the labels of a row of K, and at least the rows of K that agreed with
// this one at v agree with it at w: all of these classes have k. If the other models pass every
// class that contains one that passes (k, k-map, distinct l), these classes stay at w, and they
// contain K: rows that are suppressed do not grow upwards, and with a limit of 0 feasibility is
// inherited beside any model that inherits it. Conversely, rows that do not stay at w if only so
// many rows of each class can stay as the other models allow at any node below w, do not stay at
// any node below w.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/lattice/classes.h"
#include "lethe/algo/lattice/models.h"

namespace lethe::lattice {

inline constexpr std::int64_t kMostCombinations = 2000;

// The sets that a model speaks of, as places among `columns`, ascending; of a dimension those of
// that many columns, which say everything of smaller ones. Empty for other models. Problems: names
// that are not among the columns, more columns than there are, too many sets.
std::vector<std::vector<std::size_t>> combinations_of(const Model& model,
                                                      std::span<const std::string> columns,
                                                      Problems& problems);

class Combinations {
  public:
    Combinations(const Records& records, const Packing& packing, const std::vector<Model>& models,
                 Problems& problems);

    bool empty() const { return sets_.empty(); }
    std::int64_t largest_k() const { return largest_k_; }

    // Marks classes in `gone`, beside those that are marked, until the models hold among the
    // others. `staying`: rows of each class that count, at most those it has. Ends early when the
    // rows of classes marked here exceed `limit`. Returns the released rows of these classes.
    std::int64_t settle(const ClassList& list, std::span<const std::int32_t> staying,
                        std::int64_t limit, std::span<char> gone) const;

  private:
    struct Set {
        std::vector<std::uint64_t> mask;  // of a key
        std::int64_t k = 0;
    };

    void add(const std::vector<std::size_t>& columns, std::int64_t k);
    std::int64_t settle_one(const Set& set, const ClassList& list,
                            std::span<const std::int32_t> staying, std::span<char> gone) const;

    const Packing& packing_;
    std::vector<Set> sets_;
    std::int64_t largest_k_ = 0;
};

}  // namespace lethe::lattice
