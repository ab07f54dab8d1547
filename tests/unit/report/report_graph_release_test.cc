// What is said of released graphs, for any list of steps: held to what is counted in the files.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/io/json_file.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/graphs/graph_release.h"
#include "lethe/release/private_log.h"
#include "lethe/release/release_envelope.h"
#include "lethe/report/release_pages.h"
#include "lethe/report/sections/graph/text_graph_release.h"
#include "support.h"

namespace lethe::report {
namespace {

using testing::HasSubstr;
using testing::Not;

using Ends = std::set<std::pair<std::string, std::string>>;

constexpr int kPeople = 24;
constexpr std::int64_t kSharing = 4;

// A ring, and one whom many know.
class GraphReleaseWords : public testing::Test {
  protected:
    void SetUp() override {
        std::string nodes = "id,city\n", edges = "from,to\n";
        for (int i = 0; i < kPeople; ++i) {
            nodes += fmt::format("u{},{}\n", i, i % 2 ? "Ulm" : "Bonn");
            edges += fmt::format("u{},u{}\n", i, (i + 1) % kPeople);
            if (i % 3 == 2 && i < kPeople - 1) edges += fmt::format("u0,u{}\n", i);
        }
        write_file(at("nodes.csv"), nodes);
        write_file(at("edges.csv"), edges);
    }
    std::string at(const std::string& name) const { return folder_.file(name); }

    // The record of a release by these steps.
    Json released(const std::vector<release::GraphStep>& steps, bool directed = false) const {
        release::GraphRelease what;
        what.source = {at("edges.csv"), at("nodes.csv")};
        what.source.directed = directed;
        what.target = {at("g.csv"), at("n.csv")};
        what.settings["k"] = kSharing;
        what.steps = steps;
        what.seed = 7;
        release::release_graph({}, what);
        return read_json(release::record_path(at("g.csv")));
    }

