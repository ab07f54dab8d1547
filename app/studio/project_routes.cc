// Projects, and the files that they are made from.
#include <algorithm>
#include <chrono>
#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/core/version.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/operation/open_api.h"
#include "lethe/operation/operation.h"
#include "lethe/release/assess/verdict.h"
#include "lethe/release/data_files.h"
#include "studio/project_view.h"
#include "studio/studio.h"

namespace lethe::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostEntries = 5000;

Json profiles_json() {
    Json list = Json::array();
    for (const release::Profile& profile : release::guidance_profiles()) {
        list.push_back({{"name", profile.name},
                        {"title", profile.title},
                        {"source", profile.source},
                        {"date", profile.date},
                        {"note", profile.note}});
    }
    return list;
}

// What a policy of documents can begin with: [{"name", "categories": [{"name", "text",
// "treatment"}]}].
Json document_profiles_json() {
    Json list = Json::array();
    for (const std::string& profile : documents::profile_names()) {
        const documents::TextPolicy policy = documents::profile_policy(profile);
        Json categories = Json::array();
        for (const std::string& category : policy.categories.names()) {
            const auto id = policy.categories.named(category);
            if (!id) continue;
            categories.push_back({{"name", category},
                                  {"text", policy.categories[*id].text},
                                  {"treatment", name(policy.treatment(*id))}});
        }
        list.push_back({{"name", profile}, {"categories", std::move(categories)}});
    }
    return list;
}

Response about(const Studio& studio) {
    return json_response({{"version", kProgramVersion},
                          {"folder", studio.roots().folder().filename().string()},
                          {"profiles", profiles_json()},
                          {"document_profiles", document_profiles_json()},
                          {"threads", studio.options().threads}});
}

std::int64_t seconds_of(fs::file_time_type time) {
    const auto system = std::chrono::file_clock::to_sys(time);
    return std::chrono::duration_cast<std::chrono::seconds>(system.time_since_epoch()).count();
}

// Folders first, then by name. Projects, records and what is hidden are not data.
Json entries_of(const Studio& studio, const std::string& folder) {
    std::vector<fs::directory_entry> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with('.') || name.find(".lethe") != std::string::npos) continue;
        if (!studio.roots().is_inside(entry.path().string())) continue;
        found.push_back(entry);
        if (found.size() >= kMostEntries) break;
    }
    if (error) throw Error(ErrorKind::io, "cannot read the folder", {folder, 0, 0, {}});
    const auto rank = [](const fs::directory_entry& one) {
        std::error_code ignored;
        return std::pair(!one.is_directory(ignored), one.path().filename().string());
    };
    std::ranges::sort(found, {}, rank);
    Json entries = Json::array();
    for (const fs::directory_entry& one : found) {
        const std::string path = one.path().lexically_normal().generic_string();
        Json entry{{"name", one.path().filename().string()},
                   {"path", path},
                   {"folder", one.is_directory(error)},
                   {"data", name(release::data_at(path).kind)}};
        if (one.is_regular_file(error)) entry["size"] = one.file_size(error);
        entry["changed"] = seconds_of(one.last_write_time(error));
        entries.push_back(std::move(entry));
    }
    return entries;
}

Response files(const Studio& studio, const Request& request) {
    const std::string folder = studio.roots().inside(text_of(body_of(request), "path"));
    const std::string parent = folder == "." ? "" : fs::path(folder).parent_path().generic_string();
    return json_response({{"path", folder},
                          {"parent", folder == "."    ? Json(nullptr)
                                     : parent.empty() ? Json(".")
                                                      : Json(parent)},
                          {"entries", entries_of(studio, folder)}});
}

Response list_projects(const Studio& studio) {
    Json list = Json::array();
    for (const std::string& folder : studio.project_folders()) {
        try {
            const Project project(folder);
            std::error_code error;
            list.push_back({{"id", project.id()},
                            {"name", project.name},
                            {"folder", folder},
                            {"kind", name(project.kind)},
                            {"data", project.data},
                            {"state", project.status.state},
                            {"changed", seconds_of(fs::last_write_time(
                                            fs::path(folder) / "project.json", error))},
                            {"missing", !fs::exists(project.data.front(), error)}});
        } catch (const Error& wrong) {
            list.push_back({{"id", nullptr}, {"folder", folder}, {"problem", wrong.what()}});
        }
    }
    return json_response({{"projects", std::move(list)}});
}

