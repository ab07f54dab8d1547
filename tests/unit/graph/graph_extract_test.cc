// A graph from posts: topics, places and edges as computed by hand.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lethe/core/error.h"
#include "lethe/graph/extract/extract_network.h"
#include "lethe/graph/extract/sample_network.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "support.h"

namespace lethe::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kTopics =
    "football;sport;Interests\ntennis;sport;Interests\nclassical music;music;Interests\n"
    "jazz;music;Interests\nwine;food;Interests\n";
constexpr std::string_view kPlaces =
    "Barcelona;Catalonia;Spain;Europe;World\nMadrid;Community of Madrid;Spain;Europe;World\n"
    "Paris;Ile-de-France;France;Europe;World\nTokyo;Kanto;Japan;Asia;World\n";
constexpr std::string_view kUsers = R"({"id": 1, "username": "Ann", "location": "barcelona"}
{"username": "Ben", "location": "Madrid, Spain"}
{"username": "cy", "location": "my sofa"}
{"username": "dee"}
)";
constexpr std::string_view kPosts =
    R"({"user": "ann", "text": "Football! FOOTBALL and tennis with @ben", "time": "2024-01-01"}
{"user": "1", "text": "Classical music and footballs, @ben @nobody ann@ben.example", "reply_to": "cy"}
{"user": "ben", "text": "jazz http://wine.example/jazz #wine wine"}
{"user": "ben", "text": "me, @Ben, on wine", "reply_to": "ann"}
{"user": "cy", "text": "the and of football"}
)";

class Extract : public ::testing::Test {
  protected:
    std::string put(const std::string& name, std::string_view text) {
        write_file(folder_.file(name), text);
        return folder_.file(name);
    }
    TaxonomyPtr taxonomy(const std::string& name, std::string_view text) {
        return read_knowledge({}, put(name, text)).taxonomy;
    }
    test::TemporaryFolder folder_;
};

// Three users have topics. Football is written about by Ann (3 times: twice, and "footballs") and
// by Cy (once); tennis, classical music by Ann alone, jazz and wine by Ben alone.
TEST_F(Extract, ByHand) {
    const Posts posts = read_posts({}, put("posts.jsonl", kPosts), put("users.jsonl", kUsers));
    TopicFinder topics(taxonomy("topics.csv", kTopics), 0);
    const Places places(*taxonomy("places.csv", kPlaces));
    const Extracted made = extract_network({}, posts, topics, places, 2);
    EXPECT_THAT(made.graph.ids, ElementsAre("Ann", "Ben", "cy", "dee"));
    const Column& list = made.graph.attributes.column("topics");
    EXPECT_EQ(list.text(0), "football;classical music");
    EXPECT_EQ(list.text(1), "wine;jazz");
    EXPECT_EQ(list.text(2), "football");
    EXPECT_FALSE(list.valid(3));
    const Json& ann = made.explanations[0];
    EXPECT_DOUBLE_EQ(ann["topics"][0]["score"].get<double>(), 3 * std::log(1 + 3.0 / 2));
    EXPECT_DOUBLE_EQ(ann["topics"][1]["score"].get<double>(), std::log(1 + 3.0 / 1));
    EXPECT_EQ(ann["topics"][0]["words"], Json({{"football", 2}, {"footballs", 1}}));
    EXPECT_EQ(made.explanations[1]["topics"][0]["weight"], 3);  // the address does not count

    const Column& place = made.graph.attributes.column("location");
    EXPECT_EQ(place.text(0), "Barcelona");
    EXPECT_EQ(place.text(1), "Madrid");
    EXPECT_EQ(place.text(2), "unknown");
    EXPECT_FALSE(place.valid(3));
    EXPECT_THAT(made.graph.attributes.column("location_level").numbers(), ElementsAre(5, 5, 0, 0));
    EXPECT_EQ(ann["location"]["how"], "normalised");
    EXPECT_EQ(made.explanations[1]["location"]["how"], "part");
    EXPECT_EQ(made.unknown, 1);
    EXPECT_EQ(made.places,
              "Barcelona;Catalonia;Spain;Europe;World\n"
              "Madrid;Community of Madrid;Spain;Europe;World\nunknown;World\n");

    EXPECT_TRUE(made.graph.directed);
    EXPECT_THAT(made.graph.edges, ElementsAre(Edge{0, 1}, Edge{0, 2}, Edge{1, 0}));
    EXPECT_THAT(made.graph.weights, ElementsAre(2, 1, 1));
    EXPECT_EQ(made.outside, 1);
    EXPECT_EQ(made.to_self, 1);
}

