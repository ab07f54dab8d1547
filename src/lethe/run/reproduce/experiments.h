// The groups of published experiments, one file each; run/reproduce.cc lists them all.
#pragma once

#include <vector>

#include "lethe/run/reproduce.h"

namespace lethe::reproduction {

std::vector<Experiment> uniform_experiments();
std::vector<Experiment> non_uniform_experiments();

}  // namespace lethe::reproduction
