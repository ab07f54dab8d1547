#include "lethe/release/recorded.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "lethe/io/bundle.h"
#include "lethe/io/file.h"

namespace lethe::release {
namespace {

namespace fs = std::filesystem;

// The kinds of records, which earlier versions wrote without "data".
std::string_view kind_of_record(DataKind data) {
    switch (data) {
        case DataKind::table:
            return "release";
        case DataKind::documents:
            return "text-release";
        case DataKind::vectors:
            return "vector-release";
        case DataKind::graph:
            return "graph-release";
    }
    return "";
}

fs::path folder_of(const std::string& release) {
    if (fs::is_directory(release)) return release;
    const fs::path parent = fs::path(release).parent_path();
    return parent.empty() ? fs::path(".") : parent;
}

}  // namespace

Json find_record(const std::string& release, DataKind data) {
    finish_interrupted(release);
    const std::string path = record_path(release);
    std::error_code unknown;
    if (!fs::is_regular_file(path, unknown)) return nullptr;
    Json record = Json::parse(read_file(path), nullptr, false);
    const bool good = record.is_object() && record.value("kind", Json()) == kind_of_record(data) &&
                      record.value("files", Json()).is_array();
    return good ? record : Json(nullptr);
}

std::vector<std::string> changed_files(const std::string& release, const Json& record) {
    const fs::path folder = folder_of(release);
    std::vector<std::string> changed;
    std::set<std::string> listed;
    for (const Json& file : record["files"]) {
        if (!file.is_object() || !file.value("file", Json()).is_string()) continue;
        const std::string name = file["file"].get<std::string>();
        listed.insert(name);
        const fs::path path = folder / name;
        std::error_code unknown;
        if (!fs::is_regular_file(path, unknown) ||
            file.value("sha256", Json()) != file_sha256(path.string())) {
            changed.push_back(name);
        }
    }
    if (!fs::is_directory(release)) return changed;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_directory()) continue;
        const std::string name = entry.path().lexically_relative(folder).generic_string();
        if (!listed.contains(name)) changed.push_back(name);
    }
    return changed;
}

std::string note_of_changes(const std::string& release, DataKind data) {
    const Json record = find_record(release, data);
    if (record.is_null()) return {};
    const std::vector<std::string> changed = changed_files(release, record);
    if (changed.empty()) return {};
    return fmt::format(
        "{} of the files of {} are not as its record {} says: they were changed since",
        changed.size(), release, record_path(release));
}

}  // namespace lethe::release
