// One power a pair.
//
// With q the squared distances, e = 1 / (m - 1) and r_i = min q / q_i, the membership is
// u_i = w_i / W with w_i = r_i^e and W their sum. A round also needs u_i^m; as e m = e + 1 that is
// w_i r_i / W^m, so the power r_i^e is the only one to be taken of a pair, and one more, W^m, of a
// record. For the usual m (1.2, 1.25, 1.5, 2) e is a whole number and the power a few products.
//
// Pairs are most of the work, so centres are kept by dimension, every loop over them is one that
// the compiler turns into vector operations, and a few records at a time are added to the sums of
// the centres, which do not fit the nearest cache. Sums over records are taken in parts that depend
// on the number of records alone and added in order.
#include "lethe/algo/partition/fuzzy_c_means.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

// 5 for m = 1.2, though 1 / (1.2 - 1) is not quite 5 in doubles; 0 unless whole and small.
int whole_power(double power) {
    const double nearest = std::nearbyint(power);
    const bool whole = std::fabs(power - nearest) <= 1e-12 * power;
    return whole && nearest >= 1 && nearest <= 64 ? static_cast<int>(nearest) : 0;
}

void raise(const double* base, double* result, std::int64_t count, double power) {
    int exponent = whole_power(power);
    if (exponent == 0) {
        for (std::int64_t i = 0; i < count; ++i) result[i] = std::pow(base[i], power);
        return;
    }
    constexpr std::int64_t kBlock = 256;
    double squares[kBlock];
    for (std::int64_t begin = 0; begin < count; begin += kBlock) {
        const std::int64_t size = std::min(kBlock, count - begin);
        std::copy_n(base + begin, size, squares);
        std::fill_n(result + begin, size, 1.0);
        for (int left = exponent; left > 0; left /= 2) {
            if (left % 2 == 1) {
                for (std::int64_t i = 0; i < size; ++i) result[begin + i] *= squares[i];
            }
            for (std::int64_t i = 0; i < size; ++i) squares[i] *= squares[i];
        }
    }
}

// In the order of kSteps running sums (or minima), which are combined at the end.
constexpr std::int64_t kSteps = 8;

template <class Combine>
double combined(const double* values, std::int64_t count, double start, Combine combine) {
    double running[kSteps];
    std::fill_n(running, kSteps, start);
    std::int64_t i = 0;
    for (; i + kSteps <= count; i += kSteps) {
        for (std::int64_t step = 0; step < kSteps; ++step) {
            running[step] = combine(running[step], values[i + step]);
        }
    }
    for (; i < count; ++i) running[0] = combine(running[0], values[i]);
    for (std::int64_t step = 1; step < kSteps; ++step) {
        running[0] = combine(running[0], running[step]);
    }
    return running[0];
}

// Sums over records: of the weights of each centre, and of the weighted coordinates by dimension.
struct ClusterSums {
    std::vector<double> weight;
    std::vector<double> coordinates;

    void add(const ClusterSums& other) {
        if (weight.empty()) {
            *this = other;
            return;
        }
        for (std::size_t i = 0; i < weight.size(); ++i) weight[i] += other.weight[i];
        for (std::size_t i = 0; i < coordinates.size(); ++i) coordinates[i] += other.coordinates[i];
    }
};

// A few records with their weights for every centre; a place without a record has weights of 0.
class Tile {
  public:
    static constexpr std::size_t kRecords = 8;

    Tile(std::int64_t centres, std::int64_t dims)
        : count_(at(centres)), dims_(at(dims)), weights_(kRecords * count_), ratio_(count_) {
        points_.fill(nullptr);
    }

    void fill(const Memberships& memberships, const Points& points, double fuzziness,
              std::int64_t begin, std::int64_t end) {
        std::fill(weights_.begin(), weights_.end(), 0.0);
        for (std::int64_t row = begin; row < begin + std::ssize(points_); ++row) {
            const auto place = at(row - begin);
            points_[place] = points.at(std::min(row, end - 1));
            if (row >= end) continue;
            double* weight = &weights_[place * count_];
            const double total = memberships.weigh(points_[place], weight, ratio_.data());
            const double scale = std::pow(total, -fuzziness);
            for (std::size_t i = 0; i < count_; ++i) weight[i] *= ratio_[i] * scale;
        }
    }

    void add_to(ClusterSums& sums) const {
        std::array<double, kRecords> ones;
        ones.fill(1.0);
        add(ones, sums.weight.data());
        for (std::size_t j = 0; j < dims_; ++j) {
            std::array<double, kRecords> x;
            for (std::size_t r = 0; r < kRecords; ++r) x[r] = points_[r][j];
            add(x, &sums.coordinates[j * count_]);
        }
    }

