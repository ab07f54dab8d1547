// What a node loses, once its classes are known and judged.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include "lethe/algo/lattice/metric_digits.h"
#include "lethe/algo/lattice/metrics.h"
#include "lethe/core/exact_sum.h"

namespace lethe::lattice {
namespace {

std::int64_t suppressed_rows(const ClassList& list, std::span<const char> suppressed) {
    std::int64_t rows = 0;
    for (std::size_t c = 0; c < list.size(); ++c) rows += suppressed[c] ? list.released[c] : 0;
    return rows;
}

}  // namespace

Loss Measure::of(const ClassList& list, std::span<const char> suppressed) const {
    const std::int64_t gone = suppressed_rows(list, suppressed);
    if (by_levels() || metric_.by_column) return joined(column_losses(list, suppressed, gone));
    if (metric_.kind == MetricKind::measured) {
        return {measured_->at(list.node, rows_gone(list, suppressed)), {}, {}};
    }
    return {by_classes(list, suppressed, gone), {}, {}};
}

double Measure::guide(const ClassList& list, std::span<const char> suppressed) const {
    const std::int64_t gone = suppressed_rows(list, suppressed);
    double sum = 0;
    for (std::size_t q = 0; q < list.node.size(); ++q) {
        sum += weights_[q] * loss_column(list, suppressed, gone, q);
    }
    return sum / static_cast<double>(list.node.size());
}

// The rows of the classes, by what the tuples show at the node.
std::vector<char> Measure::rows_gone(const ClassList& list,
                                     std::span<const char> suppressed) const {
    using Key = std::array<std::uint64_t, Packing::kMostWords>;
    const std::size_t words = packing_.words();
    std::vector<Key> keys;
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (!suppressed[c] || list.released[c] == 0) continue;
        Key& key = keys.emplace_back();
        std::copy_n(&list.keys[c * words], words, key.begin());
    }
    if (keys.empty()) return {};
    std::sort(keys.begin(), keys.end());
    std::vector<std::vector<std::int32_t>> shown;  // [column][label of a value]
    for (std::size_t q = 0; q < list.node.size(); ++q) {
        const Levels& levels = records_.columns[q];
        auto& own = shown.emplace_back(levels.labels[0].size());
        for (std::size_t v = 0; v < own.size(); ++v) {
            auto label = static_cast<std::int32_t>(v);
            for (std::size_t l = 0; l < static_cast<std::size_t>(list.node[q]); ++l) {
                label = levels.parent_of[l][static_cast<std::size_t>(label)];
            }
            own[v] = label;
        }
    }
    const ClassList& tuples = classes_.tuples();
    std::vector<char> tuple_gone(tuples.size());
    for (std::size_t t = 0; t < tuples.size(); ++t) {
        Key key{};
        for (std::size_t q = 0; q < list.node.size(); ++q) {
            const auto value = static_cast<std::size_t>(packing_.label(&tuples.keys[t * words], q));
            packing_.set(key.data(), q, shown[q][value]);
        }
        tuple_gone[t] = std::binary_search(keys.begin(), keys.end(), key) ? 1 : 0;
    }
    std::vector<char> rows;
    rows.reserve(classes_.tuple_of_row().size());
    for (const std::int32_t tuple : classes_.tuple_of_row()) {
        rows.push_back(tuple_gone[static_cast<std::size_t>(tuple)]);
    }
    return rows;
}

