#include "knowledge_files.h"
#include "lethe/core/random.h"
#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using ValueHierarchy = KnowledgeFiles;

TEST_F(ValueHierarchy, PathsWithAnySeparator) {
    for (const char separator : {';', ',', '\t'}) {
        std::string text = "lumbago;ache;pain;*\nmigraine;ache;pain;*\ncolic;pain;*\n";
        std::replace(text.begin(), text.end(), ';', separator);
        const Knowledge knowledge = read("pains.csv", text);
        const Taxonomy& pains = *knowledge.taxonomy;
        EXPECT_EQ(knowledge.format, KnowledgeFormat::value_hierarchy);
        EXPECT_THAT(knowledge.notes, IsEmpty());
        EXPECT_EQ(pains.name(), "pains");
        EXPECT_EQ(pains.size(), 6);
        EXPECT_EQ(pains.label(pains.root()), "*");
        EXPECT_FALSE(pains.has_virtual_root());
        EXPECT_THAT(parents_of(pains, "lumbago"), ElementsAre("ache"));
        EXPECT_THAT(parents_of(pains, "colic"), ElementsAre("pain"));
    }
}

TEST_F(ValueHierarchy, RepeatedLevelsAreOneConceptAndSeveralParentsAreKept) {
    const Knowledge knowledge = read("h.csv",
                                     "\xEF\xBB\xBF"
                                     "a;a; b ;\"c; d\"\r\na;e;\"c; d\";;\r\n\r\nf;f;e\r\n");
    const Taxonomy& taxonomy = *knowledge.taxonomy;
    EXPECT_EQ(taxonomy.size(), 5);
    EXPECT_THAT(parents_of(taxonomy, "a"), ElementsAre("b", "e"));
    EXPECT_THAT(parents_of(taxonomy, "f"), ElementsAre("e"));
    EXPECT_EQ(taxonomy.label(taxonomy.root()), "c; d");
}

TEST_F(ValueHierarchy, SeveralTopsGetARoot) {
    const Knowledge two = read("h.csv", "a;x\nb;y\n");
    EXPECT_TRUE(two.taxonomy->has_virtual_root());
    EXPECT_EQ(two.taxonomy->size(), 5);
    EXPECT_THAT(two.notes, ElementsAre("it has 2 tops; a root \"*\" was put above them"));
    const Knowledge star = read("h.csv", "a;x;*\nb;y\n");
    EXPECT_FALSE(star.taxonomy->has_virtual_root());
    EXPECT_EQ(star.taxonomy->size(), 5);
    EXPECT_THAT(parents_of(*star.taxonomy, "y"), ElementsAre("*"));
    EXPECT_THAT(star.notes, ElementsAre(HasSubstr("1 of the most general names")));
}

TEST_F(ValueHierarchy, LongFilesAreRecognisedByTheirHeads) {
    std::string lines;
    for (int i = 0; i < 40000; ++i) lines += "caf\u00e9 " + std::to_string(i) + ";drink\n";
    EXPECT_EQ(read("long.csv", lines).taxonomy->size(), 40001);
    std::string accents = "x";  // so that characters of two bytes are cut somewhere
    for (int i = 0; i < 200000; ++i) accents += "\u00e9";
    EXPECT_EQ(read("line.csv", "a;" + accents + ";*\n").taxonomy->size(), 3);
}

