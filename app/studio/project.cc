#include "studio/project.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/io/file_digest.h"
#include "lethe/io/json_file.h"
#include "lethe/release/data_files.h"
#include "studio/http/http_message.h"

namespace lethe::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".lethe";
constexpr std::string_view kProjectFile = "project.json";
constexpr std::string_view kProjectKind = "studio-project";

// A folder that only its owner can enter.
void make_private_folder(const std::string& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (!error) fs::permissions(path, fs::perms::owner_all, error);
    if (error) throw Error(ErrorKind::io, "cannot make the folder", {path, 0, 0, {}});
}

std::string file_stem(const std::string& data) {
    std::string stem = fs::path(data).lexically_normal().filename().string();
    if (stem.empty()) stem = fs::path(data).lexically_normal().parent_path().filename().string();
    const std::size_t dot = stem.find('.');
    if (dot != 0 && dot != std::string::npos) stem.resize(dot);
    return stem.empty() || stem == "." ? "project" : stem;
}

std::string free_folder(const fs::path& parent, const std::string& stem) {
    for (int i = 1;; ++i) {
        const std::string name =
            stem + (i == 1 ? "" : fmt::format("-{}", i)) + std::string(kEnding);
        const fs::path folder = (parent / name).lexically_normal();
        if (!fs::exists(folder)) return folder.generic_string();
    }
}

Json entry_json(const ResultEntry& entry) {
    Json json{{"id", entry.id},           {"operation", entry.operation},
              {"options", entry.options}, {"time", entry.time},
              {"seconds", entry.seconds}, {"state", entry.state},
              {"kind", entry.kind},       {"policy_version", entry.policy_version}};
    if (entry.seed) json["seed"] = *entry.seed;
    if (!entry.failure.empty()) json["failure"] = entry.failure;
    if (!entry.headline.empty()) json["headline"] = entry.headline;
    if (!entry.lines.empty()) json["lines"] = entry.lines;
    return json;
}

ResultEntry entry_of(const Json& json) {
    ResultEntry entry;
    entry.id = json.at("id");
    entry.operation = json.at("operation");
    entry.options = json.at("options");
    entry.time = json.value("time", "");
    entry.seconds = json.value("seconds", 0.0);
    entry.state = json.value("state", "");
    entry.kind = json.value("kind", "");
    entry.policy_version = json.value("policy_version", std::int64_t{0});
    if (json.contains("seed")) entry.seed = json["seed"].get<std::uint64_t>();
    entry.failure = json.value("failure", "");
    entry.headline = json.value("headline", "");
    entry.lines = json.value("lines", std::vector<std::string>());
    return entry;
}

DataKind kind_named(const std::string& text) {
    const auto kind = data_kind_named(text);
    if (!kind) throw Error(ErrorKind::input, "names a kind of data that there is not");
    return *kind;
}

}  // namespace

Project Project::create(const std::string& source, const std::string& called,
                        const std::string& time) {
    std::error_code error;
    if (!fs::exists(source, error)) {
        throw NotFound("there is no such file or folder: " + source);
    }
    const release::DataFiles files = release::data_at(source);
    Project project;
    const fs::path parent = fs::path(source).lexically_normal().parent_path();
    project.folder_ = free_folder(parent, file_stem(source));
    project.name = called.empty() ? file_stem(source) : called;
    project.created = time;
    project.kind = files.kind;
    for (const std::string& file : files.files) {
        project.data.push_back(fs::path(file).lexically_normal().generic_string());
    }
    make_private_folder(project.folder_);
    make_private_folder(project.path("release"));
    project.save();
    return project;
}

Project::Project(const std::string& folder)
    : folder_(fs::path(folder).lexically_normal().generic_string()) {
    const std::string file = path(std::string(kProjectFile));
    const Json json = read_json(file);
    try {
        if (json.at("kind") != kProjectKind) throw Error(ErrorKind::input, "is no project");
        name = json.at("name");
        created = json.value("created", "");
        kind = kind_named(json.at("data_kind"));
        data = json.at("data").get<std::vector<std::string>>();
        if (data.empty()) throw Error(ErrorKind::input, "names no data");
        revision = json.at("revision");
        policy = json.at("policy");
        for (const Json& one : json.at("policies")) {
            policies.push_back(
                {one.at("version"), one.at("parent"), one.at("time"), one.at("note")});
        }
        for (const Json& one : json.at("results")) results.push_back(entry_of(one));
        for (const Json& one : json.at("notes")) {
            notes.push_back({one.at("time"), one.at("name"), one.at("text")});
        }
        const Json& given = json.at("status");
        status = {given.at("state"),          given.at("by"),
                  given.at("time"),           given.at("policy_version"),
                  given.at("release_digest"), given.value("reason", "")};
        clipboard = json.value("clipboard", Json::array());
        choices = json.value("choices", Json::object());
    } catch (const Json::exception&) {
        throw Error(ErrorKind::input, "is not a project that this version can read",
                    {file, 0, 0, {}});
    } catch (const Error& wrong) {
        throw Error(wrong.kind(), wrong.what(), {file, 0, 0, {}});
    }
}

