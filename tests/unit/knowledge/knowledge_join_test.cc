// Several taxonomies made one: looked up in turn, joined at equal names, joined at pairs of a file.
#include "knowledge_files.h"
#include "lethe/knowledge/join/join_taxonomies.h"
#include "lethe/knowledge/measure.h"
#include "lethe/knowledge/readers/combined_source.h"

namespace lethe {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class KnowledgeJoin : public test::KnowledgeFiles {
  protected:
    const std::string jobs = put("jobs.csv", "nurse;staff;*\nclerk;staff;*\nbank;employer;*\n");
    const std::string care = put("care.csv",
                                 "Nurse;medic;staff;person;*\nmidwife;medic;staff;person;*\n"
                                 "bank;river side;place;*\n");

    Knowledge combined(const std::string& source) const { return read_knowledge({}, source); }
    std::string refused(const std::string& source, ErrorKind kind) const {
        try {
            combined(source);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), kind) << error.what();
            return without_folder(error.what());
        }
        return {};
    }
    static std::vector<std::string> found(const Taxonomy& taxonomy, std::string_view text) {
        std::vector<std::string> ids;
        for (const ConceptId c : taxonomy.find(text)) ids.emplace_back(taxonomy.id(c));
        return ids;
    }
};

TEST_F(KnowledgeJoin, InTurnTheSecondIsForWhatTheFirstLacks) {
    const Knowledge both = combined(jobs + "," + care);
    const Taxonomy& t = *both.taxonomy;
    EXPECT_EQ(t.name(), "jobs, care");
    EXPECT_EQ(t.size(), 1 + 5 + 8);  // one root for both
    EXPECT_THAT(found(t, "nurse"), ElementsAre("nurse"));
    EXPECT_THAT(found(t, "bank"), ElementsAre("bank"));
    EXPECT_THAT(found(t, "midwife"), ElementsAre("midwife"));
    EXPECT_THAT(test::parents_of(t, "bank"), ElementsAre("employer"));
    // Nothing joins the two but the root; each of the second is known by a label of its own.
    EXPECT_EQ(t.lcs(test::the(t, "nurse"), test::the(t, "midwife")), t.root());
    EXPECT_THAT(test::parents_of(t, "midwife"), ElementsAre("medic"));
    EXPECT_THAT(found(t, "care:bank"), ElementsAre("care:bank"));
    EXPECT_THAT(test::parents_of(t, "care:bank"), ElementsAre("river side"));
    for (ConceptId c = 0; c < t.size(); ++c) EXPECT_EQ(t.find(t.label(c)).front(), c) << t.id(c);
    EXPECT_THAT(found(*combined(care + "," + jobs).taxonomy, "bank"), ElementsAre("bank"));
    EXPECT_THAT(test::parents_of(*combined(care + "," + jobs).taxonomy, "bank"),
                ElementsAre("river side"));
}

TEST_F(KnowledgeJoin, EqualNamesJoinAndNearerParentsStay) {
    const Knowledge both = combined(jobs + "+" + care);
    const Taxonomy& t = *both.taxonomy;
    EXPECT_EQ(t.name(), "jobs + care");
    EXPECT_THAT(both.notes, ElementsAre(HasSubstr("joined at 3 concepts of the same name")));
    EXPECT_THAT(found(t, "nurse"), ElementsAre("nurse"));
    // Below staff in one, below medic below staff in the other: the level of the other is not
    // skipped.
    EXPECT_THAT(test::parents_of(t, "nurse"), ElementsAre("medic"));
    EXPECT_THAT(test::parents_of(t, "staff"), ElementsAre("person"));
    EXPECT_THAT(test::parents_of(t, "bank"), UnorderedElementsAre("employer", "river side"));
    EXPECT_EQ(t.label(t.lcs(test::the(t, "clerk"), test::the(t, "midwife"))), "staff");
    EXPECT_THAT(test::names_of(t, "nurse"), ElementsAre("nurse", "Nurse"));
}

TEST_F(KnowledgeJoin, ConceptsOfTwoOntologiesAreComparedAcrossTheAnchors) {
    const TaxonomyPtr t = combined(jobs + "+" + care).taxonomy;
    MeasureOptions path_lengths;
    path_lengths.kind = MeasureKind::path;
    const auto path = make_measure(t, path_lengths);
    // clerk - staff - medic - midwife
    EXPECT_EQ(path->distance(test::the(*t, "clerk"), test::the(*t, "midwife")), 3);
}

TEST_F(KnowledgeJoin, AFileOfPairsJoins) {
    const std::string pairs = put("pairs.csv", "from,to\nclerk,person\nbank,medic\n");
    const TaxonomyPtr kept = combined(jobs + "+" + care + "@" + pairs).taxonomy;
    const Taxonomy& t = *kept;
    EXPECT_THAT(found(t, "medic"), ElementsAre("bank"));
    EXPECT_THAT(test::names_of(t, "clerk"), ElementsAre("clerk", "person"));
    // A person is a clerk, whatever the file means by it: nothing but pairs joins.
    EXPECT_THAT(test::parents_of(t, "nurse"), ElementsAre("staff"));
    EXPECT_THAT(found(t, "nurse"), ElementsAre("nurse", "care:Nurse"));
}

TEST_F(KnowledgeJoin, PairsThatAreWrongAreToldAtOnce) {
    const std::string pairs = put("pairs.csv",
                                  "from,to\nclark,person\nbank,medics\nnurse,medic\n"
                                  "clerk,medic\n");
    EXPECT_EQ(refused(jobs + "+" + care + "@" + pairs, ErrorKind::input),
              "pairs.csv:2: jobs has no concept \"clark\"\n"
              "pairs.csv:3: care has no concept \"medics\"\n"
              "pairs.csv:4: \"nurse\" or \"medic\" is joined with two concepts; each can be with "
              "one\n"
              "pairs.csv:5: \"clerk\" or \"medic\" is joined with two concepts; each can be with "
              "one");
}

