// The certificate of a supervised linkage as a file: the learnt parameters and the conflicts that
// the bound rests on. It holds no value of the data, and whoever has it and the data can check it;
// but the parameters and the row numbers make it as private as a list of links.
//
//   {"kind": "linkage-certificate", "format": 1, "family": "choquet", "additivity": 2,
//    "columns": [...], "rows": [...], "equal_rows": "lost", "links": n, "bound": n, "proven": true,
//    "parameters": [...], "conflicts": [{"records": [...], "rows": [[record, competitor, y],
//    ...]}], "cone": [[...], ...]}
//
// A measure on a partition has "parts" too, bit masks of the columns.
//
// `rows` are the people looked for, as rows of the original counted from 1. Records are places in
// that list, counted from 1. Competitors are the released records of these people, in the same
// order, and then the other different released records in the order of the release (`equal_rows`:
// whether those equal to a person's own are among them). Record 0 is the cone: competitor k its row
// k, those of the family first, then those that `cone` generates. The multipliers y are those of
// the search, for the reader; a checker finds its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/algo/branch_and_cut/linkage_certificate.h"
#include "lethe/algo/branch_and_cut/linkage_verifier.h"
#include "lethe/table/attack/learnt_linkage.h"

namespace lethe::attack {

Json linkage_proof(const DistanceModel& model, const std::vector<std::string>& columns,
                   const LinkSample& sample, const MaxSatisfied& search, std::int64_t links,
                   std::int64_t bound, bool proven);

struct LinkageProof {
    LinkageClaim claim;
    std::vector<std::string> columns;
    std::vector<std::int64_t> rows;  // of the original, from 0
    bool equals_compete = true;      // see AlignedRecords
    std::int64_t links = 0;          // what is claimed
    std::int64_t bound = 0;
};

// Error(input) for what is not such a file.
LinkageProof read_linkage_proof(const Json& file);

}  // namespace lethe::attack
