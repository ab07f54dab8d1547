// A person is to be nearer to the own record than to every other. Of the others only the nearest
// matter, and which they are depends on the weights: so for each batch they are looked for anew, in
// the whole release. Let p be the softmin of the weighted distances of a person to the own record
// and to its rivals, on the scale of the mean distance of true pairs; what is climbed is the mean
// logarithm of p at the own record,
//
//     d log p_own / d log w_l = w_l (sum_j p_j x_jl - x_own,l) / scale,
//
// x the squared differences. Steps go by Adam on the logarithms of the weights, so that weights
// stay positive and a column may lose its weight by any factor; what is returned is the mean of the
// second half of the walk, which wavers less than its end.
//
// A distance is a sum of terms that are not negative: it is given up as soon as it is above that of
// the last rival, the heaviest columns first. Most records of the release are settled by one or two
// columns.
#include "lethe/algo/learnt/weight_descent.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "lethe/core/index.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

constexpr std::int64_t kFewestSteps = 4;
constexpr double kFloor = 1e-6;  // of a mean squared difference, in parts of the standardised
constexpr double kFirst = 0.9;   // Adam's memories
constexpr double kSecond = 0.99;

void to_sum_one(std::vector<double>& weights) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= sum;
}

struct Rival {
    double distance = std::numeric_limits<double>::infinity();
    std::int32_t row = -1;
};

class PersonGradient {
  public:
    PersonGradient(const AlignedRecords& records, std::span<const double> weights,
                   std::int64_t rivals, double scale)
        : records_(records),
          weights_(weights),
          order_(weights.size()),
          rivals_(at(rivals)),
          scale_(scale) {
        std::iota(order_.begin(), order_.end(), 0);
        std::ranges::stable_sort(order_,
                                 [&](int a, int b) { return weights_[at(a)] > weights_[at(b)]; });
    }

    // Adds nothing where the release holds no other record.
    void add(std::int32_t i, std::vector<double>& gradient) {
        std::ranges::fill(rivals_, Rival{});
        for (std::int32_t j = 0; j < records_.competitors(); ++j) {
            const double distance = distance_within(i, j, rivals_.back().distance);
            if (distance >= rivals_.back().distance || !records_.competes(i, j)) continue;
            auto place = std::ranges::upper_bound(rivals_, distance, {}, &Rival::distance);
            std::move_backward(place, rivals_.end() - 1, rivals_.end());
            *place = {distance, j};
        }
        const double own = distance_within(i, i, std::numeric_limits<double>::infinity());
        const double nearest = std::min(own, rivals_.front().distance);
        double total = std::exp((nearest - own) / scale_);
        const double own_share = total;
        for (const Rival& rival : rivals_) {
            if (rival.row >= 0) total += std::exp((nearest - rival.distance) / scale_);
        }
        add_row(i, i, own_share / total - 1.0, gradient);
        for (const Rival& rival : rivals_) {
            if (rival.row < 0) continue;
            add_row(i, rival.row, std::exp((nearest - rival.distance) / scale_) / total, gradient);
        }
    }

  private:
    double distance_within(std::int32_t i, std::int32_t j, double limit) const {
        double sum = 0.0;
        for (const int l : order_) {
            const double difference = records_.difference(i, j, l);
            sum += weights_[at(l)] * (difference * difference);
            if (sum >= limit) return sum;
        }
        return sum;
    }
    void add_row(std::int32_t i, std::int32_t j, double share,
                 std::vector<double>& gradient) const {
        for (std::size_t l = 0; l < gradient.size(); ++l) {
            const double difference = records_.difference(i, j, static_cast<int>(l));
            gradient[l] += share * weights_[l] * (difference * difference) / scale_;
        }
    }

    const AlignedRecords& records_;
    std::span<const double> weights_;
    std::vector<int> order_;
    std::vector<Rival> rivals_;  // ascending
    double scale_;
};

