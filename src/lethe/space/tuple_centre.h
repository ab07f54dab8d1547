// The centre of a multiset of tuples that grows and shrinks.
//
// semantic    of each column the candidate with the least sum of distances to the values, among the
//             concepts on the paths between the values and their least common subsumer (numbers:
//             the mean)
// mode        the most frequent tuple;  value_mode: of each column the most frequent value
// lcs         of each column the least common subsumer of its values
// consensus   the tuple with the least sum of confusions: going down the hierarchy to it costs, the
//             way up is free
// medoid      the tuple with the least sum of distances to the others
// random      any record
//
// Ties go to the first in canonical order. A number is missing in the centre unless more than half
// of the records have one; where values without a common subsumer meet, lcs takes the semantic
// centre.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/space/tuple_space.h"

namespace lethe {

enum class CentreKind { semantic, mode, value_mode, lcs, consensus, medoid, random };

struct CentreOptions {
    CentreKind kind = CentreKind::semantic;
    std::optional<Stream> random;  // needed by `random` alone
};

class TupleCentre {
  public:
    TupleCentre(const TupleSpace& space, const CentreOptions& options);
    ~TupleCentre();

    void add(std::int32_t tuple, std::int64_t times);
    void remove(std::int32_t tuple, std::int64_t times);  // at most as many as were added
    void clear();
    std::int64_t size() const { return size_; }  // records

    // Of at least one record. Semantic: in time linear in the candidates above the values.
    // Consensus and medoid: quadratic in the tuples.
    TupleSpace::Point point() const;

  private:
    // One column of categories.
    class Values;
    // The sum of a column of numbers, in parts of 2^-30 of its range so that it does not depend on
    // the order.
    struct Numbers {
        std::int64_t sum = 0;
        std::int64_t present = 0;
    };

    TupleSpace::Point column_centres() const;
    std::int32_t most_frequent_tuple() const;
    std::int32_t least_costly_tuple(bool confusion) const;
    std::int32_t random_tuple() const;
    void change(std::int32_t tuple, std::int64_t times);

    const TupleSpace& space_;
    CentreOptions options_;
    bool by_column_;
    std::vector<Values> values_;
    std::vector<Numbers> numbers_;
    std::vector<std::vector<std::int64_t>> places_;  // of the numbers within their range, by code
    std::map<std::int32_t, std::int64_t> members_;   // only for centres that are tuples
    std::int64_t size_ = 0;
    mutable std::int64_t draws_ = 0;
};

}  // namespace lethe
