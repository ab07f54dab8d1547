// Presolve of supervised linkage.
//
// The monotone families (weighted mean, OWA, Choquet) compare vectors of absolute differences, for
// OWA sorted. Let t be the vector of the true pair. A competitor that is nowhere above t is at
// least as near for every monotone distance: the block is lost. One that is nowhere below t, and
// above it somewhere, is farther for every strictly monotone distance: its row is free. Of the
// others only the Pareto-minimal ones count, because a competitor above another is farther than
// that one. Candidates are sorted by their sum, so that a dominating one comes first and the front
// only grows; a front entry that has just dominated is tried first, which makes most tests one
// comparison. N = 1080 keeps 29,000 of 1.15 million rows.
//
// A bilinear form has no dominance. Its rows are never stored: with the matrix S the value of
// competitor j is q_j - 2 (S a_i) . b_j less the same of b_i, where q_j = b_j' S b_j; that is n
// multiplications a pair, vectorised over j. Values within rounding of zero are computed again from
// the differences.
#include "lethe/algo/block_rows.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "lethe/core/parallel.h"
#include "lethe/space/lanes.h"

namespace lethe {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

constexpr std::int64_t kBlocksAChunk = 16;

// Differences of one record to all masked ones, made comparable: absolute, sorted for OWA.
class DifferenceTable {
  public:
    DifferenceTable(const DistanceModel& model, const AlignedRecords& records)
        : sorted_(model.sorted()), records_(records), n_(records.attributes) {
        values_.resize(at(records.rows) * at(n_));
    }
    void compute(std::int32_t i) {
        double* out = values_.data();
        for (std::int32_t j = 0; j < records_.rows; ++j, out += n_) {
            for (int l = 0; l < n_; ++l) out[l] = std::abs(records_.difference(i, j, l));
            if (sorted_) std::sort(out, out + n_, std::greater<>());
        }
    }
    const double* operator[](std::int32_t j) const { return values_.data() + at(j) * at(n_); }

  private:
    bool sorted_;
    AlignedRecords records_;
    int n_;
    std::vector<double> values_;
};

bool nowhere_above(const double* a, const double* b, int n) {
    for (int l = 0; l < n; ++l) {
        if (a[l] > b[l]) return false;
    }
    return true;
}

struct Front {
    Fate fate = Fate::open;
    std::int32_t witness = -1;
    std::vector<std::int32_t> competitors;
};

class FrontFinder {
  public:
    FrontFinder(const DistanceModel& model, const AlignedRecords& records)
        : table_(model, records), rows_(records.rows), n_(records.attributes) {}

    Front find(std::int32_t i) {
        table_.compute(i);
        Front front;
        candidates_.clear();
        const double* own = table_[i];
        for (std::int32_t j = 0; j < rows_; ++j) {
            if (j == i) continue;
            const double* other = table_[j];
            if (nowhere_above(other, own, n_)) {
                front.fate = Fate::never;
                front.witness = j;
                return front;
            }
            if (nowhere_above(own, other, n_)) continue;
            double sum = 0.0;
            for (int l = 0; l < n_; ++l) sum += other[l];
            candidates_.push_back({sum, j});
        }
        std::sort(candidates_.begin(), candidates_.end());
        for (const auto& [sum, j] : candidates_) {
            if (!dominated(front.competitors, j)) front.competitors.push_back(j);
        }
        std::sort(front.competitors.begin(), front.competitors.end());
        if (front.competitors.empty()) front.fate = Fate::always;
        return front;
    }

  private:
    bool dominated(std::vector<std::int32_t>& front, std::int32_t j) const {
        const double* mine = table_[j];
        for (std::size_t place = 0; place < front.size(); ++place) {
            if (!nowhere_above(table_[front[place]], mine, n_)) continue;
            std::swap(front[place], front[place / 2]);
            return true;
        }
        return false;
    }

