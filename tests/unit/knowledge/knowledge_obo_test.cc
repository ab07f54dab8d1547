#include <filesystem>

#include "knowledge_files.h"

namespace lethe::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

using Obo = KnowledgeFiles;

constexpr std::string_view kHead =
    "format-version: 1.2\ndata-version: 7 ! newest\nontology: sick\n\n";

std::string file(std::string_view terms) { return std::string(kHead) + std::string(terms); }

TEST_F(Obo, TermsNamesAndRelations) {
    const Knowledge knowledge = read("sick.obo", file(R"(! a comment
[Term]
id: S:1
name: disease ! the top
def: "What is \"wrong\" ! {really}" [url:http\://x]

[Term]
id: S:2
name: sweet\, blood
synonym: "diabetes" EXACT []
synonym: "sugar" RELATED [x:y]
alt_id: S:20
xref: ICD9CM:250.0
is_a: S:1 {source="x"} ! disease
relationship: part_of S:3 ! organ
relationship: part_of OTHER:9

[Term]
id: S:3
name: organ
is_a: S:1
[Term]
id: S:4
name: both
is_a: S:2
is_a: S:3

[Term]
id: S:9
name: gone
is_obsolete: true

[Typedef]
id: part_of
name: part of
)"));
    const Taxonomy& taxonomy = *knowledge.taxonomy;
    EXPECT_EQ(knowledge.format, KnowledgeFormat::obo);
    EXPECT_EQ(taxonomy.name(), "sick");
    EXPECT_EQ(taxonomy.version(), "7");
    EXPECT_EQ(taxonomy.size(), 4);
    EXPECT_EQ(taxonomy.gloss(the(taxonomy, "S:1")), "What is \"wrong\" ! {really}");
    EXPECT_THAT(names_of(taxonomy, "S:2"), ElementsAre("sweet, blood", "diabetes", "sugar"));
    EXPECT_EQ(the(taxonomy, "icd9cm:250.0"), the(taxonomy, "S:2"));
    EXPECT_EQ(the(taxonomy, "S:20"), the(taxonomy, "S:2"));
    EXPECT_THAT(parents_of(taxonomy, "both"), UnorderedElementsAre("sweet, blood", "organ"));
    EXPECT_THAT(taxonomy.wholes(the(taxonomy, "S:2")), ElementsAre(the(taxonomy, "S:3")));
    EXPECT_THAT(knowledge.notes, ElementsAre("1 obsolete terms were left out",
                                             HasSubstr("1 part-of relations to terms of other")));
    // Recognised by what is in it, too.
    EXPECT_EQ(read("sick.txt", file("[Term]\nid: S:1\n")).format, KnowledgeFormat::obo);
}

TEST_F(Obo, BadFilesAreNamedWithTheirLines) {
    EXPECT_EQ(wrong("a.obo", file("[Term]\nid: A\nis_a: B ! b\nis_a: C\n[Term]\nid: C\n"
                                  "is_obsolete: true\n")),
              "a.obo:7: the term \"A\" is a \"B\", which is not a term of this file\n"
              "a.obo:8: the term \"A\" is a \"C\", which is obsolete");
    EXPECT_THAT(wrong("a.obo", file("[Term]\nid: A\nis_a: B\n[Term]\nid: B\nis_a: A\n")),
                HasSubstr("a.obo: the hierarchy has a cycle of 2 concepts: \"A\" is below \"B\""));
    EXPECT_EQ(wrong("a.obo", file("[Term]\nname: x\n")), "a.obo:5: a [Term] without an id");
    EXPECT_THAT(wrong("a.obo", file("[Term]\nid: A\nnonsense\n")),
                HasSubstr("a.obo:7: \"nonsense\""));
    EXPECT_THAT(wrong("a.obo", file("[Term]\nid: A\ndef: \"never ends\n")),
                HasSubstr("a.obo:7: the text of \"def\""));
    EXPECT_THAT(wrong("a.obo", file("")), HasSubstr("a.obo: is not an OBO file, or has no term"));
    EXPECT_THAT(wrong("a.obo", file("[Term]\nid: A\nis_obsolete: true\n")),
                HasSubstr("a.obo: the file has no concept"));
    EXPECT_EQ(wrong("a.obo", "\n"), "a.obo: the file is empty");
    EXPECT_THAT(wrong("a.obo", file("[Term]\nid: caf\xe9\n")), HasSubstr("a.obo:6: has a byte"));
    EXPECT_THAT(wrong("a.obo", "\x89PNG\r\n\x1a\n"), HasSubstr("a.obo:1: has a byte"));
    EXPECT_THAT(wrong("a.obo", "people;age\n3;4\n"),
                HasSubstr("a.obo:1: \"people;age\" is neither"));
    EXPECT_TRUE(read("a.obo", file("[Term]\nid: A\n[Term]\nid: B\n")).taxonomy->has_virtual_root());
}

TEST_F(Obo, ManyNamesOfOneTermTakeNoTime) {
    std::string text = "[Term]\nid: A\nname: a\n";
    for (int i = 0; i < 100000; ++i) text += "synonym: \"s" + std::to_string(i) + "\" EXACT []\n";
    for (int i = 0; i < 100000; ++i) text += "[Term]\nid: B" + std::to_string(i) + "\nname: a\n";
    EXPECT_EQ(read("a.obo", file(text)).taxonomy->find("a").size(), 100001U);
}

TEST(DiseaseOntology, TheRealOne) {
    const std::string path = data_folder() + "/ontology_doid/doid.obo";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no data here";
    const Knowledge knowledge = read_knowledge(threads(2), path);
    const Taxonomy& diseases = *knowledge.taxonomy;
    EXPECT_EQ(diseases.size(), 6971);
    EXPECT_EQ(diseases.parts_of_it().parents.items.size(), 8155U);
    EXPECT_FALSE(diseases.has_virtual_root());
    EXPECT_EQ(diseases.label(diseases.root()), "disease");
    EXPECT_EQ(diseases.id(the(diseases, "ICD9CM:372.4")), "DOID:0002116");
    EXPECT_THAT(knowledge.notes, ElementsAre("2373 obsolete terms were left out"));
}

}  // namespace
}  // namespace lethe::test
