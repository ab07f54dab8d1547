// Risk terms and risky blocks, for operations that look for them.
#pragma once

#include <cstdint>
#include <string>

#include "lethe/method/parameter.h"
#include "lethe/release/documents/document_tools.h"

namespace lethe::operation {

struct RiskSearch {
    enum class Unit { paragraph, cluster };

    std::string terms;  // empty: none are looked for
    Unit unit = Unit::paragraph;
    std::int64_t least_hits = release::RiskOptions{}.least_hits;

    static Schema<RiskSearch> schema();
    release::RiskOptions options() const { return {terms, unit == Unit::paragraph, least_hits}; }
};

}  // namespace lethe::operation
