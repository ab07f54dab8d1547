// The spaces of records, which have pools and whole numbers of their own, against the attribute
// under the options that space/attribute/conventions.h names for each of them; and the distance
// losses of tables alike.
#include "lethe/space/attribute/attribute.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "assess.h"
#include "lethe/core/error.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/space/categories.h"
#include "lethe/space/numeric.h"
#include "lethe/space/tuple_space.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe {
namespace {

enum class AttributeSort { numbers, ordinal, nominal, concepts };

ColumnPtr attribute_column(Draws& draws, AttributeSort sort, std::int64_t rows, bool holes) {
    const TaxonomyPtr taxonomy = test::random_taxonomy(Random(draws.below(1000)), 40);
    std::uint64_t size = 2 + draws.below(8);
    if (sort == AttributeSort::concepts) {
        size = std::min(size, static_cast<std::uint64_t>(taxonomy->size()));
    }
    Validity validity(rows);
    std::vector<double> numbers;
    std::vector<std::int32_t> codes;
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::uint64_t drawn =
            row < 2 ? static_cast<std::uint64_t>(row) % size : draws.below(size);
        numbers.push_back(static_cast<double>(drawn * drawn) / 4);
        codes.push_back(static_cast<std::int32_t>(drawn));
        if (holes && row >= 2 && draws.below(6) == 0) {
            validity.set_missing(row);
            numbers.back() = codes.back() = 0;
        }
    }
    if (sort == AttributeSort::numbers) return Column::numeric("x", std::move(numbers), validity);
    Dictionary dictionary;
    for (std::uint64_t i = 0; i < size; ++i) {
        dictionary.push_back(sort == AttributeSort::concepts
                                 ? taxonomy->label(static_cast<ConceptId>(i))
                                 : "c" + std::to_string(i));
    }
    const Kind kind = sort == AttributeSort::ordinal ? Kind::ordinal : Kind::nominal;
    const ColumnPtr column =
        Column::categories("x", kind, std::move(codes),
                           std::make_shared<const Dictionary>(std::move(dictionary)), validity);
    if (sort != AttributeSort::concepts) return column;
    return column->with_meaning(std::make_shared<const Meaning>(
        taxonomy, std::vector<MappedValue>{}, Unmapped::exact_match));
}

// Every pair of rows of random columns: what the space says and what the attribute says.
template <class SpaceDistance>
void expect_attribute_distances(std::vector<AttributeSort> sorts, const AttributeOptions& options,
                                bool holes, double tolerance, SpaceDistance space_distance) {
    const Stream stream = Random(17).stream("columns");
    for (std::int64_t round = 0; round < 60; ++round) {
        Draws draws = stream.at(round);
        const AttributeSort sort = sorts[draws.below(sorts.size())];
        const Table table({attribute_column(draws, sort, 14, holes)});
        const auto attribute = make_attribute(table.column("x"), nullptr, options);
        const auto distance = space_distance(table);
        for (std::int64_t a = 0; a < table.rows(); ++a) {
            for (std::int64_t b = 0; b < table.rows(); ++b) {
                const double own = attribute->distance(attribute->code(a), attribute->code(b));
                EXPECT_NEAR(distance(a, b), own, tolerance)
                    << "round " << round << ", sort " << static_cast<int>(sort);
            }
        }
    }
}

const std::vector<std::string> kAttributeColumn = {"x"};

TEST(AttributeReference, TuplesAreComparedByStepsOverCountAndMissingAsItsOwnValue) {
    AttributeOptions options;
    options.ordinal = OrdinalScale::steps_over_count;
    for (const MeasureKind kind : {MeasureKind::wu_palmer, MeasureKind::log_sc, MeasureKind::lin}) {
        options.measure = MeasureOptions();
        options.measure->kind = kind;
        expect_attribute_distances(
            {AttributeSort::numbers, AttributeSort::ordinal, AttributeSort::nominal,
             AttributeSort::concepts},
            options, true, 1e-8, [&](const Table& table) {
                auto space =
                    std::make_shared<TupleSpace>(test::threads(1), table, kAttributeColumn,
                                                 TupleSpace::Options{.measure = *options.measure});
                return [space](std::int64_t a, std::int64_t b) {
                    const auto tuples = space->tuple_of_row();
                    return space->mean(space->parts(tuples[static_cast<std::size_t>(a)],
                                                    tuples[static_cast<std::size_t>(b)]));
                };
            });
    }
}

