// Record linkage against a protected file as a whole: which originals find their own masked record.
// Gives what LinkageTree gives for categories, bit for bit, and keeps nothing for versions to come:
// the right one for searches in which a child's file differs from its parent's everywhere.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/evolve/coded_file.h"

namespace lethe {

struct Links {
    double by_distance = 0;  // originals nearest to their own masked record, ties shared out evenly
    double by_weight = 0;    // masked records for which their own original weighs most, likewise
};

class DistinctLinkage {
  public:
    // `patterned`: at most 16 columns, whose agreements make up the patterns of probabilistic
    // linkage; the i-th of them is bit i. Refers to the file, which must outlive it.
    DistinctLinkage(const CodedFile& original, std::vector<std::size_t> patterned);

    // `weights` by pattern. O(distinct originals x distinct masked records x columns).
    Links links(std::span<const CellCode> codes, std::span<const double> weights) const;

  private:
    const CodedFile& original_;
    std::vector<std::size_t> patterned_;
    std::vector<std::size_t> group_of_;    // of each original: its place among the distinct ones
    std::vector<std::int32_t> originals_;  // of each distinct original: how many
    std::vector<std::size_t> first_;       // of each column: its first category among all
    std::vector<std::int32_t> distance_;   // by category, then distinct original
    std::vector<std::uint16_t> agree_;     // the column's bit where the original has the category
};

}  // namespace lethe
