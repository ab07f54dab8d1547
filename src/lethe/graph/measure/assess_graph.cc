#include "lethe/graph/measure/assess_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/graph/graph_method.h"
#include "lethe/graph/measure/structure_loss.h"
#include "lethe/method/result_json.h"

namespace lethe::graph {

#define LETHE_METHOD(function) Method function();
#include "lethe/graph/methods.def"
#undef LETHE_METHOD

namespace {

class Assessor {
  public:
    Assessor(const Context& context, const SocialGraph& original, const AttributeChoice& choice,
             const GraphAssessment& options)
        : context_(context),
          original_(original),
          choice_(choice),
          options_(options),
          before_(original) {
        if (asked(GraphPart::structure))
            shape_ = shape_of(context, before_, options.exact_betweenness, Random(options.seed));
    }

    const std::optional<Shape>& shape() const { return shape_; }
    const Adjacency& adjacency() const { return before_; }

    MeasuredGraph release(const SocialGraph& published) {
        const Adjacency after(published);
        MeasuredGraph measured = edges_of(published, after);
        if (!choice_.columns.empty()) add_attributes(measured, published);
        if (shape_) add_structure(measured, after);
        if (asked(GraphPart::risk)) add_risk(measured, published, after);
        return measured;
    }

  private:
    bool asked(GraphPart part) const {
        return std::ranges::find(options_.parts, part) != options_.parts.end();
    }
    MeasuredGraph edges_of(const SocialGraph& published, const Adjacency& after) const {
        const std::vector<Edge> old_edges = before_.edge_list(), new_edges = after.edge_list();
        std::vector<Edge> kept;
        std::ranges::set_intersection(old_edges, new_edges, std::back_inserter(kept));
        return {.nodes = published.nodes(),
                .edges = std::ssize(published.edges),
                .edges_added = std::ssize(new_edges) - std::ssize(kept),
                .edges_removed = std::ssize(old_edges) - std::ssize(kept)};
    }
    void add_attributes(MeasuredGraph& measured, const SocialGraph& published) {
        if (!asked(GraphPart::loss) && !asked(GraphPart::linkage)) return;
        NodeAttributes attributes =
            node_attributes(context_, original_.attributes, choice_, &published.attributes);
        if (asked(GraphPart::loss)) {
            measured.loss = attribute_loss(context_, attributes, original_, published);
            measured.figures.lost.emplace_back(attribute_loss_measure().info.name,
                                               measured.loss->mean.average());
        }
        if (!asked(GraphPart::linkage)) return;
        measured.linkage =
            link_in_every_way(context_, attributes, original_, published, Random(options_.seed));
        measured.figures.found.emplace_back(profile_linkage_attack().info.name,
                                            measured.linkage->worst().expected);
    }
    void add_structure(MeasuredGraph& measured, const Adjacency& after) {
        Shape shape =
            before_.edge_list() == after.edge_list()
                ? *shape_
                : shape_of(context_, after, options_.exact_betweenness, Random(options_.seed));
        measured.structure = compared_shapes(context_, *shape_, std::move(shape));
        measured.figures.lost.emplace_back(
            structure_loss_measure().info.name,
            structure_loss(before_, *shape_, after, *measured.structure).value());
    }
    void add_risk(MeasuredGraph& measured, const SocialGraph& published, const Adjacency& after) {
        measured.structural_risk = structural_risks(context_, original_, published);
        measured.figures.found.emplace_back(structural_risk_attack().info.name,
                                            measured.structural_risk->most_found());
        measured.structural_linkage = structural_linkage(context_, before_, after);
        measured.figures.found.emplace_back(structural_linkage_attack().info.name,
                                            measured.structural_linkage->worst().share());
    }

    const Context& context_;
    const SocialGraph& original_;
    const AttributeChoice& choice_;
    const GraphAssessment& options_;
    Adjacency before_;
    std::optional<Shape> shape_;
};

void check_same_number(const SocialGraph& original, const SocialGraph& published) {
    if (original.nodes() == published.nodes()) return;
    throw Error(ErrorKind::input,
                fmt::format("has {} nodes and the original {}; nodes correspond by their ids or by "
                            "their order, so there must be as many",
                            published.nodes(), original.nodes()));
}

bool is_numbered(const std::vector<std::string>& ids) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] != std::to_string(i + 1)) return false;
    }
    return true;
}

// Where each id stands among others; nothing unless all do.
std::vector<std::int64_t> places_by_id(const std::vector<std::string>& ids,
                                       const std::vector<std::string>& among) {
    std::unordered_map<std::string_view, std::int64_t> place;
    for (std::size_t i = 0; i < among.size(); ++i) {
        place.emplace(among[i], static_cast<std::int64_t>(i));
    }
    std::vector<std::int64_t> places;
    for (const std::string& id : ids) {
        const auto found = place.find(id);
        if (found == place.end()) return {};
        places.push_back(found->second);
    }
    return places;
}

// Of ids that are 1, 2, ... in any order; nothing otherwise.
std::vector<std::int64_t> places_by_number(const std::vector<std::string>& ids) {
    std::vector<std::string> numbers;
    for (std::size_t i = 1; i <= ids.size(); ++i) numbers.push_back(std::to_string(i));
    return places_by_id(ids, numbers);
}

