// How good a protected version of a file of categories is: the classical losses and risks, computed
// anew only as far as the version differs from one that was computed before.
//
//   FileFitness fitness(context, table, columns);
//   ProtectedFile file = fitness.evaluate(fitness.original().coded(masked));
//   ProtectedFile child = fitness.change(file, {{.cell = 17, .code = 2}});
//
// A child's score is bit for bit what `evaluate` gives for its codes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/branch_and_cut/linkage_tree.h"
#include "lethe/algo/evolve/coded_file.h"
#include "lethe/algo/evolve/file_tables.h"
#include "lethe/algo/linkage/category_linkage.h"
#include "lethe/algo/linkage/distinct_linkage.h"
#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"
#include "lethe/table/attack/combined_risk.h"

namespace lethe::search {

// All in percent.
struct FileScore {
    double distance_loss = 0;  // DBIL
    double table_loss = 0;     // CTBIL of one and two columns
    double entropy_loss = 0;   // EBIL
    double interval_disclosure = 0;
    double distance_linkage = 0;       // DBRL: each original to its nearest masked record
    double probabilistic_linkage = 0;  // PRL: each masked record to its heaviest original

    double loss() const { return (distance_loss + table_loss + entropy_loss) / 3; }
    double risk() const {
        return *attack::combined_risk(distance_linkage, probabilistic_linkage, interval_disclosure);
    }
};

Json to_json(const FileScore& score);

std::vector<double> interval_widths();  // of interval disclosure, in percent

// What a search makes small.
struct Aim {
    enum class Kind { mean, max, weighted };
    Kind kind = Kind::mean;
    double alpha = 0.5;  // of weighted: alpha loss + (1 - alpha) risk

    double of(double risk, double loss) const;
    double of(const FileScore& score) const { return of(score.risk(), score.loss()); }
};

// Immutable; versions share what they have in common.
class ProtectedFile {
  public:
    const FileCodes& codes() const { return codes_; }
    const FileScore& score() const { return score_; }

  private:
    friend class FileFitness;
    ProtectedFile(FileCodes codes, FileTables tables, LinkageTree tree)
        : codes_(std::move(codes)), tables_(std::move(tables)), tree_(std::move(tree)) {}

    FileCodes codes_;
    FileTables tables_;
    LinkageTree tree_;
    FileScore score_;
};

struct CellChange {
    std::int64_t cell = 0;  // record by record
    CellCode code = 0;
};

class FileFitness {
  public:
    // Errors as of CodedFile. Probabilistic linkage weighs agreements by what is true of the file:
    // how often masking keeps a value of the column, and how often others agree by chance. That is
    // an intruder who knows how the data were masked, and is stronger than one who must estimate
    // this from the pairs; of more than 16 columns it uses those with the most categories.
    FileFitness(const Context& context, const Table& table, std::span<const std::string> columns);
    FileFitness(const FileFitness&) = delete;
    FileFitness& operator=(const FileFitness&) = delete;

    const CodedFile& original() const { return original_; }
    // From an original record to a masked one; only the order of distances matters.
    std::int64_t distance(std::int64_t row, std::span<const CellCode> masked) const {
        return linkage_.distance(row, masked);
    }

    ProtectedFile evaluate(FileCodes codes) const;
    // The same score, several times faster, of a file that no version will be made of.
    FileScore score(std::span<const CellCode> codes) const;
    // The file with some cells changed, in ascending order.
    ProtectedFile change(const ProtectedFile& file, std::span<const CellChange> changes) const;
    // The cells begin .. end - 1 of `inside`, all others of `outside`.
    ProtectedFile splice(const ProtectedFile& outside, const ProtectedFile& inside,
                         std::int64_t begin, std::int64_t end) const;

  private:
    struct Agreements {  // probabilities of probabilistic linkage, by column of the patterns
        std::vector<double> m;
        std::vector<double> u;
    };

    FileScore table_score(const FileTables& tables) const;  // all but linkage
    Agreements agreements(const FileTables& tables) const;
    void score(ProtectedFile& file) const;

    CodedFile original_;
    FileTablesFrame tables_;
    CategoryLinkage linkage_;
    DistinctLinkage distinct_;
};

}  // namespace lethe::search
