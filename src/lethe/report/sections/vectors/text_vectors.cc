#include "lethe/report/sections/vectors/text_vectors.h"

#include "lethe/report/base/result.h"
#include "lethe/report/sections/vectors/vector_assessment.h"

namespace lethe::report {

std::string vectors_text(const Json& assessment) {
    return explained_tables_text(vectors_headline(assessment), vector_tables(assessment),
                                 texts(assessment, "notes"));
}

}  // namespace lethe::report
