#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/io/file.h"
#include "lethe/io/json_file.h"
#include "lethe/release/graphs/graph_pair.h"
#include "lethe/release/graphs/graph_release.h"
#include "lethe/release/private_log.h"
#include "support.h"

namespace lethe::release {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class GraphReleaseTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string nodes = "id,nick,city,topics,age\n";
        std::string edges = "from,to,weight\n";
        for (int i = 0; i < 24; ++i) {
            const std::string id = "u" + std::to_string(i);
            nodes += id + ",nick" + std::to_string(i) + "," + (i % 2 ? "Ulm" : "Bonn") + "," +
                     (i % 3 ? "art;music" : "sport") + "," + std::to_string(20 + i % 5) + "\n";
            edges += id + ",u" + std::to_string((i + 1) % 24) + "," + std::to_string(i) + ".5\n";
            if (i % 4 == 0) edges += id + ",u" + std::to_string((i + 7) % 24) + ",99.25\n";
        }
        write_file(at("nodes.csv"), nodes);
        write_file(at("edges.csv"), edges);
    }
    std::string at(const std::string& name) const { return folder_.file(name); }
    GraphRelease asked() const {
        GraphRelease what;
        what.source.file = at("edges.csv");
        what.source.nodes = at("nodes.csv");
        what.target = {at("g.csv"), at("n.csv")};
        what.settings["k"] = 4;
        what.seed = 1;
        return what;
    }
    std::string refusal(const GraphRelease& what) const {
        try {
            release_graph({}, what);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }
    test::TemporaryFolder folder_;
};

TEST_F(GraphReleaseTest, LeavesOutNamesAndOrder) {
    const Released released = release_graph({}, asked());
    EXPECT_THAT(released.notes, testing::Contains(HasSubstr("\"nick\"")));
    const std::string nodes = read_file(at("n.csv"));
    EXPECT_THAT(nodes, Not(HasSubstr("nick")));
    EXPECT_THAT(nodes, HasSubstr("id,city,topics,age\n"));
    const Json record = read_json(record_path(at("g.csv")));
    EXPECT_EQ(record["data"], "graph");
    EXPECT_EQ(record["files"].size(), 2U);
    EXPECT_EQ(record["files"][1]["sha256"], file_sha256(at("n.csv")));
    EXPECT_FALSE(record.contains("seed"));
    const auto log = find_private_log(at("g.csv"), {}, DataKind::graph);
    ASSERT_TRUE(log);
    EXPECT_EQ(log->body["sources"].size(), 2U);
    EXPECT_NO_THROW(check_log_of(*log, at("g.csv")));
    const std::vector<std::string> ids = original_nodes(*log);
    EXPECT_EQ(ids.size(), 24U);
    EXPECT_FALSE(std::ranges::is_sorted(log->body["rows"].get<std::vector<std::int64_t>>()));
}

TEST_F(GraphReleaseTest, WeightsGoWhereEdgesChange) {
    GraphRelease what = asked();
    release_graph({}, what);
    EXPECT_THAT(read_file(at("g.csv")), HasSubstr("weight"));
    what.steps = {{"perturb"}};
    release_graph({}, what);
    EXPECT_THAT(read_file(at("g.csv")), Not(HasSubstr("weight")));
    what.keep_weights = true;
    release_graph({}, what);
    EXPECT_THAT(read_file(at("g.csv")), HasSubstr("weight"));
}

TEST_F(GraphReleaseTest, RefusesWhatWouldTell) {
    GraphRelease what = asked();
    what.attributes.columns = {"nick", "city"};
    EXPECT_THAT(refusal(what), HasSubstr("nearly every node"));
    what = asked();
    what.keep = {"age"};
    ColumnPolicy age;
    age.name = "age";
    age.role = Role::identifier;
    what.policy.columns.push_back(age);
    EXPECT_THAT(refusal(what), HasSubstr("never published"));
    what = asked();
    what.group_nodes = false;
    EXPECT_THAT(refusal(what), HasSubstr("nothing is protected"));
    what = asked();
    what.settings["k"] = 1;
    EXPECT_THAT(refusal(what), HasSubstr("at least 2"));
    EXPECT_FALSE(fs::exists(at("g.csv")));
}

