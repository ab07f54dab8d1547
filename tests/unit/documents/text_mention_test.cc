#include <gtest/gtest.h>

#include "lethe/documents/find/mention.h"
#include "lethe/documents/read/document.h"
#include "lethe/language/characters.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

TEST(SourceMap, through_tags_and_entities) {
    // "<p>a&amp;b</p>c" -> "a&b" and "c"
    SourceMap map;
    map.add({0, 3, 4});
    map.add({1, 4, 9});
    map.add({2, 9, 10});
    map.add({3, 14, 15});
    map.finish(4);
    EXPECT_EQ(map.source_of({0, 1}), (language::Span{3, 4}));
    EXPECT_EQ(map.source_of({0, 3}), (language::Span{3, 10}));
    EXPECT_EQ(map.source_of({1, 2}), (language::Span{4, 9}));
    EXPECT_EQ(map.source_of({3, 4}), (language::Span{14, 15}));
}

TEST(Mention, the_surer_wins_and_the_rest_stays) {
    const std::string_view text = "Lublin, Poland 2004";
    Mentions mentions{{{0, 14}, kPlace, MentionSource::list, 0.5F, {}, -1, false},
                      {{8, 19}, kCountry, MentionSource::model, 0.9F, {}, -1, false}};
    const Mentions kept = without_overlaps(text, mentions);
    ASSERT_EQ(kept.size(), 2U);
    EXPECT_EQ(kept[0].span.of(text), "Lublin");
    EXPECT_EQ(kept[1].span.of(text), "Poland 2004");
}

}  // namespace
}  // namespace lethe::documents
