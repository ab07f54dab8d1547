// Files of categories as what evolves: how one is saved and loaded, and how different they are.
#pragma once

#include <vector>

#include "lethe/algo/evolve/coded_file.h"
#include "lethe/algo/evolve/evolution_state.h"

namespace lethe {

template <>
struct GenomeJson<FileCodes> {
    static Json save(const FileCodes& codes);  // four hexadecimal digits a cell
    static FileCodes load(const Json& json);
};

template <>
struct GenomeDiversity<FileCodes> {
    static double of(const std::vector<Individual<FileCodes>>& population);
};

}  // namespace lethe
