// The searches of evolve: of files, of PRAM matrices, and of a formula that makes them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/policy_columns.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/release/tables/plan.h"
#include "lethe/search/evolve/evolution_result.h"

namespace lethe::operation {

struct EvolveOptions {
    std::string data;
    std::string what = "file";
    std::string policy;
    std::vector<std::string> columns;
    std::string output;
    std::string start;
    std::string aim = "mean";
    double alpha = 0.5;
    double without_best = 0;
    double mutation = 50;
    std::string selection = "proportional";
    std::int64_t points = 2;
    std::int64_t generations = 1000;
    double seconds = 0;
    std::int64_t stagnation = 200;
    std::int64_t realisations = 5;
    bool invariant = false;
    double keep_least = 0;
    double keep_most = 1;
    std::optional<std::int64_t> keep_k;
    double p = 0.5;
    std::int64_t population = 100;
    std::int64_t depth = 5;
    Replacing replace;
    TableReading read;
};

// What is evolved: the table as the policy and the options take it, without steps.
struct EvolveGround {
    PolicyColumns known;
    ReadOptions read;
    Plan plan;
};

StopRules stop_of(const EvolveOptions& options);

// A search of one kind: how it runs, what makes it the same search, what it leaves in the folder
// ("files" of the result: what is listed there).
struct EvolveSearch {
    Json header;
    std::function<Json(const Random&, const std::optional<Json>&, const GenerationNote&)> run;
    std::function<void(const std::filesystem::path& folder, Json& result)> write;
};

// The ground must outlive the search. Error(usage) where there is nothing to evolve, or what is
// asked does not go together.
EvolveSearch evolve_search(Door& door, const EvolveOptions& options, const EvolveGround& ground);

}  // namespace lethe::operation
