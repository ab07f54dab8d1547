// The two files share one set of bins, or their shapes could not be compared. The bin width is that
// of Freedman and Diaconis on the original, 2 IQR / n^(1/3), which adapts to the spread without
// being led by outliers; the number of bins over the union of the ranges is kept within 10 .. 40,
// what a small picture can show. Integers (ages, codes, yes/no) get bins that hold equally many
// integers, one where the range is short: any other width would draw a comb that is not in the
// data.
#include "lethe/release/tables/distributions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel_sort.h"
#include "lethe/method/comparison.h"
#include "lethe/method/result_json.h"

namespace lethe::release {
namespace {

constexpr double kFewestBins = 10;
constexpr double kMostBins = 40;
constexpr std::size_t kMostLabels = 12;

using Counts = std::vector<std::int64_t>;

std::vector<double> sorted_values(const Context& context, const Column& column) {
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(column.size() - column.missing()));
    const std::span<const double> numbers = column.numbers();
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) values.push_back(numbers[static_cast<std::size_t>(row)]);
    }
    parallel_sort(context, values.begin(), values.end(), std::less<>());
    return values;
}

double between_edges(double low, double high, double share) {
    return low == high ? low : low * (1 - share) + high * share;
}

// Type 7; `sorted` is not empty.
double sorted_quantile(std::span<const double> sorted, double probability) {
    const double position = probability * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return between_edges(sorted[below], sorted[above], position - static_cast<double>(below));
}

// None where they are too few, or a square is too large.
std::optional<double> deviation_of(std::span<const double> values, double mean) {
    if (values.size() < 2) return std::nullopt;
    ExactSum squares;
    for (const double value : values) {
        const double square = (value - mean) * (value - mean);
        if (!std::isfinite(square)) return std::nullopt;
        squares.add(square);
    }
    return finite_or_none(std::sqrt(squares.value() / (static_cast<double>(values.size()) - 1)));
}

NumberStats stats_of_numbers(std::span<const double> sorted) {
    if (sorted.empty()) return {};
    const double mean = exact_sum(sorted) / static_cast<double>(sorted.size());
    return {.mean = finite_or_none(mean),
            .sd = deviation_of(sorted, mean),
            .min = sorted.front(),
            .q1 = finite_or_none(sorted_quantile(sorted, 0.25)),
            .median = finite_or_none(sorted_quantile(sorted, 0.5)),
            .q3 = finite_or_none(sorted_quantile(sorted, 0.75)),
            .max = sorted.back()};
}

std::vector<double> even_edges(double low, double high, double bins) {
    std::vector<double> edges;
    for (double i = 0; i <= bins; ++i) edges.push_back(between_edges(low, high, i / bins));
    edges.back() = high;
    return edges;
}

double bin_count(std::span<const double> before, double range) {
    if (before.empty() || !std::isfinite(range)) return kMostBins;
    const double spread = sorted_quantile(before, 0.75) - sorted_quantile(before, 0.25);
    const double width = 2 * spread / std::cbrt(static_cast<double>(before.size()));
    const double bins = std::ceil(range / width);  // infinite where the middle half is one value
    return std::isfinite(bins) ? std::clamp(bins, kFewestBins, kMostBins) : kMostBins;
}

std::vector<double> common_edges(std::span<const double> before, std::span<const double> after) {
    if (before.empty() && after.empty()) return {};
    const auto [low, high] = before.empty()  ? std::pair(after.front(), after.back())
                             : after.empty() ? std::pair(before.front(), before.back())
                                             : std::pair(std::min(before.front(), after.front()),
                                                         std::max(before.back(), after.back()));
    const double range = high - low;
    const double size = std::max(std::abs(low), std::abs(high));
    if (range <= 1e-9 * size || range < 1e-300) {
        const double margin = std::max(0.5, 1e-6 * size);
        return {std::max(low - margin, std::numeric_limits<double>::lowest()),
                std::min(high + margin, std::numeric_limits<double>::max())};
    }
    const double bins = bin_count(before, range);
    const auto is_integer = [](double value) { return value == std::floor(value); };
    const bool whole = !before.empty() && std::ranges::all_of(before, is_integer);
    if (!whole || size > 1e15) return even_edges(low, high, bins);
    const double first = std::floor(low) - 0.5;
    const double integers = std::ceil(high) + 0.5 - first;
    const double width = integers <= kMostBins ? 1
                                               : std::max(std::floor(integers / bins),
                                                          std::ceil(integers / kMostBins));
    std::vector<double> edges = {first};
    while (edges.back() < first + integers) edges.push_back(edges.back() + width);
    return edges;
}

Counts count_bins(std::span<const double> sorted, std::span<const double> edges) {
    Counts counts;
    auto from = sorted.begin();
    for (std::size_t bin = 0; bin + 1 < edges.size(); ++bin) {
        const bool last = bin + 2 == edges.size();
        const auto to = last ? sorted.end() : std::lower_bound(from, sorted.end(), edges[bin + 1]);
        counts.push_back(to - from);
        from = to;
    }
    return counts;
}

// Of one file alone where there is no masked column.
Distribution numeric_distribution(const Context& context, const Column& original,
                                  const Column* masked) {
    const std::vector<double> before = sorted_values(context, original);
    const std::vector<double> after =
        masked != nullptr ? sorted_values(context, *masked) : std::vector<double>();
    Distribution result{.column = original.name(), .numeric = true};
    result.edges = common_edges(before, after);
    const auto spread = [&](std::span<const double> values, const Column& column) {
        return FileSpread{.counts = count_bins(values, result.edges),
                          .missing = column.missing(),
                          .numbers = stats_of_numbers(values)};
    };
    result.before = spread(before, original);
    if (masked != nullptr) result.after = spread(after, *masked);
    return result;
}

