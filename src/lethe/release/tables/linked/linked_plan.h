// A policy bound to several tables: that of the people, and others whose rows each belong to one of
// them (visits, diagnoses). Each is planned like a table of its own (tables/plan.h); what is added
// are the keys.
//
// A key is a column that says whose row it is, or which row of another linked table a row refers
// to. Keys are never released as they are: people and rows that are referred to get numbers anew,
// in a random order by the seed, or what a step of the policy that makes pseudonyms gives to the
// column; every table shows the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/data/table.h"
#include "lethe/release/policy.h"
#include "lethe/release/tables/plan.h"

namespace lethe::release {

// A column that names rows of another linked table.
struct PlannedReference {
    std::string column;
    std::size_t table = 0;           // among the linked ones
    std::string key;                 // the column there
    std::vector<std::int64_t> rows;  // of the plan's table there, for each row; -1: names none
};

struct LinkedTablePlan {
    std::string name;
    std::string file;    // as the policy has it
    std::string person;  // the column that says whose row it is
    bool dealt = true;
    Plan plan;                            // its table is without the rows that were left out
    std::vector<std::int64_t> kept;       // rows of the file behind those of the table; empty: all
    std::vector<std::int64_t> person_of;  // of each row: the row of the people's table
    std::vector<PlannedReference> references;
};

struct LinkedPlan {
    Plan people;
    std::string key;  // of the people
    std::vector<LinkedTablePlan> tables;
};

// `linked`: the tables of policy.linked, in their order. Error with the problems of all tables and
// of the keys: a key that is not there, is missing in some row or names two people; rows that name
// nobody, or a row that is not there or is of somebody else. No message has a value of a key.
LinkedPlan make_linked_plan(const Table& people, const std::vector<Table>& linked,
                            const Policy& policy, Problems problems = {});

}  // namespace lethe::release
