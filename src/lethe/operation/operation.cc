#include "lethe/operation/operation.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/did_you_mean.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/together.h"

namespace lethe::operation {
namespace {

// Some are found by what options declare and by the operation's own check.
Problems once_each(Problems problems) {
    Problems told;
    for (Problem& problem : problems) {
        const auto same = [&](const Problem& one) { return to_string(one) == to_string(problem); };
        if (std::ranges::none_of(told, same)) told.push_back(std::move(problem));
    }
    return told;
}

constexpr std::string_view kForce = "force";

// Who may replace what is not an earlier output is told so in the same words everywhere.
void add_force(std::vector<Parameter>& options) {
    std::vector<Companion> outputs;
    bool always = false;  // an output has a default
    for (const Parameter& option : options) {
        if (!option.output) continue;
        outputs.push_back({option.name});
        always = always || (option.fallback.is_string() && option.fallback != Json(""));
    }
    if (outputs.empty()) return;
    auto force = std::ranges::find(options, kForce, &Parameter::name);
    if (force == options.end()) {
        options.push_back(Replacing::schema().parameters().front());
        force = options.end() - 1;
    }
    if (!always) force->goes_with = {std::move(outputs)};
}

// At the option as it is called at this door: "--set k" for "set.k".
void name_option(Problem& problem, const std::vector<Parameter>& options, const Door& door) {
    problem.message = door.in_words_of_door(problem.message);
    Place& place = problem.place;
    if (!place.file.empty()) return;
    const std::string option = place.parameter.substr(0, place.parameter.find('.'));
    if (std::ranges::find(options, option, &Parameter::name) == options.end()) return;
    const std::string rest = place.parameter.substr(option.size());
    place.parameter = door.option_name(option) + (rest.empty() ? "" : " " + rest.substr(1));
}

}  // namespace

void add_if_thrown(Problems& problems, const std::function<void()>& check) {
    try {
        check();
    } catch (const Error& error) {
        problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
}

namespace detail {

Operation bare_operation(OperationInfo info, std::vector<Parameter> options) {
    Operation operation;
    operation.info = std::move(info);
    if (operation.info.words.empty()) operation.info.words = {operation.info.name};
    add_force(options);
    operation.options = std::move(options);
    return operation;
}

Json of_schema(const std::vector<Parameter>& schema, Json given) {
    const bool has = std::ranges::find(schema, kForce, &Parameter::name) != schema.end();
    if (!has && given.is_object() && given.value(kForce, Json()).is_boolean()) given.erase(kForce);
    return given;
}

Json taken(const std::vector<Parameter>& more, Json& given) {
    Json others = Json::object();
    for (const Parameter& parameter : more) {
        if (!given.is_object() || !given.contains(parameter.name)) continue;
        others[parameter.name] = given[parameter.name];
        given.erase(parameter.name);
    }
    return others;
}

Answer answered(const Operation& operation, const Json& given, Problems problems, Door& door,
                const std::function<Answer()>& run) {
    try {
        check_together(operation.options, operation.info.data, given, door, problems);
        throw_if_any(once_each(std::move(problems)));
        return run();
    } catch (const Error& error) {
        Problems named = error.problems();
        for (Problem& problem : named) name_option(problem, operation.options, door);
        throw Error(error.kind(), std::move(named));
    }
}

}  // namespace detail

const Operation* find_operation(std::string_view name, std::optional<DataKind> data) {
    const auto found = std::ranges::find_if(operations(), [&](const Operation& one) {
        return one.info.name == name && (one.info.data == data || !one.info.data);
    });
    return found == operations().end() ? nullptr : &*found;
}

const Operation& operation_of(std::string_view name, std::string_view data) {
    const std::optional<DataKind> kind = data_kind_named(data);
    if (!kind && !data.empty()) {
        std::vector<std::string> kinds;
        for (const DataKind one :
             {DataKind::table, DataKind::documents, DataKind::vectors, DataKind::graph}) {
            kinds.emplace_back(lethe::name(one));
        }
        throw Error(ErrorKind::usage, unknown_name("kind of data", data, kinds));
    }
    if (const Operation* found = find_operation(name, kind)) return *found;
    std::vector<std::string> names;
    for (const Operation& one : operations()) {
        if (one.info.name == name) {
            throw Error(ErrorKind::usage,
                        fmt::format("there is no operation \"{}\" of such data", name));
        }
        names.push_back(one.info.name);
    }
    throw Error(ErrorKind::usage, unknown_name("operation", name, names));
}

Json to_json(const Operation& operation) {
    const OperationInfo& info = operation.info;
    Json options = Json::array();
    for (const Parameter& parameter : operation.options) options.push_back(to_json(parameter));
    Json json{{"name", info.name},
              {"command", info.words},
              {"summary", info.summary},
              {"options", std::move(options)},
              {"examples", info.examples}};
    if (info.data) json["data"] = name(*info.data);
    return json;
}

}  // namespace lethe::operation