TEST_F(KnowledgeJoin, CyclesAreRefusedWithTheirConcepts) {
    const std::string a = put("a.csv", "lion;cat;animal\n");
    const std::string b = put("b.csv", "animal;cat;beast\n");
    const std::string pairs = put("pairs.csv", "from,to\nanimal,animal\ncat,cat\n");
    EXPECT_THAT(refused(a + "+" + b + "@" + pairs, ErrorKind::input),
                HasSubstr("the hierarchy has a cycle of 2 concepts: \"animal\" is below \"cat\" is "
                          "below \"animal\""));
}

// Names are found by the program: two that cannot both be right join nothing.
TEST_F(KnowledgeJoin, NamesThatWouldMakeACycleJoinNothing) {
    const std::string a = put("a.csv", "lion;cat;animal\ntiger;cat;animal\n");
    const std::string b = put("b.csv", "animal;cat;beast\ntiger;predator;beast\n");
    const Knowledge both = combined(a + "+" + b);
    EXPECT_THAT(both.notes, ElementsAre(HasSubstr("joined at 1 concepts"),
                                        HasSubstr("2 concepts of the same name, such as animal")));
    EXPECT_THAT(test::parents_of(*both.taxonomy, "tiger"), UnorderedElementsAre("cat", "predator"));
    EXPECT_THAT(found(*both.taxonomy, "cat"), ElementsAre("cat", "b:cat"));
}

TEST_F(KnowledgeJoin, NamesThatMeanSeveralConceptsJoinNothing) {
    const std::string table =
        put("table.csv", "id,parent,label\n1,,place\n2,1,bank\n3,1,bank\n4,1,staff\n");
    const Knowledge both = combined(jobs + "+" + table);
    EXPECT_THAT(both.notes, ElementsAre(HasSubstr("joined at 1 concepts of the same name; 1 names "
                                                  "mean several concepts")));
    EXPECT_THAT(found(*both.taxonomy, "bank"), ElementsAre("bank", "2", "3"));
}

TEST_F(KnowledgeJoin, NothingInCommonIsRefused) {
    const std::string other = put("other.csv", "oak;tree;plant\n");
    EXPECT_THAT(refused(jobs + "+" + other, ErrorKind::input),
                HasSubstr("have no name in common that means one concept in both"));
    EXPECT_EQ(combined(jobs + "," + other).taxonomy->size(), 6 + 3);
}

TEST_F(KnowledgeJoin, PlusBindsCloserThanComma) {
    const std::string other = put("other.csv", "oak;tree;plant\nclerk;fool;*\n");
    const TaxonomyPtr kept = combined(other + "," + jobs + "+" + care).taxonomy;
    const Taxonomy& t = *kept;
    EXPECT_EQ(t.name(), "other, jobs + care");
    EXPECT_THAT(test::parents_of(t, "nurse"), ElementsAre("medic"));
    EXPECT_THAT(test::parents_of(t, "clerk"), ElementsAre("fool"));
    EXPECT_THAT(test::parents_of(t, "jobs + care:clerk"), ElementsAre("staff"));
}

TEST_F(KnowledgeJoin, CodesAndReferencesStillFindTheirConcepts) {
    const std::string obo = put("ill.obo",
                                "format-version: 1.2\n\n[Term]\nid: D:1\nname: illness\n\n"
                                "[Term]\nid: D:2\nname: flu\nsynonym: \"influenza\" EXACT []\n"
                                "xref: ICD9CM:487\nis_a: D:1 ! illness\n");
    const std::string table = put("t.csv", "id,parent,label\nX1,,illness\nX2,X1,influenza\n");
    const TaxonomyPtr kept = combined(table + "+" + obo).taxonomy;
    const Taxonomy& t = *kept;
    EXPECT_EQ(t.size(), 2);
    EXPECT_THAT(found(t, "ICD9CM:487"), ElementsAre("X2"));
    EXPECT_THAT(found(t, "D:2"), ElementsAre("X2"));
    EXPECT_THAT(test::names_of(t, "X2"), ElementsAre("influenza", "flu"));
}

TEST_F(KnowledgeJoin, SourcesAreReadByTheirSigns) {
    const auto parts = [](const std::string& source) {
        std::string text;
        for (const SourcePart& part : source_parts(source)) {
            text += std::to_string(static_cast<int>(part.how)) + part.path + "|" + part.pairs + " ";
        }
        return text;
    };
    EXPECT_EQ(parts("wordnet"), "0wordnet| ");
    EXPECT_EQ(parts("x.obo+wordnet@p.csv,y.csv+z"), "0x.obo| 3wordnet|p.csv 1y.csv| 2z| ");
    const std::string odd = put("a,b+c@d.csv", "x;y\n");
    EXPECT_EQ(parts(odd), "0" + odd + "| ");
    EXPECT_THAT(source_paths("x.obo+wordnet@p.csv"), ElementsAre("x.obo", "p.csv"));
    EXPECT_EQ(with_paths("x.obo+wordnet@p.csv", [](const std::string& p) { return "/f/" + p; }),
              "/f/x.obo+wordnet@/f/p.csv");
    EXPECT_THAT(refused("x.obo,,wordnet", ErrorKind::usage),
                HasSubstr("a taxonomy without a name in \"x.obo,,wordnet\""));
    KnowledgeOptions told;
    told.format = KnowledgeFormat::obo;
    EXPECT_THROW(read_knowledge({}, jobs + "," + care, told), Error);
}

}  // namespace
}  // namespace lethe
