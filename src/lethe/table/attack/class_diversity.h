// How different the confidential values of a class are, by the definitions of l-diversity.
#pragma once

#include <algorithm>
#include <span>

#include "lethe/table/attack/confidential.h"

namespace lethe::attack {

enum class Definition { distinct, entropy, recursive };

// The largest l of a class.
struct Diversity {
    double distinct = 0;
    double entropy = 0;
    double recursive = 0;

    double by(Definition definition) const {
        switch (definition) {
            case Definition::distinct:
                return distinct;
            case Definition::entropy:
                return entropy;
            case Definition::recursive:
                break;
        }
        return recursive;
    }
    void lower_to(const Diversity& other) {
        distinct = std::min(distinct, other.distinct);
        entropy = std::min(entropy, other.entropy);
        recursive = std::min(recursive, other.recursive);
    }
};

// Of the values of one class and their counts. `c`: of the recursive definition, in which the most
// frequent value is rarer than c times those from the l-th on.
Diversity diversity_of(std::span<const ValueCount> values, double c);

}  // namespace lethe::attack
