#include "lethe/release/any_policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "lethe/core/random.h"
#include "lethe/graph/graph_method.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/documents/document_policy.h"
#include "lethe/vectors/vector_method.h"
#include "support.h"

namespace lethe::release {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Texts that need quoting, and some that do not.
const std::vector<std::string>& policy_words() {
    static const std::vector<std::string> words{
        "age",       "två ord", "a.b",  "it's", "say \"no\"", "back\\slash",
        "new\nline", "tab\t",   "\x7f", "#x",   "[y]",        "places.csv"};
    return words;
}

// Draws what a policy may say.
class PolicyDraws {
  public:
    explicit PolicyDraws(std::int64_t place) : draws_(Random(7).stream("policies").at(place)) {}

    bool toss() { return draws_.below(2) == 0; }
    std::uint64_t below(std::uint64_t bound) { return draws_.below(bound); }
    const std::string& word() { return policy_words()[draws_.below(policy_words().size())]; }
    std::vector<std::string> words() {
        std::set<std::string> chosen;
        for (std::uint64_t n = draws_.below(4); n > 0; --n) chosen.insert(word());
        return {chosen.begin(), chosen.end()};
    }
    ReadOptions reading() {
        ReadOptions read;
        if (toss()) read.separator = toss() ? ';' : '\t';
        if (toss()) read.header = toss();
        if (toss()) read.encoding = "latin-1";
        read.missing = words();
        return read;
    }
    ColumnPolicy column(const std::string& name) {
        ColumnPolicy column;
        column.name = name;
        if (toss()) column.role = static_cast<Role>(draws_.below(4));
        if (toss()) column.kind = static_cast<Kind>(draws_.below(3));
        if (column.kind == Kind::ordinal) column.order = words();
        if (toss()) {
            column.kind = Kind::semantic;
            column.order.clear();
            ColumnKnowledge& knowledge = column.knowledge.emplace();
            knowledge.source = toss() ? "wordnet" : word();
            if (toss()) knowledge.map = word();
            if (toss()) knowledge.format = KnowledgeFormat::obo;
            if (toss()) knowledge.unmapped = Unmapped::attach_to_root;
            if (toss()) knowledge.phrases = toss() ? 0.5 : 1;
            if (toss()) knowledge.content = word();
        }
        return column;
    }
    // A protection of the data with some of its parameters.
    StepPolicy step(DataKind data, const std::map<std::string, Json>& more = {}) {
        const auto methods = methods_of(Family::mask, data);
        const Method& method = *methods[draws_.below(methods.size())];
        std::map<std::string, Json> parameters = more;  // in the order in which they are read
        for (const Parameter& parameter : method.parameters) {
            if (toss()) continue;
            if (!parameter.choices.empty()) {
                parameters[parameter.name] =
                    parameter.choices[draws_.below(parameter.choices.size())];
            } else if (!parameter.fallback.is_null()) {
                parameters[parameter.name] = parameter.fallback;
            }
        }
        StepPolicy step{method.info.name, {}, Json::object(), {}, {}};
        for (const auto& [name, value] : parameters) step.parameters[name] = value;
        return step;
    }

