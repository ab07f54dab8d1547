// A dual simplex method with bounds, on a dense tableau.
//
// A general code keeps a sparse factorisation with one row for each condition. Here hardly more
// conditions are tight than variables are fractional, about a hundred of each, and rows whose slack
// is basic can be forgotten at no cost. So a dense table of the basic variables over the others is
// small, a pivot is one pass of vector instructions over it, and a solution takes a few hundred
// microseconds.
//
// Every x has two bounds, so the start is always dual feasible: a variable rests at the bound that
// its price (reduced cost) asks for. Rows are added, and bounds changed, without losing that. A
// step takes the row that is farthest outside its bounds, as a distance, and lets the price with
// the least ratio enter; variables whose ratio is smaller but which can be moved to their other
// bound are moved instead, as long as that helps (the ratio test with long steps). The costs are 1
// plus about 1e-7, different for each column: equal costs would tie most of the ratios.
//
// Rounding errors grow with the pivots. The table is built afresh now and then, and when the rows
// do not agree with the solution. The bound that is reported rests on no tableau: whatever
// multipliers y >= 0 the rows have, the sum of y b, plus min(0, 1 - y A) over the free columns,
// plus 1 - y A over the columns fixed at 1, is a lower bound.
#include "lethe/algo/branch_and_cut/hitting_lp.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lethe/core/index.h"
#include "lethe/core/limits.h"
#include "lethe/core/vector_code.h"
#include "lethe/space/lanes.h"

