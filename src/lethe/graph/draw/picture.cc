#include "lethe/graph/draw/picture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/graph/draw/layout.h"
#include "lethe/graph/measure/communities.h"

namespace lethe::graph {
namespace {

constexpr double kWidth = 480, kHeight = 400;
constexpr std::size_t kMostGroups = 7;  // with a colour of their own
constexpr double kEnough = 0.6;         // coloured nodes
constexpr std::int32_t kMostCommunities = 400;

// What each node is coloured by, before and after.
struct PictureGroups {
    std::string by;
    std::vector<std::string> names;
    std::vector<std::int32_t> before, after;
};

// The most frequent of both sides get a number each; the rest is "(other)", the last.
PictureGroups grouped(std::string by, const std::vector<std::string>& before,
                      const std::vector<std::string>& after) {
    std::map<std::string, std::int64_t> counts;
    for (const std::string& text : before) ++counts[text];
    for (const std::string& text : after) ++counts[text];
    std::vector<std::pair<std::string, std::int64_t>> order(counts.begin(), counts.end());
    std::ranges::stable_sort(order, std::greater{}, [](const auto& entry) { return entry.second; });
    const std::size_t named = std::min(order.size(), kMostGroups);
    PictureGroups groups;
    groups.by = std::move(by);
    std::map<std::string, std::int32_t> number;
    for (std::size_t i = 0; i < order.size(); ++i) {
        number[order[i].first] = static_cast<std::int32_t>(std::min(i, named));
        if (i < named)
            groups.names.push_back(order[i].first.empty() ? "(missing)" : order[i].first);
    }
    if (order.size() > named) groups.names.emplace_back("(other)");
    for (const std::string& text : before) groups.before.push_back(number[text]);
    for (const std::string& text : after) groups.after.push_back(number[text]);
    return groups;
}

// The share of nodes, before and after, whose group has a colour of its own.
double coloured(const PictureGroups& groups) {
    const auto named =
        static_cast<std::int32_t>(groups.names.size()) - (groups.names.back() == "(other)" ? 1 : 0);
    const auto has_colour = [&](std::int32_t group) { return group < named; };
    const auto count = std::ranges::count_if(groups.before, has_colour) +
                       std::ranges::count_if(groups.after, has_colour);
    return static_cast<double>(count) /
           static_cast<double>(groups.before.size() + groups.after.size());
}

// By the first attribute of categories, or of few numbers, that colours most nodes; where none
// does, by the one that colours the largest share.
std::optional<PictureGroups> by_attribute(const Context& context, const SocialGraph& original,
                                          const SocialGraph& published,
                                          const AttributeChoice& choice) {
    std::optional<PictureGroups> best;
    for (const std::string& name : choice.columns) {
        const NodeAttributes attributes = node_attributes(
            context, original.attributes, {{name}, choice.topics}, &published.attributes);
        const bool numeric = original.attributes.column(name).is_numeric();
        if (numeric && attributes[0]->values() > static_cast<std::int32_t>(kMostGroups)) continue;
        std::vector<std::string> before, after;
        for (Node node = 0; node < original.nodes(); ++node) {
            before.push_back(attributes[0]->text(attributes[0]->code(node)));
            after.push_back(attributes[0]->text(attributes[0]->masked_code(node)));
        }
        PictureGroups groups = grouped(name, before, after);
        if (groups.names.size() < 2) continue;
        const double share = coloured(groups);
        if (share >= kEnough) return groups;
        if (!best || share > coloured(*best)) best = std::move(groups);
    }
    return best;
}

// A published community takes the number of the original one that it shares most nodes with.
PictureGroups by_communities(const Context& context, const Communities& before,
                             const Adjacency& after) {
    const Communities found = communities(context, after);
    std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> shared;
    for (std::size_t i = 0; i < before.of.size(); ++i) ++shared[{found.of[i], before.of[i]}];
    std::vector<std::pair<std::int64_t, std::int32_t>> best(static_cast<std::size_t>(found.count),
                                                            {0, 0});
    for (const auto& [pair, count] : shared) {
        auto& its = best[static_cast<std::size_t>(pair.first)];
        if (count > its.first) its = {count, pair.second};
    }
    const auto most = static_cast<std::int32_t>(kMostGroups);
    PictureGroups groups;
    groups.by = "communities";
    for (std::int32_t i = 0; i < std::min(before.count, most); ++i) {
        groups.names.push_back("community " + std::to_string(i + 1));
    }
    if (before.count > most) groups.names.emplace_back("(other)");
    for (std::size_t i = 0; i < before.of.size(); ++i) {
        const std::int32_t matched = best[static_cast<std::size_t>(found.of[i])].second;
        groups.before.push_back(std::min(before.of[i], most));
        groups.after.push_back(std::min(matched, most));
    }
    return groups;
}

// Moved to the origin; the size that is left.
Point cropped(std::vector<Point>& places) {
    Point low{kWidth, kHeight}, high{0, 0};
    for (const Point& place : places) {
        low = {std::min(low.x, place.x), std::min(low.y, place.y)};
        high = {std::max(high.x, place.x), std::max(high.y, place.y)};
    }
    for (Point& place : places) place = {place.x - low.x, place.y - low.y};
    return {high.x - low.x, high.y - low.y};
}

std::vector<double> rounded(const std::vector<Point>& places, double Point::*axis) {
    std::vector<double> list;
    for (const Point& place : places) list.push_back(std::round(place.*axis * 10) / 10);
    return list;
}

std::vector<Edge> picture_edges(std::vector<Edge> edges) {
    if (std::ssize(edges) <= kMostDrawnEdges) return edges;
    std::vector<Edge> kept;
    for (const std::int64_t at :
         random_subset(Random(1).stream("drawn edges"), std::ssize(edges), kMostDrawnEdges)) {
        kept.push_back(edges[static_cast<std::size_t>(at)]);
    }
    return kept;
}

GraphPicture::Side side(const Adjacency& adjacency, std::vector<std::int32_t> groups) {
    GraphPicture::Side drawn{
        std::move(groups), {}, picture_edges(adjacency.edge_list()), adjacency.edges()};
    for (Node node = 0; node < adjacency.nodes(); ++node) {
        drawn.size.push_back(adjacency.degree(node));
    }
    return drawn;
}

Json to_json(const GraphPicture::Side& side) {
    Json edges = Json::array();
    for (const Edge& edge : side.edges) {
        edges.push_back(edge.from);
        edges.push_back(edge.to);
    }
    return {{"group", side.group},
            {"size", side.size},
            {"edges", std::move(edges)},
            {"edges_of", side.edges_of}};
}

// The communities as nodes; those beyond the largest are left out.
struct Merged {
    std::int32_t count = 0;
    std::vector<std::int64_t> members;