TEST(AttributeReference, CategoriesPutMissingAtTheMiddle) {
    AttributeOptions options;
    options.ordinal = OrdinalScale::steps_over_count;
    options.missing = MissingDistance::middle;
    for (const bool holes : {false, true}) {
        // The most frequent category of a tie is the first of the dictionary there, and the first
        // by its text here: the same, since categories are made in that order.
        expect_attribute_distances(
            {AttributeSort::numbers, AttributeSort::ordinal, AttributeSort::nominal}, options,
            holes, 1e-6, [](const Table& table) {
                auto space =
                    std::make_shared<CategorySpace>(test::threads(1), table, kAttributeColumn);
                return [space](std::int64_t a, std::int64_t b) {
                    return space->scales().mean(space->distance(a, b));
                };
            });
    }
}

TEST(AttributeReference, NumbersAreComparedInDeviationsAndMissingIsTheMean) {
    AttributeOptions options;
    options.missing = MissingDistance::centre;
    options.numbers = NumberScale::deviations;
    for (const bool holes : {false, true}) {
        expect_attribute_distances(
            {AttributeSort::numbers}, options, holes, 1e-12, [](const Table& table) {
                auto space = std::make_shared<NumericSpace>(
                    numeric_space(test::threads(1), table, kAttributeColumn, Scaling::zscore));
                return [space](std::int64_t a, std::int64_t b) {
                    return std::sqrt(space->distance(a, b));
                };
            });
    }
}

// The ends of an order are at distance 1 in graphs, and one step nearer in tables.
TEST(AttributeReference, OrdinalScalesDifferByTheirLastStep) {
    const std::vector<std::string> order = {"low", "middle", "high"};
    const ColumnPtr column =
        Column::from_texts("x", Kind::nominal, std::vector<std::string>{"low", "high", "middle"})
            ->as_ordinal(order);
    const auto distance = [&](OrdinalScale scale) {
        AttributeOptions options;
        options.ordinal = scale;
        const auto attribute = make_attribute(*column, nullptr, options);
        return attribute->distance(attribute->code(0), attribute->code(1));
    };
    EXPECT_EQ(distance(OrdinalScale::steps_over_last), 1);
    EXPECT_EQ(distance(OrdinalScale::steps_over_count), 2.0 / 3);
    EXPECT_EQ(whole_steps(OrdinalScale::steps_over_last, 1), 1);
    EXPECT_EQ(whole_steps(OrdinalScale::steps_over_count, 0), 1);
}

TEST(AttributeReference, ATextWithoutAConceptIsRefusedOrApart) {
    const auto meaning =
        std::make_shared<const Meaning>(test::taxonomy_of("t", {{"b", "a"}, {"c", "a"}}),
                                        std::vector<MappedValue>{}, Unmapped::fail);
    const auto texts = [&](std::vector<std::string> values) {
        return Column::from_texts("x", Kind::semantic, values)->with_meaning(meaning);
    };
    const ColumnPtr original = texts({"b", "c"});
    const ColumnPtr masked = texts({"{b,c}", "a"});
    EXPECT_THROW(make_attribute(*original, masked.get()), Error);
    AttributeOptions options;
    options.without_concept = WithoutConcept::apart;
    const auto attribute = make_attribute(*original, masked.get(), options);
    EXPECT_EQ(attribute->distance(attribute->code(0), attribute->masked_code(0)), 1);
    EXPECT_FALSE(attribute->comparable(attribute->code(0), attribute->masked_code(0)));
    EXPECT_TRUE(attribute->comparable(attribute->code(0), attribute->masked_code(1)));
}

// Two measures of the name DBIL: that of tables is the attribute's distance by steps over count,
// that of graphs the levels climbed and steps over the last.
TEST(AttributeReference, DbilOfTablesIsTheMeanDistance) {
    const Stream stream = Random(23).stream("pairs");
    for (std::int64_t round = 0; round < 40; ++round) {
        Draws draws = stream.at(round);
        const AttributeSort sort =
            draws.below(2) == 0 ? AttributeSort::ordinal : AttributeSort::nominal;
        const ColumnPtr column = attribute_column(draws, sort, 30, true);
        std::vector<std::int64_t> order(30);
        for (std::int64_t row = 0; row < 30; ++row) order[static_cast<std::size_t>(29 - row)] = row;
        const ColumnPtr masked = column->gather(order);
        AttributeOptions options;
        options.ordinal = OrdinalScale::steps_over_count;
        const auto attribute = make_attribute(*column, masked.get(), options);
        double sum = 0;
        for (std::int64_t row = 0; row < 30; ++row) {
            sum += attribute->distance(attribute->code(row), attribute->masked_code(row));
        }
        const Measurement measured = test::assess("dbil", Table({column}), Table({masked}));
        EXPECT_NEAR(measured.value, 100 * sum / 30, 1e-9);
    }
}

}  // namespace
}  // namespace lethe
