#include <filesystem>

#include "knowledge_files.h"

namespace lethe::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kData =
    "  1 A licence.  \n"
    "  2 WordNet 9.7 Copyright.  \n"
    "00000010 03 n 01 entity 0 001 ~ 00000020 n 0000 | what is  \n"
    "00000020 05 n 02 dog 0 Domestic_dog 0 003 @ 00000010 n 0000 %p 00000040 n 0000 "
    "+ 00000010 v 0101 | barks; \"a | b\"  \n"
    "00000030 05 n 01 Fido 0 001 @i 00000020 n 0000 | a dog  \n"
    "00000040 05 n 01 tail 0 002 @ 00000010 n 0000 #p 00000020 n 0000 | behind  \n"
    "00000050 05 n 01 dog 1 001 @ 00000010 n 0000 | a bad fellow  \n";
constexpr std::string_view kIndex =
    "  1 A licence.  \n"
    "dog n 2 1 @ 2 0 00000050 00000020  \n"
    "domestic_dog n 1 1 @ 1 0 00000020  \n"
    "entity n 1 1 ~ 1 0 00000010  \n"
    "fido n 1 1 @ 1 0 00000030  \n"
    "tail n 1 2 @ #p 1 0 00000040  \n";

class WordNetFiles : public KnowledgeFiles {
  protected:
    Knowledge read(std::string_view data, std::string_view index) {
        put("data.noun", data);
        put("index.noun", index);
        return read_knowledge({}, folder.path());
    }
    std::string wrong(std::string_view data, std::string_view index) {
        try {
            read(data, index);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
            return without_folder(error.what());
        }
        return {};
    }
};

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string result(text);
    return result.replace(result.find(from), from.size(), to);
}

TEST_F(WordNetFiles, SynsetsWordsAndSenses) {
    const Knowledge knowledge = read(kData, kIndex);
    const Taxonomy& wordnet = *knowledge.taxonomy;
    EXPECT_EQ(knowledge.format, KnowledgeFormat::wordnet);
    EXPECT_EQ(wordnet.name(), "WordNet");
    EXPECT_EQ(wordnet.version(), "9.7");
    EXPECT_EQ(wordnet.size(), 5);
    EXPECT_FALSE(wordnet.has_virtual_root());
    EXPECT_EQ(wordnet.label(wordnet.root()), "entity");
    const auto dogs = wordnet.find("dog");
    ASSERT_EQ(dogs.size(), 2U);
    EXPECT_EQ(wordnet.id(dogs[0]), "00000050n");  // the order of the index, not of the file
    EXPECT_EQ(wordnet.id(dogs[1]), "00000020n");
    EXPECT_EQ(wordnet.gloss(dogs[1]), "barks; \"a | b\"");
    EXPECT_THAT(names_of(wordnet, "domestic DOG"), ElementsAre("dog", "Domestic dog"));
    EXPECT_THAT(parents_of(wordnet, "Fido"), ElementsAre("Domestic dog"));
    EXPECT_THAT(wordnet.wholes(the(wordnet, "tail")), ElementsAre(dogs[1]));
    EXPECT_THAT(wordnet.parts(dogs[1]), ElementsAre(the(wordnet, "tail")));
}

