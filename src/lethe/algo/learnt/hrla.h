// HRLA, the published heuristic of supervised linkage: gradient descent over fuzzy measures,
// towards a Choquet integral under which many records are nearest to their own masked version.
// Quick and without any guarantee; supervised_linkage.h has the optimum and its proof. See hrla.cc.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "lethe/algo/learnt/linkage_features.h"
#include "lethe/core/context.h"
#include "lethe/core/random.h"

namespace lethe {

// The source leaves the steps open: how long they are, and from which wrong records. The defaults
// find most on the published files.
struct HrlaOptions {
    double rate = 0.01;           // of the descent
    std::int64_t epochs = 2000;   // passes over the records
    std::int64_t patience = 500;  // stop after so many passes without a better measure
    double seconds = std::numeric_limits<double>::infinity();  // by the context's clock
    bool scaled_steps = false;  // in proportion to the error, not all alike
    bool nearest_only = true;   // learn from the nearest wrong record, not from all nearer ones
};

enum class HrlaEnd {
    all_linked,  // no record is left to learn from
    patience,
    epochs,
    seconds,
};

std::string_view name(HrlaEnd end);

// Links under the Choquet integral of the squared differences, among the records that are given;
// where others compete as well only `strict` counts them.
struct ChoquetLinks {
    std::int64_t strict = 0;  // the true record is nearest, alone
    std::int64_t lax = 0;     // or with others
    double expected = 0;      // of a fair choice among the nearest
};

struct Hrla {
    std::vector<double> measure;  // 2^n places, see fuzzy_measure.h: monotone, 0 and 1 at the ends
    ChoquetLinks start;           // with equal weights
    ChoquetLinks best;            // with `measure`
    std::vector<std::int64_t> history;  // strict links after each pass
    std::int64_t best_epoch = 0;        // 0: nothing better than equal weights was met
    HrlaEnd end = HrlaEnd::epochs;
    double seconds = 0;
};

// Never fewer strict links than with equal weights. Deterministic unless the limit of time ends it;
// the order of the records in each pass comes from `random`. Errors as check_model for the family
// choquet. Memory: 10 bytes per pair of records and attribute, less those that masking rules out.
Hrla hrla(const Context& context, const AlignedRecords& records, const Random& random,
          const HrlaOptions& options = {});

// Counted over all pairs.
ChoquetLinks choquet_links(const Context& context, const AlignedRecords& records,
                           std::span<const double> measure);

}  // namespace lethe
