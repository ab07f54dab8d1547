#include "lethe/search/advise/perturbation.h"

#include <array>

#include "lethe/method/catalogue.h"

namespace lethe::search {
namespace {

std::vector<std::string> taken(const Stage& stage, const std::vector<std::string>& columns,
                               const Method& method, bool numeric) {
    std::vector<std::string> names;
    for (const std::string& name : columns) {
        const Column& column = stage.table.column(name);
        if (column.is_numeric() == numeric && method.accepts(column.kind())) names.push_back(name);
    }
    return names;
}

}  // namespace

std::vector<PerturbationLadder> perturbation_ladders(const Stage& stage,
                                                     const std::vector<std::string>& columns) {
    struct Rung {
        double swap, noise, keep;
    };
    constexpr std::array<Rung, 5> kRungs{
        {{5, 10, 0.9}, {10, 25, 0.8}, {20, 50, 0.7}, {35, 100, 0.5}, {50, 200, 0.3}}};
    std::vector<PerturbationLadder> ladders;
    for (const bool swapping : {true, false}) {
        const Method& of_numbers = method_with(swapping ? Effect::window_swap : Effect::noise);
        const Method& of_categories = method_with(Effect::transitions);
        const auto numbers = taken(stage, columns, of_numbers, true);
        const auto categories = taken(stage, columns, of_categories, false);
        if (numbers.size() + categories.size() < columns.size()) continue;
        PerturbationLadder ladder;
        for (const Rung& rung : kRungs) {
            Steps steps;
            if (!numbers.empty()) {
                steps.push_back(
                    {of_numbers.info.name, numbers, {{"p", swapping ? rung.swap : rung.noise}}});
            }
            if (!categories.empty()) {
                steps.push_back({of_categories.info.name,
                                 categories,
                                 {{"type", "invariant"}, {"p", rung.keep}}});
            }
            ladder.rungs.push_back(std::move(steps));
        }
        ladders.push_back(std::move(ladder));
        if (numbers.empty()) break;  // the two would be one
    }
    return ladders;
}

}  // namespace lethe::search
