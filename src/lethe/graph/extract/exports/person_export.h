// What an export of a network says of people: the same for all networks.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lethe::graph {

struct ExportedPost {
    std::string text;
    std::string reply_to;  // a name, or empty
    // Who is mentioned, where the export says it; nothing: those behind @ in the text.
    std::optional<std::vector<std::string>> mentions = {};
};

// One person: by any of the names others are mentioned with, the first of which is shown.
struct PersonExport {
    std::vector<std::string> names;
    std::optional<std::string> location = {};
    std::vector<ExportedPost> posts = {};
    std::vector<std::string> follows = {};    // by names
    std::vector<std::string> followers = {};  // by names
};

}  // namespace lethe::graph
