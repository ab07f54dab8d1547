// How each column looks before and after masking: what the report draws. The result is statistics
// of the original data, so it belongs in private results only.
#pragma once

#include <span>
#include <string>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"

namespace lethe {

// A list with one object a column; columns that either table lacks are left out. The tables may
// differ in rows.
//
// Numeric in both tables:
//   {"column", "kind": "numeric", "edges": [e0 .. en], "before": [n counts], "after": [n counts],
//    "before_stats": {"mean", "sd", "min", "q1", "median", "q3", "max", "missing"}, "after_stats"}
// Bins are [e_i, e_i+1), the last one closed; both files share them and every present value is in
// one. Without any value the three lists are empty. sd has divisor n - 1, quartiles are of type 7
// (linear between order statistics); what cannot be computed is null.
//
// Otherwise values are compared as texts:
//   {"column", "kind": "nominal", "labels": [..], "before": [..], "after": [..], "rest": bool,
//    "before_stats": {"distinct", "missing"}, "after_stats"}
// The labels are the twelve most frequent categories of the original (ties: the one seen first), by
// frequency, or in their own order where the column is ordinal; with "rest" a last label "other"
// counts all others of either file.
Json distributions(const Context& context, const Table& original, const Table& masked,
                   std::span<const std::string> columns);

// The same of one file: "counts" and "stats" in place of the two of each.
Json distributions(const Context& context, const Table& table,
                   std::span<const std::string> columns);

}  // namespace lethe
