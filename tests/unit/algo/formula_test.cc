#include "lethe/algo/evolve/formula.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "lethe/core/error.h"

namespace lethe {
namespace {

using testing::HasSubstr;

std::string again(const std::string& text) { return Formula::parse(text).text(); }
std::string simple(const std::string& text) { return Formula::parse(text).simplified().text(); }
double value(const std::string& text) { return Formula::parse(text).value({2, 3, 4, 100, 0.5}); }

TEST(Formula, EveryFunctionTakesEveryNumber) {
    EXPECT_EQ(value("a + b * L - N / p"), 2 + 3 * 4 - 100 / 0.5);
    EXPECT_EQ(value("min(a, b) + max(a, b)"), 5);
    EXPECT_EQ(value("sqrt(|a - b - b|)"), 2);
    EXPECT_EQ(value("a / 0"), 1);
    EXPECT_EQ(value("0 / (a - a)"), 1);
    EXPECT_EQ(value("0 / a"), 0);
}

TEST(Formula, WritesOnlyTheParenthesesThatAreNeeded) {
    EXPECT_EQ(again("((N) - (a)) - b"), "N - a - b");
    EXPECT_EQ(again("N-(a+b)"), "N - (a + b)");
    EXPECT_EQ(again("(a*b)/(L*p)"), "a * b / (L * p)");
    EXPECT_EQ(again("(a+b)*(a-b)"), "(a + b) * (a - b)");
    EXPECT_EQ(again("a+(b*2)"), "a + b * 2");
    EXPECT_EQ(again("a+(b+2)"), "a + (b + 2)");
    EXPECT_EQ(again("min((a),(b-1))"), "min(a, b - 1)");
    EXPECT_EQ(again("sqrt(| (a*b) |)*0.25"), "sqrt(|a * b|) * 0.25");
    EXPECT_EQ(again("a - -0.5"), "a - -0.5");
    EXPECT_EQ(again("1e-05*a"), "1e-05 * a");
}

TEST(Formula, SaysWhereATextIsWrong) {
    const auto message = [](const std::string& text) -> std::string {
        try {
            Formula::parse(text);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::usage);
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(message(""), HasSubstr("column 1"));
    EXPECT_THAT(message("a +"), HasSubstr("column 4"));
    EXPECT_THAT(message("a + c"), HasSubstr("column 5"));
    EXPECT_THAT(message("a b"), HasSubstr("column 3"));
    EXPECT_THAT(message("(a + b"), HasSubstr("')' expected"));
    EXPECT_THAT(message("min(a)"), HasSubstr("',' expected"));
    EXPECT_THAT(message("sqrt(a)"), HasSubstr("'|' expected"));
    EXPECT_THAT(message("inf"), HasSubstr("column 1"));
    EXPECT_THAT(message("1e999"), HasSubstr("column 1"));
    EXPECT_THAT(message(std::string(100000, '(')), HasSubstr("fewer parentheses"));
}

TEST(Formula, TokensMustBeOneTree) {
    const Token a{Symbol::a}, add{Symbol::add};
    EXPECT_NO_THROW(Formula({a, a, add}));
    EXPECT_THROW(Formula({}), Error);
    EXPECT_THROW(Formula({a, a}), Error);
    EXPECT_THROW(Formula({a, add}), Error);
    EXPECT_THROW(Formula({a, add, a}), Error);
    EXPECT_THROW(Formula({{Symbol::constant, std::numeric_limits<double>::infinity()}}), Error);
}

TEST(Formula, Subtrees) {
    const Formula formula = Formula::parse("(a + b) * b - a / b");
    EXPECT_EQ(formula.depth(), 3);
    EXPECT_EQ(formula.subtree(4).text(), "(a + b) * b");
    EXPECT_EQ(formula.subtree(2).text(), "a + b");
    EXPECT_EQ(formula.node_depth(8), 0);
    EXPECT_EQ(formula.node_depth(7), 1);
    EXPECT_EQ(formula.node_depth(0), 3);
    EXPECT_EQ(formula.with_subtree(4, Formula::parse("N").tokens()).text(), "N - a / b");
    EXPECT_EQ(formula.with_subtree(8, Formula::parse("N").tokens()).text(), "N");
}

TEST(Formula, Simplifies) {
    EXPECT_EQ(simple("a * 1 + 0"), "a");
    EXPECT_EQ(simple("0 + 1 * a / 1 - 0"), "a");
    EXPECT_EQ(simple("1 + 2 * 3"), "7");
    EXPECT_EQ(simple("(a + b) - (b + a)"), "0");
    EXPECT_EQ(simple("(a - b) - (b - a)"), "a - b - (b - a)");
    EXPECT_EQ(simple("a * b / (b * a)"), "1");
    EXPECT_EQ(simple("a / (b - b)"), "1");
    EXPECT_EQ(simple("(a - a) / b"), "0 / b");  // 1 where b is 0
    EXPECT_EQ(simple("a + a"), "2 * a");
    EXPECT_EQ(simple("min(a, a)"), "a");
    EXPECT_EQ(simple("min(a, max(b, a))"), "a");
    EXPECT_EQ(simple("max(max(b, a), b)"), "max(b, a)");
    EXPECT_EQ(simple("sqrt(|4 - 8|)"), "2");
    EXPECT_EQ(simple("N - a - b"), "N - a - b");
    EXPECT_EQ(simple("1e300 * 1e300"), "1e+300 * 1e+300");
}

}  // namespace
}  // namespace lethe
