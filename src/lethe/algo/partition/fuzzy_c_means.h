// Fuzzy c-means (Bezdek: Pattern recognition with fuzzy objective function algorithms, 1981): each
// record belongs to every cluster to some degree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/space/points.h"

namespace lethe {

// How much a point belongs to each of some centres. With q_i the squared distance to centre i and a
// fuzziness m > 1, its membership is in proportion to q_i^(-1 / (m - 1)): m near 1 gives all to the
// nearest centre, a large m shares evenly. Centres at distance 0 share everything.
class Memberships {
  public:
    // `centres` is row-major; at least one. Error(usage) for m <= 1.
    Memberships(std::span<const double> centres, std::int64_t dims, double fuzziness);

    std::int64_t centres() const { return count_; }

    // Memberships up to a common factor: the nearest centre has 1. Room for centres() numbers each;
    // `ratio` becomes the least squared distance divided by that of the centre. Returns their sum.
    double weigh(const double* point, double* weight, double* ratio) const;

  private:
    std::int64_t dims_;
    std::int64_t count_;
    double power_;                 // 1 / (m - 1)
    std::vector<double> columns_;  // the centres, by dimension
};

struct FuzzyClusters {
    std::vector<double> centres;  // row-major
    std::int64_t rounds = 0;
    bool settled = false;  // no centre moved by `tolerance` or more in the last round
};

// From the given centres on, until no centre moves by `tolerance` or `rounds` are over. A centre to
// which nothing belongs stays where it is. O(points x centres x dims) a round, parallel; the same
// bits for any number of threads. Error(usage) for m <= 1.
FuzzyClusters fuzzy_c_means(const Context& context, const Points& points,
                            std::vector<double> centres, double fuzziness, std::int64_t rounds,
                            double tolerance);

}  // namespace lethe
