// Which columns of the nodes are lists of topics, which look like names, and which are taken where
// nobody chooses. Each of these rules stands here alone.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

// By its name: it was said to hold lists, or is called topics...
bool is_called_topics(std::string_view name, const AttributeChoice& choice);
// The same; a column of numbers holds no lists, whatever it is called.
bool holds_topics(const Column& column, const AttributeChoice& choice);

// Names, addresses and the like: another text for nearly every node, and no meaning in it. A group
// would publish the value of one of its members.
bool looks_like_a_name(const Column& column);

struct DefaultAttributes {
    std::vector<std::string> columns;
    std::vector<std::string> names;  // left out because they look like names
};

// All but text, what is kept as it is, and what looks like a name.
DefaultAttributes default_attributes(const Table& attributes, const AttributeChoice& choice,
                                     const std::vector<std::string>& keep);

// What is compared of a graph and its releases: the columns that were chosen, or where none was
// those that all of them have, texts apart. A note tells which are not published.
AttributeChoice shared_attributes(const AttributeChoice& choice, const SocialGraph& original,
                                  std::span<const SocialGraph> published,
                                  std::vector<std::string>& notes);

}  // namespace lethe::graph