  private:
    Draws draws_;
};

Policy drawn_table_policy(PolicyDraws& draws) {
    Policy policy;
    policy.read = draws.reading();
    for (const std::string& name : draws.words()) {
        ColumnPolicy column = draws.column(name);
        if (draws.toss()) column.reason = draws.word();
        if (draws.toss()) column.values.decimals = 2;
        if (draws.toss()) column.values.most = 1e22;
        policy.columns.push_back(column);
    }
    policy.scenario.columns = draws.words();
    if (draws.toss()) policy.scenario.people = 12.5;
    if (draws.toss()) policy.scenario.knows_record = false;
    policy.as_masked = draws.toss();
    policy.random_order = draws.toss();
    for (std::uint64_t n = draws.below(3); n > 0; --n) {
        policy.steps.push_back(
            draws.step(DataKind::table, {{draws.word(), {{draws.word(), Json::array({1, "a"})}}}}));
        policy.steps.back().columns = draws.words();
    }
    return policy;
}

documents::TextPolicy drawn_document_policy(PolicyDraws& draws) {
    const auto profiles = documents::profile_names();
    documents::TextPolicy policy =
        documents::profile_policy(profiles[draws.below(profiles.size())]);
    policy.per_document = draws.toss();
    policy.model = draws.toss();
    if (draws.toss()) policy.countries = {"DE", "US"};
    for (documents::CategoryId c = 0; c < documents::kFixedCategories; ++c) {
        if (draws.toss()) continue;
        const std::vector<std::string> names = documents::treatment_names();
        const std::string& named = names[draws.below(names.size())];
        Json given = Json::object();
        if (named == "mask") {
            given["character"] = draws.toss() ? "é" : "*";
            given["keep_last"] = draws.below(5);
        } else if (named == "generalise") {
            given["years"] = 5;
            given["knowledge"] = draws.toss() ? "wordnet" : "map.csv";
        } else if (named == "replace") {
            given["text"] = draws.word();
        }
        const documents::Treatment treatment(find_method(named, Family::mask, DataKind::documents),
                                             given);
        policy.treatments[static_cast<std::size_t>(c)] = treatment;
        if (draws.toss()) policy.labels[static_cast<std::size_t>(c)] = "Own";
    }
    if (draws.toss()) {
        documents::UserEntity entity;
        entity.name = "project-name";
        entity.phrases = {"Blue Heron", draws.word()};
        entity.context = draws.words();
        if (draws.toss()) entity.score = 0.7F;
        entity.category = policy.categories.add(entity.name, "Project", "");
        policy.treatments.emplace_back();
        policy.labels.emplace_back("Project");
        policy.lists.emplace_back(entity.category, draws.word());
        policy.entities.push_back(entity);
    }
    if (draws.toss()) policy.lists.emplace_back(documents::kTitle, draws.word());
    return policy;
}

VectorPolicy drawn_vector_policy(PolicyDraws& draws) {
    VectorPolicy policy{draws.step(DataKind::vectors)};
    if (vectors::needs_taxonomy(vector_protection(policy.step.method)) && draws.toss()) {
        policy.taxonomy = draws.toss() ? "wordnet" : draws.word();
        if (draws.toss()) policy.format = KnowledgeFormat::value_hierarchy;
    }
    policy.keep_ids = draws.toss();
    policy.keep_order = draws.toss();
    policy.drop_labels = draws.toss();
    return policy;
}

GraphPolicy drawn_graph_policy(PolicyDraws& draws) {
    GraphPolicy policy;
    policy.reading.reading = draws.reading();
    if (draws.toss()) policy.reading.directed = draws.toss();
    if (draws.toss()) policy.reading.from = draws.word();
    if (draws.toss()) policy.reading.to = draws.word();
    if (draws.toss()) policy.reading.weight = draws.word();
    if (draws.toss()) policy.reading.id = draws.word();
    for (const std::string& name : draws.words()) {
        NodeColumnPolicy column{draws.column(name)};
        column.topics = draws.toss() && !column.column.knowledge;
        column.keep = draws.toss() && column.column.role != Role::identifier;
        policy.columns.push_back(column);
    }
    bool grouped = false;
    for (std::uint64_t n = draws.below(4); n > 0; --n) {
        StepPolicy step = draws.step(DataKind::graph);
        const bool of_nodes =
            graph::protects_nodes(find_method(step.method, Family::mask, DataKind::graph).info);
        if (of_nodes && grouped) continue;
        if (of_nodes && policy.columns.empty()) step.columns = draws.words();
        grouped = grouped || of_nodes;
        policy.steps.push_back(step);
    }
    if (draws.toss()) policy.k = 2 + static_cast<std::int64_t>(draws.below(9));
    policy.keep_order = draws.toss();
    policy.keep_weights = draws.toss();
    policy.group_nodes = draws.toss();
    policy.neighbourhoods = draws.toss();
    if (draws.toss()) policy.level = static_cast<int>(draws.below(5));
    if (!policy.group_nodes && !grouped) policy.microdata_columns = draws.words();
    return policy;
}

AnyPolicy drawn_policy(DataKind data, std::int64_t place) {
    PolicyDraws draws(place);
    switch (data) {
        case DataKind::table:
            return drawn_table_policy(draws);
        case DataKind::documents:
            return drawn_document_policy(draws);
        case DataKind::vectors:
            return drawn_vector_policy(draws);
        case DataKind::graph:
            return drawn_graph_policy(draws);
    }
    return {};
}

// "12:3 message", in the order in which they were found.
std::vector<std::string> policy_problems(std::string_view text, std::optional<DataKind> data = {}) {
    Problems problems;
    parse_any_policy(text, "p.toml", data, problems);
    std::vector<std::string> found;
    for (const Problem& problem : problems) {
        EXPECT_EQ(problem.place.file, "p.toml") << problem.message;
        EXPECT_GT(problem.place.line, 0) << problem.message;
        EXPECT_GT(problem.place.column, 0) << problem.message;
        found.push_back(std::to_string(problem.place.line) + ":" +
                        std::to_string(problem.place.column) + " " + problem.message);
    }
    return found;
}

class EveryPolicy : public testing::TestWithParam<DataKind> {};

TEST_P(EveryPolicy, IsWrittenAndReadBack) {
    std::set<std::string> different;
    for (std::int64_t i = 0; i < 300; ++i) {
        const AnyPolicy policy = drawn_policy(GetParam(), i);
        const std::string text = policy_text(policy);
        Problems problems;
        const AnyPolicy again = parse_any_policy(text, "p.toml", GetParam(), problems);
        for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem) << "\n" << text;
        EXPECT_EQ(kind_of(again), GetParam());
        EXPECT_EQ(policy_text(again), text);
        different.insert(text);
        if (GetParam() != DataKind::table) {
            EXPECT_EQ(policy_kind(text, "p.toml"), GetParam());
        }
    }
    EXPECT_GT(different.size(), 20U);
}