namespace lethe {
namespace {

constexpr double kSlack = 1e-6;
constexpr double kOutside = 1e-9;    // of a basic variable beyond its bound
constexpr double kEntry = 1e-9;      // an entry of the tableau not above it counts as zero
constexpr double kAgree = 1e-7;      // between the rows and the solution
constexpr double kPerturbed = 1e-7;  // of the costs
constexpr int kMostPivots = 400;     // before the tableau is built afresh
constexpr int kMostLpSteps = 20000;
constexpr int kMostRebuilds = 4;

// In [0, 1), scattered (Weyl sequence of the golden ratio).
double scattered(std::int32_t number) {
    const double turns = 0.6180339887498949 * (number + 1);
    return turns - std::floor(turns);
}

double cost_of(std::int32_t column) { return 1.0 + kPerturbed * (0.5 + scattered(column)); }

void multiply(double* line, double factor, std::size_t size) {
    const auto body = [](double* to, double by, std::size_t end) LETHE_INLINED {
        for (std::size_t j = 0; j < end; j += at(kLanes)) {
            Lanes part;
            load(part, to + j);
            part *= by;
            save(part, to + j);
        }
    };
    vector_code(body, line, factor, size);
}

void add_multiple(double* line, const double* other, double factor, std::size_t size) {
    const auto body = [](double* to, const double* from, double by, std::size_t end) LETHE_INLINED {
        for (std::size_t j = 0; j < end; j += at(kLanes)) {
            Lanes left;
            Lanes right;
            load(left, to + j);
            load(right, from + j);
            left += by * right;
            save(left, to + j);
        }
    };
    vector_code(body, line, other, factor, size);
}

double squared_length(const double* line, std::size_t size) {
    const auto body = [](const double* from, std::size_t end) LETHE_INLINED {
        Lanes sum{};
        for (std::size_t j = 0; j < end; j += at(kLanes)) {
            Lanes part;
            load(part, from + j);
            sum += part * part;
        }
        return (sum[0] + sum[1]) + (sum[2] + sum[3]);
    };
    return vector_code(body, line, size);
}

}  // namespace

HittingLp::HittingLp(std::int32_t columns) : columns_(columns), variables_(at(columns)) {
    for (Variable& column : variables_) column.high = 1.0;
    solution_.assign(at(columns), 0.0);
    reduced_costs_.assign(at(columns), 1.0);
}

// Columns that no row mentions have no place in the tableau.
void HittingLp::use_column(std::int32_t column) {
    Variable& used = variable(column);
    if (used.place >= 0) return;
    used.place = static_cast<std::int32_t>(nonbasic_.size());
    nonbasic_.push_back(column);
    prices_.resize(std::max(prices_.size(), stride_));
    if (nonbasic_.size() > stride_) {
        const std::size_t wider = stride_ + 32;
        std::vector<double> moved(basic_.size() * wider, 0.0);
        for (std::size_t row = 0; row < basic_.size(); ++row) {
            std::copy_n(line(row), stride_, moved.data() + row * wider);
        }
        tableau_ = std::move(moved);
        stride_ = wider;
        prices_.resize(stride_, 0.0);
    }
    prices_[at(used.place)] = cost_of(column);
}

// The row in terms of the variables that are not basic; its slack becomes basic.
void HittingLp::append_line(std::size_t row) {
    for (const std::int32_t column : rows_[row].columns) use_column(column);
    tableau_.resize((basic_.size() + 1) * stride_, 0.0);
    double* fresh = line(basic_.size());
    std::fill_n(fresh, stride_, 0.0);
    double value = -rows_[row].at_least;
    for (const std::int32_t column : rows_[row].columns) {
        const Variable& member = variable(column);
        if (member.basic) {
            add_multiple(fresh, line(at(member.place)), 1.0, stride_);
            value += values_[at(member.place)];
        } else {
            fresh[member.place] += 1.0;
            value += member.value;
        }
    }
    Variable& own = variable(slack(row));
    own = {0.0, kInfinity, 0.0, static_cast<std::int32_t>(basic_.size()), true};
    basic_.push_back(slack(row));
    values_.push_back(value);
}

void HittingLp::add_row(std::span<const std::int32_t> columns, double at_least) {
    rows_.push_back({{columns.begin(), columns.end()}, at_least});
    variables_.emplace_back();
    append_line(rows_.size() - 1);
}

void HittingLp::move_to(std::int32_t number, double value) {
    Variable& moved = variable(number);
    const double by = value - moved.value;
    moved.value = value;
    if (by == 0.0 || moved.place < 0) return;
    for (std::size_t row = 0; row < basic_.size(); ++row)
        values_[row] += by * line(row)[moved.place];
}

// To the bound that the price asks for.
void HittingLp::rest(std::int32_t number) {
    const Variable& resting = variable(number);
    const double price = resting.place < 0 ? 1.0 : prices_[at(resting.place)];
    move_to(number, price >= 0.0 ? resting.low : resting.high);
}

void HittingLp::set_bounds(std::int32_t column, double low, double high) {
    variable(column).low = low;
    variable(column).high = high;
    if (!variable(column).basic) rest(column);
}

std::int32_t HittingLp::leaving_row() {
    std::int32_t best = -1;
    double farthest = 0.0;
    for (std::size_t row = 0; row < basic_.size(); ++row) {
        const Variable& own = variable(basic_[row]);
        const double outside = std::max(own.low - values_[row], values_[row] - own.high);
        if (outside <= kOutside || outside * outside <= farthest) continue;
        const double distance = outside * outside / (1.0 + squared_length(line(row), stride_));
        if (distance <= farthest) continue;
        farthest = distance;
        best = static_cast<std::int32_t>(row);
    }
    return best;
}

// The column that enters when the row's variable must move by `lack` in the direction (1 or -1).
// Variables passed on the way are moved to their other bound. -1: the row cannot be satisfied.
std::int32_t HittingLp::entering(const double* entries, double direction, double lack) {
    candidates_.clear();
    for (std::size_t j = 0; j < nonbasic_.size(); ++j) {
        const Variable& other = variable(nonbasic_[j]);
        const double entry = direction * entries[j];
        if (std::abs(entry) <= kEntry || other.low == other.high) continue;
        const bool rises = other.value == other.low;
        if (rises == (entry > 0.0)) {
            const double price = rises ? prices_[j] : -prices_[j];
            candidates_.push_back(
                {std::max(price, 0.0) / std::abs(entry), static_cast<std::int32_t>(j)});
        }
    }
    if (candidates_.empty()) return -1;
    std::sort(candidates_.begin(), candidates_.end());
    std::size_t last = 0;
    for (double rest = lack; last + 1 < candidates_.size(); ++last) {
        const auto j = at(candidates_[last].second);
        const Variable& other = variable(nonbasic_[j]);
        rest -= std::abs(entries[j]) * (other.high - other.low);
        if (!(rest > 0.0)) break;
    }
    // Among nearly equal ratios the largest entry is the safest.
    std::size_t chosen = last;
    for (std::size_t other = last; other-- > 0;) {
        if (candidates_[other].first < candidates_[last].first - 1e-12) break;
        const double mine = std::abs(entries[candidates_[chosen].second]);
        if (std::abs(entries[candidates_[other].second]) > mine) chosen = other;
    }
    for (std::size_t passed = 0; passed < chosen; ++passed) {
        const std::int32_t number = nonbasic_[at(candidates_[passed].second)];
        const Variable& other = variable(number);
        move_to(number, other.value == other.low ? other.high : other.low);
    }
    return candidates_[chosen].second;
}

// Exchanges the basic variable of the row with the variable of the column. Values stay.
void HittingLp::pivot(std::size_t row, std::size_t column) {
    double* own = line(row);
    const double inverse = 1.0 / own[column];
    multiply(own, -inverse, stride_);
    own[column] = inverse;
    for (std::size_t other = 0; other < basic_.size(); ++other) {
        double* entries = line(other);
        const double factor = entries[column];
        if (other == row || factor == 0.0) continue;
        entries[column] = 0.0;
        add_multiple(entries, own, factor, stride_);
    }
    const double price = prices_[column];
    prices_[column] = 0.0;
    add_multiple(prices_.data(), own, price, stride_);
    std::swap(basic_[row], nonbasic_[column]);
    variable(basic_[row]).basic = true;
    variable(basic_[row]).place = static_cast<std::int32_t>(row);
    variable(nonbasic_[column]).basic = false;
    variable(nonbasic_[column]).place = static_cast<std::int32_t>(column);
    ++pivots_;
}

bool HittingLp::step(std::size_t row) {
    const std::int32_t leaves = basic_[row];
    const bool low = values_[row] < variable(leaves).low;
    const double bound = low ? variable(leaves).low : variable(leaves).high;
    const std::int32_t column =
        entering(line(row), low ? 1.0 : -1.0, std::abs(bound - values_[row]));
    if (column < 0) return false;
    const std::int32_t enters = nonbasic_[at(column)];
    const double by = (bound - values_[row]) / line(row)[column];
    const double entered = variable(enters).value + by;
    move_to(enters, entered);
    pivot(row, at(column));
    values_[row] = entered;
    variable(leaves).value = bound;
    return true;
}

// From the rows, with the basis of now.
void HittingLp::rebuild() {
    std::vector<std::int32_t> wanted;  // columns that are basic
    std::vector<char> tight(rows_.size(), 0);
    for (std::int32_t column = 0; column < columns_; ++column) {
        if (!variable(column).basic) continue;
        wanted.push_back(column);
        variable(column).value = 0.0;
    }
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        tight[row] = variable(slack(row)).basic ? 0 : 1;
    }
    for (std::int32_t column = 0; column < columns_; ++column) {
        variable(column).basic = false;
        variable(column).place = -1;
    }
    basic_.clear();
    nonbasic_.clear();
    values_.clear();
    tableau_.clear();
    stride_ = 0;
    prices_.clear();
    for (std::size_t row = 0; row < rows_.size(); ++row) append_line(row);
    for (const std::int32_t column : wanted) {
        const auto place = at(variable(column).place);
        std::size_t best = basic_.size();
        for (std::size_t row = 0; row < basic_.size(); ++row) {
            if (basic_[row] < columns_ || tight[at(basic_[row] - columns_)] == 0) continue;
            if (best == basic_.size() || std::abs(line(row)[place]) > std::abs(line(best)[place])) {
                best = row;
            }
        }
        if (best == basic_.size() || std::abs(line(best)[place]) < 1e-7) continue;
        const std::int32_t leaves = basic_[best];
        const double by = -values_[best] / line(best)[place];
        const double entered = variable(column).value + by;
        move_to(column, entered);
        pivot(best, place);
        values_[best] = entered;
        variable(leaves).value = 0.0;
    }
    for (const std::int32_t number : nonbasic_) {
        if (number < columns_) rest(number);
        if (number >= columns_)
            prices_[at(variable(number).place)] =
                std::max(0.0, prices_[at(variable(number).place)]);
    }
    pivots_ = 0;
}

