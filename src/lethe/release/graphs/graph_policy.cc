#include "lethe/release/graphs/graph_policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "lethe/graph/graph_method.h"
#include "lethe/io/file.h"
#include "lethe/io/toml_text.h"
#include "lethe/release/graphs/graph_protections.h"
#include "lethe/release/policy_parts.h"

namespace lethe::release {
namespace {

constexpr std::int64_t kMostLevels = 1000;

bool groups_nodes(const StepPolicy& step) {
    try {
        return graph::protects_nodes(graph_protection(step.method).info);
    } catch (const Error&) {
        return false;  // there is no such protection, which is a problem of its own
    }
}

class GraphPolicyReader {
  public:
    GraphPolicyReader(const std::string& file, Problems& problems) : in_(file, problems) {}

    GraphPolicy read(const toml::table& root) {
        if (!is_for(in_, root, DataKind::graph)) return {};
        in_.check_keys(root, "key", {"data", "read", "columns", "step", "release", "microdata"});
        if (const toml::table* table = in_.section(root, "read")) read_reading(*table);
        each_column(in_, root, [&](const std::string& name, const toml::table& table) {
            policy_.columns.push_back(read_node_column(name, table));
        });
        read_graph_steps(root);
        if (const toml::table* table = in_.section(root, "release")) read_release(*table);
        if (const toml::table* table = in_.section(root, "microdata")) read_microdata(*table);
        return std::move(policy_);
    }

  private:
    void read_reading(const toml::table& table) {
        std::vector<std::string> known = table_reading_keys();
        known.insert(known.end(), {"directed", "from", "to", "weight", "id"});
        in_.check_keys(table, "key of [read]", known);
        graph::GraphSource& reading = policy_.reading;
        reading.directed = in_.value<bool>(table, "directed", "true or false");
        reading.from = in_.text(table, "from", "the name of a column");
        reading.to = in_.text(table, "to", "the name of a column");
        reading.weight = in_.text(table, "weight", "the name of a column");
        reading.id = in_.text(table, "id", "the name of a column");
        reading.reading = read_table_reading(in_, table);
    }

    NodeColumnPolicy read_node_column(const std::string& name, const toml::table& table) {
        std::vector<std::string> known = column_keys();
        known.insert(known.end(), {"topics", "keep"});
        in_.check_keys(table, "key of a column of nodes", known);
        NodeColumnPolicy column{read_column(in_, name, table), in_.truth(table, "topics", false),
                                in_.truth(table, "keep", false)};
        if (column.keep && column.column.role == Role::identifier) {
            in_.problem(*table.get("keep"), "an identifier is never published");
        }
        return column;
    }

    void read_graph_steps(const toml::table& root) {
        policy_.steps = read_steps(in_, root);
        bool grouped = false;
        for (const StepPolicy& step : policy_.steps) {
            const Method* method = check_step(step, graph_protection, in_.problems());
            if (method == nullptr) continue;
            const auto columns = step.parameter_places.find("columns");
            if (!graph::protects_nodes(method->info)) {
                if (columns == step.parameter_places.end()) continue;
                in_.problems().push_back(
                    {fmt::format("{} changes edges and takes no columns", method->info.name),
                     columns->second});
                continue;
            }
            if (grouped) {
                in_.problems().push_back(
                    {"nodes are grouped once, and an earlier step does it", step.place});
            }
            grouped = true;
            for (const std::string& name : step.columns) check_grouped(name, columns->second);
        }
    }

    // What is said of a column that a step groups nodes by.
    void check_grouped(const std::string& name, const Place& place) {
        for (const NodeColumnPolicy& column : policy_.columns) {
            if (column.column.name != name) continue;
            if (column.column.role == Role::identifier) {
                in_.problems().push_back(
                    {fmt::format("the column \"{}\" is an identifier and is never published", name),
                     place});
            } else if (column.keep) {
                in_.problems().push_back(
                    {fmt::format("the column \"{}\" is kept as it is, and nodes cannot be grouped "
                                 "by it",
                                 name),
                     place});
            }
        }
    }

