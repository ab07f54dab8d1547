#include <gtest/gtest.h>

#include "lethe/core/random.h"
#include "lethe/knowledge/label_key.h"
#include "lethe/language/stem.h"

namespace lethe::language {
namespace {

TEST(Stem, words_of_one_family_meet) {
    Stemmer stemmer;
    for (const char* word : {"relations", "relation", "relate", "related", "relating"}) {
        EXPECT_EQ(stemmer.stem(word), "relat") << word;
    }
    EXPECT_EQ(stemmer.stem(""), "");
    EXPECT_EQ(stemmer.stem("as"), "as");
    EXPECT_EQ(stemmer.stem("encrypted"), "encrypt");
    const std::string longer = "d" + std::string(1000, 'a') + "b";
    EXPECT_EQ(stemmer.stem(longer + "ness"), longer);
}

TEST(Stem, what_is_remembered_is_what_the_rules_say) {
    Stemmer stemmer;
    const Stream stream = Random(6).stream("words");
    for (std::int64_t i = 0; i < 60000; ++i) {
        Draws draws = stream.at(i / 3);  // each word thrice
        std::string word(draws.below(36) + 3, ' ');
        for (char& letter : word) letter = "aeinstly"[draws.below(8)];
        EXPECT_EQ(stemmer.stem(word), stem_of_key(word));
    }
}

}  // namespace
}  // namespace lethe::language
