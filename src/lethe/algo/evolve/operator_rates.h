// Shares of mutation and crossover that adapt to what each has brought (Davis: Adapting operator
// probabilities in genetic algorithms, 1989).
#pragma once

#include <cstdint>

namespace lethe {

// What an operator brought in a generation: by how much its children were better than the
// individuals they were compared with, those that were worse counting as nothing.
struct OperatorCredit {
    double gain = 0;
    std::int64_t children = 0;

    void add(double parent, double child);  // scores; an infinite parent earns nothing
    double each() const { return children > 0 ? gain / static_cast<double>(children) : 0; }
};

// The share of mutations in the next generation: 15 percent of it are given anew, in proportion to
// what a child of each operator gained. It stays within 0.05 and 0.95, so that no operator dies
// out, and as it is where nothing was gained.
double adapted_rate(double mutation, const OperatorCredit& mutations,
                    const OperatorCredit& crossovers);

}  // namespace lethe
