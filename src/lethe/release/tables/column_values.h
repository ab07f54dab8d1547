// What the owner of a table says about the numbers of a column, and what follows for its release.
//
//   age   = { role = "quasi", round = 0, range = [0, 120] }
//   water = { role = "quasi", values = [1, 2, 3, 9] }       codes: nothing else can be
//   ratio = { role = "quasi", round = "none" }              as the method makes it
//   born  = { role = "quasi", round = "month", range = ["1900-01-01", "2020-12-31"] }   dates
//
// What is not said is inferred from the column (data/numbers/number_domain.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/numbers/number_domain.h"
#include "lethe/data/table.h"

namespace lethe::release {

struct ColumnValues {
    std::optional<int> decimals = {};
    bool as_masked = false;  // round = "none": nothing is rounded, moved or inferred
    std::optional<double> least = {};
    std::optional<double> most = {};
    std::vector<double> codes = {};  // ascending
    // Of dates and times, whose notation the policy does not know: the ends of the range as they
    // are written, in ISO 8601 or as the column is, empty where there is none; and the unit.
    std::string least_text = {};
    std::string most_text = {};
    std::optional<DateUnit> unit = {};

    bool given() const {
        return decimals || as_masked || least || most || !codes.empty() || has_texts() || unit;
    }
    bool has_texts() const { return !least_text.empty() || !most_text.empty(); }
};

// The domain of a column: what is declared goes before what is inferred. With round = "none" only a
// declared range or list is left of it.
NumberDomain domain_of(const Column& column, const ColumnValues& declared);

// What was told of a column's inferred domain (to_json), as the record may have it: the ends of the
// original and the number of its codes stay where the release has them too. Zero is nobody's.
Json released_values(Json told, const Column& original, const Column& released);

// Adds a problem where something is declared of a column that is not numeric, or where values of
// the column are outside the declared range or list (how many, never which).
void check_values(const Column& column, const ColumnValues& declared, const Place& place,
                  Problems& problems);

}  // namespace lethe::release
