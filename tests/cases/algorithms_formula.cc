// Cases of formulas and of the matrices made from them.
#include "algorithms.h"
#include "lethe/algo/evolve/formula.h"
#include "lethe/algo/evolve/matrix_evolution.h"
#include "lethe/algo/evolve/matrix_from_formula.h"

namespace lethe::test {
namespace {

Frequencies frequencies_of(const Json& input) {
    const auto values = input["frequencies"].get<std::vector<double>>();
    return Eigen::Map<const Frequencies>(values.data(), std::ssize(values));
}

}  // namespace

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

Json formula_matrix(const Json& input) {
    const Formula formula = Formula::parse(input["formula"].get<std::string>());
    const auto diagonal =
        input.value("free", false) ? FormulaDiagonal::free : FormulaDiagonal::keep;
    return {{"matrix", matrix_to_json(matrix_from_formula(formula, frequencies_of(input),
                                                          input["p"].get<double>(), diagonal))}};
}

// The constant-diagonal matrix as a genotype, then with an entry set.
Json rounded_matrix(const Json& input) {
    const auto scale = input["scale"].get<std::int64_t>();
    TransitionMatrix matrix =
        rounded_rows(constant_diagonal(frequencies_of(input), input["p"].get<double>()), scale);
    const Json before = matrix_to_json(matrix);
    set_entry(matrix, input["row"].get<Eigen::Index>(), input["column"].get<Eigen::Index>(),
              input["value"].get<std::int64_t>(), scale);
    return {{"matrix", before}, {"changed", matrix_to_json(matrix)}};
}

}  // namespace lethe::test