TEST_P(EveryPolicy, IsRefusedForOtherData) {
    for (const DataKind other :
         {DataKind::table, DataKind::documents, DataKind::vectors, DataKind::graph}) {
        const std::string text = "# for\n  data = \"" + std::string(name(GetParam())) + "\"\n";
        const std::vector<std::string> found = policy_problems(text, other);
        if (other == GetParam()) continue;
        ASSERT_EQ(found.size(), 1U);
        EXPECT_THAT(found[0], HasSubstr("2:10 the policy is for "));
        EXPECT_THAT(found[0], HasSubstr(", and the data are "));
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryPolicy,
                         testing::Values(DataKind::table, DataKind::documents, DataKind::vectors,
                                         DataKind::graph));

TEST(AnyPolicy, SaysWhatItIsFor) {
    EXPECT_EQ(policy_kind("data = \"graph\"\n", "p.toml"), DataKind::graph);
    EXPECT_EQ(policy_kind("[columns]\n", "p.toml"), std::nullopt);
    EXPECT_THROW(policy_kind("data = 3\n", "p.toml"), Error);
    EXPECT_THROW(policy_kind("data = ", "p.toml"), Error);
    try {
        policy_kind("data = \"grap\"\n", "p.toml");
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("did you mean \"graph\""));
        EXPECT_EQ(error.problems()[0].place.column, 8);
    }
    Problems problems;
    EXPECT_EQ(kind_of(parse_any_policy("", "p.toml", {}, problems)), DataKind::table);
    EXPECT_EQ(kind_of(parse_any_policy("data = \"documents\"", "p.toml", {}, problems)),
              DataKind::documents);
    EXPECT_TRUE(problems.empty());
    test::TemporaryFolder folder;
    write_file(folder.file("p.toml"), "data = \"vectors\"\n");
    EXPECT_EQ(policy_kind(folder.file("p.toml")), DataKind::vectors);
    EXPECT_THROW(read_any_policy(folder.file("p.toml")), Error);  // without a step
    EXPECT_THROW(read_any_policy(folder.file("p.toml"), DataKind::graph), Error);
}

