// The searches of evolve: of files, of PRAM matrices, and of a formula that makes them.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/io/bundle.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/policy_columns.h"
#include "lethe/operation/tables/evolve_options.h"
#include "lethe/release/tables/plan.h"
#include "lethe/search/evolve/evolution_result.h"

namespace lethe::operation {

// What is evolved: the table as the policy and the options take it, without steps.
struct EvolveGround {
    PolicyColumns known;
    ReadOptions read;
    release::Plan plan;
};

// A search of one kind: how it runs, what makes it the same search, what it leaves in the folder
// beside its result ("files" of the result: what is listed there). A release is there at once, with
// its record; all else is in the bundle.
struct EvolveSearch {
    Json header;
    std::function<Json(const Random&, const std::optional<Json>&, const search::GenerationNote&)>
        run;
    std::function<void(Bundle&, const std::filesystem::path& folder, Json& result)> write;
};

// The ground must outlive the search. Error(usage) where there is nothing to evolve, or what is
// asked does not go together.
EvolveSearch evolve_search(Door& door, const EvolveOptions& options, const EvolveGround& ground);

}  // namespace lethe::operation
