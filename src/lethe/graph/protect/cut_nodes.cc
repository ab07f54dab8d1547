// A part is cut along the attribute on which its nodes lose most if they publish one value: for
// hierarchies the mean share of levels that they climb to their common ancestor, for orders and
// numbers their mean distance from the mean. If that cut is not possible, along the next one. The
// place in a walk over the graph is one more number, weighted by the closeness, so that nodes which
// are joined tend to stay together.
//
// A hierarchy is cut at the common ancestor: each child with enough nodes becomes a part, the other
// nodes are the rest. A list of topics is such a hierarchy (first topic, then second), and so is a
// category. Mondrian would not cut where the rest is too small; here the rest borrows the few nodes
// that it lacks from the largest part: 97 of 100 people keep their city, where otherwise all 102
// would publish the country because of two from elsewhere. This is sound because a part publishes
// what its own nodes have in common, not the box that it was cut from. Orders are cut between the
// different values nearest to the middle.
//
// Parts of a level are cut in parallel, each alone, in place: a million nodes take some twenty
// levels.
#include "lethe/graph/protect/cut_nodes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"

namespace lethe::graph {
namespace {

using NodeSpan = std::span<std::int64_t>;
using Sizes = std::vector<std::size_t>;  // of the parts, in their order

// One way to cut, by an attribute or by the walk.
struct Axis {
    double weight = 1;
    bool ordered = false;
    const Attribute* attribute = nullptr;  // null: the walk
    std::vector<double> places;            // by code, or by node of the walk; NaN is missing
    double range = 1;
    std::vector<std::size_t> begin;  // of the path of each code
    std::vector<std::int32_t> concepts;

