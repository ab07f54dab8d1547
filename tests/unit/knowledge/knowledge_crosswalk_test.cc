// Published maps between vocabularies. The maps of the National Library of Medicine are licensed:
// what is read here is small and made up, in their published form.
#include "knowledge_files.h"
#include "lethe/knowledge/concept_map.h"
#include "lethe/knowledge/join/crosswalk.h"

namespace lethe {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

constexpr std::string_view kNlm =
    "ICD_CODE\tICD_NAME\tIS_CURRENT_ICD\tIP_USAGE\tOP_USAGE\tAVG_USAGE\tIS_NEC\tSNOMED_CID\t"
    "SNOMED_FSN\tIS_1-1MAP\tCORE_USAGE\tIN_CORE\n"
    "250.00\tDiabetes mellitus, type II, not stated as uncontrolled\t1\t4.1\t2.0\t3.0\t0\t"
    "44054006\tDiabetes mellitus type 2 (disorder)\t1\t0.9\t1\n"
    "493.90\tAsthma, unspecified type\t1\t1.0\t1.0\t1.0\t0\t195967001\tAsthma (disorder)\t0\t1\t1\n"
    "493.90\tAsthma, unspecified type\t1\t1.0\t1.0\t1.0\t0\t389145006\tAllergic asthma\t0\t1\t1\n"
    "493.90\tAsthma, unspecified type\t1\t1.0\t1.0\t1.0\t0\t999\tNot in this release\t0\t1\t1\n"
    "300\tNeurotic disorder\t1\t1.0\t1.0\t1.0\t0\t44054006\tDiabetes\t0\t1\t1\n"
    "300\tNeurotic disorder\t1\t1.0\t1.0\t1.0\t0\t195967001\tAsthma\t0\t1\t1\n"
    "V70.0\tRoutine examination\t1\t1.0\t1.0\t1.0\t0\t\t\t\t\t\n"
    "E800\tRailway accident\t1\t1.0\t1.0\t1.0\t0\t12345\tLacking\t1\t\t\n";

class KnowledgeCrosswalk : public test::KnowledgeFiles {
  protected:
    TaxonomyPtr snomed = read("snomed.csv",
                              "id,parent,label\n404684003,,clinical finding\n"
                              "64572001,404684003,disease\n"
                              "44054006,64572001,diabetes\n50043002,64572001,lung disease\n"
                              "195967001,50043002,asthma\n389145006,195967001,allergic asthma\n"
                              "404684999,404684003,symptom\n")
                             .taxonomy;
    std::vector<std::string> notes;

