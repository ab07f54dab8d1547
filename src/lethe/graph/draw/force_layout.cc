#include "lethe/graph/draw/force_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/core/random.h"

namespace lethe::graph {
namespace {

constexpr double kPush = 0.2;    // strength of repulsion where edges want length 1
constexpr double kWhole = 0.85;  // a cell so much smaller than its distance pushes as a whole
constexpr Node kFewNodes = 12;   // that need no coarser level
constexpr int kMostLayoutRounds = 250;  // of the coarsest level; finer ones start nearly in place
constexpr int kFinerRounds = 90;
constexpr double kStill = 0.004;  // steps shorter than this end a level
constexpr std::int64_t kLayoutNodesAtOnce = 256;

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(double factor, Point a) { return {factor * a.x, factor * a.y}; }
double squared(Point a) { return a.x * a.x + a.y * a.y; }

// A tree of squares over points, each with its centre of gravity.
class Squares {
  public:
    explicit Squares(std::span<const Point> points) : points_(points), order_(points.size()) {
        std::iota(order_.begin(), order_.end(), 0);
        Point low = points[0], high = points[0];
        for (const Point& point : points) {
            low = {std::min(low.x, point.x), std::min(low.y, point.y)};
            high = {std::max(high.x, point.x), std::max(high.y, point.y)};
        }
        cells_.reserve(2 * points.size());
        build(0, order_.size(), low, std::max(high.x - low.x, high.y - low.y), 0);
    }

    // How all other points push one of them.
    Point push(std::size_t point) const { return push(0, point); }

  private:
    struct Cell {
        Point centre;
        double count = 0;
        double side = 0;
        std::size_t begin = 0, end = 0;  // of a leaf
        std::array<std::int32_t, 4> below = {-1, -1, -1, -1};
        bool leaf = true;
    };
    static constexpr std::size_t kLeafPoints = 6;
    static constexpr int kDeepest = 24;

    std::int32_t build(std::size_t begin, std::size_t end, Point corner, double side, int depth) {
        const std::size_t at = cells_.size();
        cells_.emplace_back();
        Cell cell;
        cell.begin = begin;
        cell.end = end;
        cell.side = side;
        cell.count = static_cast<double>(end - begin);
        for (std::size_t i = begin; i < end; ++i) cell.centre = cell.centre + points_[order_[i]];
        cell.centre = (1 / cell.count) * cell.centre;
        if (end - begin > kLeafPoints && depth < kDeepest) {
            cell.leaf = false;
            const double half = side / 2;
            const Point middle = {corner.x + half, corner.y + half};
            const auto split = [&](std::size_t from, std::size_t to, auto&& first) {
                const auto cut =
                    std::stable_partition(order_.begin() + static_cast<std::ptrdiff_t>(from),
                                          order_.begin() + static_cast<std::ptrdiff_t>(to),
                                          [&](std::size_t i) { return first(points_[i]); });
                return static_cast<std::size_t>(cut - order_.begin());
            };
            const auto left = [&](Point point) { return point.x < middle.x; };
            const auto low = [&](Point point) { return point.y < middle.y; };
            const std::size_t cut = split(begin, end, left);
            const std::array<std::size_t, 5> cuts = {begin, split(begin, cut, low), cut,
                                                     split(cut, end, low), end};
            const std::array<Point, 4> corners = {corner, Point{corner.x, middle.y},
                                                  Point{middle.x, corner.y}, middle};
            for (std::size_t i = 0; i < 4; ++i) {
                if (cuts[i] == cuts[i + 1]) continue;
                cell.below[i] = build(cuts[i], cuts[i + 1], corners[i], half, depth + 1);
            }
        }
        cells_[at] = cell;
        return static_cast<std::int32_t>(at);
    }

    Point push(std::size_t at, std::size_t point) const {
        const Cell& cell = cells_[at];
        const Point away = points_[point] - cell.centre;
        const double distance = squared(away);
        if (!cell.leaf && cell.side * cell.side < kWhole * kWhole * distance) {
            return (cell.count / distance) * away;
        }
        Point sum;
        if (cell.leaf) {
            for (std::size_t i = cell.begin; i < cell.end; ++i) {
                if (order_[i] == point) continue;
                const Point from = points_[point] - points_[order_[i]];
                sum = sum + (1 / std::max(squared(from), 1e-6)) * from;
            }
            return sum;
        }
        for (const std::int32_t below : cell.below) {
            if (below >= 0) sum = sum + push(static_cast<std::size_t>(below), point);
        }
        return sum;
    }

