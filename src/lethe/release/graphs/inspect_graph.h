// The first look at a graph: what it is made of, what names its nodes, who stands out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/roles.h"
#include "lethe/graph/files/read_graph.h"
#include "lethe/graph/social_graph.h"

namespace lethe::release {

struct GraphInspection {
    graph::GraphSource source;
    std::vector<std::string> files;  // as the user named them, for the next command
    std::int64_t k = 5;              // nodes that shall stand alike
    std::string policy_file = {};  // where the policy will be, for the next command; empty: nowhere
};

// No value and no id.
struct InspectedGraph {
    struct Attribute {
        std::string name;
        Kind kind = Kind::nominal;
        std::int64_t missing = 0;
        Role role = Role::other;
        Subject looks_like = Subject::category;
        bool topics = false;
        bool published = false;  // a release publishes it unless told otherwise
    };
    // Nodes that are alike in what somebody may know of a person.
    struct Alike {
        std::string known;
        std::int64_t unique = 0;   // nodes that are alone with it
        std::int64_t below_k = 0;  // that share it with fewer than k
        std::int64_t classes = 0;
    };
    std::vector<std::string> files;
    bool directed = false;
    bool weighted = false;
    std::int64_t nodes = 0;
    graph::EdgeCounts counts;
    std::vector<Attribute> attributes;
    std::int64_t k = 0;
    std::vector<Alike> alike;
    std::vector<std::string> notes;
    std::string policy;             // to begin with
    std::vector<std::string> next;  // what to run then
};
// {"name", "kind", "missing", "role", "looks_like", "topics", "published"}
Json to_json(const InspectedGraph::Attribute& attribute);
Json to_json(const InspectedGraph::Alike& alike);  // {"known", "unique", "below_k", "classes"}
// {"kind": "graph", "about": "original", "files", "directed", "weighted", "nodes", "edges",
// "loops", "repeats", "isolated", "parts", "attributes", "k", "alike", "notes", "policy", "next"}
Json to_json(const InspectedGraph& inspected);

InspectedGraph inspect_graph(const Context& context, const GraphInspection& what);

}  // namespace lethe::release
