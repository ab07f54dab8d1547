// Evolution of a formula that makes PRAM matrices: one formula for all columns of all tables.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/evolve/formula.h"
#include "lethe/algo/evolve/genetic_programming.h"
#include "lethe/algo/evolve/matrix_from_formula.h"
#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/search/evolve/evolution_result.h"
#include "lethe/search/evolve/file_fitness.h"

namespace lethe::search {

// Equation 2.3 of Marés 2013: N - a - b, which gives the matrix with a constant diagonal.
const Formula& standard_formula();

struct FormulaTable {
    std::string name;
    Table table;
    std::vector<std::string> columns;  // to change, and to measure
};

// How formulas are judged.
struct FormulaStudy {
    double p = 0.5;  // the parameter of the method, and the diagonal where it is kept
    FormulaDiagonal diagonal = FormulaDiagonal::keep;
    Aim aim;
    std::int64_t realisations = 5;
};

struct EvolveFormulaOptions {
    FormulaStudy study;
    ProgrammingOptions programming;  // a depth limit of at least 2, which the standard formula has
};

// One formula on some tables, by fresh realisations: {"formula", "score", "risk", "loss", further
// parts, "tables": [{"name", "score", "risk", "loss", ..., "matrices"}]}; the parts are means over
// the tables. Realisations depend on the random source and the table's place alone, so that
// formulas compare. For a formula that was found on other tables.
Json rate_formula(const Context& context, const Formula& formula,
                  std::span<const FormulaTable> tables, const FormulaStudy& study,
                  const Random& random);

// Goes on from the checkpoint, if any. The fitness is the mean of the tables' scores.
// Beside what evolution_result says, the result has "start", the standard formula at the same p,
// and "best":
//
//   {"formula", "simplified", "depth", "score", "risk", "loss", further parts,
//    "fresh": the same parts over 20 new realisations,
//    "tables": [{"name", "score", "risk", "loss", ..., "matrices": {column: {...}}}]}
//
// The standard formula is in the first population: with the diagonal kept, the score of best is
// never above that of start. The same result for any number of threads and for a run that was
// interrupted (time limits and seconds apart). Error(usage) as of FileFitness, breed_formulas, and
// for no tables.
Json evolve_formula(const Context& context, std::span<const FormulaTable> tables,
                    const EvolveFormulaOptions& options, const Random& random,
                    const std::optional<Json>& checkpoint = std::nullopt,
                    const GenerationNote& on_generation = {});

}  // namespace lethe::search