    void read_release(const toml::table& table) {
        in_.check_keys(table, "key of [release]",
                       {"k", "order", "weights", "group_nodes", "neighbourhoods"});
        policy_.k = in_.value<std::int64_t>(table, "k", "a whole number");
        if (policy_.k && *policy_.k < 2) {
            in_.problem(*table.get("k"),
                        "\"k\" must be at least 2: a group of one node hides nobody");
        }
        policy_.keep_order = in_.is_second(table, "order", "random", "as-is");
        policy_.keep_weights = in_.truth(table, "weights", false);
        policy_.group_nodes = in_.truth(table, "group_nodes", true);
        policy_.neighbourhoods = in_.truth(table, "neighbourhoods", false);
    }

    void read_microdata(const toml::table& table) {
        in_.check_keys(table, "key of [microdata]", {"level", "columns"});
        policy_.microdata_columns = in_.texts(table, "columns");
        const bool grouped =
            policy_.group_nodes || std::ranges::any_of(policy_.steps, groups_nodes);
        if (grouped && table.contains("columns")) {
            in_.problem(*table.get("columns"),
                        "\"columns\" of [microdata] goes with group_nodes = false; where nodes are "
                        "grouped, it is said in the step");
        }
        read_level(table);
    }

    void read_level(const toml::table& table) {
        const auto level = in_.value<std::int64_t>(table, "level", "a whole number");
        if (!level) return;
        if (*level < 0 || *level > kMostLevels) {
            return in_.problem(*table.get("level"),
                               fmt::format("\"level\" must be from 0 to {}", kMostLevels));
        }
        policy_.level = static_cast<int>(*level);
    }

