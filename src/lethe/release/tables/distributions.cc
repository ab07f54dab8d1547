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

namespace lethe {
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

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json numeric_stats(std::span<const double> sorted, std::int64_t missing) {
    Json stats = {{"mean", nullptr},   {"sd", nullptr}, {"min", nullptr}, {"q1", nullptr},
                  {"median", nullptr}, {"q3", nullptr}, {"max", nullptr}, {"missing", missing}};
    if (sorted.empty()) return stats;
    const auto count = static_cast<double>(sorted.size());
    const double mean = exact_sum(sorted) / count;
    stats["mean"] = finite(mean);
    if (sorted.size() > 1) {
        ExactSum squares;
        bool all_finite = true;
        for (const double value : sorted) {
            const double square = (value - mean) * (value - mean);
            all_finite = all_finite && std::isfinite(square);
            if (all_finite) squares.add(square);
        }
        if (all_finite) stats["sd"] = finite(std::sqrt(squares.value() / (count - 1)));
    }
    stats["min"] = sorted.front();
    stats["q1"] = finite(sorted_quantile(sorted, 0.25));
    stats["median"] = finite(sorted_quantile(sorted, 0.5));
    stats["q3"] = finite(sorted_quantile(sorted, 0.75));
    stats["max"] = sorted.back();
    return stats;
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

Json numeric_distribution(const Context& context, const Column& column) {
    const std::vector<double> values = sorted_values(context, column);
    const std::vector<double> edges = common_edges(values, {});
    return {{"column", column.name()},
            {"kind", "numeric"},
            {"edges", edges},
            {"counts", count_bins(values, edges)},
            {"stats", numeric_stats(values, column.missing())}};
}

Json numeric_distribution(const Context& context, const Column& original, const Column& masked) {
    const std::vector<double> before = sorted_values(context, original);
    const std::vector<double> after = sorted_values(context, masked);
    const std::vector<double> edges = common_edges(before, after);
    return {{"column", original.name()},
            {"kind", "numeric"},
            {"edges", edges},
            {"before", count_bins(before, edges)},
            {"after", count_bins(after, edges)},
            {"before_stats", numeric_stats(before, original.missing())},
            {"after_stats", numeric_stats(after, masked.missing())}};
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

Json nominal_distribution(const Column& column) {
    const Tally tally = tally_of(column);
    std::vector<std::string> labels;
    Counts counts;
    std::int64_t rest = column.size() - column.missing();
    for (const std::size_t i : labelled(tally, column.kind())) {
        labels.push_back(tally.texts[i]);
        counts.push_back(tally.counts[i]);
        rest -= counts.back();
    }
    if (rest > 0) {
        labels.push_back("other");
        counts.push_back(rest);
    }
    return {{"column", column.name()},
            {"kind", "nominal"},
            {"labels", labels},
            {"counts", counts},
            {"rest", rest > 0},
            {"stats", {{"distinct", tally.texts.size()}, {"missing", column.missing()}}}};
}

Json nominal_distribution(const Column& original, const Column& masked) {
    const Tally before = tally_of(original);
    const Tally after = tally_of(masked);
    const std::vector<std::size_t> order = labelled(before, original.kind());
    std::vector<std::string> labels;
    Counts before_counts, after_counts;
    std::int64_t before_rest = original.size() - original.missing();
    std::int64_t after_rest = masked.size() - masked.missing();
    for (const std::size_t i : order) {
        labels.push_back(before.texts[i]);
        before_counts.push_back(before.counts[i]);
        after_counts.push_back(after.count(labels.back()));
        before_rest -= before_counts.back();
        after_rest -= after_counts.back();
    }
    const bool rest = before_rest + after_rest > 0;
    if (rest) {
        labels.push_back("other");
        before_counts.push_back(before_rest);
        after_counts.push_back(after_rest);
    }
    return {{"column", original.name()},
            {"kind", "nominal"},
            {"labels", labels},
            {"before", before_counts},
            {"after", after_counts},
            {"rest", rest},
            {"before_stats", {{"distinct", before.texts.size()}, {"missing", original.missing()}}},
            {"after_stats", {{"distinct", after.texts.size()}, {"missing", masked.missing()}}}};
}

}  // namespace

Json distributions(const Context& context, const Table& original, const Table& masked,
                   std::span<const std::string> columns) {
    Json result = Json::array();
    for (const std::string& name : columns) {
        context.check_stop();
        const Column* before = original.find(name);
        const Column* after = masked.find(name);
        if (before == nullptr || after == nullptr) continue;
        result.push_back(before->is_numeric() && after->is_numeric()
                             ? numeric_distribution(context, *before, *after)
                             : nominal_distribution(*before, *after));
    }
    return result;
}

Json distributions(const Context& context, const Table& table,
                   std::span<const std::string> columns) {
    Json result = Json::array();
    for (const std::string& name : columns) {
        context.check_stop();
        const Column* column = table.find(name);
        if (column == nullptr) continue;
        result.push_back(column->is_numeric() ? numeric_distribution(context, *column)
                                              : nominal_distribution(*column));
    }
    return result;
}

}  // namespace lethe
