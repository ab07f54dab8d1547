#include "lethe/report/text_graph.h"

#include "lethe/report/graph_assessment.h"
#include "lethe/report/result.h"

namespace lethe::report {

std::string graph_assessment_text(const Json& assessment) {
    return explained_tables_text(graph_headline(assessment), graph_tables(assessment),
                                 texts(assessment, "notes"));
}

}  // namespace lethe::report
