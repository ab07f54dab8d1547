// Lists of topics by meaning: football and tennis are alike, and become sport.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "lethe/core/error.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/knowledge/information_content.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/space/attribute/concept_distance.h"
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

// Whoever brings counts of a corpus is measured by them.
TEST(TopicMeaning, CountsOfACorpusAreThoseOfTheColumn) {
    const MeaningPtr plain = interests();
    auto content = std::make_shared<InformationContent>();
    for (std::int64_t c = 0; c < plain->taxonomy().size(); ++c) {
        content->of.push_back(static_cast<double>(c * c));
    }
    content->greatest = content->of.back();
    const auto counted = std::make_shared<const Meaning>(
        plain->taxonomy_ptr(), std::vector<MappedValue>{}, Unmapped::fail, content);
    MeasureOptions lin;
    lin.kind = MeasureKind::lin;
    AttributeOptions options;
    options.topics = true;
    options.measure = lin;
    const ColumnPtr column =
        Column::from_texts("topics", Kind::nominal, std::vector<std::string>{"football", "tennis"})
            ->with_meaning(counted);
    const auto topics = make_attribute(*column, nullptr, options);
    const double wanted = counted->measure(lin)->distance(counted->concept_of("football"),
                                                          counted->concept_of("tennis"));
    EXPECT_DOUBLE_EQ(apart(*topics, 0, 1), wanted);
    EXPECT_NE(
        plain->measure(lin)->distance(plain->concept_of("football"), plain->concept_of("tennis")),
        wanted);
}

// The rule as it is told: the two that lose least, looked for among all, again and again.
std::string joined_one_by_one(const Meaning& meaning,
                              const std::vector<std::vector<std::string>>& lists) {
    const Taxonomy& taxonomy = meaning.taxonomy();
    std::size_t longest = 1, count = 0;
    for (const auto& list : lists) longest = std::max(longest, list.size());
    std::map<ConceptId, std::int64_t> points;
    for (const auto& list : lists) {
        count += list.size();
        for (std::size_t place = 0; place < list.size(); ++place) {
            points[meaning.concept_of(list[place])] += static_cast<std::int64_t>(longest - place);
        }
    }
    const std::size_t kept =
        std::max<std::size_t>(1, (2 * count + lists.size()) / (2 * lists.size()));
    while (points.size() > kept) {
        double least = std::numeric_limits<double>::infinity();
        std::tuple<ConceptId, ConceptId, ConceptId> best;
        for (auto a = points.begin(); a != points.end(); ++a) {
            for (auto b = std::next(a); b != points.end(); ++b) {
                const ConceptId above = taxonomy.lcs(a->first, b->first);
                if (above == taxonomy.root()) continue;
                const auto lost = [&](const auto& one) {
                    return static_cast<double>(one.second) *
                           concept_climb(taxonomy, nullptr, one.first, above);
                };
                if (lost(*a) + lost(*b) >= least) continue;
                least = lost(*a) + lost(*b);
                best = {a->first, b->first, above};
            }
        }
        if (least == std::numeric_limits<double>::infinity()) {
            points.erase(std::ranges::min_element(points, [&](const auto& a, const auto& b) {
                if (a.second != b.second) return a.second < b.second;
                return meaning.label_of(a.first) > meaning.label_of(b.first);
            }));
            continue;
        }
        const auto [a, b, above] = best;
        const std::int64_t sum = points[a] + points[b];
        points.erase(a);
        points.erase(b);
        points[above] += sum;
    }
    std::vector<std::pair<std::int64_t, std::string>> order;
    for (const auto& [topic, sum] : points) order.emplace_back(-sum, meaning.label_of(topic));
    std::ranges::sort(order);
    std::string text;
    for (const auto& [sum, label] : order) text += (text.empty() ? "" : ";") + label;
    return text;
}

TEST(TopicMeaning, GroupsPublishWhatTheSlowRuleSays) {
    std::vector<std::pair<std::string, std::string>> is_a;
    std::vector<std::string> names;
    for (int i = 1; i < 40; ++i) {  // three below each: of several depths
        names.push_back("t" + std::to_string(i));
        is_a.emplace_back(names.back(), "t" + std::to_string((i - 1) / 3));
    }
    const auto meaning = std::make_shared<const Meaning>(
        test::taxonomy_of("deep", is_a), std::vector<MappedValue>{}, Unmapped::fail);
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        Draws draws = Random(seed).stream("lists").at(0);
        std::vector<std::vector<std::string>> lists(1 + draws.below(6));
        std::vector<std::string> texts;
        std::vector<std::int64_t> rows;
        for (auto& list : lists) {
            const auto order = random_permutation(Random(seed).stream(std::to_string(rows.size())),
                                                  std::ssize(names));
            for (std::uint64_t i = 0; i <= draws.below(5); ++i) {
                list.push_back(names[static_cast<std::size_t>(order[i])]);
            }
            std::string text;
            for (const std::string& name : list) text += (text.empty() ? "" : ";") + name;
            rows.push_back(std::ssize(texts));
            texts.push_back(text);
        }
        const auto topics = topics_of(texts, meaning);
        EXPECT_EQ(published(*topics, rows), joined_one_by_one(*meaning, lists)) << seed;
    }
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