TEST_F(Extract, Lexicon) {
    const std::string file =
        put("lexicon.csv", "term,topic,weight\ngoal,sport,2\nwing,sport,0.5\nwing,flying,1\n");
    EXPECT_TRUE(TopicFinder::is_lexicon(file));
    EXPECT_FALSE(TopicFinder::is_lexicon(put("topics.csv", kTopics)));
    TopicFinder topics({}, file);
    std::map<std::string, double> sums;
    topics.find("Goals on the wing, no goalkeeper", [&](const std::string&, const TopicHit& hit) {
        sums[topics.name(hit.topic)] += hit.weight;
    });
    EXPECT_EQ(sums, (std::map<std::string, double>{{"sport", 2.5}, {"flying", 1}}));
    EXPECT_THROW(TopicFinder({}, put("bad.csv", "term,topic,weight\ngoal,sport,0\n")), Error);
}

TEST_F(Extract, TopicsAtALevel) {
    TopicFinder topics(taxonomy("topics.csv", kTopics), 1);
    std::vector<std::string> found;
    topics.find("jazz and classical-music and sport", [&](const std::string&, const TopicHit& hit) {
        found.push_back(topics.name(hit.topic));
    });
    EXPECT_THAT(found, ElementsAre("music", "music", "sport"));
}

TEST_F(Extract, TableOfPlaces) {
    const std::string file = put("geo.csv",
                                 "geonameid,city,admin1,country,iso2,un_region\n"
                                 "1,Newcastle,New South Wales,Australia,AU,Oceania\n"
                                 "2,Newcastle,England,United Kingdom,GB,Europe\n"
                                 "3,Springfield,Illinois,United States,US,America\n"
                                 "4,Springfield,Oregon,United States,US,America\n"
                                 "5,Dubai,Dubai,United Arab Emirates,AE,Asia\n");
    ASSERT_TRUE(Places::is_table(file));
    const Places places({}, file);
    const auto found = [&](std::string_view text) {
        const ResolvedPlace one = places.resolve(text);
        return fmt::format("{} {} {}", places.name(one.place), places.level(one.place), one.how);
    };
    EXPECT_EQ(found("Newcastle"), "unknown 0 unknown");
    EXPECT_EQ(found("newcastle, AUSTRALIA"),
              "Newcastle (New South Wales, Australia, Oceania) 5 part");
    EXPECT_EQ(found("Newcastle, England, United Kingdom"),
              "Newcastle (England, United Kingdom, Europe) 5 part");
    EXPECT_EQ(found("Springfield"), "United States 2 ambiguous");
    EXPECT_EQ(found("Dubai"), "Dubai (United Arab Emirates, Asia) 3 exact");
    EXPECT_EQ(found("Nowhere, Illinois"), "Illinois 3 part");
    EXPECT_EQ(found("Nowhere, at all"), "unknown 0 unknown");
    EXPECT_EQ(found("europe"), "Europe 1 normalised");
    EXPECT_EQ(found(""), "unknown 0 unknown");
    EXPECT_FALSE(Places::is_table(put("places.csv", kPlaces)));
}

TEST_F(Extract, Mentions) {
    EXPECT_THAT(mentions_in("@a, x@b.example .@c @@d @ (@é_1)"), ElementsAre("a", "d", "é_1"));
    EXPECT_THAT(mentions_in(""), IsEmpty());
    EXPECT_EQ(without_mentions("a @bc https://x.y z"), "a" + std::string(17, ' ') + "z");
}

