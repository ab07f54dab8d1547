// Record linkage against a protected file that changes a little: which originals find their own
// masked record. See linkage_tree.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lethe/algo/evolve/coded_file.h"

namespace lethe {

// What a masked record is to each original one: how far away, and on which columns both agree.
class LinkageFrame {
  public:
    LinkageFrame(std::int64_t rows, std::int64_t width, std::size_t patterned);
    virtual ~LinkageFrame() = default;

    std::int64_t rows() const { return rows_; }
    std::int64_t width() const { return width_; }         // cells of a record
    std::size_t patterned() const { return patterned_; }  // columns of the patterns, at most 16
    std::int64_t leaf_rows() const { return leaf_rows_; }

    // Only the order of distances matters. From several threads at once.
    virtual void distances(std::span<const CellCode> masked, std::int32_t* out) const = 0;
    virtual void patterns(std::span<const CellCode> masked, std::uint16_t* out) const = 0;
    virtual std::int32_t distance(std::int64_t row, std::span<const CellCode> masked) const = 0;
    virtual std::uint16_t pattern(std::int64_t row, std::span<const CellCode> masked) const = 0;

  private:
    std::int64_t rows_;
    std::int64_t width_;
    std::size_t patterned_;
    std::int64_t leaf_rows_;
};

// An immutable tree over the masked records; versions that differ in some records share the rest.
class LinkageTree {
  public:
    LinkageTree() = default;
    LinkageTree(const LinkageFrame& frame, std::span<const CellCode> codes);

    // The tree of `codes`, which differ from this tree's in the given rows (ascending) only.
    LinkageTree changed(const LinkageFrame& frame, std::span<const CellCode> codes,
                        std::span<const std::int64_t> rows) const;
    // The tree of `codes`, whose cells begin .. end - 1, at least one, are those of `inside` and
    // all others of this tree.
    LinkageTree spliced(const LinkageFrame& frame, std::span<const CellCode> codes,
                        const LinkageTree& inside, std::int64_t begin, std::int64_t end) const;

    // Originals that are nearest to their own masked record, ties shared out evenly.
    double distance_links() const;
    // Masked records for which their own original has the largest weight, ties shared out evenly. A
    // pair that agrees on a column of the patterns weighs log2(m / u) there, another one
    // log2((1 - m) / (1 - u)), with m and u within (0, 1). Takes longer the first time that m is
    // not above u in a column. From several threads at once.
    double pattern_links(const LinkageFrame& frame, std::span<const double> m,
                         std::span<const double> u) const;

    struct Node;
    using NodePtr = std::shared_ptr<const Node>;

  private:
    NodePtr root_;
};

}  // namespace lethe
