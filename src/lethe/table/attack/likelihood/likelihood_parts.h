// What a masking makes of a value, as parts of a linkage by likelihood: one function a kind of
// masking.
//
// The weight of a pair is the logarithm of p(y | x) / p(y): how much likelier the released value y
// is where the original is x than it is among all released records. For y that k records show this
// is p(y | x) / k up to a factor: the chance that this very record is the one.
#pragma once

#include <Eigen/Core>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/linkage/likelihood_linkage.h"
#include "lethe/data/column.h"
#include "lethe/method/transition_table.h"

namespace lethe::attack {

using PartPtr = std::unique_ptr<const LikelihoodPart>;

// One column: the values of the people that are looked for, as the intruder knows them, and the
// release.
struct ColumnPair {
    ColumnPtr held;      // one row a person
    ColumnPtr released;  // all rows of the release
    // Whether values that were there can be missing in the release; otherwise that is impossible.
    bool can_be_missing = false;
};

// Left as it was: the released value is the known one. `held` may be what the masking makes of the
// known values, where it is known to the last bit.
PartPtr equal_part(const ColumnPair& pair);

// Changed in a way that nothing is known of: half of the values are taken to have stayed, ordered
// categories to have moved to near ones, the others to be anything. Excludes nobody. For
// categories.
PartPtr loose_part(const ColumnPair& pair);

// Changed by a transition matrix: a category that it does not name stays.
PartPtr transition_part(const ColumnPair& pair, const TransitionTable& table);

// Shown as something that holds the value: an interval "[2,5]", "[20,30)", "<18", ">=65", a set
// "{a,b}", a concept above it, or itself. Nothing where no released value is of that form.
PartPtr containing_part(const ColumnPair& pair);

// Values exchanged between ranks, by one mechanism after another.
struct SwapModel {
    enum class Kind { window, buckets, distance };
    struct Step {
        Kind kind = Kind::window;
        double strength = 0;  // window: ranks; buckets: how many; distance: mean ranks
        double deviation = 0;
    };
    std::vector<Step> steps;
    // No value moved by more ranks than that; nothing where there is no bound.
    std::optional<std::int64_t> bound;
};

// What the mechanisms do to ranks, found by running them; columns that were swapped alike share it.
class SwapTable;
class SwapTables {
  public:
    const SwapTable& find(const Context& context, const SwapModel& model, std::int64_t size);

  private:
    std::map<std::vector<double>, std::shared_ptr<const SwapTable>> tables_;
};

// For numbers and ordered categories (as numbers, their places in the order).
PartPtr swapped_part(const Context& context, const ColumnPair& pair, const SwapModel& model,
                     SwapTables& tables);

// Numbers around which the released ones lie: normal, with these covariances, about the known
// values, which may be moved towards `centre` first (1: not at all).
struct NormalModel {
    Eigen::MatrixXd covariance;
    Eigen::VectorXd shrink;
    Eigen::VectorXd centre;
};
// The columns are masked together; a missing value stands at the mean of the release.
PartPtr normal_part(std::span<const ColumnPair> pairs, const NormalModel& model);

// One column microaggregated on its own: the clusters are runs of the sorted values, so that only
// the neighbouring centroids are possible, and of these the likelier is the nearer one in terms of
// the gaps between centroids.
PartPtr runs_part(const ColumnPair& pair);

// Several columns microaggregated together: normal about the centroids with the covariances that
// microaggregation took away, which are those of the known records less those of the release.
PartPtr clusters_part(std::span<const ColumnPair> pairs);

// Fuzzy microaggregation: drawn by membership, in proportion to distance^(-2 / (fuzziness - 1)).
PartPtr membership_part(std::span<const ColumnPair> pairs, double fuzziness);

// Numbers masked in a way that nothing is known of: nearer is likelier, in deviations, each file by
// its own.
PartPtr distance_part(const ColumnPair& pair);

}  // namespace lethe::attack
