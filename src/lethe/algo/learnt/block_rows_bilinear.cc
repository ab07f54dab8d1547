// Rows of the bilinear forms. A bilinear form has no dominance. Its rows are never stored: with the
// matrix S the value of competitor j is q_j - 2 (S a_i) . b_j less the same of b_i, where q_j =
// b_j' S b_j; that is n multiplications a pair, vectorised over j. Values within rounding of zero
// are computed again from the differences.
#include <algorithm>
#include <cmath>

#include "lethe/algo/learnt/block_rows_kinds.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"
#include "lethe/core/symmetric_eigen.h"
#include "lethe/core/vector_code.h"

namespace lethe {
namespace {

constexpr auto kLowest = [](const double* values, std::int64_t end) LETHE_INLINED {
    Lanes lows;
    load(lows, values);
    for (std::int64_t j = kLanes; j < end; j += kLanes) {
        Lanes value;
        load(value, values + j);
        lows = value < lows ? value : lows;
    }
    return std::min(std::min(lows[0], lows[1]), std::min(lows[2], lows[3]));
};

// The first four from j on of which one is not above the limit; `end` if there are none.
constexpr auto kNextNear = [](const double* values, std::int64_t j, std::int64_t end, double limit)
                               LETHE_INLINED {
                                   for (; j < end; j += kLanes) {
                                       Lanes value;
                                       load(value, values + j);
                                       const auto near = value <= limit;
                                       if ((near[0] | near[1] | near[2] | near[3]) != 0) break;
                                   }
                                   return j;
                               };

class BilinearRows final : public BlockRows {
  public:
    BilinearRows(const Context& context, const DistanceModel& model, const AlignedRecords& records)
        : BlockRows(model, records), n_(records.attributes) {
        padded_ = (records.competitors() + kLanes - 1) / kLanes * kLanes;
        columns_.assign(at(padded_) * at(n_), 0.0);
        for (std::int32_t j = 0; j < records.competitors(); ++j) {
            for (int l = 0; l < n_; ++l) {
                columns_[at(l * padded_ + j)] = records.masked[at(j) * at(n_) + at(l)];
                largest_ = std::max(largest_, std::abs(columns_[at(l * padded_ + j)]));
            }
        }
        for (std::int64_t place = 0; place < std::int64_t{records.rows} * n_; ++place) {
            largest_ = std::max(largest_, std::abs(records.original[place]));
        }
        find_fates(context);
        collect_open();
        find_scale();
    }

    void worst(std::span<const std::int32_t> blocks, const double* w,
               std::vector<WorstRow>& out) const override;
    bool worst_is_least() const override { return false; }
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
    void leave_out_equals(std::int32_t block, std::vector<double>& values) const;
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
                            bool alone = true;
                            for (std::int32_t j = 0; j < records_.competitors(); ++j) {
                                alone = alone && !records_.competes(block, j);
                                if (j == block || std::abs(records_.difference(block, j, 0)) !=
                                                      std::abs(own[0])) {
                                    continue;
                                }
                                records_.differences(block, j, other.data());
                                bool opposite = true;
                                for (int l = 0; l < n_; ++l)
                                    opposite &= other[at(l)] == -own[at(l)];
                                if (other != own && !opposite) continue;
                                if (!records_.competes(block, j)) continue;
                                fate_[at(i)] = Fate::never;
                                witness_[at(i)] = j;
                                break;
                            }
                            if (alone) fate_[at(i)] = Fate::always;
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
        const std::int32_t step = std::max(1, records_.competitors() / kSampled);
        for (std::int32_t j = block % step; j < records_.competitors(); j += step) {
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
    const auto add = [](double* to, double weight, const double* left, const double* right,
                        std::int64_t end) LETHE_INLINED {
        for (std::int64_t j = 0; j < end; ++j) to[j] += weight * left[j] * right[j];
    };
    for (int l = 0; l < n_; ++l) {
        for (int h = l; h < n_; ++h) {
            const double weight = l == h ? matrix(l, h) : 2.0 * matrix(l, h);
            vector_code(add, result.data(), weight, columns_.data() + l * padded_,
                        columns_.data() + h * padded_, padded_);
        }
    }
    return result;
}

// q_j - 2 (S a) . b_j for all j.
void BilinearRows::values_of(std::int32_t record, const Eigen::MatrixXd& matrix,
                             const std::vector<double>& own_forms,
                             std::vector<double>& values) const {
    const double* a = records_.original + at(record) * at(n_);
    double weights[kMostAttributes];
    for (int l = 0; l < n_; ++l) {
        double sum = 0.0;
        for (int h = 0; h < n_; ++h) sum += matrix(l, h) * a[h];
        weights[l] = 2.0 * sum;
    }
    const auto body = [this](const double* weight, const double* own, double* out) LETHE_INLINED {
        for (std::int64_t j = 0; j < padded_; j += kLanes) {
            Lanes value;
            load(value, own + j);
            for (int l = 0; l < n_; ++l) {
                Lanes column;
                load(column, columns_.data() + l * padded_ + j);
                value -= weight[l] * column;
            }
            save(value, out + j);
        }
    };
    vector_code(body, weights, own_forms.data(), values.data());
}

// Equal records have the same value, bit for bit: few others need to be looked at.
void BilinearRows::leave_out_equals(std::int32_t block, std::vector<double>& values) const {
    for (std::int32_t j = 0; j < records_.competitors(); ++j) {
        if (j != block && records_.equal_masked(block, j)) {
            values[at(j)] = std::numeric_limits<double>::infinity();
        }
    }
}

WorstRow BilinearRows::worst_of(std::int32_t block, const double* w, const Eigen::MatrixXd& matrix,
                                const std::vector<double>& own_forms, double doubt,
                                std::vector<double>& values) const {
    values_of(block, matrix, own_forms, values);
    const double own = values[at(block)];
    values[at(block)] = std::numeric_limits<double>::infinity();
    for (std::int64_t j = records_.competitors(); j < padded_; ++j) {
        values[at(j)] = values[at(block)];
    }
    if (!records_.equals_compete) leave_out_equals(block, values);
    const double low = vector_code(kLowest, values.data(), padded_);
    // Those that may be the lowest: the lowest itself, and those within rounding of the own value.
    const double below = low > own + doubt ? low : own + doubt;
    std::vector<double> exact(at(stride_));
    WorstRow worst{{block, -1}, std::numeric_limits<double>::infinity()};
    for (std::int64_t j = 0; j < padded_; j += kLanes) {
        j = vector_code(kNextNear, values.data(), j, padded_, below);
        if (j == padded_) break;
        for (std::int64_t place = j; place < j + kLanes; ++place) {
            const double difference = values[at(place)] - own;
            const bool doubtful = difference > -doubt && difference < doubt;
            if (values[at(place)] != low && !doubtful) continue;
            if (place >= records_.competitors() || std::isinf(values[at(place)])) continue;
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
        for (std::int32_t j = 0; j < records_.competitors() && range.low < range.high; ++j) {
            if (records_.competes(block, j))
                narrow(values[at(j)] - value, slopes[at(j)] - slope, range);
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
        for (std::int32_t j = 0; j < records_.competitors(); ++j) {
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
    const SymmetricEigen eigen = symmetric_eigen(matrix(w));
    if (eigen.values(0) > 0.0) return false;
    const Eigen::VectorXd lowest = eigen.vectors.col(0);
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

std::unique_ptr<BlockRows> make_bilinear_rows(const Context& context, const DistanceModel& model,
                                              const AlignedRecords& records) {
    return std::make_unique<BilinearRows>(context, model, records);
}

}  // namespace lethe
