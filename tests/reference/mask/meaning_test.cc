// Masks that take columns with a taxonomy by meaning, against what their definitions say, on small
// random tables over random taxonomies.
#include "lethe/knowledge/meaning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/algo/partition/c_medians.h"
#include "lethe/algo/partition/concept_axis.h"
#include "lethe/algo/statistics/rank_window.h"
#include "lethe/algo/statistics/semantic_order.h"
#include "lethe/data/groups.h"
#include "lethe/space/tuple_rows.h"
#include "mask_support.h"
#include "rounds.h"
#include "taxonomies.h"

namespace lethe {
namespace {

struct MeaningExample {
    TaxonomyPtr taxonomy;
    MeaningPtr meaning;
    std::vector<std::optional<ConceptId>> values;  // kNoConcept: a text that it lacks
    Table table = Table(std::vector<ColumnPtr>());

    std::int64_t rows() const { return table.rows(); }
};

// Column "m" means something, "x" is a number.
MeaningExample random_meaning_example(const Random& random, bool odd) {
    Draws draws = random.stream("example").at(0);
    MeaningExample example;
    example.taxonomy = test::random_taxonomy(random, 12);
    example.meaning = std::make_shared<const Meaning>(
        example.taxonomy, std::span<const MappedValue>(), Unmapped::exact_match);
    const std::int64_t rows = 2 + static_cast<std::int64_t>(draws.below(16));
    std::vector<std::string> texts;
    std::vector<double> numbers;
    Validity validity(rows);
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto c = static_cast<ConceptId>(
            draws.below(static_cast<std::uint64_t>(example.taxonomy->size())));
        const std::uint64_t chance = draws.below(20);
        numbers.push_back(static_cast<double>(draws.below(6)));
        example.values.emplace_back(c);
        texts.push_back(example.meaning->label_of(c));
        if (odd && chance == 0) {
            example.values.back() = kNoConcept;
            texts.back() = "no such word";
        }
        if (odd && chance == 1) {
            example.values.back().reset();
            validity.set_missing(row);
        }
    }
    const ColumnPtr plain = Column::from_texts("m", Kind::semantic, texts);
    std::vector<std::int32_t> codes(plain->codes().begin(), plain->codes().end());
    example.table = Table({Column::categories("m", Kind::semantic, std::move(codes),
                                              plain->dictionary_ptr(), std::move(validity))
                               ->with_meaning(example.meaning),
                           Column::numeric("x", std::move(numbers))});
    return example;
}

// Every concept below the deepest of its parents, the lowest of equals.
void walk_down(const Taxonomy& taxonomy, ConceptId c, std::vector<ConceptId>& order) {
    order.push_back(c);
    std::vector<ConceptId> below;
    for (ConceptId child = 0; child < taxonomy.size(); ++child) {
        ConceptId chosen = kNoConcept;
        for (const ConceptId parent : taxonomy.parents(child)) {
            if (chosen == kNoConcept || taxonomy.depth(parent) > taxonomy.depth(chosen) ||
                (taxonomy.depth(parent) == taxonomy.depth(chosen) && parent < chosen)) {
                chosen = parent;
            }
        }
        if (chosen == c) below.push_back(child);
    }
    for (const ConceptId child : below) walk_down(taxonomy, child, order);
}

TEST(MeaningMasks, TheAxisIsAWalkThroughTheTaxonomy) {
    for (int round = 0; round < test::rounds(2000); ++round) {
        const MeaningExample example =
            random_meaning_example(Random(71).part(static_cast<std::uint64_t>(round)), true);
        const Context context;
        const MondrianAxis axis = concept_axis(context, example.table.column("m"), {});
        std::vector<ConceptId> walk;
        walk_down(*example.taxonomy, 0, walk);
        walk.push_back(kNoConcept);
        std::erase_if(walk, [&](ConceptId c) {
            return std::find(example.values.begin(), example.values.end(), std::optional(c)) ==
                   example.values.end();
        });
        ASSERT_EQ(axis.values, std::ssize(walk)) << round;
        ASSERT_EQ(std::ssize(axis.numbers), axis.values);
        for (std::size_t i = 0; i < example.values.size(); ++i) {
            const auto place =
                example.values[i]
                    ? std::find(walk.begin(), walk.end(), *example.values[i]) - walk.begin()
                    : std::ptrdiff_t{axis.values};
            ASSERT_EQ(axis.codes[i], place) << round;
        }
        ASSERT_EQ(axis.has_missing, std::count(example.values.begin(), example.values.end(),
                                               std::optional<ConceptId>()) > 0);
        const auto measure = make_measure(example.taxonomy, {});
        for (std::size_t i = 1; i < walk.size() && walk[i] != kNoConcept; ++i) {
            ASSERT_NEAR(axis.numbers[i] - axis.numbers[i - 1],
                        measure->distance(walk[i - 1], walk[i]), 1e-9)
                << round;
        }
    }
}

// The least sum of distances to the values of a group, over the concepts between them and their
// least common subsumer.
double least_sum_of_group(const MeaningExample& example, const Measure& measure,
                          const std::vector<ConceptId>& group, ConceptId shown, double& own) {
    double least = 1e300;
    const auto sum = [&](ConceptId c) {
        double all = 0;
        for (const ConceptId value : group) all += measure.distance(c, value);
        return all;
    };
    for (const ConceptId c : example.taxonomy->minimum_hierarchy(group)) {
        least = std::min(least, sum(c));
    }
    own = sum(shown);
    return least;
}

TEST(MeaningMasks, BoxesShowTheirCommonSubsumerOrTheirCentre) {
    std::int64_t raised = 0;
    for (int round = 0; round < test::rounds(1500); ++round) {
        const MeaningExample example =
            random_meaning_example(Random(72).part(static_cast<std::uint64_t>(round)), true);
        const std::int64_t k = 2;
        for (const char* method : {"mondrian", "global-median"}) {
            const Table masked = test::mask(method, example.table, {{"k", k}});
            const Groups groups = group_rows(Context(), masked, masked.names());
            ASSERT_GE(groups.smallest(), k) << round;
            // What was one group of records may look like another, so that the centre is asked of
            // the groups that look alike only where one of them is alone: of a column of concepts.
            const Table alone = Table({example.table.column_ptr("m")});
            const Table shown = test::mask(method, alone, {{"k", k}});
            const auto measure = make_measure(example.taxonomy, {});
            std::map<std::string, std::vector<ConceptId>> by_text;
            bool whole = true;
            for (std::int64_t row = 0; row < alone.rows(); ++row) {
                const Column& column = shown.column("m");
                if (!column.valid(row)) continue;
                const auto value = example.values[static_cast<std::size_t>(row)];
                ASSERT_TRUE(value.has_value()) << round;
                if (*value == kNoConcept) {
                    whole = false;
                    continue;
                }
                const ConceptId c = example.meaning->concept_of(column.text(row));
                if (std::string(method) == "mondrian" && c != kNoConcept) {
                    ASSERT_TRUE(example.taxonomy->subsumes(c, *value)) << round;
                    raised += c != *value ? 1 : 0;
                }
                by_text[column.text(row)].push_back(*value);
            }
            if (!whole || std::string(method) == "mondrian") continue;
            for (const auto& [text, group] : by_text) {
                if (std::ssize(group) >= 2 * k) continue;  // of two groups, perhaps
                double own = 0;
                const ConceptId c = example.meaning->concept_of(text);
                ASSERT_NE(c, kNoConcept);
                const double least = least_sum_of_group(example, *measure, group, c, own);
                ASSERT_NEAR(own, least, 1e-6) << round;
            }
        }
    }
    EXPECT_GT(raised, test::rounds(500));
}

TEST(MeaningMasks, RecordsInTheOrderOfRowsAreThoseOfTheSpace) {
    for (int round = 0; round < test::rounds(500); ++round) {
        const MeaningExample example =
            random_meaning_example(Random(73).part(static_cast<std::uint64_t>(round)), false);
        const Context context;
        const std::vector<std::string> columns{"m", "x"};
        const TupleSpace space(context, example.table, columns, {});
        const TupleRows rows(space);
        const auto measure = make_measure(example.taxonomy, {});
        const auto numbers = example.table.column("x").numbers();
        const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
        const double range = *most > *least ? *most - *least : 1;
        std::vector<std::int64_t> all;
        for (std::int64_t a = 0; a < rows.rows(); ++a) {
            all.push_back(a);
            for (std::int64_t b = 0; b < rows.rows(); ++b) {
                const auto i = static_cast<std::size_t>(a);
                const auto j = static_cast<std::size_t>(b);
                const double want = (measure->distance(*example.values[i], *example.values[j]) +
                                     std::abs(numbers[i] - numbers[j]) / range) /
                                    2;
                ASSERT_NEAR(space.mean(static_cast<std::int64_t>(rows.distance(a, b))), want, 1e-6);
                ASSERT_EQ(rows.distance(rows.point(a), b), rows.distance(a, b));
            }
        }
        std::vector<std::int64_t> records(all);
        ASSERT_EQ(rows.centroid(all), space.centroid(records));
        const std::int64_t c = std::min<std::int64_t>(3, rows.rows());
        const Clusters clusters = c_medians(context, rows, c);
        ASSERT_EQ(clusters.count, c);
    }
}

TEST(MeaningMasks, RanksAreByDistanceFromTheExtremeValue) {
    for (int round = 0; round < test::rounds(1500); ++round) {
        const MeaningExample example =
            random_meaning_example(Random(74).part(static_cast<std::uint64_t>(round)), false);
        const Context context;
        const auto measure = make_measure(example.taxonomy, {});
        // The centre of all values, then the value farthest from it, both the first by label.
        std::vector<ConceptId> values;
        for (const auto& value : example.values) values.push_back(*value);
        const auto by_label = [&](std::vector<ConceptId> concepts) {
            std::sort(concepts.begin(), concepts.end(), [&](ConceptId a, ConceptId b) {
                return example.meaning->label_of(a) < example.meaning->label_of(b);
            });
            concepts.erase(std::unique(concepts.begin(), concepts.end()), concepts.end());
            return concepts;
        };
        const auto far = [&](ConceptId a, ConceptId b) {
            return std::llround(measure->distance(a, b) * 1e6);
        };
        ConceptId centre = kNoConcept, extreme = kNoConcept;
        std::int64_t least = 0;
        for (const ConceptId c : by_label(example.taxonomy->minimum_hierarchy(values))) {
            std::int64_t sum = 0;
            for (const ConceptId value : values) sum += far(c, value);
            if (centre == kNoConcept || sum < least) {
                least = sum;
                centre = c;
            }
        }
        for (const ConceptId c : by_label(values)) {
            if (extreme == kNoConcept || far(centre, c) > far(centre, extreme)) extreme = c;
        }
        const std::vector<std::int32_t> order =
            semantic_ranking(context, example.table, "m", MeasureOptions());
        ASSERT_EQ(order.size(), values.size());
        const auto value_at = [&](std::size_t rank) {
            return values[static_cast<std::size_t>(order[rank])];
        };
        // A tie of the centre or of the extreme within a millionth may be settled otherwise.
        if (far(centre, value_at(0)) == far(centre, extreme)) extreme = value_at(0);
        ASSERT_EQ(value_at(0), extreme) << round;
        for (std::size_t i = 1; i < order.size(); ++i) {
            ASSERT_LE(far(extreme, value_at(i - 1)), far(extreme, value_at(i)) + 1) << round;
            if (value_at(i) == value_at(i - 1)) {
                ASSERT_LT(order[i - 1], order[i]);
            }
        }
        // Values are exchanged in pairs of rows whose ranks are within the window.
        const double p = 20;
        const std::int64_t window = rank_window(p, std::ssize(order));
        const Table masked = test::mask("rank-swapping", Table({example.table.column_ptr("m")}),
                                        {{"p", p}}, {.seed = static_cast<std::uint64_t>(round)});
        const std::vector<std::string> before = test::texts(example.table, "m");
        const std::vector<std::string> after = test::texts(masked, "m");
        std::vector<std::string> sorted_before = before, sorted_after = after;
        std::sort(sorted_before.begin(), sorted_before.end());
        std::sort(sorted_after.begin(), sorted_after.end());
        ASSERT_EQ(sorted_before, sorted_after);
        for (std::size_t i = 0; i < order.size(); ++i) {
            const std::string& now = after[static_cast<std::size_t>(order[i])];
            bool within = false;
            for (std::size_t j = 0; j < order.size(); ++j) {
                const auto apart =
                    std::abs(static_cast<std::int64_t>(i) - static_cast<std::int64_t>(j));
                within = within ||
                         (apart <= window && before[static_cast<std::size_t>(order[j])] == now);
            }
            ASSERT_TRUE(within) << round;
        }
    }
}

}  // namespace
}  // namespace lethe
