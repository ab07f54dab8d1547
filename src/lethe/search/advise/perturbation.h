// Policies without groups: numbers swapped or noisy, categories randomised, in several strengths.
#pragma once

#include <string>
#include <vector>

#include "lethe/search/advise/policy_bench.h"

namespace lethe::search {

struct PerturbationLadder {
    std::vector<Steps> rungs;  // from weak to strong
};

std::vector<PerturbationLadder> perturbation_ladders(const Stage& stage,
                                                     const std::vector<std::string>& columns);

}  // namespace lethe::search