    std::map<std::string, std::string> meanings(std::string_view map,
                                                const std::vector<std::string>& values) {
        return concepts_by_map(put("map.txt", map), *snomed, values, notes);
    }
};

TEST_F(KnowledgeCrosswalk, OneToOneAndOneToMany) {
    const auto found = meanings(kNlm, {"250.00", "25000", "49390", "300", "V70.0", "E800", "1"});
    // Several targets: what those of the taxonomy have in common.
    EXPECT_THAT(found, UnorderedElementsAre(Pair("250.00", "44054006"), Pair("25000", "44054006"),
                                            Pair("49390", "195967001"), Pair("300", "64572001")));
    EXPECT_THAT(notes,
                ElementsAre(HasSubstr("map.txt (NLM map): of 7 values 2 have one concept of "
                                      "snomed, 2 several, which become what these have in "
                                      "common (0 of them the root), 1 concepts that it "
                                      "lacks, 1 none by the map, and 1 are not in the map")));
}

TEST_F(KnowledgeCrosswalk, AMapOfOtherValuesIsRefused) {
    EXPECT_THROW(meanings(kNlm, {"blue", "red"}), Error);
    EXPECT_TRUE(meanings(kNlm, {}).empty());
}

TEST_F(KnowledgeCrosswalk, GeneralEquivalenceMappings) {
    const TaxonomyPtr tenth =
        read("tenth.csv", "id,parent\nA,\nA00,A\nA000,A00\nA009,A00\nB01,A\n").taxonomy;
    const std::string lines =
        "0010   A000    00000\n0019   A000    10111\n0019   A009    10112\n1        NoDx   11000\n";
    const std::string path = put("gem.txt", lines);
    const std::vector<std::string> values{"001.0", "0019", "1", "x"};
    EXPECT_THAT(concepts_by_map(path, *tenth, values, notes),
                UnorderedElementsAre(Pair("001.0", "A000"), Pair("0019", "A00")));
    const std::string csv =
        put("gem.csv",
            "icd9cm,icd10cm,flags,approximate,no_map,combination,scenario,"
            "choice_list\n0010,A000,00000,0,0,0,0,0\n0019,A000,10111,1,0,1,1,1\n"
            "0019,A009,10112,1,0,1,1,2\n1,NoDx,11000,1,1,0,0,0\n");
    EXPECT_EQ(concepts_by_map(csv, *tenth, values, notes),
              concepts_by_map(path, *tenth, values, notes));
    EXPECT_EQ(read_crosswalk(csv).form, Crosswalk::Form::gem);
}

TEST_F(KnowledgeCrosswalk, PlainPairsAndConceptMaps) {
    EXPECT_THAT(meanings("code,target\nsugar,diabetes\nlungs,asthma\nlungs,allergic asthma\n",
                         {"sugar", "Lungs"}),
                UnorderedElementsAre(Pair("sugar", "44054006"), Pair("Lungs", "195967001")));
    // As ever: what lethe knowledge map writes is taken as it stands.
    const std::vector<std::string> values{"x"};
    EXPECT_THAT(concepts_by_map(put("map.csv", "value,concept,label\nsugar,44054006,diabetes\n"),
                                *snomed, values, notes),
                ElementsAre(Pair("sugar", "44054006")));
    EXPECT_EQ(crosswalk_form(put("other.csv", "a,b\n1,2\n")), std::nullopt);
    EXPECT_THROW(read_crosswalk(folder.file("other.csv")), Error);
    EXPECT_THROW(meanings("a,b\n1,2\n", {"1"}), Error);
}

TEST_F(KnowledgeCrosswalk, WhatIsWrongIsTold) {
    try {
        read_crosswalk(put("gem.txt", "0010 A000 00000\n0011 A001\nA B C D\n"));
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(without_folder(error.what()),
                    testing::AllOf(HasSubstr("gem.txt:2: \"0011 A001\" is not two codes and five "
                                             "flags"),
                                   HasSubstr("gem.txt:3:")));
    }
}

TEST_F(KnowledgeCrosswalk, JoinsTaxonomiesWhereCodesAreEquivalent) {
    const std::string ninth = put("ninth.csv",
                                  "id,parent,label\n0,,ICD\n250.00,0,sweet\n493.90,0,wheeze\n"
                                  "300,0,nerves\nE800,0,train\n");
    const std::string finding = put("finding.csv",
                                    "id,parent,label\n404684003,,clinical finding\n"
                                    "44054006,404684003,diabetes\n195967001,404684003,asthma\n");
    // Of the two first codes only the one that is mapped one to one.
    const std::string two(kNlm.substr(0, kNlm.find("\n493.90", kNlm.find("389145006")) + 1));
    const Knowledge both = read_knowledge({}, ninth + "+" + finding + "@" + put("map.txt", two));
    EXPECT_THAT(both.notes,
                ElementsAre(HasSubstr("(NLM map): 1 of its 3 pairs join concepts; 1 are "
                                      "not equivalent or not one to one, and of 1 a "
                                      "taxonomy lacks one")));
    EXPECT_EQ(both.taxonomy->size(), 1 + 5 + 3 - 1);
    EXPECT_THAT(test::names_of(*both.taxonomy, "250.00"), ElementsAre("sweet", "diabetes"));
    // 300 goes to two, and 44054006 comes from two.
    EXPECT_THROW(read_knowledge({}, ninth + "+" + finding + "@" + put("all.txt", kNlm)), Error);
}

}  // namespace
}  // namespace lethe
