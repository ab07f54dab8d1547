#include "lethe/release/tables/linked/linked_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "lethe/io/toml_text.h"
#include "lethe/release/policy_parts.h"
#include "lethe/release/pseudonymous.h"

namespace lethe::release {
namespace {

// A name of a file: it is that of the table in the release.
bool names_own_file(std::string_view name) {
    return !name.empty() && name.front() != '.' &&
           name.find_first_of("/\\:*?\"<>|") == std::string_view::npos &&
           std::none_of(name.begin(), name.end(),
                        [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

std::vector<KeyReference> read_references(const TomlReader& reader, const toml::table& table) {
    std::vector<KeyReference> references;
    const toml::table* given = reader.section(table, "references");
    if (given == nullptr) return references;
    for (const auto& [column, node] : *given) {
        const auto text = node.value_exact<std::string>().value_or("");
        const std::size_t dot = text.find('.');
        if (dot == std::string::npos || dot == 0 || dot + 1 == text.size()) {
            reader.problem(node, fmt::format("\"{}\" must name a table and its key, such as "
                                             "\"visits.Id\"",
                                             column.str()));
            continue;
        }
        references.push_back({std::string(column.str()), text.substr(0, dot), text.substr(dot + 1),
                              reader.place(node)});
    }
    return references;
}

LinkedPolicy read_one(const TomlReader& reader, std::string name, const toml::table& table,
                      const ReadColumn& read_column) {
    reader.check_keys(
        table, "key of a linked table",
        {"file", "person", "references", "rows", "orphans", "read", "columns", "step"});
    LinkedPolicy linked;
    linked.name = std::move(name);
    linked.place = linked.person_place = reader.place(table);
    if (!names_own_file(linked.name)) {
        reader.problem(table,
                       "the name of a linked table is also that of its file in the release: "
                       "letters, digits and what may stand in the name of a file");
    }
    for (const char* key : {"file", "person"}) {
        if (!table.contains(key)) {
            reader.problem(table, fmt::format("a linked table needs \"{}\": file = \"visits.csv\" "
                                              "and person = \"COLUMN\", which says whose row it is",
                                              key));
        }
    }
    linked.file = reader.text(table, "file", "a path");
    linked.person = reader.text(table, "person", "the name of a column");
    if (const toml::node* node = table.get("person")) linked.person_place = reader.place(*node);
    linked.references = read_references(reader, table);
    linked.dealt = !reader.is_second(table, "rows", "dealt", "own");
    linked.drop_orphans = reader.is_second(table, "orphans", "error", "drop");
    if (const toml::table* read = reader.section(table, "read")) {
        reader.check_keys(*read, "key of [read]", table_reading_keys());
        linked.read = read_table_reading(reader, *read);
    }
    each_column(reader, table, [&](const std::string& column, const toml::table& keys) {
        linked.columns.push_back(read_column(column, keys));
        if (linked.columns.back().person) {
            reader.problem(keys,
                           "role = \"person\" is of the key in the table of the people; here "
                           "\"person\" of the table names the column");
        }
    });
    linked.steps = read_steps(reader, table);
    return linked;
}

void check_keys_of_tables(const TomlReader& reader, const std::vector<LinkedPolicy>& all) {
    const auto table_named = [&](const std::string& name) {
        return std::find_if(all.begin(), all.end(),
                            [&](const LinkedPolicy& one) { return one.name == name; });
    };
    for (const LinkedPolicy& linked : all) {
        for (const KeyReference& reference : linked.references) {
            const auto target = table_named(reference.table);
            std::string wrong;
            if (target == all.end()) {
                wrong = fmt::format("there is no linked table \"{}\"", reference.table);
            } else if (target->name == linked.name) {
                wrong = "a reference is to another linked table";
            } else if (target->dealt != linked.dealt) {
                wrong =
                    "rows that refer to each other go together: \"rows\" must be the same in "
                    "both tables";
            } else if (reference.column == linked.person) {
                wrong = fmt::format("\"{}\" names the person already", reference.column);
            }
            if (!wrong.empty()) reader.problems().push_back({wrong, reference.place});
        }
    }
}

}  // namespace

std::vector<LinkedPolicy> read_linked(const TomlReader& reader, const toml::table& root,
                                      const ReadColumn& read_column) {
    std::vector<LinkedPolicy> all;
    const toml::table* tables = reader.section(root, "linked");
    if (tables == nullptr) return all;
    std::vector<std::pair<std::string, const toml::table*>> in_order;
    for (const auto& [key, node] : *tables) {
        if (const toml::table* table = node.as_table()) {
            in_order.emplace_back(std::string(key.str()), table);
        } else {
            reader.problem(node, "a linked table is written as [linked.NAME]");
        }
    }
    std::stable_sort(in_order.begin(), in_order.end(), [](const auto& a, const auto& b) {
        return a.second->source().begin.line < b.second->source().begin.line;
    });
    for (const auto& [name, table] : in_order) {
        all.push_back(read_one(reader, name, *table, read_column));
    }
    check_keys_of_tables(reader, all);
    return all;
}

std::string linked_text(const LinkedPolicy& linked,
                        const std::function<std::string(const ColumnPolicy&)>& column_line) {
    const std::string name = "linked." + toml_key(linked.name);
    Json keys{{"file", linked.file}, {"person", linked.person}};
    for (const KeyReference& one : linked.references) {
        keys["references"][one.column] = one.table + "." + one.key;
    }
    if (!linked.dealt) keys["rows"] = "own";
    if (linked.drop_orphans) keys["orphans"] = "drop";
    std::string text = toml_section(name, keys);
    const std::string read = toml_section(name + ".read", table_reading_json(linked.read));
    if (!read.empty()) text += "\n" + read;
    std::string columns;
    for (const ColumnPolicy& column : linked.columns) columns += column_line(column);
    if (!columns.empty()) text += fmt::format("\n[{}.columns]\n{}", name, columns);
    for (const StepPolicy& step : linked.steps) {
        constexpr std::string_view kHead = "[[step]]";
        text += fmt::format("\n[[{}.step]]{}", name, step_text(step).substr(kHead.size()));
    }
    return text;
}

Policy policy_of_linked(const LinkedPolicy& linked, const Policy& people) {
    Policy policy;
    policy.read = linked.read;
    policy.columns = linked.columns;
    policy.steps = linked.steps;
    policy.as_masked = people.as_masked;
    policy.random_order = true;
    policy.shelf = people.shelf;
    policy.of_linked = true;
    std::set<std::string> keys{linked.person};
    for (const KeyReference& one : linked.references) keys.insert(one.column);
    for (const LinkedPolicy& other : people.linked) {
        for (const KeyReference& one : other.references) {
            if (one.table == linked.name && !gets_pseudonyms(policy, one.key)) keys.insert(one.key);
        }
    }
    policy.identifiers.assign(keys.begin(), keys.end());
    return policy;
}

}  // namespace lethe::release
