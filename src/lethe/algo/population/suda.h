// SUDA2 (Elliot, Manning and others): how special a unique record is, by the sizes and the number
// of its minimal sample uniques, and what that says of the chance to find its person.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe {

// What a minimal sample unique of some size counts.
enum class SudaScore {
    elliot,  // the product of (keys - i) for i from its size to min(most, keys - 1)
    ihsn,    // (2^(keys - size) - 1) size! (keys - size)! / keys!
};
double suda_score(SudaScore score, std::size_t keys, std::size_t size, std::size_t most);

// The chance that a match with a sample unique is right, of a file with so many uniques and classes
// of two, sampled with this fraction (data intrusion simulation; Skinner and Elliot 2002).
double intrusion_risk(std::int64_t uniques, std::int64_t pairs, double fraction);

// The same by record: the file's risk shared out by scores. 0 for a score of 0. Scores that are all
// equal give the file's risk.
std::vector<double> dis_suda(std::span<const double> scores, double file_risk, std::int64_t uniques,
                             std::size_t keys);

struct SudaOptions {
    std::size_t most = 3;  // columns of a minimal sample unique; more than there are: all
    SudaScore score = SudaScore::elliot;
    double fraction = 0.01;  // of the population that was sampled
    bool record_contributions = false;
};

struct SudaValue {
    std::int64_t row = 0;    // the first that has the value
    double contributed = 0;  // scores, of records with it, of sets with its column
    double scores = 0;       // of records with it
};

struct SudaRisk {
    std::vector<double> score;  // by row
    std::vector<double> dis;    // by row
    // By row: the size of its smallest set, 0 where it has none.
    std::vector<std::uint32_t> smallest;
    std::vector<std::int64_t> sets_of_size;  // minimal sample uniques of all records, by size - 1
    std::vector<double> contributed;         // by column: scores of sets with it
    std::vector<std::vector<SudaValue>> values;  // by column
    std::vector<std::vector<double>> by_record;  // by column and row, where asked for
    double scores = 0;                           // of all records
    std::int64_t uniques = 0;                    // on all columns
    std::int64_t pairs = 0;                      // classes of exactly two
    std::int64_t special = 0;                    // unique on all columns and on fewer, too
    double file_risk = 0;
};

// Missing values take part in no set. Costs as for_each_minimal_set.
SudaRisk suda_risk(const Context& context, const Table& table, std::span<const std::string> columns,
                   const SudaOptions& options);

}  // namespace lethe
