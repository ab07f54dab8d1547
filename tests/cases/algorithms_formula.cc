// Cases of formulas and of the matrices made from them.
#include "algorithms.h"
#include "lethe/algo/formula.h"

namespace lethe::test {

// The stack after each token, and the formula written in postorder and in infix.
Json formula_stack(const Json& input) {
    const Formula formula = Formula::parse(input["formula"].get<std::string>());
    const FormulaVariables variables{input["a"].get<double>(), input["b"].get<double>()};
    Json result = {{"text", formula.text()},
                   {"depth", formula.depth()},
                   {"value", formula.value(variables)},
                   {"postorder", Json::array()},
                   {"stack", Json::array()}};
    std::vector<double> stack;
    for (const Token& token : formula.tokens()) {
        apply(token, variables, stack);
        result["stack"].push_back(stack);
        const auto symbol = static_cast<std::size_t>(token.symbol);
        result["postorder"].push_back(std::string(1, "abLNp#+-*/<>r"[symbol]));
    }
    return result;
}

}  // namespace lethe::test
