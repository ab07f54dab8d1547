#include "lethe/graph/draw/layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace lethe::graph {
namespace {

// Nodes that are drawn together, and their places within a box at the origin.
struct Block {
    std::vector<Node> nodes;
    std::vector<Point> places;
    double width = 0;
    double height = 0;
};

constexpr double kRoom = 0.6;  // around a block
constexpr std::size_t kFewPlaces = 8;
constexpr double kInRow = 0.55;  // between nodes without neighbours

std::vector<std::vector<Node>> connected_parts(const Adjacency& adjacency) {
    std::vector<char> seen(static_cast<std::size_t>(adjacency.nodes()), 0);
    std::vector<std::vector<Node>> parts;
    for (Node start = 0; start < adjacency.nodes(); ++start) {
        if (std::exchange(seen[static_cast<std::size_t>(start)], 1) != 0) continue;
        std::vector<Node> part = {start};
        for (std::size_t head = 0; head < part.size(); ++head) {
            for (const Node other : adjacency[part[head]]) {
                if (std::exchange(seen[static_cast<std::size_t>(other)], 1) == 0) {
                    part.push_back(other);
                }
            }
        }
        std::ranges::sort(part);
        parts.push_back(std::move(part));
    }
    std::ranges::stable_sort(parts, std::greater{}, [](const auto& part) { return part.size(); });
    return parts;
}

Adjacency part_of(const Adjacency& adjacency, const std::vector<Node>& part) {
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < part.size(); ++i) {
        for (const Node other : adjacency[part[i]]) {
            if (other < part[i]) continue;
            const auto at = std::ranges::lower_bound(part, other) - part.begin();
            edges.push_back({static_cast<Node>(i), static_cast<Node>(at)});
        }
    }
    return Adjacency(static_cast<Node>(part.size()), edges);
}

// Places along one axis, half as they are and half by rank: far nodes come nearer and crowded ones
// get room, in the same order.
void even_out(std::vector<Point>& places, double Point::*axis) {
    if (places.size() < kFewPlaces) return;
    std::vector<std::size_t> order(places.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return places[i].*axis; });
    const double low = places[order.front()].*axis;
    const double range = places[order.back()].*axis - low;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        double& place = places[order[rank]].*axis;
        const double even =
            low + range * static_cast<double>(rank) / static_cast<double>(order.size() - 1);
        place = (place + even) / 2;
    }
}

// Turned so that the places spread most along x, evened out, and moved to the origin.
void turn(Block& block) {
    const auto count = static_cast<double>(block.places.size());
    Point mean;
    for (const Point& place : block.places) {
        mean.x += place.x / count;
        mean.y += place.y / count;
    }
    double xx = 0, xy = 0, yy = 0;
    for (const Point& place : block.places) {
        const double x = place.x - mean.x, y = place.y - mean.y;
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
    const double c = std::cos(angle), s = std::sin(angle);
    for (Point& place : block.places) {
        place = {c * place.x + s * place.y, c * place.y - s * place.x};
    }
    even_out(block.places, &Point::x);
    even_out(block.places, &Point::y);
    Point low{1e300, 1e300}, high{-1e300, -1e300};
    for (const Point& place : block.places) {
        low = {std::min(low.x, place.x), std::min(low.y, place.y)};
        high = {std::max(high.x, place.x), std::max(high.y, place.y)};
    }
    for (Point& place : block.places) {
        place = {place.x - low.x + kRoom, place.y - low.y + kRoom};
    }
    block.width = high.x - low.x + 2 * kRoom;
    block.height = high.y - low.y + 2 * kRoom;
}

Block rows_of(std::vector<Node> nodes, double width) {
    Block block;
    const double wanted = 2 * std::sqrt(3.0 * static_cast<double>(nodes.size()));
    const auto across = static_cast<std::size_t>(std::max({1.0, wanted, width / kInRow - 2}));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Point place = {kInRow * static_cast<double>(1 + i % across),
                             kInRow * static_cast<double>(1 + i / across)};
        block.places.push_back(place);
        block.width = std::max(block.width, place.x + kInRow);
        block.height = std::max(block.height, place.y + kInRow);
    }
    block.nodes = std::move(nodes);
    return block;
}

// Puts blocks on shelves of a width, the highest first; gives the height of all.
double shelve(std::vector<Block>& blocks, double width, std::vector<Point>& corners) {
    corners.assign(blocks.size(), {});
    double x = 0, shelf = 0, above = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (x > 0 && x + blocks[i].width > width) {
            shelf += std::exchange(above, 0.0);
            x = 0;
        }
        corners[i] = {x, shelf};
        x += blocks[i].width;
        above = std::max(above, blocks[i].height);
    }
    return shelf + above;
}

// The width of shelves by which the drawing comes out largest in the frame.
double best_width(std::vector<Block>& blocks, double aspect) {
    double widest = 0, all = 0;
    for (const Block& block : blocks) {
        widest = std::max(widest, block.width);
        all += block.width;
    }
    double best = widest, least = 1e300;
    std::vector<Point> corners;
    for (double width = widest; width < 1.05 * all + 1e-9; width *= 1.05) {
        const double height = shelve(blocks, width, corners);
        const double needed = std::max(width, height * aspect);
        if (needed < least) {
            least = needed;
            best = width;
        }
    }
    return best;
}

}  // namespace

std::vector<Point> layout(const Context& context, const Adjacency& adjacency, double width,
                          double height) {
    std::vector<Point> places(static_cast<std::size_t>(adjacency.nodes()));
    std::vector<Block> blocks;
    std::vector<Node> alone;
    for (std::vector<Node>& part : connected_parts(adjacency)) {
        if (part.size() == 1) {
            alone.push_back(part[0]);
            continue;
        }
        Block block;
        block.places = force_layout(context, part_of(adjacency, part));
        block.nodes = std::move(part);
        turn(block);
        blocks.push_back(std::move(block));
    }
    std::ranges::stable_sort(blocks, std::greater{}, &Block::height);
    if (blocks.empty() && alone.empty()) return places;
    std::vector<Point> corners;
    const double across = blocks.empty() ? 0 : best_width(blocks, width / height);
    double down = shelve(blocks, across, corners);
    if (!alone.empty()) {
        blocks.push_back(rows_of(std::move(alone), across));
        corners.push_back({0, down});
        down += blocks.back().height;
    }
    double used = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        used = std::max(used, corners[i].x + blocks[i].width);
    }
    const double scale = std::min(width / used, height / down);
    const Point shift = {(width - scale * used) / 2, (height - scale * down) / 2};
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        for (std::size_t j = 0; j < blocks[i].nodes.size(); ++j) {
            const Point place = blocks[i].places[j];
            places[static_cast<std::size_t>(blocks[i].nodes[j])] = {
                shift.x + scale * (corners[i].x + place.x),
                shift.y + scale * (corners[i].y + place.y)};
        }
    }
    return places;
}

}  // namespace lethe::graph
