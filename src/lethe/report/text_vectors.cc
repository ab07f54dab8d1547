#include "lethe/report/text_vectors.h"

#include "lethe/report/result.h"
#include "lethe/report/vector_assessment.h"

namespace lethe::report {

std::string vectors_text(const Json& assessment) {
    return explained_tables_text(vectors_headline(assessment), vector_tables(assessment),
                                 texts(assessment, "notes"));
}

}  // namespace lethe::report
