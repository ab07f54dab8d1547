// Which categories can stay exact: the `by` columns of table/mask/stratified, chosen by what is
// lost.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/search/advise/policy_bench.h"

namespace lethe::search {

// One method that makes groups of k, with its parameters.
struct Grouping {
    std::string method;
    Json parameters = Json::object();
    // Where given, this is the k, and what is made stronger is the mean size of the groups.
    std::optional<std::int64_t> least = std::nullopt;

    Json with_k(std::int64_t k) const;
};

// The policy that keeps `by` and groups the rest; the grouping alone where `by` is empty.
// `exact`: nobody's `by` columns are changed, who cannot be kept is dropped. A stratum has `groups`
// times k people at least.
Steps stratified_steps(const std::vector<std::string>& columns, const std::vector<std::string>& by,
                       const Grouping& grouping, std::int64_t k, bool exact,
                       std::int64_t groups = 1);

// Greedy: begins with `first`, and adds the column that lowers the loss most as long as one does
// so by more than a thousandth of it (above 50,000 rows only those that did best before); then, in
// smaller tables, tries each column one place earlier, and leaving one
// out. Returns the order found.
std::vector<std::string> search_strata(const PolicyBench& bench,
                                       const std::vector<std::string>& columns,
                                       const std::vector<std::string>& first,
                                       const Grouping& grouping, std::int64_t k);

}  // namespace lethe::search