    double place(std::int64_t node) const {
        const std::int64_t at = attribute != nullptr ? attribute->code(node) : node;
        return places[static_cast<std::size_t>(at)];
    }
    std::span<const std::int32_t> path(std::int64_t node) const {
        const auto code = static_cast<std::size_t>(attribute->code(node));
        return std::span(concepts).subspan(begin[code], begin[code + 1] - begin[code]);
    }
};

Axis attribute_axis(const Attribute& attribute, double weight) {
    Axis axis;
    axis.weight = weight;
    axis.attribute = &attribute;
    axis.ordered = attribute.ordered();
    if (!axis.ordered) {
        axis.begin.push_back(0);
        for (std::int32_t code = 0; code < attribute.values(); ++code) {
            const std::vector<std::int32_t> path = attribute.path(code);
            axis.concepts.insert(axis.concepts.end(), path.begin(), path.end());
            axis.begin.push_back(axis.concepts.size());
        }
        return axis;
    }
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (std::int32_t code = 0; code < attribute.values(); ++code) {
        const std::optional<double> place = attribute.place(code);
        axis.places.push_back(place.value_or(std::numeric_limits<double>::quiet_NaN()));
        if (!place) continue;
        least = std::min(least, *place);
        most = std::max(most, *place);
    }
    if (most > least && std::isfinite(most - least)) axis.range = most - least;
    return axis;
}

Axis walk_axis(const Adjacency& adjacency, double weight) {
    Axis axis;
    axis.weight = weight;
    axis.ordered = true;
    const std::vector<std::int32_t> places = walk_places(adjacency);
    axis.places.assign(places.begin(), places.end());
    axis.range = std::max(1.0, static_cast<double>(places.size()) - 1);
    return axis;
}

std::size_t common_length(const Axis& axis, NodeSpan nodes) {
    const auto first = axis.path(nodes.front());
    std::size_t common = first.size();
    for (const std::int64_t node : nodes) {
        const auto path = axis.path(node);
        common = std::min(common, path.size());
        for (std::size_t i = 0; i < common; ++i) {
            if (path[i] != first[i]) common = i;
        }
        if (common == 0) break;
    }
    return common;
}

double loss_of_paths(const Axis& axis, NodeSpan nodes) {
    const std::size_t common = common_length(axis, nodes);
    double sum = 0;
    for (const std::int64_t node : nodes) {
        const double length = static_cast<double>(axis.path(node).size());
        if (length > 0) sum += (length - static_cast<double>(common)) / length;
    }
    return sum / static_cast<double>(nodes.size());
}

double loss_of_places(const Axis& axis, NodeSpan nodes) {
    double sum = 0;
    double held = 0;
    for (const std::int64_t node : nodes) {
        const double place = axis.place(node);
        if (std::isnan(place)) continue;
        sum += place / axis.range;
        ++held;
    }
    const double all = static_cast<double>(nodes.size());
    if (held == 0) return 0;
    double away = 0;
    for (const std::int64_t node : nodes) {
        const double place = axis.place(node);
        if (!std::isnan(place)) away += std::abs(place / axis.range - sum / held);
    }
    return away / all + std::min(held, all - held) / all;
}

// The rest has `size` nodes at the end of all; it borrows from the part before it.
bool borrow(Sizes& sizes, std::size_t rest, std::size_t smallest) {
    if (rest == 0) return true;
    if (rest < smallest) {
        if (sizes.empty() || sizes.back() + rest < 2 * smallest) return false;
        sizes.back() -= smallest - rest;
        rest = smallest;
    }
    sizes.push_back(rest);
    return true;
}

// The nodes by child of the common ancestor: the children with enough of them, the largest last,
// then the rest. No sizes where that is no cut.
Sizes cut_paths(const Axis& axis, NodeSpan nodes, std::size_t smallest) {
    const std::size_t common = common_length(axis, nodes);
    struct Placed {
        std::int32_t child;
        std::int64_t node;
    };
    struct Child {
        std::size_t begin;
        std::size_t size;
    };
    std::vector<Placed> placed;
    placed.reserve(nodes.size());
    for (const std::int64_t node : nodes) {
        const auto path = axis.path(node);
        placed.push_back({path.size() > common ? path[common] : -1, node});
    }
    std::ranges::stable_sort(placed, {}, &Placed::child);
    std::vector<Child> enough;
    std::vector<Child> rest;
    for (std::size_t first = 0; first < placed.size();) {
        std::size_t last = first;
        while (last < placed.size() && placed[last].child == placed[first].child) ++last;
        (last - first >= smallest ? enough : rest).push_back({first, last - first});
        first = last;
    }
    if (enough.empty() || enough.front().size == nodes.size()) return {};
    std::swap(*std::ranges::max_element(enough, {}, &Child::size), enough.back());
    Sizes sizes;
    for (const Child& child : enough) sizes.push_back(child.size);
    std::size_t left = 0;
    for (const Child& child : rest) left += child.size;
    if (!borrow(sizes, left, smallest) || sizes.size() < 2) return {};
    std::size_t to = 0;
    for (const auto* children : {&enough, &rest}) {
        for (const Child& child : *children) {
            for (std::size_t i = 0; i < child.size; ++i) {
                nodes[to++] = placed[child.begin + i].node;
            }
        }
    }
    return sizes;
}

void sort_by_place(const Axis& axis, NodeSpan nodes) {
    std::vector<std::pair<double, std::int64_t>> placed;
    placed.reserve(nodes.size());
    for (const std::int64_t node : nodes) {
        const double place = axis.place(node);
        placed.emplace_back(std::isnan(place) ? std::numeric_limits<double>::infinity() : place,
                            node);
    }
    std::ranges::sort(placed);
    for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] = placed[i].second;
}

// At the border between two different places that is nearest to the middle.
Sizes cut_places(const Axis& axis, NodeSpan nodes, std::size_t smallest) {
    if (nodes.size() < 2 * smallest) return {};
    sort_by_place(axis, nodes);
    const auto border = [&](std::size_t at) {
        const double before = axis.place(nodes[at - 1]);
        const double after = axis.place(nodes[at]);
        return !std::isnan(before) && (std::isnan(after) || before < after);
    };
    const std::size_t middle = nodes.size() / 2;
    for (std::size_t away = 0; away <= nodes.size() - middle - smallest; ++away) {
        for (const std::size_t at : {middle - away, middle + away}) {
            if (at >= smallest && nodes.size() - at >= smallest && border(at)) {
                return {at, nodes.size() - at};
            }
        }
    }
    return {};
}

Sizes cut(const std::vector<Axis>& axes, const CutOptions& options, NodeSpan nodes) {
    const auto smallest = static_cast<std::size_t>(options.smallest);
    if (nodes.size() < 2 * smallest || std::ssize(nodes) <= options.largest) return {};
    std::vector<std::pair<double, const Axis*>> losing;
    for (const Axis& axis : axes) {
        const double loss = axis.ordered ? loss_of_places(axis, nodes) : loss_of_paths(axis, nodes);
        if (loss > 0) losing.emplace_back(axis.weight * loss, &axis);
    }
    std::ranges::stable_sort(losing, std::greater(), &std::pair<double, const Axis*>::first);
    for (const auto& [loss, axis] : losing) {
        Sizes sizes =
            axis->ordered ? cut_places(*axis, nodes, smallest) : cut_paths(*axis, nodes, smallest);
        if (!sizes.empty()) return sizes;
    }
    if (options.largest == 0) return {};
    if (!losing.empty() && !losing.front().second->ordered) {
        const Axis& axis = *losing.front().second;
        std::ranges::stable_sort(nodes, [&](std::int64_t a, std::int64_t b) {
            return std::ranges::lexicographical_compare(axis.path(a), axis.path(b));
        });
    }
    return {nodes.size() / 2, nodes.size() - nodes.size() / 2};
}

}  // namespace

