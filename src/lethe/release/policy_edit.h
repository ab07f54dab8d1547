// Policies that are changed piece by piece, by a form or a program, while a person edits their
// text: what is not touched stays as it was written, comments too. Of any kind of data.
#pragma once

#include <string>
#include <string_view>

#include "lethe/core/json.h"

namespace lethe::release {

// The policy as a tree: sections are objects, [[step]] an array of them; dates are texts.
// Error(usage) for what is not TOML. Keys come by name, not in the order of the file.
Json policy_tree(std::string_view text, const std::string& file);

// TOML of a tree: plain keys first, then sections, then arrays of sections.
std::string policy_tree_text(const Json& tree);

// {"set": {"columns": {"age": {"role": "quasi"}, "old": null}, "verdict": {"k": 12}, "": {"data":
// "table"}}, "arrays": {"step": [{...}, ...]}}: sets keys of sections ("" are those above all
// sections), or takes them out (null); a section is made where it is missing and goes with its last
// key. Arrays of sections are written anew as a whole. Error(usage) for a text that is not TOML,
// and for an edit of another form.
std::string edited_policy(std::string_view text, const std::string& file, const Json& edit);

}  // namespace lethe::release
