// The searches of generalisation against references written from their definitions: best-first,
// cuts of the tree at different depths, weights of columns.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "lethe/algo/partition/cuts/evolve_cuts.h"
#include "lethe/algo/partition/cuts/tree_cut.h"
#include "lethe/algo/partition/full_domain.h"
#include "lethe/algo/partition/local_generalisation.h"
#include "lethe/knowledge/meaning.h"
#include "rounds.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe {
namespace {

using Codes = std::vector<std::int32_t>;  // a candidate for each column

// A small table whose columns mean something; some values are missing or unknown.
Table searched_table(const Random& random, std::int64_t most_concepts, std::int64_t most_rows) {
    Draws draws = random.stream("example").at(0);
    const std::size_t columns = 1 + draws.below(2);
    const std::int64_t rows =
        1 + static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(most_rows)));
    std::vector<ColumnPtr> made;
    for (std::size_t j = 0; j < columns; ++j) {
        const TaxonomyPtr taxonomy = test::random_taxonomy(random.part(j), most_concepts);
        const auto meaning = std::make_shared<const Meaning>(
            taxonomy, std::span<const MappedValue>(), Unmapped::exact_match);
        std::vector<std::string> texts;
        for (std::int64_t i = 0; i < rows; ++i) {
            texts.push_back(draws.below(20) == 0
                                ? "unknown"
                                : meaning->label_of(static_cast<ConceptId>(
                                      draws.below(static_cast<std::uint64_t>(taxonomy->size())))));
        }
        made.push_back(
            Column::from_texts(fmt::format("{}", j), Kind::semantic, texts)->with_meaning(meaning));
    }
    return Table(std::move(made));
}

Codes tuple_values(const TupleSpace& space, std::int32_t tuple) {
    Codes codes;
    for (std::size_t j = 0; j < space.columns(); ++j) {
        codes.push_back(space.domain(j)->candidate_of(space.code(j, tuple)));
    }
    return codes;
}

Codes tuple_shown(const GeneralisedTuples& made, std::int32_t tuple) {
    const auto& point =
        made.points[static_cast<std::size_t>(made.of_tuple[static_cast<std::size_t>(tuple)])];
    return {point.begin(), point.end()};
}

// Every class has k records, and what is shown subsumes the value.
void expect_sound(const TupleSpace& space, const GeneralisedTuples& made, std::int64_t k) {
    std::map<Codes, std::int64_t> counts;
    for (std::int32_t t = 0; t < space.tuples(); ++t) {
        const Codes now = tuple_shown(made, t);
        const Codes own = tuple_values(space, t);
        counts[now] += space.count(t);
        for (std::size_t j = 0; j < now.size(); ++j) {
            const bool is_root = space.domain(j)->concept_of(now[j]) == 0;
            ASSERT_TRUE(is_root || space.domain(j)->is_above(now[j], own[j]));
        }
    }
    for (const auto& [codes, count] : counts) ASSERT_GE(count, k);
}

// Joins the rare tuple and the other whose join costs least, again and again.
GeneralisedTuples cheapest_join_first(const TupleSpace& space,
                                      std::span<const ConceptLadder> ladders, std::int64_t k,
                                      RaiseCost cost) {
    std::vector<Codes> now;
    for (std::int32_t t = 0; t < space.tuples(); ++t) now.push_back(tuple_values(space, t));
    while (true) {
        std::map<Codes, std::int64_t> counts;
        for (std::int32_t t = 0; t < space.tuples(); ++t) {
            counts[now[static_cast<std::size_t>(t)]] += space.count(t);
        }
        using Rank = std::tuple<std::int64_t, std::int64_t, Codes, std::int64_t, Codes>;
        std::vector<std::pair<Rank, Codes>> joins;
        for (const auto& [rare, few] : counts) {
            if (few >= k) continue;
            for (const auto& [other, count] : counts) {
                if (other == rare) continue;
                Codes target;
                std::int64_t sum = 0;
                for (std::size_t j = 0; j < rare.size(); ++j) {
                    target.push_back(ladders[j].join(rare[j], other[j]));
                    sum += few * ladders[j].cost(rare[j], target[j], cost) +
                           count * ladders[j].cost(other[j], target[j], cost);
                }
                joins.emplace_back(Rank{sum, few, rare, count, other}, target);
            }
        }
        if (joins.empty()) break;
        const auto best = *std::min_element(joins.begin(), joins.end());
        for (Codes& codes : now) {
            if (codes == std::get<2>(best.first) || codes == std::get<4>(best.first)) {
                codes = best.second;
            }
        }
    }
    GeneralisedTuples made;
    std::map<Codes, std::int32_t> points;
    for (const Codes& codes : now) {
        const auto [place, is_new] =
            points.try_emplace(codes, static_cast<std::int32_t>(points.size()));
        if (is_new) made.points.emplace_back(codes.begin(), codes.end());
        made.of_tuple.push_back(place->second);
    }
    return made;
}