// Any masking of tables that makes k rows alike, by its name; one that graphs have too as table:...
TEST_F(GraphReleaseTest, AMaskOfTablesProtectsNodes) {
    GraphRelease what = asked();
    what.steps = {{"global-median"}, {"switch"}};
    const Released released = release_graph({}, what);
    const Json record = read_json(record_path(at("g.csv")));
    EXPECT_EQ(record["attributes"]["method"], "table:global-median");
    EXPECT_EQ(record["attributes"]["parameters"]["k"], 4);
    EXPECT_GE(record["attributes"]["k"], 4);
    EXPECT_EQ(record["attributes"]["columns"], Json({"city", "topics", "age"}));
    EXPECT_TRUE(record["attributes"].contains("facts"));
    EXPECT_EQ(record["structure"]["method"], "switch");
    EXPECT_EQ(read_json(private_log_path(at("g.csv")))["groups"].size(), 24U);

    const std::string first = read_file(at("n.csv"));
    release_graph({}, what);
    EXPECT_EQ(read_file(at("n.csv")), first);

    what.steps = {{"mdav"}};
    release_graph({}, what);
    EXPECT_EQ(read_json(record_path(at("g.csv")))["attributes"]["method"], "mdav");
    what.steps = {{"table:mdav"}};
    release_graph({}, what);
    EXPECT_EQ(read_json(record_path(at("g.csv")))["attributes"]["method"], "table:mdav");
    EXPECT_THAT(read_file(at("n.csv")), Not(HasSubstr(".")));  // whole numbers stay whole
    what.dry_run = true;
    EXPECT_EQ(release_graph({}, what).summary["method"]["name"], "table:mdav");
    EXPECT_EQ(release_graph({}, what).summary["method"]["k"], 4);
}

TEST_F(GraphReleaseTest, ColumnsThatAMaskDoesNotTakeAreNotPublished) {
    GraphRelease what = asked();
    what.steps = {{"pca-projection"}};
    const Released released = release_graph({}, what);
    EXPECT_THAT(released.notes, testing::Contains(HasSubstr("\"city\" is not of a kind")));
    EXPECT_THAT(read_file(at("n.csv")), HasSubstr("id,age\n"));
    what.attributes.columns = {"city", "age"};
    EXPECT_THAT(refusal(what), HasSubstr("\"city\" is nominal, which pca-projection does not"));
    what.attributes.columns = {};
    what.keep = {"age"};
    EXPECT_THAT(refusal(what), HasSubstr("no column that pca-projection takes"));
}

// Numbers shown as intervals are compared by their middles.
TEST_F(GraphReleaseTest, IntervalsOfNumbersArePublishedAndCompared) {
    GraphRelease what = asked();
    what.steps = {{"table:mondrian"}};
    what.attributes.columns = {"age"};
    what.settings["k"] = 10;
    release_graph({}, what);
    EXPECT_THAT(read_file(at("n.csv")), HasSubstr("[20,"));
    const Json record = read_json(record_path(at("g.csv")));
    EXPECT_GT(record["attributes"]["loss"], 0);
    EXPECT_LT(record["attributes"]["loss"], 0.5);
}

TEST_F(GraphReleaseTest, MasksThatDoNotProtectNodesAreRefused) {
    GraphRelease what = asked();
    what.steps = {{"rank-swapping"}};
    EXPECT_THAT(refusal(what), HasSubstr("does not make k rows alike"));
    what.steps = {{"sampling"}};
    EXPECT_THAT(refusal(what), HasSubstr("does not protect nodes; these do: "));
    what.steps = {{"global-medain"}};
    EXPECT_THAT(refusal(what), HasSubstr("did you mean \"global-median\"?"));
    what.steps = {{"table:no-such"}};
    EXPECT_THAT(refusal(what), HasSubstr("no-such"));
    what.steps = {{"global-median"}, {"mdav"}};
    EXPECT_THAT(refusal(what), HasSubstr("nodes are grouped once"));
    what.steps = {{"global-median", {{"closeness", 1}}}};
    EXPECT_THAT(refusal(what), HasSubstr("closeness"));
    // Columns masked apart are not alike together.
    what.steps = {{"table:mdav", {{"groups", {{"city"}, {"topics", "age"}}}}}};
    what.attributes.columns = {"city", "topics", "age"};
    EXPECT_THAT(refusal(what), HasSubstr("all columns masked together"));
    EXPECT_FALSE(fs::exists(at("g.csv")));
}

