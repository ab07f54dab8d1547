#include "studio/project_options.h"

#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"

namespace lethe::studio {
namespace {

namespace fs = std::filesystem;
using operation::Operation;

// Where what an operation writes goes, below the project's folder.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kPlaces{{
    {"advise", "advice"},
    {"explore", "exploration"},
    {"evolve", "evolution"},
    {"review", "review.json"},
    {"report", "report.html"},
}};

// The nodes of a released graph stand beside its edges.
std::string nodes_beside(const Project& project) {
    return project.path("release/" + fs::path(project.data.back()).filename().string());
}

bool is_release(std::string_view name) {
    return name == "masked" || name == "protected" || name == "sanitised" || name == "released" ||
           name == "release";
}

Json as_list_where_asked(const Parameter& parameter, const std::vector<std::string>& files) {
    if (parameter.type.starts_with("list")) return files;
    return files.front();
}

// The value that the project has for an option; null: none.
Json value_of(const Project& project, const Operation& operation, const Parameter& parameter,
              bool first, const Json& given) {
    const std::string& name = parameter.name;
    const std::string& what = operation.info.name;
    const bool graph = project.kind == DataKind::graph;
    const bool pair = graph && project.data.size() > 1;
    if (parameter.positional && is_release(name)) {
        return as_list_where_asked(parameter, {project.release_path()});
    }
    if (parameter.positional && first && what != "report" && what != "apply") {
        const bool one_of_two =
            name == "original" || (graph && !parameter.type.starts_with("list"));
        return as_list_where_asked(
            parameter, one_of_two ? std::vector<std::string>{project.data.front()} : project.data);
    }
    if (what == "apply" && name == "review") return project.path("review.json");
    if (what == "apply" && name == "documents") return project.data.front();
    if (name == "policy" && project.policy > 0 && !given.contains("method")) {
        return project.policy_path(project.policy);
    }
    if (pair && name == "nodes") return project.data.back();
    if (pair && name == "protected_nodes") return nodes_beside(project);
    if (pair && what == "protect" && name == "output_nodes") return nodes_beside(project);
    if (name != "output") return nullptr;
    if (what == "protect" || what == "apply") return project.release_path();
    for (const auto& [operation_name, place] : kPlaces) {
        if (what == operation_name) return project.path(std::string(place));
    }
    return nullptr;
}

}  // namespace

const Operation& operation_of(const Project& project, const std::string& name) {
    const Operation* found = operation::find_operation(name, project.kind);
    if (found != nullptr) return *found;
    std::vector<std::string> known;
    for (const Operation& one : operation::operations()) {
        if (!one.info.data || one.info.data == project.kind) known.push_back(one.info.name);
    }
    throw Error(ErrorKind::usage, unknown_name("operation", name, known));
}

Json with_project(const Project& project, const Operation& operation, Json options) {
    bool first = true;
    for (const Parameter& parameter : operation.options) {
        if (!options.contains(parameter.name)) {
            Json value = value_of(project, operation, parameter, first, options);
            if (!value.is_null()) options[parameter.name] = std::move(value);
        } else if (options[parameter.name].is_null()) {
            options.erase(parameter.name);  // the asker wants none
        }
        if (parameter.positional) first = false;
    }
    return options;
}

}  // namespace lethe::studio
