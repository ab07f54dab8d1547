// Lists of topics by meaning: football and tennis are alike, and become sport.
#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/knowledge/meaning.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe::graph {
namespace {

MeaningPtr interests(Unmapped unmapped = Unmapped::fail) {
    return std::make_shared<const Meaning>(test::taxonomy_of("interests", {{"sport", "Interests"},
                                                                           {"food", "Interests"},
                                                                           {"football", "sport"},
                                                                           {"tennis", "sport"},
                                                                           {"wine", "food"}}),
                                           std::vector<MappedValue>{}, unmapped);
}

std::unique_ptr<Attribute> topics_of(const std::vector<std::string>& lists,
                                     const MeaningPtr& meaning,
                                     const std::vector<std::string>& masked = {}) {
    AttributeOptions options;
    options.topics = true;
    ColumnPtr column = Column::from_texts("topics", Kind::nominal, lists);
    if (meaning) column = column->with_meaning(meaning);
    const ColumnPtr other = Column::from_texts("topics", Kind::nominal, masked);
    return make_attribute(*column, masked.empty() ? nullptr : other.get(), options);
}

double apart(const Attribute& topics, std::int64_t a, std::int64_t b) {
    return topics.distance(topics.code(a), topics.code(b));
}

std::string published(Attribute& topics, std::vector<std::int64_t> rows) {
    std::vector<std::int32_t> codes;
    for (const std::int64_t row : rows) codes.push_back(topics.code(row));
    return topics.text(topics.centre(codes));
}

TEST(TopicMeaning, FootballIsNearerToTennisThanToWine) {
    const auto topics = topics_of({"football", "tennis", "wine"}, interests());
    EXPECT_DOUBLE_EQ(apart(*topics, 0, 1), 0.5);  // 1 - 2 * 1 / (2 + 2)
    EXPECT_DOUBLE_EQ(apart(*topics, 0, 2), 1);
    const auto without = topics_of({"football", "tennis", "wine"}, nullptr);
    EXPECT_DOUBLE_EQ(apart(*without, 0, 1), 1);
    EXPECT_DOUBLE_EQ(apart(*without, 0, 2), 1);
}

TEST(TopicMeaning, FirstPlacesCountMost) {
    const auto topics = topics_of({"football;wine", "wine;football", "tennis;wine"}, interests());
    // t = 1: nothing in common; t = 2: both of both: 1 - (0 + 1) / 2.
    EXPECT_DOUBLE_EQ(apart(*topics, 0, 1), 0.5);
    // t = 1: 0.5; t = 2: (0.5 + 1 + 0.5 + 1) / 4.
    EXPECT_DOUBLE_EQ(apart(*topics, 0, 2), 1 - (0.5 + 0.75) / 2);
}

TEST(TopicMeaning, FootballAndTennisBecomeSport) {
    const auto topics =
        topics_of({"football", "tennis", "football;wine", "tennis;wine", "wine"}, interests());
    EXPECT_EQ(published(*topics, {0, 1}), "sport");
    EXPECT_EQ(published(*topics, {2, 3}), "sport;wine");
    EXPECT_EQ(published(*topics, {0, 0}), "football");
    // Nothing in common but everything: the one with more points, or the first by its text.
    EXPECT_EQ(published(*topics, {0, 4}), "football");
    EXPECT_EQ(published(*topics, {0, 4, 4}), "wine");
}

TEST(TopicMeaning, LossIsByLevelsClimbed) {
    const auto topics = topics_of({"football", "wine"}, interests(), {"sport", "sport"});
    EXPECT_DOUBLE_EQ(topics->climbed(topics->code(0), topics->masked_code(0)), 0.5);
    EXPECT_DOUBLE_EQ(topics->climbed(topics->code(1), topics->masked_code(1)), 1);
    EXPECT_EQ(topics->categories(topics->masked_code(0)).size(), 1u);
}

TEST(TopicMeaning, UnknownTopicsAreRefusedOrStandApart) {
    EXPECT_THROW(topics_of({"football;chess"}, interests()), Error);
    const auto topics = topics_of({"chess", "tennis", "chess"}, interests(Unmapped::exact_match));
    EXPECT_DOUBLE_EQ(apart(*topics, 0, 1), 1);
    EXPECT_DOUBLE_EQ(apart(*topics, 0, 2), 0);
    EXPECT_EQ(published(*topics, {0, 0, 1}), "chess");
}

// Where no two topics have anything in common it is the overlap of lists without a hierarchy.
TEST(TopicMeaning, AFlatHierarchyIsNone) {
    const std::vector<std::string> names = {"a", "b", "c", "d", "e"};
    std::vector<std::pair<std::string, std::string>> is_a;
    for (const std::string& name : names) is_a.emplace_back(name, "all");
    const auto flat = std::make_shared<const Meaning>(test::taxonomy_of("flat", is_a),
                                                      std::vector<MappedValue>{}, Unmapped::fail);
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        Draws draws = Random(seed).stream("lists").at(0);
        std::vector<std::string> lists;
        for (int row = 0; row < 5; ++row) {
            std::string list;
            for (const std::int64_t place :
                 random_permutation(Random(seed).stream(std::to_string(row)), 5)) {
                if (!list.empty()) list += ';';
                list += names[static_cast<std::size_t>(place)];
                if (draws.below(2) == 1) break;
            }
            lists.push_back(list);
        }
        const auto with = topics_of(lists, flat);
        const auto without = topics_of(lists, nullptr);
        for (std::int64_t a = 0; a < 5; ++a) {
            for (std::int64_t b = 0; b < 5; ++b) {
                EXPECT_NEAR(apart(*with, a, b), apart(*without, a, b), 1e-12);
                EXPECT_DOUBLE_EQ(apart(*with, a, b), apart(*with, b, a));
            }
        }
    }
}

}  // namespace
}  // namespace lethe::graph
