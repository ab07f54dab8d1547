// JSON lines as networks and collections of their posts write them: one post a line.
//
//   X       {"id_str", "full_text" or "text", "in_reply_to_screen_name", "entities",
//            "user": {"screen_name", "id_str", "location"}}
//   Reddit  {"id", "author", "body"} of a comment, {"id", "author", "title", "selftext"} of a
//           post; "parent_id" names the comment (t1_...) or post (t3_...) that is answered
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/graph/extract/exports/person_export.h"

namespace lethe::graph {

// Whether the first line is one of these.
bool are_network_lines(std::string_view text);

// The people who wrote, in the order in which they first do. Who is answered is known where the
// comment or post is in the file. Posts of deleted accounts are left out. Error(input) with the
// lines of the first ten that are wrong.
std::vector<PersonExport> read_network_lines(const Context& context, const std::string& file,
                                             std::string_view text);

}  // namespace lethe::graph
