// The tuples that an algorithm has still to place, and questions about all of them: which is the
// farthest, which are the nearest. Every tuple is looked at for every question, eight at a time.
//
// Columns with few different combinations of values are joined, so that a distance is the sum of a
// few numbers out of tables that are made anew for each point: some five look-ups for the twelve
// columns of a census. Removed tuples leave gaps, which are closed when a quarter are gaps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "lethe/space/tuple_space.h"

namespace lethe {

// What makes a tuple far or near: its distance, or its distance times its count, as the comparison
// operator of the literature has it.
enum class Weighting { none, frequency };

class TupleScan {
  public:
    explicit TupleScan(const TupleSpace& space);  // of all tuples

    std::int64_t tuples() const { return left_; }
    bool has(std::int32_t tuple) const;
    void remove(std::int32_t tuple);  // one that is there

    // Of at least one tuple; ties go to the lowest.
    std::int32_t farthest(const TupleSpace::Point& from, Weighting weighting);
    std::int32_t nearest(const TupleSpace::Point& from, Weighting weighting);

    // look(tuples, parts) for block after block, in ascending order of the tuples; what was removed
    // has parts of `gone`.
    template <class Look>
    void scan(const TupleSpace::Point& from, std::int32_t gone, Look look) {
        aim(from);
        const auto places = std::ssize(tuples_);
        for (std::int64_t begin = 0; begin < places; begin += kBlock) {
            const std::int64_t count = std::min(kBlock, places - begin);
            measure(begin, count, gone);
            look(std::span(tuples_).subspan(static_cast<std::size_t>(begin),
                                            static_cast<std::size_t>(count)),
                 std::span<const std::int32_t>(parts_.data(), static_cast<std::size_t>(count)));
        }
    }

  private:
    static constexpr std::int64_t kBlock = 1024;

    // Columns that are looked up together.
    struct Group {
        std::vector<std::size_t> columns;
        std::vector<std::int32_t> codes;                     // of each place
        std::vector<std::vector<std::int32_t>> value_codes;  // by column: of each combination
        std::vector<std::int32_t> table;                     // parts of each combination
    };

    void add_column(std::size_t column, std::int64_t most);
    void aim(const TupleSpace::Point& from);
    void measure(std::int64_t begin, std::int64_t count, std::int32_t gone);
    void close_gaps();
    template <bool kFarthest>
    std::int32_t extreme(const TupleSpace::Point& from, Weighting weighting);

    const TupleSpace& space_;
    std::vector<Group> groups_;
    std::vector<std::int32_t> tuples_;  // of each place, ascending
    std::vector<std::int32_t> place_;   // of each tuple
    std::vector<char> is_gone_;         // by place
    std::int64_t left_;
    std::int64_t gaps_ = 0;
    std::vector<std::int32_t> buffer_;
    std::vector<std::int32_t> parts_;
};

// The records of a TupleSpace that are still to place (see space.h): copies of a tuple go one by
// one, in the order of the rows.
class TupleSpace::Pool {
  public:
    Pool(const Context& context, const TupleSpace& space);
    // With another centre than the semantic one.
    Pool(const Context& context, const TupleSpace& space, const struct CentreOptions& centre);
    ~Pool();

    std::int64_t size() const { return size_; }
    std::int64_t farthest_from_centroid();
    std::int64_t farthest_from(std::int64_t row);
    void nearest(std::int64_t row, std::int64_t count, std::vector<std::int64_t>& found);
    void remove(std::int64_t row);

  private:
    std::int64_t next_row(std::int32_t tuple) const;

    const TupleSpace& space_;
    TupleScan scan_;
    std::unique_ptr<class TupleCentre> centre_;
    std::vector<std::int64_t> taken_;  // copies of each tuple that are gone
    std::int64_t size_;
};

}  // namespace lethe
