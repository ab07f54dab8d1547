// A linked release on disk: the table of the people where it was asked for, the others beside it,
// one record and one private log, in one bundle.
//
// The record is that of the people's table (tables/record.h) with "linked": for each table {"name",
// "file", "key" (of whose row it is), "references", "rows_of_people": "dealt" or "own", "release",
// "dropped", "scenario", "steps", "values", "guarantees" (of its rows, as "of" says)}, and "key",
// the column of the people. The private log has in "linked" for each table {"name", "source",
// "sha256", "read", "rows" (of the source, behind the released ones), "people" (rows of the
// people's source whose rows they were), "steps", "distributions"}: who reads it with the sources
// knows whose each row was, also where it was dealt.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/release/outputs.h"
#include "lethe/release/tables/linked/linked_plan.h"
#include "lethe/release/tables/linked/linked_release.h"

namespace lethe::release {

// Where the tables of a plan or policy go: beside `output`, with its ending. "r/people.csv.gz",
// "visits" -> "r/visits.csv.gz".
std::string linked_output(const std::string& output, const std::string& table);
Outputs linked_outputs(const std::string& output, const std::vector<std::string>& tables);

struct LinkedSources {
    std::string people;               // as it was named
    std::vector<std::string> tables;  // paths
    std::vector<ReadOptions> read;    // how they were read
    LinkedDigests digests;
};

// Writes what was made; k with links is counted in the files (counts/link_counts.h), with a warning
// where the people's table keeps a promise that the links break. The result is that of
// protect_table, with "linked" in its summary.
Protected write_linked(const LinkedPlan& plan, const LinkedRelease& made, std::uint64_t seed,
                       const std::string& output, const LinkedSources& sources, bool assess,
                       const Context& context);

// What an intruder knows of the rows of a release that was made.
LinkedKnowledge linked_knowledge(const LinkedPlan& plan, const LinkedRelease& made);

// As plan_summary, with "linked".
Json linked_plan_summary(const LinkedPlan& plan);

}  // namespace lethe::release
