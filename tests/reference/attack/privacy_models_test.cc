// The models of privacy beside their definitions, written out without thought of time.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

#include "assess.h"
#include "lethe/algo/linkage/assignment.h"
#include "lethe/algo/statistics/earth_mover.h"
#include "lethe/algo/statistics/transport.h"
#include "taxonomies.h"

namespace lethe {
namespace {

// The least cost of turning `part` into `whole` when both are cut into units of equal size.
double naive_earth_mover(const std::vector<std::int64_t>& part,
                         const std::vector<std::int64_t>& whole,
                         const std::vector<double>& distances) {
    std::int64_t in_part = 0, in_whole = 0;
    for (const std::int64_t count : part) in_part += count;
    for (const std::int64_t count : whole) in_whole += count;
    std::vector<std::size_t> from, to;
    for (std::size_t value = 0; value < whole.size(); ++value) {
        from.insert(from.end(), static_cast<std::size_t>(part[value] * in_whole), value);
        to.insert(to.end(), static_cast<std::size_t>(whole[value] * in_part), value);
    }
    std::vector<double> costs;
    for (const std::size_t a : from) {
        for (const std::size_t b : to) costs.push_back(distances[a * whole.size() + b]);
    }
    const auto units = std::ssize(from);
    const auto chosen = assign(test::threads(1), costs, units, units, Goal::minimise);
    double sum = 0;
    for (std::int64_t i = 0; i < units; ++i) {
        sum += costs[static_cast<std::size_t>(i * units + chosen[static_cast<std::size_t>(i)])];
    }
    return sum / static_cast<double>(units);
}

struct PrivacyModelsExample {
    std::vector<std::int64_t> whole;
    std::vector<std::int64_t> part;

