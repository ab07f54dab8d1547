// Operations that are asked for: of a project, or of anything below the folder.
#include "lethe/core/error.h"
#include "lethe/method/data_kind.h"
#include "lethe/operation/operation.h"
#include "studio/project_options.h"
#include "studio/studio.h"

namespace lethe::studio {
namespace {

std::optional<std::uint64_t> seed_of(const Json& body) {
    if (!body.contains("seed") || body["seed"].is_null()) return std::nullopt;
    const std::int64_t seed = integer_of(body, "seed");
    if (seed < 0) throw Error(ErrorKind::usage, "must be at least 0", {{}, 0, 0, "seed"});
    return static_cast<std::uint64_t>(seed);
}

Response start_job(Studio& studio, const Request& request) {
    const Json body = body_of(request);
    const Project project = studio.project(request.parts.at("id"));
    const operation::Operation& operation = operation_of(project, text_of(body, "operation"));
    const Json given = body.value("options", Json::object());
    if (!given.is_object()) {
        throw Error(ErrorKind::usage, "must be an object", {{}, 0, 0, "options"});
    }
    studio.roots().check(given);
    JobRequest job;
    job.operation = &operation;
    job.options = with_project(project, operation, given);
    job.seed = seed_of(body);
    job.project = project.folder();
    job.more = {{"policy_version", project.policy}};
    return json_response(studio.jobs().start(std::move(job)), 202);
}

// As the OpenAPI page has it: without a project, all options given.
Response start_operation(Studio& studio, const Request& request) {
    const std::string data = request.parts.at("data");
    const std::optional<DataKind> kind = data_kind_named(data);
    const operation::Operation* operation =
        operation::find_operation(request.parts.at("operation"), kind);
    if (operation == nullptr || (!kind && data != "any")) {
        throw Error(ErrorKind::usage, "there is no such operation; /api/operations lists them");
    }
    Json body = body_of(request);
    JobRequest job;
    job.seed = seed_of(body);
    body.erase("seed");
    studio.roots().check(body);
    job.operation = operation;
    job.options = std::move(body);
    return json_response(studio.jobs().start(std::move(job)), 202);
}

Response show_job(Studio& studio, const Request& request) {
    const Json job = studio.jobs().job(request.parts.at("job"));
    if (job.is_null()) throw NotFound("there is no such job");
    return json_response(job);
}

Response stop_job(Studio& studio, const Request& request) {
    studio.jobs().stop(request.parts.at("job"));
    return json_response({{"stopping", true}});
}

}  // namespace

void add_job_routes(Router& router, Studio& studio) {
    router.add("POST", "/api/projects/{id}/jobs",
               [&](const Request& r) { return start_job(studio, r); });
    router.add("POST", "/api/operations/{data}/{operation}",
               [&](const Request& r) { return start_operation(studio, r); });
    router.add("GET", "/api/jobs/{job}", [&](const Request& r) { return show_job(studio, r); });
    router.add("POST", "/api/jobs/{job}/stop",
               [&](const Request& r) { return stop_job(studio, r); });
}

}  // namespace lethe::studio