// Node i of what is published goes to place rows[i].
SocialGraph moved_to(const SocialGraph& original, SocialGraph published,
                     std::span<const std::int64_t> rows) {
    check_same_number(original, published);
    std::vector<std::int64_t> from(rows.size(), -1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::int64_t row = rows[i];
        if (row < 0 || row >= std::ssize(from) || from[static_cast<std::size_t>(row)] >= 0) {
            throw Error(ErrorKind::input, "does not name each node of the original once");
        }
        from[static_cast<std::size_t>(row)] = static_cast<std::int64_t>(i);
    }
    if (rows.size() != original.ids.size()) {
        throw Error(ErrorKind::input, "does not name each node of the original once");
    }
    if (!published.attributes.columns().empty()) {
        published.attributes = published.attributes.gather(from);
    }
    const auto moved = [&](Node node) {
        return static_cast<Node>(rows[static_cast<std::size_t>(node)]);
    };
    for (Edge& edge : published.edges) edge = {moved(edge.from), moved(edge.to)};
    published.ids = original.ids;
    return published;
}

}  // namespace

std::string_view name(GraphPart part) {
    switch (part) {
        case GraphPart::loss:
            return "loss";
        case GraphPart::linkage:
            return "linkage";
        case GraphPart::structure:
            return "structure";
        case GraphPart::risk:
            return "risk";
    }
    throw Error(ErrorKind::internal, "a part of an assessment without a name");
}

SocialGraph matched_nodes(const SocialGraph& original, SocialGraph published) {
    check_same_number(original, published);
    if (original.ids == published.ids || is_numbered(published.ids)) return published;
    auto rows = places_by_id(published.ids, original.ids);
    if (rows.empty()) {
        rows = places_by_number(published.ids);
    }
    return rows.empty() ? published : moved_to(original, std::move(published), rows);
}

SocialGraph matched_nodes(const SocialGraph& original, SocialGraph published,
                          std::span<const std::int64_t> rows) {
    check_same_number(original, published);
    const std::vector<std::int64_t> numbers = places_by_number(published.ids);
    std::vector<std::int64_t> to(rows.begin(), rows.end());
    for (std::size_t i = 0; i < numbers.size() && rows.size() == numbers.size(); ++i) {
        to[i] = rows[static_cast<std::size_t>(numbers[i])];
    }
    return moved_to(original, std::move(published), to);
}

MeasuredGraphs assess_graphs(const Context& context, const SocialGraph& original,
                             std::span<const SocialGraph> published,
                             const GraphAssessment& options) {
    for (const SocialGraph& graph : published) {
        if (graph.nodes() != original.nodes()) {
            throw Error(ErrorKind::internal, "a protected graph with another number of nodes");
        }
    }
    MeasuredGraphs result;
    const AttributeChoice choice =
        shared_attributes(options.attributes, original, published, result.notes);
    Assessor assessor(context, original, choice, options);
    result.nodes = original.nodes();
    result.directed = original.directed;
    result.counts = edge_counts(original, assessor.adjacency());
    result.attributes = choice.columns;
    result.structure = assessor.shape();
    for (const SocialGraph& graph : published) result.releases.push_back(assessor.release(graph));
    if (options.picture && !published.empty()) {
        result.picture = picture(context, original, published.front(), choice);
    }
    return result;
}

Json to_json(const MeasuredGraph& measured) {
    const Json found = lethe::to_json(measured.figures.found);
    const Json lost = lethe::to_json(measured.figures.lost);
    Json json{{"nodes", measured.nodes},
              {"edges", measured.edges},
              {"edges_added", measured.edges_added},
              {"edges_removed", measured.edges_removed}};
    if (measured.loss) {
        json["loss"] = to_json(*measured.loss);
        json["lost"] = lost;
    }
    if (measured.linkage) {
        json["k"] = measured.linkage->own.smallest;
        json["profiles"] = measured.linkage->own.profiles;
        json["linkage"] = to_json(*measured.linkage);
        json["found"] = found;
    }
    if (measured.structure) {
        json["structure"] = to_json(*measured.structure);
        json["lost"] = lost;  // behind the first part that has a loss
    }
    if (measured.structural_risk) json["structural_risk"] = to_json(*measured.structural_risk);
    if (measured.structural_linkage) {
        json["found"] = found;
        measured.structural_linkage->describe(json["structural_linkage"]);
    }
    return json;
}

Json to_json(const MeasuredGraphs& measured) {
    const EdgeCounts& counts = measured.counts;
    Json json{{"kind", "graph-assessment"},
              {"original",
               {{"about", "original"},
                {"nodes", measured.nodes},
                {"edges", counts.edges},
                {"directed", measured.directed},
                {"loops", counts.loops},
                {"repeats", counts.repeats},
                {"isolated", counts.isolated},
                {"parts", counts.parts}}},
              {"attributes", measured.attributes},
              {"releases", json_list(measured.releases)}};
    if (measured.structure) {
        json["structure"] = to_json(*measured.structure);
        json["structure"]["about"] = "original";
    }
    if (measured.picture) json["picture"] = to_json(*measured.picture);
    json["notes"] = measured.notes;
    return json;
}

}  // namespace lethe::graph
