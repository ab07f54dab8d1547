// Puts a graph together from a file that names nodes, attributes and edges in any order. Only for
// the readers of this folder.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lethe/core/wrongs.h"
#include "lethe/graph/files/node_numbers.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

class GraphBuilder {
  public:
    explicit GraphBuilder(Wrongs& wrongs) : wrongs_(&wrongs) {}

    // Its number; a node that stands already is noted as wrong and gets a place that counts for
    // nothing.
    Node add_node(std::string_view id, std::int64_t line);
    // The column is made where it is new. Several values of one node are joined by semicolons.
    // `quoted`: an empty text is a value.
    std::size_t column(std::string_view name);
    void set(std::size_t column, Node node, std::string_view value, bool quoted);
    void add_edge(std::string_view from, std::string_view to, std::int64_t line);
    // Of the edge that was added last.
    void set_weight(std::string_view number, std::int64_t line);

    // Where `name` is a column in which all nodes have a value and all are different, these are
    // the ids: what names people must be where names are.
    void ids_from(std::string_view name) { ids_from_ = name; }

    // Notes unknown ends of edges and missing weights, then throws what was noted.
    SocialGraph build(bool directed) &&;

  private:
    struct Values {
        std::string name;
        std::vector<Node> nodes;  // ascending but for values that were joined
        std::vector<std::size_t> ends;
        std::vector<bool> quoted;
        std::string texts;
    };
    struct LooseEdge {
        std::size_t begin = 0;  // from and to in edge_texts_
        std::uint32_t from_size = 0;
        std::uint32_t to_size = 0;
        std::int64_t line = 0;
    };

    ColumnPtr made_column(const Values& values, Node nodes) const;
    std::vector<std::string> better_ids() const;

    Wrongs* wrongs_;
    NodeNumbers numbers_;
    std::vector<Values> columns_;
    std::unordered_map<std::string, std::size_t> column_numbers_;
    std::vector<LooseEdge> edges_;
    std::string edge_texts_;
    std::vector<double> weights_;
    std::vector<bool> weighted_;
    std::string ids_from_;
};

}  // namespace lethe::graph
