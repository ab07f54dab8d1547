// Rows of the monotone families, presolved.
//
// Which competitors of a block count: see competitor_front.h.
//
// What is kept of a row: all its numbers, or, for the set functions in the form of a measure, those
// of the two chains of sets that it has: 2 n of 2^n - 1.
#include <algorithm>
#include <cmath>

#include "lethe/algo/learnt/block_rows_kinds.h"
#include "lethe/algo/learnt/competitor_front.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"
#include "lethe/core/vector_code.h"

namespace lethe {
namespace {

constexpr std::int64_t kMostStored = std::int64_t{5} << 26;  // numbers in all rows, 2.5 GB

// All numbers of a row, `stride` of them.
class DenseStore {
  public:
    DenseStore(const DistanceModel& /*model*/, int /*attributes*/, int dims, int stride)
        : dims_(dims), stride_(stride) {}
    std::int64_t width() const { return stride_; }
    void resize(std::int64_t rows) { values_.assign(at(rows * stride_), 0.0); }
    void put(std::int64_t row, const double* features) {
        std::copy_n(features, dims_, values_.data() + row * stride_);
    }
    template <class Change>  // value <- change(feature, value)
    void change(std::int64_t row, Change&& change) {
        double* values = values_.data() + row * stride_;
        for (int f = 0; f < dims_; ++f) values[f] = change(f, values[f]);
    }
    LETHE_INLINED double dot(std::int64_t row, const double* w) const {
        return lane_dot(values_.data() + row * stride_, w, stride_);
    }

  private:
    int dims_;
    int stride_;
    std::vector<double> values_;
};

// The numbers that are not zero, at most two chains of n sets.
class ChainStore {
  public:
    ChainStore(const DistanceModel& /*model*/, int attributes, int dims, int /*stride*/)
        : dims_(dims), width_(2 * attributes) {}
    std::int64_t width() const { return width_; }
    void resize(std::int64_t rows) {
        values_.assign(at(rows * width_), 0.0);
        features_.assign(at(rows * width_), 0);
    }
    void put(std::int64_t row, const double* features) {
        std::int64_t place = row * width_;
        for (int f = 0; f < dims_; ++f) {
            if (features[f] == 0.0) continue;
            values_[at(place)] = features[f];
            features_[at(place++)] = f;
        }
    }
    template <class Change>
    void change(std::int64_t row, Change&& change) {
        for (std::int64_t place = row * width_; place < (row + 1) * width_; ++place) {
            if (values_[at(place)] == 0.0) continue;
            values_[at(place)] = change(features_[at(place)], values_[at(place)]);
        }
    }
    LETHE_INLINED double dot(std::int64_t row, const double* w) const {
        const double* values = values_.data() + row * width_;
        const std::int32_t* features = features_.data() + row * width_;
        double even = 0.0;
        double odd = 0.0;
        for (int place = 0; place < width_; place += 2) {
            even += values[place] * w[features[place]];
            odd += values[place + 1] * w[features[place + 1]];
        }
        return even + odd;
    }

  private:
    int dims_;
    int width_;
    std::vector<double> values_;
    std::vector<std::int32_t> features_;
};

template <class Store>
class FrontRows final : public BlockRows {
  public:
    FrontRows(const Context& context, const DistanceModel& model, const AlignedRecords& records)
        : BlockRows(model, records),
          fronts_(at(records.rows)),
          store_(model, records.attributes, dims_, stride_) {
        parallel_chunks(context, records.rows, kBlocksAChunk,
                        [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                            FrontFinder finder(records, model.sorted());
                            for (std::int64_t i = begin; i < end; ++i) {
                                fronts_[at(i)] = finder.find(static_cast<std::int32_t>(i));
                            }
                        });
        begin_.assign(at(records.rows) + 1, 0);
        for (std::size_t i = 0; i < fronts_.size(); ++i) {
            witness_[i] = fronts_[i].witness;
            fate_[i] = witness_[i] >= 0                 ? Fate::never
                       : fronts_[i].competitors.empty() ? Fate::always
                                                        : Fate::open;
            const bool open = fate_[i] == Fate::open;
            begin_[i + 1] = begin_[i] + (open ? std::ssize(fronts_[i].competitors) : 0);
        }
        collect_open();
        fill(context);
    }

