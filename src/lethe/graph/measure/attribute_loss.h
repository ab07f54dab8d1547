// What protecting the attributes of a graph's nodes lost (Marés 2013, chapter 6). Three measures,
// each in percent, of each attribute and as the mean of all:
//
//   AAMIL  adjacency matrices. M[c, c'] counts the edges that join a node of category c with one of
//          category c', without direction: 100 sum |M - M'| / (sum M + sum M'), which is 2 |E|
//          where no edge was changed and each node has one category
//   CDIL   distributions of categories: 100 sum |f - f'| / (sum f + sum f')
//   DBIL   the mean distance from the original value to the published one, by the levels that were
//          climbed where values were generalised
//
// A node with several categories (a list of topics) counts in each of them, and an edge in each
// pair. Edges may differ between the graphs; loops and repeats count as often as they stand there.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct AttributeLoss {
    std::string name;  // of the attribute
    double aamil = 0;
    double cdil = 0;
    double dbil = 0;

    double average() const { return (aamil + cdil + dbil) / 3; }
};

struct AttributeLosses {
    std::vector<AttributeLoss> attributes;
    AttributeLoss mean;  // over the attributes
};

// The attributes are those of the original table and of the published one; of the graphs the nodes
// and the edges are asked. Linear in edges times pairs of categories; memory follows the pairs that
// occur.
AttributeLosses attribute_loss(const Context& context, const NodeAttributes& attributes,
                               const SocialGraph& original, const SocialGraph& published);

// {"aamil", "cdil", "dbil", "average", "attributes": [{"name", ...}]}
Json to_json(const AttributeLosses& losses);

}  // namespace lethe::graph
