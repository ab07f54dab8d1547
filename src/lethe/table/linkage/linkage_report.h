// What a linkage found, as JSON for reports and as a private list of explained links.
#pragma once

#include <string>
#include <string_view>

#include "lethe/core/json.h"
#include "lethe/table/linkage/linkage_truth.h"

namespace lethe::linkage {

// Counts, thresholds, columns with their weights, passes: nothing about single records. With a
// truth also precision, recall, F1 and how many likeliest candidates are right.
Json linkage_json(const LinkageResult& result, const Truth* truth);

// Private: every link and possible link with its rows (from 1), its probability, and for every
// column how well it agreed and how many bits that spoke for the link (or against it). With a truth
// also whether it is right.
// What links_csv begins with, whatever the columns.
inline constexpr std::string_view kLinksHeader =
    "intruder_row,release_row,decision,probability,bits";
std::string links_csv(const LinkageResult& result, const Truth* truth);
Json links_json(const LinkageResult& result, const Truth* truth);

}  // namespace lethe::linkage