    DifferenceTable table_;
    std::int32_t rows_;
    int n_;
    std::vector<std::pair<double, std::int32_t>> candidates_;
};

constexpr ParameterRange kEverywhere{-std::numeric_limits<double>::infinity(),
                                     std::numeric_limits<double>::infinity()};

// To the t with value + t slope > 0.
void narrow(double value, double slope, ParameterRange& range) {
    if (slope > 0.0) {
        range.low = std::max(range.low, -value / slope);
    } else if (slope < 0.0) {
        range.high = std::min(range.high, -value / slope);
    } else if (!(value > 0.0)) {
        range.high = range.low;
    }
}

class StoredRows final : public BlockRows {
  public:
    StoredRows(const Context& context, const DistanceModel& model, const AlignedRecords& records)
        : BlockRows(model, records), fronts_(at(records.rows)) {
        parallel_chunks(context, records.rows, kBlocksAChunk,
                        [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                            FrontFinder finder(model, records);
                            for (std::int64_t i = begin; i < end; ++i) {
                                fronts_[at(i)] = finder.find(static_cast<std::int32_t>(i));
                            }
                        });
        begin_.assign(at(records.rows) + 1, 0);
        for (std::size_t i = 0; i < fronts_.size(); ++i) {
            fate_[i] = fronts_[i].fate;
            witness_[i] = fronts_[i].witness;
            const bool open = fate_[i] == Fate::open;
            begin_[i + 1] = begin_[i] + (open ? std::ssize(fronts_[i].competitors) : 0);
        }
        collect_open();
        fill(context);
    }

    void worst(std::span<const std::int32_t> blocks, const double* w,
               std::vector<WorstRow>& out) const override {
        out.clear();
        for (const std::int32_t block : blocks) {
            WorstRow worst{{block, -1}, std::numeric_limits<double>::infinity()};
            for (std::int64_t place = begin_[at(block)]; place < begin_[at(block) + 1]; ++place) {
                const double value = lane_dot(rows_.data() + place * stride_, w, stride_);
                if (value < worst.value) {
                    worst.value = value;
                    worst.row.competitor =
                        fronts_[at(block)].competitors[at(place - begin_[at(block)])];
                }
            }
            out.push_back(worst);
        }
    }

    void ranges(std::span<const std::int32_t> blocks, const double* w, const double* u,
                std::vector<ParameterRange>& out) const override {
        out.clear();
        for (const std::int32_t block : blocks) {
            ParameterRange range = kEverywhere;
            for (std::int64_t place = begin_[at(block)];
                 place < begin_[at(block) + 1] && range.low < range.high; ++place) {
                const double* row = rows_.data() + place * stride_;
                narrow(lane_dot(row, w, stride_), lane_dot(row, u, stride_), range);
            }
            out.push_back(range);
        }
    }

    std::int64_t products() const override { return std::ssize(rows_); }

  private:
    void fill(const Context& context) {
        const std::int64_t total = begin_.back();
        std::vector<double> raw(at(total) * at(dims_));
        parallel_chunks(context, records_.rows, kBlocksAChunk,
                        [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                            std::vector<double> difference(at(records_.attributes));
                            std::vector<double> own(at(dims_));
                            for (std::int64_t i = begin; i < end; ++i) {
                                if (fate_[at(i)] != Fate::open) continue;
                                const auto block = static_cast<std::int32_t>(i);
                                records_.differences(block, block, difference.data());
                                features(model_, difference, own.data());
                                double* out = raw.data() + begin_[at(i)] * dims_;
                                for (const std::int32_t j : fronts_[at(i)].competitors) {
                                    records_.differences(block, j, difference.data());
                                    features(model_, difference, out);
                                    for (int f = 0; f < dims_; ++f) out[f] -= own[at(f)];
                                    out += dims_;
                                }
                            }
                        });
        std::vector<double> scale(at(dims_), 0.0);
        for (std::int64_t place = 0; place < total * dims_; ++place) {
            scale[at(place % dims_)] += raw[at(place)] * raw[at(place)];
        }
        for (double& s : scale) s = s > 0.0 ? std::sqrt(static_cast<double>(total) / s) : 1.0;
        set_scale(std::move(scale));
        rows_.assign(at(total) * at(stride_), 0.0);
        parallel_chunks(context, total, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            for (std::int64_t place = begin; place < end; ++place) {
                double* out = rows_.data() + place * stride_;
                double norm = 0.0;
                for (int f = 0; f < dims_; ++f) {
                    out[f] = raw[at(place * dims_ + f)] * scale_[at(f)];
                    norm += out[f] * out[f];
                }
                norm = std::sqrt(norm);
                for (int f = 0; f < dims_ && norm > 0.0; ++f) out[f] /= norm;
            }
        });
    }