    TomlReader in_;
    GraphPolicy policy_;
};

Json reading_json(const graph::GraphSource& reading) {
    Json keys = Json::object();
    if (reading.directed) keys["directed"] = *reading.directed;
    if (!reading.from.empty()) keys["from"] = reading.from;
    if (!reading.to.empty()) keys["to"] = reading.to;
    if (!reading.weight.empty()) keys["weight"] = reading.weight;
    if (!reading.id.empty()) keys["id"] = reading.id;
    keys.update(table_reading_json(reading.reading));
    return keys;
}

Json release_json(const GraphPolicy& policy) {
    Json keys = Json::object();
    if (policy.k) keys["k"] = *policy.k;
    if (policy.keep_order) keys["order"] = "as-is";
    if (policy.keep_weights) keys["weights"] = true;
    if (!policy.group_nodes) keys["group_nodes"] = false;
    if (policy.neighbourhoods) keys["neighbourhoods"] = true;
    return keys;
}

}  // namespace

graph::AttributeChoice GraphPolicy::attributes(const graph::AttributeChoice& flags) const {
    graph::AttributeChoice choice = flags;
    for (const StepPolicy& step : steps) {
        const bool chooses = flags.columns.empty() && groups_nodes(step) && !step.columns.empty();
        if (chooses) choice.columns = step.columns;
    }
    if (!choice.topics.empty()) return choice;
    const auto counts = [&](const std::string& name) {
        return choice.columns.empty() ||
               std::ranges::find(choice.columns, name) != choice.columns.end();
    };
    for (const NodeColumnPolicy& column : columns) {
        if (!column.topics || column.column.role == Role::identifier) continue;
        if (counts(column.column.name)) choice.topics.push_back(column.column.name);
    }
    return choice;
}

graph::GraphSource GraphPolicy::reading_of_release() const {
    graph::GraphSource source{};
    source.directed = reading.directed;
    return source;
}

std::vector<std::string> GraphPolicy::kept() const {
    std::vector<std::string> names;
    for (const NodeColumnPolicy& column : columns) {
        if (column.keep) names.push_back(column.column.name);
    }
    return names;
}

Policy GraphPolicy::of_nodes() const {
    Policy policy;
    policy.read = reading.reading;
    for (const NodeColumnPolicy& column : columns) policy.columns.push_back(column.column);
    return policy;
}

GraphPolicy parse_graph_policy(std::string_view text, const std::string& file, Problems& problems) {
    return GraphPolicyReader(file, problems).read(parse_toml(text, file));
}

GraphPolicy read_graph_policy(const std::string& path) {
    Problems problems;
    GraphPolicy policy = parse_graph_policy(read_file(path), path, problems);
    throw_if_any(std::move(problems));
    const std::string folder = std::filesystem::path(path).parent_path().string();
    for (NodeColumnPolicy& column : policy.columns) {
        if (!column.column.knowledge) continue;
        column.column.knowledge->move_paths([&](std::string& moved) { to_folder(moved, folder); });
    }
    return policy;
}

void apply_policy(const GraphPolicy& policy, GraphRelease& what) {
    if (!policy.steps.empty() && (!what.steps.empty() || !what.settings.empty())) {
        throw Error(ErrorKind::usage,
                    "methods and their settings go without the option policy where it has steps of "
                    "its own");
    }
    for (const StepPolicy& step : policy.steps) {
        what.steps.push_back({step.method, step.parameters});
    }
    if (policy.k && !what.settings.contains("k")) what.settings["k"] = *policy.k;
    if (what.policy.columns.empty()) {
        for (const NodeColumnPolicy& column : policy.columns) {
            what.policy.columns.push_back(column.column);
        }
    }
    what.attributes = policy.attributes(what.attributes);
    if (what.attributes.columns.empty()) what.attributes.columns = policy.microdata_columns;
    if (what.keep.empty()) what.keep = policy.kept();
    what.group_nodes = what.group_nodes && policy.group_nodes;
    what.keep_order = what.keep_order || policy.keep_order;
    what.keep_weights = what.keep_weights || policy.keep_weights;
    what.neighbourhoods = what.neighbourhoods || policy.neighbourhoods;
    if (!what.level) what.level = policy.level;
}

GraphPolicy explored_policy(GraphPolicy policy,
                            const std::map<std::string, ColumnKnowledge>& knowledge,
                            const graph::AttributeChoice& attributes) {
    const auto column = [&](const std::string& name) -> NodeColumnPolicy& {
        const auto found = std::ranges::find_if(
            policy.columns, [&](const NodeColumnPolicy& one) { return one.column.name == name; });
        if (found != policy.columns.end()) return *found;
        policy.columns.emplace_back().column.name = name;
        return policy.columns.back();
    };
    for (const auto& [name, source] : knowledge) {
        column(name).column.knowledge = source;
        column(name).column.kind = Kind::semantic;
        column(name).column.order.clear();
    }
    for (const std::string& name : attributes.topics) column(name).topics = true;
    for (NodeColumnPolicy& one : policy.columns) {
        if (!one.column.knowledge) continue;
        one.column.knowledge->move_paths(to_absolute);
    }
    for (StepPolicy& step : policy.steps) {
        if (groups_nodes(step)) step.columns = attributes.columns;
    }
    policy.group_nodes = std::ranges::any_of(policy.steps, groups_nodes);
    if (policy.group_nodes) policy.microdata_columns.clear();
    return policy;
}

std::string policy_text(const GraphPolicy& policy) {
    std::vector<std::string> parts{"data = \"graph\"\n",
                                   toml_section("read", reading_json(policy.reading))};
    std::string columns;
    for (const NodeColumnPolicy& column : policy.columns) {
        Json keys = column_json(column.column);
        if (column.topics) keys["topics"] = true;
        if (column.keep) keys["keep"] = true;
        columns += fmt::format("{} = {}\n", toml_key(column.column.name), toml_value(keys));
    }
    if (!columns.empty()) parts.push_back("[columns]\n" + columns);
    for (const StepPolicy& step : policy.steps) parts.push_back(step_text(step));
    parts.push_back(toml_section("release", release_json(policy)));
    Json microdata = Json::object();
    if (policy.level) microdata["level"] = *policy.level;
    if (!policy.microdata_columns.empty()) microdata["columns"] = policy.microdata_columns;
    parts.push_back(toml_section("microdata", microdata));
    std::erase(parts, std::string());
    return fmt::format("{}", fmt::join(parts, "\n"));
}

}  // namespace lethe::release
