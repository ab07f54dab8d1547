#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lethe/core/error.h"
#include "lethe/knowledge/cover.h"
#include "taxonomies.h"

namespace lethe {
namespace {

TEST(KnowledgeCover, WordsAreCutIntoRunsThatDoNotDependOnTheWord) {
    const TaxonomyPtr taxonomy = test::taxonomy_named("symptoms");
    const std::vector<ConceptId> words = words_along_walk(*taxonomy);
    ASSERT_GT(words.size(), 6u);
    EXPECT_EQ(std::set<ConceptId>(words.begin(), words.end()).size(), words.size());
    for (std::int64_t k = 2; k <= std::ssize(words); ++k) {
        std::set<std::vector<ConceptId>> runs;
        std::size_t covered = 0;
        for (const ConceptId word : words) {
            const std::vector<ConceptId> cover = cover_of(words, word, k);
            EXPECT_GE(std::ssize(cover), k);
            EXPECT_LT(std::ssize(cover), 2 * k);
            EXPECT_THAT(cover, testing::Contains(word));
            for (const ConceptId other : cover) EXPECT_EQ(cover_of(words, other, k), cover);
            if (runs.insert(cover).second) covered += cover.size();
        }
        EXPECT_EQ(covered, words.size());
    }
}

TEST(KnowledgeCover, WordsBelowAConceptStandTogether) {
    const TaxonomyPtr taxonomy = test::taxonomy_named("symptoms");
    const std::vector<ConceptId> words = words_along_walk(*taxonomy);
    for (const ConceptId concept_id : words) {
        std::vector<bool> below;
        for (const ConceptId word : words) below.push_back(taxonomy->subsumes(concept_id, word));
        const auto first = std::find(below.begin(), below.end(), true);
        const auto end = std::find(first, below.end(), false);
        EXPECT_EQ(std::find(end, below.end(), true), below.end()) << taxonomy->label(concept_id);
    }
}

TEST(KnowledgeCover, OnlyTheWordsThatTakePart) {
    const TaxonomyPtr taxonomy = test::taxonomy_named("symptoms");
    const std::vector<ConceptId> all = words_along_walk(*taxonomy);
    const std::vector<ConceptId> some{all[4], all[1], all[3]};
    const std::vector<ConceptId> words = words_along_walk(*taxonomy, &some);
    EXPECT_THAT(words, testing::ElementsAre(all[1], all[3], all[4]));
    EXPECT_TRUE(cover_of(words, all[0], 2).empty());
    EXPECT_THROW(cover_of(words, all[1], 4), Error);
}

}  // namespace
}  // namespace lethe
