// extract: a graph from what users wrote.
#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/graph/extract/extract_network.h"
#include "lethe/io/bundle.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/operation/graph/graph_files.h"
#include "lethe/operation/operation.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {
namespace {

struct ExtractOptions {
    std::string posts;
    std::string users;
    std::string topics;
    std::string locations;
    std::int64_t most_topics = 3;
    std::int64_t topic_level = 0;
    graph::TopicSenses senses = graph::TopicSenses::first;
    std::string output;  // the nodes
    std::string edges;
    std::string places;
    std::string explain;
};

TaxonomyPtr taxonomy_in(Door& door, const std::string& source) {
    KnowledgeOptions options;
    options.cache_folder = door.cache_folder();
    Knowledge knowledge = read_knowledge(door.context(), source, options);
    door.warn(knowledge.notes);
    return knowledge.taxonomy;
}

graph::TopicFinder topics_in(Door& door, const ExtractOptions& options) {
    if (graph::TopicFinder::is_lexicon(options.topics)) {
        return graph::TopicFinder(door.context(), options.topics);
    }
    return graph::TopicFinder(taxonomy_in(door, options.topics),
                              static_cast<int>(options.topic_level), options.senses);
}

graph::Places places_in(Door& door, const ExtractOptions& options) {
    if (graph::Places::is_table(options.locations)) {
        return graph::Places(door.context(), options.locations);
    }
    return graph::Places(*taxonomy_in(door, options.locations));
}

void check_extract_outputs(const ExtractOptions& options) {
    std::vector<std::string> taken{options.posts, options.topics, options.locations};
    if (!options.users.empty()) taken.push_back(options.users);
    for (const std::string& output :
         {options.output, options.edges, options.places, options.explain}) {
        if (output.empty()) continue;
        release::refuse_overwrite(output, taken);
        taken.push_back(output);
    }
}

// A lexicon names topics as they are: it has no depths.
void check_extraction(const ExtractOptions& options, const Door&, Problems& problems) {
    add_if_thrown(problems, [&] {
        check_extract_outputs(options);
        if (options.topic_level == 0 || !graph::TopicFinder::is_lexicon(options.topics)) return;
        throw Error(ErrorKind::usage, "goes with a taxonomy of topics, not with a table of terms",
                    {{}, 0, 0, "topic_level"});
    });
}

Answer extract_files(const ExtractOptions& options, Door& door) {
    const graph::Posts posts = graph::read_posts(door.context(), options.posts, options.users);
    graph::TopicFinder topics = topics_in(door, options);
    const graph::Places places = places_in(door, options);
    const graph::Extracted made = graph::extract_network(door.context(), posts, topics, places,
                                                         static_cast<int>(options.most_topics));
    Bundle bundle(options.edges);
    write_graph_into(bundle, door.context(), made.graph, {options.edges, options.output});
    if (!options.places.empty()) bundle.put(options.places, made.places);
    if (!options.explain.empty()) {
        std::string lines;
        for (const Json& one : made.explanations) {
            lines += one.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
        }
        bundle.put(options.explain, lines, true);
    }
    bundle.commit();
    door.warn(
        {"the ids of the nodes are usernames: they identify, and a release must not hold "
         "them"});
    Json result{{"kind", "graph-extraction"},
                {"users", made.graph.nodes()},
                {"posts", posts.posts.size()},
                {"edges", made.graph.edges.size()},
                {"without_topics", made.graph.attributes.column("topics").missing()},
                {"without_location", made.graph.attributes.column("location").missing()},
                {"unknown_locations", made.unknown},
                {"mentions_of_others", made.outside},
                {"mentions_of_themselves", made.to_self},
                {"nodes_file", options.output},
                {"edges_file", options.edges}};
    if (!posts.follows.empty()) {
        result["follows"] = made.follows;
        result["follows_of_others"] = made.follows_of_others;
    }
    return {std::move(result)};
}

}  // namespace

Operation extract_graph() {
    using O = ExtractOptions;
    return make_operation(
        {.name = "extract",
         .words = {"graph", "extract"},
         .summary = "Make a graph of users from their posts: topics, places, mentions",
         .examples = {"lethe graph extract examples/network/posts.jsonl --users "
                      "examples/network/users.jsonl --topics examples/network/topics.csv "
                      "--locations examples/network/places.csv -o found.csv --edges "
                      "found_edges.csv --explain why.jsonl"}},
        Schema<O>()
            .field(
                "posts", &O::posts,
                "The posts: JSON lines with user, text and perhaps time and reply_to; or an export "
                "as it comes: a folder of X, Mastodon or Reddit, or of several of them, JSON "
                "lines of X or Reddit")
            .at_place("POSTS")
            .required()
            .input()
            .field("users", &O::users, "The users: JSON lines with id or username, and location")
            .shown("FILE")
            .input()
            .field("topics", &O::topics,
                   "A taxonomy of topics (a file, or wordnet), or a table with the columns term, "
                   "topic, weight")
            .shown("SOURCE")
            .required()
            .field("locations", &O::locations,
                   "A taxonomy of places, or a table with columns such as city, region, country, "
                   "continent")
            .shown("SOURCE")
            .required()
            .field("most_topics", &O::most_topics, "Topics that are kept of a user",
                   between(1, 1000))
            .shown("M")
            .field("topic_level", &O::topic_level,
                   "Count topics for those at this depth of the taxonomy; 0: as they are",
                   between(0, 1000))
            .shown("N")
            .choice(
                "senses", &O::senses,
                "What a word of several senses means: its most usual sense, or the one that "
                "the user's other words support",
                {{"first", graph::TopicSenses::first}, {"context", graph::TopicSenses::context}})
            .field("output", &O::output, "The table of the users (CSV, Parquet)")
            .output(OutputKind::file)
            .letter('o')
            .shown("FILE")
            .required()
            .field("edges", &O::edges, "The list of edges (CSV, Parquet)")
            .output(OutputKind::file)
            .shown("FILE")
            .required()
            .field("places", &O::places,
                   "The places that occur, as a value hierarchy for protecting the column")
            .output(OutputKind::file)
            .shown("FILE")
            .field("explain", &O::explain,
                   "Private: which words led to which topic, and how places were found (JSON "
                   "lines)")
            .output(OutputKind::file)
            .shown("FILE"),
        extract_files, check_extraction);
}

}  // namespace lethe::operation
