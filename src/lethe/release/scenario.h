// Who the intruder is: which columns she knows, of how many people, and what of the method.
//
// The default is the worst case that makes sense: every quasi-identifier that is released, masked
// or not, of everybody, and the release record. A column can be left out of her knowledge only in
// the open: because it is confidential (what she wants to learn), because it does not look like
// something that others could know, or because its owner gave a reason, which reports repeat. A
// column that looks identifying and has no reason counts, whatever its role is called.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/data/roles.h"
#include "lethe/data/table.h"
#include "lethe/release/assess/intruder_file.h"
#include "lethe/release/policy.h"

namespace lethe::release {

// A file of her own (release/assess/people_file.h).
struct PeopleKnown {
    std::shared_ptr<const IntruderFile> file;
    std::string truth = {};     // the column of both that tells who is who; empty: nobody knows
    ColumnPtr identities = {};  // its values in the original
    std::vector<std::string> notes = {};  // for people, without values
};

struct IntruderKnowledge {
    struct LeftOut {
        std::string column;
        Role role = Role::other;
        std::string reason;  // in words, without values
        bool given = false;  // by the owner of the data
    };
    std::vector<std::string> columns;  // that she knows, in the table's order
    std::vector<LeftOut> left_out;     // released columns that she is taken not to use
    double people = 100;               // percent of the people whose values she holds
    bool knows_record = true;
    std::optional<PeopleKnown> people_file = {};
};

// Of the released columns of a table whose roles are decided. `masked`: the columns that steps
// change. Problems: a scenario that names a column that is not there or is dropped, or that leaves
// out a column that looks identifying and has no reason.
IntruderKnowledge intruder_knowledge(const Table& table, const Roles& roles, const Policy& policy,
                                     const std::vector<std::string>& masked, Problems& problems);

// {"columns", "left_out": [{"column", "role", "reason", "given"}], "people", "record"} and, where
// she has a file, "people_file": {"private_file", "private_rows", "judged"}. Without what is
// private it is part of the release record.
Json to_json(const IntruderKnowledge& knowledge);

}  // namespace lethe::release
