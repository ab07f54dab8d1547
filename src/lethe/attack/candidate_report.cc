#include "lethe/attack/candidate_report.h"

#include <algorithm>

#include "lethe/attack/links.h"

namespace lethe::attack {
namespace {

ColumnPtr as_number(const ColumnPtr& column) {
    if (column->is_numeric()) return column;
    const auto codes = column->codes();
    return Column::numeric(column->name(), {codes.begin(), codes.end()}, column->validity());
}

Table as_numbers(const Table& table, const std::vector<std::string>& columns) {
    std::vector<ColumnPtr> numbers;
    for (const std::string& name : columns) numbers.push_back(as_number(table.column_ptr(name)));
    return Table(std::move(numbers));
}

std::vector<Nearest> links_of(const std::vector<Candidates>& found) {
    std::vector<Nearest> links;
    for (const Candidates& one : found) links.push_back(one.nearest);
    return links;
}

Json set_sizes(const std::vector<Candidates>& found) {
    std::vector<std::int64_t> sizes;
    double sum = 0;
    for (const Candidates& one : found) {
        sizes.push_back(one.count);
        sum += static_cast<double>(one.count);
    }
    std::sort(sizes.begin(), sizes.end());
    return {{"mean", sum / static_cast<double>(sizes.size())},
            {"median", sizes[(sizes.size() - 1) / 2]},
            {"largest", sizes.back()}};
}

// null for a set that is too large to be listed.
Json set_lists(const std::vector<Candidates>& found) {
    Json lists = Json::array();
    for (const Candidates& one : found) {
        Json list = Json::array();
        for (const std::int64_t row : one.rows) list.push_back(row + 1);
        lists.push_back(one.count > kListedCandidates ? Json(nullptr) : std::move(list));
    }
    return lists;
}

}  // namespace

Measurement report_candidates(const AssessInput& input, const LinkageSpace& space,
                              const std::vector<std::int64_t>& rows,
                              const std::vector<Candidates>& found, bool links) {
    Measurement result;
    const std::vector<std::int64_t> matches = matches_of(input, rows);
    const std::vector<Nearest> linked = links_of(found);
    const RightLinks right = right_links(linked);
    result.value = right.describe(result.details);
    std::int64_t certain = 0, certain_right = 0, empty = 0, hit = 0;
    for (const Candidates& one : found) {
        certain += one.count == 1 ? 1 : 0;
        certain_right += one.count == 1 && one.holds_match ? 1 : 0;
        empty += one.count == 0 ? 1 : 0;
        hit += one.holds_match ? 1 : 0;
    }
    const auto share = [&](auto part) {
        return percent(static_cast<double>(part), static_cast<double>(rows.size()));
    };
    result.details["certain"] = share(certain);
    result.details["certain_right"] = share(certain_right);
    result.details["by_distance"] = share(right.records - certain - empty);
    result.details["by_distance_right"] =
        share(right.expected - static_cast<double>(certain_right));
    result.details["empty"] = share(empty);
    result.details["hit"] = percent(hit, std::ssize(matches) - std::ranges::count(matches, -1));
    result.details["candidates"] = input.masked.rows();
    result.details["candidate_sets"] = set_sizes(found);
    Json without;
    result.details["distance_linkage"] =
        right_links(
            nearest_of_all(input.context, space.held, space.released, matches_of(input, rows)))
            .describe(without);
    result.details["columns"] = input.columns;
    result.warnings = space.warnings;
    if (links) {
        result.private_details["links"] = link_lists(rows, linked);
        result.private_details["candidate_sets"] = set_lists(found);
    }
    return result;
}

Measurement report_nobody(const std::vector<std::int64_t>& rows) {
    Measurement result;
    right_links(std::vector<Nearest>(rows.size())).describe(result.details);
    result.warnings.push_back("there is no record to link: the value is 0");
    return result;
}

NumberedInput::NumberedInput(const AssessInput& input)
    : original(as_numbers(input.original, input.columns)),
      masked(as_numbers(input.masked, input.columns)) {}

AssessInput NumberedInput::of(const AssessInput& input) const {
    return {original,     masked,      input.columns,  input.random, input.context,
            input.origin, input.known, input.training, input.record};
}

}  // namespace lethe::attack
