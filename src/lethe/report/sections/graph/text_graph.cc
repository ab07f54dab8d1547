#include "lethe/report/sections/graph/text_graph.h"

#include "lethe/report/base/result.h"
#include "lethe/report/sections/graph/graph_assessment.h"

namespace lethe::report {

std::string graph_assessment_text(const Json& assessment) {
    return explained_tables_text(graph_headline(assessment), graph_tables(assessment),
                                 texts(assessment, "notes"));
}

}  // namespace lethe::report