bool HittingLp::consistent() {
    for (std::int32_t column = 0; column < columns_; ++column) {
        const Variable& own = variable(column);
        solution_[at(column)] = own.basic ? values_[at(own.place)] : own.value;
    }
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        double sum = -rows_[row].at_least;
        for (const std::int32_t column : rows_[row].columns) sum += solution_[at(column)];
        const Variable& own = variable(slack(row));
        if (std::abs(sum - (own.basic ? values_[at(own.place)] : own.value)) > kAgree) return false;
    }
    return true;
}

HittingLp::Status HittingLp::solve() {
    solved_rows_ = rows_.size();
    if (pivots_ > kMostPivots) rebuild();
    int rebuilds = 0;
    bool exact = false;  // the tableau is fresh
    for (int steps = 0; steps < kMostLpSteps; ++steps) {
        const std::int32_t row = leaving_row();
        if (row >= 0 && step(at(row))) {
            exact = false;
            continue;
        }
        if (consistent() && (row < 0 || exact)) {
            if (row >= 0) return Status::infeasible;
            finish();
            return Status::optimal;
        }
        if (++rebuilds > kMostRebuilds) return Status::failed;
        rebuild();
        exact = true;
    }
    return Status::failed;
}

void HittingLp::finish() {
    row_duals_.assign(rows_.size(), 0.0);
    std::fill(reduced_costs_.begin(), reduced_costs_.end(), 1.0);
    objective_ = 0.0;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const Variable& own = variable(slack(row));
        if (own.basic) continue;
        const double dual = std::max(0.0, prices_[at(own.place)]);
        row_duals_[row] = dual;
        objective_ += dual * rows_[row].at_least;
        for (const std::int32_t column : rows_[row].columns) reduced_costs_[at(column)] -= dual;
    }
    for (std::int32_t column = 0; column < columns_; ++column) {
        const Variable& own = variable(column);
        const double cost = reduced_costs_[at(column)];
        objective_ += cost >= 0.0 ? cost * own.low : cost * own.high;
    }
}

