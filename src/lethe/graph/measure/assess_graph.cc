#include "lethe/graph/measure/assess_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "lethe/algo/partition/partition_similarity.h"
#include "lethe/core/error.h"
#include "lethe/graph/draw/picture.h"
#include "lethe/graph/measure/attribute_loss.h"
#include "lethe/graph/measure/betweenness.h"
#include "lethe/graph/measure/communities.h"
#include "lethe/graph/measure/profile_linkage.h"
#include "lethe/graph/measure/structural_risk.h"
#include "lethe/graph/measure/structure.h"

namespace lethe::graph {
namespace {

// Walks begin at no more nodes than this, and at fewer where they would take too many steps.
constexpr std::int64_t kMostPathSources = 1000;
constexpr std::int64_t kMostBetweennessSources = 256;
constexpr std::int64_t kFewestSources = 32;
constexpr std::int64_t kMostSteps = 2'000'000'000;

std::int64_t affordable(const Adjacency& adjacency, std::int64_t most, std::int64_t steps) {
    const std::int64_t each = std::max<std::int64_t>(1, adjacency.nodes() + 2 * adjacency.edges());
    return std::clamp(steps / each, std::min(kFewestSources, most), most);
}

struct Shape {
    std::vector<std::int64_t> degrees;
    Clustering clustering;
    Paths paths;
    std::vector<double> betweenness;
    std::int64_t betweenness_sources = 0;
    Communities communities;
};

Shape shape_of(const Context& context, const Adjacency& adjacency, const GraphAssessment& options) {
    const Random random(options.seed);
    const Node nodes = adjacency.nodes();
    Shape shape;
    shape.degrees = degree_counts(adjacency);
    shape.clustering = clustering(context, adjacency);
    const std::int64_t walks = affordable(adjacency, kMostPathSources, kMostSteps);
    shape.paths = paths(context, adjacency, walk_sources(nodes, walks, random));
    const std::int64_t most = options.exact_betweenness
                                  ? nodes
                                  : affordable(adjacency, kMostBetweennessSources, kMostSteps / 2);
    const std::vector<Node> sources = walk_sources(nodes, most, random);
    shape.betweenness = betweenness(context, adjacency, sources);
    shape.betweenness_sources = std::ssize(sources);
    shape.communities = communities(context, adjacency);
    return shape;
}

double mean_degree(const Adjacency& adjacency) {
    return adjacency.nodes() == 0 ? 0
                                  : 2 * static_cast<double>(adjacency.edges()) / adjacency.nodes();
}

Json to_json(const Shape& shape, const Adjacency& adjacency) {
    const Paths& paths = shape.paths;
    double highest = 0;
    for (const double value : shape.betweenness) highest = std::max(highest, value);
    return {{"mean_degree", mean_degree(adjacency)},
            {"degrees", shape.degrees},
            {"local_clustering", shape.clustering.local},
            {"global_clustering", shape.clustering.global},
            {"triangles", shape.clustering.all_triangles},
            {"paths",
             {{"mean", paths.mean},
              {"effective_diameter", paths.effective_diameter},
              {"longest", paths.longest},
              {"connected", paths.connected},
              {"sources", paths.sources},
              {"exact", paths.exact}}},
            {"betweenness",
             {{"highest", highest},
              {"sources", shape.betweenness_sources},
              {"exact", shape.betweenness_sources == adjacency.nodes()}}},
            {"communities", shape.communities.count},
            {"modularity", shape.communities.modularity}};
}

Json compared(const Context& context, const Shape& before, const Shape& after,
              const Adjacency& adjacency) {
    Json json = to_json(after, adjacency);
    const DegreeDistance degrees = degree_distance(before.degrees, after.degrees);
    json["degree_moved"] = degrees.earth_mover;
    json["degree_gap"] = degrees.kolmogorov;
    json["betweenness_rank"] = rank_correlation(context, before.betweenness, after.betweenness);
    const PartitionSimilarity alike =
        partition_similarity(context, before.communities.of, after.communities.of);
    json["partition"] = {{"rand", alike.rand},
                         {"adjusted_rand", alike.adjusted_rand},
                         {"jaccard", alike.jaccard},
                         {"information", alike.information}};
    return json;
}

Json to_json(const AttributeLoss& loss) {
    return {{"aamil", loss.aamil},
            {"cdil", loss.cdil},
            {"dbil", loss.dbil},
            {"average", loss.average()}};
}

Json to_json(const AttributeLosses& losses) {
    Json json = to_json(losses.mean);
    json["attributes"] = Json::array();
    for (const AttributeLoss& loss : losses.attributes) {
        Json each{{"name", loss.name}};
        each.update(to_json(loss));
        json["attributes"].push_back(std::move(each));
    }
    return json;
}

Json to_json(const ProfileLinkage& linkage) {
    Json json{{"expected", linkage.expected},
              {"strict", linkage.strict},
              {"lax", linkage.lax},
              {"linked", linkage.linked},
              {"sampled", linkage.sampled}};
    if (linkage.sampled) json["standard_error"] = linkage.standard_error;
    return json;
}

Json to_json(const StructuralRisk& risk) {
    Json sizes = Json::array();
    for (const auto& [size, nodes] : risk.class_sizes) sizes.push_back({size, nodes});
    return {{"expected", risk.expected},
            {"unique", risk.unique},
            {"lax", risk.lax},
            {"nobody", risk.nobody},
            {"smallest_class", risk.smallest_class},
            {"class_sizes", sizes}};
}

// What is compared where nothing was named: columns that both have, texts apart.
AttributeChoice choice_of(const GraphAssessment& options, const SocialGraph& original,
                          std::span<const SocialGraph> published, Json& notes) {
    AttributeChoice choice = options.attributes;
    if (!choice.columns.empty()) return choice;
    std::vector<std::string> gone;
    for (const ColumnPtr& column : original.attributes.columns()) {
        if (column->kind() == Kind::text) continue;
        const bool there = std::ranges::all_of(published, [&](const SocialGraph& graph) {
            return graph.attributes.find(column->name()) != nullptr;
        });
        (there ? choice.columns : gone).push_back(column->name());
    }
    if (!gone.empty()) {
        notes.push_back(fmt::format("not published, so not compared: {}", fmt::join(gone, ", ")));
    }
    return choice;
}

class Assessor {
  public:
    Assessor(const Context& context, const SocialGraph& original, const AttributeChoice& choice,
             const GraphAssessment& options)
        : context_(context),
          original_(original),
          choice_(choice),
          options_(options),
          before_(original) {
        if (asked(GraphPart::structure)) shape_ = shape_of(context, before_, options);
    }

