// Two files made ready for comparing record by record: for every pair of columns the distinct
// values of both, standardised and numbered, and the number of each record's value.
//
// Records are put into an order of their own, by a hash of their values: whatever is done
// afterwards (drawing samples, breaking ties) does not depend on the order of the rows in either
// file, but for records that are equal in all that is compared.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/table/linkage/linkage_plan.h"

namespace lethe::linkage {

constexpr std::int32_t kMissing = -1;
constexpr int kMostLevels = 7;  // of a comparator, besides missing

// A pair of columns. What a comparator does not need is empty.
struct Field {
    ColumnPair pair;
    int levels = 2;
    std::vector<std::string> texts;      // one byte a character
    std::vector<std::uint64_t> letters;  // which characters occur, modulo 64
    std::vector<double> low;             // numbers, days, lower ends of intervals
    std::vector<double> high;
    double spread = 1;                               // of the numbers
    std::vector<Date> dates;                         // year 0: not a date
    std::vector<std::vector<std::int32_t>> members;  // of a set, ascending
    std::vector<ConceptId> concepts;
    std::shared_ptr<const Taxonomy> taxonomy;
    // How many records of either file have each value.
    std::vector<std::int64_t> left_counts;
    std::vector<std::int64_t> right_counts;

    std::size_t values() const { return left_counts.size(); }
    // The level of agreement of two values: 1 to levels; 0 where one is missing.
    int level(std::int32_t a, std::int32_t b) const {
        if (a < 0 || b < 0) return 0;
        if (a == b) return levels;
        return unequal_level(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
    }

  private:
    int unequal_level(std::size_t a, std::size_t b) const;
    int date_level(std::size_t a, std::size_t b) const;
    int number_level(std::size_t a, std::size_t b) const;
    int label_level(std::size_t a, std::size_t b) const;
    int concept_level(std::size_t a, std::size_t b) const;
};

// One of the two files.
struct PreparedFile {
    std::int64_t rows = 0;
    std::vector<std::int64_t> origin;  // the row of the table that stands at each place
    std::vector<std::int32_t> codes;   // rows x fields: the number of the value, or kMissing

    std::span<const std::int32_t> record(std::int64_t row, std::size_t fields) const {
        return std::span(codes).subspan(static_cast<std::size_t>(row) * fields, fields);
    }
};

struct PreparedFiles {
    std::vector<Field> fields;
    PreparedFile left;
    PreparedFile right;  // empty where a file is linked with itself
    bool self = false;

    // For each field the one with which its values may have been exchanged, as given name and
    // surname are: a field of texts that are common to both. -1: none.
    std::vector<int> exchangeable;

    // The level of agreement of two records on a field. Values that differ and agree crosswise with
    // those of the exchangeable field are nearly equal.
    int level(std::size_t field, std::span<const std::int32_t> a,
              std::span<const std::int32_t> b) const {
        const int plain = fields[field].level(a[field], b[field]);
        if (plain != 1 || exchangeable[field] < 0) return plain;
        return exchanged(field, a, b) ? fields[field].levels - 1 : plain;
    }
    const PreparedFile& other() const { return self ? left : right; }
    // All pairs of records: of a file with itself each once, and none with itself.
    double all_pairs() const;

  private:
    bool exchanged(std::size_t field, std::span<const std::int32_t> a,
                   std::span<const std::int32_t> b) const;
};

// Fields of texts of which each has a good part of its values in common with the other; the first
// such pair counts.
std::vector<int> find_exchangeable(const std::vector<Field>& fields);

PreparedFiles prepare(const Context& context, const Table& left, const Table& right,
                      const LinkagePlan& plan, bool self);

}  // namespace lethe::linkage
