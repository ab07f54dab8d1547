// Parameters that are given as files. Methods take values, never file names: what a file holds is
// put in its place before parameters are bound.
//
// A transition matrix, given as a path instead of categories and rows, is read from
//   .json   a table of categories and rows, as a release record has it
//   .csv    a square table: a line of categories (its first field is ignored), then a line for each
//           category in the same order: its name and the probabilities of its row
//
// A distance of an attack (table/attack/linkage/given_distance.h), given as a path, is read from
//   .json   a table as it could be given, the result of an attack that learnt one, or a certificate
//   .csv    a line for each column with its name and weight, or a square matrix with the names of
//           its columns in the first line and at the beginning of each other
#pragma once

#include <string>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/method/method.h"

namespace lethe::release {

// Relative paths start at `folder` (empty: the working folder). Error, at `place` with the
// parameter's name, with every file that cannot be read as what it stands for.
void load_parameter_files(const Method& method, Json& parameters, const std::string& folder,
                          const Place& place = {});

}  // namespace lethe::release
