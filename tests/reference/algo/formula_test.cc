// Thousands of random formulas: evaluation by the stack against plain recursion, reading what was
// written, simplification against the formula itself, and the operators of genetic programming.
#include "lethe/algo/evolve/formula.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "lethe/algo/evolve/formula_trees.h"

namespace lethe {
namespace {

// Reads the tokens from the end: a node, then its operands, the last one first.
class Recursive {
  public:
    Recursive(const Formula& formula, const FormulaVariables& variables)
        : tokens_(formula.tokens()), variables_(variables), place_(tokens_.size()) {}

    double value() {
        const Token token = tokens_[--place_];
        const FormulaVariables& v = variables_;
        switch (token.symbol) {
            case Symbol::a:
                return v.a;
            case Symbol::b:
                return v.b;
            case Symbol::categories:
                return v.categories;
            case Symbol::records:
                return v.records;
            case Symbol::keep:
                return v.keep;
            case Symbol::constant:
                return token.value;
            case Symbol::root:
                return noted(std::sqrt(std::fabs(value())));
            default:
                break;
        }
        const double y = value();
        const double x = value();
        switch (token.symbol) {
            case Symbol::add:
                return noted(x + y);
            case Symbol::subtract:
                return noted(x - y);
            case Symbol::multiply:
                return noted(x * y);
            case Symbol::divide:
                return noted(y == 0 ? 1 : x / y);
            case Symbol::min:
                return noted(x <= y ? x : y);
            default:
                return noted(x >= y ? x : y);
        }
    }
    bool finite() const { return finite_; }  // every step so far

  private:
    double noted(double result) {
        finite_ = finite_ && std::isfinite(result);
        return result;
    }

    std::span<const Token> tokens_;
    FormulaVariables variables_;
    std::size_t place_;
    bool finite_ = true;
};

FormulaVariables random_variables(Draws& draws) {
    const double records = static_cast<double>(1 + draws.below(2000));
    const auto frequency = [&] {
        return static_cast<double>(draws.below(static_cast<std::uint64_t>(records) + 1));
    };
    const double a = frequency(), b = frequency();
    return {a, b, static_cast<double>(2 + draws.below(30)), records, draws.uniform()};
}

Formula random_formula(Draws& draws) {
    const TreeLimits limits{8, true};
    const int depth = static_cast<int>(draws.below(9));
    return draws.below(2) == 0 ? grow(draws, limits, depth) : full(draws, limits, depth);
}

TEST(RandomFormulas, StackEqualsRecursion) {
    int finite = 0;
    for (int i = 0; i < 5000; ++i) {
        Draws draws = Random(1).stream("formulas").at(i);
        const Formula formula = random_formula(draws);
        const FormulaVariables variables = random_variables(draws);
        Recursive reference(formula, variables);
        const double want = reference.value();
        if (!reference.finite()) continue;
        ++finite;
        EXPECT_EQ(formula.value(variables), want) << formula.text();
        EXPECT_EQ(formula.simplified().value(variables), want)
            << formula.text() << " as " << formula.simplified().text();
        EXPECT_LE(formula.simplified().size(), formula.size());
    }
    EXPECT_GT(finite, 4000);
}

TEST(RandomFormulas, ManyPairsAtOnceEqualOneByOne) {
    for (int i = 0; i < 300; ++i) {
        Draws draws = Random(2).stream("pairs").at(i);
        const Formula formula = random_formula(draws);
        FormulaVariables variables = random_variables(draws);
        std::vector<double> a(draws.below(200)), b(a.size()), got(a.size());
        for (double& one : a) one = static_cast<double>(draws.below(50));
        for (double& one : b) one = static_cast<double>(draws.below(50));
        formula.values(a, b, variables, got);
        for (std::size_t j = 0; j < a.size(); ++j) {
            variables.a = a[j];
            variables.b = b[j];
            const double want = formula.value(variables);
            EXPECT_TRUE(got[j] == want || (std::isnan(got[j]) && std::isnan(want)));
        }
    }
}

TEST(RandomFormulas, AreReadAsTheyAreWritten) {
    for (int i = 0; i < 5000; ++i) {
        Draws draws = Random(3).stream("texts").at(i);
        const Formula formula = random_formula(draws);
        EXPECT_EQ(Formula::parse(formula.text()), formula) << formula.text();
        const Formula simple = formula.simplified();
        EXPECT_EQ(Formula::parse(simple.text()), simple) << simple.text();
    }
}

TEST(RandomFormulas, OperatorsKeepTreesValidAndWithinTheDepth) {
    std::map<TreeMutation, int> changed;
    int exchanged = 0;
    for (int i = 0; i < 4000; ++i) {
        Draws draws = Random(4).stream("operators").at(i);
        const TreeLimits limits{1 + static_cast<int>(draws.below(7)), draws.below(2) == 0};
        const auto any = [&] {
            const int depth =
                static_cast<int>(draws.below(static_cast<std::uint64_t>(limits.depth + 1)));
            return draws.below(2) == 0 ? grow(draws, limits, depth) : full(draws, limits, depth);
        };
        const Formula first = any(), second = any();
        // A Formula checks its tokens when it is made: what comes back is a tree.
        const auto [one, two] = cross(draws, limits, first, second);
        EXPECT_LE(std::max(one.depth(), two.depth()), limits.depth);
        EXPECT_EQ(one.size() + two.size(), first.size() + second.size());
        exchanged += one == first && two == second ? 0 : 1;
        for (int kind = 0; kind < kTreeMutations; ++kind) {
            const auto mutation = static_cast<TreeMutation>(kind);
            const Formula child = mutate(draws, limits, mutation, first);
            EXPECT_LE(child.depth(), limits.depth);
            if (mutation == TreeMutation::point) {
                EXPECT_EQ(child.size(), first.size());
            } else if (mutation == TreeMutation::expansion) {
                EXPECT_GE(child.size(), first.size());
            } else if (mutation != TreeMutation::subtree) {
                EXPECT_LE(child.size(), first.size());
            }
            if (!limits.root) {
                for (const Token& token : child.tokens()) EXPECT_NE(token.symbol, Symbol::root);
            }
            if (!(child == first)) ++changed[mutation];
        }
    }
    EXPECT_GT(exchanged, 2000);
    for (int kind = 0; kind < kTreeMutations; ++kind) {
        EXPECT_GT(changed[static_cast<TreeMutation>(kind)], 1000) << kind;
    }
}

TEST(RandomFormulas, GrowFullAndHalfAndHalf) {
    const TreeLimits limits{6, false};
    for (int i = 0; i < 500; ++i) {
        Draws draws = Random(5).stream("shapes").at(i);
        const int depth = 1 + static_cast<int>(draws.below(6));
        const Formula whole = full(draws, limits, depth);
        EXPECT_EQ(whole.depth(), depth);
        EXPECT_EQ(whole.size(), (1 << (depth + 1)) - 1);
        const Formula grown = grow(draws, limits, depth);
        EXPECT_LE(grown.depth(), depth);
        EXPECT_GE(grown.depth(), 1);  // a function at the root
    }
    const auto formulas = half_and_half(Random(6).stream("first"), limits, 120);
    ASSERT_EQ(formulas.size(), 120u);
    std::map<int, int> whole;
    for (std::size_t i = 1; i < formulas.size(); i += 2) ++whole[formulas[i].depth()];
    for (int depth = 1; depth <= 6; ++depth) EXPECT_EQ(whole[depth], 10);
}

}  // namespace
}  // namespace lethe
