// Variances and correlations of concepts from all pairs of records, as they are defined.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "assess.h"
#include "lethe/knowledge/meaning.h"
#include "rounds.h"
#include "taxonomies.h"

namespace lethe {
namespace {

using ConceptRows = std::vector<std::vector<double>>;  // distances of records

double mean_of(const ConceptRows& far, std::size_t row) {
    double sum = 0;
    for (const double one : far[row]) sum += one;
    return sum / static_cast<double>(far.size());
}

double mean_of(const ConceptRows& far) {
    double sum = 0;
    for (std::size_t i = 0; i < far.size(); ++i) sum += mean_of(far, i);
    return sum / static_cast<double>(far.size());
}

double by_marginality(const ConceptRows& a, const ConceptRows& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::sqrt(mean_of(a, i) * mean_of(b, i));
    return sum / static_cast<double>(a.size());
}

double by_distance(const ConceptRows& a, const ConceptRows& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < a.size(); ++j) {
            sum += (a[i][j] - mean_of(a, i) - mean_of(a, j) + mean_of(a)) *
                   (b[i][j] - mean_of(b, i) - mean_of(b, j) + mean_of(b));
        }
    }
    return sum / static_cast<double>(a.size() * a.size());
}

TEST(SemanticMoments, AreThoseOfAllPairsOfRecords) {
    for (int round = 0; round < test::rounds(400); ++round) {
        const Random random = Random(91).part(static_cast<std::uint64_t>(round));
        Draws draws = random.stream("example").at(0);
        const auto rows = static_cast<std::size_t>(2 + draws.below(9));
        std::vector<ColumnPtr> columns[2];
        ConceptRows far[2][2];
        for (std::size_t j = 0; j < 2; ++j) {
            const TaxonomyPtr taxonomy = test::random_taxonomy(random.part(j), 10);
            const auto meaning = std::make_shared<const Meaning>(
                taxonomy, std::span<const MappedValue>(), Unmapped::exact_match);
            const auto measure = make_measure(taxonomy, {});
            for (std::size_t side = 0; side < 2; ++side) {
                std::vector<ConceptId> values;
                std::vector<std::string> texts;
                for (std::size_t i = 0; i < rows; ++i) {
                    values.push_back(static_cast<ConceptId>(
                        draws.below(static_cast<std::uint64_t>(taxonomy->size()))));
                    texts.push_back(meaning->label_of(values.back()));
                }
                columns[side].push_back(
                    Column::from_texts(j == 0 ? "a" : "b", Kind::semantic, texts)
                        ->with_meaning(meaning));
                for (const ConceptId x : values) {
                    auto& row = far[side][j].emplace_back();
                    for (const ConceptId y : values) row.push_back(measure->distance(x, y));
                }
            }
        }
        const Table before(columns[0]), after(columns[1]);
        for (const bool distance : {false, true}) {
            const Measurement found =
                test::assess("semantic-moments", before, after,
                             {{"association", distance ? "distance" : "marginality"}});
            double changes = 0;
            std::optional<double> correlation[2];
            for (std::size_t side = 0; side < 2; ++side) {
                const char* name = side == 0 ? "original" : "masked";
                const auto product = distance ? by_distance : by_marginality;
                const ConceptRows& a = far[side][0];
                const ConceptRows& b = far[side][1];
                ASSERT_NEAR(found.about_original["variances"]["a"][name].get<double>(), mean_of(a),
                            1e-7)
                    << round;
                const double both = product(a, b);
                const double own = product(a, a) * product(b, b);
                const Json& pair = found.about_original["pairs"][0];
                ASSERT_NEAR(pair["covariance"][name].get<double>(),
                            distance ? std::sqrt(std::max(0.0, both)) : both, 1e-6)
                    << round;
                if (mean_of(a) > 0 && mean_of(b) > 0) {
                    const double share = both / std::sqrt(own);
                    correlation[side] = distance ? std::sqrt(std::max(0.0, share)) : share;
                    ASSERT_NEAR(pair["correlation"][name].get<double>(), *correlation[side], 1e-5)
                        << round;
                } else {
                    ASSERT_TRUE(pair["correlation"][name].is_null()) << round;
                }
            }
            for (std::size_t j = 0; j < 2; ++j) {
                const double was = mean_of(far[0][j]), is = mean_of(far[1][j]);
                changes += std::max(was, is) > 0 ? std::abs(is - was) / std::max(was, is) : 0;
            }
            if (correlation[0] && correlation[1]) {
                changes += std::abs(*correlation[1] - *correlation[0]);
            } else if (correlation[0].has_value() != correlation[1].has_value()) {
                changes += 1;
            }
            ASSERT_NEAR(found.value, 100 * changes / 3, 1e-3) << round;
        }
    }
}

}  // namespace
}  // namespace lethe
