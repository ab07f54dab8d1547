#include "studio/project_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "lethe/core/error.h"
#include "lethe/data/kind.h"
#include "lethe/io/file.h"
#include "lethe/io/json_file.h"
#include "lethe/operation/command_line.h"
#include "lethe/release/assess/headline.h"
#include "lethe/release/policy_edit.h"
#include "lethe/release/recorded.h"
#include "lethe/release/release_envelope.h"
#include "studio/project_options.h"

namespace lethe::studio {
namespace {

namespace fs = std::filesystem;

Json data_view(const Project& project) {
    Json files = Json::array();
    bool missing = false;
    for (const std::string& file : project.data) {
        std::error_code error;
        Json one{{"path", file}};
        if (!fs::exists(file, error)) {
            missing = true;
            one["missing"] = true;
        } else if (fs::is_regular_file(file, error)) {
            one["size"] = fs::file_size(file, error);
        }
        files.push_back(std::move(one));
    }
    return {{"files", std::move(files)}, {"missing", missing}};
}

Json policy_view(const Project& project) {
    Json versions = Json::array();
    for (const PolicyVersion& one : project.policies) {
        versions.push_back({{"version", one.version},
                            {"parent", one.parent},
                            {"time", one.time},
                            {"note", one.note}});
    }
    return {{"version", project.policy},
            {"text", project.policy_text()},
            {"undo", project.undo_version()},
            {"redo", project.redo_version()},
            {"versions", std::move(versions)}};
}

// Whether an assessment is of all that the intruder knows, and held against what the policy asks:
// one with fewer columns, fewer people or other thresholds looks better than the release is.
bool is_whole(const ResultEntry& assessment) {
    static const std::set<std::string> kNeutral{
        "original", "masked",          "protected", "sanitised", "released", "release", "policy",
        "nodes",    "protected_nodes", "exposure",  "picture",   "private",  "output",  "log"};
    for (const auto& [name, value] : assessment.options.items()) {
        if (!kNeutral.contains(name)) return false;
    }
    return true;
}

Json results_view(const Project& project) {
    Json list = Json::array();
    for (const ResultEntry& entry : project.results) {
        Json one{{"id", entry.id},
                 {"operation", entry.operation},
                 {"kind", entry.kind},
                 {"time", entry.time},
                 {"seconds", entry.seconds},
                 {"state", entry.state},
                 {"policy_version", entry.policy_version},
                 {"options", entry.options},
                 {"headline", entry.headline},
                 {"failure", entry.failure},
                 {"lines", entry.lines}};
        one["seed"] = entry.seed ? Json(*entry.seed) : Json(nullptr);
        if (entry.operation == "assess") one["whole"] = is_whole(entry);
        if (const auto* made_by = operation::find_operation(entry.operation, project.kind)) {
            one["command"] = operation::command_text(
                operation::command_words(*made_by, entry.options, entry.seed));
            one["python"] = operation::python_text(*made_by, entry.options, entry.seed);
        }
        list.push_back(std::move(one));
    }
    return list;
}

// The figures that are always in sight, of one side. Null: not known.
Json side(const Json& worst, const Json& smallest, const Json& unique, const Json& loss) {
    return {{"found", worst}, {"smallest", smallest}, {"unique_share", unique}, {"loss", loss}};
}

Json member(const Json& json, std::string_view name) {
    return json.is_object() && json.contains(name) ? json[name] : Json(nullptr);
}

// The roles that the policy gives; none where it says nothing, or is wrong.
Json roles_of_policy(const Project& project) {
    Json roles = Json::object();
    try {
        const Json tree = release::policy_tree(project.policy_text(), "policy.toml");
        const Json columns = member(tree, "columns");
        for (const auto& [column, said] : columns.items()) roles[column] = member(said, "role");
    } catch (const Error&) {
        return Json::object();
    }
    return roles;
}

// Whether an inspection counted every quasi-identifier: the policy's, and of the columns of which
// it says nothing those that look like one.
bool counts_all_quasi(const Json& inspection, const Json& roles) {
    const Json counted = member(member(inspection, "classes"), "columns");
    const Json columns = member(inspection, "columns");
    return std::ranges::all_of(columns, [&](const Json& column) {
        const Json said = member(roles, column["name"].get<std::string>());
        const Json role = said.is_null() ? member(column, "role") : said;
        return role != Json(lethe::name(Role::quasi)) ||
               std::ranges::find(counted, column["name"]) != counted.end();
    });
}

// Of the last inspection of all that an intruder may know: what somebody asked about fewer columns
// looks safer than the data are.
Json before_side(const Project& project) {
    const Json roles = roles_of_policy(project);
    for (auto one = project.results.rbegin(); one != project.results.rend(); ++one) {
        if (one->state != "done" || one->operation != "inspect") continue;
        const Json inspection = project.result(one->id);
        if (!counts_all_quasi(inspection, roles)) continue;
        const Json classes = member(inspection, "classes");
        return side(nullptr, member(classes, "smallest"), member(classes, "unique_share"), nullptr);
    }
    return nullptr;
}

// Attacks and losses of a result; null where nothing was measured.
Json measured_of(const Project& project, const ResultEntry& entry) {
    Json result = project.result(entry.id);
    return entry.operation == "assess" ? result : member(result, "measured");
}

// Who an attack found that was tried by itself: {"value", "title"}.
Json worst_of_attack(const Project& project, const ResultEntry& entry) {
    const Json result = project.result(entry.id);
    Json worst = member(result, "worst");
    if (worst.is_null()) {
        const auto found = release::headline_of(release::stored_results(member(result, "attacks")));
        if (found) worst = {{"value", found->found}, {"title", found->title}};
    }
    return worst;
}

// What made the release that stands there.
const ResultEntry* made_entry(const Project& project) {
    const auto last = std::find_if(
        project.results.rbegin(), project.results.rend(), [](const ResultEntry& entry) {
            return entry.state == "done" &&
                   (entry.operation == "protect" || entry.operation == "apply");
        });
    return last == project.results.rend() ? nullptr : &*last;
}

Json after_side(const Project& project) {
    const ResultEntry* entry = measured_entry(project);
    if (entry == nullptr) return nullptr;
    const Json measured = measured_of(project, *entry);
    const Json bound = member(measured, "bound");
    Json after = side(member(member(measured, "worst"), "value"), member(bound, "smallest"),
                      member(bound, "unique_share"), member(measured, "loss"));
    after["attack"] = member(member(measured, "worst"), "title");
    after["bound"] = member(bound, "average");
    after["verdict"] = member(member(measured, "verdict"), "passed");
    after["result"] = entry->id;
    const ResultEntry* const made = made_entry(project);
    after["policy_version"] = made == nullptr ? entry->policy_version : made->policy_version;
    after["stale"] = after["policy_version"] != project.policy ||  // of an older policy: made so,
                     entry->policy_version != project.policy;      // or judged so
    for (const ResultEntry* worse : worse_attacks(project)) {
        const Json worst = worst_of_attack(project, *worse);
        if (after["found"].is_number() && member(worst, "value") <= after["found"]) continue;
        after["found"] = member(worst, "value");
        after["attack"] = member(worst, "title");
        // What the assessment was held against it did not see.
        if (after["verdict"] == true) after["verdict"] = nullptr;
    }
    return after;
}

}  // namespace

const ResultEntry* measured_entry(const Project& project) {
    for (auto entry = project.results.rbegin(); entry != project.results.rend(); ++entry) {
        const bool assessed = entry->operation == "assess";
        const bool made = entry->operation == "protect" || entry->operation == "apply";
        if (entry->state != "done" || (!assessed && !made)) continue;
        if (assessed && !is_whole(*entry)) continue;
        return measured_of(project, *entry).is_null() ? nullptr : &*entry;
    }
    return nullptr;
}

std::vector<const ResultEntry*> worse_attacks(const Project& project) {
    const ResultEntry* const measured = measured_entry(project);
    const ResultEntry* const made = made_entry(project);
    if (measured == nullptr) return {};
    const Json known = member(member(measured_of(project, *measured), "worst"), "value");
    std::vector<const ResultEntry*> worse;
    for (const ResultEntry& entry : project.results) {
        if (entry.operation != "attack" || entry.state != "done") continue;
        if (made != nullptr && entry.id < made->id) continue;  // of a release that is gone
        const Json value = member(worst_of_attack(project, entry), "value");
        if (value.is_number() && (!known.is_number() || value > known)) worse.push_back(&entry);
    }
    return worse;
}

Json release_view(const Project& project) {
    const std::string release = project.release_path();
    const std::string record = release::record_path(release);
    std::error_code error;
    if (!fs::exists(release, error) || !fs::exists(record, error)) return nullptr;
    const Json json = read_json(record);
    return {{"file", release},
            {"record_file", record},
            {"private_log", release::private_log_path(release)},
            {"folder", fs::is_directory(release, error)},
            {"digest", file_sha256(record)},
            {"record", json}};
}

std::vector<std::string> changes_since_state(const Project& project) {
    std::vector<std::string> changes;
    if (project.status.state == "draft") return changes;
    if (project.policy != project.status.policy_version) {
        changes.push_back(fmt::format("The policy was version {} and is version {} now.",
                                      project.status.policy_version, project.policy));
    }
    const Json release = release_view(project);
    if (release.is_null()) {
        changes.push_back(
            fmt::format("The release that was {} is no longer there.", project.status.state));
    } else if (release["digest"] != project.status.release_digest) {
        changes.push_back("The release was made again since, and is another one.");
    }
    if (std::string note = release::note_of_changes(project.release_path(), project.kind);
        !note.empty()) {
        changes.push_back(std::move(note));
    }
    return changes;
}

Json project_view(const Project& project) {
    Json notes = Json::array();
    for (const Note& one : project.notes) {
        notes.push_back({{"time", one.time}, {"name", one.name}, {"text", one.text}});
    }
    const Status& status = project.status;
    return {{"id", project.id()},
            {"name", project.name},
            {"folder", project.folder()},
            {"revision", project.revision},
            {"kind", lethe::name(project.kind)},
            {"data", data_view(project)},
            {"policy", policy_view(project)},
            {"results", results_view(project)},
            {"notes", std::move(notes)},
            {"status",
             {{"state", status.state},
              {"by", status.by},
              {"time", status.time},
              {"policy_version", status.policy_version},
              {"reason", status.reason},
              {"changes", changes_since_state(project)}}},
            {"release", release_view(project)},
            {"strip", {{"before", before_side(project)}, {"after", after_side(project)}}},
            {"clipboard", project.clipboard},
            {"choices", project.choices}};
}

}  // namespace lethe::studio