std::vector<std::int32_t> walk_places(const Adjacency& adjacency) {
    std::vector<std::int32_t> places(static_cast<std::size_t>(adjacency.nodes()), -1);
    std::vector<Node> walk;
    walk.reserve(places.size());
    const auto visit = [&](Node node) {
        auto& place = places[static_cast<std::size_t>(node)];
        if (place >= 0) return;
        place = static_cast<std::int32_t>(walk.size());
        walk.push_back(node);
    };
    std::size_t done = 0;
    for (Node start = 0; start < adjacency.nodes(); ++start) {
        visit(start);
        for (; done < walk.size(); ++done) {
            for (const Node other : adjacency[walk[done]]) visit(other);
        }
    }
    return places;
}

NodeParts cut_nodes(const Context& context, const NodeAttributes& attributes,
                    const Adjacency& adjacency, const CutOptions& options) {
    if (options.largest != 0 && options.largest < 2 * options.smallest) {
        throw Error(ErrorKind::internal, "parts cannot be cut as small as that");
    }
    std::vector<Axis> axes;
    const double weight = (1 - options.closeness) / static_cast<double>(attributes.size());
    for (const auto& attribute : attributes) axes.push_back(attribute_axis(*attribute, weight));
    if (options.closeness > 0) axes.push_back(walk_axis(adjacency, options.closeness));

    NodeParts parts;
    parts.nodes.resize(static_cast<std::size_t>(adjacency.nodes()));
    for (std::size_t i = 0; i < parts.nodes.size(); ++i) {
        parts.nodes[i] = static_cast<std::int64_t>(i);
    }
    struct Range {
        std::size_t begin;
        std::size_t end;
    };
    Progress progress(context, "cutting", adjacency.nodes());
    std::vector<Range> open = {{0, parts.nodes.size()}};
    while (!open.empty()) {
        std::vector<Sizes> cuts(open.size());
        constexpr std::int64_t kRanges = 64;
        parallel_chunks(
            context.silent(), std::ssize(open), open.size() < 1024 ? 1 : kRanges,
            [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end);
                     ++i) {
                    cuts[i] = cut(
                        axes, options,
                        NodeSpan(parts.nodes).subspan(open[i].begin, open[i].end - open[i].begin));
                }
            });
        std::vector<Range> next;
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (cuts[i].empty()) {
                parts.begin.push_back(open[i].end);
                progress.add(static_cast<std::int64_t>(open[i].end - open[i].begin));
            }
            std::size_t begin = open[i].begin;
            for (const std::size_t size : cuts[i]) {
                next.push_back({begin, begin + size});
                begin += size;
            }
        }
        open = std::move(next);
    }
    std::ranges::sort(parts.begin);
    return parts;
}

Clusters cut_groups(const Context& context, const NodeAttributes& attributes,
                    const Adjacency& adjacency, std::int64_t k, double closeness) {
    Problems problems;
    check_closeness(closeness, problems);
    throw_if_any(std::move(problems));
    check_cluster_size(adjacency.nodes(), k);
    const NodeParts parts = cut_nodes(context, attributes, adjacency, {k, 0, closeness});
    Clusters clusters{std::vector<std::int32_t>(static_cast<std::size_t>(adjacency.nodes()), 0),
                      static_cast<std::int32_t>(parts.count())};
    for (std::size_t part = 0; part < parts.count(); ++part) {
        for (const std::int64_t node : parts[part]) {
            clusters.of[static_cast<std::size_t>(node)] = static_cast<std::int32_t>(part);
        }
    }
    return clusters;
}

void check_closeness(double closeness, Problems& problems) {
    if (closeness >= 0 && closeness <= 1) return;
    problems.push_back({"must be a number from 0 to 1", {{}, 0, 0, "closeness"}});
}

}  // namespace lethe::graph
