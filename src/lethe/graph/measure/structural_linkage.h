// Linkage by structure that allows for changed edges, see structural_linkage.cc.
#pragma once

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/graph/social_graph.h"
#include "lethe/method/right_links.h"

namespace lethe::graph {

// Each node of the original against all published ones; node i is node i.
struct StructuralLinkages {
    RightLinks by_classes;   // of the neighbours' degrees
    RightLinks by_sequence;  // of the neighbours' degrees, and how they are joined

    const RightLinks& worst() const {
        return by_sequence.expected > by_classes.expected ? by_sequence : by_classes;
    }
    // The worst, as RightLinks::describe, and "by_classes" and "by_sequence", each so.
    double describe(Json& details) const;
};
StructuralLinkages structural_linkage(const Context& context, const Adjacency& original,
                                      const Adjacency& published);

}  // namespace lethe::graph