    std::span<const Point> points_;
    std::vector<std::size_t> order_;
    std::vector<Cell> cells_;
};

// The edges of dense parts pull less, or they would fall into a dot.
double looseness(const Adjacency& adjacency, Node a, Node b) {
    const auto fewer = static_cast<double>(std::min(adjacency.degree(a), adjacency.degree(b)));
    return 1 / std::sqrt(fewer);
}

// Moves all nodes along their forces, by a step that adapts to the energy.
void settle(const Context& context, const Adjacency& adjacency, std::vector<Point>& places,
            int most_rounds, double step) {
    double energy = std::numeric_limits<double>::infinity();
    int better = 0;
    std::vector<Point> forces(places.size());
    for (int round = 0; round < most_rounds && step > kStill; ++round) {
        const Squares squares(places);
        parallel_chunks(context, std::ssize(places), kLayoutNodesAtOnce,
                        [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                            for (auto node = static_cast<Node>(begin); node < end; ++node) {
                                const auto i = static_cast<std::size_t>(node);
                                Point force = kPush * squares.push(i);
                                for (const Node other : adjacency[node]) {
                                    const Point to =
                                        places[static_cast<std::size_t>(other)] - places[i];
                                    const double pull =
                                        std::sqrt(squared(to)) * looseness(adjacency, node, other);
                                    force = force + pull * to;
                                }
                                forces[i] = force;
                            }
                        });
        const double before = std::exchange(energy, 0.0);
        for (std::size_t i = 0; i < places.size(); ++i) {
            const double size = std::sqrt(squared(forces[i]));
            energy += size * size;
            if (size > 0) places[i] = places[i] + (std::min(step, size) / size) * forces[i];
        }
        if (energy < before) {
            if (++better >= 5) {
                better = 0;
                step /= 0.9;
            }
        } else {
            better = 0;
            step *= 0.9;
        }
    }
}

// Each node's merged one, numbered from 0: a node joins a free neighbour, those with fewest
// neighbours first; where none is free, the merged one of its least neighbour.
std::vector<Node> merged(const Adjacency& adjacency, Node& count) {
    std::vector<Node> order(static_cast<std::size_t>(adjacency.nodes()));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](Node node) { return adjacency.degree(node); });
    std::vector<Node> of(order.size(), -1);
    count = 0;
    for (const Node node : order) {
        auto& own = of[static_cast<std::size_t>(node)];
        if (own >= 0) continue;
        Node best = -1;
        bool best_free = false;
        for (const Node other : adjacency[node]) {
            const bool free = of[static_cast<std::size_t>(other)] < 0;
            const bool better =
                best < 0 || (free && !best_free) ||
                (free == best_free && adjacency.degree(other) < adjacency.degree(best));
            if (!better) continue;
            best = other;
            best_free = free;
        }
        if (best >= 0 && best_free) {
            own = of[static_cast<std::size_t>(best)] = count++;
        } else {
            own = best >= 0 ? of[static_cast<std::size_t>(best)] : count++;
        }
    }
    return of;
}

std::vector<Point> ring(Node nodes) {
    std::vector<Point> places;
    for (Node node = 0; node < nodes; ++node) {
        const double angle = 2 * 3.14159265358979323846 * node / nodes;
        places.push_back({std::cos(angle), std::sin(angle)});
    }
    return places;
}

std::vector<Point> placed(const Context& context, const Adjacency& adjacency) {
    Node count = 0;
    std::vector<Node> of;
    if (adjacency.nodes() > kFewNodes) of = merged(adjacency, count);
    if (of.empty() || count > adjacency.nodes() * 9 / 10) {
        std::vector<Point> places = ring(adjacency.nodes());
        settle(context, adjacency, places, kMostLayoutRounds, 0.5);
        return places;
    }
    std::vector<Edge> edges;
    for (const Edge& edge : adjacency.edge_list()) {
        const Node from = of[static_cast<std::size_t>(edge.from)];
        const Node to = of[static_cast<std::size_t>(edge.to)];
        if (from != to) edges.push_back({from, to});
    }
    const std::vector<Point> coarse = placed(context, Adjacency(count, edges));
    const double spread = std::sqrt(static_cast<double>(adjacency.nodes()) / count);
    const Stream stream = Random(1).stream("layout");
    std::vector<Point> places;
    for (Node node = 0; node < adjacency.nodes(); ++node) {
        Draws draws = stream.at(node);
        const Point beside = {draws.uniform() - 0.5, draws.uniform() - 0.5};
        places.push_back(spread *
                             coarse[static_cast<std::size_t>(of[static_cast<std::size_t>(node)])] +
                         0.3 * beside);
    }
    settle(context, adjacency, places, kFinerRounds, 0.4);
    return places;
}

}  // namespace

std::vector<Point> force_layout(const Context& context, const Adjacency& adjacency) {
    if (adjacency.nodes() == 0) return {};
    return placed(context.silent(), adjacency);
}

}  // namespace lethe::graph
