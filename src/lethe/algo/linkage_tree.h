// Record linkage against a protected file that changes a little: which originals find their own
// masked record. See linkage_tree.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lethe/algo/coded_file.h"

namespace lethe {

// What a masked category is to each original record: how far away, and whether it agrees.
class LinkageFrame {
  public:
    // `patterned`: at most 16 columns, whose agreements make up the patterns of probabilistic
    // linkage; the i-th of them is bit i. Holds 6 bytes a record and category. Refers to the file.
    LinkageFrame(const CodedFile& original, std::vector<std::size_t> patterned);

    const CodedFile& original() const { return original_; }
    const std::vector<std::size_t>& patterned() const { return patterned_; }
    std::int64_t leaf_rows() const { return leaf_rows_; }

    // From each original record, in parts of the file's `whole`.
    void distances(std::span<const CellCode> masked, std::int32_t* out) const;
    void patterns(std::span<const CellCode> masked, std::uint16_t* out) const;
    std::int32_t distance(std::int64_t row, std::span<const CellCode> masked) const;
    std::uint16_t pattern(std::int64_t row, std::span<const CellCode> masked) const;

  private:
    const std::int32_t* distances_of(std::size_t column, CellCode code) const {
        return distance_.data() + (first_[column] + code) * rows_;
    }
    const std::uint16_t* agreements_of(std::size_t column, CellCode code) const {
        return agree_.data() + (first_[column] + code) * rows_;
    }

    const CodedFile& original_;
    std::vector<std::size_t> patterned_;
    std::size_t rows_;
    std::int64_t leaf_rows_;
    std::vector<std::size_t> first_;      // of each column: its first category among all
    std::vector<std::int32_t> distance_;  // by category, then original record
    std::vector<std::uint16_t> agree_;    // the column's bit where the record has the category
};

// Which patterns weigh more: in `counting` columns the bit matters, and in `reversed` ones it
// counts against a match. Of two patterns the one that has all bits of the other, after reversing,
// weighs at least as much.
struct PatternOrder {
    std::uint16_t counting = 0xFFFF;
    std::uint16_t reversed = 0;

    std::uint16_t ranked(std::uint16_t pattern) const {
        return static_cast<std::uint16_t>((pattern ^ reversed) & counting);
    }
    friend bool operator==(const PatternOrder&, const PatternOrder&) = default;
};

// An immutable tree over the masked records; versions that differ in some records share the rest.
class LinkageTree {
  public:
    LinkageTree() = default;
    LinkageTree(const LinkageFrame& frame, std::span<const CellCode> codes);

    // The tree of `codes`, which differ from this tree's in the given rows (ascending) only.
    LinkageTree changed(const LinkageFrame& frame, std::span<const CellCode> codes,
                        std::span<const std::int64_t> rows) const;
    // The tree of `codes`, whose rows begin .. end - 1 are those of `inside` and all others of this
    // tree, but for the rows `begin - 1` and `end`, which may be of neither.
    LinkageTree spliced(const LinkageFrame& frame, std::span<const CellCode> codes,
                        const LinkageTree& inside, std::int64_t begin, std::int64_t end) const;

    // Originals that are nearest to their own masked record, ties shared out evenly.
    double distance_links() const;
    // Masked records for which their own original has the largest weight, ties shared out evenly.
    // `weights` by pattern. Patterns that compare by `order` are looked at once; where the tree was
    // last asked with another order it first becomes the tree of this one.
    double pattern_links(const LinkageFrame& frame, std::span<const double> weights,
                         PatternOrder order);

    struct Node;
    using NodePtr = std::shared_ptr<const Node>;

  private:
    NodePtr root_;
};

}  // namespace lethe