// Categories with their counts: an ordinal column's in its order, others' as they first appear.
struct Tally {
    std::vector<std::string> texts;
    Counts counts;
    std::unordered_map<std::string, std::size_t> index;

    void add(const std::string& text, std::int64_t count) {
        const auto [place, is_new] = index.try_emplace(text, texts.size());
        if (is_new) {
            texts.push_back(text);
            counts.push_back(0);
        }
        counts[place->second] += count;
    }
    std::int64_t count(const std::string& text) const {
        const auto place = index.find(text);
        return place == index.end() ? 0 : counts[place->second];
    }
};

Tally tally_of(const Column& column) {
    const ColumnPtr categories = column.is_numeric() ? column.as_kind(Kind::nominal) : nullptr;
    const Column& source = categories ? *categories : column;
    const Dictionary& dictionary = source.dictionary();
    Counts counts(dictionary.size(), 0);
    std::vector<std::int32_t> seen;
    for (std::int64_t row = 0; row < source.size(); ++row) {
        if (!source.valid(row)) continue;
        const std::int32_t code = source.codes()[static_cast<std::size_t>(row)];
        if (counts[static_cast<std::size_t>(code)]++ == 0) seen.push_back(code);
    }
    if (source.kind() == Kind::ordinal) std::ranges::sort(seen);
    Tally tally;
    for (const std::int32_t code : seen) {
        tally.add(dictionary[static_cast<std::size_t>(code)],
                  counts[static_cast<std::size_t>(code)]);
    }
    return tally;
}

// The categories that have a label of their own, as they are shown.
std::vector<std::size_t> labelled(const Tally& tally, Kind kind) {
    std::vector<std::size_t> order(tally.texts.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](std::size_t i) { return tally.counts[i]; });
    order.resize(std::min(order.size(), kMostLabels));
    if (kind == Kind::ordinal) std::ranges::sort(order);
    return order;
}

Distribution nominal_distribution(const Column& original, const Column* masked) {
    const Tally before = tally_of(original);
    const Tally after = masked != nullptr ? tally_of(*masked) : Tally();
    Distribution result{.column = original.name()};
    for (const std::size_t i : labelled(before, original.kind())) {
        result.labels.push_back(before.texts[i]);
    }
    std::int64_t others = 0;  // of either file
    const auto spread = [&](const Tally& tally, const Column& column) {
        FileSpread one{
            .counts = {}, .missing = column.missing(), .distinct = std::ssize(tally.texts)};
        std::int64_t rest = column.size() - column.missing();
        for (const std::string& label : result.labels) {
            one.counts.push_back(tally.count(label));
            rest -= one.counts.back();
        }
        one.counts.push_back(rest);
        others += rest;
        return one;
    };
    result.before = spread(before, original);
    if (masked != nullptr) result.after = spread(after, *masked);
    result.rest = others > 0;
    if (result.rest) {
        result.labels.push_back("other");
    } else {
        result.before.counts.pop_back();
        if (result.after) result.after->counts.pop_back();
    }
    return result;
}

Json stats_json(const FileSpread& spread, bool numeric) {
    if (!numeric) return {{"distinct", spread.distinct}, {"missing", spread.missing}};
    const NumberStats& stats = spread.numbers;
    return {{"mean", or_null(stats.mean)},     {"sd", or_null(stats.sd)},
            {"min", or_null(stats.min)},       {"q1", or_null(stats.q1)},
            {"median", or_null(stats.median)}, {"q3", or_null(stats.q3)},
            {"max", or_null(stats.max)},       {"missing", spread.missing}};
}

}  // namespace

Json to_json(const Distribution& distribution) {
    const bool numeric = distribution.numeric;
    const FileSpread& before = distribution.before;
    const std::optional<FileSpread>& after = distribution.after;
    Json json{{"column", distribution.column}, {"kind", numeric ? "numeric" : "nominal"}};
    if (numeric) {
        json["edges"] = distribution.edges;
    } else {
        json["labels"] = distribution.labels;
    }
    json[after ? "before" : "counts"] = before.counts;
    if (after) json["after"] = after->counts;
    if (!numeric) json["rest"] = distribution.rest;
    json[after ? "before_stats" : "stats"] = stats_json(before, numeric);
    if (after) json["after_stats"] = stats_json(*after, numeric);
    return json;
}

std::vector<Distribution> distributions(const Context& context, const Table& original,
                                        const Table& masked, std::span<const std::string> columns) {
    std::vector<Distribution> result;
    for (const std::string& name : columns) {
        context.check_stop();
        const Column* before = original.find(name);
        const Column* after = masked.find(name);
        if (before == nullptr || after == nullptr) continue;
        result.push_back(before->is_numeric() && after->is_numeric()
                             ? numeric_distribution(context, *before, after)
                             : nominal_distribution(*before, after));
    }
    return result;
}

std::vector<Distribution> distributions(const Context& context, const Table& table,
                                        std::span<const std::string> columns) {
    std::vector<Distribution> result;
    for (const std::string& name : columns) {
        context.check_stop();
        const Column* column = table.find(name);
        if (column == nullptr) continue;
        result.push_back(column->is_numeric() ? numeric_distribution(context, *column, nullptr)
                                              : nominal_distribution(*column, nullptr));
    }
    return result;
}

}  // namespace lethe::release
