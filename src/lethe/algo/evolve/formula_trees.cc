#include "lethe/algo/evolve/formula_trees.h"

#include <algorithm>
#include <optional>

namespace lethe {
namespace {

constexpr int kTries = 10;
constexpr std::uint64_t kTerminals = 6, kBinaries = 6;

// Constants are thousandths of [0, 1), 1 and 2, a third of them each.
Token random_constant(Draws& draws) {
    const std::uint64_t kind = draws.below(3);
    const double fraction = static_cast<double>(draws.below(1000)) / 1000;
    return {Symbol::constant, kind == 0 ? fraction : static_cast<double>(kind)};
}

Token random_terminal(Draws& draws) {
    const auto symbol = static_cast<Symbol>(draws.below(kTerminals));
    return symbol == Symbol::constant ? random_constant(draws) : Token{symbol};
}

Symbol binary_at(std::uint64_t index) {
    return static_cast<Symbol>(static_cast<std::uint64_t>(Symbol::add) + index);
}

Token random_function(Draws& draws, const TreeLimits& limits) {
    return {binary_at(draws.below(kBinaries + (limits.root ? 1 : 0)))};
}

void build_formula(Draws& draws, const TreeLimits& limits, int depth, bool whole, bool is_root,
                   std::vector<Token>& tokens) {
    const std::uint64_t functions = kBinaries + (limits.root ? 1 : 0);
    const bool terminal =
        depth == 0 || (!whole && !is_root && draws.below(functions + kTerminals) < kTerminals);
    if (terminal) {
        tokens.push_back(random_terminal(draws));
        return;
    }
    const Token function = random_function(draws, limits);
    for (int i = 0; i < arity(function.symbol); ++i) {
        build_formula(draws, limits, depth - 1, whole, false, tokens);
    }
    tokens.push_back(function);
}

std::int64_t random_node(Draws& draws, const Formula& formula) {
    return static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(formula.size())));
}

Token other_token(Draws& draws, const Token& old) {
    Token token = old;
    if (arity(old.symbol) == 2) {
        while (token == old) token = {binary_at(draws.below(kBinaries))};
    } else {
        while (token == old) token = random_terminal(draws);
    }
    return token;
}

// None where the mutation cannot be made at the node.
std::optional<Formula> mutated(Draws& draws, const TreeLimits& limits, TreeMutation mutation,
                               const Formula& parent, std::int64_t node) {
    const Token old = parent.tokens()[static_cast<std::size_t>(node)];
    const bool terminal = arity(old.symbol) == 0;
    switch (mutation) {
        case TreeMutation::point: {
            if (arity(old.symbol) == 1) return std::nullopt;  // there is no other one
            std::vector<Token> tokens = parent.tokens();
            tokens[static_cast<std::size_t>(node)] = other_token(draws, old);
            return Formula(std::move(tokens));
        }
        case TreeMutation::hoist:
            return parent.subtree(node);
        case TreeMutation::collapse: {
            if (terminal) return std::nullopt;
            const Token token = random_terminal(draws);
            return parent.with_subtree(node, {&token, 1});
        }
        case TreeMutation::expansion:
            if (!terminal) return std::nullopt;
            [[fallthrough]];
        case TreeMutation::subtree: {
            const auto room = limits.depth - parent.node_depth(node);
            const bool expand = mutation == TreeMutation::expansion;
            if (room < (expand ? 1 : 0)) return std::nullopt;
            const auto least = static_cast<std::uint64_t>(expand ? 1 : 0);
            const auto depth = least + draws.below(static_cast<std::uint64_t>(room) + 1 - least);
            return parent.with_subtree(node, grow(draws, limits, static_cast<int>(depth)).tokens());
        }
    }
    return std::nullopt;
}

}  // namespace

Formula grow(Draws& draws, const TreeLimits& limits, int depth) {
    std::vector<Token> tokens;
    build_formula(draws, limits, depth, false, true, tokens);
    return Formula(std::move(tokens));
}

Formula full(Draws& draws, const TreeLimits& limits, int depth) {
    std::vector<Token> tokens;
    build_formula(draws, limits, depth, true, true, tokens);
    return Formula(std::move(tokens));
}

std::vector<Formula> half_and_half(const Stream& stream, const TreeLimits& limits,
                                   std::int64_t count) {
    std::vector<Formula> formulas;
    for (std::int64_t i = 0; i < count; ++i) {
        Draws draws = stream.at(i);
        const int depth = 1 + static_cast<int>((i / 2) % limits.depth);
        formulas.push_back(i % 2 == 0 ? grow(draws, limits, depth) : full(draws, limits, depth));
    }
    return formulas;
}

std::pair<Formula, Formula> cross(Draws& draws, const TreeLimits& limits, const Formula& first,
                                  const Formula& second) {
    for (int i = 0; i < kTries; ++i) {
        const std::int64_t of_first = random_node(draws, first);
        const std::int64_t of_second = random_node(draws, second);
        Formula one = first.with_subtree(of_first, second.subtree(of_second).tokens());
        Formula two = second.with_subtree(of_second, first.subtree(of_first).tokens());
        if (std::max(one.depth(), two.depth()) <= limits.depth) {
            return {std::move(one), std::move(two)};
        }
    }
    return {first, second};
}

Formula mutate(Draws& draws, const TreeLimits& limits, TreeMutation mutation,
               const Formula& parent) {
    for (int i = 0; i < kTries; ++i) {
        const std::int64_t node = random_node(draws, parent);
        auto child = mutated(draws, limits, mutation, parent, node);
        if (child && child->depth() <= limits.depth) return *std::move(child);
    }
    return parent;
}

}  // namespace lethe
