// A synthetic social network: made-up users in real places, joined the more often the more they
// have in common. No person behind it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct SampleNetworkOptions {
    std::int64_t users = 1000;
    double mean_degree = 10;
};

// Attributes: location (a city), age, gender, topics (three, the best loved first). Without
// direction, loops and repeats. Degrees have a heavy tail; about half of the edges stay in a city
// and three in ten join users with the same first topic. Fewer edges than asked for where users are
// so few that most pairs are joined. Time is linear but for a sort of the edges.
SocialGraph sample_network(const Context& context, const Random& random,
                           const SampleNetworkOptions& options);

// Value hierarchies of the two columns: city;region;country;continent;World and
// topic;field;Interests.
std::string sample_places();
std::string sample_topics();

// JSON lines: users with their declared location (in the spellings of people, one in twenty of them
// of no use), and posts about their topics that mention and answer those they are joined to.
struct SamplePosts {
    std::string users;
    std::string posts;
};
SamplePosts sample_posts(const Context& context, const Random& random, const SocialGraph& network);

}  // namespace lethe::graph