std::vector<double> Measure::column_losses(const ClassList& list, std::span<const char> suppressed,
                                           std::int64_t gone) const {
    using enum MetricKind;
    std::vector<char> rows;
    if (metric_.kind == measured && gone > 0) rows = rows_gone(list, suppressed);
    std::vector<double> columns;
    for (std::size_t q = 0; q < list.node.size(); ++q) {
        const auto l = static_cast<std::size_t>(list.node[q]);
        switch (metric_.kind) {
            case loss:
                columns.push_back(gone == 0 ? bound_[q][l]
                                            : loss_column(list, suppressed, gone, q));
                break;
            case entropy_nonmonotonic:
            case entropy_normalised:
                columns.push_back(gone == 0 ? bound_[q][l]
                                            : entropy_column(list, suppressed, gone, q));
                break;
            case precision_nonmonotonic: {
                const int top = records_.columns[q].top();
                const double kept = top == 0 ? 0 : static_cast<double>(list.node[q]) / top;
                const auto without = static_cast<double>(gone);
                columns.push_back(
                    top == 0 ? 0 : ((rows_ - without) * kept * g_ + without * s_) / rows_);
                break;
            }
            case measured:
                columns.push_back(gone == 0 ? measured_columns_[q][l]
                                            : measured_->of_column(q, list.node[q], rows));
                break;
            default:
                columns.push_back(bound_[q][l]);
                break;
        }
    }
    return columns;
}

double Measure::loss_column(const ClassList& list, std::span<const char> suppressed,
                            std::int64_t gone, std::size_t column) const {
    const Levels& levels = records_.columns[column];
    const auto domain = static_cast<double>(levels.lines());
    const double m = g_ * rows_ / domain;
    if (levels.lines() == 1 || rows_ == m) return 0;
    const auto level = static_cast<std::size_t>(list.node[column]);
    const auto& lines_of = levels.lines_of[level];
    std::int64_t hidden = 0;
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (!suppressed[c]) continue;
        const std::int32_t label = packing_.label(&list.keys[c * packing_.words()], column);
        hidden += list.released[c] * lines_of[static_cast<std::size_t>(label)];
    }
    const auto kept = static_cast<double>(stood_for_[column][level] - hidden);
    const auto lost = static_cast<double>(hidden);
    const double whole = static_cast<double>(gone) * domain;
    const double t = (g_ * kept + (s_ == 1 ? whole : lost + s_ * (whole - lost))) / domain;
    return cut_off(std::max(0.0, (t - m) / (rows_ - m)));
}

double Measure::entropy_column(const ClassList& list, std::span<const char> suppressed,
                               std::int64_t gone, std::size_t column) const {
    const auto level = static_cast<std::size_t>(list.node[column]);
    std::vector<std::int64_t> hidden(records_.columns[column].labels[level].size(), 0);
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (!suppressed[c]) continue;
        hidden[static_cast<std::size_t>(
            packing_.label(&list.keys[c * packing_.words()], column))] += list.released[c];
    }
    double sum = g_ * entropy_[column][level];
    for (const std::int64_t rows : hidden) {
        if (rows == 0) continue;
        sum -= s_ * static_cast<double>(rows) *
               log_2(static_cast<double>(rows) / static_cast<double>(gone));
    }
    if (metric_.kind == MetricKind::entropy_nonmonotonic) return cut_off(sum);
    return highest_entropy_[column] == 0 ? 0 : cut_off(sum) / highest_entropy_[column];
}