// Data of the tour, made where they are not there yet.
std::string make_sample(Studio& studio, const std::string& what) {
    const bool folder = what == "letters" || what == "network";
    const std::string path = folder ? "sample-" + what : "sample-" + what + ".csv";
    if (fs::exists(path)) return path;
    const operation::Operation* operation = operation::find_operation("sample");
    Json options{{"what", what}, {"output", path}};
    if (what == "census") options["rows"] = 1080;
    if (what == "network") options["users"] = 300;
    const Json job = studio.jobs().start({operation, options, 1, {}, nullptr});
    const std::string id = job["id"];
    for (int i = 0; i < 600; ++i) {
        const Json now = studio.jobs().job(id);
        if (now["state"] == "done") return path;
        if (now["state"] == "failed") {
            throw Error(ErrorKind::io, now["error"]["message"].get<std::string>());
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    throw Error(ErrorKind::io, "the sample takes too long to make");
}

Response create_project(Studio& studio, const Request& request) {
    const Json body = body_of(request);
    const std::string data = body.contains("sample") ? make_sample(studio, text_of(body, "sample"))
                                                     : studio.roots().inside(text_of(body, "data"));
    const Project project = Project::create(data, body.value("name", ""), studio.now());
    studio.project_folders();
    return json_response({{"id", project.id()}}, 201);
}

Response show_project(Studio& studio, const Request& request) {
    const Project project = studio.project(request.parts.at("id"));
    Json view = project_view(project);
    view["jobs"] = studio.jobs().of_project(project.folder());
    return json_response(view);
}

Response events(Studio& studio, const Request& request) {
    const Project project = studio.project(request.parts.at("id"));
    Response response;
    response.type = "text/event-stream";
    response.stream = true;
    response.channel = project.id();
    response.body =
        "event: project\ndata: {\"revision\":" + std::to_string(project.revision) + "}\n\n";
    return response;
}

// What the pages keep beside the policy: candidates on the clipboard, a seed, a profile.
Response keep(Studio& studio, const Request& request) {
    const Json body = body_of(request);
    studio.change(request.parts.at("id"), [&](Project& project) {
        if (body.contains("clipboard")) project.clipboard = body["clipboard"];
        if (body.contains("choices")) project.choices.update(body["choices"]);
        if (body.contains("name")) project.name = text_of(body, "name");
    });
    return json_response({{"kept", true}});
}

Response operations_list() {
    Json list = Json::array();
    for (const operation::Operation& one : operation::operations()) list.push_back(to_json(one));
    return json_response({{"operations", std::move(list)}});
}

Response api_description() {
    return json_response(operation::open_api(
        {"Lethe studio", "What the studio can be asked for, on this machine alone.",
         "/api/operations"}));
}

}  // namespace

void add_project_routes(Router& router, Studio& studio) {
    router.add("GET", "/api/about", [&](const Request&) { return about(studio); });
    router.add("POST", "/api/files", [&](const Request& r) { return files(studio, r); });
    router.add("GET", "/api/projects", [&](const Request&) { return list_projects(studio); });
    router.add("POST", "/api/projects",
               [&](const Request& r) { return create_project(studio, r); });
    router.add("GET", "/api/projects/{id}",
               [&](const Request& r) { return show_project(studio, r); });
    router.add("GET", "/api/projects/{id}/events",
               [&](const Request& r) { return events(studio, r); });
    router.add("POST", "/api/projects/{id}/keep",
               [&](const Request& r) { return keep(studio, r); });
    router.add("GET", "/api/operations", [](const Request&) { return operations_list(); });
    router.add("GET", "/api/openapi.json", [](const Request&) { return api_description(); });
}

}  // namespace lethe::studio
