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
                HasSubstr("cycle of 3 concepts: \"00000010n\" is below"));
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

}  // namespace
}  // namespace lethe::test
