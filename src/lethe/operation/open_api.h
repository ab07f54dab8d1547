// Operations as an OpenAPI 3.1 description: a request each, whose body has the options by their
// schema. For doors that speak HTTP.
#pragma once

#include <string>

#include "lethe/core/json.h"
#include "lethe/method/parameter.h"

namespace lethe::operation {

struct OpenApiOptions {
    std::string title;
    std::string description;
    std::string path;  // where the operations are: "/api/operations"; then "/table/protect"
};

// What a parameter takes, as JSON Schema.
Json json_schema(const Parameter& parameter);

// One path for each operation ("/api/operations/table/protect", "/api/operations/any/methods").
// They all answer alike: 202 with a job, or an error with all problems.
Json open_api(const OpenApiOptions& options);

}  // namespace lethe::operation