  private:
    void add(const std::array<double, kRecords>& x, double* sum) const {
        const double* w = weights_.data();
        for (std::size_t i = 0; i < count_; ++i, ++w) {
            double own = w[0] * x[0];
            for (std::size_t r = 1; r < kRecords; ++r) own += w[r * count_] * x[r];
            sum[i] += own;
        }
    }

    std::size_t count_, dims_;
    std::vector<double> weights_;  // by record
    std::vector<double> ratio_;
    std::array<const double*, kRecords> points_;
};

ClusterSums sums_of(const Memberships& memberships, const Points& points, double fuzziness,
                    std::int64_t begin, std::int64_t end) {
    const std::int64_t count = memberships.centres();
    ClusterSums sums{std::vector<double>(at(count), 0.0),
                     std::vector<double>(at(count * points.dims), 0.0)};
    Tile tile(count, points.dims);
    for (std::int64_t row = begin; row < end; row += Tile::kRecords) {
        tile.fill(memberships, points, fuzziness, row,
                  std::min<std::int64_t>(end, row + static_cast<std::int64_t>(Tile::kRecords)));
        tile.add_to(sums);
    }
    return sums;
}

// The weighted means in place of the centres; returns the largest move.
double move_centres(const ClusterSums& sums, std::int64_t dims, std::vector<double>& centres) {
    const std::size_t count = sums.weight.size();
    double largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!(sums.weight[i] > 0)) continue;
        double squares = 0;
        for (std::size_t j = 0; j < at(dims); ++j) {
            double& centre = centres[i * at(dims) + j];
            const double mean = sums.coordinates[j * count + i] / sums.weight[i];
            squares += (mean - centre) * (mean - centre);
            centre = mean;
        }
        largest = std::max(largest, squares);
    }
    return std::sqrt(largest);
}

}  // namespace

Memberships::Memberships(std::span<const double> centres, std::int64_t dims, double fuzziness)
    : dims_(dims),
      count_(std::ssize(centres) / dims),
      power_(1 / (fuzziness - 1)),
      columns_(centres.size()) {
    if (!(fuzziness > 1)) throw Error(ErrorKind::usage, "the fuzziness must be above 1");
    for (std::int64_t i = 0; i < count_; ++i) {
        for (std::int64_t j = 0; j < dims; ++j) {
            columns_[at(j * count_ + i)] = centres[at(i * dims + j)];
        }
    }
}

double Memberships::weigh(const double* point, double* weight, double* ratio) const {
    double* square = weight;  // squared distances, until the weights take their place
    std::fill_n(square, count_, 0.0);
    for (std::int64_t j = 0; j < dims_; ++j) {
        const double* column = &columns_[at(j * count_)];
        const double x = point[j];
        for (std::int64_t i = 0; i < count_; ++i) {
            const double difference = x - column[i];
            square[i] += difference * difference;
        }
    }
    const double least = combined(square, count_, std::numeric_limits<double>::infinity(),
                                  [](double a, double b) { return b < a ? b : a; });
    if (least == 0) {
        for (std::int64_t i = 0; i < count_; ++i) ratio[i] = square[i] == 0 ? 1 : 0;
    } else {
        for (std::int64_t i = 0; i < count_; ++i) ratio[i] = least / square[i];
    }
    raise(ratio, weight, count_, power_);
    return combined(weight, count_, 0.0, [](double a, double b) { return a + b; });
}

FuzzyClusters fuzzy_c_means(const Context& context, const Points& points,
                            std::vector<double> centres, double fuzziness, std::int64_t rounds,
                            double tolerance) {
    constexpr std::int64_t kParts = 32;
    const std::int64_t chunk = std::max<std::int64_t>(64, (points.rows + kParts - 1) / kParts);
    FuzzyClusters result{std::move(centres)};
    Progress progress(context, "fuzzy clustering", rounds);
    while (result.rounds < rounds && !result.settled) {
        const Memberships memberships(result.centres, points.dims, fuzziness);
        const ClusterSums sums = parallel_reduce(
            context, points.rows, ClusterSums{},
            [&](std::int64_t begin, std::int64_t end) {
                return sums_of(memberships, points, fuzziness, begin, end);
            },
            [](ClusterSums& total, const ClusterSums& part) { total.add(part); }, chunk);
        result.settled = move_centres(sums, points.dims, result.centres) < tolerance;
        ++result.rounds;
        progress.add();
        context.check_stop();
    }
    return result;
}

}  // namespace lethe