double mean_own_distance(const AlignedRecords& records, std::span<const double> weights) {
    double sum = 0.0;
    for (std::int32_t i = 0; i < records.rows; ++i) {
        for (int l = 0; l < records.attributes; ++l) {
            const double difference = records.difference(i, i, l);
            sum += weights[at(l)] * (difference * difference);
        }
    }
    return sum / records.rows;
}

}  // namespace

std::vector<double> inverse_noise_weights(const AlignedRecords& records) {
    std::vector<double> weights;
    for (int l = 0; l < records.attributes; ++l) {
        double sum = 0.0;
        for (std::int32_t i = 0; i < records.rows; ++i) {
            const double difference = records.difference(i, i, l);
            sum += difference * difference;
        }
        weights.push_back(1.0 / (sum / std::max(1, records.rows) + kFloor));
    }
    to_sum_one(weights);
    return weights;
}

WeightDescent learn_weights(const Context& context, const AlignedRecords& records,
                            const Random& random, const WeightDescentOptions& options) {
    const auto n = at(records.attributes);
    WeightDescent result{inverse_noise_weights(records), 0};
    if (records.rows == 0 || n < 2) return result;
    const std::int64_t batch = std::min<std::int64_t>(options.batch, records.rows);
    const std::int64_t cost = batch * records.competitors() * records.attributes;
    const std::int64_t steps = std::min(
        options.steps, std::max(kFewestSteps, options.work / std::max<std::int64_t>(1, cost)));
    std::vector<double> logs, first(n, 0.0), second(n, 0.0), mean(n, 0.0);
    for (const double weight : result.weights) logs.push_back(std::log(weight));
    const Stream order = random.stream("weight descent");
    std::vector<std::int64_t> people;
    std::int64_t averaged = 0;
    Progress progress(context, "learning weights", steps);
    for (std::int64_t step = 0; step < steps; ++step) {
        const double scale = std::max(mean_own_distance(records, result.weights),
                                      std::numeric_limits<double>::min());
        std::vector<std::vector<double>> parts(at(batch), std::vector<double>(n, 0.0));
        std::vector<std::int32_t> chosen;
        Draws draws = order.at(step);
        while (std::ssize(chosen) < batch) {
            if (people.empty()) {  // once through all people, in a new order
                people.resize(at(records.rows));
                std::iota(people.begin(), people.end(), 0);
            }
            const auto place = draws.below(people.size());
            chosen.push_back(static_cast<std::int32_t>(people[place]));
            people[place] = people.back();
            people.pop_back();
        }
        parallel_tasks(context, batch, [&](std::int64_t place) {
            PersonGradient person(records, result.weights, options.rivals, scale);
            person.add(chosen[at(place)], parts[at(place)]);
        });
        for (std::size_t l = 0; l < n; ++l) {
            double gradient = 0.0;
            for (const std::vector<double>& part : parts) gradient += part[l];
            gradient /= static_cast<double>(batch);
            first[l] = kFirst * first[l] + (1 - kFirst) * gradient;
            second[l] = kSecond * second[l] + (1 - kSecond) * gradient * gradient;
            const auto t = static_cast<double>(step + 1);
            const double forward = first[l] / (1 - std::pow(kFirst, t));
            const double size = std::sqrt(second[l] / (1 - std::pow(kSecond, t))) + 1e-8;
            logs[l] += options.rate * forward / size;
        }
        if (2 * step >= steps - 1) {
            ++averaged;
            for (std::size_t l = 0; l < n; ++l) mean[l] += logs[l];
        }
        const double top = *std::ranges::max_element(logs);
        for (std::size_t l = 0; l < n; ++l) {
            logs[l] = std::max(logs[l] - top, -30.0);
            result.weights[l] = std::exp(logs[l]);
        }
        to_sum_one(result.weights);
        progress.add();
    }
    result.steps = steps;
    for (std::size_t l = 0; l < n; ++l) mean[l] /= static_cast<double>(averaged);
    const double top = *std::ranges::max_element(mean);
    for (std::size_t l = 0; l < n; ++l) result.weights[l] = std::exp(mean[l] - top);
    to_sum_one(result.weights);
    return result;
}

}  // namespace lethe
