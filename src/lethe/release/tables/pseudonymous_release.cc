#include "lethe/release/tables/pseudonymous_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/io/bundle.h"
#include "lethe/io/json_file.h"
#include "lethe/method/catalogue.h"

namespace lethe::release {
namespace {

Json list_in(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_array() ? *found : Json::array();
}

std::string text_member(const Json& object, const char* name) {
    const auto found = object.is_object() ? object.find(name) : object.end();
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

mask::PseudonymParams parameters_of(const Json& step, const std::string& record) {
    Problems problems;
    const auto found = step.find("parameters");
    mask::PseudonymParams parameters =
        mask::pseudonym_schema().bind(found != step.end() ? *found : Json::object(), {}, problems);
    if (problems.empty()) return parameters;
    throw Error(ErrorKind::input, "does not say how the pseudonyms were made", {record, 0, 0, {}});
}

// What the log says of the key, which is one for all steps; earlier versions had it in the record.
std::string key_id_of(const PseudonymousRelease& release) {
    if (release.log) {
        for (const Json& step : list_in(release.log->body, "steps")) {
            if (!step.is_object()) continue;
            const auto facts = step.find("facts");
            if (facts == step.end()) continue;
            if (std::string id = text_member(*facts, "key_id"); !id.empty()) return id;
        }
    }
    for (const Json& step : list_in(release.record, "steps")) {
        const auto facts = step.is_object() ? step.find("facts") : step.end();
        if (facts == step.end()) continue;
        if (std::string id = text_member(*facts, "key_id"); !id.empty()) return id;
    }
    return {};
}

}  // namespace

PseudonymousRelease read_pseudonymous(const Context& context, const std::string& path) {
    finish_interrupted(path);
    const std::string record = record_path(path);
    if (!std::filesystem::exists(record)) {
        throw Error(ErrorKind::input,
                    "has no record beside it, which says how its pseudonyms were made",
                    {path, 0, 0, {}});
    }
    PseudonymousRelease release{
        read_table(context, path), read_json(record), table_log_of(path, {}), {}};
    if (!release.record.is_object()) {
        throw Error(ErrorKind::input, "is no record of a release", {record, 0, 0, {}});
    }
    for (const Json& step : list_in(release.record, "steps")) {
        const Method* method =
            find_method(step.is_object() ? text_member(step, "method") : std::string());
        if (method == nullptr || !method->has(Purpose::pseudonyms)) continue;
        const mask::PseudonymParams parameters = parameters_of(step, record);
        for (const Json& name : list_in(step, "columns")) {
            if (!name.is_string()) continue;
            const Column* column = release.table.find(name.get<std::string>());
            if (column == nullptr) continue;
            release.columns.push_back(
                {column->name(), parameters, column->as_written(Kind::nominal)});
        }
    }
    if (release.columns.empty()) {
        throw Error(ErrorKind::input, "has no column with pseudonyms, as its record has it",
                    {path, 0, 0, {}});
    }
    return release;
}

const KeyVersion& version_of(const PseudonymousRelease& release, const KeyFile& key) {
    const std::string id = key_id_of(release);
    if (id.empty()) {
        if (key.versions.size() == 1) return key.newest();
        throw Error(ErrorKind::usage,
                    "which version of the key made the release is in its private log, which is not "
                    "beside it: say which",
                    {{}, 0, 0, "key_version"});
    }
    for (const KeyVersion& version : key.versions) {
        if (key_fingerprint(version.secret).starts_with(id)) return version;
    }
    throw Error(ErrorKind::input,
                fmt::format("another key made this release: its fingerprint begins with {}", id),
                {{}, 0, 0, "key_file"});
}

std::map<std::string, std::vector<std::string>> originals_of(const PseudonymColumn& column,
                                                             const Secret& key,
                                                             const Vault* vault) {
    std::map<std::string, std::vector<std::string>> originals;
    if (vault != nullptr) {
        for (const VaultColumn& one : vault->columns) {
            if (one.column != column.name) continue;
            originals.insert(one.pairs.begin(), one.pairs.end());
            return originals;
        }
    }
    if (!mask::opens_by_key(column.parameters)) {
        throw Error(ErrorKind::usage,
                    fmt::format("column \"{}\": pseudonyms of this form are not opened by the key "
                                "alone: give the vault that was made with the release",
                                column.name),
                    {{}, 0, 0, "vault"});
    }
    const mask::PseudonymMaker maker(key, column.parameters);
    for (const std::string& text : column.written->dictionary()) {
        if (auto values = maker.original(text)) originals.emplace(text, std::move(*values));
    }
    return originals;
}

}  // namespace lethe::release