    Json shape_json() const { return shape_ ? to_json(*shape_, before_) : Json(); }
    const Adjacency& adjacency() const { return before_; }

    Json release(const SocialGraph& published) {
        const Adjacency after(published);
        Json json = edges_json(published, after);
        if (!choice_.columns.empty()) add_attributes(json, published, after);
        if (shape_) {
            const bool same = before_.edge_list() == after.edge_list();
            json["structure"] =
                same ? compared(context_, *shape_, *shape_, after)
                     : compared(context_, *shape_, shape_of(context_, after, options_), after);
        }
        if (asked(GraphPart::risk)) {
            for (const StructuralKnowledge knowledge : kStructuralKnowledge) {
                json["structural_risk"][std::string(name(knowledge))] =
                    to_json(structural_risk(context_, before_, after, knowledge));
            }
        }
        return json;
    }

  private:
    bool asked(GraphPart part) const {
        return std::ranges::find(options_.parts, part) != options_.parts.end();
    }
    Json edges_json(const SocialGraph& published, const Adjacency& after) const {
        const std::vector<Edge> old_edges = before_.edge_list(), new_edges = after.edge_list();
        std::vector<Edge> kept;
        std::ranges::set_intersection(old_edges, new_edges, std::back_inserter(kept));
        return {{"nodes", published.nodes()},
                {"edges", std::ssize(published.edges)},
                {"edges_added", std::ssize(new_edges) - std::ssize(kept)},
                {"edges_removed", std::ssize(old_edges) - std::ssize(kept)}};
    }
    void add_attributes(Json& json, const SocialGraph& published, const Adjacency& after) {
        if (!asked(GraphPart::loss) && !asked(GraphPart::linkage)) return;
        NodeAttributes attributes =
            node_attributes(context_, original_.attributes, choice_, &published.attributes);
        if (asked(GraphPart::loss)) {
            json["loss"] = to_json(attribute_loss(context_, attributes, original_, published));
        }
        if (!asked(GraphPart::linkage)) return;
        const Random random(options_.seed);
        const ProfileLinkage own = link_profiles(context_, attributes, original_.nodes(), random);
        json["k"] = own.smallest;
        json["profiles"] = own.profiles;
        json["linkage"]["own"] = to_json(own);
        json["linkage"]["with_degree"] =
            to_json(link_with_degree(context_, attributes, before_, after, random));
        json["linkage"]["with_neighbours"] =
            to_json(link_with_neighbours(context_, attributes, before_, after, random));
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

Json assess_graphs(const Context& context, const SocialGraph& original,
                   std::span<const SocialGraph> published, const GraphAssessment& options) {
    for (const SocialGraph& graph : published) {
        if (graph.nodes() != original.nodes()) {
            throw Error(ErrorKind::internal, "a protected graph with another number of nodes");
        }
    }
    Json notes = Json::array();
    const AttributeChoice choice = choice_of(options, original, published, notes);
    Assessor assessor(context, original, choice, options);
    const EdgeCounts counts = edge_counts(original, assessor.adjacency());
    Json result{{"kind", "graph-assessment"},
                {"original",
                 {{"about", "original"},
                  {"nodes", original.nodes()},
                  {"edges", counts.edges},
                  {"directed", original.directed},
                  {"loops", counts.loops},
                  {"repeats", counts.repeats},
                  {"isolated", counts.isolated},
                  {"parts", counts.parts}}},
                {"attributes", choice.columns},
                {"releases", Json::array()}};
    if (Json shape = assessor.shape_json(); !shape.is_null()) {
        shape["about"] = "original";
        result["structure"] = std::move(shape);
    }
    for (const SocialGraph& graph : published) {
        result["releases"].push_back(assessor.release(graph));
    }
    if (options.picture && !published.empty()) {
        result["picture"] = picture(context, original, published.front(), choice);
        result["picture"]["about"] = "original";
    }
    result["notes"] = std::move(notes);
    return result;
}

}  // namespace lethe::graph
