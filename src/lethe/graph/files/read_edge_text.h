// Lists of edges as plain text: the ends of an edge, and perhaps more, between blanks; lines that
// begin with # or % are comments. Only for read_edges.cc.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/wrongs.h"

namespace lethe::graph {

// Whether the first line that is not a comment has blanks between its fields and neither comma nor
// semicolon.
bool looks_like_edge_text(std::string_view text);

struct EdgeTextColumns {
    std::size_t from = 0;
    std::size_t to = 1;
    std::size_t weight = 0;  // 0: none, as the first one cannot be
};

// Calls edge(from, to, weight, line) for each; lines that differ in their number of fields are
// noted as wrong, those with too few of them left out.
using EdgeOfText =
    std::function<void(std::string_view, std::string_view, std::string_view, std::int64_t)>;
void read_edge_text(std::string_view text, const EdgeTextColumns& columns, Wrongs& wrongs,
                    const EdgeOfText& edge);

}  // namespace lethe::graph
