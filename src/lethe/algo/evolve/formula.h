// Formulas over the frequencies of two categories, as genetic programming changes them: a vector of
// tokens in postorder, which one pass over an explicit stack evaluates. (a + b) * b - a / b is
//
//   a b + b * a b / -
//
// Every function takes every number: a division by 0 gives 1, the root is that of the absolute
// value. Values may still overflow, and infinity minus infinity is not a number; who uses a value
// says what that means.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lethe {

enum class Symbol : std::uint8_t {
    // terminals
    a,           // frequency of the original category
    b,           // frequency of the new category
    categories,  // L
    records,     // N
    keep,        // p, the method's parameter
    constant,
    // functions
    add,
    subtract,
    multiply,
    divide,
    min,
    max,
    root,  // sqrt(|x|)
};

// 0 for terminals.
int arity(Symbol symbol);

struct Token {
    Symbol symbol = Symbol::constant;
    double value = 0;  // of a constant; otherwise 0

    friend auto operator<=>(const Token&, const Token&) = default;
};

struct FormulaVariables {
    double a = 0, b = 0, categories = 0, records = 0, keep = 0;
};

// One step of the evaluation: a terminal is pushed, a function takes its operands from the stack
// and pushes its value.
void apply(const Token& token, const FormulaVariables& variables, std::vector<double>& stack);

class Formula {
  public:
    // Error(usage) unless the tokens are one tree in postorder with finite constants.
    explicit Formula(std::vector<Token> tokens);
    // Infix, as text() writes it: N - a - b, min(a, 2) * sqrt(|b|). Error(usage) with the column.
    static Formula parse(std::string_view text);

    const std::vector<Token>& tokens() const { return tokens_; }
    std::int64_t size() const { return std::ssize(tokens_); }
    int depth() const;  // 0 for a lone terminal

    double value(const FormulaVariables& variables) const;
    // values[i] for a[i], b[i] and the other variables of `shared`; the same bits as value().
    void values(std::span<const double> a, std::span<const double> b,
                const FormulaVariables& shared, std::span<double> values) const;

    // Only the parentheses that are needed to read the same tree again, bit for bit.
    std::string text() const;
    // A formula, no longer than this one, with exactly the same value wherever no step of the
    // evaluation leaves the finite numbers. For display.
    Formula simplified() const;

    // Each token is the root of a subtree, which begins here and ends with it.
    std::int64_t subtree_begin(std::int64_t root) const;
    std::int64_t node_depth(std::int64_t root) const;  // steps from the root of the whole
    Formula subtree(std::int64_t root) const;
    Formula with_subtree(std::int64_t root, std::span<const Token> other) const;

    friend bool operator==(const Formula&, const Formula&) = default;

  private:
    std::vector<Token> tokens_;
};

}  // namespace lethe