    explicit Merged(const Communities& all) : count(std::min(all.count, kMostCommunities)) {
        members.assign(static_cast<std::size_t>(count), 0);
        for (const std::int32_t of : all.of) {
            if (of < count) ++members[static_cast<std::size_t>(of)];
        }
    }
    Adjacency adjacency(const Communities& all, const Adjacency& nodes) const {
        std::vector<Edge> edges;
        for (const Edge& edge : nodes.edge_list()) {
            const std::int32_t from = all.of[static_cast<std::size_t>(edge.from)];
            const std::int32_t to = all.of[static_cast<std::size_t>(edge.to)];
            if (from != to && from < count && to < count) edges.push_back({from, to});
        }
        return Adjacency(count, edges);
    }
    // The most frequent group of each.
    std::vector<std::int32_t> groups(const Communities& all,
                                     const std::vector<std::int32_t>& of_nodes,
                                     std::size_t names) const {
        std::vector<std::vector<std::int64_t>> counts(members.size(),
                                                      std::vector<std::int64_t>(names, 0));
        for (std::size_t i = 0; i < of_nodes.size(); ++i) {
            if (all.of[i] >= count) continue;
            ++counts[static_cast<std::size_t>(all.of[i])][static_cast<std::size_t>(of_nodes[i])];
        }
        std::vector<std::int32_t> groups;
        for (const auto& each : counts) {
            groups.push_back(
                static_cast<std::int32_t>(std::ranges::max_element(each) - each.begin()));
        }
        return groups;
    }
};

}  // namespace

GraphPicture picture(const Context& context, const SocialGraph& original,
                     const SocialGraph& published, const AttributeChoice& choice) {
    const Adjacency before(original), after(published);
    std::optional<PictureGroups> groups = by_attribute(context, original, published, choice);
    GraphPicture drawn;
    drawn.whole = original.nodes() <= kMostDrawnNodes;
    Communities found;
    if (!groups || !drawn.whole) found = communities(context, before);
    if (!groups) groups = by_communities(context, found, after);
    drawn.of = original.nodes();
    drawn.coloured_by = groups->by;
    drawn.groups = groups->names;
    std::vector<Point> places;
    if (drawn.whole) {
        places = layout(context, before, kWidth, kHeight);
        drawn.before = side(before, groups->before);
        drawn.after = side(after, groups->after);
    } else {
        const Merged merged(found);
        const std::size_t names = groups->names.size();
        const Adjacency joined = merged.adjacency(found, before);
        places = layout(context, joined, kWidth, kHeight);
        drawn.before = side(joined, merged.groups(found, groups->before, names));
        drawn.after =
            side(merged.adjacency(found, after), merged.groups(found, groups->after, names));
        drawn.before.size = drawn.after.size = merged.members;
    }
    const Point size = cropped(places);
    drawn.width = size.x;
    drawn.height = size.y;
    drawn.x = rounded(places, &Point::x);
    drawn.y = rounded(places, &Point::y);
    return drawn;
}

Json to_json(const GraphPicture& picture) {
    return {{"level", picture.whole ? "nodes" : "communities"},
            {"of", picture.of},
            {"coloured_by", picture.coloured_by},
            {"groups", picture.groups},
            {"before", to_json(picture.before)},
            {"after", to_json(picture.after)},
            {"width", picture.width},
            {"height", picture.height},
            {"nodes", picture.x.size()},
            {"x", picture.x},
            {"y", picture.y},
            {"about", "original"}};
}

}  // namespace lethe::graph
