// [linked.NAME] of a policy: tables that are linked to that of the people (release/policy.h).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lethe/io/toml_reader.h"
#include "lethe/release/policy.h"

namespace lethe::release {

using ReadColumn = std::function<ColumnPolicy(const std::string& name, const toml::table& table)>;

// All of them, with every problem. Columns are read as those of [columns] are.
std::vector<LinkedPolicy> read_linked(const TomlReader& reader, const toml::table& root,
                                      const ReadColumn& read_column);

// TOML that read_linked reads back; `column_line` writes a column as in [columns].
std::string linked_text(const LinkedPolicy& linked,
                        const std::function<std::string(const ColumnPolicy&)>& column_line);

// A linked table as a policy of its own: its keys are dropped, but for those that a step of it
// makes pseudonyms of.
Policy policy_of_linked(const LinkedPolicy& linked, const Policy& people);

}  // namespace lethe::release
