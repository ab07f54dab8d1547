// Evolving protected files: better ones than any masking method makes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/search/evolve/evolution_result.h"
#include "lethe/search/evolve/file_breeding.h"
#include "lethe/search/evolve/file_breeds.h"
#include "lethe/search/evolve/file_fitness.h"

namespace lethe::search {

struct FileEvolutionOptions {
    std::vector<std::string> columns;    // of categories, of numbers, or of both
    std::vector<release::Choice> start;  // masking methods; none: many of them
    double without_best = 0;             // share of the best of the start that are left out
    Aim aim;
    BreedingOptions breeding;
    MutationRule mutation = {};
    // Every file of the population has at least so many records of each combination of values of
    // the columns and of `also_known`, which are not bred; missing is a value of its own. 0: no
    // guarantee is kept. Files of the start that do not have it are brought to it or left out.
    std::int64_t keep_k = 0;
    std::vector<std::string> also_known = {};
};

struct EvolvedFile {
    // What evolution_result says, with "what": "file"; "start", the best file of the first
    // population: {"label", "score", "risk", "loss", further parts, "files", "mean", "failed":
    // [{"label", "private": {"error"}}]}; and "best": {"score", "risk", "loss", further
    // parts}. Where a guarantee was kept, "kept": {"k", "columns", "files", "smallest": the fewest
    // equal records of any file of the last population or the best, counted anew; "brought": files
    // of the start that had to be brought to k}.
    Json result;
    Table best;  // the whole table with the best file's values
};

// `checkpoint` of an earlier run of the same search goes on where it was and ends as if it had not
// been interrupted (time limits apart); it holds original and masked values: private. Errors as of
// CodedFile and NumberFile; Error(usage) when fewer than two files can be made to start with, or k
// cannot be kept: by what is known beside the columns some people are fewer than k already, or
// there are no k people.
EvolvedFile evolve_file(const Context& context, const Table& table,
                        const FileEvolutionOptions& options, const Random& random,
                        const std::optional<Json>& checkpoint = std::nullopt,
                        const GenerationNote& on_generation = {});

}  // namespace lethe::search
