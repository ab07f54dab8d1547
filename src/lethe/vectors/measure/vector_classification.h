// What classifiers learn from published vectors in place of the original ones, put together from
// classification_scenarios.h: with a test part that was protected by itself, or with some of the
// documents held back.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "lethe/vectors/measure/classification_scenarios.h"

namespace lethe::vectors {

struct Classification {
    std::string_view split;  // where the test part is from: "files" or "groups"
    std::int64_t training = 0;
    std::int64_t test = 0;  // documents
    ScenarioResults scenarios;
};

Classification classify_parts(const Context& context, const ClassifiedPart& training,
                              const ClassifiedPart& test, std::int32_t classes,
                              std::string_view split);

// Learns from about `share` of the documents; those that are published as the same vector stay
// together. Nothing where all are.
std::optional<Classification> classify_split(const Context& context, const ClassifiedPart& all,
                                             std::int32_t classes, double share,
                                             const Random& random);

Json to_json(const Classification& classification);

}  // namespace lethe::vectors
