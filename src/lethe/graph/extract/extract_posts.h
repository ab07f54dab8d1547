// Users and what they wrote, from JSON lines or exports of networks (exports/read_exports.h).
//
//   posts  {"user": "ann", "text": "...", "time": "...", "reply_to": "ben"}
//   users  {"id": "17", "username": "ann", "location": "Lyon, France", "posts": ["...", "..."]}
//
// A user is meant by id or username, whatever the case, with or without @. Of users all but one of
// id and username may be left out; username and location may stand in the posts as well. The time
// is not used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/context.h"

namespace lethe::graph {

struct Post {
    std::int32_t user = 0;
    std::string text;
    std::string reply_to;  // a name, or empty
    // Who is mentioned, where the file says it; nothing: those behind @ in the text.
    std::optional<std::vector<std::string>> mentions = {};
};

struct User {
    std::string name;  // the username where it is known, otherwise the id
    std::optional<std::string> location;
};

struct Posts {
    std::vector<User> users;  // those of their own file first, then as they first write
    std::vector<Post> posts;
    std::vector<std::pair<std::string, std::string>> follows = {};  // names, of any people

    std::int32_t find(std::string_view name) const;           // -1: unknown
    std::vector<std::pair<std::string, std::int32_t>> names;  // folded, ascending
};

// `users_file` may be empty. Error(io); Error(input) with the lines of the first ten that are
// wrong: no JSON object, no user, no text, a user that stands twice. Error(usage) for an export
// with a file of users: it has its own.
Posts read_posts(const Context& context, const std::string& posts_file,
                 const std::string& users_file);

// The names behind @ that are not part of an address, in order.
std::vector<std::string> mentions_in(std::string_view text);
// The text with mentions and web addresses blanked out.
std::string without_mentions(std::string_view text);

}  // namespace lethe::graph
