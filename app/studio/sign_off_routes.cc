// Signing off: notes with a name, what state the release is in, the report, and all that is taken
// along: release, record, policy, report and the commands that repeat it.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/io/json_file.h"
#include "lethe/operation/command_line.h"
#include "lethe/release/private_log.h"
#include "lethe/release/release_envelope.h"
#include "lethe/report/html.h"
#include "studio/project_view.h"
#include "studio/studio.h"

namespace lethe::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestNote = 20000;

std::string filled(const Json& body, const std::string& name) {
    const std::string text = text_of(body, name);
    if (text.find_first_not_of(" \t\n") == std::string::npos) {
        throw Error(ErrorKind::usage, "must not be empty", {{}, 0, 0, name});
    }
    if (text.size() > kLongestNote) {
        throw Error(ErrorKind::usage, fmt::format("has more than {} bytes", kLongestNote),
                    {{}, 0, 0, name});
    }
    return text;
}

// Empty where it is not given or says nothing.
std::string optional(const Json& body, const std::string& name) {
    if (!body.contains(name) || body[name].is_null()) return {};
    const std::string text = text_of(body, name);
    return text.find_first_not_of(" \t\n") == std::string::npos ? std::string()
                                                                : filled(body, name);
}

Response add_note(Studio& studio, const Request& request) {
    const Json body = body_of(request);
    const Note note{studio.now(), filled(body, "name"), filled(body, "text")};
    studio.change(request.parts.at("id"), [&](Project& project) { project.notes.push_back(note); });
    return json_response({{"kept", true}});
}

// Whether the release that stands there was made, attacked and measured with the policy in force.
bool is_assessed(const Json& view) {
    const Json& after = view["strip"]["after"];
    return !view["release"].is_null() && after.is_object() && after["stale"] == false;
}

// Who enters a state, and what was said about it; empty: nothing.
struct Entering {
    std::string to, by, note;
};

void enter_state(Project& project, const Entering& entering, const std::string& time) {
    const Json view = project_view(project);
    const auto& [to, by, note] = entering;
    if (to != "draft" && !is_assessed(view)) {
        throw Error(ErrorKind::unmet,
                    "there is no release of this version of the policy that was attacked and "
                    "measured; protect with assessment first");
    }
    if (to == "approved" && project.status.state != "assessed") {
        throw Error(ErrorKind::unmet, "only what is assessed can be approved");
    }
    if (to == "approved" && !view["status"]["changes"].empty()) {
        throw Error(ErrorKind::unmet,
                    fmt::format("this is not what was assessed: {} Look at it, and set it to "
                                "assessed again",
                                view["status"]["changes"][0].get<std::string>()));
    }
    const bool against = to == "approved" && view["strip"]["after"]["verdict"] != true;
    if (against && note.empty()) {
        throw Error(ErrorKind::usage,
                    "must say why the release may go out although it is not known to meet what "
                    "was asked",
                    {{}, 0, 0, "note"});
    }
    project.status = {to, by, time, project.policy, "", against ? note : ""};
    if (to != "draft") project.status.release_digest = view["release"]["digest"];
    const std::string name = by.empty() ? "studio" : by;
    project.notes.push_back({time, name, "State: " + to + "."});
    if (!note.empty()) project.notes.push_back({time, name, note});
}

// {"to", "name", "note"}: a note goes with it, or neither of them. Whoever approves against the
// verdict, or without one, has to say why.
Response set_state(Studio& studio, const Request& request) {
    const Json body = body_of(request);
    const std::string to = text_of(body, "to");
    if (to != "draft" && to != "assessed" && to != "approved") {
        throw Error(ErrorKind::usage, "must be draft, assessed or approved", {{}, 0, 0, "to"});
    }
    const Entering entering{to, to == "approved" ? filled(body, "name") : optional(body, "name"),
                            optional(body, "note")};
    const Project project = studio.change(request.parts.at("id"), [&](Project& changed) {
        enter_state(changed, entering, studio.now());
    });
    return json_response(project_view(project)["status"]);
}

// The record of the release with what was measured, and what else the user chose.
std::vector<Json> report_results(const Project& project, bool for_publication) {
    std::vector<Json> results;
    const std::string release = project.release_path();
    if (fs::exists(release::record_path(release)))
        results.push_back(read_json(release::record_path(release)));
    // An assessment by itself knows more than the record, and takes its place.
    const ResultEntry* measured = measured_entry(project);
    if (measured != nullptr && measured->operation == "assess") {
        results.push_back(project.result(measured->id));
    }
    // Attacks that were tried by hand and found more than it did.
    for (const ResultEntry* worse : worse_attacks(project)) {
        results.push_back(project.result(worse->id));
    }
    static const std::vector<std::string> kMore{"advice", "exploration"};
    if (!for_publication) {
        if (const ResultEntry* last = project.last(kMore)) {
            results.push_back(project.result(last->id));
        }
    }
    return results;
}

std::string report_page(Studio& studio, const Project& project, bool for_publication) {
    const std::vector<Json> results = report_results(project, for_publication);
    if (results.empty()) {
        throw Error(ErrorKind::unmet, "there is no release to report on yet; protect first");
    }
    report::HtmlOptions options;
    options.for_publication = for_publication;
    options.date = studio.now().substr(0, 10);
    return report::html_report(results, options);
}

