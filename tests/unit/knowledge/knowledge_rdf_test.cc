#include <filesystem>

#include "knowledge_files.h"

namespace lethe::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Rdf = KnowledgeFiles;

constexpr std::string_view kOpen =
    "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"\n"
    " xmlns:rdfs=\"http://www.w3.org/2000/01/rdf-schema#\"\n"
    " xmlns:owl=\"http://www.w3.org/2002/07/owl#\">\n";

std::string xml(std::string_view before, std::string_view inside) {
    return std::string("<?xml version=\"1.0\"?>\n") + std::string(before) + std::string(kOpen) +
           std::string(inside) + "</rdf:RDF>\n";
}

std::string owl_class(const std::string& name, const std::string& parent) {
    return "<owl:Class rdf:about=\"http://x/o#" + name + "\"><rdfs:subClassOf rdf:resource=\"" +
           "http://x/o#" + parent + "\"/></owl:Class>\n";
}

std::string turtle(std::string_view text) {
    return "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
           "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
           "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"
           "@prefix : <http://x/o#> .\n" +
           std::string(text);
}

TEST_F(Rdf, ClassesIndividualsAndNames) {
    const Knowledge knowledge = read("pets.owl", xml("", R"(
<owl:Ontology rdf:about="http://x/pets"><owl:versionInfo>2</owl:versionInfo></owl:Ontology>
<owl:Class rdf:about="http://x/o#Animal"><rdfs:label xml:lang="es">animal vivo</rdfs:label>
  <rdfs:label xml:lang="en">living animal</rdfs:label><rdfs:comment>lives</rdfs:comment></owl:Class>
<owl:Class rdf:about="http://x/o#Dog"><rdfs:subClassOf rdf:resource="http://x/o#Animal"/>
  <rdfs:subClassOf><owl:Restriction><owl:onProperty rdf:resource="http://x/o#has"/></owl:Restriction>
  </rdfs:subClassOf></owl:Class>
<owl:ObjectProperty rdf:about="http://x/o#has"/>
<owl:NamedIndividual rdf:about="http://x/o#Rex"><rdf:type rdf:resource="http://x/o#Dog"/>
</owl:NamedIndividual>
)"));
    const Taxonomy& pets = *knowledge.taxonomy;
    EXPECT_EQ(knowledge.format, KnowledgeFormat::rdf);
    EXPECT_THAT(knowledge.notes, IsEmpty());
    EXPECT_EQ(pets.name(), "pets");
    EXPECT_EQ(pets.version(), "2");
    EXPECT_EQ(pets.size(), 3);
    EXPECT_THAT(names_of(pets, "Animal"), ElementsAre("living animal", "animal vivo", "Animal"));
    EXPECT_EQ(pets.gloss(pets.root()), "lives");
    EXPECT_EQ(pets.id(pets.root()), "Animal");
    EXPECT_THAT(parents_of(pets, "Dog"), ElementsAre("living animal"));
    EXPECT_THAT(parents_of(pets, "rex"), ElementsAre("Dog"));
}

TEST_F(Rdf, TurtleSkosAndThing) {
    const Knowledge things = read("a.ttl", turtle(":A a owl:Class ; rdfs:subClassOf owl:Thing .\n"
                                                  ":B a owl:Class . :B rdfs:subClassOf :B .\n"));
    EXPECT_EQ(things.taxonomy->label(0), "Thing");
    EXPECT_EQ(things.taxonomy->size(), 3);
    EXPECT_FALSE(things.taxonomy->has_virtual_root());
    const Knowledge skos = read("b.ttl", turtle(":p a skos:Concept ; skos:prefLabel \"pain\" ;\n"
                                                " skos:altLabel \"hurt\" ; skos:narrower :q .\n"
                                                ":q skos:definition \"of the head\" .\n"
                                                ":r skos:broader :p .\n"));
    EXPECT_THAT(names_of(*skos.taxonomy, "p"), ElementsAre("pain", "p", "hurt"));
    EXPECT_THAT(parents_of(*skos.taxonomy, "q"), ElementsAre("pain"));
    EXPECT_THAT(parents_of(*skos.taxonomy, "r"), ElementsAre("pain"));
    EXPECT_THAT(skos.notes, ElementsAre(HasSubstr("2 classes are mentioned and not declared")));
}

TEST_F(Rdf, FragmentsThatClashGiveWayToIris) {
    const Knowledge knowledge = read(
        "a.ttl", turtle("<http://y/Dog> rdfs:subClassOf :Top . :Dog rdfs:subClassOf :Top .\n"));
    const Taxonomy& taxonomy = *knowledge.taxonomy;
    EXPECT_EQ(taxonomy.find("Dog").size(), 2U);
    EXPECT_EQ(taxonomy.find("http://y/Dog").size(), 1U);
    EXPECT_EQ(taxonomy.id(the(taxonomy, "http://x/o#Dog")), "http://x/o#Dog");
    EXPECT_EQ(taxonomy.id(taxonomy.root()), "Top");
}

TEST_F(Rdf, DeprecatedLeavesAreLeftOut) {
    const Knowledge knowledge = read("a.ttl", turtle(":A a owl:Class . :B a owl:Class ;\n"
                                                     "owl:deprecated true . :C a owl:Class ;\n"
                                                     "rdfs:subClassOf :A .\n"));
    EXPECT_EQ(knowledge.taxonomy->size(), 2);
    EXPECT_THAT(knowledge.notes, ElementsAre("1 deprecated classes were left out"));
}

TEST_F(Rdf, ShortNamesOfNamespacesAreAllowed) {
    const Knowledge knowledge =
        read("a.owl", xml("<!DOCTYPE rdf:RDF [\n<!-- names -->\n<!ENTITY x \"http://x/o#\" >\n]>\n",
                          "<owl:Class rdf:about=\"&x;A\"/>"));
    EXPECT_EQ(knowledge.taxonomy->id(0), "A");
}

TEST_F(Rdf, BombsAreRefusedQuickly) {
    const std::string a =
        "<owl:Class rdf:about=\"http://x/o#A\"><rdfs:label>&b;</rdfs:label></owl:Class>";
    std::string laughs = "<!DOCTYPE rdf:RDF [\n<!ENTITY a \"ha\">\n";
    for (char c = 'b'; c < 'l'; ++c) {
        const std::string inner = std::string("&") + static_cast<char>(c - 1) + ";";
        std::string ten;
        for (int i = 0; i < 10; ++i) ten += inner;
        laughs += std::string("<!ENTITY ") + c + " \"" + ten + "\">\n";
    }
    EXPECT_THAT(wrong("a.owl", xml(laughs + "]>\n", a)),
                HasSubstr("a.owl:4: an entity is declared that holds other entities"));
    std::string uses;
    for (int i = 0; i < 100000; ++i) uses += "&b;";
    EXPECT_THAT(
        wrong("a.owl", xml("<!DOCTYPE rdf:RDF [<!ENTITY b \"" + std::string(1000, 'x') + "\">]>\n",
                           "<owl:Class rdf:about=\"http://x/o#" + uses + "\"/>")),
        HasSubstr("a.owl:2: the entities would make the text more than 8 times as large"));
    EXPECT_THAT(
        wrong("a.owl",
              xml("<!DOCTYPE rdf:RDF [<!ENTITY b \"" + std::string(5000, 'x') + "\">]>\n", a)),
        HasSubstr("one of more than 1024 bytes"));
    EXPECT_THAT(
        wrong("a.owl", xml("<!DOCTYPE r [<!ENTITY b SYSTEM \"file:///etc/passwd\">]>\n", a)),
        HasSubstr("a.owl:2: an external entity is declared"));
    EXPECT_THAT(wrong("a.owl", xml("<!DOCTYPE r [<!ENTITY % b \"x\">]>\n", a)),
                HasSubstr("a parameter entity is declared"));
    EXPECT_THAT(wrong("a.owl", xml("<!DOCTYPE r SYSTEM \"http://127.0.0.1/x.dtd\">\n", a)),
                HasSubstr("the DOCTYPE names an external file"));
    EXPECT_THAT(wrong("a.owl", "<?xml version=\"1.0\" encoding=\"UTF-7\"?>+ADw-"),
                HasSubstr("declares the encoding \"utf-7\""));
    std::string deep;
    for (int i = 0; i < 100000; ++i) deep += "<owl:Class><rdfs:subClassOf>\n";
    EXPECT_THAT(wrong("a.owl", xml("", deep)), HasSubstr("nested more than 200 deep"));
    // A quotation mark in a comment opens nothing.
    EXPECT_THAT(wrong("a.owl", xml("<!DOCTYPE rdf:RDF [ <!-- it's --> <!ENTITY x \"y\"> ]>\n"
                                   "<!-- it's --><?it's?>",
                                   deep)),
                HasSubstr("nested more than 200 deep"));
    EXPECT_THAT(wrong("a.ttl", turtle(":A rdfs:subClassOf " + std::string(1000000, '(') + " .")),
                HasSubstr("a.ttl:5: is not Turtle"));
    EXPECT_THAT(wrong("a.ttl", turtle(":A rdfs:subClassOf " + std::string(1000000, '[') + " .")),
                HasSubstr("a.ttl:5: is not Turtle"));
}

TEST_F(Rdf, LongNamespacesAreRefusedQuickly) {
    const std::string tail(100000, 'a');
    const std::string ns = "http://x/" + tail;
    std::string classes;
    std::string list;
    for (int i = 0; i < 20000; ++i) {
        classes += "<owl:Class rdf:about=\"#" + std::to_string(i) + "\"/>\n";
        list += (i == 0 ? "a:" : ", a:") + std::to_string(i);
    }
    EXPECT_THAT(wrong("a.owl", "<rdf:RDF xml:base=\"" + ns + "\"" + std::string(kOpen.substr(8)) +
                                   classes + "</rdf:RDF>"),
                HasSubstr("a.owl:4: a name has 100011 bytes; 4096 are allowed"));
    EXPECT_THAT(wrong("a.owl", "<rdf:RDF xml:base=\"" + ns.substr(0, 4000) + "\"" +
                                   std::string(kOpen.substr(8)) + classes + "</rdf:RDF>"),
                HasSubstr("many times as large"));
    EXPECT_THAT(
        wrong("a.ttl", turtle("@prefix a: <" + ns + "> .\n:A rdfs:subClassOf " + list + " .")),
        HasSubstr("a.ttl:5: a name has 100009 bytes"));
    EXPECT_THAT(wrong("a.ttl", turtle("@prefix a: <" + ns.substr(0, 4000) +
                                      "> .\n:A rdfs:subClassOf " + list + " .")),
                HasSubstr("the prefixes would make the text more than 32 times as large"));
    EXPECT_THAT(wrong("a.ttl", turtle("@base <" + ns.substr(0, 4000) + "> .\n" +
                                      [&] {
                                          std::string relative;
                                          for (int i = 0; i < 20000; ++i) {
                                              relative +=
                                                  "<" + std::to_string(i) + "> a owl:Class .\n";
                                          }
                                          return relative;
                                      }())),
                HasSubstr("the prefixes would make"));
}

TEST_F(Rdf, BadFilesAreNamedWithTheirLines) {
    EXPECT_THAT(wrong("a.owl", xml("", owl_class("A", "B") + owl_class("B", "A"))),
                HasSubstr("a.owl: the hierarchy has a cycle of 2 concepts: \"A\" is below \"B\""));
    EXPECT_THAT(wrong("a.owl", xml("", "<owl:Class rdf:about=\"http://x/o#A\">")),
                HasSubstr("is not RDF/XML: XML parser error: Opening and ending tag mismatch"));
    EXPECT_THAT(wrong("a.owl", std::string(kOpen)), HasSubstr("is not RDF/XML"));
    EXPECT_THAT(wrong("a.ttl", turtle(":A a owl:Class")), HasSubstr("a.ttl:5: is not Turtle"));
    EXPECT_THAT(wrong("a.ttl", turtle(":A a :B .\n")), HasSubstr("a.ttl: has no class"));
    EXPECT_THAT(wrong("a.owl", "<!DOCTYPE html><html><body>404</body></html>"),
                HasSubstr("a.owl: has no class"));
    EXPECT_THAT(wrong("a.owl", "<Ontology xmlns=\"http://www.w3.org/2002/07/owl#\"></Ontology>"),
                HasSubstr("is OWL in OWL/XML"));
    EXPECT_THAT(wrong("a.owl", "Ontology(<http://x>)"), HasSubstr("functional syntax"));
    EXPECT_THAT(wrong("a.owl", "people,age\n1,2\n"), HasSubstr("a.owl:1: is not Turtle"));
    EXPECT_EQ(wrong("a.owl", ""), "a.owl: the file is empty");
    EXPECT_THAT(wrong("a.owl", xml("", "<!-- caf\xe9 -->")), HasSubstr("has a byte that is not"));
    EXPECT_THAT(wrong("a.owl", "\xfe\xff<"), HasSubstr("a.owl: is in UTF-16"));
    EXPECT_THAT(wrong("a.owl", std::string_view("<rdf\0", 5)),
                HasSubstr("a.owl:1: has a zero byte"));
    EXPECT_TRUE(
        read("a.ttl", turtle(":A a owl:Class . :B a owl:Class .")).taxonomy->has_virtual_root());
}

TEST(AdultTaxonomies, TheRealOnes) {
    const std::string path = data_folder() + "/ontology_adult_muant/";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no data here";
    const std::vector<std::tuple<std::string, std::int64_t, std::string>> expected{
        {"age", 132, "Age"},
        {"education", 24, "Education"},
        {"marital-status", 11, "Marital-Status"},
        {"native-country", 60, "Country"},
        {"occupation", 40, "Occupation"},
        {"race", 8, "Race"},
        {"relationship", 9, "Realtionship"},
        {"sex", 5, "Gender"},
        {"workclass", 10, "Workclass"}};
    for (const auto& [name, size, root] : expected) {
        const Knowledge knowledge = read_knowledge({}, path + name + "-ontology.owl");
        EXPECT_EQ(knowledge.taxonomy->size(), size) << name;
        EXPECT_EQ(knowledge.taxonomy->label(0), root);
        EXPECT_FALSE(knowledge.taxonomy->has_virtual_root()) << name;
        EXPECT_THAT(knowledge.notes, IsEmpty());
    }
    const Knowledge age = read_knowledge({}, path + "age-ontology.owl");
    EXPECT_THAT(parents_of(*age.taxonomy, "0-25"), ElementsAre("0-50"));
}

}  // namespace
}  // namespace lethe::test
