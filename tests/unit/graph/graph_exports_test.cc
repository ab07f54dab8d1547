// Exports of networks as they come: the made-up people of examples/network/exports, and what is
// wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/graph/extract/exports/export_json.h"
#include "lethe/graph/extract/exports/mastodon_archive.h"
#include "lethe/graph/extract/exports/network_lines.h"
#include "lethe/graph/extract/exports/read_exports.h"
#include "lethe/graph/extract/extract_network.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "support.h"

namespace lethe::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string error_of_export(const std::string& path) {
    try {
        read_exports({}, path);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
        return error.what();
    }
    return "no error";
}

TEST(GraphExports, PeopleOfTheExamples) {
    const std::string path = test::source_path("examples/network/exports");
    EXPECT_TRUE(is_export(path));
    const std::vector<PersonExport> people = read_exports({}, path);
    ASSERT_EQ(people.size(), 5u);
    const PersonExport& carla = people[0];
    EXPECT_THAT(carla.names, ElementsAre("carla@social.example"));
    EXPECT_EQ(carla.location, "Girona");
    ASSERT_EQ(carla.posts.size(), 2u);  // a boost is not her own
    EXPECT_THAT(carla.posts[0].text, HasSubstr("Novels & opera with @emil"));
    EXPECT_THAT(*carla.posts[0].mentions, ElementsAre("emil@other.example"));
    EXPECT_EQ(carla.posts[1].reply_to, "emil@other.example");
    EXPECT_THAT(carla.follows, ElementsAre("emil@other.example", "somebody@else.example"));
    const PersonExport& dario = people[2];
    EXPECT_THAT(dario.names, ElementsAre("dario_made_up"));
    ASSERT_EQ(dario.posts.size(), 2u);
    EXPECT_THAT(dario.posts[0].text, HasSubstr("Wine with cheese"));
    EXPECT_EQ(dario.posts[1].text, "Cycling in spring Who goes hiking?");
    EXPECT_THAT(dario.follows, ElementsAre("ada_made_up"));
    const PersonExport& ada = people[3];
    EXPECT_THAT(ada.names, ElementsAre("ada_made_up", "1001"));
    EXPECT_EQ(ada.location, "Barcelona");
    EXPECT_EQ(ada.posts[1].reply_to, "bruno_made_up");
    EXPECT_THAT(ada.follows, ElementsAre("1002", "999"));
    EXPECT_THAT(ada.followers, ElementsAre("1002"));
}

TEST(GraphExports, FollowsMentionsAndAnswersAreEdges) {
    const Posts posts = read_posts({}, test::source_path("examples/network/exports"), "");
    TopicFinder topics(
        read_knowledge({}, test::source_path("examples/network/topics.csv")).taxonomy, 0);
    const Places places(
        *read_knowledge({}, test::source_path("examples/network/places.csv")).taxonomy);
    const Extracted made = extract_network({}, posts, topics, places, 3);
    EXPECT_THAT(made.graph.ids, ElementsAre("carla@social.example", "emil@other.example",
                                            "dario_made_up", "ada_made_up", "bruno_made_up"));
    // Carla to Emil: mentioned, answered, followed. Dario follows Ada. Ada to Bruno: the same
    // three; Bruno follows Ada, as both say.
    EXPECT_THAT(made.graph.edges, ElementsAre(Edge{0, 1}, Edge{2, 3}, Edge{3, 4}, Edge{4, 3}));
    EXPECT_THAT(made.graph.weights, ElementsAre(3, 1, 3, 1));
    EXPECT_EQ(made.follows, 4);
    EXPECT_EQ(made.follows_of_others, 2);
    EXPECT_EQ(made.graph.attributes.column("topics").text(3), "jazz;wine");
    EXPECT_EQ(made.graph.attributes.column("location").text(3), "Barcelona");
}

TEST(GraphExports, JsonLinesOfNetworks) {
    const std::string x = read_file(test::source_path("tests/fuzz/corpus/export_lines/x.jsonl"));
    EXPECT_TRUE(are_network_lines(x));
    const auto people = read_network_lines({}, "x.jsonl", x);
    ASSERT_EQ(people.size(), 2u);
    EXPECT_THAT(people[0].names, ElementsAre("ann", "11"));
    EXPECT_EQ(people[0].location, "Lyon");
    EXPECT_EQ(people[1].posts[0].reply_to, "ann");
    const auto reddit = read_network_lines(
        {}, "r.jsonl", read_file(test::source_path("tests/fuzz/corpus/export_lines/reddit.jsonl")));
    ASSERT_EQ(reddit.size(), 2u);
    EXPECT_EQ(reddit[0].posts[0].text, "jazz and wine");
    EXPECT_EQ(reddit[1].posts[0].reply_to, "ann");
    EXPECT_EQ(reddit[0].posts[1].reply_to, "ben");
    EXPECT_FALSE(are_network_lines("{\"user\": \"ann\", \"text\": \"jazz\"}\n"));
}

