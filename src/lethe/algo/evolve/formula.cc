#include "lethe/algo/evolve/formula.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "lethe/core/error.h"
#include "lethe/core/index.h"

namespace lethe {
namespace {

double unary(Symbol, double x) { return std::sqrt(std::fabs(x)); }

double binary(Symbol symbol, double x, double y) {
    switch (symbol) {
        case Symbol::add:
            return x + y;
        case Symbol::subtract:
            return x - y;
        case Symbol::multiply:
            return x * y;
        case Symbol::divide:
            return y == 0 ? 1 : x / y;
        case Symbol::min:
            return y < x ? y : x;
        default:
            return x < y ? y : x;
    }
}

double terminal(const Token& token, const FormulaVariables& variables) {
    switch (token.symbol) {
        case Symbol::a:
            return variables.a;
        case Symbol::b:
            return variables.b;
        case Symbol::categories:
            return variables.categories;
        case Symbol::records:
            return variables.records;
        case Symbol::keep:
            return variables.keep;
        default:
            return token.value;
    }
}

}  // namespace

int arity(Symbol symbol) {
    if (symbol < Symbol::add) return 0;
    return symbol == Symbol::root ? 1 : 2;
}

void apply(const Token& token, const FormulaVariables& variables, std::vector<double>& stack) {
    const int operands = arity(token.symbol);
    if (operands == 0) {
        stack.push_back(terminal(token, variables));
    } else if (operands == 1) {
        stack.back() = unary(token.symbol, stack.back());
    } else {
        const double second = stack.back();
        stack.pop_back();
        stack.back() = binary(token.symbol, stack.back(), second);
    }
}

Formula::Formula(std::vector<Token> tokens) : tokens_(std::move(tokens)) {
    std::int64_t height = 0;
    for (const Token& token : tokens_) {
        const int operands = arity(token.symbol);
        const bool finite = std::isfinite(token.value);
        if (height < operands || !finite || token.symbol > Symbol::root) {
            throw Error(ErrorKind::usage, "the tokens of a formula are not in postorder");
        }
        height += 1 - operands;
    }
    if (height != 1) throw Error(ErrorKind::usage, "the tokens of a formula are not one tree");
}

int Formula::depth() const {
    std::vector<int> stack;
    for (const Token& token : tokens_) {
        int depth = -1;
        for (int i = 0; i < arity(token.symbol); ++i) {
            depth = std::max(depth, stack.back());
            stack.pop_back();
        }
        stack.push_back(depth + 1);
    }
    return stack.back();
}

double Formula::value(const FormulaVariables& variables) const {
    std::vector<double> stack;
    for (const Token& token : tokens_) apply(token, variables, stack);
    return stack.back();
}

void Formula::values(std::span<const double> a, std::span<const double> b,
                     const FormulaVariables& shared, std::span<double> values) const {
    constexpr std::size_t kBlock = 64;
    std::vector<std::array<double, kBlock>> stack;
    for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
        const std::size_t count = std::min(kBlock, values.size() - begin);
        stack.clear();
        for (const Token& token : tokens_) {
            const int operands = arity(token.symbol);
            if (operands == 0) {
                stack.emplace_back();
                if (token.symbol == Symbol::a || token.symbol == Symbol::b) {
                    const auto& from = token.symbol == Symbol::a ? a : b;
                    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(begin), count,
                                stack.back().begin());
                } else {
                    std::fill_n(stack.back().begin(), count, terminal(token, shared));
                }
            } else if (operands == 1) {
                for (std::size_t i = 0; i < count; ++i) {
                    stack.back()[i] = unary(token.symbol, stack.back()[i]);
                }
            } else {
                auto& first = stack[stack.size() - 2];
                const auto& second = stack.back();
                for (std::size_t i = 0; i < count; ++i) {
                    first[i] = binary(token.symbol, first[i], second[i]);
                }
                stack.pop_back();
            }
        }
        std::copy_n(stack.back().begin(), count,
                    values.begin() + static_cast<std::ptrdiff_t>(begin));
    }
}

std::int64_t Formula::subtree_begin(std::int64_t root) const {
    std::int64_t needed = 1;
    for (;; --root) {
        needed += arity(tokens_[at(root)].symbol) - 1;
        if (needed == 0) return root;
    }
}

std::int64_t Formula::node_depth(std::int64_t root) const {
    std::int64_t depth = 0;
    for (std::int64_t other = root + 1; other < size(); ++other) {
        if (subtree_begin(other) <= root) ++depth;
    }
    return depth;
}

Formula Formula::subtree(std::int64_t root) const {
    const auto begin = tokens_.begin() + subtree_begin(root);
    return Formula(std::vector<Token>(begin, tokens_.begin() + root + 1));
}

Formula Formula::with_subtree(std::int64_t root, std::span<const Token> other) const {
    std::vector<Token> tokens(tokens_.begin(), tokens_.begin() + subtree_begin(root));
    tokens.insert(tokens.end(), other.begin(), other.end());
    tokens.insert(tokens.end(), tokens_.begin() + root + 1, tokens_.end());
    return Formula(std::move(tokens));
}

}  // namespace lethe
