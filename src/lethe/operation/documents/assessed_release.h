// What an assessment of documents is told of the release beside its path: its log, its policy, and
// how its originals are read.
#pragma once

#include <string>

#include "lethe/method/parameter.h"
#include "lethe/release/documents/document_pair.h"

namespace lethe::operation {

struct AssessedRelease {
    std::string log;
    std::string policy;
    std::string text_field;
    std::string id_field;

    static Schema<AssessedRelease> schema();
    void apply(release::DocumentAssessment& what) const;
};

}  // namespace lethe::operation