TEST(BestFirstGeneralisation, CheapestFirstIsItsDefinition) {
    for (std::uint64_t seed = 0; seed < test::rounds(1500U); ++seed) {
        const Table table = searched_table(Random(seed), 12, 14);
        const TupleSpace space(test::threads(1), table, table.names(), {});
        const auto ladders = concept_ladders(space);
        const std::int64_t k = 1 + static_cast<std::int64_t>(seed % 5);
        if (k > table.rows()) continue;
        for (const RaiseCost cost : {RaiseCost::steps, RaiseCost::ncp}) {
            const auto got = generalise_locally(test::threads(1), space, ladders,
                                                {k, cost, LocalOptions::Next::cheapest});
            const auto want = cheapest_join_first(space, ladders, k, cost);
            for (std::int32_t t = 0; t < space.tuples(); ++t) {
                ASSERT_EQ(tuple_shown(got, t), tuple_shown(want, t)) << seed;
            }
        }
    }
}

TEST(BestFirstGeneralisation, NeverCostsMoreThanTheGreedyOnes) {
    int cheaper = 0;
    for (std::uint64_t seed = 0; seed < test::rounds(1500U); ++seed) {
        const Table table = searched_table(Random(seed), 15, 30);
        const TupleSpace space(test::threads(1), table, table.names(), {});
        const auto ladders = concept_ladders(space);
        const std::int64_t k = 1 + static_cast<std::int64_t>(seed % 5);
        if (k > table.rows()) continue;
        for (const RaiseCost cost : {RaiseCost::steps, RaiseCost::ncp}) {
            const auto found = generalise_best_first(test::threads(1), space, ladders, k, cost);
            expect_sound(space, found, k);
            const std::int64_t costs = total_cost(space, ladders, found, cost);
            std::int64_t least = std::numeric_limits<std::int64_t>::max();
            for (const RaiseCost other : {RaiseCost::steps, RaiseCost::ncp}) {
                const auto greedy =
                    generalise_locally(test::threads(1), space, ladders, {k, other});
                least = std::min(least, total_cost(space, ladders, greedy, cost));
            }
            ASSERT_LE(costs, least) << seed;
            cheaper += costs < least ? 1 : 0;
        }
    }
    EXPECT_GT(cheaper, test::rounds(300));
}

// The ancestors of a value along first parents, itself first.
Codes way_up(const ConceptLadder& ladder, std::int32_t c) {
    Codes way{c};
    while (way.back() != ladder.root()) way.push_back(ladder.parent(way.back()));
    return way;
}