std::vector<std::int32_t> HittingLp::delete_slack_rows() {
    std::vector<std::int32_t> fate(rows_.size(), -1);
    std::vector<Row> kept;
    std::vector<Variable> slacks;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const Variable own = variable(slack(row));
        const bool goes = row < solved_rows_ && own.basic && values_[at(own.place)] > kSlack;
        if (goes) {
            basic_[at(own.place)] = -1;
            continue;
        }
        fate[row] = static_cast<std::int32_t>(kept.size());
        (own.basic ? basic_ : nonbasic_)[at(own.place)] = columns_ + fate[row];
        kept.push_back(std::move(rows_[row]));
        slacks.push_back(own);
    }
    solved_rows_ = static_cast<std::size_t>(
        std::count_if(fate.begin(), fate.begin() + static_cast<std::ptrdiff_t>(solved_rows_),
                      [](std::int32_t number) { return number >= 0; }));
    rows_ = std::move(kept);
    variables_.resize(at(columns_));
    variables_.insert(variables_.end(), slacks.begin(), slacks.end());
    std::size_t to = 0;
    for (std::size_t from = 0; from < basic_.size(); ++from) {
        if (basic_[from] < 0) continue;
        if (to != from) {
            std::copy_n(line(from), stride_, line(to));
            basic_[to] = basic_[from];
            values_[to] = values_[from];
        }
        variable(basic_[to]).place = static_cast<std::int32_t>(to);
        ++to;
    }
    basic_.resize(to);
    values_.resize(to);
    tableau_.resize(to * stride_);
    return fate;
}

}  // namespace lethe
