// Exports of networks as they come: an archive of X, of Mastodon or of Reddit, a folder with
// several of them, or JSON lines of posts.
//
//   X         account.js, profile.js, tweets.js, following.js, follower.js, in the folder or in
//             data/ below it
//   Mastodon  outbox.json, actor.json, following_accounts.csv, followers.csv
//   Reddit    comments.csv, posts.csv, friends.csv, statistics.csv (with the account name)
//
// A person whom an archive does not name is called by its folder. No network is asked for anything.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/graph/extract/exports/person_export.h"

namespace lethe::graph {

// Whether a path is such an export: a folder, or a file by how it begins.
bool is_export(const std::string& path);

// At most 10,000 archives. Error(io); Error(input) for a folder without one, and for files that are
// not what their names say.
std::vector<PersonExport> read_exports(const Context& context, const std::string& path);

}  // namespace lethe::graph
