// The parts of policies that several kinds of data have: what the policy is for, how tables are
// read, what columns are, and steps; read from TOML and written as TOML.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/io/toml_reader.h"
#include "lethe/method/data_kind.h"
#include "lethe/method/method.h"
#include "lethe/release/policy.h"

namespace lethe::release {

// "data" of the policy. None where it is left out or, with a problem, no kind of data.
std::optional<DataKind> read_data_kind(const TomlReader& reader, const toml::table& root);
// Whether the policy is for this kind of data or for any; a problem where it is for another.
bool is_for(const TomlReader& reader, const toml::table& root, DataKind data);

// The keys of [read] that say how text files of tables are read.
std::vector<std::string> table_reading_keys();
ReadOptions read_table_reading(const TomlReader& reader, const toml::table& table);
Json table_reading_json(const ReadOptions& read);  // as keys of [read]; empty where all is usual

// Roles, kinds, orders and taxonomies. What else a kind of data says of a column is its own.
std::vector<std::string> column_keys();
// `survey`: roles of the design of a survey, and that of the key of people, are roles too.
ColumnPolicy read_column(const TomlReader& reader, std::string name, const toml::table& table,
                         bool survey = false);
// Each column of [columns] that is a table; a problem for those that are not.
using TakeColumn = std::function<void(const std::string& name, const toml::table& table)>;
void each_column(const TomlReader& reader, const toml::table& root, const TakeColumn& take);
Json column_json(const ColumnPolicy& column);
// The keys that say how the numbers of a column are written; its kind is not among them.
Json notation_json(const Notation& notation);

// The format of a taxonomy, where it is said.
std::optional<KnowledgeFormat> read_format(const TomlReader& reader, const toml::table& table);
// Relative to the folder; "wordnet" and nothing stay.
void to_folder(std::string& path, const std::string& folder);
// A path that holds in any folder, likewise.
void to_absolute(std::string& path);
// The same for each path of a taxonomy's source.
void source_to_folder(std::string& source, const std::string& folder);
void source_to_absolute(std::string& source);

std::vector<StepPolicy> read_steps(const TomlReader& reader, const toml::table& root);
// A protection, as `find` (which throws where there is none) knows it by its name, and its
// settings, with a problem for each that it does not take; null where there is no such method. The
// settings are as they were given.
using FindProtection = const Method& (*)(std::string_view name);
const Method* check_step(const StepPolicy& step, FindProtection find, Problems& problems);
std::string step_text(const StepPolicy& step);

}  // namespace lethe::release
