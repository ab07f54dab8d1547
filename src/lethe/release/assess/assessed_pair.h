// An original beside a release of it, ready to be attacked and measured: whom the record, the
// policy or the user takes for the intruder, where the rows came from, whether they are the same
// people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/release/assess/comparable.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/tables/plan.h"

namespace lethe::release {

struct PairRequest {
    Plan plan;                // what the columns of the original are (plan_columns)
    Table masked;             // every released column
    bool has_policy = false;  // which goes before the scenario of the record
    Json verdict = Json::object();
    Json record = nullptr;                  // the release record, if the intruder has it
    std::vector<std::int64_t> origin = {};  // as in AssessInput
    // Over what the policy or the record says, where they are given.
    std::vector<std::string> columns = {};  // that she knows
    std::optional<std::vector<std::string>> confidential = {};
    double known = 100;    // percent of the people that she holds
    double training = 0;   // percent of the people whose links she knows already
    bool aligned = false;  // it is known that the rows are the same people
};

struct AssessedPair {
    Comparable pair;
    Scenario scenario;
    IntruderKnowledge intruder;
    Table masked;  // every released column
    Roles roles;
    std::vector<std::string> confidential;
    Json verdict;                    // of the policy
    bool explicit_columns = false;   // the user named them
    std::vector<std::string> notes;  // for people, without values
};

// Error(input) where the tables have no column in common that she could know, or where row by row
// they do not look like the same people and nothing proves that they are.
AssessedPair assessed_pair(PairRequest request, const Random& random);

// Error(input), with the path as its place, unless it is a release record.
void check_release_record(const Json& record, const std::string& path);

}  // namespace lethe::release
