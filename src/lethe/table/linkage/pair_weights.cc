// Weights of rare values. Where a value is known, the chance that another record agrees with it is
// that of its own neighbourhood, not of the average one: with c other records there, out of n,
// (c + a) / (n + a / u), which is the average u where nothing is known of the value, and c / n
// where much is.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "lethe/table/linkage/pair_model.h"

namespace lethe::linkage {
namespace {

constexpr double kShape = 0.5;  // a

double local_chance(double others, double records, double u) {
    return (others + kShape) / (records + kShape / u);
}

double sum_of(const std::vector<std::int64_t>& counts) {
    double sum = 0;
    for (const std::int64_t count : counts) sum += static_cast<double>(count);
    return sum;
}

}  // namespace

PairWeights::PairWeights(const PreparedFiles& files, const LevelModel& model)
    : files_(files),
      levels_(files.fields.size()),
      equal_(files.fields.size()),
      near_(files.fields.size()),
      inside_(files.fields.size()) {
    for (std::size_t f = 0; f < files.fields.size(); ++f) {
        const Field& field = files.fields[f];
        double most = 0;  // a missing value
        for (int l = 1; l <= field.levels; ++l) {
            levels_[f][static_cast<std::size_t>(l)] = model.weight(f, l);
            if (l < field.levels) most = std::max(most, model.weight(f, l));
        }
        most_unequal_.push_back(most);
        weigh_equal(field, f, model);
        if (field.pair.comparator == Comparator::number) weigh_near(field, f, model);
        if (field.pair.comparator == Comparator::text) weigh_alike(field, f, model);
        if (field.pair.comparator == Comparator::label) weigh_labels(field, f, model);
        if (field.pair.comparator == Comparator::taxonomy) {
            most_unequal_.back() = std::max(most_unequal_.back(), model.weight(f, field.levels));
        }
    }
}

void PairWeights::weigh_equal(const Field& field, std::size_t f, const LevelModel& model) {
    const auto top = static_cast<std::size_t>(field.levels);
    const double m = model.m[f][top];
    const double u = model.u[f][top];
    const double left = sum_of(field.left_counts);
    const double right = sum_of(field.right_counts);
    equal_[f].resize(field.values());
    for (std::size_t v = 0; v < field.values(); ++v) {
        const auto a = static_cast<double>(field.left_counts[v]);
        const auto b = static_cast<double>(field.right_counts[v]);
        const double others =
            files_.self ? std::max(0.0, a - 2) : std::max(0.0, a - 1) + std::max(0.0, b - 1);
        const double records = files_.self ? left : left + right;
        equal_[f][v] = static_cast<float>(std::log2(m / local_chance(others, records, u)));
    }
}

void PairWeights::weigh_near(const Field& field, std::size_t f, const LevelModel& model) {
    std::vector<std::pair<double, double>> sorted;  // value, records of the other file
    for (std::size_t v = 0; v < field.values(); ++v) {
        sorted.emplace_back(field.low[v], static_cast<double>(field.right_counts[v]));
    }
    std::ranges::sort(sorted);
    std::vector<double> before{0};
    for (const auto& item : sorted) before.push_back(before.back() + item.second);
    const auto within = [&](double value, double radius) {
        const auto place = [&](double x, bool after) {
            const auto at =
                after ? std::ranges::upper_bound(sorted, x, {}, &std::pair<double, double>::first)
                      : std::ranges::lower_bound(sorted, x, {}, &std::pair<double, double>::first);
            return before[static_cast<std::size_t>(at - sorted.begin())];
        };
        return place(value + radius, true) - place(value - radius, false);
    };
    const double records = before.back();
    const double nearly = field.pair.tolerance.value_or(0.02 * field.spread);
    const std::array<double, 5> radii{nearly, 0.1 * field.spread, 0.35 * field.spread, field.spread,
                                      INFINITY};
    near_[f].resize(field.values() * 8);
    for (std::size_t v = 0; v < field.values(); ++v) {
        double inner = within(field.low[v], 0);
        for (int l = 5; l >= 1; --l) {
            const double reached =
                l == 1 ? records : within(field.low[v], radii[static_cast<std::size_t>(5 - l)]);
            const double others = std::max(0.0, reached - inner - 1);
            inner = std::max(inner, reached);
            const auto at = static_cast<std::size_t>(l);
            // Slips of the pen count as nearly equal wherever they lead: no place is rare for them.
            const bool slips = l == 5 && !field.texts[v].empty();
            const double u = slips ? model.u[f][at] : local_chance(others, records, model.u[f][at]);
            near_[f][v * 8 + at] = static_cast<float>(std::log2(model.m[f][at] / u));
            most_unequal_[f] =
                std::max(most_unequal_[f], static_cast<double>(near_[f][v * 8 + at]));
        }
    }
}

void PairWeights::weigh_alike(const Field& field, std::size_t f, const LevelModel& model) {
    constexpr std::size_t kMostValues = 2000;
    const std::size_t count = field.values();
    if (count > kMostValues) return;
    const double records = sum_of(field.right_counts);
    near_[f].resize(count * 8);
    for (std::size_t v = 0; v < count; ++v) {
        LevelProbabilities others{};
        for (std::size_t w = 0; w < count; ++w) {
            if (w == v) continue;
            const int level =
                field.level(static_cast<std::int32_t>(v), static_cast<std::int32_t>(w));
            others[static_cast<std::size_t>(level)] += static_cast<double>(field.right_counts[w]);
        }
        for (int l = 1; l <= field.levels; ++l) {
            const auto at = static_cast<std::size_t>(l);
            const double u = local_chance(std::max(0.0, others[at] - 1), records, model.u[f][at]);
            const double bits = std::log2(model.m[f][at] / u);
            near_[f][v * 8 + at] = static_cast<float>(bits);
            if (l < field.levels) most_unequal_[f] = std::max(most_unequal_[f], bits);
        }
    }
}

void PairWeights::weigh_labels(const Field& field, std::size_t f, const LevelModel& model) {
    const auto top = static_cast<std::size_t>(field.levels);
    const double records = sum_of(field.left_counts);
    inside_[f].assign(field.values(), static_cast<float>(model.weight(f, field.levels)));
    std::vector<std::int32_t> lefts;
    for (std::size_t v = 0; v < field.values(); ++v) {
        if (field.left_counts[v] > 0) lefts.push_back(static_cast<std::int32_t>(v));
    }
    constexpr double kMostLooks = 2e8;
    if (static_cast<double>(lefts.size()) * static_cast<double>(field.values()) > kMostLooks)
        return;
    for (std::size_t v = 0; v < field.values(); ++v) {
        if (field.right_counts[v] == 0) continue;
        double inside = 0;
        for (const std::int32_t left : lefts) {
            if (field.level(left, static_cast<std::int32_t>(v)) == field.levels) {
                inside += static_cast<double>(field.left_counts[static_cast<std::size_t>(left)]);
            }
        }
        const double u = local_chance(std::max(0.0, inside - 1), records, model.u[f][top]);
        inside_[f][v] = static_cast<float>(std::log2(model.m[f][top] / u));
        equal_[f][v] = inside_[f][v];
        most_unequal_[f] = std::max(most_unequal_[f], static_cast<double>(inside_[f][v]));
    }
}

double PairWeights::bits(std::size_t field, int level, std::int32_t left,
                         std::int32_t right) const {
    if (level == 0) return 0;
    if (left == right) return static_cast<double>(equal_[field][static_cast<std::size_t>(left)]);
    if (!near_[field].empty()) {
        return static_cast<double>(
            near_[field][static_cast<std::size_t>(left) * 8 + static_cast<std::size_t>(level)]);
    }
    if (!inside_[field].empty() && level == files_.fields[field].levels) {
        return static_cast<double>(inside_[field][static_cast<std::size_t>(right)]);
    }
    return levels_[field][static_cast<std::size_t>(level)];
}

}  // namespace lethe::linkage
