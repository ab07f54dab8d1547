// The semantic disclosure risk of a protected graph (Marés 2013, chapter 6): an intruder who knows
// the attributes of a user looks for the published users that are nearest to them. The distance is
// the mean over the attributes, by climbed levels where values were generalised.
//
// Scenarios: the user's own attributes; with these the number of the user's neighbours, as a number
// like others (difference / largest), and where edges have a direction the numbers of those that
// they lead to and come from; and with these what the user's neighbours are like, in
// the original graph on the one side and in the published one on the other: the most frequent
// category or concept (ties by text), the centre of numbers, ordered categories and lists of
// topics. With the first, each class of equal published profiles is found as a whole: of a
// k-anonymous release at most 100 / k percent are linked.
//
// Equal profiles are compared once. Where the different profiles are too many, a random sample of
// the users is linked, and the result says so.
#pragma once

#include <cstdint>
#include <optional>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct ProfileLinkage {
    double expected = 0;        // right links, percent: a user among n nearest counts 1/n
    double strict = 0;          // the right one is the only nearest
    double lax = 0;             // the right one is among the nearest
    std::int64_t linked = 0;    // users that were looked for
    bool sampled = false;       // not all of them
    double standard_error = 0;  // of `expected`, where users were sampled
    std::int64_t profiles = 0;  // different published ones
    std::int64_t smallest = 0;  // so many users at least share each of them
};

struct LinkageLimits {
    std::int64_t most_comparisons = 1'000'000'000;  // of profiles
    std::int64_t fewest_users = 500;                // whatever the comparisons
};

// Own attributes alone.
ProfileLinkage link_profiles(const Context& context, const NodeAttributes& attributes, Node nodes,
                             const Random& random, const LinkageLimits& limits = {});

// Own attributes and the number of neighbours, in both graphs.
ProfileLinkage link_with_degree(const Context& context, const NodeAttributes& attributes,
                                const Adjacency& original, const Adjacency& published,
                                const Random& random, const LinkageLimits& limits = {});

// Own attributes and the numbers of neighbours in each direction, in both graphs.
ProfileLinkage link_with_directions(const Context& context, const NodeAttributes& attributes,
                                    const DirectedDegrees& original,
                                    const DirectedDegrees& published, const Random& random,
                                    const LinkageLimits& limits = {});

// Own attributes and those of the neighbours. Centres may be new values, so the attributes are not
// constant.
ProfileLinkage link_with_neighbours(const Context& context, NodeAttributes& attributes,
                                    const Adjacency& original, const Adjacency& published,
                                    const Random& random, const LinkageLimits& limits = {});

// All of them; with directions where both graphs have them.
struct ProfileLinkages {
    ProfileLinkage own;
    ProfileLinkage with_degree;
    std::optional<ProfileLinkage> with_directions = {};
    ProfileLinkage with_neighbours;

    const ProfileLinkage& worst() const;  // the highest expected share
};
ProfileLinkages link_in_every_way(const Context& context, NodeAttributes& attributes,
                                  const SocialGraph& original, const SocialGraph& published,
                                  const Random& random);

// {"own", "with_degree", "with_directions", "with_neighbours"}, each {"expected", "strict", "lax",
// "linked", "sampled", "standard_error"}.
Json to_json(const ProfileLinkages& linkages);

}  // namespace lethe::graph
