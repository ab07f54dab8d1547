// A social graph from what users wrote: what they are interested in, where they live, whom they
// write to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/graph/extract/extract_places.h"
#include "lethe/graph/extract/extract_posts.h"
#include "lethe/graph/extract/extract_topics.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct Extracted {
    // Directed; an edge from who writes to who is mentioned or answered, with how often as its
    // weight, and from who follows to who is followed, which counts once; by the order of the
    // users. The ids are usernames: they identify. Attributes: location (Places::kUnknown where a
    // declared one is not found, missing where none is declared), location_level, topics (the best
    // first, missing where there is none).
    SocialGraph graph;
    Json explanations;         // a list, one object a user: private, since it holds what they wrote
    std::string places;        // a value hierarchy of the locations that occur
    std::int64_t outside = 0;  // mentions of and answers to others than the users
    std::int64_t to_self = 0;
    std::int64_t follows = 0;            // of users by users
    std::int64_t follows_of_others = 0;  // of or by others than the users
    std::int64_t unknown = 0;            // declared locations that were not found
};

Extracted extract_network(const Context& context, const Posts& posts, TopicFinder& topics,
                          const Places& places, int most_topics);

}  // namespace lethe::graph
