#include "lethe/table/attack/linkage/links.h"

#include <cmath>

#include "lethe/table/attack/linkage/open_records.h"

namespace lethe::attack {

std::vector<std::int64_t> matches_of(const AssessInput& input, std::span<const std::int64_t> rows) {
    const std::vector<std::int64_t> masked = masked_row_of(input);
    std::vector<std::int64_t> matches;
    for (const std::int64_t row : rows) matches.push_back(masked[static_cast<std::size_t>(row)]);
    return matches;
}

bool nobody_to_link(const AssessInput& input, std::span<const std::int64_t> rows,
                    std::vector<std::string>& warnings) {
    if (!rows.empty() && OpenRecords(input).size() > 0) return false;
    warnings.push_back("there is no record to link: the value is 0");
    return true;
}

Json link_lists(std::span<const std::int64_t> rows, std::span<const Nearest> links) {
    Json original = Json::array();
    Json masked = Json::array();
    Json ties = Json::array();
    Json distance = Json::array();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        original.push_back(rows[i] + 1);
        masked.push_back(links[i].row < 0 ? Json(nullptr) : Json(links[i].row + 1));
        ties.push_back(links[i].ties);
        distance.push_back(finite_or_null(std::sqrt(links[i].distance)));
    }
    return {{"original", std::move(original)},
            {"masked", std::move(masked)},
            {"ties", std::move(ties)},
            {"distance", std::move(distance)}};
}

Json exposure_list(std::span<const std::int64_t> rows, std::span<const Nearest> links) {
    Json original = Json::array();
    Json exposure = Json::array();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        original.push_back(rows[i] + 1);
        exposure.push_back(exposure_of(links[i]));
    }
    return {{"original", std::move(original)}, {"exposure", std::move(exposure)}};
}

}  // namespace lethe::attack