// What a group of places has in common is a place of the hierarchy, and so is one place for it.
TEST_F(GraphReleaseTest, BoxesOfPlacesArePlacesOfTheHierarchy) {
    write_file(at("places.csv"), "Ulm;South;World\nBonn;West;World\n");
    GraphRelease what = asked();
    what.policy.knowledge["city"].source = at("places.csv");
    what.attributes.columns = {"city", "age"};
    what.settings["k"] = 13;
    what.steps = {{"table:mondrian"}};
    EXPECT_EQ(refusal(what), "");
    what.steps = {{"table:mondrian", {{"publish", "representative"}}}};
    EXPECT_EQ(refusal(what), "");
}

// Steps are run in their order, and the record tells each.
TEST_F(GraphReleaseTest, SeveralSteps) {
    GraphRelease what = asked();
    what.steps = {{"switch", {{"share", "0.5"}}}, {"mondrian"}, {"k-degree", {{"k", 6}}}};
    release_graph({}, what);
    const Json record = read_json(record_path(at("g.csv")));
    EXPECT_EQ(record["k"], 4);  // the smallest that is promised
    EXPECT_EQ(record["attributes"]["method"], "mondrian");
    EXPECT_EQ(record["structure"]["method"], "switch, k-degree");
    EXPECT_EQ(record["structure"]["steps"][0], (Json{{"method", "switch"}, {"share", 0.5}}));
    EXPECT_EQ(record["structure"]["steps"][1], (Json{{"method", "k-degree"}, {"k", 6}}));
    EXPECT_GE(record["structure"]["smallest_degree_class"], 6);
    EXPECT_GE(record["attributes"]["k"], 4);
}

TEST_F(GraphReleaseTest, RefusesStepsThatCannotBe) {
    GraphRelease what = asked();
    what.steps = {{"k-degre"}};
    EXPECT_THAT(refusal(what), HasSubstr("did you mean \"k-degree\""));
    what.steps = {{"profile-linkage"}};
    EXPECT_THAT(refusal(what), HasSubstr("not a protection"));
    what.steps = {{"perturb", {{"share", 2}, {"k", 3}}}};
    EXPECT_THAT(refusal(what), HasSubstr("perturb.share"));
    EXPECT_THAT(refusal(what), HasSubstr("\"k\""));  // reported together
    what.steps = {{"mdav"}, {"mondrian"}};
    EXPECT_THAT(refusal(what), HasSubstr("grouped once"));
    what.steps = {{"k-degree", {{"k", 12}}}, {"perturb", {{"share", 0.5}}}};
    EXPECT_THAT(refusal(what), HasSubstr("a later step broke"));
    EXPECT_FALSE(fs::exists(at("g.csv")));
}

TEST_F(GraphReleaseTest, IsAssessedThroughItsLog) {
    const GraphRelease what = asked();
    release_graph({}, what);
    GraphPair pair{read_described_graph({}, what.source, what.policy), {}};
    graph::GraphSource released;
    released.file = what.target.file;
    released.nodes = what.target.nodes;
    pair.released = read_released_graph({}, pair.original, released, what.policy, {});
    EXPECT_FALSE(pair.released.by_order);
    EXPECT_EQ(pair.released.graph.ids, pair.original.ids);
    const auto attacks = assess_graph_methods({}, pair, Family::attack, {}, 1);
    ASSERT_EQ(attacks.size(), 3U);
    EXPECT_EQ(attacks[0].name, "profile-linkage");
    EXPECT_LE(attacks[0].details["own"]["expected"], 100.0 / 4);
    EXPECT_GE(*attacks[0].value, attacks[0].details["own"]["expected"].get<double>());
    EXPECT_THAT(attacks[0].warnings[0], HasSubstr("nick"));
    const std::vector<Choice> structure = {{"structure-loss"}};
    const auto losses = assess_graph_methods({}, pair, Family::loss, structure, 1);
    ASSERT_EQ(losses.size(), 1U);
    EXPECT_EQ(losses[0].value, 0);  // edges stayed as they were, which the log shows
    const std::vector<Choice> wrong = {{"structure-loss", {{"exact", true}}}};
    EXPECT_THROW(assess_graph_methods({}, pair, Family::loss, wrong, 1), Error);
    pair.released.graph.attributes = Table();
    EXPECT_FALSE(assess_graph_methods({}, pair, Family::attack, {}, 1)[0].value);

    fs::remove(private_log_path(at("g.csv")));
    EXPECT_THROW(read_released_graph({}, pair.original, released, what.policy, {}), Error);
    // The record says that the order is a random one: by it each would be taken for another.
    EXPECT_THROW(read_released_graph({}, pair.original, released, what.policy, {"", true}), Error);
    fs::remove(record_path(at("g.csv")));
    EXPECT_THROW(read_released_graph({}, pair.original, released, what.policy, {}), Error);
    const MatchedGraph by_order =
        read_released_graph({}, pair.original, released, what.policy, {"", true});
    EXPECT_TRUE(by_order.by_order);
    EXPECT_THAT(by_order.notes, testing::ElementsAre(HasSubstr("matched by their order"),
                                                     HasSubstr("in the order of the original")));
}