    void worst(std::span<const std::int32_t> blocks, const double* w,
               std::vector<WorstRow>& out) const override {
        out.resize(blocks.size());
        vector_code([&]() LETHE_INLINED {
            for (std::size_t i = 0; i < blocks.size(); ++i) out[i] = worst_of(blocks[i], w);
        });
    }

    void ranges(std::span<const std::int32_t> blocks, const double* w, const double* u,
                std::vector<ParameterRange>& out) const override {
        out.assign(blocks.size(), kEverywhere);
        vector_code([&]() LETHE_INLINED {
            for (std::size_t i = 0; i < blocks.size(); ++i) {
                const std::size_t block = at(blocks[i]);
                for (std::int64_t place = begin_[block];
                     place < begin_[block + 1] && out[i].low < out[i].high; ++place) {
                    narrow(store_.dot(place, w), store_.dot(place, u), out[i]);
                }
            }
        });
    }

    std::int64_t products() const override { return begin_.back() * store_.width(); }

    bool separate(const double* w, std::vector<double>& v) const override {
        if (!generates_pair_rows(model_, records_.attributes)) return false;
        v = worst_pair_row(model_, parameters(w), records_.attributes);
        std::vector<double> row(at(dims_));
        generated_row(model_, v, row.data());
        return lane_dot(scaled_row(row).data(), w, stride_) <= 0.0;
    }

  private:
    LETHE_INLINED WorstRow worst_of(std::int32_t block, const double* w) const {
        WorstRow worst{{block, -1}, std::numeric_limits<double>::infinity()};
        for (std::int64_t place = begin_[at(block)]; place < begin_[at(block) + 1]; ++place) {
            const double value = store_.dot(place, w);
            if (value < worst.value) {
                worst.value = value;
                worst.row.competitor =
                    fronts_[at(block)].competitors[at(place - begin_[at(block)])];
            }
        }
        return worst;
    }

    void fill(const Context& context) {
        const std::int64_t total = begin_.back();
        if (total * store_.width() > kMostStored) {
            throw Error(ErrorKind::usage,
                        "so many records and columns do not fit into memory for this family of "
                        "distances; take fewer columns or a smaller max_records");
        }
        store_.resize(total);
        parallel_chunks(context, records_.rows, kBlocksAChunk,
                        [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                            for (std::int64_t i = begin; i < end; ++i) {
                                if (fate_[at(i)] == Fate::open) fill(static_cast<std::int32_t>(i));
                            }
                        });
        std::vector<double> scale(at(dims_), 0.0);
        for (std::int64_t place = 0; place < total; ++place) {
            store_.change(place, [&](int f, double value) {
                scale[at(f)] += value * value;
                return value;
            });
        }
        for (double& s : scale) s = s > 0.0 ? std::sqrt(static_cast<double>(total) / s) : 1.0;
        set_scale(std::move(scale));
        parallel_chunks(context, total, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            for (std::int64_t place = begin; place < end; ++place) to_length_one(place);
        });
    }
    void fill(std::int32_t block) {
        std::vector<double> difference(at(records_.attributes));
        std::vector<double> own(at(dims_));
        std::vector<double> row(at(dims_));
        records_.differences(block, block, difference.data());
        features(model_, difference, own.data());
        std::int64_t place = begin_[at(block)];
        for (const std::int32_t j : fronts_[at(block)].competitors) {
            records_.differences(block, j, difference.data());
            features(model_, difference, row.data());
            for (int f = 0; f < dims_; ++f) row[at(f)] -= own[at(f)];
            store_.put(place++, row.data());
        }
    }
    void to_length_one(std::int64_t place) {
        double norm = 0.0;
        store_.change(place, [&](int f, double value) {
            const double scaled = value * scale_[at(f)];
            norm += scaled * scaled;
            return scaled;
        });
        norm = std::sqrt(norm);
        if (!(norm > 0.0)) return;
        store_.change(place, [&](int, double value) { return value / norm; });
    }

    std::vector<CompetitorFront> fronts_;
    std::vector<std::int64_t> begin_;
    Store store_;
};

}  // namespace

std::unique_ptr<BlockRows> make_front_rows(const Context& context, const DistanceModel& model,
                                           const AlignedRecords& records) {
    const bool chains = (model.family == DistanceFamily::choquet ||
                         model.family == DistanceFamily::choquet_submodular) &&
                        records.attributes > 3;
    if (chains) return std::make_unique<FrontRows<ChainStore>>(context, model, records);
    return std::make_unique<FrontRows<DenseStore>>(context, model, records);
}

}  // namespace lethe
