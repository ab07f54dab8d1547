// Why a person is found: how few released records are left, column by column, for somebody who
// knows her original values.
//
// A released record stays a candidate in a column where it is at least as near to the person's
// original value as her own released record is: the sharpest filter that her record passes. It
// explains, and is no attack: an intruder does not know how near that is. Beside it stands what
// linkage by distance makes of her, which is one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/release/assess/comparable.h"
#include "lethe/release/assess/evaluate.h"

namespace lethe::release {

struct EvidenceStep {
    std::string column;
    std::int64_t left = 0;  // candidates after it; her own record is always one of them
    double bits = 0;        // log2 of the candidates before over those after
};

// The nearest records, by the distance of distance-linkage.
struct DistanceView {
    std::int64_t rank = 0;          // of her own record: 1 and those that are strictly nearer
    std::int64_t equally_near = 0;  // records at the same distance, hers among them
    double own = 0;                 // distance of her record
    std::string unit;
    // The nearest record of somebody else, the first of several; nothing in a release of one.
    std::optional<double> wrong;
    std::int64_t wrong_record = -1;
    // By column, of the distance of each record; 0 where that is 0.
    std::vector<double> own_share, wrong_share;

    double chance() const { return rank == 1 ? 1.0 / static_cast<double>(equally_near) : 0.0; }
};

struct LinkExplanation {
    std::int64_t row = 0;               // of the original, from 0
    std::int64_t record = -1;           // of the masked table; -1: she was not released
    std::int64_t records = 0;           // released, all of them candidates at first
    std::vector<std::string> columns;   // compared, in the order of the table
    std::vector<std::string> left_out;  // known, but without a distance (free text)
    std::vector<EvidenceStep> steps;    // the column that leaves fewest first; none without record
    DistanceView distance;

    std::int64_t left() const { return steps.empty() ? records : steps.back().left; }
};

// In the columns of the pair. Error(usage) for a row that the original does not have, or where no
// column has a distance. Linear in records x columns.
LinkExplanation explain_link(const Comparable& pair, const Scenario& scenario, std::int64_t row,
                             const Context& context);

// {"kind": "link-explanation", "about": "original", "released", "records", "columns", "left_out",
// "steps": [{"column", "before", "left", "bits"}], "left", "bits", "chance", "distance": {"rank",
// "equally_near", "chance", "own", "nearest_wrong", "unit", "columns": [{"column", "own_share",
// "wrong_share"}]}, "private": {"row", "nearest_wrong_row", "values": [{"column", "original",
// "released", "nearest_wrong"}]}}. Rows are of the original, from 1; values stand in "private"
// alone. Without a record it ends after "left_out", and "private" has the row.
Json to_json(const LinkExplanation& explanation, const Comparable& pair, const Scenario& scenario);

}  // namespace lethe::release
