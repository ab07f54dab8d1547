#include "lethe/table/attack/linkage/candidate_report.h"

#include <algorithm>
#include <unordered_map>

#include "lethe/table/attack/linkage/links.h"
#include "lethe/table/attack/linkage/open_records.h"

namespace lethe::attack {
namespace {

Table as_numbers(const Table& table, const Table& original,
                 const std::vector<std::string>& columns) {
    std::vector<ColumnPtr> numbers;
    for (const std::string& name : columns) {
        numbers.push_back(as_places(table.column_ptr(name), original.column(name)));
    }
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
                              const std::vector<Candidates>& found, bool links, Proof proof) {
    Measurement result;
    const std::vector<std::int64_t> matches = matches_of(input, rows);
    const std::vector<Nearest> linked = links_of(found);
    const RightLinks right = right_links(linked);
    result.value = right.describe(result.details);
    std::int64_t certain = 0, certain_right = 0, empty = 0, hit = 0;
    const bool proven = proof == Proof::one_left && input.masked.rows() == input.original.rows();
    for (const Candidates& one : found) {
        certain += proven && one.count == 1 ? 1 : 0;
        certain_right += proven && one.count == 1 && one.holds_match ? 1 : 0;
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
    result.details["candidates"] = OpenRecords(input).size();
    result.details["candidate_sets"] = set_sizes(found);
    Json without;
    result.details["distance_linkage"] =
        right_links(nearest_open(input, space.held, space.released, matches_of(input, rows)))
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

ColumnPtr as_places(const ColumnPtr& column, const Column& original) {
    if (column->is_numeric() || original.is_numeric()) return column;
    std::unordered_map<std::string, double> places;
    for (const Dictionary* dictionary : {&original.dictionary(), &column->dictionary()}) {
        for (const std::string& category : *dictionary) {
            places.try_emplace(category, static_cast<double>(places.size()));
        }
    }
    std::vector<double> place_of_code;
    for (const std::string& category : column->dictionary()) {
        place_of_code.push_back(places.at(category));
    }
    std::vector<double> numbers;
    for (std::int64_t row = 0; row < column->size(); ++row) {
        const auto code = column->codes()[static_cast<std::size_t>(row)];
        numbers.push_back(column->valid(row) ? place_of_code[static_cast<std::size_t>(code)] : 0.0);
    }
    return Column::numeric(column->name(), std::move(numbers), column->validity());
}

NumberedInput::NumberedInput(const AssessInput& input)
    : original(as_numbers(input.original, input.original, input.columns)),
      masked(as_numbers(input.masked, input.original, input.columns)) {}

AssessInput NumberedInput::of(const AssessInput& input) const {
    return {original,     masked,      input.columns,  input.random, input.context,
            input.origin, input.known, input.training, input.record};
}

}  // namespace lethe::attack
