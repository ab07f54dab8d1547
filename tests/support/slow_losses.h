// Losses of a node by their definitions.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lethe/algo/lattice/evaluation.h"
#include "slow_models.h"

namespace lethe::lattice::slow {

struct SlowLoss {
    double value = 0;
    std::vector<double> rank;  // where columns are compared one by one
};

// What generalisation counts, and what suppression does.
struct SlowFactors {
    explicit SlowFactors(double gs)
        : kept(gs <= 0.5 ? 1 : 1 - 2 * (gs - 0.5)), gone(gs < 0.5 ? 2 * gs : 1) {}
    double kept, gone;
};

inline double slow_rows_gone(const std::vector<SlowClass>& classes, const std::vector<bool>& gone) {
    double rows = 0;
    for (std::size_t c = 0; c < classes.size(); ++c) rows += gone[c] ? classes[c].size() : 0;
    return rows;
}

inline SlowLoss slow_joined(const Settings& settings, std::vector<double> columns) {
    std::vector<double> weights = settings.weights;
    weights.resize(columns.size(), 1);
    const double largest = *std::max_element(weights.begin(), weights.end());
    for (std::size_t q = 0; q < columns.size(); ++q) columns[q] *= weights[q] / largest;
    const auto count = static_cast<double>(columns.size());
    double sum = 0, product = 1, most = 0;
    for (const double x : columns) {
        sum += x;
        product *= std::pow(x + 1, 1 / count);
        most = std::max(most, x);
    }
    switch (settings.metric.aggregate) {
        case Aggregate::sum:
            return {sum, {}};
        case Aggregate::mean:
            return {sum / count, {}};
        case Aggregate::geomean:
            return {product - 1, {}};
        case Aggregate::maximum:
            return {most, {}};
        default:
            std::sort(columns.begin(), columns.end(), std::greater<>());
            return {most, columns};
    }
}

// The most frequent value of a class strictly more frequent than all others, its rows; else 0.
template <class Counts>
double slow_majority(const Counts& counts) {
    std::vector<double> sizes;
    for (const auto& [value, rows] : counts) sizes.push_back(rows);
    std::sort(sizes.rbegin(), sizes.rend());
    if (sizes.empty() || (sizes.size() > 1 && sizes[0] == sizes[1])) return 0;
    return sizes[0];
}

// A response that is counted in classes, for a class that stays.
inline double slow_predicted(const Metric& metric, const Small& small, const SlowClass& one) {
    const SlowFactors factor(metric.gs);
    const double scale =
        static_cast<double>(small.lines.size()) * std::max({metric.gs, factor.kept, factor.gone});
    std::map<int, double> counts;
    for (const std::size_t row : one.rows) {
        if (small.disease[row] != kNotCounted) counts[small.disease[row]] += 1;
    }
    const double most = slow_majority(counts);
    return most > 0 ? (one.size() - most) * factor.kept / scale : one.size() * factor.gone / scale;
}

// A response that is a quasi-identifier and so generalised itself.
inline double slow_predicted_label(const Metric& metric, const Small& small, const Node& node,
                                   const std::vector<SlowClass>& classes,
                                   const std::vector<bool>& gone, std::size_t response) {
    const SlowFactors factor(metric.gs);
    const double worst = std::max({metric.gs, factor.kept, factor.gone});
    const double scale = static_cast<double>(small.lines.size()) * worst;
    std::set<Label> labels, values;
    for (const auto& row : small.lines) {
        const auto& line = small.tables[response].lines[row[response]];
        labels.insert(line[static_cast<std::size_t>(node[response])]);
        values.insert(line[0]);
    }
    const double y = values.size() == 1 ? 0
                                        : 1 - (static_cast<double>(labels.size()) - 1) /
                                                  (static_cast<double>(values.size()) - 1);
    std::map<Row, std::map<Label, double>> merged;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        if (gone[c] || classes[c].rows.empty()) continue;
        Row others = classes[c].labels;
        others[response] = "";
        merged[others][classes[c].labels[response]] += classes[c].size();
    }
    double sum = 0;
    for (const auto& [others, counts] : merged) {
        double rows = 0;
        for (const auto& [label, count] : counts) rows += count;
        const double most = slow_majority(counts);
        const double mixed_wrong = factor.kept * (1 - y) + worst * y;
        const double mixed_open = factor.gone * (1 - y) + worst * y;
        if (y == 1) {
            sum += rows * worst / scale;
        } else {
            sum += most > 0 ? (rows - most) * mixed_wrong / scale : rows * mixed_open / scale;
        }
    }
    return sum;
}