TEST_F(GraphReleaseTest, AKeptOrderIsWarnedOf) {
    GraphRelease what = asked();
    EXPECT_THAT(release_graph({}, what).notes, testing::Each(testing::Not(HasSubstr("order"))));
    EXPECT_EQ(read_json(record_path(at("g.csv")))["order"], "random");
    what.keep_order = true;
    EXPECT_THAT(release_graph({}, what).notes, testing::Contains(HasSubstr("--keep-order")));
    EXPECT_EQ(read_json(record_path(at("g.csv")))["order"], "as-is");
    const graph::SocialGraph original = read_described_graph({}, what.source, what.policy);
    graph::GraphSource released;
    released.file = what.target.file;
    released.nodes = what.target.nodes;
    EXPECT_THAT(read_released_graph({}, original, released, what.policy, {}).notes,
                testing::ElementsAre(HasSubstr("in the order of the original")));
    // One that was made elsewhere and has the ids of the people.
    const MatchedGraph same = read_released_graph({}, original, what.source, what.policy, {});
    EXPECT_THAT(same.notes, testing::ElementsAre(HasSubstr("say who is who")));
}

TEST_F(GraphReleaseTest, ADryRunNeedsNoPlace) {
    GraphRelease what = asked();
    what.target = {};
    what.dry_run = true;
    const Json plan = release_graph({}, what).summary;
    EXPECT_EQ(plan["kind"], "release-plan");
    EXPECT_TRUE(plan["files"].empty());
}

TEST_F(GraphReleaseTest, MicrodataArePrivate) {
    GraphRelease what = asked();
    what.microdata = at("users.csv");
    release_graph({}, what);
    struct stat status {};
    ASSERT_EQ(::stat(at("users.csv").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600U);
    EXPECT_EQ(read_json(private_log_path(at("g.csv")))["private_files"][0]["file"], "users.csv");
    EXPECT_NO_THROW(release_graph({}, what));  // it was ours
    write_file(at("users.csv"), "mine");
    EXPECT_THAT(refusal(what), HasSubstr("the option force"));
}

TEST_F(GraphReleaseTest, ErrorsNameTheRealFiles) {
    GraphRelease what = asked();
    what.target.nodes.clear();
    const std::string said = refusal(what);
    EXPECT_THAT(said, HasSubstr(at("g.csv")));
    EXPECT_THAT(said, Not(HasSubstr(".lethe-")));
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
        EXPECT_FALSE(entry.path().filename().string().starts_with('.'));
    }
}

TEST_F(GraphReleaseTest, ADryRunWritesNothing) {
    GraphRelease what = asked();
    what.dry_run = true;
    what.steps = {{"switch"}};
    const Json plan = release_graph({}, what).summary;
    EXPECT_EQ(plan["columns"][0], (Json{{"column", "nick"}, {"treatment", "not published"}}));
    EXPECT_EQ(plan["columns"][1]["treatment"], "of its group");
    EXPECT_EQ(plan["structure"]["share"], 0.05);
    EXPECT_EQ(plan["files"].size(), 4U);
    EXPECT_FALSE(fs::exists(at("g.csv")) || fs::exists(record_path(at("g.csv"))));
}

// The library's own default is the one that is safe to publish.
TEST_F(GraphReleaseTest, DefaultColumns) {
    const Table nodes = graph::read_graph({}, asked().source).attributes;
    const graph::DefaultAttributes found = graph::default_attributes(nodes, {}, {"age"});
    EXPECT_THAT(found.columns, ElementsAre("city", "topics"));
    EXPECT_THAT(found.names, ElementsAre("nick"));
    EXPECT_TRUE(graph::is_called_topics("topics_2", {}));
    EXPECT_TRUE(graph::is_called_topics("likes", {{}, {"likes"}}));
    EXPECT_FALSE(graph::holds_topics(*Column::numeric("topics", {1, 2}), {}));
}

}  // namespace
}  // namespace lethe::release
