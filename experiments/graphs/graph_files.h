// The social graphs of `lethe reproduce graphs`, from the folder of real data: ten ego networks of
// Facebook (McAuley and Leskovec 2012), users of LastFM in Asia (Rozemberczki and Sarkar 2020),
// blogs on American politics (Adamic and Glance 2005).
#pragma once

#include <string>
#include <vector>

#include "experiments/reproduce.h"
#include "lethe/core/context.h"
#include "lethe/graph/social_graph.h"

namespace lethe::reproduction {

struct NamedGraph {
    std::string name;    // "facebook-107"
    std::string family;  // "facebook"
    graph::SocialGraph graph;
};

// The friends of a person and their profiles: for location, hometown, school, locale and gender the
// first feature that is set, missing where none is; and as topics of interest the first five of
// what they studied and where they worked. Names of the features are anonymised by the source.
std::vector<NamedGraph> facebook_graphs(const ReproduceOptions& options);

// Country; and, as the file has nothing else, what the graph tells: the class of the number of
// acquaintances (1, 2-3, 4-7, ...) and the most frequent country among them.
NamedGraph lastfm_graph(const ReproduceOptions& options, const Context& context);

// Left or right, the lists that name the blog as topics, and the class of the number of links.
NamedGraph polblogs_graph(const ReproduceOptions& options, const Context& context);

}  // namespace lethe::reproduction