inline double slow_classification(const Metric& metric, const Small& small, const Node& node,
                                  const std::vector<SlowClass>& classes,
                                  const std::vector<bool>& gone) {
    const SlowFactors factor(metric.gs);
    const double scale =
        static_cast<double>(small.lines.size()) * std::max({metric.gs, factor.kept, factor.gone});
    double sum = 0;
    for (const std::string& response : metric.responses) {
        sum += slow_rows_gone(classes, gone) * metric.gs / scale;
        if (response != "disease") {
            sum += slow_predicted_label(metric, small, node, classes, gone,
                                        std::stoul(response.substr(1)));
            continue;
        }
        for (std::size_t c = 0; c < classes.size(); ++c) {
            if (gone[c] || classes[c].rows.empty()) continue;
            sum += slow_predicted(metric, small, classes[c]);
        }
    }
    return sum;
}

// Of rows, each anew, or of the different tuples: P log2(P / O).
inline double slow_divergence(const Metric& metric, const Small& small,
                              const std::vector<SlowClass>& classes,
                              const std::vector<bool>& gone) {
    const auto n = static_cast<double>(small.lines.size());
    const double suppressed = slow_rows_gone(classes, gone);
    std::map<std::vector<std::size_t>, double> tuples;
    for (const auto& row : small.lines) tuples[row] += 1;
    double sum = 0;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        std::set<std::vector<std::size_t>> seen;
        double shown = (gone[c] ? suppressed : classes[c].size()) / n;
        for (std::size_t q = 0; q < classes[c].domains.size(); ++q) {
            shown /= gone[c] ? classes[c].domains[q] : classes[c].shares[q] * classes[c].domains[q];
        }
        for (const std::size_t row : classes[c].rows) {
            if (metric.kind == MetricKind::kl_tuples && !seen.insert(small.lines[row]).second) {
                continue;
            }
            const double p = tuples[small.lines[row]] / n;
            sum += p * std::log2(p / shown);
        }
    }
    return sum;
}

// Of the profit models the figures are taken.
inline Profit slow_profit(const Settings& settings) {
    Profit profit;
    for (const Model& model : settings.models) {
        if (model.profit.benefit > 0) profit = model.profit;
    }
    return profit;
}

// Losses that are sums over classes.
inline double slow_by_classes(const Settings& settings, const Small& small,
                              const std::vector<SlowClass>& classes,
                              const std::vector<bool>& gone) {
    using enum MetricKind;
    const Metric& metric = settings.metric;
    const SlowFactors factor(metric.gs);
    const auto n = static_cast<double>(small.lines.size());
    double kept_classes = 0, sum = 0;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        const double f = classes[c].size();
        if (f == 0) continue;
        kept_classes += gone[c] ? 0 : 1;
        switch (metric.kind) {
            case dm:
                sum += gone[c] ? n * f : f * f;
                break;
            case dm_star:
                sum += f * f;
                break;
            case ambiguity: {
                double product = f;
                for (std::size_t q = 0; q < classes[c].shares.size(); ++q) {
                    product *= (gone[c] ? 1 : classes[c].shares[q]) * classes[c].domains[q];
                }
                sum += product;
                break;
            }
            case entropy_based:
                sum +=
                    gone[c] ? factor.gone * f : factor.kept * f * slow_information_lost(classes[c]);
                break;
            case payout_prosecutor:
            case payout_journalist: {
                const Profit profit = slow_profit(settings);
                const double payout =
                    slow_payout(profit, classes[c], metric.kind == payout_journalist);
                sum += gone[c] ? factor.gone * f * profit.benefit
                               : factor.kept * f * (profit.benefit - payout);
                break;
            }
            default:
                break;
        }
    }
    if (metric.kind != aecs) return sum;
    const bool some_gone = slow_rows_gone(classes, gone) > 0;
    return n / (factor.gone * kept_classes + (some_gone ? factor.kept : 0));
}

