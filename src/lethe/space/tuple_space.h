// The space of records that mean something: concepts of taxonomies, other categories and numbers
// side by side.
//
// Equal records are one tuple with a count, so that work grows with the number of different
// records. Tuples are in the canonical order: column by column, by the text of the value (numbers
// by size), missing last. Every algorithm breaks its ties by this order, so that its result does
// not depend on the order of the rows.
//
// The distance of two records is the mean of the distances of their columns: of two concepts by a
// measure, of other categories as in space/value_domain.h, of two numbers their difference divided
// by the range of the column. With `squared` it is the mean of the squares, numbers standardised:
// the loss that microaggregation makes least. Distances are whole numbers in parts of a common
// denominator, so that records that are equally far are so exactly.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"
#include "lethe/space/space.h"
#include "lethe/space/value_domain.h"

namespace lethe {

class TupleSpace {
  public:
    struct Options {
        MeasureOptions measure = {};
        bool squared = false;
        // Records are at distance 0 where they are equal in every column, and otherwise at 1.
        bool whole_records = false;
        // Of numbers, where the distance is not squared or numbers are not to be standardised.
        bool standardise = true;
    };

    // A centre or a record: a coordinate for each column, the number of a candidate of the column's
    // domain, or a number; NaN for a missing number.
    using Point = std::vector<double>;
    class Pool;

    // With `masked`, the values of that table are candidates too, see points_of. Error(usage) for
    // an unknown column, none at all, or text.
    TupleSpace(const Context& context, const Table& table, std::span<const std::string> columns,
               const Options& options, const Table* masked = nullptr);

    std::size_t columns() const { return columns_.size(); }
    std::int32_t tuples() const { return static_cast<std::int32_t>(counts_.size()); }
    std::int64_t count(std::int32_t tuple) const {
        return counts_[static_cast<std::size_t>(tuple)];
    }
    std::span<const std::int32_t> tuple_of_row() const { return tuple_of_row_; }  // of the table
    const Options& options() const { return options_; }

    // Of a column of categories; null for numbers.
    const ValueDomain* domain(std::size_t column) const { return columns_[column].domain.get(); }
    // The number of the value of a tuple, among those of the column in canonical order.
    std::int32_t code(std::size_t column, std::int32_t tuple) const {
        return columns_[column].codes[static_cast<std::size_t>(tuple)];
    }
    std::span<const std::int32_t> codes(std::size_t column) const { return columns_[column].codes; }
    std::int32_t values(std::size_t column) const;
    // Of a column of numbers, by code; NaN for missing.
    std::span<const double> numbers(std::size_t column) const { return columns_[column].numbers; }

    Point tuple_point(std::int32_t tuple) const;
    // The distance in parts; mean() makes it the mean over the columns.
    std::int64_t parts(const Point& point, std::int32_t tuple) const;
    std::int64_t parts(std::int32_t a, std::int32_t b) const;
    std::int32_t whole_parts() const { return static_cast<std::int32_t>(whole_); }  // of 1
    double mean(std::int64_t parts) const {
        return static_cast<double>(parts) / (whole_ * static_cast<double>(divisor()));
    }
    // Of one column: parts from a coordinate to each of its values.
    void column_parts(std::size_t column, double coordinate, std::span<std::int32_t> out) const;

    // The rows of a masked table (the one that the space was made with) as points: the different
    // ones, in the order of their first rows, and which one each row has.
    struct Points {
        std::vector<Point> points;
        std::vector<std::int64_t> counts;
        std::vector<std::int32_t> of_row;
    };
    Points points_of(const Table& masked) const;

    // As a Space: the records in canonical order, equal ones side by side.
    std::int64_t rows() const { return first_row_.back(); }
    std::int32_t tuple_of(std::int64_t row) const {
        return tuple_of_sorted_[static_cast<std::size_t>(row)];
    }
    std::int64_t first_row(std::int32_t tuple) const {
        return first_row_[static_cast<std::size_t>(tuple)];
    }
    Point point(std::int64_t row) const { return tuple_point(tuple_of(row)); }
    double distance(std::int64_t a, std::int64_t b) const {
        return static_cast<double>(parts(tuple_of(a), tuple_of(b)));
    }
    double distance(const Point& point, std::int64_t row) const {
        return static_cast<double>(parts(point, tuple_of(row)));
    }
    Point centroid(std::span<const std::int64_t> rows) const;  // the semantic centre

  private:
    struct SpaceColumn {
        std::string name;
        std::shared_ptr<ValueDomain> domain;
        std::vector<double> numbers;  // different ones, ascending, NaN last
        double scale = 0;             // of a difference of numbers; 0: all are equal
        double far = 1;               // from a missing number
        std::vector<std::int32_t> codes;
    };

    std::size_t divisor() const { return options_.whole_records ? 1 : columns_.size(); }
    SpaceColumn make_column(const Context& context, const Table& table, const std::string& name,
                            const Table* masked, std::vector<std::int32_t>& codes) const;
    std::int32_t number_parts(const SpaceColumn& column, double a, double b) const;
    bool differs(const SpaceColumn& column, double coordinate, std::int32_t value) const;
    void number_tuples(std::vector<std::vector<std::int32_t>> codes, std::int64_t rows);
    void choose_whole();

    Options options_;
    std::vector<SpaceColumn> columns_;
    double whole_ = 1;
    std::vector<std::int64_t> counts_;
    std::vector<std::int32_t> tuple_of_row_;
    std::vector<std::int32_t> tuple_of_sorted_;
    std::vector<std::int64_t> first_row_;
};

}  // namespace lethe
