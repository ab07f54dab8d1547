// Which pairs of records truly belong together, and how links compare with them. The truth is never
// used for linking.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lethe/data/column.h"
#include "lethe/table/linkage/link_files.h"

namespace lethe::linkage {

class Truth {
  public:
    // Records of the same text belong together; blanks around it do not count, and missing belongs
    // to nobody. With `self`, pairs within one column.
    static Truth of_columns(const Column& left, const Column& right, bool self);
    // Pairs of rows, counted from 0; each counts once.
    static Truth of_pairs(std::span<const std::pair<std::int64_t, std::int64_t>> pairs);

    bool together(std::int64_t left, std::int64_t right) const;
    double pairs() const { return pairs_; }  // that belong together
    // Of each of so many right records the first left one that belongs to it; -1: none.
    std::vector<std::int64_t> left_of_right(std::int64_t right_rows) const;
    // How many left records belong to a right one.
    std::int64_t left_with_partner() const;

  private:
    std::vector<std::int64_t> left_, right_;  // numbers of identities; -1: none
    std::unordered_set<std::uint64_t> listed_;
    double pairs_ = 0;
};

struct LinkageScore {
    std::int64_t links = 0;
    std::int64_t right = 0;
    double true_pairs = 0;

    double precision() const;
    double recall() const;
    double f1() const;
};

// How many left records have their true record as the likeliest candidate; equally likely ones
// count in parts.
double right_guesses(const LinkageResult& result, const Truth& truth);

// Of the links alone, or with the possible ones.
LinkageScore score(const std::vector<Link>& links, const Truth& truth, bool with_possible);

}  // namespace lethe::linkage