// Losses of a column.
inline double slow_column(const Settings& settings, const Small& small, const Node& node,
                          const std::vector<SlowClass>& classes, const std::vector<bool>& gone,
                          std::size_t q) {
    using enum MetricKind;
    const Metric& metric = settings.metric;
    const SlowFactors factor(metric.gs);
    const auto n = static_cast<double>(small.lines.size());
    const double suppressed = slow_rows_gone(classes, gone);
    const auto level = static_cast<std::size_t>(node[q]);
    const auto domain = static_cast<double>(small.tables[q].lines.size());
    const auto top = static_cast<double>(small.tables[q].lines.front().size() - 1);
    double t = 0;
    std::map<Label, double> hidden, shown;
    std::map<std::size_t, double> values;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        const double f = classes[c].size();
        const double share = classes[c].shares[q];
        const double lost = factor.gone == 1 ? f : f * share + factor.gone * (f - f * share);
        t += gone[c] ? lost : factor.kept * f * share;
        if (gone[c]) hidden[classes[c].labels[q]] += f;
        shown[classes[c].labels[q]] += f;
        for (const std::size_t row : classes[c].rows) values[small.lines[row][q]] += 1;
    }
    double of_hidden = 0;
    for (const auto& [label, count] : hidden) {
        if (count > 0) of_hidden -= count * std::log2(count / suppressed);
    }
    // Those of the file: who is not released counts, too.
    const auto file = static_cast<double>(std::max(small.people.size(), small.lines.size()));
    double entropy = 0, highest = 0;
    for (const auto& [value, count] : values) {
        entropy -= count * std::log2(count / shown[small.tables[q].lines[value][level]]);
        highest -= count * std::log2(count / file);
    }
    const double m = factor.kept * n / domain;
    switch (metric.kind) {
        case loss:
            return domain == 1 || n == m ? 0 : std::max(0.0, (t - m) / (n - m));
        case entropy_monotonic:
            return factor.kept * entropy;
        case entropy_nonmonotonic:
            return factor.kept * entropy + factor.gone * of_hidden;
        case entropy_normalised:
            return highest == 0 ? 0 : (entropy + of_hidden) / highest;
        case precision_monotonic:
            return factor.kept * node[q] / top;
        case precision_nonmonotonic:
            return ((n - suppressed) * node[q] / top * factor.kept + suppressed * factor.gone) / n;
        default:
            return node[q];
    }
}

inline SlowLoss slow_loss(const Settings& settings, const Small& small, const Node& node,
                          const std::vector<SlowClass>& classes, const std::vector<bool>& gone) {
    using enum MetricKind;
    switch (settings.metric.kind) {
        case dm:
        case dm_star:
        case aecs:
        case ambiguity:
        case entropy_based:
        case payout_prosecutor:
        case payout_journalist:
            return {slow_by_classes(settings, small, classes, gone), {}};
        case kl_tuples:
        case kl_rows:
            return {slow_divergence(settings.metric, small, classes, gone), {}};
        case classification:
            return {slow_classification(settings.metric, small, node, classes, gone), {}};
        default:
            break;
    }
    std::vector<double> columns;
    for (std::size_t q = 0; q < node.size(); ++q) {
        columns.push_back(slow_column(settings, small, node, classes, gone, q));
    }
    return slow_joined(settings, std::move(columns));
}

// Of a class by itself: the second key of the order in which models of the table suppress.
inline double slow_own_loss(const Settings& settings, const Small& small, const SlowClass& one) {
    using enum MetricKind;
    const SlowFactors factor(settings.metric.gs);
    switch (settings.metric.kind) {
        case loss: {
            std::vector<double> columns;
            for (const double share : one.shares) columns.push_back(one.size() * share);
            return slow_joined(settings, std::move(columns)).value;
        }
        case entropy_based:
        case ambiguity:
        case payout_prosecutor:
        case payout_journalist:
            return slow_by_classes(settings, small, {one}, {false});
        case classification: {
            // A response that is generalised has one label in a class: nothing is wrong with it.
            double sum = 0;
            for (const std::string& response : settings.metric.responses) {
                if (response == "disease") sum += slow_predicted(settings.metric, small, one);
            }
            return sum;
        }
        default:
            return 0;
    }
}

}  // namespace lethe::lattice::slow