TEST(AnyPolicy, OfDocumentsKeepsItsPlaces) {
    EXPECT_THAT(policy_problems("\xEF\xBB\xBF  data  =  \"documents\"  # é\nprofil = \"court\"\n"),
                ElementsAre(HasSubstr("2:10 there is no key \"profil\"; did you mean")));
    EXPECT_THAT(policy_problems("data = \"\"\"documents\"\"\"\n[categories]\nperson = \"hid\"\n"),
                ElementsAre(HasSubstr("3:10 there is no treatment")));
}

TEST(VectorPolicies, ReportEverythingAtOnce) {
    EXPECT_THAT(policy_problems(R"(data = "vectors"
[[step]]
method = "sperical"
[knowledge]
sorce = "wordnet"
[release]
order = "sorted"
keep_ids = "yes"
label = true
)"),
                ElementsAre("3:1 there is no protection \"sperical\"; did you mean "
                            "\"spherical\"?",
                            HasSubstr("5:9 there is no key of [knowledge] \"sorce\"; did you mean"),
                            "4:1 [knowledge] needs a source: a path, or \"wordnet\"",
                            HasSubstr("9:9 there is no key of [release] \"label\"; did you mean"),
                            "7:9 there is no \"order\" \"sorted\"; allowed: random, as-is",
                            "8:12 \"keep_ids\" must be true or false"));
    EXPECT_THAT(
        policy_problems(R"([[step]]
method = "spherical"
columns = ["a"]
k = 1
kk = 3
[[step]]
method = "spherical"
[knowledge]
source = "wordnet"
format = "words"
[release]
order = "random"
keep_ids = true
[columns]
)",
                        DataKind::vectors),
        testing::UnorderedElementsAre(
            HasSubstr("there is no key \"columns\""), HasSubstr("6:1 vectors are protected"),
            "3:1 vectors have no columns to choose from", "4:1 is 1; it must be at least 2",
            HasSubstr("5:1 there is no parameter \"kk\""),
            HasSubstr("10:10 there is no format \"words\"; allowed: "),
            HasSubstr("8:1 [knowledge] is for methods that compare terms"),
            "12:9 rows whose ids are kept are in the order of the documents"));
    EXPECT_THAT(policy_problems("data = \"vectors\"\n"),
                ElementsAre("1:1 vectors are protected by one [[step]], and there is none"));
    EXPECT_THAT(policy_problems("[step]\nmethod = \"spherical\"\n", DataKind::vectors),
                ElementsAre("1:1 steps are written as [[step]]"));
}

TEST(TablePolicies, AnEmptyListOfColumnsIsNotAllOfThem) {
    EXPECT_THAT(policy_problems("[[step]]\nmethod = \"noise\"\ncolumns = []\n"),
                ElementsAre("3:11 columns is an empty list; leave it out for the default"));
}

