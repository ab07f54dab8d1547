#include "lethe/release/release_envelope.h"

#include <filesystem>

#include "lethe/core/version.h"
#include "lethe/data/formats/databases/database_source.h"

namespace lethe::release {
namespace {

// Files beside a table of a database stand in the working folder, under the table's name.
std::string without_slash(const std::string& path) {
    if (is_database(path)) return database_table_file(path);
    const std::filesystem::path release(path);
    return release.has_filename() ? path : release.parent_path().string();
}

}  // namespace

std::string record_path(const std::string& release) {
    return without_slash(release) + ".lethe.json";
}

std::string private_log_path(const std::string& release) {
    return without_slash(release) + ".lethe.private.json";
}

Json to_json(const std::vector<FileDigest>& digests) {
    Json list = Json::array();
    for (const FileDigest& digest : digests) {
        list.push_back({{"file", digest.file},
                        {"sha256", digest.sha256.empty() ? Json(nullptr) : Json(digest.sha256)}});
    }
    return list;
}

Json record_envelope(std::string_view kind, DataKind data, const std::vector<FileDigest>& files) {
    return {{"kind", kind},
            {"data", name(data)},
            {"lethe", {{"version", kProgramVersion}}},
            {"files", to_json(files)}};
}

Json log_envelope(DataKind data, std::string_view note, std::optional<std::uint64_t> seed,
                  const std::vector<FileDigest>& sources) {
    Json log{{"kind", "private-log"},
             {"data", name(data)},
             {"note", note},
             {"lethe", {{"version", kProgramVersion}}}};
    if (seed) log["seed"] = *seed;
    log["sources"] = to_json(sources);
    return log;
}

}  // namespace lethe::release
