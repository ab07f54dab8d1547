// How well sanitised documents hide what people marked in the originals.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/documents/measure/assess_documents.h"
#include "lethe/documents/read/gold.h"

namespace lethe::documents {

struct GoldAssessment {
    GoldScore score;
    std::int64_t compared = 0;
    std::int64_t released = 0;           // of those compared, not gone
    std::int64_t exposed = 0;            // of these, where a word to mask still stands
    std::int64_t exposed_direct = 0;     // where a mention of a direct identifier stands in part
    std::vector<std::string> unknown;    // ids of marked documents that are not among the originals
    std::vector<std::string> different;  // ids of those whose text is not that of the original
};

// Both collections have the same ids; what is masked is told by their texts (masked_spans.h).
GoldAssessment assess_gold(const Context& context, const TextCollection& original,
                           const TextCollection& sanitised, const GoldDocuments& gold);

Json to_json(const GoldAssessment& assessment);

}  // namespace lethe::documents
