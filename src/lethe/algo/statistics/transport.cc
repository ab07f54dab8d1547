// Successive shortest paths. As long as something is supplied, the cheapest way from any supply
// that is left to any demand that is open is found in the residual graph, where what was sent can
// be taken back, and as much as fits is sent along it. Potentials keep all reduced costs at or
// above 0, so that Dijkstra's algorithm finds the ways; amounts are whole numbers, so that the
// search ends exactly when everything is delivered.
#include "lethe/algo/statistics/transport.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "lethe/core/error.h"

namespace lethe {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();

class Transport {
  public:
    Transport(std::span<const std::int64_t> supply, std::span<const std::int64_t> demand,
              std::span<const double> costs)
        : rows_(supply.size()),
          columns_(demand.size()),
          supply_(supply.begin(), supply.end()),
          demand_(demand.begin(), demand.end()),
          costs_(costs),
          sent_(rows_ * columns_, 0),
          potential_(rows_ + columns_, 0.0) {}

    double solve() {
        while (std::any_of(supply_.begin(), supply_.end(), [](auto left) { return left > 0; })) {
            send(cheapest_way());
        }
        double cost = 0;
        for (std::size_t i = 0; i < sent_.size(); ++i) {
            if (sent_[i] > 0) cost += static_cast<double>(sent_[i]) * costs_[i];
        }
        return cost;
    }

  private:
    // Nodes are the supplies, then the demands. Returns the demand that the way ends at; `from_`
    // leads back.
    std::size_t cheapest_way() {
        const std::size_t nodes = rows_ + columns_;
        std::vector<double> distance(nodes, kFar);
        std::vector<bool> done(nodes, false);
        from_.assign(nodes, kNobody);
        for (std::size_t i = 0; i < rows_; ++i) {
            if (supply_[i] > 0) distance[i] = 0;
        }
        std::size_t goal = kNobody;
        while (true) {
            std::size_t node = kNobody;
            for (std::size_t v = 0; v < nodes; ++v) {
                if (!done[v] && distance[v] < kFar &&
                    (node == kNobody || distance[v] < distance[node])) {
                    node = v;
                }
            }
            if (node == kNobody) break;
            done[node] = true;
            if (node >= rows_ && demand_[node - rows_] > 0) {
                goal = node;
                break;
            }
            node < rows_ ? go_forward(node, distance) : go_back(node, distance);
        }
        if (goal == kNobody) throw Error(ErrorKind::internal, "a supply that nobody asks for");
        for (std::size_t v = 0; v < nodes; ++v) {
            potential_[v] += done[v] ? distance[v] : distance[goal];
        }
        return goal;
    }

    void offer(std::size_t node, std::size_t next, double cost, std::vector<double>& distance) {
        const double reduced = std::max(0.0, cost + potential_[node] - potential_[next]);
        if (distance[node] + reduced < distance[next]) {
            distance[next] = distance[node] + reduced;
            from_[next] = node;
        }
    }

    void go_forward(std::size_t row, std::vector<double>& distance) {
        for (std::size_t column = 0; column < columns_; ++column) {
            offer(row, rows_ + column, costs_[row * columns_ + column], distance);
        }
    }

    void go_back(std::size_t node, std::vector<double>& distance) {
        const std::size_t column = node - rows_;
        for (std::size_t row = 0; row < rows_; ++row) {
            if (sent_[row * columns_ + column] == 0) continue;
            offer(node, row, -costs_[row * columns_ + column], distance);
        }
    }

    void send(std::size_t goal) {
        std::int64_t amount = demand_[goal - rows_];
        std::size_t start = goal;
        for (; from_[start] != kNobody; start = from_[start]) {
            if (start < rows_) {
                amount = std::min(amount, sent_[start * columns_ + from_[start] - rows_]);
            }
        }
        amount = std::min(amount, supply_[start]);
        for (std::size_t node = goal; node != start; node = from_[node]) {
            if (node >= rows_) {
                sent_[from_[node] * columns_ + node - rows_] += amount;
            } else {
                sent_[node * columns_ + from_[node] - rows_] -= amount;
            }
        }
        supply_[start] -= amount;
        demand_[goal - rows_] -= amount;
    }

    std::size_t rows_;
    std::size_t columns_;
    std::vector<std::int64_t> supply_;
    std::vector<std::int64_t> demand_;
    std::span<const double> costs_;
    std::vector<std::int64_t> sent_;
    std::vector<double> potential_;
    std::vector<std::size_t> from_;
};

}  // namespace

double transport_cost(std::span<const std::int64_t> supply, std::span<const std::int64_t> demand,
                      std::span<const double> costs) {
    if (std::accumulate(supply.begin(), supply.end(), std::int64_t{0}) !=
            std::accumulate(demand.begin(), demand.end(), std::int64_t{0}) ||
        costs.size() != supply.size() * demand.size()) {
        throw Error(ErrorKind::internal, "supplies and demands that do not fit");
    }
    return Transport(supply, demand, costs).solve();
}

}  // namespace lethe
