#include "lethe/operation/operation.h"

#include <algorithm>

namespace lethe::operation {

namespace detail {

void throw_problems(Problems problems, const Door& door) {
    for (Problem& problem : problems) {
        if (!problem.place.parameter.empty()) {
            problem.place.parameter = door.option_name(problem.place.parameter);
        }
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
}

Operation bare_operation(OperationInfo info, std::vector<Parameter> options) {
    Operation operation;
    operation.info = std::move(info);
    if (operation.info.words.empty()) operation.info.words = {operation.info.name};
    operation.options = std::move(options);
    return operation;
}

}  // namespace detail

const Operation* find_operation(std::string_view name, std::optional<DataKind> data) {
    const auto found = std::ranges::find_if(operations(), [&](const Operation& one) {
        return one.info.name == name && (one.info.data == data || !one.info.data);
    });
    return found == operations().end() ? nullptr : &*found;
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
