// [scenario] people = "voters.csv": the intruder has a file of her own.
//
// A released column that her file has counts among what she knows of everybody, whatever was said
// of it: the file proves that it can be known. But for confidential ones, which the attack by her
// file uses and those over all records do not; both is said. The people of the file never narrow
// the attacks over all records.
//
// Against which file an owner tested is hers to know: its name and its size stand in what she reads
// and in the private log. What is published says that there was one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/roles.h"
#include "lethe/data/table.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/scenario.h"

namespace lethe::release {

// Reads the file and how its columns answer to those of the release. Error where one of them cannot
// be read, is empty or wrong.
std::shared_ptr<const IntruderFile> read_people_file(const ScenarioPolicy& scenario,
                                                     const ReadOptions& read);

// Adds the file to what the intruder knows: columns, and by which column the links are judged: the
// one that the scenario names, or an identifier that both have, without gaps and different in every
// row. Problems: no column in common, a named column that one of them lacks.
void add_people_file(const Table& table, const Roles& roles, const ScenarioPolicy& scenario,
                     IntruderKnowledge& knowledge, Problems& problems);

// Whom the attacks look for: everybody, a share drawn at random, or everybody and the people of her
// file besides. `origin` and `record` as in AssessInput.
Scenario scenario_of(const IntruderKnowledge& knowledge, std::int64_t rows, const Table& release,
                     std::vector<std::int64_t> origin, Json record, const Random& random);

}  // namespace lethe::release
