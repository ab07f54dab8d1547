// Risk terms and risky blocks, for operations that look for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/method/parameter.h"
#include "lethe/operation/door.h"
#include "lethe/release/documents/document_tools.h"

namespace lethe::operation {

struct RiskSearch {
    enum class Unit { paragraph, cluster };

    std::string terms;  // empty: none are looked for
    std::optional<Unit> unit;
    std::optional<std::int64_t> least_hits;
    std::string model;  // empty: none was learnt
    std::optional<double> probability;

    static Schema<RiskSearch> schema();
    // Error(usage) for what goes with the terms without them, and for options of the operation's
    // own that go with terms, or with blocks however they are found, and were given.
    void check(const Door& door, std::vector<std::string> of_terms = {},
               std::vector<std::string> of_blocks = {}) const;
    release::RiskOptions options() const;
};

}  // namespace lethe::operation