TEST_F(ValueHierarchy, BadFilesAreNamedWithTheirLines) {
    EXPECT_EQ(wrong("h.csv", ""), "h.csv: the file is empty");
    EXPECT_EQ(wrong("h.csv", " \n\n"), "h.csv: the file is empty");
    EXPECT_THAT(wrong("h.csv", "a;b;c\nc;d\nd;a\n"),
                HasSubstr("h.csv: the hierarchy has a cycle of 4 concepts: \"a\" is below \"b\""));
    EXPECT_EQ(wrong("h.csv", "a;b;c\nd;e;d\n"), "h.csv:2: \"d\" is above itself");
    EXPECT_EQ(wrong("h.csv", "a;b;c\nd;;c\n"), "h.csv:2: level 2 of the path is empty");
    EXPECT_THAT(wrong("h.csv", "a;b;c\nd;b;c\ne\n"), HasSubstr("h.csv:3: \"e\" stands alone"));
    EXPECT_THAT(wrong("h.csv", "a;b;c\n\"d;b;c\n"), HasSubstr("h.csv:2: a quote is opened"));
    EXPECT_THAT(wrong("h.csv", "a;b\ncaf\xe9;b\n"), HasSubstr("h.csv:2: has a byte that is not"));
    EXPECT_THAT(wrong("h.csv", std::string_view("a;b\nc\0;b\n", 9)),
                HasSubstr("h.csv:2: has a zero byte"));
    EXPECT_THAT(wrong("h.csv",
                      "\xff\xfe"
                      "a"),
                HasSubstr("h.csv: is in UTF-16"));
    EXPECT_THAT(wrong("h.csv", "just some words\nand more\n", ErrorKind::usage),
                HasSubstr("h.csv: the format of this taxonomy cannot be recognised"));
    KnowledgeOptions told;
    told.format = KnowledgeFormat::value_hierarchy;
    EXPECT_THAT(wrong("h.csv", "just some words\n", ErrorKind::input, told),
                HasSubstr("h.csv:1: is not a value hierarchy"));
    std::string many = "a;b\n";
    for (int i = 0; i < 15; ++i) many += "x;;y\n";
    EXPECT_THAT(wrong("h.csv", many), HasSubstr("and 5 more"));
    std::string deep;
    for (int i = 0; i < 70000; ++i) deep += std::to_string(i) + ";";
    EXPECT_THAT(wrong("h.csv", deep + "*\n"), HasSubstr("h.csv: the hierarchy is too deep"));
    EXPECT_THROW(read_knowledge({}, folder.file("nowhere.csv")), Error);
}

// Everything that a value hierarchy keeps: labels, and which is below which.
std::vector<std::string> shape(const Taxonomy& taxonomy) {
    std::vector<std::string> lines;
    for (ConceptId c = 0; c < taxonomy.size(); ++c) {
        std::vector<std::string> parents;
        for (const ConceptId parent : taxonomy.parents(c))
            parents.push_back(taxonomy.label(parent));
        std::sort(parents.begin(), parents.end());
        std::string line = taxonomy.label(c) + " <";
        for (const std::string& parent : parents) line += " " + parent;
        lines.push_back(line);
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

TEST_F(ValueHierarchy, WhatIsWrittenIsReadAgain) {
    const std::vector<std::string> awkward{"a;b", "say \"x\"", " blank ",
                                           "*",   "one,two",   "line\nend"};
    const Stream stream = Random(4).stream("hierarchies");
    for (int round = 0; round < 200; ++round) {
        Draws draws = stream.at(round);
        TaxonomyBuilder builder("random", "");
        const auto size = static_cast<std::int32_t>(2 + draws.below(30));
        for (std::int32_t i = 0; i < size; ++i) {
            builder.add_concept("c" + std::to_string(i));
            builder.add_name(i, draws.below(3) == 0 ? awkward[draws.below(awkward.size())]
                                                    : "name " + std::to_string(draws.below(40)));
            for (std::uint64_t n = draws.below(3); i > 0 && n > 0; --n) {
                builder.add_is_a(
                    i, static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(i))));
            }
        }
        const Taxonomy taxonomy = std::move(builder).build("random");
        write_value_hierarchy(folder.file("random.csv"), taxonomy);
        KnowledgeOptions told;
        told.format = KnowledgeFormat::value_hierarchy;
        const Knowledge again = read_knowledge({}, folder.file("random.csv"), told);
        ASSERT_EQ(shape(*again.taxonomy), shape(taxonomy)) << read_file(folder.file("random.csv"));
    }
}

TEST_F(ValueHierarchy, TooManyPathsAreRefused) {
    TaxonomyBuilder builder("diamonds", "");
    std::int32_t below = builder.add_concept("0");
    for (int i = 1; i <= 40; ++i) {
        const std::string level = std::to_string(i);
        const std::int32_t left = builder.add_concept("l" + level);
        const std::int32_t right = builder.add_concept("r" + level);
        const std::int32_t top = builder.add_concept(level);
        for (const std::int32_t side : {left, right}) {
            builder.add_is_a(below, side);
            builder.add_is_a(side, top);
        }
        below = top;
    }
    const Taxonomy taxonomy = std::move(builder).build("diamonds");
    try {
        write_value_hierarchy(folder.file("diamonds.csv"), taxonomy);
        FAIL() << "was written";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::unmet);
        EXPECT_THAT(error.what(), HasSubstr("more than 1000000 paths"));
    }
}

}  // namespace
}  // namespace lethe::test
