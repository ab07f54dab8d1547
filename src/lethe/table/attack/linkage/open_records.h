// The released records that can belong to a person who is looked for.
//
// Whoever knows the links of some people (training records) knows to whom these records belong and
// does not take them for anybody else's: they are no candidates. Counting them as such would
// understate what is found. How values are scaled, ranked and read is still taken from the whole
// release, which she has.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/linkage/candidates.h"
#include "lethe/algo/linkage/neighbours.h"
#include "lethe/method/comparison.h"
#include "lethe/space/numeric.h"

namespace lethe::attack {

class OpenRecords {
  public:
    explicit OpenRecords(const AssessInput& input);

    bool all() const { return std::ssize(rows_) == std::ssize(place_of_); }
    std::int64_t size() const { return std::ssize(rows_); }
    const std::vector<std::int64_t>& rows() const { return rows_; }  // of the release, ascending
    const std::vector<std::int64_t>& closed() const { return closed_; }  // the others, ascending

    // The places among the open records of rows of the release; -1 stays, and where it is closed.
    std::vector<std::int64_t> places(std::span<const std::int64_t> released) const;
    NumericSpace of(const NumericSpace& released) const;

    // What was found at a place, as a row of the release.
    void as_rows(Nearest& link) const;
    void as_rows(Candidates& found) const;

  private:
    std::vector<std::int64_t> rows_;
    std::vector<std::int64_t> closed_;
    std::vector<std::int64_t> place_of_;  // of each row of the release; -1: closed
};

// The input with the open records alone, for attacks that only count what is there.
class OpenInput {
  public:
    explicit OpenInput(const AssessInput& input);
    // Whether no record is left: then there is no input to attack.
    bool none() const { return open_.size() == 0 && !open_.all(); }
    AssessInput of(const AssessInput& input) const;

  private:
    OpenRecords open_;
    Table masked_;
    std::vector<std::int64_t> origin_;
};

// Each of `held` against the open ones of all released records; `matches` are rows of the release.
std::vector<Nearest> nearest_open(const AssessInput& input, const NumericSpace& held,
                                  const NumericSpace& released,
                                  std::span<const std::int64_t> matches);

}  // namespace lethe::attack
