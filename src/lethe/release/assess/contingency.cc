#include "lethe/release/assess/contingency.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <vector>

#include "lethe/core/index.h"
#include "lethe/core/parallel_sort.h"
#include "lethe/method/figures.h"
#include "lethe/method/result_json.h"
#include "lethe/release/assess/associations.h"

namespace lethe::release {
namespace {

constexpr std::size_t kMostCells = 12;  // values or categories of a side
constexpr std::size_t kNumberBins = 8;

// One side of the table.
struct Side {
    std::vector<std::string> labels;
    std::vector<std::int32_t> before, after;  // by row: into the labels
};

using PlaceOf = std::function<std::int32_t(std::int64_t row)>;

// The place of each row, missing values after all others.
std::vector<std::int32_t> placed(const Column& column, const PlaceOf& place, std::int32_t missing) {
    std::vector<std::int32_t> places;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        places.push_back(column.valid(row) ? place(row) : missing);
    }
    return places;
}

Side side_of(const Column& original, const Column& masked, std::vector<std::string> labels,
             const PlaceOf& before, const PlaceOf& after) {
    Side side;
    side.labels = std::move(labels);
    const auto missing = static_cast<std::int32_t>(side.labels.size());
    side.before = placed(original, before, missing);
    side.after = placed(masked, after, missing);
    if (original.has_missing() || masked.has_missing()) side.labels.emplace_back("(missing)");
    return side;
}

std::vector<double> present_numbers(const Column& column) {
    std::vector<double> values;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) values.push_back(column.numbers()[at(row)]);
    }
    return values;
}

// The values of both files where they are few, otherwise nothing.
std::vector<double> few_values(std::span<const double> before, std::span<const double> after) {
    std::set<double> values;
    for (const auto& file : {before, after}) {
        for (const double value : file) {
            values.insert(value);
            if (values.size() > kMostCells) return {};
        }
    }
    return {values.begin(), values.end()};
}

Side side_of_numbers(const Context& context, const Column& original, const Column& masked) {
    std::vector<double> values = present_numbers(original);
    const std::vector<double> few = few_values(values, present_numbers(masked));
    std::vector<double> starts = few;  // of all bins but the first; of single values their own
    std::vector<std::string> labels;
    if (!few.empty()) {
        starts.erase(starts.begin());
        for (const double value : few) labels.push_back(figures::figure_text(value));
    } else {
        parallel_sort(context, values.begin(), values.end(), std::less<>());
        for (std::size_t bin = 1; bin < kNumberBins && !values.empty(); ++bin) {
            const double start = values[bin * values.size() / kNumberBins];
            if (start > values.front() && (starts.empty() || start > starts.back())) {
                starts.push_back(start);
            }
        }
        for (std::size_t bin = 0; bin <= starts.size(); ++bin) {
            labels.push_back(starts.empty() ? std::string("any")
                             : bin == 0
                                 ? fmt::format("below {}", figures::figure_text(starts.front()))
                             : bin == starts.size()
                                 ? fmt::format("from {}", figures::figure_text(starts.back()))
                                 : fmt::format("{} to {}", figures::figure_text(starts[bin - 1]),
                                               figures::figure_text(starts[bin])));
        }
    }
    const auto place_in = [&](const Column& column) {
        return [&](std::int64_t row) {
            const double value = column.numbers()[at(row)];
            return static_cast<std::int32_t>(std::upper_bound(starts.begin(), starts.end(), value) -
                                             starts.begin());
        };
    };
    return side_of(original, masked, std::move(labels), place_in(original), place_in(masked));
}