TEST(GraphPolicies, ReportEverythingAtOnce) {
    EXPECT_THAT(
        policy_problems(R"(data = "graph"
[read]
direct = true
from = 3
[columns]
name = { role = "identifier", keep = true }
likes = { topics = true, knowledge = "t.csv" }
team = { keep = true, round = 1 }
age = { kind = "numeric", order = ["a"] }
[[step]]
method = "mdav"
columns = ["name", "team", "age"]
k = 1
[[step]]
method = "k-degree"
columns = ["age"]
[[step]]
method = "mondrian"
[[step]]
method = "switsh"
[release]
k = 1
weights = "no"
[microdata]
level = -1
columns = ["age"]
[verdict]
)"),
        testing::UnorderedElementsAre(
            HasSubstr("27:1 there is no key \"verdict\""),
            HasSubstr("3:10 there is no key of [read] \"direct\"; did you mean \"directed\"?"),
            "4:8 \"from\" must be the name of a column", "6:38 an identifier is never published",
            HasSubstr("8:31 there is no key of a column of nodes \"round\""),
            "9:35 \"order\" needs kind = \"ordinal\"", "13:1 is 1; it must be at least 2",
            HasSubstr("12:1 the column \"name\" is an identifier"),
            HasSubstr("12:1 the column \"team\" is kept as it is"),
            "16:1 k-degree changes edges and takes no columns",
            "17:1 nodes are grouped once, and an earlier step does it",
            HasSubstr("20:1 there is no protection \"switsh\"; did you mean \"switch\"?"),
            HasSubstr("22:5 \"k\" must be at least 2"), "23:11 \"weights\" must be true or false",
            "25:9 \"level\" must be from 0 to 1000",
            HasSubstr("26:11 \"columns\" of [microdata] goes with group_nodes = false")));
}

TEST(TablePolicies, NeedTheNameOfAMethod) {
    EXPECT_THAT(policy_problems("[[step]]\nmethod = \"\"\n"),
                ElementsAre(HasSubstr("1:1 a step needs a method")));
}

TEST(VectorPolicies, FlagsGoBefore) {
    Problems problems;
    const VectorPolicy policy = parse_vector_policy(
        "[[step]]\nmethod = \"semantic\"\nk = 4\n[knowledge]\nsource = \"t.csv\"\nformat = "
        "\"obo\"\n"
        "[release]\nlabels = false\n",
        "p.toml", problems);
    EXPECT_TRUE(problems.empty());
    VectorRelease what;
    what.taxonomy.clear();
    what.keep_order = true;
    VectorRelease flagged = what;
    apply_policy(policy, what);
    EXPECT_EQ(what.method, "semantic");
    EXPECT_EQ(what.parameters, (Json{{"k", 4}}));
    EXPECT_EQ(what.taxonomy, "t.csv");
    EXPECT_EQ(what.reading.format, KnowledgeFormat::obo);
    EXPECT_TRUE(what.drop_labels && what.keep_order);
    EXPECT_FALSE(what.keep_ids);
    flagged.taxonomy = "wordnet";
    apply_policy(policy, flagged);
    EXPECT_EQ(flagged.taxonomy, "wordnet");
    EXPECT_FALSE(flagged.reading.format);
    EXPECT_THROW(apply_policy(policy, flagged), Error);  // it has a method now
}

TEST(GraphPolicies, FlagsGoBefore) {
    Problems problems;
    const GraphPolicy policy = parse_graph_policy(R"([columns]
a = { topics = true }
b = { keep = true }
[[step]]
method = "mdav"
columns = ["a", "c"]
[release]
k = 7
[microdata]
level = 3
)",
                                                  "p.toml", problems);
    EXPECT_TRUE(problems.empty());
    GraphRelease what;
    apply_policy(policy, what);
    EXPECT_EQ(what.settings, (Json{{"k", 7}}));
    EXPECT_THAT(what.attributes.columns, ElementsAre("a", "c"));
    EXPECT_THAT(what.attributes.topics, ElementsAre("a"));
    EXPECT_THAT(what.keep, ElementsAre("b"));
    EXPECT_EQ(what.level, 3);
    EXPECT_EQ(what.policy.columns.size(), 2U);
    GraphRelease flagged;
    flagged.attributes = {{"d"}, {"d"}};
    flagged.keep = {"e"};
    flagged.level = 1;
    flagged.group_nodes = false;
    apply_policy(policy, flagged);
    EXPECT_THAT(flagged.attributes.columns, ElementsAre("d"));
    EXPECT_THAT(flagged.attributes.topics, ElementsAre("d"));
    EXPECT_THAT(flagged.keep, ElementsAre("e"));
    EXPECT_EQ(flagged.level, 1);
    EXPECT_FALSE(flagged.group_nodes);
    GraphRelease stepped;
    stepped.settings["k"] = 3;
    EXPECT_THROW(apply_policy(policy, stepped), Error);
    GraphPolicy columns = policy;
    columns.steps.clear();
    apply_policy(columns, stepped);
    EXPECT_EQ(stepped.settings["k"], 3);
    EXPECT_TRUE(stepped.steps.empty());
}

