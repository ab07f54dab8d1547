// Re-identification by structure (Hay et al. 2008; Zhou and Pei 2008): an intruder who knows how a
// person stands in the original graph looks for nodes that stand so in the published one.
//
//   degree         the number of the person's acquaintances (H1); where no published node has it,
//                  those with the nearest number
//   directions     where edges have one: to how many of them the person's edges lead, and from how
//                  many they come; where no published node has both, those with the nearest
//                  (by the sum of the differences)
//   neighbours     the numbers of acquaintances of all of these acquaintances (H2)
//   neighbourhood  who of the person's acquaintances know each other: the graph of the neighbours,
//                  told apart by three rounds of colour refinement (which also tells apart nearly
//                  all graphs that are not isomorphic)
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

enum class StructuralKnowledge { degree, neighbours, neighbourhood };
inline constexpr StructuralKnowledge kStructuralKnowledge[] = {StructuralKnowledge::degree,
                                                               StructuralKnowledge::neighbours,
                                                               StructuralKnowledge::neighbourhood};
std::string_view name(StructuralKnowledge knowledge);

struct StructuralRisk {
    double expected = 0;  // right guesses, percent: a person among n candidates counts 1/n
    double unique = 0;    // the right node is the only candidate, percent
    double lax = 0;       // the right node is a candidate, percent
    double nobody = 0;    // there is no candidate, percent
    std::int64_t smallest_class = 0;                   // of published nodes that stand alike
    std::map<std::int64_t, std::int64_t> class_sizes;  // size: nodes in classes of it
};

// Nodes correspond by their numbers. Linear for degrees; for neighbourhoods as for counting
// triangles.
StructuralRisk structural_risk(const Context& context, const Adjacency& original,
                               const Adjacency& published, StructuralKnowledge knowledge);

// The same by the numbers of neighbours in each direction.
StructuralRisk direction_risk(const Context& context, const DirectedDegrees& original,
                              const DirectedDegrees& published);

// {"expected", "unique", "lax", "nobody", "smallest_class", "class_sizes": [[size, nodes]]}
Json to_json(const StructuralRisk& risk);

// By every kind of knowledge.
struct StructuralRisks {
    StructuralRisk degree;
    StructuralRisk neighbours;
    StructuralRisk neighbourhood;
    std::optional<StructuralRisk> directions = {};  // where both graphs have them

    double most_found() const;  // by the knowledge that finds most: the highest `expected`
};
Json to_json(const StructuralRisks& risks);  // each under the name of the knowledge
StructuralRisks structural_risks(const Context& context, const SocialGraph& original,
                                 const SocialGraph& published);

// The 64 bits by which nodes that stand alike are found, of each node.
std::vector<std::uint64_t> structural_keys(const Context& context, const Adjacency& adjacency,
                                           StructuralKnowledge knowledge);

}  // namespace lethe::graph
