#include <filesystem>
#include <set>

#include "knowledge_files.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

using Icd = KnowledgeFiles;
using ParentTable = KnowledgeFiles;
using Rf2 = KnowledgeFiles;

constexpr std::string_view kIcdHead =
    "code,billable,short_desc,long_desc,three_digit,major,sub_chapter,chapter\n";

std::string icd(std::string_view rows) { return std::string(kIcdHead) + std::string(rows); }

TEST_F(Icd, CodesBelowCategoriesBelowChapters) {
    const Knowledge knowledge = read(
        "icd.csv", icd("\"25000\",1,DM2,\"Diabetes, type 2\",\"250\",Diabetes,Glands,Endocrine\n"
                       "\"250\",0,DM,Diabetes mellitus,\"250\",Diabetes,Glands,Endocrine\n"
                       "2500,0,DMu,Uncomplicated,250,Diabetes,Glands,Endocrine\n"
                       "E8859,1,Slip,Slipping,E885,Falls,Falls,Causes\n"
                       "E885,0,Fall,Falling,E885,Falls,Falls,Causes\n"
                       "740,0,Anen,Anencephalus,740,Anencephalus,Anomalies,Anomalies\n"));
    const Taxonomy& codes = *knowledge.taxonomy;
    EXPECT_EQ(knowledge.format, KnowledgeFormat::icd);
    EXPECT_EQ(codes.size(), 6 + 3 + 3 + 1);
    EXPECT_THAT(parents_of(codes, "250.00"), ElementsAre("2500"));
    EXPECT_THAT(parents_of(codes, "250.0"), ElementsAre("250"));
    EXPECT_THAT(parents_of(codes, "250"), ElementsAre("Glands"));
    EXPECT_THAT(parents_of(codes, "Glands"), ElementsAre("Endocrine"));
    EXPECT_THAT(parents_of(codes, "E885.9"), ElementsAre("E885"));
    EXPECT_THAT(parents_of(codes, "740"), ElementsAre("Anomalies (sub-chapter)"));
    EXPECT_THAT(parents_of(codes, "Anomalies (sub-chapter)"), ElementsAre("Anomalies"));
    EXPECT_THAT(names_of(codes, "25000"),
                ElementsAre("25000", "250.00", "Diabetes, type 2", "DM2"));
    EXPECT_THAT(names_of(codes, "diabetes mellitus"),
                ElementsAre("250", "Diabetes mellitus", "Diabetes", "DM"));
    EXPECT_THAT(knowledge.notes, ElementsAre(HasSubstr("it has 3 tops")));
}

TEST_F(Icd, BadFilesAreNamedWithTheirLines) {
    KnowledgeOptions told;
    told.format = KnowledgeFormat::icd;
    EXPECT_THAT(wrong("i.csv", "a,b\n1,2\n", ErrorKind::input, told),
                HasSubstr("i.csv:1: the header must name the columns code, three_digit"));
    EXPECT_EQ(wrong("i.csv", icd("250,0,a,b,250,c,d\n")),
              "i.csv:2: has 7 fields; the header has 8");
    EXPECT_EQ(wrong("i.csv", icd("250,0,a,b,250,c,,e\n")), "i.csv:2: the sub chapter is empty");
    EXPECT_EQ(wrong("i.csv", icd("250,0,a,b,251,c,d,e\n")),
              "i.csv:2: the code \"250\" does not begin with its category \"251\"");
    EXPECT_EQ(wrong("i.csv", icd("250,0,a,b,250,c,d,e\n250,0,a,b,250,c,d,e\n")),
              "i.csv:3: the code \"250\" is there twice");
    EXPECT_EQ(wrong("i.csv", icd("")), "i.csv: the file has no concept");
    EXPECT_EQ(wrong("i.csv", "", ErrorKind::input, told), "i.csv: the file is empty");
    EXPECT_THAT(wrong("i.csv", icd("250,0,\xe9,b,250,c,d,e\n")), HasSubstr("i.csv:2: has a byte"));
    EXPECT_THAT(wrong("i.csv.gz", icd("250,0,a,b,250,c,d,e\n")), HasSubstr("gzip"));
}

