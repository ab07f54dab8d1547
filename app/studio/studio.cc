#include "studio/studio.h"

#include <fmt/format.h>

#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/io/file_digest.h"
#include "lethe/report/section.h"
#include "lethe/report/sections/assessment/explain.h"

namespace lethe::studio {
namespace {

namespace fs = std::filesystem;

Roots opened(const std::string& folder) {
    Roots roots(folder);
    fs::current_path(roots.folder());
    return roots;
}

// What a result says of itself in a line; empty where it has no headline.
std::string headline_words(const Json& result) {
    const report::Section* section = report::section_of(result);
    return section == nullptr || section->headline == nullptr ? std::string()
                                                              : section->headline(result);
}

}  // namespace

Studio::Studio(const StudioOptions& options, EventHub& hub)
    : options_(options), hub_(hub), roots_(opened(options.folder)), tables_(options.threads) {
    Jobs::Listener listener;
    listener.changed = [this](const std::string& project, const Json& job) {
        if (!project.empty()) tell(sha256(project).substr(0, 12), "job", job);
    };
    listener.partial = [this](const std::string& project, const Json& part) {
        if (!project.empty()) tell(sha256(project).substr(0, 12), "partial", part);
    };
    listener.ended = [this](const std::string& job, const JobEnd& end) {
        return keep_result(job, end);
    };
    jobs_ = std::make_unique<Jobs>(
        Jobs::Settings{options_.threads, options_.cache_folder, 32, options_.time}, listener);
    add_project_routes(router_, *this);
    add_policy_routes(router_, *this);
    add_data_routes(router_, *this);
    add_job_routes(router_, *this);
    add_result_routes(router_, *this);
    add_document_routes(router_, *this);
    add_sign_off_routes(router_, *this);
}

Context Studio::context() const {
    Context context;
    context.threads = options_.threads;
    return context;
}

std::vector<std::string> Studio::project_folders() const {
    std::vector<std::string> folders = find_projects();
    const std::lock_guard lock(known_mutex_);
    for (const std::string& folder : folders) known_[sha256(folder).substr(0, 12)] = folder;
    return folders;
}

std::string Studio::folder_of(const std::string& id) const {
    const auto known = [&]() -> std::string {
        const std::lock_guard lock(known_mutex_);
        const auto found = known_.find(id);
        return found == known_.end() ? std::string() : found->second;
    };
    std::string folder = known();
    if (folder.empty() || !fs::exists(folder)) {
        project_folders();
        folder = known();
    }
    if (folder.empty() || !fs::exists(folder)) {
        throw NotFound("there is no such project here; it may have been moved or deleted");
    }
    return folder;
}

Project Studio::project(const std::string& id) const { return Project(folder_of(id)); }

Project Studio::change(const std::string& id, const std::function<void(Project&)>& edit) {
    const std::lock_guard lock(changing_);
    Project changed(folder_of(id));
    edit(changed);
    changed.save();
    tell(id, "project", {{"revision", changed.revision}});
    return changed;
}

void Studio::tell(const std::string& project_id, const std::string& event, const Json& data) {
    hub_.publish(project_id, event, data.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// The result of a job goes to its project, also where it failed: what was tried is part of what was
// done.
Json Studio::keep_result(const std::string& job, const JobEnd& end) {
    Json answer = end.answer.result;
    if (answer.is_null() && !end.answer.text.empty()) {
        answer = {{"kind", "text"}, {"text", end.answer.text}};
    }
    if (end.request.project.empty()) return answer;
    const bool stopped = end.error && end.error->kind() == ErrorKind::stopped;
    ResultEntry entry;
    entry.operation = end.request.operation->info.name;
    entry.options = end.request.options;
    entry.seed = end.request.seed;
    entry.time = now();
    entry.seconds = end.seconds;
    entry.state = !end.error ? "done" : stopped ? "stopped" : "failed";
    entry.policy_version = end.request.more.value("policy_version", std::int64_t{0});
    entry.lines = end.lines;
    if (end.error) entry.failure = end.error->what();
    if (answer.is_object()) {
        entry.kind = answer.value("kind", "");
        entry.headline = headline_words(answer);
    }
    change(sha256(end.request.project).substr(0, 12), [&](Project& project) {
        entry.id = project.next_result();
        if (!answer.is_null()) {
            write_file(project.result_path(entry.id),
                       answer.dump(1, ' ', false, Json::error_handler_t::replace) + "\n", true);
        }
        project.results.push_back(entry);
    });
    return {{"id", entry.id}, {"kind", entry.kind}, {"job", job}};
}

Json body_of(const Request& request) {
    Json body = json_body(request);
    if (!body.is_object()) throw Error(ErrorKind::usage, "the request has to be a JSON object");
    return body;
}

std::string text_of(const Json& body, const std::string& name) {
    if (!body.contains(name) || !body[name].is_string()) {
        throw Error(ErrorKind::usage, "must be given as a text", {{}, 0, 0, name});
    }
    return body[name].get<std::string>();
}

std::int64_t integer_of(const Json& body, const std::string& name) {
    if (!body.contains(name) || !body[name].is_number_integer()) {
        throw Error(ErrorKind::usage, "must be given as a whole number", {{}, 0, 0, name});
    }
    return body[name].get<std::int64_t>();
}

}  // namespace lethe::studio
