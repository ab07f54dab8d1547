// l-diversity by meaning against its definition: groups of like values found by walking from value
// to value of a class.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "assess.h"
#include "lethe/knowledge/meaning.h"
#include "rounds.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe {
namespace {

std::int64_t groups_of_like_values(const Measure& measure, std::set<ConceptId> left,
                                   double threshold) {
    std::int64_t groups = 0;
    while (!left.empty()) {
        std::vector<ConceptId> open{*left.begin()};
        left.erase(left.begin());
        ++groups;
        while (!open.empty()) {
            const ConceptId one = open.back();
            open.pop_back();
            for (auto other = left.begin(); other != left.end();) {
                if (measure.distance(one, *other) <= threshold) {
                    open.push_back(*other);
                    other = left.erase(other);
                } else {
                    ++other;
                }
            }
        }
    }
    return groups;
}

TEST(LDiversityByMeaning, CountsGroupsOfLikeValues) {
    std::int64_t fewer = 0;
    for (int round = 0; round < test::rounds(2000); ++round) {
        const Random random = Random(81).part(static_cast<std::uint64_t>(round));
        Draws draws = random.stream("example").at(0);
        const TaxonomyPtr taxonomy = test::random_taxonomy(random, 15);
        const auto meaning = std::make_shared<const Meaning>(
            taxonomy, std::span<const MappedValue>(), Unmapped::exact_match);
        const double threshold = static_cast<double>(draws.below(11)) / 10;
        const std::int64_t l = 1 + static_cast<std::int64_t>(draws.below(4));
        std::vector<std::string> classes, texts;
        std::map<std::string, std::set<ConceptId>> values;
        std::map<std::string, std::int64_t> sizes;
        const std::int64_t rows = 1 + static_cast<std::int64_t>(draws.below(15));
        for (std::int64_t row = 0; row < rows; ++row) {
            const auto c =
                static_cast<ConceptId>(draws.below(static_cast<std::uint64_t>(taxonomy->size())));
            classes.push_back("class " + std::to_string(draws.below(3)));
            texts.push_back(meaning->label_of(c));
            values[classes.back()].insert(c);
            ++sizes[classes.back()];
        }
        const Table table({Column::from_texts("q", Kind::nominal, classes),
                           Column::from_texts("s", Kind::semantic, texts)->with_meaning(meaning)});
        const auto measure = make_measure(taxonomy, {});
        std::int64_t least = rows, exposed = 0, failing = 0;
        for (const auto& [name, own] : values) {
            const std::int64_t groups = groups_of_like_values(*measure, own, threshold);
            ASSERT_LE(groups, std::ssize(own));
            fewer += groups < std::ssize(own) ? 1 : 0;
            least = std::min(least, groups);
            if (groups >= l) continue;
            ++failing;
            exposed += sizes[name];
        }
        const Measurement found = test::assess(
            "l-diversity", table, table, {{"confidential", {"s"}}, {"l", l}, {"alike", threshold}});
        const Json& by = found.details["by_column"]["s"];
        ASSERT_EQ(by["distinct"], static_cast<double>(least)) << round;
        ASSERT_EQ(by["failing_classes"], failing) << round;
        ASSERT_DOUBLE_EQ(found.value,
                         100.0 * static_cast<double>(exposed) / static_cast<double>(rows))
            << round;
    }
    EXPECT_GT(fewer, test::rounds(500));
}

}  // namespace
}  // namespace lethe
