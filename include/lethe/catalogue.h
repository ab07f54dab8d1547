// The catalogue: every masking method, attack and loss measure, with its parameters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lethe::api {

struct ParameterInfo {
    std::string name;
    std::string text;                  // what it is, one line
    std::string type;                  // "integer", "number", "list of texts", ...
    std::string range;                 // "at least 2"; empty: any
    std::vector<std::string> choices;  // empty: any
    std::string fallback;              // the default, as JSON; "null": none
    bool required = false;
};

struct MethodInfo {
    std::string name;    // as in policies: "rank-swapping"
    std::string family;  // "mask", "attack" or "loss"
    std::string data;    // "table", "documents", "vectors" or "graph"
    std::string title;
    std::string summary;                // one line
    std::string description;            // paragraphs
    std::vector<std::string> kinds;     // of columns that it takes
    std::vector<std::string> promises;  // "k-anonymous", "keeps-means", ...
    std::vector<ParameterInfo> parameters;
};

// All of them, by kind of data and family.
std::vector<MethodInfo> methods();
// Those of one family and kind of data.
std::vector<MethodInfo> methods(std::string_view family, std::string_view data = "table");
// Error(usage) with a suggestion where there is none.
MethodInfo method(std::string_view name, std::string_view data = "table");

}  // namespace lethe::api