    std::vector<Front> fronts_;
    std::vector<std::int64_t> begin_;
    std::vector<double> rows_;
};

class BilinearRows final : public BlockRows {
  public:
    BilinearRows(const Context& context, const DistanceModel& model, const AlignedRecords& records)
        : BlockRows(model, records), n_(records.attributes) {
        padded_ = (records.rows + kLanes - 1) / kLanes * kLanes;
        columns_.assign(at(padded_) * at(n_), 0.0);
        for (std::int32_t j = 0; j < records.rows; ++j) {
            for (int l = 0; l < n_; ++l) {
                columns_[at(l * padded_ + j)] = records.masked[at(j) * at(n_) + at(l)];
                largest_ = std::max({largest_, std::abs(columns_[at(l * padded_ + j)]),
                                     std::abs(records.original[at(j) * at(n_) + at(l)])});
            }
        }
        find_fates(context);
        collect_open();
        find_scale();
    }

    void worst(std::span<const std::int32_t> blocks, const double* w,
               std::vector<WorstRow>& out) const override;
    void ranges(std::span<const std::int32_t> blocks, const double* w, const double* u,
                std::vector<ParameterRange>& out) const override;
    bool separate(const double* w, std::vector<double>& v) const override;
    std::int64_t products() const override { return std::ssize(open_) * padded_ * n_; }

  private:
    void find_fates(const Context& context);
    void find_scale();
    Eigen::MatrixXd matrix(const double* w) const;
    WorstRow worst_of(std::int32_t block, const double* w, const Eigen::MatrixXd& matrix,
                      const std::vector<double>& own_forms, double doubt,
                      std::vector<double>& values) const;
    void values_of(std::int32_t record, const Eigen::MatrixXd& matrix,
                   const std::vector<double>& own_forms, std::vector<double>& values) const;
    std::vector<double> forms_of_masked(const Eigen::MatrixXd& matrix) const;
    bool separate_pairs(const double* w, std::vector<double>& v) const;
    bool separate_psd(const double* w, std::vector<double>& v) const;
    double cone_value(const double* w, const std::vector<double>& v) const;

    int n_;
    std::int64_t padded_ = 0;
    double largest_ = 0.0;
    std::vector<double> columns_;  // the masked file, column by column
};

// The forms agree for all matrices exactly when the differences are equal or opposite.
void BilinearRows::find_fates(const Context& context) {
    parallel_chunks(context, records_.rows, kBlocksAChunk,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        std::vector<double> own(at(n_));
                        std::vector<double> other(at(n_));
                        for (std::int64_t i = begin; i < end; ++i) {
                            const auto block = static_cast<std::int32_t>(i);
                            records_.differences(block, block, own.data());
                            for (std::int32_t j = 0; j < records_.rows; ++j) {
                                if (j == block || std::abs(records_.difference(block, j, 0)) !=
                                                      std::abs(own[0])) {
                                    continue;
                                }
                                records_.differences(block, j, other.data());
                                bool opposite = true;
                                for (int l = 0; l < n_; ++l)
                                    opposite &= other[at(l)] == -own[at(l)];
                                if (other != own && !opposite) continue;
                                fate_[at(i)] = Fate::never;
                                witness_[at(i)] = j;
                                break;
                            }
                            if (records_.rows == 1) fate_[at(i)] = Fate::always;
                        }
                    });
}