TEST(IcdTables, TheRealOnes) {
    const std::string path = data_folder() + "/ontology_icd/";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no data here";
    const Knowledge ninth = read_knowledge(threads(2), path + "icd9cm_2014_hierarchy.csv");
    EXPECT_EQ(ninth.taxonomy->size(), 17561 + 162 + 19 + 1);
    EXPECT_EQ(ninth.taxonomy->children(0).size(), 19U);
    EXPECT_THAT(parents_of(*ninth.taxonomy, "250.00"), ElementsAre("2500"));
    EXPECT_FALSE(ninth.taxonomy->find("V58.62").empty());
    const Knowledge tenth = read_knowledge(threads(2), path + "icd10cm_2019_hierarchy.csv.gz");
    // One of the 283 sub-chapters is named only by codes below a category of another.
    EXPECT_EQ(tenth.taxonomy->size(), 94444 + 282 + 21 + 1);
    const std::string discharges = data_folder() + "/health_nhds2010/nhds2010.csv.gz";
    ReadOptions options;
    for (int i = 1; i <= 15; ++i) {
        options.columns.push_back("dx" + std::string(i < 10 ? "0" : "") + std::to_string(i));
    }
    const Table table = read_table(threads(2), discharges, options);
    std::set<std::string> unknown;
    for (const ColumnPtr& column : table.columns()) {
        for (const std::string& code : column->dictionary()) {
            if (!code.empty() && ninth.taxonomy->find(code).empty()) unknown.insert(code);
        }
    }
    EXPECT_THAT(unknown, IsEmpty());
}

TEST_F(ParentTable, ColumnsByTheirNames) {
    const Knowledge sports = read("s.csv",
                                  "node,parent,weight,label\n2,1,0,Ball_games\n3,2,5,\"a, b\"\n"
                                  "1,0,3,Sports\n3,1,5,Tennis\n");
    EXPECT_EQ(sports.format, KnowledgeFormat::parent_table);
    EXPECT_EQ(sports.taxonomy->size(), 3);
    EXPECT_EQ(sports.taxonomy->label(0), "Sports");
    EXPECT_THAT(names_of(*sports.taxonomy, "3"), ElementsAre("a, b", "Tennis"));
    EXPECT_THAT(parents_of(*sports.taxonomy, "tennis"),
                UnorderedElementsAre("Sports", "Ball_games"));
    const Knowledge titled =
        read("t.tsv", "A title\t\t\nUnique ID\tParent\tName\n1\t\tTop\n2\t1\tBelow\n");
    EXPECT_EQ(titled.taxonomy->size(), 2);
    EXPECT_THAT(parents_of(*titled.taxonomy, "below"), ElementsAre("Top"));
    EXPECT_EQ(read("u.csv", "id;parent\n0;\n1;0\n").taxonomy->id(0), "0");
}

TEST_F(ParentTable, BadFilesAreNamedWithTheirLines) {
    EXPECT_EQ(wrong("t.csv", "id,parent\n1,\n2,7\n3,8\n"),
              "t.csv:3: the parent \"7\" has no row of its own\n"
              "t.csv:4: the parent \"8\" has no row of its own");
    EXPECT_THAT(wrong("t.csv", "id,parent\n1,2\n2,1\n"), HasSubstr("cycle of 2 concepts"));
    EXPECT_THAT(wrong("t.csv", "id,parent\n1,1\n"), HasSubstr("cycle of 1 concepts"));
    EXPECT_EQ(wrong("t.csv", "id,parent\n1,,3\n"), "t.csv:2: has 3 fields; the header has 2");
    EXPECT_EQ(wrong("t.csv", "id,parent\n,1\n"), "t.csv:2: has no identifier");
    EXPECT_EQ(wrong("t.csv", "id,parent\n"), "t.csv: the file has no concept");
    KnowledgeOptions told;
    told.format = KnowledgeFormat::parent_table;
    EXPECT_THAT(wrong("t.csv", "a;b\nc;d\n", ErrorKind::input, told),
                HasSubstr("t.csv:1: the header must name a column of identifiers (id,"));
    EXPECT_THAT(wrong("t.csv", "id,parent\n\"1,\n"), HasSubstr("t.csv:2: a quote is opened"));
    EXPECT_THAT(wrong("t.csv", "id,parent\n1,caf\xe9\n"), HasSubstr("t.csv:2: has a byte"));
    EXPECT_TRUE(read("t.csv", "id,parent\n1,\n2,\n").taxonomy->has_virtual_root());
}

TEST(ParentTables, TheRealOnes) {
    const std::string path = data_folder();
    if (!std::filesystem::exists(path + "/ontology_dmoz_sports")) GTEST_SKIP() << "no data here";
    const Knowledge sports = read_knowledge({}, path + "/ontology_dmoz_sports/dmoz_top_sports.csv");
    EXPECT_EQ(sports.taxonomy->size(), 15018);
    EXPECT_EQ(sports.taxonomy->label(0), "Top");
    const Knowledge content =
        read_knowledge({}, path + "/ontology_iab_content/content_taxonomy_3.1.tsv");
    EXPECT_EQ(content.taxonomy->size(), 704 + 1);
    EXPECT_EQ(content.taxonomy->children(0).size(), 37U);
}

constexpr std::string_view kConcepts =
    "id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId\n"
    "138875005\t20020131\t1\t9\t9\n73211009\t20020131\t1\t9\t9\n"
    "64572001\t20020131\t1\t9\t9\n999\t20020131\t0\t9\t9\n";
