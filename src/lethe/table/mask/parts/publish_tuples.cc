#include "lethe/table/mask/parts/publish_tuples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/data/groups.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/space/attribute/coded_texts.h"

namespace lethe::mask {
namespace {

ColumnPtr publish_numbers(const std::string& name, std::size_t column,
                          std::span<const TupleSpace::Point> points,
                          std::span<const std::int32_t> point_of_row) {
    const auto rows = static_cast<std::int64_t>(point_of_row.size());
    std::vector<double> values(point_of_row.size(), 0.0);
    Validity validity(rows);
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto i = static_cast<std::size_t>(row);
        const double value = points[static_cast<std::size_t>(point_of_row[i])][column];
        if (std::isnan(value)) {
            validity.set_missing(row);
        } else {
            values[i] = value;
        }
    }
    return Column::numeric(name, std::move(values), std::move(validity));
}

ColumnPtr publish_categories(const Column& old, const ValueDomain& domain, std::size_t column,
                             std::span<const TupleSpace::Point> points,
                             std::span<const std::int32_t> point_of_row) {
    std::vector<std::string> texts;
    std::int32_t missing = CodedTexts::kNoCode;
    for (std::int32_t candidate = 0; candidate < domain.candidates(); ++candidate) {
        if (!domain.text(candidate)) missing = candidate;
        texts.push_back(domain.text(candidate).value_or(std::string()));
    }
    std::vector<std::int32_t> candidates;
    candidates.reserve(point_of_row.size());
    for (const std::int32_t point : point_of_row) {
        candidates.push_back(
            static_cast<std::int32_t>(points[static_cast<std::size_t>(point)][column]));
    }
    return text_column(old, candidates, texts, missing, old.spelling_of_missing());
}

Json taxonomies(const MaskInput& input) {
    Json facts = Json::object();
    for (const std::string& name : input.columns) {
        const MeaningPtr& meaning = input.table.column(name).meaning();
        if (!meaning) continue;
        const Taxonomy& taxonomy = meaning->taxonomy();
        facts[name] = {{"name", taxonomy.name()}, {"concepts", taxonomy.size()}};
        if (!taxonomy.version().empty()) facts[name]["version"] = taxonomy.version();
    }
    return facts;
}

void check_anonymous(const MaskInput& input, const MaskOutput& output, std::int64_t k) {
    const Groups groups =
        group_rows(input.context, input.table.with(output.changed), input.columns);
    if (groups.classes() > 0 && groups.smallest() < k) {
        throw Error(ErrorKind::internal,
                    fmt::format("the release has a class of {} records, but k is {}",
                                groups.smallest(), k));
    }
}

// The means of a column of numbers over each group; NaN unless more than half of it has one.
std::vector<double> group_means(const Column& column, const Clusters& groups) {
    std::vector<ExactSum> sums(static_cast<std::size_t>(groups.count));
    std::vector<std::int64_t> present(sums.size(), 0);
    std::vector<std::int64_t> sizes(sums.size(), 0);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto i = static_cast<std::size_t>(row);
        const auto group = static_cast<std::size_t>(groups.of[i]);
        ++sizes[group];
        if (!column.valid(row)) continue;
        ++present[group];
        sums[group].add(column.numbers()[i]);
    }
    std::vector<double> means(sums.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t g = 0; g < sums.size(); ++g) {
        if (2 * present[g] > sizes[g]) {
            means[g] = sums[g].value() / static_cast<double>(present[g]);
        }
    }
    return means;
}

}  // namespace

Clusters groups_of_rows(const TupleSpace& space, const Clusters& of_tuples) {
    Clusters groups{{}, of_tuples.count};
    for (const std::int32_t tuple : space.tuple_of_row()) {
        groups.of.push_back(of_tuples.of[static_cast<std::size_t>(tuple)]);
    }
    return groups;
}

Clusters groups_of_rows_from_records(const TupleSpace& space, const Clusters& of_records) {
    Clusters groups{{}, of_records.count};
    std::vector<std::int64_t> taken(static_cast<std::size_t>(space.tuples()), 0);
    for (const std::int32_t tuple : space.tuple_of_row()) {
        const std::int64_t record =
            space.first_row(tuple) + taken[static_cast<std::size_t>(tuple)]++;
        groups.of.push_back(of_records.of[static_cast<std::size_t>(record)]);
    }
    return groups;
}

MaskOutput publish_points(const MaskInput& input, const TupleSpace& space,
                          std::span<const TupleSpace::Point> points,
                          std::span<const std::int32_t> point_of_row, std::int64_t k) {
    MaskOutput output;
    for (std::size_t j = 0; j < space.columns(); ++j) {
        const Column& old = input.table.column(input.columns[j]);
        output.changed.push_back(
            space.domain(j) != nullptr
                ? publish_categories(old, *space.domain(j), j, points, point_of_row)
                : publish_numbers(old.name(), j, points, point_of_row));
    }
    check_anonymous(input, output, k);
    if (Json used = taxonomies(input); !used.empty()) output.facts["knowledge"] = std::move(used);
    return output;
}

MaskOutput publish_centres(const MaskInput& input, const TupleSpace& space,
                           const Clusters& groups_of_row, const CentreOptions& options,
                           std::int64_t k) {
    const ClusterRows rows(groups_of_row);
    std::vector<TupleSpace::Point> points;
    TupleCentre centre(space, options);
    std::int64_t smallest = space.rows();
    std::int64_t largest = 0;
    for (std::int32_t group = 0; group < rows.count(); ++group) {
        centre.clear();
        for (const std::int64_t row : rows[group]) {
            centre.add(space.tuple_of_row()[static_cast<std::size_t>(row)], 1);
        }
        points.push_back(centre.point());
        smallest = std::min(smallest, centre.size());
        largest = std::max(largest, centre.size());
    }
    const bool by_column = options.kind == CentreKind::semantic ||
                           options.kind == CentreKind::value_mode ||
                           options.kind == CentreKind::lcs;
    for (std::size_t j = 0; j < space.columns() && by_column; ++j) {
        if (space.domain(j) != nullptr) continue;
        const auto means = group_means(input.table.column(input.columns[j]), groups_of_row);
        for (std::size_t g = 0; g < means.size(); ++g) points[g][j] = means[g];
    }
    MaskOutput output = publish_points(input, space, points, groups_of_row.of, k);
    output.facts["groups"] = rows.count();
    output.facts["smallest"] = smallest;
    output.facts["largest"] = largest;
    return output;
}

MaskOutput publish_images(const MaskInput& input, const TupleSpace& space,
                          std::span<const std::int32_t> images, std::int64_t k) {
    std::vector<TupleSpace::Point> points;
    for (std::int32_t t = 0; t < space.tuples(); ++t) points.push_back(space.tuple_point(t));
    std::vector<std::int32_t> point_of_row;
    std::int64_t moved = 0;
    for (const std::int32_t tuple : space.tuple_of_row()) {
        point_of_row.push_back(images[static_cast<std::size_t>(tuple)]);
        moved += point_of_row.back() != tuple ? 1 : 0;
    }
    MaskOutput output = publish_points(input, space, points, point_of_row, k);
    output.facts["changed_records"] = moved;
    return output;
}

}  // namespace lethe::mask