double Measure::by_classes(const ClassList& list, std::span<const char> suppressed,
                           std::int64_t gone) const {
    using enum MetricKind;
    if (metric_.kind == dm_star) return bound(list).value;
    if (metric_.kind == kl_rows || metric_.kind == kl_tuples) {
        return divergence(list, suppressed, gone);
    }
    if (metric_.kind == classification) return classified(list, suppressed);
    std::int64_t whole = 0;
    double kept_classes = 0;
    ExactSum sum;
    for (std::size_t c = 0; c < list.size(); ++c) {
        const std::int64_t f = list.released[c];
        if (f == 0) continue;
        kept_classes += suppressed[c] ? 0 : 1;
        switch (metric_.kind) {
            case dm:
                whole += f * (suppressed[c] ? records_.rows() : f);
                break;
            case ambiguity: {
                double product = static_cast<double>(f);
                for (std::size_t q = 0; q < list.node.size(); ++q) {
                    const Levels& levels = records_.columns[q];
                    const auto label = static_cast<std::size_t>(
                        packing_.label(&list.keys[c * packing_.words()], q));
                    product *= static_cast<double>(
                        suppressed[c]
                            ? levels.lines()
                            : levels.lines_of[static_cast<std::size_t>(list.node[q])][label]);
                }
                sum.add(product);
                break;
            }
            case entropy_based:
                sum.add(suppressed[c] ? s_ * static_cast<double>(f)
                                      : g_ * static_cast<double>(f) * information_lost(list, c));
                break;
            case payout_prosecutor:
            case payout_journalist:
                sum.add(suppressed[c] ? s_ * static_cast<double>(f) * profit_.benefit
                                      : payout_lost(list, c));
                break;
            default:
                break;
        }
    }
    if (metric_.kind == dm) return static_cast<double>(whole);
    if (metric_.kind == aecs) return rows_ / (s_ * kept_classes + (gone > 0 ? g_ : 0));
    return sum.value();
}

double Measure::payout_lost(const ClassList& list, std::size_t index) const {
    const auto f = static_cast<double>(list.released[index]);
    const auto population = static_cast<double>(list.population(index));
    const double success =
        1 / (metric_.kind == MetricKind::payout_journalist && population > 0 ? population : f);
    const bool attacked = profit_.gain * success - profit_.cost > 0;
    const double payout = profit_.benefit * (1 - information_lost(list, index)) -
                          (attacked ? profit_.loss * success : 0);
    return g_ * f * (profit_.benefit - payout);
}

// Sum over tuples, each weighed once or by its rows, of P log2(P / O). The part of P alone is the
// same for all nodes.
double Measure::divergence(const ClassList& list, std::span<const char> suppressed,
                           std::int64_t gone) const {
    const bool rows = metric_.kind == MetricKind::kl_rows;
    double log_domains = 0;
    for (const Levels& levels : records_.columns) {
        log_domains += log_2(static_cast<double>(levels.lines()));
    }
    ExactSum sum;
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (list.released[c] == 0) continue;
        double log_shown = 0;
        if (suppressed[c]) {
            log_shown = log_2(static_cast<double>(gone) / rows_) - log_domains;
        } else {
            log_shown = log_2(static_cast<double>(list.released[c]) / rows_);
            for (std::size_t q = 0; q < list.node.size(); ++q) {
                log_shown -=
                    log_2(share(list, c, q) * static_cast<double>(records_.columns[q].lines()));
            }
        }
        // Of its tuples: P summed, or P weighed by rows; and P log2 P with the same weights.
        const double weight = (rows ? list.squares[c] : list.released[c]) / rows_;
        sum.add(-weight * log_shown);
    }
    return own_divergence_ + sum.value();
}

double Measure::own_loss(const ClassList& list, std::size_t index) const {
    using enum MetricKind;
    const auto f = static_cast<double>(list.released[index]);
    switch (metric_.kind) {
        case loss: {
            std::vector<double> columns;
            for (std::size_t q = 0; q < list.node.size(); ++q) {
                columns.push_back(f * share(list, index, q));
            }
            return joined(std::move(columns)).value;
        }
        case classification: {
            ExactSum sum;
            for (const std::size_t counted : response_counted_) {
                sum.add(wrongly_predicted(list, index, counted));
            }
            return sum.value();
        }
        case entropy_based:
            return g_ * f * information_lost(list, index);
        case payout_prosecutor:
        case payout_journalist:
            return payout_lost(list, index);
        case ambiguity: {
            double product = f;
            for (std::size_t q = 0; q < list.node.size(); ++q) {
                product *= share(list, index, q) * static_cast<double>(records_.columns[q].lines());
            }
            return product;
        }
        default:
            return 0;
    }
}

