// How good a protected version of a file of categories and numbers is, computed anew only as far as
// the version differs from one that was computed before: file_fitness.h and number_fitness.h for
// both at once. The intruder links by all columns together; what is lost, and what lies close to
// the truth, is counted for each kind by its own measures and weighed by the number of columns.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "lethe/algo/branch_and_cut/linkage_tree.h"
#include "lethe/algo/evolve/file_tables.h"
#include "lethe/algo/evolve/number_figures.h"
#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/search/evolve/file_fitness.h"
#include "lethe/search/evolve/mixed_file.h"
#include "lethe/search/evolve/number_fitness.h"

namespace lethe::search {

// All in percent.
struct MixedScore {
    FileScore categories;  // its linkages are not used
    NumberScore numbers;   // nor are those
    double weight = 0.5;   // of the categories: their share of the columns
    double distance_linkage = 0;
    double probabilistic_linkage = 0;

    double loss() const { return weight * categories.loss() + (1 - weight) * numbers.loss(); }
    double interval_disclosure() const {
        return weight * categories.interval_disclosure + (1 - weight) * numbers.interval_disclosure;
    }
    double risk() const {
        return *attack::combined_risk(distance_linkage, probabilistic_linkage,
                                      interval_disclosure());
    }
};

Json to_json(const MixedScore& score);

// Immutable; versions share what they have in common.
class ProtectedMixed {
  public:
    const FileCodes& codes() const { return codes_; }
    const MixedScore& score() const { return score_; }

  private:
    friend class MixedFitness;
    ProtectedMixed(FileCodes codes, FileTables tables, NumberFigures figures, LinkageTree tree)
        : codes_(std::move(codes)),
          tables_(std::move(tables)),
          figures_(std::move(figures)),
          tree_(std::move(tree)) {}

    FileCodes codes_;
    FileTables tables_;
    NumberFigures figures_;
    LinkageTree tree_;
    MixedScore score_;
};

class MixedFitness {
  public:
    // Columns of both kinds; errors as of CodedFile and NumberFile.
    MixedFitness(const Context& context, const Table& table, std::span<const std::string> columns);
    MixedFitness(const MixedFitness&) = delete;
    MixedFitness& operator=(const MixedFitness&) = delete;

    const MixedFile& original() const { return original_; }
    // From an original record to a masked one; only the order of distances matters.
    std::int64_t distance(std::int64_t row, std::span<const CellCode> masked) const {
        return linkage_.distance(row, masked);
    }

    ProtectedMixed evaluate(FileCodes codes) const;
    // The file with some cells changed, in ascending order.
    ProtectedMixed change(const ProtectedMixed& file, std::span<const CellChange> changes) const;
    // The cells begin .. end - 1 of `inside`, all others of `outside`.
    ProtectedMixed splice(const ProtectedMixed& outside, const ProtectedMixed& inside,
                          std::int64_t begin, std::int64_t end) const;

  private:
    // Tables and figures of a child, whose codes differ from its parent's in these rows at most.
    void count(ProtectedMixed& child, const ProtectedMixed& parent,
               std::span<const std::int64_t> rows) const;
    void score(ProtectedMixed& file) const;

    MixedFile original_;
    FileTablesFrame tables_;
    NumberFigures figures_;  // of the original
    MixedLinkage linkage_;
};

}  // namespace lethe::search
