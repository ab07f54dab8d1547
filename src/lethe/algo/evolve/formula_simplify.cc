// Rules that keep the value: constants are folded by the operation itself; x + 0, x - 0,
// x * 1, x / 1 are x; x - x and x * 0 are 0; x / x and x / 0 are 1 (the division says so);
// x + x is 2 * x; min and max of equals, and min(x, max(x, y)), are x. Sums are not regrouped:
// that would round otherwise. The tree is built up from its leaves, so that each rule sees
// operands that are simple already.
#include <cmath>

#include "lethe/algo/evolve/formula.h"

namespace lethe {
namespace {

using Tokens = std::vector<Token>;

bool commutes(Symbol symbol) {
    return symbol != Symbol::subtract && symbol != Symbol::divide && arity(symbol) == 2;
}

struct Operands {
    Formula first, second;
};

Operands operands(const Formula& formula) {
    const std::int64_t second = formula.size() - 2;
    return {formula.subtree(formula.subtree_begin(second) - 1), formula.subtree(second)};
}

Symbol top(const Formula& formula) { return formula.tokens().back().symbol; }

// The same tree with the operands of each commuting function in one order.
Tokens in_order(const Formula& formula) {
    std::vector<Tokens> stack;
    for (const Token& token : formula.tokens()) {
        Tokens joined;
        if (arity(token.symbol) == 2) {
            Tokens second = std::move(stack.back());
            stack.pop_back();
            joined = std::move(stack.back());
            if (commutes(token.symbol) && second < joined) std::swap(joined, second);
            joined.insert(joined.end(), second.begin(), second.end());
            stack.pop_back();
        } else if (arity(token.symbol) == 1) {
            joined = std::move(stack.back());
            stack.pop_back();
        }
        joined.push_back(token);
        stack.push_back(std::move(joined));
    }
    return stack.back();
}

bool same(const Formula& x, const Formula& y) {
    return x.size() == y.size() && in_order(x) == in_order(y);
}

bool is(const Formula& formula, double constant) {
    return top(formula) == Symbol::constant && formula.tokens().back().value == constant;
}

Formula constant(double value) { return Formula({{Symbol::constant, value}}); }

Formula join_formulas(const Formula& x, const Formula& y, Symbol symbol) {
    Tokens tokens = x.tokens();
    tokens.insert(tokens.end(), y.tokens().begin(), y.tokens().end());
    tokens.push_back({symbol});
    return Formula(std::move(tokens));
}

// x is one of the operands of y, which is made by `symbol`.
bool has_operand(const Formula& y, Symbol symbol, const Formula& x) {
    if (top(y) != symbol) return false;
    const Operands of_y = operands(y);
    return same(of_y.first, x) || same(of_y.second, x);
}

Formula simple_extreme(const Formula& x, const Formula& y, Symbol symbol) {
    const Symbol other = symbol == Symbol::min ? Symbol::max : Symbol::min;
    if (same(x, y) || has_operand(y, other, x)) return x;
    if (has_operand(x, other, y)) return y;
    if (has_operand(y, symbol, x)) return y;
    if (has_operand(x, symbol, y)) return x;
    return join_formulas(x, y, symbol);
}

Formula simple_binary(const Formula& x, const Formula& y, Symbol symbol) {
    switch (symbol) {
        case Symbol::add:
            if (is(y, 0)) return x;
            if (is(x, 0)) return y;
            if (same(x, y)) return join_formulas(constant(2), x, Symbol::multiply);
            break;
        case Symbol::subtract:
            if (is(y, 0)) return x;
            if (same(x, y)) return constant(0);
            break;
        case Symbol::multiply:
            if (is(y, 1)) return x;
            if (is(x, 1)) return y;
            if (is(x, 0) || is(y, 0)) return constant(0);
            break;
        case Symbol::divide:
            if (is(y, 1)) return x;
            if (is(y, 0) || same(x, y)) return constant(1);
            break;
        default:
            return simple_extreme(x, y, symbol);
    }
    return join_formulas(x, y, symbol);
}

}  // namespace

Formula Formula::simplified() const {
    std::vector<Formula> stack;
    for (const Token& token : tokens_) {
        const int count = arity(token.symbol);
        if (count == 0) {
            stack.push_back(Formula({token}));
            continue;
        }
        bool constants = true;
        Tokens joined;
        for (auto operand = stack.end() - count; operand != stack.end(); ++operand) {
            constants = constants && top(*operand) == Symbol::constant;
            joined.insert(joined.end(), operand->tokens().begin(), operand->tokens().end());
        }
        joined.push_back(token);
        Formula result(std::move(joined));
        const double folded = constants ? result.value({}) : 0;
        if (constants && std::isfinite(folded)) {
            result = constant(folded);
        } else if (count == 2) {
            result = simple_binary(*(stack.end() - 2), stack.back(), token.symbol);
        }
        stack.erase(stack.end() - count, stack.end());
        stack.push_back(std::move(result));
    }
    return stack.back();
}

}  // namespace lethe
