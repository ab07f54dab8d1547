#include "lethe/search/advise/explore_vectors.h"

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/assess/measured_result.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::search {
namespace {

Json bound(const Method& method, const Json& parameters) {
    Problems problems;
    Json result = method.bind(parameters, {}, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
    return result;
}

double vector_value(const Method& method, const Json& parameters, const vectors::AssessInput& input,
                    DataTrial& trial) {
    const Measurement measured = method.assess_vectors(input, bound(method, parameters));
    add_to_trial(trial, method, measured);
    return measured.value;
}

// In every setting in which assessments run it. One that has nothing to compare is left out.
void try_attack(const Method& attack, const vectors::AssessInput& input, DataTrial& trial) {
    try {
        for (const Json& parameters : attack.info.assessed_with) {
            vector_value(attack, parameters, input, trial);
        }
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::unmet) throw;
    }
}

}  // namespace

std::vector<ProtectionSteps> vector_grid(const vectors::DocumentVectors& original,
                                         bool has_taxonomy) {
    std::vector<ProtectionSteps> grid;
    for (const Method* method : methods_of(Family::mask, DataKind::vectors)) {
        if (vectors::needs_taxonomy(*method) && !has_taxonomy) continue;
        for (release::Choice& choice : ladder_of(*method)) {
            if (choice.parameters.value("k", std::int64_t{0}) > original.size()) continue;
            grid.push_back({std::move(choice)});
        }
    }
    return grid;
}

Exploration explore_vectors(const vectors::DocumentVectors& original,
                            const std::vector<ProtectionSteps>& grid,
                            const VectorExploration& options,
                            const std::vector<ExplorationPoint>& known, const PointSink& on_point,
                            const Random& random, const Context& context) {
    const Method& loss = options.loss.empty()
                             ? *release::judging_losses(DataKind::vectors).front()
                             : find_method(options.loss, Family::loss, DataKind::vectors);
    const TryProtection trial = [&](const ProtectionSteps& steps, const Random& own,
                                    const Context& inner) {
        const Method& method = find_method(steps.front().method, Family::mask, DataKind::vectors);
        const vectors::ProtectOutput published =
            method.protect_vectors({original, own.part(0), inner, options.taxonomy},
                                   bound(method, steps.front().parameters));
        const vectors::AssessInput input{original, published.vectors, own.part(1), inner,
                                         options.taxonomy};
        // Terms are compared by their meaning where they were generalised: elsewhere both have the
        // same words.
        const bool by_meaning = vectors::needs_taxonomy(method);
        DataTrial tried;
        for (const Method* attack : methods_of(Family::attack, DataKind::vectors)) {
            if (!attack->info.finds_people) continue;
            if (vectors::needs_taxonomy(*attack) && !by_meaning) continue;
            try_attack(*attack, input, tried);
        }
        if (!tried.worst) {
            throw Error(ErrorKind::unmet, "no attack that was tried can compare these vectors");
        }
        tried.loss = vector_value(loss, Json::object(), input, tried);
        return tried;
    };
    return explore_data({DataKind::vectors, loss.info.title, options.alpha, options.max_risk}, grid,
                        trial, known, on_point, random, context);
}

}  // namespace lethe::search
