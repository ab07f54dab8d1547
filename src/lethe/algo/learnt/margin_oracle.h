// Can these blocks be satisfied together? The oracle answers with parameters that do it, or with a
// conflict: at most dims + 1 rows with positive multipliers whose sum is zero, hence blocks of
// which every solution gives up at least one. See margin_oracle.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "lethe/algo/learnt/block_rows.h"
#include "lethe/algo/learnt/min_norm_point.h"

namespace lethe {

// No conflict is claimed unless the multipliers bring the unit rows to a sum this short: what is
// claimed is that no parameters have a margin above it.
constexpr double kConflictMargin = 1e-10;
// Parameters of length 1 satisfy a row of length 1 when the product is above this.
constexpr double kSatisfiedMargin = 1e-11;

enum class OracleAnswer {
    feasible,
    conflict,
    unknown,  // rounding hides the answer
};

// Where a row of a conflict comes from: a competitor of a block, or the cone.
struct ConflictRow {
    RowId row;  // block is kConeBlock for a row of the cone, competitor its number there
    double multiplier = 0.0;
};

constexpr std::int32_t kConeBlock = -1;

struct Conflict {
    std::vector<std::int32_t> blocks;  // ascending
    std::vector<ConflictRow> rows;
};

class MarginOracle {
  public:
    // `expired`: asked now and then during a long question; then the answer is unknown.
    explicit MarginOracle(const BlockRows& rows, std::function<bool()> expired = {});

    // `whole_cone`: the parameters must lie in the cone also where its rows are generated only when
    // they are violated. Such rows stay, and conflicts found later may use them.
    OracleAnswer ask(std::span<const std::int32_t> blocks, bool whole_cone = false);
    // After `feasible`: the parameters, scaled (stride numbers).
    const std::vector<double>& point() const { return corral_.point(); }
    // After `conflict`.
    Conflict conflict() const;
    // Whether the block is satisfied at the last feasible point.
    bool satisfied(std::int32_t block);
    // From the last feasible point towards the one of largest margin for the same blocks.
    void widen(std::span<const std::int32_t> blocks);

    // The corral, to return to after a question.
    MinNormPoint save() const { return corral_; }
    void restore(const MinNormPoint& corral) { corral_ = corral; }

    // The rows of the cone by number: those of cone_rows() first, then f(v) of these v.
    const std::vector<std::vector<double>>& generated_cone() const { return generated_; }
    std::int64_t steps() const { return steps_; }
    std::int64_t work() const { return work_; }  // about how many multiplications so far

  private:
    std::int32_t pool_row(RowId id);
    const double* vector(std::int32_t number) const {
        return pool_values_.data() + static_cast<std::size_t>(number) * stride_;
    }
    void begin(std::span<const std::int32_t> blocks);
    bool start(std::span<const std::int32_t> blocks);
    std::int32_t worst_in_pool(std::span<const std::int32_t> blocks, double threshold) const;
    bool scan(std::span<const std::int32_t> blocks, double threshold);
    bool generate_cone_row();
    void measure_steps();
    bool safe(std::int32_t block, double threshold) const;
    void remember(const std::vector<WorstRow>& rows);
    void add_cone_row(const double* row);

    const BlockRows& rows_;
    std::function<bool()> expired_;
    std::size_t stride_;
    MinNormPoint corral_;
    std::vector<RowId> pool_;
    std::vector<double> pool_values_;
    std::vector<std::vector<std::int32_t>> pool_of_;  // by block; the cone's own list comes last
    std::vector<char> asked_;                         // by block, of the present question
    std::vector<double> cone_;
    std::vector<std::int32_t> cone_in_pool_;  // number in the pool, or -1
    std::vector<std::vector<double>> generated_;
    std::vector<WorstRow> worst_;
    // Where the blocks were last looked at, and how far that is from the present point.
    struct Look {
        std::int64_t number = -1;
        double margin = 0.0;
    };
    std::vector<Look> looks_;        // by block
    std::vector<double> places_;     // the latest looks' points, of length 1
    std::vector<double> distances_;  // from the present point
    std::int64_t next_look_ = 0;
    std::vector<std::int32_t> unsafe_;
    std::int64_t steps_ = 0;
    mutable std::int64_t work_ = 0;
};

}  // namespace lethe
