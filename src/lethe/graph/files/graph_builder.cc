#include "lethe/graph/files/graph_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "lethe/data/formats/text_column.h"
#include "lethe/data/numbers/number_text.h"

namespace lethe::graph {

Node GraphBuilder::add_node(std::string_view id, std::int64_t line) {
    const auto [node, is_new] = numbers_.add(id);
    if (id.empty()) wrongs_->add(line, "a node has an empty id");
    if (!is_new) wrongs_->add(line, "a node has the id of an earlier one");
    return node;
}

std::size_t GraphBuilder::column(std::string_view name) {
    const auto [found, is_new] = column_numbers_.try_emplace(std::string(name), columns_.size());
    if (is_new) {
        constexpr std::size_t kMostKeys = 2000;
        if (columns_.size() == kMostKeys) {
            wrongs_->fail(0, fmt::format("the nodes have more than {} different keys", kMostKeys));
        }
        columns_.push_back({std::string(name), {}, {}, {}, {}});
    }
    return found->second;
}

void GraphBuilder::set(std::size_t column, Node node, std::string_view value, bool quoted) {
    Values& values = columns_[column];
    if (!values.nodes.empty() && values.nodes.back() == node) {
        values.texts += ';';
        values.texts += value;
        values.ends.back() = values.texts.size();
        return;
    }
    values.nodes.push_back(node);
    values.texts += value;
    values.ends.push_back(values.texts.size());
    values.quoted.push_back(quoted);
}

void GraphBuilder::add_edge(std::string_view from, std::string_view to, std::int64_t line) {
    edges_.push_back({edge_texts_.size(), static_cast<std::uint32_t>(from.size()),
                      static_cast<std::uint32_t>(to.size()), line});
    edge_texts_ += from;
    edge_texts_ += to;
}

void GraphBuilder::set_weight(std::string_view number, std::int64_t line) {
    const auto weight = parse_number(number);
    if (!weight || !std::isfinite(*weight)) {
        wrongs_->add(line, "the weight of an edge is not a number");
        return;
    }
    weights_.resize(edges_.size());
    weighted_.resize(edges_.size());
    weights_.back() = *weight;
    weighted_.back() = true;
}

// By the rules of CSV files, so that a graph and a table of its nodes are read alike.
ColumnPtr GraphBuilder::made_column(const Values& values, Node nodes) const {
    std::vector<std::int64_t> place(static_cast<std::size_t>(nodes), -1);
    for (std::size_t i = 0; i < values.nodes.size(); ++i) {
        place[static_cast<std::size_t>(values.nodes[i])] = static_cast<std::int64_t>(i);
    }
    formats::TextColumnBuilder builder(values.name, formats::TextSource::file, {});
    builder.reserve(nodes);
    std::string text;
    std::vector<formats::TextSlice> slices;
    constexpr std::size_t kBatch = 1 << 20;
    const auto flush = [&] {
        builder.append({text.data(), slices.data(), 1, std::ssize(slices)});
        text.clear();
        slices.clear();
    };
    for (const std::int64_t at : place) {
        formats::TextSlice slice;
        slice.offset = static_cast<std::uint32_t>(text.size());
        if (at >= 0) {
            const auto i = static_cast<std::size_t>(at);
            const std::size_t begin = i == 0 ? 0 : values.ends[i - 1];
            slice.size = static_cast<std::uint32_t>(values.ends[i] - begin) & 0x3FFFFFFFU;
            slice.quoted = values.quoted[i] ? 1 : 0;
            text.append(values.texts, begin, values.ends[i] - begin);
        }
        slices.push_back(slice);
        if (text.size() > kBatch) flush();
    }
    flush();
    if (const auto problem = builder.problem("")) wrongs_->add(0, problem->message);
    return builder.finish();
}

std::vector<std::string> GraphBuilder::better_ids() const {
    const auto found = column_numbers_.find(ids_from_);
    if (ids_from_.empty() || found == column_numbers_.end()) return {};
    const Values& values = columns_[found->second];
    const auto nodes = static_cast<std::size_t>(numbers_.size());
    if (values.nodes.size() != nodes) return {};
    std::vector<std::string> ids(nodes);
    std::unordered_set<std::string_view> seen;
    for (std::size_t i = 0; i < nodes; ++i) {
        const std::size_t begin = i == 0 ? 0 : values.ends[i - 1];
        std::string& id = ids[static_cast<std::size_t>(values.nodes[i])];
        id = values.texts.substr(begin, values.ends[i] - begin);
        if (id.empty()) return {};
    }
    for (const std::string& id : ids) {
        if (!seen.insert(id).second) return {};
    }
    return ids;
}

SocialGraph GraphBuilder::build(bool directed) && {
    SocialGraph graph;
    graph.directed = directed;
    graph.edges.reserve(edges_.size());
    const std::string_view texts = edge_texts_;
    for (const LooseEdge& edge : edges_) {
        const Node from = numbers_.find(texts.substr(edge.begin, edge.from_size));
        const Node to = numbers_.find(texts.substr(edge.begin + edge.from_size, edge.to_size));
        if (from == kNoNode || to == kNoNode) {
            wrongs_->add(edge.line, "an edge has a node that the file lacks");
        }
        graph.edges.push_back({from, to});
    }
    if (!weights_.empty()) {
        weighted_.resize(edges_.size());
        weights_.resize(edges_.size());
        for (std::size_t i = 0; i < edges_.size(); ++i) {
            if (!weighted_[i]) wrongs_->add(edges_[i].line, "an edge lacks the weight of others");
        }
        graph.weights = std::move(weights_);
    }
    wrongs_->throw_if_any();
    std::vector<std::string> ids = better_ids();
    std::vector<ColumnPtr> columns;
    for (const Values& values : columns_) {
        if (!ids.empty() && values.name == ids_from_) continue;
        columns.push_back(made_column(values, numbers_.size()));
    }
    wrongs_->throw_if_any();
    graph.attributes = Table(std::move(columns));
    graph.ids = ids.empty() ? std::move(numbers_).take() : std::move(ids);
    return graph;
}

}  // namespace lethe::graph