    static Ends ends_in(const std::string& file, const std::map<std::string, std::string>& named) {
        Ends ends;
        std::istringstream in(read_file(file));
        std::string line;
        std::getline(in, line);
        while (std::getline(in, line)) {
            const std::size_t comma = line.find(',');
            std::string a = line.substr(0, comma), b = line.substr(comma + 1);
            b.erase(std::min(b.find_first_of(",\r"), b.size()));
            if (!named.empty()) a = named.at(a), b = named.at(b);
            ends.insert(std::minmax(a, b));
        }
        return ends;
    }
    Ends before() const { return ends_in(at("edges.csv"), {}); }
    Ends after() const {  // by the names of the original
        const auto log = release::find_private_log(at("g.csv"), {}, DataKind::graph);
        std::map<std::string, std::string> named;
        for (std::size_t i = 0; i < log->body["nodes"].size(); ++i) {
            named[std::to_string(i + 1)] = log->body["nodes"][i].get<std::string>();
        }
        return ends_in(at("g.csv"), named);
    }
    lethe::test::TemporaryFolder folder_;
};

std::map<std::string, int> neighbours_in(const Ends& ends) {
    std::map<std::string, int> degrees;
    for (const auto& [a, b] : ends) ++degrees[a], ++degrees[b];
    return degrees;
}

std::int64_t told_apart(const Ends& ends) {
    const std::map<std::string, int> degrees = neighbours_in(ends);
    std::map<int, std::int64_t> classes;
    for (const auto& [node, degree] : degrees) ++classes[degree];
    if (std::ssize(degrees) < kPeople) classes[0] = kPeople - std::ssize(degrees);
    std::int64_t below = 0;
    for (const auto& [degree, nodes] : classes) below += nodes < kSharing ? nodes : 0;
    return below;
}

std::int64_t missing_in(const Ends& some, const Ends& others) {
    return std::ranges::count_if(some, [&](const auto& edge) { return !others.contains(edge); });
}

// Every method of edges, alone, and before and after every other: what is said follows from the
// files, whatever the methods are called.
TEST_F(GraphReleaseWords, FollowFromTheFilesForAnySteps) {
    std::vector<const Method*> of_edges;
    for (const Method* method : methods_of(Family::mask, DataKind::graph)) {
        if (method->info.kinds.empty()) of_edges.push_back(method);
    }
    std::vector<std::vector<const Method*>> lists = {{}};
    for (const Method* first : of_edges) {
        lists.push_back({first});
        for (const Method* second : of_edges) {
            lists.push_back({first, second});
            lists.push_back({first, second, second});
        }
    }
    int risky = 0, safe = 0, brought_back = 0;
    for (const std::vector<const Method*>& list : lists) {
        std::vector<release::GraphStep> steps;
        std::string named;
        for (const Method* method : list) {
            named += method->info.name + " ";
            Json params = method->has_parameter("share") ? Json{{"share", 0.4}} : Json::object();
            steps.push_back({method->info.name, params});
        }
        Json record;
        try {
            record = released(steps);
        } catch (const Error& error) {  // a later step broke what an earlier one promised
            EXPECT_EQ(error.kind(), ErrorKind::unmet) << named;
            continue;
        }
        const std::string said = graph_release_words(record);
        const Ends old_edges = before(), new_edges = after();
        const std::int64_t below = told_apart(new_edges);
        const auto degrees_said = "for " + std::to_string(below) + " of the nodes: who knows";
        if (below > 0) {
            EXPECT_THAT(said, HasSubstr(degrees_said)) << named;
            EXPECT_THAT(said, HasSubstr("how many friends someone has may find them")) << named;
            EXPECT_THAT(graph_release_headline(record),
                        HasSubstr(std::to_string(below) + " can be told by the number"))
                << named;
            ++risky;
        } else {
            EXPECT_THAT(said, HasSubstr("Every number of neighbours is shared by at least"))
                << named;
            EXPECT_THAT(said, HasSubstr("may still find them")) << named;
            ++safe;
        }
        if (said.find("as many neighbours as before") != std::string::npos) {
            EXPECT_EQ(neighbours_in(old_edges), neighbours_in(new_edges)) << named;
        } else {
            EXPECT_FALSE(list.empty()) << named;
        }
        const std::int64_t gone = missing_in(old_edges, new_edges);
        const std::int64_t fresh = missing_in(new_edges, old_edges);
        EXPECT_EQ(record["structure"]["edges_removed"], gone) << named;
        EXPECT_EQ(record["structure"]["edges_added"], fresh) << named;
        const std::string edges_said =
            gone + fresh == 0 ? std::string("Edges are as they were.")
            : gone == 0       ? fmt::format("{} edges were added", fresh)
                              : fmt::format("{} edges are gone and {} are new", gone, fresh);
        EXPECT_THAT(said, HasSubstr(edges_said)) << named;
        brought_back += list.size() > 1 && gone > 0 ? 1 : 0;
    }
    EXPECT_GT(risky, 5);
    EXPECT_GT(safe, 1);
    EXPECT_GT(brought_back, 3);
}

TEST_F(GraphReleaseWords, SwitchedTwiceKeepsDegrees) {
    const std::string said =
        graph_release_words(released({{"switch", {{"share", 0.5}}}, {"switch", {{"share", 0.5}}}}));
    EXPECT_THAT(said, HasSubstr("Every node has as many neighbours as before."));
    EXPECT_THAT(said, HasSubstr("who knows how many friends someone has may find them"));
    EXPECT_THAT(graph_release_words(released({{"switch"}, {"perturb"}})),
                Not(HasSubstr("as many neighbours as before")));
}

// Degrees in each direction can tell people apart where those without direction do not.
TEST_F(GraphReleaseWords, HeadlinesCountDirections) {
    const Json record = released({{"k-degree"}}, true);
    EXPECT_EQ(record["structure"]["nodes_in_small_degree_classes"], 0);
    const auto below = record["structure"]["nodes_in_small_direction_classes"].get<std::int64_t>();
    ASSERT_GT(below, 0);
    EXPECT_THAT(graph_release_headline(record), HasSubstr(std::to_string(below) + " can be told"));
    EXPECT_THAT(graph_release_words(record), HasSubstr("in each direction are shared by fewer"));
}

// A record of before, which says nothing of what its steps kept, is not read as if it were safe.
TEST_F(GraphReleaseWords, OldRecordsAreReadByTheirCounts) {
    Json record = released({{"switch"}});
    record["structure"].erase("keeps_degrees");
    record["structure"].erase("steps");
    EXPECT_THAT(graph_release_words(record), HasSubstr("may find them"));
    record["structure"].erase("nodes_in_small_degree_classes");
    EXPECT_THAT(graph_release_words(record), HasSubstr("was not counted: who knows"));
}

}  // namespace
}  // namespace lethe::report
