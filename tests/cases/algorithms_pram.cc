// Cases of transition matrices.

#include "algorithms.h"
#include "lethe/algo/statistics/transition_matrix.h"

namespace lethe::test {

Json transition_matrix(const Json& input) {
    const auto counts = input["frequencies"].get<std::vector<std::int64_t>>();
    const Frequencies all = frequencies(counts);
    TransitionMatrix matrix = input["type"] == "constant"
                                  ? constant_diagonal(all, input["p"].get<double>())
                                  : frequency_diagonal(all, input["theta"].get<double>());
    if (input.value("invariant", false)) matrix = made_invariant(matrix, all);
    if (input.contains("change")) {
        matrix = with_changed_share(matrix, all, input["change"].get<double>());
    }
    const Frequencies expected = expected_frequencies(matrix, all);
    Json result = {{"matrix", Json::array()},
                   {"expected_frequencies", std::vector<double>(expected.begin(), expected.end())},
                   {"changed_share", changed_share(matrix, all)}};
    for (Eigen::Index k = 0; k < matrix.rows(); ++k) {
        result["matrix"].push_back(std::vector<double>(matrix.row(k).begin(), matrix.row(k).end()));
    }
    return result;
}

}  // namespace lethe::test
