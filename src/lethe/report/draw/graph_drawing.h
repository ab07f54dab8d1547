// A graph as a drawing: faint edges, nodes by degree (or communities by members) in the colours and
// shapes of their groups. From what graph/draw/picture.h gives.
#pragma once

#include <string>
#include <string_view>

#include "lethe/core/json.h"

namespace lethe::report {

enum class GraphSide { before, after };

// Empty where there is nothing to draw. After, edges that were added are set off.
std::string graph_svg(const Json& picture, GraphSide side, std::string_view id);

// The groups and their marks, as a list for a page.
std::string graph_legend(const Json& picture);

// What is drawn, in words: how many nodes, what their colours and sizes say, what was left out.
std::string graph_caption(const Json& picture);

}  // namespace lethe::report
