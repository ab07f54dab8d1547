// The rows g_ij of supervised linkage after presolve, block by block, as the margin oracle reads
// them: scaled feature by feature, then to length 1, so that row . w / |w| is a margin. Families of
// monotone distances keep the Pareto-minimal competitors; bilinear forms keep no row at all and
// find the worst competitor of a block as a quadratic form.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lethe/algo/learnt/linkage_features.h"
#include "lethe/core/context.h"
#include "lethe/core/vector_code.h"
#include "lethe/space/lanes.h"

namespace lethe {

// A row of a block: the competitor (row number of the masked file).
struct RowId {
    std::int32_t block = 0;
    std::int32_t competitor = 0;

    bool operator==(const RowId&) const = default;
};

struct WorstRow {
    RowId row;
    double value = 0.0;  // row . w, the row of length 1
};

// The open interval of t for which something holds at w + t u; empty when low >= high.
struct ParameterRange {
    double low = 0.0;
    double high = 0.0;
};

enum class Fate : std::uint8_t {
    open,    // depends on the parameters
    never,   // some competitor is as near as the true record whatever the parameters
    always,  // no competitor left: satisfied strictly inside the cone
};

class BlockRows {
  public:
    virtual ~BlockRows() = default;

    const DistanceModel& model() const { return model_; }
    const AlignedRecords& records() const { return records_; }
    int dims() const { return dims_; }
    int stride() const { return stride_; }  // dims up to a multiple of four; the rest is zero
    Fate fate(std::int32_t block) const { return fate_[static_cast<std::size_t>(block)]; }
    // Of a block that is never satisfied: the competitor that shows it.
    std::int32_t witness(std::int32_t block) const {
        return witness_[static_cast<std::size_t>(block)];
    }
    const std::vector<std::int32_t>& open_blocks() const { return open_; }

    // The rows of the cone, scaled, of length 1, `stride` numbers each.
    const std::vector<double>& cone() const { return cone_; }

    // For each of the blocks (all open) its row of least value at w; `w` has `stride` numbers.
    // Where worst_is_least() is false it is a row of least value before it is brought to length 1:
    // of the same sign, but other rows of the block can be nearer to zero.
    virtual void worst(std::span<const std::int32_t> blocks, const double* w,
                       std::vector<WorstRow>& out) const = 0;
    virtual bool worst_is_least() const { return true; }
    // For each of the blocks (all open) the t at which w + t u satisfies it.
    virtual void ranges(std::span<const std::int32_t> blocks, const double* w, const double* u,
                        std::vector<ParameterRange>& out) const = 0;
    // Narrows the range to the t at which w + t u lies inside the rows cone().
    void cone_range(const double* w, const double* u, ParameterRange& range) const;
    // About how many multiplications worst() of all open blocks takes.
    virtual std::int64_t products() const = 0;
    // One row, scaled, of length 1; `stride` numbers.
    void row(RowId id, double* out) const;

    // Where the cone has more rows than can be listed, each of them named by a vector v (see
    // generated_row): a v whose row w violates or meets with equality. False when there is none,
    // that is when w lies inside the cone.
    virtual bool separate(const double* /*w*/, std::vector<double>& /*v*/) const { return false; }

    std::vector<double> parameters(const double* w) const;  // on the features' own scale
    std::vector<double> scaled(std::span<const double> parameters) const;
    // A vector h of the features' own space as a row of the cone (length 1, stride numbers).
    std::vector<double> scaled_row(std::span<const double> h) const;

  protected:
    BlockRows(const DistanceModel& model, const AlignedRecords& records);
    void set_scale(std::vector<double> scale);  // also makes the cone
    void collect_open();

    DistanceModel model_;
    AlignedRecords records_;
    int dims_;
    int stride_;
    std::vector<double> scale_;
    std::vector<double> cone_;
    std::vector<Fate> fate_;
    std::vector<std::int32_t> witness_;
    std::vector<std::int32_t> open_;
};

// Presolves and builds. `records` must outlive the result. Errors as check_model.
std::unique_ptr<BlockRows> make_block_rows(const Context& context, const DistanceModel& model,
                                           const AlignedRecords& records);

// a . b over `size` numbers, a multiple of four; the order of the sums is fixed.
LETHE_INLINED inline double lane_dot(const double* a, const double* b, int size) {
    Lanes sum{};
    for (int f = 0; f < size; f += static_cast<int>(kLanes)) {
        Lanes left;
        Lanes right;
        load(left, a + f);
        load(right, b + f);
        sum += left * right;
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

}  // namespace lethe