TEST_F(WordNetFiles, BadFilesAreNamedWithTheirLines) {
    EXPECT_THAT(wrong(replaced(kData, "@ 00000010 n 0000 %p", "@ 00000011 n 0000 %p"), kIndex),
                HasSubstr("data.noun:4: points to the synset 00000011"));
    EXPECT_THAT(wrong(replaced(kData, "00000010 03 n", "00000010 03 v"), kIndex),
                HasSubstr("data.noun:3: is not a synset"));
    EXPECT_THAT(wrong(kData.substr(0, kData.size() - 30), kIndex),
                HasSubstr("data.noun:7: is not a synset"));
    EXPECT_THAT(wrong(replaced(kData, "00000040 05", "00000030 05"), kIndex),
                HasSubstr("data.noun:6: the synset 30 is there twice"));
    EXPECT_THAT(wrong(kData, replaced(kIndex, "dog n 2", "dog n 3")),
                HasSubstr("index.noun:2: is not a word"));
    EXPECT_THAT(wrong(replaced(kData, "001 ~ 00000020 n 0000", "001 @ 00000030 n 0000"), kIndex),
                HasSubstr("cycle of 3 concepts: \"00000010n\" (entity) is below"));
    EXPECT_THAT(wrong("", kIndex), HasSubstr("data.noun: the file is empty"));
    EXPECT_THAT(wrong("  1 only a licence\n", kIndex), HasSubstr("data.noun: the file has no"));
    EXPECT_THAT(wrong(kData, "\xff\xfe d"), HasSubstr("index.noun: is in UTF-16"));
    EXPECT_THAT(wrong("caf\xe9", kIndex), HasSubstr("data.noun:1: has a byte that is not UTF-8"));
    std::filesystem::remove(folder.file("index.noun"));
    EXPECT_THROW(read_knowledge({}, folder.path()), Error);
}

// The facts of WordNet 3.0's nouns (semantic_similarity and wordnet_ic count the same synsets).
TEST(WordNet, TheRealOne) {
    if (!std::filesystem::exists("/usr/share/wordnet/data.noun")) GTEST_SKIP() << "no WordNet here";
    const Knowledge knowledge = read_knowledge(threads(2), "wordnet");
    const Taxonomy& wordnet = *knowledge.taxonomy;
    EXPECT_EQ(wordnet.version(), "3.0");
    EXPECT_EQ(wordnet.size(), 82115);
    EXPECT_FALSE(wordnet.has_virtual_root());
    std::int64_t several = 0;
    for (ConceptId c = 0; c < wordnet.size(); ++c) several += wordnet.parents(c).size() > 1 ? 1 : 0;
    EXPECT_EQ(several, 2213);
    EXPECT_EQ(wordnet.greatest_depth(), 18);
    EXPECT_EQ(wordnet.greatest_longest_depth(), 19);
    EXPECT_EQ(wordnet.id(wordnet.find("dog").front()), "02084071n");
    EXPECT_EQ(wordnet.find("cell").size(), 7U);
    EXPECT_EQ(wordnet.id(the(wordnet, "cell#3")), "02991048n");
    EXPECT_EQ(wordnet.find("Hong-Kong").size(), 1U);
}

constexpr std::string_view kVerbs =
    "00000100 30 v 01 move 0 000 01 + 02 00 | go  \n"
    "00000200 30 v 02 walk 0 tread 0 001 @ 00000100 v 0000 02 + 02 00 + 22 01 | on foot  \n"
    "00000300 30 v 01 restrain 0 001 @ 00000400 v 0000 01 + 08 00 | hold  \n"
    "00000400 30 v 01 inhibit 0 001 @ 00000300 v 0000 01 + 08 00 | hold back  \n";
constexpr std::string_view kVerbIndex =
    "inhibit v 1 1 @ 1 0 00000400  \n"
    "move v 1 1 ~ 1 0 00000100  \n"
    "restrain v 1 1 @ 1 0 00000300  \n"
    "tread v 1 1 @ 1 0 00000200  \n"
    "walk v 1 1 @ 1 0 00000200  \n";

TEST_F(WordNetFiles, VerbsHaveManyTopsAndNoCircle) {
    read(kData, kIndex);
    put("data.verb", kVerbs);
    put("index.verb", kVerbIndex);
    const Knowledge knowledge = read_knowledge({}, folder.path() + ":verb");
    const Taxonomy& verbs = *knowledge.taxonomy;
    EXPECT_EQ(verbs.name(), "WordNet verbs");
    EXPECT_EQ(verbs.size(), 5);
    EXPECT_TRUE(verbs.has_virtual_root());
    EXPECT_THAT(parents_of(verbs, "tread"), ElementsAre("move"));
    EXPECT_EQ(verbs.id(the(verbs, "walk")), "00000200v");
    ASSERT_EQ(knowledge.notes.size(), 2U);
    EXPECT_THAT(knowledge.notes[0], HasSubstr("1 of its links would close a circle"));
}

