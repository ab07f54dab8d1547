// Evolution of PRAM matrices for the columns of one table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/algo/evolve/matrix_evolution.h"
#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/search/evolve/bivariate_judge.h"
#include "lethe/search/evolve/evolution_result.h"
#include "lethe/search/evolve/file_fitness.h"

namespace lethe::search {

struct EvolveMatricesOptions {
    std::vector<std::string> columns;   // to change, one matrix each
    std::vector<std::string> measured;  // to measure, the former among them; none: the former
    Aim aim;
    std::vector<ColumnPair> bivariate;  // if any: their tables are what is made good
    std::int64_t realisations = 5;
    MatrixBreeding breeding;
};

// Goes on from the checkpoint, if any. Beside what evolution_result says, the result
// has "start", the best of the classical matrices, and "best":
//
//   {"label" (of start), "score", "risk", "loss", further parts, "changed": expected percent of
//    values, "fresh": the same parts over 20 new realisations,
//    "about_original": {"matrices": {column: {"categories", "rows"}}, "frequencies": {column:
//    [{"category", "before", "expected", "after": in one new realisation}]}}}
//
// The score of best is never above that of start. The same result for any number of threads and
// for a run that was interrupted (time limits and seconds apart). Error(usage) as of CodedFile,
// PramFile, bivariate_judge; Error(unmet) as of start_matrices.
Json evolve_matrices(const Context& context, const Table& table,
                     const EvolveMatricesOptions& options, const Random& random,
                     const std::optional<Json>& checkpoint = std::nullopt,
                     const GenerationNote& on_generation = {});

}  // namespace lethe::search