constexpr std::string_view kDescriptions =
    "id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\tcaseId\n"
    "1\t2\t1\t9\t73211009\ten\t900000000000013009\tDM \"sweet\"\t9\n"
    "2\t2\t1\t9\t73211009\ten\t900000000000003001\tDiabetes mellitus (disorder)\t9\n"
    "3\t2\t0\t9\t73211009\ten\t900000000000013009\tForgotten\t9\n"
    "4\t2\t1\t9\t64572001\ten\t900000000000003001\tDisease (disorder)\t9\n"
    "5\t2\t1\t9\t138875005\ten\t900000000000003001\tSNOMED CT Concept\t9\n";
constexpr std::string_view kRelationships =
    "id\teffectiveTime\tactive\tmoduleId\tsourceId\tdestinationId\tgroup\ttypeId\tc\tm\n"
    "1\t2\t1\t9\t73211009\t64572001\t0\t116680003\t9\t9\n"
    "2\t2\t1\t9\t64572001\t138875005\t0\t116680003\t9\t9\n"
    "3\t2\t1\t9\t73211009\t64572001\t0\t363698007\t9\t9\n"
    "4\t2\t0\t9\t73211009\t138875005\t0\t116680003\t9\t9\n"
    "5\t2\t1\t9\t999\t138875005\t0\t116680003\t9\t9\n";

TEST_F(Rf2, ActiveConceptsAndTheirNames) {
    std::filesystem::create_directories(folder.file("Snapshot/Terminology"));
    const std::string inside = "Snapshot/Terminology/";
    put(inside + "sct2_Concept_Snapshot_INT_20190731.txt", kConcepts);
    put(inside + "sct2_Description_Snapshot-en_INT_20190731.txt", kDescriptions);
    const std::string file =
        put(inside + "sct2_Relationship_Snapshot_INT_20190731.txt", kRelationships);
    put(inside + "sct2_StatedRelationship_Snapshot_INT_20190731.txt", "not read");
    for (const std::string& source : {folder.path(), file}) {
        const Knowledge knowledge = read_knowledge({}, source);
        const Taxonomy& snomed = *knowledge.taxonomy;
        EXPECT_EQ(knowledge.format, KnowledgeFormat::rf2);
        EXPECT_EQ(snomed.name(), "SNOMED CT");
        EXPECT_EQ(snomed.version(), "20190731");
        EXPECT_EQ(snomed.size(), 3);
        EXPECT_THAT(
            names_of(snomed, "73211009"),
            ElementsAre("Diabetes mellitus", "Diabetes mellitus (disorder)", "DM \"sweet\""));
        EXPECT_THAT(parents_of(snomed, "diabetes mellitus"), ElementsAre("Disease"));
        EXPECT_THAT(knowledge.notes, ElementsAre("1 inactive concepts were left out"));
    }
}

TEST_F(Rf2, BadFilesAreNamedWithTheirLines) {
    const std::string concepts = "sct2_Concept_Snapshot_X_1.txt";
    const std::string descriptions = "sct2_Description_Snapshot_X_1.txt";
    const std::string relations = "sct2_Relationship_Snapshot_X_1.txt";
    const TemporaryFolder empty;
    try {
        read_knowledge(threads(1), empty.path());
        ADD_FAILURE() << "a folder of neither WordNet nor SNOMED CT";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("this one has neither"));
    }
    EXPECT_THAT(wrong(relations, kRelationships),
                HasSubstr("a release of SNOMED CT has one sct2_Concept_Snapshot*.txt; none was"));
    put(concepts, kConcepts);
    put(descriptions, kDescriptions);
    const auto with = [](std::string_view row) {
        return std::string(kRelationships) + std::string(row);
    };
    EXPECT_THAT(wrong(relations, with("6\t2\t1\t9\t64572001\t5\t0\t116680003\t9\t9\n")),
                HasSubstr(relations + ":7: the concept \"64572001\" is a \"5\", which is not"));
    EXPECT_THAT(wrong(relations, with("6\t2\t1\t9\t64572001\n")),
                HasSubstr(relations + ":7: has 5 fields; the header has 10"));
    EXPECT_THAT(wrong(relations, with("6\t2\t1\t9\t138875005\t73211009\t0\t116680003\t9\t9\n")),
                HasSubstr("cycle of 3 concepts"));
    EXPECT_THAT(wrong(relations, "id,active\n1,1\n"), HasSubstr(relations + ":1: the header of"));
    EXPECT_THAT(wrong(relations, ""), HasSubstr(relations + ": the file is empty"));
    put(relations, kRelationships);
    EXPECT_THAT(wrong(concepts, std::string(kConcepts) + "\xe9"),
                HasSubstr(concepts + ":6: has a"));
    put("sct2_Concept_Snapshot_Y_1.txt", kConcepts);
    EXPECT_THAT(wrong(relations, kRelationships), HasSubstr("several were found"));
}

}  // namespace
}  // namespace lethe::test
