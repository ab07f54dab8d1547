// Files of few categorical columns have far fewer different records than records. Links depend on
// the records' values alone, so they are found once for each different masked record, against each
// different original; then every record looks up its own. Where all records differ this is a plain
// walk over all pairs, in loops that the compiler turns into vector operations.
#include "lethe/algo/linkage/distinct_linkage.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "lethe/core/index.h"

namespace lethe {
namespace {

struct Distinct {
    std::vector<std::size_t> group_of;  // by row
    std::vector<std::size_t> first;     // a row of each group
    std::vector<std::int32_t> count;
};

// Keys become their places among the different keys, which is what comes back: their number.
std::uint64_t number_keys(std::vector<std::uint64_t>& keys, std::uint64_t range) {
    if (range <= 16 * keys.size()) {
        std::vector<std::uint64_t> place(range, 0);
        for (const std::uint64_t key : keys) place[key] = 1;
        const std::uint64_t count = std::accumulate(place.begin(), place.end(), std::uint64_t{0});
        std::exclusive_scan(place.begin(), place.end(), place.begin(), std::uint64_t{0});
        for (std::uint64_t& key : keys) key = place[key];
        return count;
    }
    std::vector<std::uint64_t> known = keys;
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    for (std::uint64_t& key : keys) {
        key = static_cast<std::uint64_t>(std::lower_bound(known.begin(), known.end(), key) -
                                         known.begin());
    }
    return known.size();
}

// Records as numbers whose digits are their codes, numbered anew before they would not fit.
Distinct distinct_records(const CodedFile& file, std::span<const CellCode> codes) {
    const std::size_t width = at(file.width());
    std::vector<std::uint64_t> keys(at(file.rows()), 0);
    std::uint64_t range = 1;
    for (std::size_t j = 0; j < width; ++j) {
        const auto digits = static_cast<std::uint64_t>(file.columns()[j].codes());
        if (range > std::numeric_limits<std::uint64_t>::max() / digits) {
            range = number_keys(keys, range);
        }
        for (std::size_t row = 0; row < keys.size(); ++row) {
            keys[row] = keys[row] * digits + codes[row * width + j];
        }
        range *= digits;
    }
    const std::uint64_t groups = number_keys(keys, range);
    Distinct result{{keys.begin(), keys.end()},
                    std::vector<std::size_t>(groups),
                    std::vector<std::int32_t>(groups, 0)};
    for (std::size_t row = 0; row < keys.size(); ++row) {
        result.first[keys[row]] = row;
        ++result.count[keys[row]];
    }
    return result;
}

}  // namespace

DistinctLinkage::DistinctLinkage(const CodedFile& original, std::vector<std::size_t> patterned)
    : original_(original), patterned_(std::move(patterned)) {
    const std::size_t width = at(original.width());
    Distinct distinct = distinct_records(original, original.codes());
    group_of_ = std::move(distinct.group_of);
    originals_ = std::move(distinct.count);
    std::vector<std::uint16_t> bit(width, 0);
    for (std::size_t i = 0; i < patterned_.size(); ++i) {
        bit[patterned_[i]] = static_cast<std::uint16_t>(1U << i);
    }
    for (std::size_t j = 0; j < width; ++j) {
        const CodedColumn& column = original.columns()[j];
        first_.push_back(distance_.size() / originals_.size());
        for (std::int32_t code = 0; code < column.codes(); ++code) {
            const auto category = static_cast<CellCode>(code);
            for (const std::size_t row : distinct.first) {
                const CellCode x = original.codes()[row * width + j];
                distance_.push_back(column.distance(x, category));
                const bool agrees = x == category && x != column.missing();
                agree_.push_back(agrees ? bit[j] : std::uint16_t{0});
            }
        }
    }
}

Links DistinctLinkage::links(std::span<const CellCode> codes,
                             std::span<const double> weights) const {
    const std::size_t width = at(original_.width());
    const std::size_t originals = originals_.size();
    const Distinct masked = distinct_records(original_, codes);
    std::vector<std::int32_t> distance(originals),
        nearest(originals, std::numeric_limits<std::int32_t>::max()), ties(originals, 0);
    std::vector<std::uint16_t> pattern(originals);
    std::vector<double> heaviest(masked.first.size());
    std::vector<std::int32_t> heavy_ties(masked.first.size());
    for (std::size_t group = 0; group < masked.first.size(); ++group) {
        const auto record = codes.subspan(masked.first[group] * width, width);
        std::fill(distance.begin(), distance.end(), 0);
        std::fill(pattern.begin(), pattern.end(), std::uint16_t{0});
        for (std::size_t j = 0; j < width; ++j) {
            const std::size_t begin = (first_[j] + record[j]) * originals;
            const std::int32_t* own = distance_.data() + begin;
            const std::uint16_t* agree = agree_.data() + begin;
            for (std::size_t i = 0; i < originals; ++i) distance[i] += own[i];
            for (std::size_t i = 0; i < originals; ++i) {
                pattern[i] = static_cast<std::uint16_t>(pattern[i] | agree[i]);
            }
        }
        const std::int32_t count = masked.count[group];
        for (std::size_t i = 0; i < originals; ++i) {
            const std::int32_t d = distance[i];
            ties[i] = d < nearest[i] ? count : ties[i] + (d == nearest[i] ? count : 0);
            nearest[i] = std::min(nearest[i], d);
        }
        double best = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < originals; ++i) best = std::max(best, weights[pattern[i]]);
        std::int32_t equal = 0;
        for (std::size_t i = 0; i < originals; ++i) {
            equal += weights[pattern[i]] == best ? originals_[i] : 0;
        }
        heaviest[group] = best;
        heavy_ties[group] = equal;
    }
    Links links;
    for (std::size_t row = 0; row < group_of_.size(); ++row) {
        const std::size_t original = group_of_[row], group = masked.group_of[row];
        std::int32_t own_distance = 0;
        std::uint16_t own_pattern = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const std::size_t place = (first_[j] + codes[row * width + j]) * originals + original;
            own_distance += distance_[place];
            own_pattern = static_cast<std::uint16_t>(own_pattern | agree_[place]);
        }
        if (own_distance == nearest[original]) links.by_distance += 1.0 / ties[original];
        if (weights[own_pattern] == heaviest[group]) links.by_weight += 1.0 / heavy_ties[group];
    }
    return links;
}

}  // namespace lethe