// The page to be signed, in a frame: no script runs in it.
Response show_report(Studio& studio, const Request& request) {
    Response response;
    response.type = "text/html; charset=utf-8";
    const bool publish = request.query.contains("publish");
    response.body = report_page(studio, studio.project(request.parts.at("id")), publish);
    response.headers.emplace_back("Content-Security-Policy",
                                  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
                                  "sandbox; frame-ancestors 'self'");
    return response;
}

std::string script_of(const Json& view, const std::string& member, const std::string& head) {
    std::string text = head;
    for (const Json& result : view["results"]) {
        if (result["state"] == "done" && result.contains(member)) {
            text += result[member].get<std::string>() + "\n";
        }
    }
    return text;
}

struct ExportFile {
    std::string name, content;
};

std::vector<ExportFile> written_files(Studio& studio, const Project& project) {
    const Json view = project_view(project);
    return {{"policy.toml", project.policy_text()},
            {"report.html", report_page(studio, project, false)},
            {"report-public.html", report_page(studio, project, true)},
            {"commands.sh", script_of(view, "command", "#!/bin/sh\nset -e\n")},
            {"commands.py", script_of(view, "python", std::string(operation::kPythonHead))},
            {"sign-off.json", Json{{"kind", "sign-off"},
                                   {"project", project.name},
                                   {"status", view["status"]},
                                   {"notes", view["notes"]},
                                   {"release_digest", view["release"]["digest"]}}
                                      .dump(1) +
                                  "\n"}};
}

// Copies what is to be taken along to a folder of the project; the private log stays.
Response export_all(Studio& studio, const Request& request) {
    const Project project = studio.project(request.parts.at("id"));
    const Json view = release_view(project);
    if (view.is_null()) {
        throw Error(ErrorKind::unmet, "there is no release to export yet; protect first");
    }
    const std::string folder = project.path("export");
    std::error_code error;
    fs::remove_all(folder, error);
    fs::create_directories(folder, error);
    if (error) throw Error(ErrorKind::io, "cannot make the folder", {folder, 0, 0, {}});
    Json files = Json::array();
    const auto copy = [&](const std::string& from) {
        const fs::path to = fs::path(folder) / fs::path(from).filename();
        fs::copy(from, to, fs::copy_options::recursive, error);
        if (error) throw Error(ErrorKind::io, "cannot be copied", {from, 0, 0, {}});
        files.push_back(to.generic_string());
    };
    const fs::path release_folder = fs::path(project.release_path()).parent_path();
    for (const auto& entry : fs::directory_iterator(release_folder)) {
        const std::string name = entry.path().filename().string();
        // An audit log names who decided, and how much was removed.
        const bool is_private = name.find(".private") != std::string::npos ||
                                name.ends_with(".audit.jsonl") || name.starts_with('.');
        if (!is_private) {
            copy(entry.path().generic_string());
        }
    }
    for (const ExportFile& file : written_files(studio, project)) {
        if (file.content.empty()) continue;  // there is no policy
        const std::string path = folder + "/" + file.name;
        write_file(path, file.content, true);
        files.push_back(path);
    }
    return json_response({{"folder", folder}, {"files", std::move(files)}});
}

// One file to save from the browser.
Response download(Studio& studio, const Request& request) {
    const Project project = studio.project(request.parts.at("id"));
    const std::string what = request.parts.at("what");
    Response response;
    std::string name = what;
    response.type = "application/octet-stream";
    if (what == "release" || what == "record") {
        const Json view = release_view(project);
        if (view.is_null()) throw Error(ErrorKind::unmet, "there is no release yet");
        const std::string path = what == "release" ? view["file"] : view["record_file"];
        if (fs::is_directory(path)) {
            throw Error(ErrorKind::usage, "the release is a folder: export it instead");
        }
        name = fs::path(path).filename().string();
        response.body = read_file(path);
    } else {
        const std::vector<ExportFile> files = written_files(studio, project);
        const auto found = std::ranges::find(files, what, &ExportFile::name);
        if (found == files.end()) throw Error(ErrorKind::usage, "there is no such file to save");
        response.body = found->content;
    }
    std::string safe;
    for (const char c : name) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                           (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
        safe += plain ? c : '_';
    }
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + safe + "\"");
    return response;
}

}  // namespace

void add_sign_off_routes(Router& router, Studio& studio) {
    router.add("POST", "/api/projects/{id}/notes",
               [&](const Request& r) { return add_note(studio, r); });
    router.add("POST", "/api/projects/{id}/state",
               [&](const Request& r) { return set_state(studio, r); });
    router.add("GET", "/api/projects/{id}/report",
               [&](const Request& r) { return show_report(studio, r); });
    router.add("POST", "/api/projects/{id}/export",
               [&](const Request& r) { return export_all(studio, r); });
    router.add("GET", "/api/projects/{id}/download/{what}",
               [&](const Request& r) { return download(studio, r); });
}

}  // namespace lethe::studio
