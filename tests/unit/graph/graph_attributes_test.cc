#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/knowledge/meaning.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe::graph {
namespace {

TaxonomyPtr attributes_places() {
    return test::taxonomy_of("places", {{"Europe", "World"},
                                        {"Spain", "Europe"},
                                        {"France", "Europe"},
                                        {"Catalonia", "Spain"},
                                        {"Madrid region", "Spain"},
                                        {"Ile-de-France", "France"},
                                        {"Barcelona", "Catalonia"},
                                        {"Girona", "Catalonia"},
                                        {"Madrid", "Madrid region"},
                                        {"Paris", "Ile-de-France"}});
}

ColumnPtr attributes_texts(std::string name, Kind kind, const std::vector<std::string>& values) {
    return Column::from_texts(std::move(name), kind, values);
}

ColumnPtr attributes_locations(const std::vector<std::string>& values,
                               Unmapped unmapped = Unmapped::fail) {
    return attributes_texts("location", Kind::semantic, values)
        ->with_meaning(std::make_shared<const Meaning>(attributes_places(),
                                                       std::vector<MappedValue>{}, unmapped));
}

NodeAttributes attributes_of(std::vector<ColumnPtr> columns, const Table* masked = nullptr) {
    return node_attributes(test::threads(1), Table(std::move(columns)), {}, masked);
}

std::string text_of_centre(Attribute& attribute, std::vector<std::int64_t> rows) {
    std::vector<std::int32_t> codes;
    for (const std::int64_t row : rows) codes.push_back(attribute.code(row));
    return attribute.text(attribute.centre(codes));
}

double distance_between(const Attribute& attribute, std::int64_t a, std::int64_t b) {
    return attribute.distance(attribute.code(a), attribute.code(b));
}

TEST(NodeAttributes, LocationsAreComparedByDepthOfTheirCommonAncestor) {
    const auto made =
        attributes_of({attributes_locations({"Barcelona", "Girona", "Madrid", "Paris", "Spain"})});
    const Attribute& location = *made.front();
    EXPECT_DOUBLE_EQ(distance_between(location, 0, 0), 0);
    EXPECT_DOUBLE_EQ(distance_between(location, 0, 1), 1 - 2 * 3 / 8.0);
    EXPECT_DOUBLE_EQ(distance_between(location, 0, 2), 1 - 2 * 2 / 8.0);
    EXPECT_DOUBLE_EQ(distance_between(location, 0, 3), 1 - 2 * 1 / 8.0);
    EXPECT_DOUBLE_EQ(distance_between(location, 0, 4), 1 - 2 * 2 / 6.0);
}

// The worked example of the specification: DBIL is 37.5 %.
TEST(NodeAttributes, TwoPairsArePublishedAsTheirCityAndTheirContinent) {
    const auto made =
        attributes_of({attributes_locations({"Barcelona", "Barcelona", "Madrid", "Paris"})});
    Attribute& location = *made.front();
    const std::int32_t near = location.centre(std::vector{location.code(0), location.code(1)});
    const std::int32_t far = location.centre(std::vector{location.code(2), location.code(3)});
    EXPECT_EQ(location.text(near), "Barcelona");
    EXPECT_EQ(location.text(far), "Europe");
    const double loss =
        location.climbed(location.code(0), near) + location.climbed(location.code(1), near) +
        location.climbed(location.code(2), far) + location.climbed(location.code(3), far);
    EXPECT_DOUBLE_EQ(100 * loss / 4, 37.5);

    const ColumnPtr column = location.column(std::vector{near, near, far, far});
    EXPECT_EQ(column->text(1), "Barcelona");
    EXPECT_EQ(column->text(2), "Europe");
    EXPECT_EQ(column->kind(), Kind::semantic);
    ASSERT_NE(column->meaning(), nullptr);
}

TEST(NodeAttributes, ClimbedIsTheDistanceBesideTheAncestors) {
    const auto made = attributes_of(
        {attributes_locations({"Barcelona", "Catalonia", "Spain", "France", "World", "Madrid"})});
    const Attribute& location = *made.front();
    const auto climbed = [&](std::int64_t a, std::int64_t b) {
        return location.climbed(location.code(a), location.code(b));
    };
    EXPECT_DOUBLE_EQ(climbed(0, 1), 0.25);
    EXPECT_DOUBLE_EQ(climbed(0, 2), 0.5);
    EXPECT_DOUBLE_EQ(climbed(0, 3), 2.0 / 3);
    EXPECT_DOUBLE_EQ(climbed(0, 4), 1);
    EXPECT_DOUBLE_EQ(climbed(0, 5), 0.5);
    EXPECT_DOUBLE_EQ(climbed(1, 0), 0.25);
    EXPECT_DOUBLE_EQ(climbed(4, 4), 0);
}

TEST(NodeAttributes, MaskedValuesShareTheCodesAndMustBeKnown) {
    const Table masked({attributes_locations({"Spain", "Barcelona"})});
    const auto made = attributes_of({attributes_locations({"Barcelona", "Madrid"})}, &masked);
    EXPECT_EQ(made.front()->masked_code(1), made.front()->code(0));
    EXPECT_EQ(made.front()->text(made.front()->masked_code(0)), "Spain");

    const Table unknown({attributes_texts("location", Kind::nominal, {"Spain", "Atlantis"})});
    EXPECT_THROW(attributes_of({attributes_locations({"Barcelona", "Madrid"})}, &unknown), Error);
    const Table short_table({attributes_locations({"Spain"})});
    EXPECT_THROW(attributes_of({attributes_locations({"Barcelona", "Madrid"})}, &short_table),
                 Error);
}

TEST(NodeAttributes, ValuesThatTheHierarchyLacksStandAlone) {
    const auto made = attributes_of(
        {attributes_locations({"Barcelona", "Atlantis", "Mu"}, Unmapped::exact_match)});
    Attribute& location = *made.front();
    EXPECT_EQ(distance_between(location, 0, 1), 1);
    EXPECT_EQ(distance_between(location, 1, 2), 1);
    EXPECT_EQ(text_of_centre(location, {1, 1}), "Atlantis");
    EXPECT_EQ(text_of_centre(location, {1, 2}), "World");
    EXPECT_EQ(text_of_centre(location, {0, 1}), "World");
}

TEST(NodeAttributes, ListsOfTopicsAreComparedPlaceByPlace) {
    const auto made =
        attributes_of({attributes_texts("topics", Kind::nominal,
                                        {"sport;music;travel", "sport;travel;music",
                                         "music;sport;film", "film", "sport", "film ;film"})});
    const Attribute& topics = *made.front();
    // first, first two and first three in common: 1, 1, 3.
    EXPECT_DOUBLE_EQ(distance_between(topics, 0, 1), 1 - (1 + 1 / 2.0 + 3 / 3.0) / 3);
    // 0, 2, 2.
    EXPECT_DOUBLE_EQ(distance_between(topics, 0, 2), 1 - (0 + 2 / 2.0 + 2 / 3.0) / 3);
    EXPECT_DOUBLE_EQ(distance_between(topics, 2, 0), distance_between(topics, 0, 2));
    // 0, 0, 1: the short list has ended.
    EXPECT_DOUBLE_EQ(distance_between(topics, 2, 3), 1 - (0 + 0 + 1 / 3.0) / 3);
    EXPECT_DOUBLE_EQ(distance_between(topics, 0, 3), 1);
    // 1, 1, 1.
    EXPECT_DOUBLE_EQ(distance_between(topics, 0, 4), 1 - (1 + 1 / 2.0 + 1 / 3.0) / 3);
    EXPECT_DOUBLE_EQ(distance_between(topics, 3, 5), 0);
    EXPECT_EQ(topics.categories(topics.code(3)), topics.categories(topics.code(5)));
    EXPECT_EQ(topics.categories(topics.code(0)).size(), 3U);
}

TEST(NodeAttributes, TopicsOfAGroupAreTheBestByPointsAndTiesAlphabetical) {
    const auto made = attributes_of({attributes_texts(
        "topics", Kind::nominal, {"sport;music;travel", "music;film", "film;sport", "art"})});
    Attribute& topics = *made.front();
    // sport 3, music 2 + 3, travel 1, film 2.
    EXPECT_EQ(text_of_centre(topics, {0, 1}), "music;sport;film");
    // sport 3 + 2, music 2 + 3, film 2 + 3, travel 1: three equals in the order of the alphabet.
    EXPECT_EQ(text_of_centre(topics, {0, 1, 2}), "film;music;sport");
    EXPECT_EQ(text_of_centre(topics, {2, 1, 0}), "film;music;sport");
    // art 3, film 3, sport 2.
    EXPECT_EQ(text_of_centre(topics, {3, 2}), "art;film;sport");
}

TEST(NodeAttributes, OtherKinds) {
    const std::vector<std::string> order = {"low", "middle", "high"};
    const auto made =
        attributes_of({attributes_texts("sex", Kind::nominal, {"m", "f", "f", "m"}),
                       attributes_texts("income", Kind::nominal, {"high", "low", "middle", "high"})
                           ->as_ordinal(order),
                       Column::numeric("age", {20, 30, 60, 20})});
    EXPECT_EQ(distance_between(*made[0], 0, 1), 1);
    EXPECT_EQ(distance_between(*made[0], 0, 3), 0);
    EXPECT_EQ(text_of_centre(*made[0], {0, 1, 2, 3}), "f");
    EXPECT_EQ(text_of_centre(*made[0], {0, 1, 3}), "m");
    EXPECT_DOUBLE_EQ(distance_between(*made[1], 0, 2), 0.5);
    EXPECT_DOUBLE_EQ(distance_between(*made[1], 0, 1), 1);
    EXPECT_EQ(text_of_centre(*made[1], {0, 1, 2, 3}), "middle");
    EXPECT_DOUBLE_EQ(distance_between(*made[2], 0, 1), 0.25);
    EXPECT_EQ(text_of_centre(*made[2], {0, 1}), "25");
    EXPECT_EQ(text_of_centre(*made[2], {0, 1, 3, 3}), "22.5");
    EXPECT_DOUBLE_EQ(node_distance(made, 0, 1), (1 + 1 + 0.25) / 3);
    EXPECT_EQ(made[2]->column(std::vector{made[2]->code(2)})->numbers().front(), 60);
}

TEST(NodeAttributes, NumbersFallIntoTenIntervals) {
    std::vector<double> numbers;
    for (int i = 0; i < 100; ++i) numbers.push_back(i);
    const auto made = attributes_of({Column::numeric("age", numbers)});
    std::vector<int> counts(10, 0);
    for (int i = 0; i < 100; ++i) {
        ++counts.at(static_cast<std::size_t>(made[0]->categories(made[0]->code(i)).front()));
    }
    EXPECT_EQ(counts, std::vector<int>(10, 10));
}

TEST(NodeAttributes, MissingIsNearMissingAndPublishedWhereMostAre) {
    Validity validity(4);
    validity.set_missing(0);
    validity.set_missing(1);
    const auto made = attributes_of({Column::numeric("age", {0, 0, 10, 20}, validity)});
    Attribute& age = *made[0];
    EXPECT_EQ(distance_between(age, 0, 1), 0);
    EXPECT_EQ(distance_between(age, 0, 2), 1);
    EXPECT_EQ(text_of_centre(age, {0, 1, 2}), "");
    EXPECT_EQ(text_of_centre(age, {0, 1, 2, 3}), "15");
    EXPECT_FALSE(age.column(std::vector{age.code(0), age.code(2)})->valid(0));
    EXPECT_TRUE(age.column(std::vector{age.code(0), age.code(2)})->valid(1));
    double out[2];
    age.distances_to_centre(std::vector<CountedCode>{{age.code(2), 3}, {age.code(3), 1}},
                            std::vector{age.code(2), age.code(0)}, out);
    EXPECT_DOUBLE_EQ(out[0], 0.25);
    EXPECT_DOUBLE_EQ(out[1], 1);
}

TEST(NodeAttributes, ColumnsAreChosen) {
    const Table table({attributes_texts("sex", Kind::nominal, {"m"}),
                       attributes_texts("about", Kind::text, {"me"}),
                       attributes_texts("likes", Kind::text, {"a;b"})});
    const auto context = test::threads(1);
    EXPECT_EQ(node_attributes(context, table, {}).size(), 1U);
    EXPECT_EQ(node_attributes(context, table, {{}, {"likes"}}).size(), 2U);
    EXPECT_THROW(node_attributes(context, table, {{"wage"}, {}}), Error);
    EXPECT_THROW(node_attributes(context, table, {{"sex"}, {"likes"}}), Error);
    EXPECT_THROW(node_attributes(context, Table(), {}), Error);
}

}  // namespace
}  // namespace lethe::graph