// The least cost of all cuts that leave k records in every class: every value is tried as each of
// its ancestors, and what is no cut is left out.
std::int64_t least_cost_of_cuts(const TupleSpace& space, std::span<const ConceptLadder> ladders,
                                std::int64_t k, RaiseCost cost) {
    struct Place {
        std::size_t column;
        std::int32_t own;
        Codes way;
    };
    std::vector<Place> places;
    std::map<std::pair<std::size_t, std::int32_t>, std::size_t> place_of;
    for (std::size_t j = 0; j < space.columns(); ++j) {
        for (std::int32_t v = 0; v < space.domain(j)->values(); ++v) {
            const std::int32_t own = space.domain(j)->candidate_of(v);
            place_of[{j, own}] = places.size();
            places.push_back({j, own, way_up(ladders[j], own)});
        }
    }
    std::vector<std::size_t> chosen(places.size(), 0);
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    while (true) {
        const auto now = [&](std::size_t i) { return places[i].way[chosen[i]]; };
        bool is_cut = true;
        for (std::size_t i = 0; i < places.size() && is_cut; ++i) {
            if (now(i) == places[i].own) continue;
            for (std::size_t other = 0; other < places.size() && is_cut; ++other) {
                if (places[other].column != places[i].column) continue;
                const Codes& way = places[other].way;
                const bool below = std::find(way.begin(), way.end(), now(i)) != way.end();
                is_cut = !below || now(other) == now(i);
            }
        }
        if (is_cut) {
            std::map<Codes, std::int64_t> counts;
            std::int64_t sum = 0;
            for (std::int32_t t = 0; t < space.tuples(); ++t) {
                const Codes own = tuple_values(space, t);
                Codes to;
                for (std::size_t j = 0; j < own.size(); ++j) {
                    to.push_back(now(place_of.at({j, own[j]})));
                    sum += space.count(t) * (cost == RaiseCost::steps
                                                 ? ladders[j].steps(own[j], to[j])
                                                 : ladders[j].penalty(own[j], to[j]));
                }
                counts[to] += space.count(t);
            }
            const bool anonymous = std::all_of(counts.begin(), counts.end(),
                                               [&](const auto& one) { return one.second >= k; });
            if (anonymous) least = std::min(least, sum);
        }
        std::size_t i = 0;
        while (i < places.size() && ++chosen[i] == places[i].way.size()) chosen[i++] = 0;
        if (i == places.size()) return least;
    }
}

void expect_one_way_for_each_value(const TupleSpace& space, const GeneralisedTuples& made) {
    std::map<std::pair<std::size_t, std::int32_t>, std::int32_t> shown_as;
    for (std::int32_t t = 0; t < space.tuples(); ++t) {
        const Codes own = tuple_values(space, t);
        const Codes now = tuple_shown(made, t);
        for (std::size_t j = 0; j < own.size(); ++j) {
            ASSERT_EQ(shown_as.try_emplace({j, own[j]}, now[j]).first->second, now[j]);
        }
    }
}

TEST(TreeCuts, AreTheBestOfAll) {
    int looked_at = 0, same = 0;
    for (std::uint64_t seed = 0; seed < test::rounds(3000U); ++seed) {
        const Table table = searched_table(Random(seed), 8, 9);
        const TupleSpace space(test::threads(1), table, table.names(), {});
        const auto ladders = concept_ladders(space);
        std::int64_t ways = 1;
        for (std::size_t j = 0; j < space.columns(); ++j) {
            for (std::int32_t v = 0; v < space.domain(j)->values(); ++v) {
                ways *= std::ssize(way_up(ladders[j], space.domain(j)->candidate_of(v)));
            }
        }
        const std::int64_t k = 1 + static_cast<std::int64_t>(seed % 4);
        if (k > table.rows() || ways > 5000) continue;
        for (const RaiseCost cost : {RaiseCost::steps, RaiseCost::ncp}) {
            const std::int64_t least = least_cost_of_cuts(space, ladders, k, cost);
            const TreeCut exact = cut_trees(test::threads(1), space, ladders, k, cost);
            ASSERT_TRUE(exact.exact);
            expect_sound(space, exact.tuples, k);
            expect_one_way_for_each_value(space, exact.tuples);
            ASSERT_EQ(total_cost(space, ladders, exact.tuples, cost), least) << seed;
            // The search for large trees.
            const TreeCut found = cut_trees(test::threads(1), space, ladders, k, cost, 0);
            ASSERT_FALSE(found.exact);
            expect_sound(space, found.tuples, k);
            expect_one_way_for_each_value(space, found.tuples);
            const std::int64_t costs = total_cost(space, ladders, found.tuples, cost);
            ASSERT_GE(costs, least) << seed;
            ++looked_at;
            same += costs == least ? 1 : 0;
        }
    }
    EXPECT_GT(looked_at, test::rounds(1000));
    EXPECT_GT(same, looked_at * 9 / 10);
}

