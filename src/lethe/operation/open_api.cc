#include "lethe/operation/open_api.h"

#include <string_view>

#include "lethe/core/version.h"
#include "lethe/operation/operation.h"

namespace lethe::operation {
namespace {

Json number_schema(std::string_view type, const Range& range) {
    Json schema{{"type", type}};
    if (range.least) schema[range.least_excluded ? "exclusiveMinimum" : "minimum"] = *range.least;
    if (range.most) schema[range.most_excluded ? "exclusiveMaximum" : "maximum"] = *range.most;
    return schema;
}

Json typed(std::string_view type, const Range& range) {
    constexpr std::string_view kList = "list of ", kTable = "table of ";
    if (type.starts_with(kList)) {
        return {{"type", "array"}, {"items", typed(type.substr(kList.size()), range)}};
    }
    if (type.starts_with(kTable)) {
        return {{"type", "object"},
                {"additionalProperties", typed(type.substr(kTable.size()), range)}};
    }
    if (type == "integer" || type == "number") return number_schema(type, range);
    if (type == "true or false") return {{"type", "boolean"}};
    if (type == "table") return {{"type", "object"}};
    return {{"type", "string"}};
}

Json body_of(const Operation& operation) {
    Json properties = Json::object(), required = Json::array();
    for (const Parameter& parameter : operation.options) {
        properties[parameter.name] = json_schema(parameter);
        if (parameter.required) required.push_back(parameter.name);
    }
    properties["seed"] = {{"type", "integer"},
                          {"minimum", 0},
                          {"description", "Of everything random (default: from the system)"}};
    Json schema{
        {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty()) schema["required"] = std::move(required);
    return {{"required", true},
            {"content", {{"application/json", {{"schema", std::move(schema)}}}}}};
}

Json reference(std::string_view name) {
    return {{"content",
             {{"application/json",
               {{"schema", {{"$ref", "#/components/schemas/" + std::string(name)}}}}}}}};
}

Json answers() {
    Json accepted = reference("Job"), refused = reference("Error");
    accepted["description"] = "The work was taken on";
    refused["description"] = "What is wrong, all of it";
    return {{"202", std::move(accepted)}, {"default", std::move(refused)}};
}

Json schemas() {
    const Json text{{"type", "string"}}, number{{"type", "number"}};
    return {
        {"Job",
         {{"type", "object"},
          {"properties",
           {{"id", text},
            {"operation", text},
            {"state",
             {{"type", "string"}, {"enum", {"waiting", "running", "done", "failed", "stopped"}}}},
            {"task", text},
            {"done", number},
            {"total", number},
            {"left", number},
            {"result", {{"type", "object"}}}}}}},
        {"Error",
         {{"type", "object"},
          {"properties",
           {{"error",
             {{"type", "object"},
              {"properties",
               {{"kind", text},
                {"message", text},
                {"problems",
                 {{"type", "array"},
                  {"items",
                   {{"type", "object"},
                    {"properties",
                     {{"message", text},
                      {"line", number},
                      {"column", number},
                      {"parameter", text}}}}}}}}}}}}}}}};
}

}  // namespace

Json json_schema(const Parameter& parameter) {
    Json schema = typed(parameter.type, parameter.range);
    if (!parameter.choices.empty()) schema = {{"type", "string"}, {"enum", parameter.choices}};
    schema["description"] = parameter.text;
    if (!parameter.fallback.is_null()) schema["default"] = parameter.fallback;
    return schema;
}

Json open_api(const OpenApiOptions& options) {
    Json paths = Json::object();
    for (const Operation& operation : operations()) {
        const OperationInfo& info = operation.info;
        const std::string data = info.data ? std::string(name(*info.data)) : "any";
        Json post{{"operationId", data + "-" + info.name},
                  {"summary", info.summary},
                  {"tags", {data}},
                  {"requestBody", body_of(operation)},
                  {"responses", answers()}};
        if (!info.notes.empty()) post["description"] = info.notes;
        paths[options.path + "/" + data + "/" + info.name] = {{"post", std::move(post)}};
    }
    return {{"openapi", "3.1.0"},
            {"info",
             {{"title", options.title},
              {"version", kProgramVersion},
              {"description", options.description}}},
            {"paths", std::move(paths)},
            {"components", {{"schemas", schemas()}}}};
}

}  // namespace lethe::operation
