// Shortest augmenting paths (Jonker and Volgenant: A shortest augmenting path algorithm for dense
// and sparse linear assignment problems, 1987; Crouse: On implementing 2D rectangular assignment
// algorithms, 2016).
//
// Every column has a price v, at most 0, and 0 while the column is free. A partial assignment is
// optimal for the rows that it holds when each row has its column at the least c - v in its row.
// Rows are added one at a time so that this stays true:
//
// 1. Bidding, twice over the free rows. A row takes the column with its least c - v, and lowers
//    that column's price until it is as good as its second choice; who held the column is free
//    again and bids next. Most rows find their place here, each in O(columns). Where the two
//    best are equal, as in matrices with few distinct weights, no price falls and the row that
//    lost its column waits: so there is no endless bidding war. (The steps are limited as well.)
// 2. Paths. From each row left, Dijkstra's algorithm looks for the cheapest alternating path to a
//    free column: column after column in the order of distance, each leading to the row that holds
//    it. Of columns at the same distance a free one is taken first, which ends the search; without
//    this rule, many equal weights make every search visit every row. Then the prices of the
//    visited columns fall by what they were closer than the end of the path, and the path is
//    flipped.
//
// A step of Dijkstra's algorithm is one pass over a row of the matrix, four columns at a time.
// A column that was visited has infinity added to its distance, so that no branch is needed.
#include "lethe/algo/linkage/assignment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/limits.h"
#include "lethe/core/vector_code.h"
#include "lethe/space/lanes.h"

namespace lethe {
namespace {

constexpr std::int64_t kUnassigned = -1;

// Costs to be minimised, at most as many rows as columns; columns are padded to whole lanes.
struct PaddedCosts {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t stride = 0;
    std::vector<double> values;

    const double* row(std::int64_t row) const { return values.data() + row * stride; }
};

PaddedCosts make_costs(std::span<const double> weights, std::int64_t rows, std::int64_t columns,
                       Goal goal) {
    const bool turn = rows > columns;
    PaddedCosts costs;
    costs.rows = std::min(rows, columns);
    costs.columns = std::max(rows, columns);
    costs.stride = (costs.columns + kLanes - 1) / kLanes * kLanes;
    costs.values.assign(at(costs.rows * costs.stride), 0.0);
    for (std::int64_t i = 0; i < rows; ++i) {
        for (std::int64_t j = 0; j < columns; ++j) {
            const double weight = weights[at(i * columns + j)];
            costs.values[at(turn ? j * costs.stride + i : i * costs.stride + j)] =
                goal == Goal::minimise ? weight : -weight;
        }
    }
    return costs;
}

class Solver {
  public:
    explicit Solver(PaddedCosts costs)
        : costs_(std::move(costs)),
          price_(at(costs_.stride), 0.0),
          column_of_(at(costs_.rows), kUnassigned),
          row_of_(at(costs_.columns), kUnassigned),
          distance_(at(costs_.stride)),
          closed_(at(costs_.stride)),
          before_(at(costs_.stride)) {}

    std::vector<std::int64_t> solve(const Context& context) {
        std::vector<std::int64_t> free;
        for (std::int64_t row = 0; row < costs_.rows; ++row) free.push_back(row);
        free = bid(free);
        free = bid(free);
        Progress progress(context, "assigning", std::ssize(free));
        for (const std::int64_t row : free) {
            context.check_stop();
            augment(row);
            progress.add();
        }
        return column_of_;
    }

  private:
    struct Choice {
        double cost = kInfinity;
        double second_cost = kInfinity;
        std::int64_t column = kUnassigned;
        std::int64_t second = kUnassigned;
    };

    Choice two_best(std::int64_t row) const {
        Choice choice;
        const double* cost = costs_.row(row);
        for (std::int64_t j = 0; j < costs_.columns; ++j) {
            const double reduced = cost[j] - price_[at(j)];
            if (reduced >= choice.second_cost) continue;
            if (reduced >= choice.cost) {
                choice.second_cost = reduced;
                choice.second = j;
            } else {
                choice.second_cost = std::exchange(choice.cost, reduced);
                choice.second = std::exchange(choice.column, j);
            }
        }
        return choice;
    }

    // Returns the rows that are still free.
    std::vector<std::int64_t> bid(const std::vector<std::int64_t>& free) {
        std::vector<std::int64_t> left;
        std::int64_t steps = 4 * costs_.rows;
        for (std::int64_t row : free) {
            while (row != kUnassigned) {
                Choice choice = two_best(row);
                const double lower = price_[at(choice.column)] - (choice.second_cost - choice.cost);
                const bool lowers =
                    choice.second != kUnassigned && lower < price_[at(choice.column)];
                if (lowers) {
                    price_[at(choice.column)] = lower;
                } else if (row_of_[at(choice.column)] != kUnassigned &&
                           choice.second != kUnassigned) {
                    choice.column = choice.second;
                }
                const std::int64_t loser = row_of_[at(choice.column)];
                hold(row, choice.column);
                if (loser != kUnassigned) column_of_[at(loser)] = kUnassigned;
                row = loser;
                if (row != kUnassigned && (!lowers || --steps < 0)) {
                    left.push_back(row);
                    row = kUnassigned;
                }
            }
        }
        return left;
    }

