#include "lethe/table/attack/linkage/person_distances.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "lethe/core/index.h"
#include "lethe/table/attack/read_labels.h"

namespace lethe::attack {

std::variant<LinkageSpace, PersonDistances::Categories> PersonDistances::space_of(
    const AssessInput& input, std::int64_t row) {
    const bool numbers =
        std::all_of(input.columns.begin(), input.columns.end(), [&](const std::string& name) {
            return input.original.column(name).is_numeric() &&
                   input.masked.column(name).is_numeric();
        });
    const std::vector<std::int64_t> person{row};
    if (numbers) return linkage_space(input, Distance::standardised, person);
    const CategoryScales scales = category_scales(input.context, input.original, input.columns);
    return Categories{
        CategorySpace(input.context, scales, input.original.select(input.columns).gather(person),
                      input.columns),
        CategorySpace(input.context, scales, with_labels_read(input), input.columns)};
}

PersonDistances::PersonDistances(const AssessInput& input, std::int64_t row)
    : space_(space_of(input, row)), columns_(input.columns.size()) {}

std::int64_t PersonDistances::records() const {
    return std::visit([](const auto& space) { return space.released.rows(); }, space_);
}

double PersonDistances::part(std::size_t column, std::int64_t record) const {
    if (const auto* space = std::get_if<LinkageSpace>(&space_)) {
        const double difference =
            space->held.points().at(0)[column] - space->released.points().at(record)[column];
        return difference * difference;
    }
    const auto& space = std::get<Categories>(space_);
    const CategoryScale& scale = space.held.scales().columns[column];
    const std::int32_t own = space.held.codes(column)[0];
    const std::int32_t other = space.released.codes(column)[at(record)];
    const bool equality = scale.order == CategoryScale::Order::equality;
    const std::int64_t steps = equality ? (own != other ? 1 : 0) : std::abs(own - other);
    return static_cast<double>(scale.unit * steps);
}

double PersonDistances::distance(std::int64_t record) const {
    double sum = 0;
    for (std::size_t column = 0; column < columns_; ++column) sum += part(column, record);
    return sum;
}

double PersonDistances::shown(double distance) const {
    if (std::holds_alternative<LinkageSpace>(space_)) return std::sqrt(distance);
    return std::get<Categories>(space_).held.scales().mean(distance);
}

std::string_view PersonDistances::unit() const {
    return std::holds_alternative<LinkageSpace>(space_) ? "deviations" : "mean of the columns";
}

}  // namespace lethe::attack