double Measure::information_lost(const ClassList& list, std::size_t index) const {
    if (log_domains_ == 0) return 0;
    double logs = 0;
    for (std::size_t q = 0; q < list.node.size(); ++q) {
        const std::int32_t label = packing_.label(&list.keys[index * packing_.words()], q);
        logs +=
            log_share_[q][static_cast<std::size_t>(list.node[q])][static_cast<std::size_t>(label)];
    }
    return std::clamp(1 + logs / log_domains_, 0.0, 1.0);
}

double Measure::left(const ClassList& list, std::size_t index) const {
    double sum = 0;
    for (std::size_t q = 0; q < list.node.size(); ++q) {
        sum += weights_[q] * (1 - share(list, index, q));
    }
    return sum * list.released[index];
}

// In a class that stays, of a response that is no quasi-identifier.
double Measure::wrongly_predicted(const ClassList& list, std::size_t index,
                                  std::size_t counted) const {
    const auto f = static_cast<double>(list.released[index]);
    const double scale = rows_ * std::max({metric_.gs, g_, s_});
    std::int32_t most = 0;
    std::int32_t second = 0;
    for (const ValueCount& one : list.values[counted].of(index)) {
        second = std::max(second, std::min(most, one.count));
        most = std::max(most, one.count);
    }
    return most > second ? (f - most) * g_ / scale : f * s_ / scale;
}

double Measure::classified(const ClassList& list, std::span<const char> suppressed) const {
    const double worst = std::max({metric_.gs, g_, s_});
    const double scale = rows_ * worst;
    ExactSum sum;
    for (const std::size_t counted : response_counted_) {
        for (std::size_t c = 0; c < list.size(); ++c) {
            const auto f = static_cast<double>(list.released[c]);
            if (f == 0) continue;
            if (suppressed[c]) {
                sum.add(f * metric_.gs / scale);
                continue;
            }
            sum.add(wrongly_predicted(list, c, counted));
        }
    }
    for (const std::size_t column : response_columns_) {
        sum.add(classified_by_label(list, suppressed, column));
    }
    return sum.value();
}

// The response is generalised itself: kept classes that differ in its label alone are one group.
double Measure::classified_by_label(const ClassList& list, std::span<const char> suppressed,
                                    std::size_t column) const {
    const double worst = std::max({metric_.gs, g_, s_});
    const double scale = rows_ * worst;
    const auto level = static_cast<std::size_t>(list.node[column]);
    const auto labels = static_cast<double>(used_labels_[column][level]);
    const auto values = static_cast<double>(used_labels_[column][0]);
    const double y = values == 1 ? 0 : 1 - (labels - 1) / (values - 1);
    const double wrong = g_ * (1 - y) + worst * y;
    const double open = s_ * (1 - y) + worst * y;
    struct Group {
        std::int64_t rows = 0, most = 0, second = 0;
    };
    std::map<std::vector<std::uint64_t>, Group> groups;
    ExactSum sum;
    for (std::size_t c = 0; c < list.size(); ++c) {
        const std::int64_t f = list.released[c];
        if (f == 0) continue;
        if (suppressed[c]) {
            sum.add(static_cast<double>(f) * metric_.gs / scale);
            continue;
        }
        const std::uint64_t* own = &list.keys[c * packing_.words()];
        std::vector<std::uint64_t> key(own, own + packing_.words());
        packing_.set(key.data(), column, 0);
        Group& group = groups[std::move(key)];
        group.rows += f;
        group.second = std::max(group.second, std::min(group.most, f));
        group.most = std::max(group.most, f);
    }
    for (const auto& [key, group] : groups) {
        const auto rows = static_cast<double>(group.rows);
        if (y == 1) {
            sum.add(rows * worst / scale);
        } else if (group.most > group.second) {
            sum.add((rows - static_cast<double>(group.most)) * wrong / scale);
        } else {
            sum.add(rows * open / scale);
        }
    }
    return sum.value();
}

}  // namespace lethe::lattice
