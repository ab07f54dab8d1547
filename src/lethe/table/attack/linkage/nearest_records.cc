// Records that agree on all columns are one class and are measured once. Numbers have a search
// tree; records with categories are compared with every class, which lie side by side for the
// vector unit, and equal people are asked for once.
#include "lethe/table/attack/linkage/nearest_records.h"

#include <algorithm>

#include "lethe/algo/linkage/nearest_few.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"
#include "lethe/space/categories.h"
#include "lethe/space/int_lanes.h"
#include "lethe/table/attack/linkage/linkage_space.h"
#include "lethe/table/attack/read_labels.h"

namespace lethe::attack {
namespace {

std::vector<std::int64_t> first_rows(const Groups& groups) {
    std::vector<std::int64_t> first;
    for (std::size_t row = 0; row < groups.class_of.size(); ++row) {
        if (groups.class_of[row] == std::ssize(first)) {
            first.push_back(static_cast<std::int64_t>(row));
        }
    }
    return first;
}

// Candidates ordered by distance, cut into shells.
std::vector<Shell> shells_of(std::vector<std::pair<double, std::int32_t>> candidates) {
    std::sort(candidates.begin(), candidates.end());
    std::vector<Shell> shells;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (i == 0 || candidates[i].first != candidates[i - 1].first) shells.emplace_back();
        shells.back().classes.push_back(candidates[i].second);
    }
    return shells;
}

std::vector<std::vector<Shell>> nearest_numbers(const AssessInput& input,
                                                const std::vector<std::int64_t>& first,
                                                const std::vector<std::int64_t>& rows,
                                                std::int64_t count) {
    const LinkageSpace space = linkage_space(input, Distance::standardised, rows);
    std::vector<double> values;
    for (const std::int64_t row : first) {
        const double* point = space.released.points().at(row);
        values.insert(values.end(), point, point + space.released.dims());
    }
    const NumericSpace classes(std::move(values), std::ssize(first), space.released.dims());
    const auto nearest = nearest_few(input.context, space.held, classes, count);
    std::vector<std::vector<Shell>> result(rows.size());
    parallel_chunks(input.context, std::ssize(rows),
                    [&](std::int64_t begin, std::int64_t end, auto) {
                        for (std::int64_t i = begin; i < end; ++i) {
                            const NumericSpace::Point point = space.held.point(i);
                            std::vector<std::pair<double, std::int32_t>> candidates;
                            for (const std::int32_t own : nearest[at(i)]) {
                                candidates.emplace_back(classes.distance(point, own), own);
                            }
                            result[at(i)] = shells_of(std::move(candidates));
                        }
                    });
    return result;
}

// The classes at most as far as the count-th nearest one. Blocks in which none is as near are
// passed over.
std::vector<Shell> nearest_of_point(const CategorySpace& classes, const CategorySpace::Point& point,
                                    std::size_t count) {
    constexpr std::int64_t kBlock = 2048;
    std::int32_t distances[kBlock];
    std::vector<std::int32_t> best;  // the least distances, ascending, at most `count`
    std::vector<std::pair<double, std::int32_t>> candidates;
    const auto near_enough = [&](std::int32_t distance) {
        return best.size() < count || distance <= best.back();
    };
    for (std::int64_t begin = 0; begin < classes.rows(); begin += kBlock) {
        const auto size = at(std::min(kBlock, classes.rows() - begin));
        std::fill_n(distances, size, 0);
        for (std::size_t j = 0; j < point.size(); ++j) {
            add_distances(classes.scales().columns[j], point[j],
                          classes.codes(j).subspan(at(begin), size), distances);
        }
        if (!near_enough(least_value({distances, size}, distances[0]))) continue;
        for (std::size_t i = 0; i < size; ++i) {
            if (!near_enough(distances[i])) continue;
            candidates.emplace_back(
                distances[i], static_cast<std::int32_t>(begin) + static_cast<std::int32_t>(i));
            best.insert(std::upper_bound(best.begin(), best.end(), distances[i]), distances[i]);
            if (best.size() > count) best.pop_back();
        }
    }
    std::erase_if(candidates, [&](const auto& one) { return one.first > best.back(); });
    return shells_of(std::move(candidates));
}

std::vector<std::vector<Shell>> nearest_categories(const AssessInput& input,
                                                   const std::vector<std::int64_t>& first,
                                                   const std::vector<std::int64_t>& rows,
                                                   std::int64_t count) {
    const CategoryScales scales = category_scales(input.context, input.original, input.columns);
    const CategorySpace held(input.context, scales,
                             input.original.select(input.columns).gather(rows), input.columns);
    const CategorySpace classes(input.context, scales, with_labels_read(input).gather(first),
                                input.columns);
    const Groups equal = equal_records(input.context, held);
    const std::vector<std::int64_t> asked = first_rows(equal);
    std::vector<std::vector<Shell>> of_asked(asked.size());
    constexpr std::int64_t kChunk = 16;
    parallel_chunks(
        input.context, std::ssize(asked), kChunk, [&](std::int64_t begin, std::int64_t end, auto) {
            for (std::int64_t i = begin; i < end; ++i) {
                of_asked[at(i)] = nearest_of_point(classes, held.point(asked[at(i)]), at(count));
            }
        });
    std::vector<std::vector<Shell>> result;
    for (const std::int32_t own : equal.class_of) result.push_back(of_asked[at(own)]);
    return result;
}

}  // namespace

std::vector<std::vector<Shell>> nearest_classes(const AssessInput& input, const Groups& groups,
                                                const std::vector<std::int64_t>& rows,
                                                std::int64_t count) {
    if (rows.empty() || groups.classes() == 0) {
        return std::vector<std::vector<Shell>>(rows.size());
    }
    const std::vector<std::int64_t> first = first_rows(groups);
    const bool numbers =
        std::all_of(input.columns.begin(), input.columns.end(), [&](const std::string& name) {
            return input.original.column(name).is_numeric() &&
                   input.masked.column(name).is_numeric();
        });
    return numbers ? nearest_numbers(input, first, rows, count)
                   : nearest_categories(input, first, rows, count);
}

}  // namespace lethe::attack