    std::vector<ValueCount> counts() const {
        std::vector<ValueCount> result;
        for (std::size_t value = 0; value < part.size(); ++value) {
            if (part[value] > 0) result.push_back({static_cast<std::int32_t>(value), part[value]});
        }
        return result;
    }
};

// A few values, all of which occur, and some of their records as the part.
PrivacyModelsExample privacy_models_random_example(Draws& draws, std::size_t values) {
    PrivacyModelsExample example{std::vector<std::int64_t>(values, 1),
                                 std::vector<std::int64_t>(values, 0)};
    for (int i = 0; i < 3; ++i) ++example.whole[draws.below(values)];
    const auto records = 1 + draws.below(3);
    for (std::uint64_t i = 0; i < records;) {
        const std::size_t value = draws.below(values);
        if (example.part[value] == example.whole[value]) continue;
        ++example.part[value];
        ++i;
    }
    return example;
}

TEST(EarthMover, EqualAndOrderedAreThoseOfTheDefinition) {
    const Stream stream = Random(1).stream("earth mover");
    for (std::int64_t round = 0; round < 1000; ++round) {
        Draws draws = stream.at(round);
        const std::size_t values = 1 + draws.below(6);
        const PrivacyModelsExample example = privacy_models_random_example(draws, values);
        std::vector<double> equal, ordered;
        for (std::size_t a = 0; a < values; ++a) {
            for (std::size_t b = 0; b < values; ++b) {
                equal.push_back(a == b ? 0 : 1);
                const double places = std::abs(static_cast<double>(a) - static_cast<double>(b));
                ordered.push_back(values > 1 ? places / static_cast<double>(values - 1) : 0);
            }
        }
        EXPECT_NEAR(equal_mover(example.whole)->distance(example.counts()),
                    naive_earth_mover(example.part, example.whole, equal), 1e-9);
        EXPECT_NEAR(ordered_mover(example.whole)->distance(example.counts()),
                    naive_earth_mover(example.part, example.whole, ordered), 1e-9);
        EXPECT_NEAR(matrix_mover(example.whole, ordered)->distance(example.counts()),
                    naive_earth_mover(example.part, example.whole, ordered), 1e-9);
    }
}

// Heights by their definition: the longest way down.
int privacy_models_height(const Taxonomy& taxonomy, ConceptId c) {
    int longest = 0;
    for (const ConceptId child : taxonomy.children(c)) {
        longest = std::max(longest, 1 + privacy_models_height(taxonomy, child));
    }
    return longest;
}

TaxonomyPtr random_tree(Draws& draws) {
    std::vector<std::pair<std::string, std::string>> is_a;
    const auto concepts = 2 + draws.below(9);
    for (std::uint64_t c = 1; c < concepts; ++c) {
        is_a.emplace_back("c" + std::to_string(c), "c" + std::to_string(draws.below(c)));
    }
    return test::taxonomy_of("tree", is_a);
}

TEST(EarthMover, HierarchicalIsThatOfTheDefinitionInTreesAndGraphs) {
    const Stream stream = Random(2).stream("hierarchical");
    int graphs = 0;
    for (std::int64_t round = 0; round < 1000; ++round) {
        Draws draws = stream.at(round);
        const TaxonomyPtr taxonomy =
            round % 2 == 0 ? random_tree(draws)
                           : test::random_taxonomy(Random(static_cast<std::uint64_t>(round)), 12);
        const auto size = static_cast<std::uint64_t>(taxonomy->size());
        std::set<ConceptId> chosen;
        const auto wanted = 1 + draws.below(5);
        for (std::uint64_t i = 0; i < wanted; ++i) {
            chosen.insert(static_cast<ConceptId>(draws.below(size)));
        }
        std::vector<ConceptId> concepts(chosen.begin(), chosen.end());
        if (draws.below(3) == 0) concepts.push_back(kNoConcept);
        const std::size_t values = concepts.size();
        const PrivacyModelsExample example = privacy_models_random_example(draws, values);
        const double top = privacy_models_height(*taxonomy, taxonomy->root());
        std::vector<double> distances;
        for (std::size_t a = 0; a < values; ++a) {
            for (std::size_t b = 0; b < values; ++b) {
                double lowest = top;
                if (concepts[a] != kNoConcept && concepts[b] != kNoConcept) {
                    for (ConceptId c = 0; c < taxonomy->size(); ++c) {
                        if (taxonomy->subsumes(c, concepts[a]) &&
                            taxonomy->subsumes(c, concepts[b])) {
                            lowest = std::min<double>(lowest, privacy_models_height(*taxonomy, c));
                        }
                    }
                }
                distances.push_back(a == b ? 0 : (top > 0 ? lowest / top : 1));
            }
        }
        for (ConceptId c = 0; c < taxonomy->size(); ++c) {
            if (taxonomy->parents(c).size() > 1) {
                ++graphs;
                break;
            }
        }
        EXPECT_NEAR(hierarchy_mover(example.whole, taxonomy, concepts)->distance(example.counts()),
                    naive_earth_mover(example.part, example.whole, distances), 1e-9)
            << round;
    }
    EXPECT_GT(graphs, 100);
}

TEST(Transport, IsThatOfTheAssignmentOfUnits) {
    const Stream stream = Random(3).stream("transport");
    for (std::int64_t round = 0; round < 2000; ++round) {
        Draws draws = stream.at(round);
        std::vector<std::int64_t> supply(1 + draws.below(4), 0), demand(1 + draws.below(4), 0);
        const auto amount = draws.below(9);
        for (std::uint64_t i = 0; i < amount; ++i) {
            ++supply[draws.below(supply.size())];
            ++demand[draws.below(demand.size())];
        }
        std::vector<double> costs, unit_costs;
        for (std::size_t i = 0; i < supply.size() * demand.size(); ++i) {
            costs.push_back(static_cast<double>(draws.below(5)) / 4);
        }
        for (std::size_t a = 0; a < supply.size(); ++a) {
            for (std::int64_t unit = 0; unit < supply[a]; ++unit) {
                for (std::size_t b = 0; b < demand.size(); ++b) {
                    unit_costs.insert(unit_costs.end(), static_cast<std::size_t>(demand[b]),
                                      costs[a * demand.size() + b]);
                }
            }
        }
        const auto units = static_cast<std::int64_t>(amount);
        const auto chosen = assign(test::threads(1), unit_costs, units, units, Goal::minimise);
        double sum = 0;
        for (std::int64_t i = 0; i < units; ++i) {
            sum += unit_costs[static_cast<std::size_t>(i * units +
                                                       chosen[static_cast<std::size_t>(i)])];
        }
        EXPECT_NEAR(transport_cost(supply, demand, costs), sum, 1e-9);
    }
}

Table random_categories(Draws& draws, std::int64_t rows, const std::vector<std::uint64_t>& sizes) {
    std::vector<ColumnPtr> columns;
    for (std::size_t j = 0; j < sizes.size(); ++j) {
        std::vector<std::string> texts;
        for (std::int64_t row = 0; row < rows; ++row) {
            texts.push_back("v" + std::to_string(draws.below(sizes[j])));
        }
        columns.push_back(Column::from_texts("x" + std::to_string(j), Kind::nominal, texts));
    }
    return Table(std::move(columns));
}

TEST(Diversity, IsThatOfTheDefinitions) {
    const Stream stream = Random(4).stream("diversity");
    for (std::int64_t round = 0; round < 1000; ++round) {
        Draws draws = stream.at(round);
        const auto rows = static_cast<std::int64_t>(1 + draws.below(12));
        const Table table = random_categories(draws, rows, {2, 2, 4});
        std::map<std::pair<std::string, std::string>, std::map<std::string, int>> classes;
        for (std::int64_t row = 0; row < rows; ++row) {
            ++classes[{table.column("x0").text(row), table.column("x1").text(row)}]
                     [table.column("x2").text(row)];
        }
        const std::int64_t l = 1 + static_cast<std::int64_t>(draws.below(3));
        const double c = 0.5 + static_cast<double>(draws.below(5)) / 2;
        double distinct = 99, entropy = 99, recursive = 99;
        std::map<std::string, double> exposed;
        for (const auto& [key, values] : classes) {
            std::vector<double> counts;
            double size = 0, information = 0;
            for (const auto& [value, count] : values) {
                counts.push_back(count);
                size += count;
            }
            std::sort(counts.rbegin(), counts.rend());
            for (const double count : counts) information -= count / size * std::log(count / size);
            double most = 0;
            for (std::size_t asked = 1; asked <= counts.size(); ++asked) {
                double tail = 0;
                for (std::size_t i = asked - 1; i < counts.size(); ++i) tail += counts[i];
                if (counts[0] < c * tail) most = static_cast<double>(asked);
            }
            distinct = std::min(distinct, static_cast<double>(counts.size()));
            entropy = std::min(entropy, std::exp(information));
            recursive = std::min(recursive, most);
            const auto asked = static_cast<double>(l);
            if (static_cast<double>(counts.size()) < asked) exposed["distinct"] += size;
            if (std::exp(information) < asked - 1e-9) exposed["entropy"] += size;
            if (most < asked) exposed["recursive"] += size;
        }
        for (const char* definition : {"distinct", "entropy", "recursive"}) {
            const Measurement found = test::assess(
                "l-diversity", table, table, {{"l", l}, {"c", c}, {"definition", definition}});
            const Json& details = found.details["by_column"]["x2"];
            EXPECT_NEAR(found.value, 100 * exposed[definition] / static_cast<double>(rows), 1e-9);
            EXPECT_NEAR(details["distinct"].get<double>(), distinct, 1e-9);
            EXPECT_NEAR(details["entropy"].get<double>(), entropy, 1e-9);
            EXPECT_NEAR(details["recursive"].get<double>(), recursive, 1e-9);
        }
    }
}

TEST(KmAnonymity, IsThatOfTheDefinition) {
    const Stream stream = Random(5).stream("km");
    for (std::int64_t round = 0; round < 1000; ++round) {
        Draws draws = stream.at(round);
        const auto rows = static_cast<std::int64_t>(1 + draws.below(9));
        const bool pooled = draws.below(2) == 0;
        const Table table = random_categories(draws, rows, {3, 3, 2, 4});
        const auto k = static_cast<std::int64_t>(2 + draws.below(3));
        const auto m = static_cast<std::int64_t>(1 + draws.below(3));
        std::vector<std::set<std::string>> transactions(static_cast<std::size_t>(rows));
        std::set<std::string> all;
        for (std::int64_t row = 0; row < rows; ++row) {
            for (const ColumnPtr& column : table.columns()) {
                const std::string item = (pooled ? "" : column->name() + "=") + column->text(row);
                transactions[static_cast<std::size_t>(row)].insert(item);
                all.insert(item);
            }
        }
        const std::vector<std::string> items(all.begin(), all.end());
        std::int64_t violating = 0;
        std::set<std::size_t> exposed;
        for (std::uint32_t subset = 1; subset < (1U << items.size()); ++subset) {
            if (std::popcount(subset) > m) continue;
            std::vector<std::size_t> holders;
            for (std::size_t row = 0; row < transactions.size(); ++row) {
                bool has_all = true;
                for (std::size_t i = 0; i < items.size(); ++i) {
                    has_all = has_all &&
                              ((subset >> i & 1U) == 0 || transactions[row].contains(items[i]));
                }
                if (has_all) holders.push_back(row);
            }
            if (holders.empty() || std::ssize(holders) >= k) continue;
            ++violating;
            exposed.insert(holders.begin(), holders.end());
        }
        const Measurement found =
            test::assess("km-anonymity", table, table, {{"k", k}, {"m", m}, {"pooled", pooled}});
        EXPECT_EQ(found.details["violating"].get<std::int64_t>(), violating);
        EXPECT_EQ(found.details["exposed"].get<std::size_t>(), exposed.size());
    }
}

}  // namespace
}  // namespace lethe