TEST(GraphExports, NamesOfAddresses) {
    EXPECT_EQ(mastodon_name("https://a.example/users/ben"), "ben@a.example");
    EXPECT_EQ(mastodon_name("https://a.example/users/ben/statuses/1"), "ben@a.example");
    EXPECT_EQ(mastodon_name("https://a.example/@ben/1"), "ben@a.example");
    EXPECT_EQ(mastodon_name("https://a.example/@ben@b.example"), "ben@b.example");
    for (const char* other :
         {"", "https://", "https://a.example", "https://a.example/users/", "https:///users/ben",
          "ftp://a.example/users/ben", "https://a/tags/b"}) {
        EXPECT_EQ(mastodon_name(other), "") << other;
    }
    EXPECT_EQ(text_of_html("a<br>b &lt;c&gt; &#228;&nosuch;<b"), "a b <c> \u00e4 ");
}

TEST(GraphExports, WhatIsWrongIsSaidWithoutValues) {
    test::TemporaryFolder folder;
    const auto put = [&](const std::string& name, const std::string& text) {
        write_file(folder.file(name), text);
    };
    EXPECT_THAT(error_of_export(folder.file("")), HasSubstr("holds no export"));
    put("tweets.js", "window.YTD.tweets.part0 = {\"secret\": 1}");
    EXPECT_THAT(error_of_export(folder.file("")), HasSubstr("holds no list"));
    put("tweets.js", "window.YTD.tweets.part0 = [secret");
    const std::string told = error_of_export(folder.file(""));
    EXPECT_THAT(told, HasSubstr("holds no JSON"));
    EXPECT_THAT(told, ::testing::Not(HasSubstr("secret")));
    put("tweets.js", "window.YTD.tweets.part0 = [{\"tweet\": {\"id\": 1}}]");
    EXPECT_THAT(error_of_export(folder.file("")), HasSubstr("1 of its posts have no text"));
    put("posts.jsonl", "{\"author\": \"secret\", \"body\": \"x\"}\n{\"body\": \"x\"}\n");
    EXPECT_THAT(error_of_export(folder.file("posts.jsonl")), HasSubstr("has no author"));
    EXPECT_THROW(read_posts({}, folder.file("posts.jsonl"), folder.file("posts.jsonl")), Error);
}

// A jaguar is a car to one user and an animal to the other.
TEST(GraphExports, SensesByContext) {
    test::TemporaryFolder folder;
    write_file(
        folder.file("things.obo"),
        "format-version: 1.2\n\n[Term]\nid: T:0\nname: thing\n\n"
        "[Term]\nid: T:1\nname: animal\nis_a: T:0\n\n[Term]\nid: T:2\nname: car\nis_a: T:0\n\n"
        "[Term]\nid: T:3\nname: jaguar\nis_a: T:2\n\n[Term]\nid: T:4\nname: jaguar\nis_a: T:1\n\n"
        "[Term]\nid: T:5\nname: lion\nis_a: T:1\n\n[Term]\nid: T:6\nname: tiger\nis_a: T:1\n\n"
        "[Term]\nid: T:7\nname: truck\nis_a: T:2\n");
    const TaxonomyPtr things = read_knowledge({}, folder.file("things.obo")).taxonomy;
    const auto topic_of_jaguar = [&](TopicSenses senses,
                                     const std::map<std::string, std::int64_t>& said) {
        TopicFinder finder(things, 1, senses);
        for (const auto& [words, hit] : finder.in_context(said)) {
            if (words == "jaguar") return finder.name(hit.topic);
        }
        return std::string();
    };
    EXPECT_EQ(topic_of_jaguar(TopicSenses::context, {{"jaguar", 1}, {"lion", 2}, {"tiger", 1}}),
              "animal");
    EXPECT_EQ(topic_of_jaguar(TopicSenses::context, {{"jaguar", 1}, {"truck", 1}}), "car");
    EXPECT_EQ(topic_of_jaguar(TopicSenses::context, {{"jaguar", 1}, {"lion", 1}, {"truck", 3}}),
              "car");
    // Nothing else is said: the most usual sense.
    TopicFinder first(things, 1);
    std::string usual;
    first.find("jaguar",
               [&](const std::string&, const TopicHit& hit) { usual = first.name(hit.topic); });
    EXPECT_EQ(topic_of_jaguar(TopicSenses::context, {{"jaguar", 1}}), usual);
    EXPECT_FALSE(first.by_context());
}

}  // namespace
}  // namespace lethe::graph