// Few cuts are looked at, so that the population does not simply meet all of them.
TEST(TreeCuts, EvolutionComesNearTheBestOfAll) {
    int compared = 0, same = 0;
    for (std::uint64_t seed = 0; seed < test::rounds(1500U); ++seed) {
        const Table table = searched_table(Random(seed), 14, 30);
        const TupleSpace space(test::threads(1), table, table.names(), {});
        const auto ladders = concept_ladders(space);
        const std::int64_t k = 2 + static_cast<std::int64_t>(seed % 4);
        if (k > table.rows()) continue;
        for (const RaiseCost cost : {RaiseCost::steps, RaiseCost::ncp}) {
            const TreeCut exact = cut_trees(test::threads(1), space, ladders, k, cost);
            if (!exact.exact) continue;
            const CutEvolution few{.population = 8, .most_looks = 150, .start = seed};
            const TreeCut bred = evolve_cuts(test::threads(1), space, ladders, k, cost, few);
            ASSERT_FALSE(bred.exact);
            expect_sound(space, bred.tuples, k);
            expect_one_way_for_each_value(space, bred.tuples);
            const std::int64_t least = total_cost(space, ladders, exact.tuples, cost);
            const std::int64_t costs = total_cost(space, ladders, bred.tuples, cost);
            ASSERT_GE(costs, least) << seed;
            const TreeCut again = evolve_cuts(test::threads(2), space, ladders, k, cost, few);
            ASSERT_EQ(again.tuples.points, bred.tuples.points) << seed;
            ++compared;
            same += costs == least ? 1 : 0;
        }
    }
    EXPECT_GT(compared, test::rounds(500));
    EXPECT_GT(same, compared * 95 / 100);
}

// A column with all the weight is raised as if the other cost nothing.
TEST(WeightsOfColumns, AreWhatAStepCosts) {
    for (std::uint64_t seed = 0; seed < test::rounds(500U); ++seed) {
        const Table table = searched_table(Random(seed), 8, 9);
        if (table.columns().size() != 2 || table.rows() < 2) continue;
        const TupleSpace space(test::threads(1), table, table.names(), {});
        const auto equal = concept_ladders(space);
        const auto same = concept_ladders(space, std::vector<std::int64_t>{7, 7});
        const auto one = concept_ladders(space, std::vector<std::int64_t>{100, 1});
        for (const RaiseCost cost : {RaiseCost::steps, RaiseCost::ncp}) {
            const auto plain = generalise_locally(test::threads(1), space, equal, {2, cost});
            const auto scaled = generalise_locally(test::threads(1), space, same, {2, cost});
            ASSERT_EQ(plain.points, scaled.points) << seed;
            ASSERT_EQ(7 * total_cost(space, equal, plain, cost),
                      total_cost(space, same, plain, cost));
            const auto cut = cut_trees(test::threads(1), space, one, 2, cost);
            const auto unweighted = cut_trees(test::threads(1), space, equal, 2, cost);
            ASSERT_LE(total_cost(space, one, cut.tuples, cost),
                      total_cost(space, one, unweighted.tuples, cost));
        }
        const auto loss = FullDomainOptions::Loss::steps;
        const auto levels = generalise_full_domain(test::threads(1), space, one, {2, loss, 0});
        const auto plain = generalise_full_domain(test::threads(1), space, equal, {2, loss, 0});
        const auto climbed = [&](const FullDomain& made) {
            std::int64_t sum = 0;
            for (std::int32_t t = 0; t < space.tuples(); ++t) {
                const Codes own = tuple_values(space, t);
                for (std::size_t j = 0; j < own.size(); ++j) {
                    sum += space.count(t) * one[j].weight() *
                           std::min(made.levels[j], one[j].height(own[j]));
                }
            }
            return sum;
        };
        ASSERT_LE(climbed(levels), climbed(plain)) << seed;
        expect_sound(space, levels.tuples, 2);
    }
}

}  // namespace
}  // namespace lethe
