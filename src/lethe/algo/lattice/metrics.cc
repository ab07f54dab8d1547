#include "lethe/algo/lattice/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include "lethe/algo/lattice/metric_digits.h"
#include "lethe/core/exact_sum.h"

namespace lethe::lattice {
namespace {

constexpr double kSlack = 1e-9;

bool clearly_less(double a, double b) {
    return a < b - kSlack * std::max({1e-3, std::abs(a), std::abs(b)});
}

}  // namespace

bool Loss::clearly_less_than(const Loss& other) const { return clearly_less(value, other.value); }

bool Loss::operator<(const Loss& other) const {
    if (!rank.empty()) return rank < other.rank;
    return value < other.value;
}

bool Loss::operator==(const Loss& other) const {
    return rank.empty() ? value == other.value : rank == other.rank;
}

Measure::Measure(const Records& records, const Classes& classes, const Metric& metric,
                 std::vector<double> weights, std::int64_t most_suppressed,
                 const std::vector<Model>& models, std::shared_ptr<const MeasuredLoss> measured,
                 Problems& problems)
    : records_(records),
      classes_(classes),
      packing_(classes.packing()),
      metric_(metric),
      weights_(std::move(weights)),
      limit_(most_suppressed),
      measured_(std::move(measured)),
      rows_(static_cast<double>(records.rows())) {
    weights_.resize(records.columns.size(), 1);
    const double largest = *std::max_element(weights_.begin(), weights_.end());
    if (!(largest > 0)) problems.push_back({"no column has a weight above 0"});
    for (double& weight : weights_) weight /= largest;
    g_ = metric.gs <= 0.5 ? 1 : 1 - 2 * (metric.gs - 0.5);
    s_ = metric.gs < 0.5 ? 2 * metric.gs : 1;
    bool has_profit = false;
    for (const Model& model : models) {
        if (model.kind < ModelKind::profit_prosecutor) continue;
        profit_ = model.profit;
        has_profit = true;
    }
    const bool pays = metric.kind == MetricKind::payout_prosecutor ||
                      metric.kind == MetricKind::payout_journalist;
    if (pays && !has_profit) {
        problems.push_back({"metric payout goes with a profit model, which has its figures"});
    }
    if (metric.kind == MetricKind::measured && measured_ == nullptr) {
        problems.push_back({"a measure is taken of tables, and there is none here"});
    }
    for (const std::string& name : metric.responses) {
        const auto column = std::find_if(records.columns.begin(), records.columns.end(),
                                         [&](const Levels& one) { return one.column == name; });
        const auto counted = std::find_if(records.counted.begin(), records.counted.end(),
                                          [&](const Counted& one) { return one.name == name; });
        if (column != records.columns.end()) {
            response_columns_.push_back(static_cast<std::size_t>(column - records.columns.begin()));
        } else if (counted != records.counted.end()) {
            response_counted_.push_back(
                static_cast<std::size_t>(counted - records.counted.begin()));
        } else {
            problems.push_back(
                {fmt::format("metric classification: there is no column \"{}\"", name)});
        }
    }
    tabulate();
    ExactSum own;
    for (const std::int32_t count : classes.tuples().released) {
        if (count == 0) continue;
        const double p = count / rows_;
        own.add((metric.kind == MetricKind::kl_rows ? count : 1) * p * log_2(p));
    }
    own_divergence_ = own.value();
}

void Measure::tabulate() {
    for (std::size_t q = 0; q < records_.columns.size(); ++q) {
        const Levels& levels = records_.columns[q];
        std::vector<std::int64_t> values(levels.labels[0].size(), 0);
        for (const std::int32_t line : records_.lines[q]) {
            ++values[static_cast<std::size_t>(levels.label_of[0][static_cast<std::size_t>(line)])];
        }
        auto& stood_for = stood_for_.emplace_back();
        auto& entropy = entropy_.emplace_back();
        auto& used = used_labels_.emplace_back();
        auto& log_share = log_share_.emplace_back();
        std::vector<std::size_t> label(values.size());
        for (std::size_t v = 0; v < values.size(); ++v) label[v] = v;
        for (std::size_t l = 0; l < levels.labels.size(); ++l) {
            std::vector<std::int64_t> rows(levels.labels[l].size(), 0);
            for (std::size_t v = 0; v < values.size(); ++v) rows[label[v]] += values[v];
            stood_for.push_back(0);
            used.push_back(0);
            auto& logs = log_share.emplace_back();
            for (std::size_t w = 0; w < rows.size(); ++w) {
                stood_for.back() += rows[w] * levels.lines_of[l][w];
                used.back() += rows[w] > 0 ? 1 : 0;
                logs.push_back(
                    std::log10(levels.share(static_cast<int>(l), static_cast<std::int32_t>(w))));
            }
            double sum = 0;
            for (std::size_t v = 0; v < values.size(); ++v) {
                if (values[v] == 0) continue;
                sum += static_cast<double>(values[v]) *
                       log_2(static_cast<double>(values[v]) / static_cast<double>(rows[label[v]]));
            }
            entropy.push_back(-sum);
            if (l + 1 == levels.labels.size()) break;
            for (std::size_t v = 0; v < values.size(); ++v) {
                label[v] = static_cast<std::size_t>(levels.parent_of[l][label[v]]);
            }
        }
        const auto file = static_cast<double>(std::max(records_.file_rows, records_.rows()));
        double highest = 0;
        for (const std::int64_t count : values) {
            if (count == 0) continue;
            highest -= static_cast<double>(count) * log_2(static_cast<double>(count) / file);
        }
        highest_entropy_.push_back(cut_off(highest));
        log_domains_ += std::log10(static_cast<double>(levels.lines()));
    }
    for (std::size_t q = 0; q < records_.columns.size(); ++q) {
        auto& bounds = bound_.emplace_back();
        for (int l = 0; l <= records_.columns[q].top(); ++l) bounds.push_back(component(q, l));
        if (metric_.kind != MetricKind::measured) continue;
        // Nobody says that what is measured grows with the level: below, the least of what is above
        // counts.
        measured_columns_.push_back(bounds);
        for (std::size_t l = bounds.size() - 1; l-- > 0;) {
            bounds[l] = std::min(bounds[l], bounds[l + 1]);
        }
    }
}

bool Measure::by_levels() const {
    using enum MetricKind;
    switch (metric_.kind) {
        case loss:
        case entropy_monotonic:
        case entropy_nonmonotonic:
        case entropy_normalised:
        case precision_monotonic:
        case precision_nonmonotonic:
        case height:
            return true;
        case measured:
            return metric_.by_column && measured_ != nullptr &&
                   (limit_ == 0 || measured_->charges_suppressed());
        default:
            return false;
    }
}

bool Measure::needs_squares(MetricKind kind) {
    return kind == MetricKind::kl_rows || kind == MetricKind::kl_tuples;
}

bool Measure::needs_values(const Records& records, const Metric& metric) {
    return std::any_of(metric.responses.begin(), metric.responses.end(), [&](const auto& name) {
        return std::none_of(records.columns.begin(), records.columns.end(),
                            [&](const Levels& levels) { return levels.column == name; });
    });
}

double Measure::share(const ClassList& list, std::size_t index, std::size_t column) const {
    return records_.columns[column].share(
        list.node[column], packing_.label(&list.keys[index * packing_.words()], column));
}

Loss Measure::joined(std::vector<double> columns) const {
    Loss loss;
    // What does not count does not, even where it is infinite (a release of nobody).
    for (std::size_t q = 0; q < columns.size(); ++q) {
        columns[q] = weights_[q] == 0 ? 0 : columns[q] * weights_[q];
    }
    const auto count = static_cast<double>(columns.size());
    double value = metric_.aggregate == Aggregate::geomean ? 1 : 0;
    for (const double x : columns) {
        switch (metric_.aggregate) {
            case Aggregate::sum:
            case Aggregate::mean:
                value += x;
                break;
            case Aggregate::geomean:
                value *= std::pow(x + 1, 1 / count);
                break;
            default:
                value = std::max(value, x);
                break;
        }
    }
    if (metric_.aggregate == Aggregate::mean) value /= count;
    if (metric_.aggregate == Aggregate::geomean) value -= 1;
    if (metric_.aggregate == Aggregate::rank) {
        loss.rank = columns;
        std::sort(loss.rank.begin(), loss.rank.end(), std::greater<>());
    }
    loss.value = value;
    loss.columns = std::move(columns);
    return loss;
}

// What a column loses at least at a level, whoever is suppressed.
double Measure::component(std::size_t column, int level) const {
    using enum MetricKind;
    const auto l = static_cast<std::size_t>(level);
    const Levels& levels = records_.columns[column];
    const auto domain = static_cast<double>(levels.lines());
    switch (metric_.kind) {
        case loss: {
            const double m = g_ * rows_ / domain;
            if (levels.lines() == 1 || rows_ == m) return 0;
            const double t = g_ * static_cast<double>(stood_for_[column][l]) / domain;
            return cut_off(std::max(0.0, (t - m) / (rows_ - m)));
        }
        case entropy_monotonic:
        case entropy_nonmonotonic:
            return cut_off(g_ * entropy_[column][l]);
        case entropy_normalised:
            return highest_entropy_[column] == 0
                       ? 0
                       : cut_off(entropy_[column][l]) / highest_entropy_[column];
        case precision_monotonic:
            return levels.top() == 0 ? 0 : g_ * level / static_cast<double>(levels.top());
        case precision_nonmonotonic: {
            if (levels.top() == 0) return 0;
            // Where suppression costs less than generalisation, as many as may be are suppressed.
            const double kept = g_ * level / static_cast<double>(levels.top());
            const auto limit = static_cast<double>(limit_);
            return std::min(kept, ((rows_ - limit) * kept + limit * s_) / rows_);
        }
        case height:
            return level;
        case measured:
            return metric_.by_column && measured_ != nullptr
                       ? measured_->of_column(column, level, {})
                       : 0;
        default:
            return 0;
    }
}

Loss Measure::bound(const Node& node) const {
    std::vector<double> columns;
    columns.reserve(node.size());
    for (std::size_t q = 0; q < node.size(); ++q) {
        columns.push_back(bound_[q][static_cast<std::size_t>(node[q])]);
    }
    return joined(std::move(columns));
}

// A row that goes costs z = 1, or sh + s (1 - sh), and not g sh. The difference, s + (1 - s - g)
// sh, is never negative and falls with the share sh of its label, which is least below: so what the
// classes here say holds for all nodes below. The rows of a class have one label in each column, so
// it does not matter which of them go.
std::vector<double> Measure::added_by(const ClassList& list,
                                      std::span<const std::int32_t> rows_of_class) const {
    if (!adds()) return {};
    std::vector<double> added(list.node.size(), 0);
    for (std::size_t q = 0; q < list.node.size(); ++q) {
        const double m = g_ * rows_ / static_cast<double>(records_.columns[q].lines());
        if (records_.columns[q].lines() == 1 || rows_ == m) continue;
        double sum = 0;
        for (std::size_t c = 0; c < list.size(); ++c) {
            if (rows_of_class[c] == 0) continue;
            sum += rows_of_class[c] * (s_ + (1 - s_ - g_) * share(list, c, q));
        }
        added[q] = sum / (rows_ - m);
    }
    return added;
}

Loss Measure::bound(const Node& node, std::span<const double> added) const {
    // Losses of columns are cut off after ten digits: no sum may be above them for that.
    constexpr double kCutOff = 2e-10;
    std::vector<double> columns;
    for (std::size_t q = 0; q < node.size(); ++q) {
        const double least = bound_[q][static_cast<std::size_t>(node[q])];
        columns.push_back(std::max(least, least + added[q] * (1 - 1e-12) - kCutOff));
    }
    return joined(std::move(columns));
}

Loss Measure::bound(const ClassList& list) const {
    using enum MetricKind;
    if (by_levels()) return bound(list.node);
    switch (metric_.kind) {
        case dm:
        case dm_star: {
            std::int64_t sum = 0;
            for (const std::int64_t f : list.released) sum += f * f;
            return {static_cast<double>(sum), {}, {}};
        }
        case aecs: {
            double classes = 0;
            for (const std::int64_t f : list.released) classes += f > 0 ? 1 : 0;
            return {rows_ / std::max(s_ * classes, s_ * (classes - 1) + g_), {}, {}};
        }
        case ambiguity: {
            const std::vector<char> none(list.size(), 0);
            return {by_classes(list, none, 0), {}, {}};
        }
        case entropy_based: {
            ExactSum sum;
            for (std::size_t c = 0; c < list.size(); ++c) {
                const double kept = g_ * information_lost(list, c);
                sum.add(list.released[c] * (limit_ > 0 ? std::min(kept, s_) : kept));
            }
            return {sum.value(), {}, {}};
        }
        case classification:
        case payout_prosecutor:
        case payout_journalist:
            return {0, {}, {}};
        default:
            return {-std::numeric_limits<double>::infinity(), {}, {}};
    }
}

}  // namespace lethe::lattice