// From a fixed sample of rows: the size of a feature hardly varies between samples.
void BilinearRows::find_scale() {
    scale_.assign(at(dims_), 1.0);
    std::vector<double> sums(at(dims_), 0.0);
    std::vector<double> difference(at(n_));
    std::vector<double> own(at(dims_));
    std::vector<double> other(at(dims_));
    std::int64_t count = 0;
    constexpr std::int32_t kSampled = 64;
    for (const std::int32_t block : open_) {
        records_.differences(block, block, difference.data());
        features(model_, difference, own.data());
        const std::int32_t step = std::max(1, records_.rows / kSampled);
        for (std::int32_t j = block % step; j < records_.rows; j += step) {
            records_.differences(block, j, difference.data());
            features(model_, difference, other.data());
            for (std::size_t f = 0; f < sums.size(); ++f) {
                sums[f] += (other[f] - own[f]) * (other[f] - own[f]);
            }
            ++count;
        }
    }
    for (double& sum : sums) sum = sum > 0.0 ? std::sqrt(static_cast<double>(count) / sum) : 1.0;
    set_scale(std::move(sums));
}

Eigen::MatrixXd BilinearRows::matrix(const double* w) const {
    Eigen::MatrixXd result(n_, n_);
    int f = 0;
    for (int l = 0; l < n_; ++l) {
        for (int h = l; h < n_; ++h, ++f) result(l, h) = result(h, l) = w[f] * scale_[at(f)];
    }
    return result;
}

std::vector<double> BilinearRows::forms_of_masked(const Eigen::MatrixXd& matrix) const {
    std::vector<double> result(at(padded_), 0.0);
    for (int l = 0; l < n_; ++l) {
        for (int h = l; h < n_; ++h) {
            const double weight = l == h ? matrix(l, h) : 2.0 * matrix(l, h);
            const double* left = columns_.data() + l * padded_;
            const double* right = columns_.data() + h * padded_;
            for (std::int64_t j = 0; j < padded_; ++j) result[at(j)] += weight * left[j] * right[j];
        }
    }
    return result;
}

// q_j - 2 (S a) . b_j for all j.
void BilinearRows::values_of(std::int32_t record, const Eigen::MatrixXd& matrix,
                             const std::vector<double>& own_forms,
                             std::vector<double>& values) const {
    const double* a = records_.original + at(record) * at(n_);
    Lanes weights[kMostAttributes];
    for (int l = 0; l < n_; ++l) {
        double sum = 0.0;
        for (int h = 0; h < n_; ++h) sum += matrix(l, h) * a[h];
        for (int lane = 0; lane < kLanes; ++lane) weights[l][lane] = 2.0 * sum;
    }
    for (std::int64_t j = 0; j < padded_; j += kLanes) {
        Lanes value;
        load(value, own_forms.data() + j);
        for (int l = 0; l < n_; ++l) {
            Lanes column;
            load(column, columns_.data() + l * padded_ + j);
            value -= weights[l] * column;
        }
        save(value, values.data() + j);
    }
}

WorstRow BilinearRows::worst_of(std::int32_t block, const double* w, const Eigen::MatrixXd& matrix,
                                const std::vector<double>& own_forms, double doubt,
                                std::vector<double>& values) const {
    values_of(block, matrix, own_forms, values);
    const double own = values[at(block)];
    values[at(block)] = std::numeric_limits<double>::infinity();
    for (std::int64_t j = records_.rows; j < padded_; ++j) values[at(j)] = values[at(block)];
    Lanes lows;
    load(lows, values.data());
    for (std::int64_t j = kLanes; j < padded_; j += kLanes) {
        Lanes value;
        load(value, values.data() + j);
        lows = value < lows ? value : lows;
    }
    const double low = std::min(std::min(lows[0], lows[1]), std::min(lows[2], lows[3]));
    // Those that may be the lowest: the lowest itself, and those within rounding of the own value.
    const double below = low > own + doubt ? low : own + doubt;
    std::vector<double> exact(at(stride_));
    WorstRow worst{{block, -1}, std::numeric_limits<double>::infinity()};
    for (std::int64_t j = 0; j < padded_; j += kLanes) {
        Lanes value;
        load(value, values.data() + j);
        const auto near = value <= below;
        if ((near[0] | near[1] | near[2] | near[3]) == 0) continue;
        for (std::int64_t place = j; place < j + kLanes; ++place) {
            const double difference = values[at(place)] - own;
            const bool doubtful = difference > -doubt && difference < doubt;
            if (values[at(place)] != low && !doubtful) continue;
            if (place >= records_.rows || place == block) continue;
            const auto competitor = static_cast<std::int32_t>(place);
            row({block, competitor}, exact.data());
            const double unit = lane_dot(exact.data(), w, stride_);
            if (unit < worst.value) worst = {{block, competitor}, unit};
        }
    }
    return worst;
}

