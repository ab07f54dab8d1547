#include "lethe/table/attack/linkage/open_records.h"

#include "lethe/core/index.h"

namespace lethe::attack {

OpenRecords::OpenRecords(const AssessInput& input) {
    std::vector<bool> linked(at(input.original.rows()), false);
    for (const std::int64_t row : input.training) linked[at(row)] = true;
    place_of_.assign(at(input.masked.rows()), -1);
    for (std::int64_t row = 0; row < input.masked.rows(); ++row) {
        if (linked[at(input.origin_of(row))]) {
            closed_.push_back(row);
            continue;
        }
        place_of_[at(row)] = size();
        rows_.push_back(row);
    }
}

std::vector<std::int64_t> OpenRecords::places(std::span<const std::int64_t> released) const {
    std::vector<std::int64_t> result;
    for (const std::int64_t row : released) result.push_back(row < 0 ? -1 : place_of_[at(row)]);
    return result;
}

NumericSpace OpenRecords::of(const NumericSpace& released) const {
    std::vector<double> values;
    values.reserve(rows_.size() * at(released.dims()));
    for (const std::int64_t row : rows_) {
        const double* point = released.points().at(row);
        values.insert(values.end(), point, point + released.dims());
    }
    return NumericSpace(std::move(values), size(), released.dims());
}

void OpenRecords::as_rows(Nearest& link) const {
    if (link.row >= 0) link.row = rows_[at(link.row)];
}

void OpenRecords::as_rows(Candidates& found) const {
    as_rows(found.nearest);
    for (std::int64_t& row : found.rows) row = rows_[at(row)];
}

OpenInput::OpenInput(const AssessInput& input)
    : open_(input),
      masked_(open_.all() ? input.masked : input.masked.gather(open_.rows())),
      origin_(input.origin) {
    if (open_.all()) return;
    origin_.clear();
    for (const std::int64_t row : open_.rows()) origin_.push_back(input.origin_of(row));
}

AssessInput OpenInput::of(const AssessInput& input) const {
    return {input.original, masked_,     input.columns,  input.random, input.context,
            origin_,        input.known, input.training, input.record};
}

std::vector<Nearest> nearest_open(const AssessInput& input, const NumericSpace& held,
                                  const NumericSpace& released,
                                  std::span<const std::int64_t> matches) {
    const OpenRecords open(input);
    if (open.all()) return nearest_of_all(input.context, held, released, matches);
    if (open.size() == 0) return std::vector<Nearest>(matches.size());
    std::vector<Nearest> result =
        nearest_of_all(input.context, held, open.of(released), open.places(matches));
    for (Nearest& link : result) open.as_rows(link);
    return result;
}

}  // namespace lethe::attack