std::string Project::id() const { return sha256(folder_).substr(0, 12); }

std::string Project::policy_path(std::int64_t version) const {
    return path(fmt::format("policy.{:04}.toml", version));
}

std::string Project::result_path(std::int64_t id) const {
    return path(fmt::format("result.{:04}.json", id));
}

std::string Project::release_path() const {
    const fs::path source = fs::path(data.front());
    std::string file = source.filename().string();
    if (file.empty()) file = source.parent_path().filename().string();
    return path("release/" + file);
}

std::string Project::policy_text() const {
    return policy == 0 ? std::string() : read_file(policy_path(policy));
}

void Project::add_policy(const std::string& text, const std::string& note,
                         const std::string& time) {
    if (policy != 0 && policy_text() == text) return;
    PolicyVersion version{1, policy, time, note};
    for (const PolicyVersion& one : policies)
        version.version = std::max(version.version, one.version + 1);
    write_file(policy_path(version.version), text, true);
    write_file(policy_path(), text, true);
    policies.push_back(version);
    policy = version.version;
}

std::int64_t Project::undo_version() const {
    const auto at = std::ranges::find(policies, policy, &PolicyVersion::version);
    return at == policies.end() ? 0 : at->parent;
}

// The newest of those that were made from the one in force.
std::int64_t Project::redo_version() const {
    std::int64_t newest = 0;
    for (const PolicyVersion& one : policies) {
        if (one.parent == policy && policy != 0) newest = std::max(newest, one.version);
    }
    return newest;
}

void Project::set_policy(std::int64_t version) {
    if (std::ranges::find(policies, version, &PolicyVersion::version) == policies.end()) {
        throw Error(ErrorKind::usage, fmt::format("the policy has no version {}", version));
    }
    write_file(policy_path(), read_file(policy_path(version)), true);
    policy = version;
}

std::int64_t Project::next_result() const {
    std::int64_t next = 1;
    for (const ResultEntry& one : results) next = std::max(next, one.id + 1);
    return next;
}

const ResultEntry* Project::last(const std::vector<std::string>& kinds) const {
    for (auto one = results.rbegin(); one != results.rend(); ++one) {
        if (one->state == "done" && std::ranges::find(kinds, one->kind) != kinds.end()) {
            return &*one;
        }
    }
    return nullptr;
}

Json Project::result(std::int64_t id) const {
    if (std::ranges::find(results, id, &ResultEntry::id) == results.end()) {
        throw NotFound(fmt::format("there is no result {}", id));
    }
    return read_json(result_path(id));
}

void Project::save() {
    ++revision;
    write_file(path(std::string(kProjectFile)), to_json().dump(1) + "\n", true);
}

Json Project::to_json() const {
    Json json{{"kind", kProjectKind},
              {"version", 1},
              {"name", name},
              {"created", created},
              {"data_kind", lethe::name(kind)},
              {"data", data},
              {"revision", revision},
              {"policy", policy},
              {"policies", Json::array()},
              {"results", Json::array()},
              {"notes", Json::array()},
              {"status",
               {{"state", status.state},
                {"by", status.by},
                {"time", status.time},
                {"policy_version", status.policy_version},
                {"release_digest", status.release_digest},
                {"reason", status.reason}}},
              {"clipboard", clipboard},
              {"choices", choices}};
    for (const PolicyVersion& one : policies) {
        json["policies"].push_back({{"version", one.version},
                                    {"parent", one.parent},
                                    {"time", one.time},
                                    {"note", one.note}});
    }
    for (const ResultEntry& one : results) json["results"].push_back(entry_json(one));
    for (const Note& one : notes) {
        json["notes"].push_back({{"time", one.time}, {"name", one.name}, {"text", one.text}});
    }
    return json;
}

std::vector<std::string> find_projects() {
    constexpr int kFoldersDown = 3;
    std::vector<std::pair<fs::file_time_type, std::string>> found;
    std::error_code error;
    auto walk =
        fs::recursive_directory_iterator(".", fs::directory_options::skip_permission_denied, error);
    for (; walk != fs::recursive_directory_iterator(); walk.increment(error)) {
        if (error) break;
        if (walk.depth() >= kFoldersDown) walk.disable_recursion_pending();
        if (!walk->is_directory(error)) continue;
        if (walk->path().filename().string().starts_with('.')) walk.disable_recursion_pending();
        if (walk->path().extension() != kEnding) continue;
        walk.disable_recursion_pending();
        const auto changed = fs::last_write_time(walk->path() / kProjectFile, error);
        if (!error) found.emplace_back(changed, walk->path().lexically_normal().generic_string());
    }
    std::ranges::sort(found, std::greater<>());
    std::vector<std::string> folders;
    for (auto& [changed, folder] : found) folders.push_back(std::move(folder));
    return folders;
}

}  // namespace lethe::studio
