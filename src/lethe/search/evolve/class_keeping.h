// Versions of a file in which every record equals at least k - 1 others, and changes that leave it
// so. See class_keeping.cc for how.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "lethe/algo/evolve/coded_file.h"
#include "lethe/algo/evolve/genetic_operators.h"
#include "lethe/core/random.h"
#include "lethe/search/evolve/file_fitness.h"

namespace lethe::search {

// Distances from an original record to a masked one; only their order matters.
using RecordDistance = std::function<std::int64_t(std::int64_t row, std::span<const CellCode>)>;
// Another code for a cell of a column; nothing where the column has no other.
using CodeChange =
    std::function<std::optional<CellCode>(std::size_t column, CellCode now, Draws& draws)>;

// Two records are equal when their cells are and their rows have the same label: what stands in
// columns that nobody changes. A code for missing is a value like others.
class ClassKeeping {
  public:
    // `labels` holds one for each row; `original` must outlive this. k is at least 1.
    ClassKeeping(std::int64_t k, std::int64_t width, std::vector<std::int32_t> labels,
                 const FileCodes& original, RecordDistance distance);

    std::int64_t k() const { return k_; }
    // The fewest records that are equal, counted by sorting all of them; 0 in an empty file.
    std::int64_t smallest(std::span<const CellCode> codes) const;
    bool holds(std::span<const CellCode> codes) const {
        return codes.empty() || smallest(codes) >= k_;
    }

    // Records in classes that are too small join the class nearest to what they originally were,
    // among those of their label that are large enough. Nothing where a label has no such class.
    std::optional<FileCodes> repaired(FileCodes codes) const;
    // A version with a small change, all of whose classes are large enough, as those of `codes`
    // are; equal to `codes` where the change that was drawn cannot be made.
    FileCodes mutated(const FileCodes& codes, const CodeChange& change, Draws& draws) const;
    // `outside` with what `inside` has for some records, about those of the cells of the segments,
    // which ascend; both have classes that are large enough, and so has the result.
    FileCodes crossed(const FileCodes& outside, const FileCodes& inside,
                      std::span<const Segment> segments) const;

  private:
    struct Classes;
    Classes classes_of(std::span<const CellCode> codes) const;
    std::span<const CellCode> record(std::span<const CellCode> codes, std::int64_t row) const;
    void put(FileCodes& codes, std::int64_t row, std::span<const CellCode> values) const;

    void move_record(FileCodes& codes, const Classes& classes, Draws& draws) const;
    void change_class(FileCodes& codes, const Classes& classes, const CodeChange& change,
                      Draws& draws) const;
    void split_class(FileCodes& codes, const Classes& classes, Draws& draws) const;

    std::int64_t k_;
    std::int64_t rows_;
    std::int64_t width_;
    std::vector<std::int32_t> labels_;
    const FileCodes& original_;
    RecordDistance distance_;
};

// The cells in which two versions of a file differ, ascending.
std::vector<CellChange> differences(const FileCodes& from, const FileCodes& to);
// The same, of the cells of the segments, which ascend.
std::vector<CellChange> differences(const FileCodes& from, const FileCodes& to,
                                    std::span<const Segment> segments);

}  // namespace lethe::search