TEST(GraphPolicies, AreRelativeToTheirFolder) {
    test::TemporaryFolder folder;
    write_file(folder.file("p.toml"),
               "[columns]\nplace = { knowledge = \"t.csv\", map = \"m.csv\" }\njob = { knowledge = "
               "\"wordnet\" }\n");
    const GraphPolicy policy = read_graph_policy(folder.file("p.toml"));
    EXPECT_EQ(policy.columns[0].column.knowledge->source, "wordnet");
    EXPECT_EQ(policy.columns[1].column.knowledge->source, folder.file("t.csv"));
    EXPECT_EQ(policy.columns[1].column.knowledge->map, folder.file("m.csv"));
    const AnyPolicy any = read_any_policy(folder.file("p.toml"), DataKind::graph);
    EXPECT_EQ(policy_text(any), policy_text(policy));
}

TEST(ProposedPolicies, DoNotReplaceWhatWasCorrected) {
    test::TemporaryFolder folder;
    write_proposed_policy(folder.file("p.toml"), "data = \"graph\"\n");
    write_proposed_policy(folder.file("p.toml"), "data = \"graph\"\n");
    EXPECT_THROW(write_proposed_policy(folder.file("p.toml"), "data = \"table\"\n"), Error);
    EXPECT_EQ(read_file(folder.file("p.toml")), "data = \"graph\"\n");
}

// Every block of the page says what it is for and is read without a problem.
TEST(GuideOfPolicies, HasTheGrammarAsItIs) {
    const std::string page = read_file(test::source_path("docs/guide/policies.md"));
    std::map<DataKind, int> blocks;
    for (std::size_t at = page.find("```toml\n"); at != std::string::npos;
         at = page.find("```toml\n", at)) {
        at += 8;
        const std::string block = page.substr(at, page.find("```", at) - at);
        const auto kind = policy_kind(block, "policies.md");
        ASSERT_TRUE(kind) << block;
        Problems problems;
        const AnyPolicy policy = parse_any_policy(block, "policies.md", {}, problems);
        for (const Problem& problem : problems)
            ADD_FAILURE() << to_string(problem) << "\n" << block;
        EXPECT_EQ(kind_of(policy), *kind);
        ++blocks[*kind];
    }
    EXPECT_EQ(blocks.size(), 4U);
}

TEST(GraphPolicies, TopicsThatAreNotAmongTheAttributesAreNoneOfThem) {
    Problems problems;
    const GraphPolicy policy = parse_graph_policy(
        "[columns]\nlikes = { topics = true }\nposts = { topics = true }\n"
        "name = { role = \"identifier\", topics = true }\n"
        "[[step]]\nmethod = \"mdav\"\ncolumns = [\"likes\", \"age\"]\nk = 5\n",
        "graph.toml", problems);
    EXPECT_TRUE(problems.empty());
    const graph::AttributeChoice chosen = policy.attributes({});
    EXPECT_THAT(chosen.columns, testing::ElementsAre("likes", "age"));
    EXPECT_THAT(chosen.topics, testing::ElementsAre("likes"));
    EXPECT_THAT(policy.attributes({{"posts"}, {}}).topics, testing::ElementsAre("posts"));
}

}  // namespace
}  // namespace lethe::release