constexpr std::string_view kAdjectives =
    "00000500 00 a 01 big 0 002 = 00000010 n 0000 & 00000600 a 0000 | large  \n"
    "00000600 00 s 02 huge(a) 0 huge 0 001 & 00000500 a 0000 | very big  \n"
    "00000700 01 a 01 canine 0 001 \\ 00000020 n 0101 | of dogs  \n"
    "00000800 00 a 01 lonely 0 000 | without any  \n";
constexpr std::string_view kAdjectiveIndex =
    "big a 1 1 = 1 0 00000500  \n"
    "canine a 1 1 \\ 1 0 00000700  \n"
    "huge a 1 1 & 1 0 00000600  \n"
    "lonely a 1 0 1 0 00000800  \n";

TEST_F(WordNetFiles, AdjectivesAndAdverbsLeadToNouns) {
    read(kData, kIndex);
    put("data.adj", kAdjectives);
    put("index.adj", kAdjectiveIndex);
    const Knowledge knowledge = read_knowledge({}, folder.path() + ":adjective");
    const Taxonomy& adjectives = *knowledge.taxonomy;
    EXPECT_THAT(parents_of(adjectives, "huge"), ElementsAre("big"));
    EXPECT_THAT(parents_of(adjectives, "big"), ElementsAre("entity"));
    EXPECT_THAT(parents_of(adjectives, "canine"), ElementsAre("dog"));
    EXPECT_THAT(names_of(adjectives, "huge"), ElementsAre("huge"));
    EXPECT_TRUE(adjectives.has_virtual_root());
    put("data.adv", "00000900 02 r 01 hugely 0 001 \\ 00000600 a 0101 | so  \n");
    put("index.adv", "hugely r 1 1 \\ 1 0 00000900  \n");
    const Taxonomy adverbs = *read_knowledge({}, folder.path() + ":adverb").taxonomy;
    EXPECT_THAT(parents_of(adverbs, "hugely"), ElementsAre("huge"));
    EXPECT_EQ(adverbs.label(adverbs.root()), "entity");
    EXPECT_TRUE(adverbs.find("canine").empty());
}

TEST(WordNet, TheOtherPartsOfSpeech) {
    if (!std::filesystem::exists("/usr/share/wordnet/data.verb")) GTEST_SKIP() << "no WordNet here";
    const Knowledge verbs = read_knowledge(threads(2), "wordnet:verb");
    EXPECT_EQ(verbs.taxonomy->size(), 13767 + 1);
    EXPECT_TRUE(verbs.taxonomy->subsumes(verbs.taxonomy->find("travel").front(),
                                         verbs.taxonomy->find("walk").front()));
    const Taxonomy adjectives = *read_knowledge(threads(2), "wordnet:adjective").taxonomy;
    const ConceptId hot = adjectives.find("hot").front();
    const ConceptId cold = adjectives.find("cold").front();
    EXPECT_EQ(adjectives.label(adjectives.lcs(hot, cold)), "temperature");
    const Taxonomy adverbs = *read_knowledge(threads(2), "wordnet:adverb").taxonomy;
    EXPECT_THAT(parents_of(adverbs, "beautifully"), ElementsAre("beautiful", "attractive"));
    EXPECT_TRUE(is_named_source("wordnet:adverb"));
    EXPECT_FALSE(is_named_source("wordnet:pronoun"));
    EXPECT_THROW(read_knowledge({}, "wordnet:pronoun"), Error);
}

}  // namespace
}  // namespace lethe::test