    void hold(std::int64_t row, std::int64_t column) {
        column_of_[at(row)] = column;
        row_of_[at(column)] = row;
    }

    void augment(std::int64_t start) {
        std::fill(distance_.begin(), distance_.end(), kInfinity);
        std::fill(closed_.begin(), closed_.begin() + costs_.columns, 0.0);
        std::fill(closed_.begin() + costs_.columns, closed_.end(), kInfinity);
        visited_.clear();
        std::int64_t row = start;
        double offset = 0.0;
        double least = 0.0;
        std::int64_t column = kUnassigned;
        for (;;) {
            least = relax(row, offset);
            column = nearest(least);
            if (row_of_[at(column)] == kUnassigned) break;
            closed_[at(column)] = kInfinity;
            visited_.push_back(column);
            row = row_of_[at(column)];
            offset = costs_.row(row)[column] - price_[at(column)] - least;
        }
        for (const std::int64_t seen : visited_) price_[at(seen)] += distance_[at(seen)] - least;
        while (column != kUnassigned) {
            const auto owner = static_cast<std::int64_t>(before_[at(column)]);
            const std::int64_t given_up = column_of_[at(owner)];
            hold(owner, column);
            column = given_up;
        }
    }

    // Lets the row offer its columns at c - v - offset; the least distance of an open column.
    double relax(std::int64_t row, double offset) {
        return vector_code([this, row, offset]() LETHE_INLINED {
            const double* cost = costs_.row(row);
            const Lanes owner = Lanes{} + static_cast<double>(row);
            Lanes least = Lanes{} + kInfinity;
            for (std::int64_t j = 0; j < costs_.stride; j += kLanes) {
                Lanes c, price, closed, distance, before;
                load(c, cost + j);
                load(price, &price_[at(j)]);
                load(closed, &closed_[at(j)]);
                load(distance, &distance_[at(j)]);
                load(before, &before_[at(j)]);
                const Lanes offer = c - price - offset + closed;
                const auto better = offer < distance;
                distance = better ? offer : distance;
                before = better ? owner : before;
                save(distance, &distance_[at(j)]);
                save(before, &before_[at(j)]);
                const Lanes open = distance + closed;
                least = open < least ? open : least;
            }
            double all = least[0];
            for (std::int64_t i = 1; i < kLanes; ++i) all = std::min(all, least[i]);
            return all;
        });
    }

    // An open column at the least distance, a free one if there is one.
    std::int64_t nearest(double least) const {
        std::int64_t found = kUnassigned;
        for (std::int64_t j = 0; j < costs_.columns; ++j) {
            if (distance_[at(j)] + closed_[at(j)] != least) continue;
            if (row_of_[at(j)] == kUnassigned) return j;
            if (found == kUnassigned) found = j;
        }
        return found;
    }

    PaddedCosts costs_;
    std::vector<double> price_;
    std::vector<std::int64_t> column_of_;  // per row
    std::vector<std::int64_t> row_of_;     // per column
    std::vector<double> distance_;         // of a path to each column
    std::vector<double> closed_;           // infinity for visited columns, otherwise 0
    std::vector<double> before_;           // the row before each column on its path
    std::vector<std::int64_t> visited_;
};

}  // namespace

std::vector<std::int64_t> assign(const Context& context, std::span<const double> weights,
                                 std::int64_t rows, std::int64_t columns, Goal goal) {
    if (std::ssize(weights) != rows * columns) {
        throw Error(ErrorKind::internal, "a matrix of another size than was said");
    }
    if (!std::all_of(weights.begin(), weights.end(), [](double w) { return std::isfinite(w); })) {
        throw Error(ErrorKind::internal, "a weight is not finite");
    }
    if (rows == 0 || columns == 0) return std::vector<std::int64_t>(at(rows), kUnassigned);
    const std::vector<std::int64_t> column_of =
        Solver(make_costs(weights, rows, columns, goal)).solve(context);
    if (rows <= columns) return column_of;
    std::vector<std::int64_t> turned(at(rows), kUnassigned);
    for (std::size_t i = 0; i < column_of.size(); ++i) {
        turned[at(column_of[i])] = static_cast<std::int64_t>(i);
    }
    return turned;
}

}  // namespace lethe
