// The competitors that decide whether a person is found by a monotone distance.
//
// The monotone families (weighted mean, OWA, Choquet) compare vectors of absolute differences, for
// OWA sorted. Let t be the vector of the true pair. A competitor that is nowhere above t is at
// least as near for every monotone distance: the block is lost. One that is nowhere below t, and
// above it somewhere, is farther for every strictly monotone distance: its row is free. Of the
// others only the Pareto-minimal ones count, because a competitor above another is farther than
// that one. One walk over the release keeps the front of what it has met: a new competitor is
// dropped where an entry dominates it, and drives out the entries that it dominates. An entry that
// has just dominated is tried first, which makes most tests one comparison, and nothing is stored
// but the front: the release may have a million rows. N = 1080 keeps 29,000 of 1.15 million.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/learnt/linkage_features.h"

namespace lethe {

struct CompetitorFront {
    std::int32_t witness = -1;  // a competitor at least as near for every monotone distance
    std::vector<std::int32_t> competitors;  // without a witness: those that count, ascending
};

class FrontFinder {
  public:
    // `sorted`: differences are compared by rank, as OWA does. `ties`: one that is nowhere nearer,
    // but not farther everywhere, counts as well: it ties where attributes have no weight. The
    // records must outlive it.
    FrontFinder(const AlignedRecords& records, bool sorted, bool ties = false);

    // O(competitors x front) at worst. A front can be as large as the release where there are many
    // columns: above kAllCompared competitors only some of it is kept, those of the least sums of
    // differences. What is left out are conditions: a bound on those who satisfy all of them stays
    // one, though it may not be reached, and who is found must be counted over the whole release.
    CompetitorFront find(std::int32_t i);

    static constexpr std::int32_t kAllCompared = 6000;
    static constexpr std::size_t kMostKept = 100;

  private:
    void differences(std::int32_t i, std::int32_t j, double* out) const;
    double* values(std::size_t place) {
        return values_.data() + place * static_cast<std::size_t>(n_);
    }
    void exchange(std::size_t a, std::size_t b);
    bool dominated();
    void take(std::int32_t j);
    bool makes_room();

    bool sorted_;
    const AlignedRecords& records_;
    int n_;
    std::vector<double> own_;
    std::vector<double> other_;
    std::vector<std::int32_t> window_;  // the front so far
    std::vector<double> values_;        // its differences
    std::vector<double> sums_;          // of these
    bool ties_ = false;
    bool limited_ = false;
};

}  // namespace lethe
