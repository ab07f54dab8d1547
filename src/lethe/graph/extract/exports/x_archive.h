// Archives of X (Twitter): files such as tweets.js, each a list behind "window.YTD.tweets.part0 =".
//
//   account.js              [{"account": {"username", "accountId"}}]
//   profile.js              [{"profile": {"description": {"location"}}}]
//   tweets.js, tweet.js     [{"tweet": {"full_text", "in_reply_to_screen_name",
//                                       "entities": {"user_mentions": [{"screen_name"}]}}}]
//   following.js            [{"following": {"accountId"}}], follower.js likewise
//
// The rest of an archive, direct messages and addresses among it, is not looked at.
#pragma once

#include <string>
#include <string_view>

#include "lethe/core/json.h"
#include "lethe/graph/extract/exports/person_export.h"

namespace lethe::graph {

// Whether a text begins as such a file does.
bool is_x_part(std::string_view text);

// Adds what a file says; `kind` is what stands behind "window.YTD." in it. Error(input) that names
// the file where it is no such list.
void take_x_part(const std::string& file, std::string_view text, PersonExport& person);

}  // namespace lethe::graph
