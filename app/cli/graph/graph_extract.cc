// lethe graph extract: a graph from what users wrote.
#include <fmt/format.h>

#include <memory>

#include "cli/graph/graph.h"
#include "cli/knowledge/knowledge_flags.h"
#include "lethe/graph/extract/extract_network.h"
#include "lethe/graph/files/write_graph.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe::cli {
namespace {

struct ExtractOptions {
    std::string posts;
    std::string users;
    std::string topics;
    std::string locations;
    int most = 3;
    int topic_level = 0;
    std::string nodes;
    std::string edges;
    std::string places;
    std::string explain;
};

TaxonomyPtr taxonomy_in(Session& session, const std::string& source) {
    KnowledgeOptions options;
    options.cache_folder = knowledge_cache_folder();
    Knowledge knowledge = read_knowledge(session.context(), source, options);
    session.warn(knowledge.notes);
    return knowledge.taxonomy;
}

graph::TopicFinder topics_in(Session& session, const ExtractOptions& options) {
    if (graph::TopicFinder::is_lexicon(options.topics)) {
        return graph::TopicFinder(session.context(), options.topics);
    }
    return graph::TopicFinder(taxonomy_in(session, options.topics), options.topic_level);
}

graph::Places places_in(Session& session, const ExtractOptions& options) {
    if (graph::Places::is_table(options.locations)) {
        return graph::Places(session.context(), options.locations);
    }
    return graph::Places(*taxonomy_in(session, options.locations));
}

void check_extract_outputs(const ExtractOptions& options) {
    std::vector<std::string> taken{options.posts, options.topics, options.locations};
    if (!options.users.empty()) taken.push_back(options.users);
    for (const std::string& output :
         {options.nodes, options.edges, options.places, options.explain}) {
        if (output.empty()) continue;
        refuse_overwrite(output, taken);
        taken.push_back(output);
    }
}

void extract(Session& session, const ExtractOptions& options) {
    check_extract_outputs(options);
    const graph::Posts posts = graph::read_posts(session.context(), options.posts, options.users);
    graph::TopicFinder topics = topics_in(session, options);
    const graph::Places places = places_in(session, options);
    const graph::Extracted made =
        graph::extract_network(session.context(), posts, topics, places, options.most);
    graph::write_graph(session.context(), made.graph, {options.edges, options.nodes});
    if (!options.places.empty()) write_file(options.places, made.places);
    if (!options.explain.empty()) {
        std::string lines;
        for (const Json& one : made.explanations) {
            lines += one.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
        }
        write_file(options.explain, lines, true);
    }
    session.warn(
        {"the ids of the nodes are usernames: they identify, and a release must not hold "
         "them"});
    session.show({{"kind", "graph-extraction"},
                  {"users", made.graph.nodes()},
                  {"posts", posts.posts.size()},
                  {"edges", made.graph.edges.size()},
                  {"without_topics", made.graph.attributes.column("topics").missing()},
                  {"without_location", made.graph.attributes.column("location").missing()},
                  {"unknown_locations", made.unknown},
                  {"mentions_of_others", made.outside},
                  {"mentions_of_themselves", made.to_self},
                  {"nodes_file", options.nodes},
                  {"edges_file", options.edges}});
}

}  // namespace

void add_graph_extract(CLI::App& app, Session& session) {
    auto options = std::make_shared<ExtractOptions>();
    CLI::App* command = app.add_subcommand(
        "extract", "Make a graph of users from their posts: topics, places, mentions");
    command
        ->add_option("posts", options->posts,
                     "The posts: JSON lines with user, text and perhaps time and reply_to")
        ->required()
        ->type_name("POSTS");
    command
        ->add_option("--users", options->users,
                     "The users: JSON lines with id or username, and location")
        ->type_name("FILE");
    command
        ->add_option("--topics", options->topics,
                     "A taxonomy of topics (a file, or wordnet), or a table with the columns term, "
                     "topic, weight")
        ->required()
        ->type_name("SOURCE");
    command
        ->add_option("--locations", options->locations,
                     "A taxonomy of places, or a table with columns such as city, region, country, "
                     "continent")
        ->required()
        ->type_name("SOURCE");
    command->add_option("--most-topics", options->most, "Topics that are kept of a user")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000))
        ->type_name("M");
    command
        ->add_option("--topic-level", options->topic_level,
                     "Count topics for those at this depth of the taxonomy [0: as they are]")
        ->check(CLI::Range(0, 1000))
        ->type_name("N");
    command->add_option("-o,--output", options->nodes, "The table of the users (CSV, Parquet)")
        ->required()
        ->type_name("FILE");
    command->add_option("--edges", options->edges, "The list of edges (CSV, Parquet)")
        ->required()
        ->type_name("FILE");
    command
        ->add_option("--places", options->places,
                     "The places that occur, as a value hierarchy for protecting the column")
        ->type_name("FILE");
    command
        ->add_option("--explain", options->explain,
                     "Private: which words led to which topic, and how places were found (JSON "
                     "lines)")
        ->type_name("FILE");
    command->footer(
        "Example:\n  lethe graph extract examples/network/posts.jsonl --users "
        "examples/network/users.jsonl --topics examples/network/topics.csv --locations "
        "examples/network/places.csv -o found.csv --edges found_edges.csv --explain why.jsonl");
    command->callback(
        [&session, options] { session.run = [&session, options] { extract(session, *options); }; });
}

}  // namespace lethe::cli