// Both are coded alike, categories of the masked column alone last (see Comparable).
Side side_of_categories(const Column& original, const Column& masked) {
    const std::size_t codes = std::max(original.dictionary().size(), masked.dictionary().size());
    std::vector<std::int64_t> counts(codes, 0);
    std::vector<bool> occurs(codes, false);
    for (std::int64_t row = 0; row < original.size(); ++row) {
        if (!original.valid(row)) continue;
        ++counts[at(original.codes()[at(row)])];
        occurs[at(original.codes()[at(row)])] = true;
    }
    for (std::int64_t row = 0; row < masked.size(); ++row) {
        if (masked.valid(row)) occurs[at(masked.codes()[at(row)])] = true;
    }
    std::vector<std::size_t> order;
    for (std::size_t code = 0; code < codes; ++code) {
        if (occurs[code]) order.push_back(code);
    }
    const bool rest = order.size() > kMostCells;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
    if (rest) order.resize(kMostCells);
    if (original.kind() == Kind::ordinal) std::sort(order.begin(), order.end());
    std::vector<std::string> labels;
    std::vector<std::int32_t> place(codes, static_cast<std::int32_t>(order.size()));
    for (const std::size_t code : order) {
        place[code] = static_cast<std::int32_t>(labels.size());
        labels.push_back(masked.dictionary().size() > code ? masked.dictionary()[code]
                                                           : original.dictionary()[code]);
    }
    if (rest) labels.emplace_back("(other)");
    const auto place_in = [&](const Column& column) {
        return [&](std::int64_t row) { return place[at(column.codes()[at(row)])]; };
    };
    return side_of(original, masked, std::move(labels), place_in(original), place_in(masked));
}

Side side_named(const Context& context, const Comparable& pair, const std::string& name) {
    const Column& original = pair.original.column(name);
    const Column& masked = pair.masked.column(name);
    return original.is_numeric() ? side_of_numbers(context, original, masked)
                                 : side_of_categories(original, masked);
}

Contingency::Counts cell_counts(const Side& a, const Side& b,
                                std::vector<std::int32_t> Side::*file) {
    Contingency::Counts counts(a.labels.size(), std::vector<std::int64_t>(b.labels.size(), 0));
    for (std::size_t row = 0; row < (a.*file).size(); ++row) {
        ++counts[at((a.*file)[row])][at((b.*file)[row])];
    }
    return counts;
}

std::optional<double> association(const Side& a, const Side& b,
                                  std::vector<std::int32_t> Side::*file) {
    const auto column = [&](const Side& side) {
        return Column::categories("cells", Kind::nominal, side.*file,
                                  std::make_shared<const Dictionary>(side.labels));
    };
    return cramers_v(*column(a), *column(b));
}

}  // namespace

Contingency contingency(const Context& context, const Comparable& pair, const std::string& a,
                        const std::string& b) {
    const Side first = side_named(context, pair, a), second = side_named(context, pair, b);
    Contingency result{.columns = {a, b},
                       .labels = {first.labels, second.labels},
                       .before = cell_counts(first, second, &Side::before),
                       .after = cell_counts(first, second, &Side::after),
                       .association_before = association(first, second, &Side::before),
                       .association_after = association(first, second, &Side::after)};
    const auto share = [](std::int64_t part, std::int64_t rows) {
        return rows == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(rows);
    };
    for (std::size_t i = 0; i < result.before.size(); ++i) {
        std::vector<double> line;
        for (std::size_t j = 0; j < result.before[i].size(); ++j) {
            const double moved = share(result.after[i][j], pair.masked.rows()) -
                                 share(result.before[i][j], pair.original.rows());
            result.total_variation += std::abs(moved) / 2;
            line.push_back(100 * moved);
        }
        result.difference.push_back(std::move(line));
    }
    return result;
}

Json to_json(const Contingency& contingency) {
    return {{"columns", contingency.columns},
            {"labels", contingency.labels},
            {"before", contingency.before},
            {"after", contingency.after},
            {"difference", contingency.difference},
            {"total_variation", contingency.total_variation},
            {"association_before", or_null(contingency.association_before)},
            {"association_after", or_null(contingency.association_after)}};
}

}  // namespace lethe::release
