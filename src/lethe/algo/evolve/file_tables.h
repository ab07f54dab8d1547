// The tables from which the losses of a protected file and its interval disclosure follow, kept up
// to date while cells change: for each column original against masked category, and for one and two
// columns the masked records of each cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/evolve/coded_file.h"

namespace lethe {

// What does not change: the original's tables, and where each table lies.
class FileTablesFrame {
  public:
    // `p`: widths of interval disclosure in percent. Error(usage) when the tables of two columns
    // have more than 2^24 cells together. Refers to the file, which must outlive it.
    FileTablesFrame(const CodedFile& original, std::vector<double> p);

  private:
    friend class FileTables;
    const CodedFile& original_;
    std::vector<double> p_;
    std::vector<std::size_t> joint_;   // where the table of each column begins
    std::vector<std::size_t> single_;  // the same, of masked records
    std::vector<std::size_t> pair_;    // of each pair of columns a < b, by a then b
    std::vector<std::int32_t> original_single_;
    std::vector<std::int32_t> original_pair_;
    std::size_t joint_cells_ = 0;
    std::vector<double> bits_;  // n log2 n for n up to the number of records
    std::vector<double> most_;  // log2 of the number of categories, by column
};

class FileTables {
  public:
    FileTables(const FileTablesFrame& frame, std::span<const CellCode> codes);

    // A record becomes another one. O(columns^2) where all of it changes, O(columns) for one cell.
    void change(const FileTablesFrame& frame, std::int64_t row, std::span<const CellCode> from,
                std::span<const CellCode> to);

    // In percent; O(cells of the tables of one column).
    double distance_loss(const FileTablesFrame& frame) const;  // DBIL
    double table_loss(const FileTablesFrame& frame) const;     // CTBIL of one and two columns
    double entropy_loss(const FileTablesFrame& frame) const;   // EBIL
    double interval_disclosure(const FileTablesFrame& frame) const;
    // The share of records whose value in the column is kept (missing is none), and that of other
    // pairs of an original and a masked record that agree on it.
    double kept(const FileTablesFrame& frame, std::size_t column) const;
    double agreeing(const FileTablesFrame& frame, std::size_t column) const;

  private:
    std::int64_t records_kept(const FileTablesFrame& frame, std::size_t column) const;
    void move(std::int32_t& cell, std::int32_t original, std::int32_t by);
    void cells_disclosed(const FileTablesFrame& frame, std::size_t column,
                         std::vector<std::int64_t>& disclosed, std::int64_t& compared) const;

    std::vector<std::int32_t> joint_;
    std::vector<std::int32_t> single_;
    std::vector<std::int32_t> pair_;
    std::int64_t difference_ = 0;  // sum of |f - f'| over all cells of one and two columns
};

}  // namespace lethe
