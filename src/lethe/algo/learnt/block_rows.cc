#include "lethe/algo/learnt/block_rows.h"

#include <algorithm>
#include <cmath>

#include "lethe/algo/learnt/block_rows_kinds.h"
#include "lethe/core/index.h"

namespace lethe {
namespace {}  // namespace

BlockRows::BlockRows(const DistanceModel& model, const AlignedRecords& records)
    : model_(model), records_(records), dims_(feature_count(model, records.attributes)) {
    stride_ = static_cast<int>((dims_ + kLanes - 1) / kLanes * kLanes);
    fate_.assign(at(records.rows), Fate::open);
    witness_.assign(at(records.rows), -1);
}

void BlockRows::collect_open() {
    for (std::int32_t i = 0; i < records_.rows; ++i) {
        if (fate(i) == Fate::open) open_.push_back(i);
    }
}

void BlockRows::set_scale(std::vector<double> scale) {
    scale_ = std::move(scale);
    for (const std::vector<double>& h : cone_rows(model_, records_.attributes)) {
        const std::vector<double> row = scaled_row(h);
        cone_.insert(cone_.end(), row.begin(), row.end());
    }
}

void BlockRows::cone_range(const double* w, const double* u, ParameterRange& range) const {
    for (std::size_t place = 0; place < cone_.size(); place += at(stride_)) {
        const double* row = cone_.data() + place;
        narrow(lane_dot(row, w, stride_), lane_dot(row, u, stride_), range);
    }
}

void BlockRows::row(RowId id, double* out) const {
    double difference[kMostAttributes];
    const std::span<const double> view(difference, at(records_.attributes));
    std::vector<double> own(at(dims_));
    records_.differences(id.block, id.block, difference);
    features(model_, view, own.data());
    records_.differences(id.block, id.competitor, difference);
    features(model_, view, out);
    std::fill(out + dims_, out + stride_, 0.0);
    for (int f = 0; f < dims_; ++f) out[f] = (out[f] - own[at(f)]) * scale_[at(f)];
    double norm = 0.0;
    for (int f = 0; f < dims_; ++f) norm += out[f] * out[f];
    norm = std::sqrt(norm);
    for (int f = 0; f < dims_ && norm > 0.0; ++f) out[f] /= norm;
}

std::vector<double> BlockRows::parameters(const double* w) const {
    std::vector<double> result(at(dims_));
    for (int f = 0; f < dims_; ++f) result[at(f)] = w[f] * scale_[at(f)];
    return result;
}

std::vector<double> BlockRows::scaled(std::span<const double> parameters) const {
    std::vector<double> result(at(stride_), 0.0);
    for (int f = 0; f < dims_; ++f) result[at(f)] = parameters[at(f)] / scale_[at(f)];
    return result;
}

std::vector<double> BlockRows::scaled_row(std::span<const double> h) const {
    std::vector<double> result(at(stride_), 0.0);
    double norm = 0.0;
    for (int f = 0; f < dims_; ++f) {
        result[at(f)] = h[at(f)] * scale_[at(f)];
        norm += result[at(f)] * result[at(f)];
    }
    if (norm > 0.0) {
        for (double& value : result) value /= std::sqrt(norm);
    }
    return result;
}

std::unique_ptr<BlockRows> make_block_rows(const Context& context, const DistanceModel& model,
                                           const AlignedRecords& records) {
    check_model(model, records);
    return model.bilinear() ? make_bilinear_rows(context, model, records)
                            : make_front_rows(context, model, records);
}

}  // namespace lethe