void BilinearRows::ranges(std::span<const std::int32_t> blocks, const double* w, const double* u,
                          std::vector<ParameterRange>& out) const {
    out.clear();
    const Eigen::MatrixXd start = matrix(w);
    const Eigen::MatrixXd direction = matrix(u);
    const std::vector<double> start_forms = forms_of_masked(start);
    const std::vector<double> direction_forms = forms_of_masked(direction);
    std::vector<double> values(at(padded_));
    std::vector<double> slopes(at(padded_));
    for (const std::int32_t block : blocks) {
        values_of(block, start, start_forms, values);
        values_of(block, direction, direction_forms, slopes);
        const double value = values[at(block)];
        const double slope = slopes[at(block)];
        ParameterRange range = kEverywhere;
        for (std::int32_t j = 0; j < records_.rows && range.low < range.high; ++j) {
            if (j != block) narrow(values[at(j)] - value, slopes[at(j)] - slope, range);
        }
        out.push_back(range);
    }
}

void BilinearRows::worst(std::span<const std::int32_t> blocks, const double* w,
                         std::vector<WorstRow>& out) const {
    out.clear();
    const Eigen::MatrixXd form = matrix(w);
    const std::vector<double> own_forms = forms_of_masked(form);
    const double doubt = 1e-13 * form.cwiseAbs().sum() * largest_ * largest_;
    std::vector<double> values(at(padded_));
    for (const std::int32_t block : blocks) {
        out.push_back(worst_of(block, w, form, own_forms, doubt, values));
    }
}

bool BilinearRows::separate(const double* w, std::vector<double>& v) const {
    if (model_.family == DistanceFamily::bilinear_nonnegative) return separate_pairs(w, v);
    if (model_.family == DistanceFamily::bilinear_psd) return separate_psd(w, v);
    return false;
}

bool BilinearRows::separate_pairs(const double* w, std::vector<double>& v) const {
    const Eigen::MatrixXd form = matrix(w);
    const std::vector<double> own_forms = forms_of_masked(form);
    const double doubt = 1e-13 * form.cwiseAbs().sum() * largest_ * largest_;
    std::vector<double> values(at(padded_));
    std::vector<double> difference(at(n_));
    double worst = 0.0;
    bool found = false;
    for (std::int32_t i = 0; i < records_.rows; ++i) {
        values_of(i, form, own_forms, values);
        const Eigen::Map<const Eigen::VectorXd> a(records_.original + at(i) * at(n_), n_);
        const double own = a.dot(form * a);
        for (std::int32_t j = 0; j < records_.rows; ++j) {
            if (values[at(j)] + own >= doubt) continue;
            records_.differences(i, j, difference.data());
            const double value = cone_value(w, difference);
            if (value > 0.0 || (found && value >= worst)) continue;
            worst = value;
            v = difference;
            found = true;
        }
    }
    return found;
}

bool BilinearRows::separate_psd(const double* w, std::vector<double>& v) const {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix(w));
    if (solver.eigenvalues()(0) > 0.0) return false;
    const Eigen::VectorXd lowest = solver.eigenvectors().col(0);
    v.assign(lowest.data(), lowest.data() + n_);
    return cone_value(w, v) <= 0.0;
}

// The row f(v) of length 1 at w; infinite for v = 0, which is no condition.
double BilinearRows::cone_value(const double* w, const std::vector<double>& v) const {
    if (std::all_of(v.begin(), v.end(), [](double x) { return x == 0.0; })) {
        return std::numeric_limits<double>::infinity();
    }
    std::vector<double> feature(at(dims_));
    features(model_, v, feature.data());
    const std::vector<double> row = scaled_row(feature);
    return lane_dot(row.data(), w, stride_);
}

}  // namespace

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
    if (model.bilinear()) return std::make_unique<BilinearRows>(context, model, records);
    return std::make_unique<StoredRows>(context, model, records);
}

}  // namespace lethe