TEST_F(Extract, WrongLines) {
    const auto told = [&](std::string_view posts, std::string_view users) {
        try {
            read_posts({}, put("p.jsonl", posts), put("u.jsonl", users));
        } catch (const Error& error) {
            std::string all;
            for (const Problem& problem : error.problems()) all += to_string(problem) + "\n";
            return all;
        }
        return std::string();
    };
    const std::string posts = told(
        "{\"user\": \"a\", \"text\": \"x\"}\n{\"text\": \"x\"}\n\n[]\n{\n{\"user\": \"a\"}\n"
        "{\"user\": \"a\", \"text\": \"\", \"reply_to\": [1]}\n",
        "{\"id\": 1}");
    for (const char* line :
         {"p.jsonl:2: has no user", "p.jsonl:4: is not a JSON object", "p.jsonl:5: is not JSON",
          "p.jsonl:6: has no text", "p.jsonl:7: reply_to"}) {
        EXPECT_THAT(posts, HasSubstr(line));
    }
    const std::string users = told(kPosts, "{\"id\": \"a\"}\n{\"username\": \"A\"}\n{}\n");
    EXPECT_THAT(users, HasSubstr("u.jsonl:2: is a user that an earlier line has"));
    EXPECT_THAT(users, HasSubstr("u.jsonl:3: has neither id nor username"));
}

// Deterministic, whatever the number of threads; what the users were given comes out again.
TEST_F(Extract, SampleNetwork) {
    const SocialGraph network = sample_network({}, Random(3), {400, 8});
    const SocialGraph again = sample_network(test::threads(2), Random(3), {400, 8});
    EXPECT_EQ(network.edges, again.edges);
    EXPECT_EQ(network.nodes(), 400);
    EXPECT_EQ(network.edges.size(), 1600);
    const EdgeCounts counts = edge_counts(network, Adjacency(network));
    EXPECT_EQ(counts.loops, 0);
    EXPECT_EQ(counts.repeats, 0);
    const Column& location = network.attributes.column("location");
    const auto same_city = std::ranges::count_if(network.edges, [&](const Edge& edge) {
        return location.text(edge.from) == location.text(edge.to);
    });
    EXPECT_GT(same_city, 400);  // by chance it would be some 50

    const SamplePosts made = sample_posts({}, Random(3), network);
    const Posts posts =
        read_posts({}, put("posts.jsonl", made.posts), put("users.jsonl", made.users));
    TopicFinder topics(taxonomy("topics.csv", sample_topics()), 0);
    const Places places(*taxonomy("places.csv", sample_places()));
    const Extracted found = extract_network({}, posts, topics, places, 3);
    EXPECT_EQ(found.graph.ids, network.ids);
    EXPECT_EQ(found.outside, 0);
    std::int64_t right_city = 0;
    for (std::int64_t user = 0; user < 400; ++user) {
        const std::string was = network.attributes.column("topics").text(user);
        const std::string is = found.graph.attributes.column("topics").text(user);
        for (std::size_t at = 0; at < is.size();) {
            const std::size_t end = std::min(is.find(';', at), is.size());
            EXPECT_THAT(was, HasSubstr(is.substr(at, end - at)));
            at = end + 1;
        }
        right_city += found.graph.attributes.column("location").text(user) == location.text(user);
    }
    EXPECT_GT(right_city, 300);
}

TEST_F(Extract, RealTaxonomies) {
    const std::string folder = test::data_folder();
    if (folder.empty()) GTEST_SKIP();
    TopicFinder topics(
        read_knowledge({}, folder + "/ontology_iab_content/content_taxonomy_3.1.tsv").taxonomy, 0);
    std::vector<std::string> found;
    topics.find("Attractions and theatre, sports and sport",
                [&](const std::string& words, const TopicHit&) { found.push_back(words); });
    EXPECT_THAT(found, testing::Contains("attractions"));
    const Places places({}, folder + "/lists_names_geo/geo_hierarchy.csv");
    EXPECT_EQ(places.name(places.resolve("france").place), "France");
    EXPECT_EQ(places.level(places.resolve("Lyon, France").place), 5);
}

}  // namespace
}  // namespace lethe::graph
