#include "lethe/release/tables/earlier_output.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/io/file.h"
#include "lethe/release/tables/record.h"

namespace lethe {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHead = 4096;  // bytes of a page in which it says who made it
constexpr std::string_view kMark = "name=\"generator\" content=\"Lethe ";

std::string head_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string head(kHead, '\0');
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(file.gcount()));
    return head;
}

Json json_of(const std::string& path) {
    std::error_code none;
    if (!fs::is_regular_file(path, none)) return nullptr;
    if (!head_of(path).starts_with('{')) return nullptr;
    Json value = Json::parse(read_file(path), nullptr, false);
    return value.is_object() ? value : Json(nullptr);
}

bool has_kind(const Json& value) {
    return value.is_object() && value.contains("kind") && value["kind"].is_string();
}

// A line of JSON, the first of many.
Json first_line_of(const std::string& path) {
    const std::string head = head_of(path);
    const std::size_t end = head.find('\n');
    if (!head.starts_with('{') || end == std::string::npos) return nullptr;
    return Json::parse(head.substr(0, end), nullptr, false);
}

bool lists_file(const Json& list, const std::string& path) {
    if (!has_kind(list)) return false;
    const std::string file = fs::path(path).filename().string();
    for (const char* key : {"files", "private_files"}) {
        const Json files = list.value(key, Json::array());
        for (const Json& one : files) {
            if (!one.is_object() || one.value("file", Json()) != file) continue;
            if (one.value("sha256", Json()) == file_sha256(path)) return true;
        }
    }
    const Json release = list.value("release", Json::object());  // of a table, without "files"
    return release.is_object() && release.value("sha256", Json()) == file_sha256(path);
}

bool is_recorded(const std::string& path) { return lists_file(json_of(record_path(path)), path); }

bool is_earlier(const std::string& path, OutputKind kind, std::string_view header) {
    switch (kind) {
        case OutputKind::page:
            return head_of(path).find(kMark) != std::string::npos;
        case OutputKind::result:
            return has_kind(json_of(path)) || has_kind(first_line_of(path));
        case OutputKind::release:
            return is_recorded(path);
        case OutputKind::table:
            return is_recorded(path) || (!header.empty() && head_of(path).starts_with(header));
    }
    return false;
}

std::string_view words(OutputKind kind) {
    switch (kind) {
        case OutputKind::page:
            return "a page of Lethe";
        case OutputKind::result:
            return "a result of Lethe";
        case OutputKind::release:
            return "a release with its record beside it";
        case OutputKind::table:
            return "a table of this kind";
    }
    return {};
}

// Whether there is nothing that could be lost.
bool is_free(const std::string& path) {
    std::error_code none;
    return path.empty() || path == "-" || !fs::is_regular_file(path, none) ||
           fs::file_size(path, none) == 0;
}

[[noreturn]] void refuse(const std::string& path, std::string_view what) {
    throw Error(ErrorKind::usage,
                "is there already and is not " + std::string(what) +
                    "; choose another path, or give the option force to replace it",
                {path, 0, 0, {}});
}

}  // namespace

void check_replaceable(const std::string& path, OutputKind kind, std::string_view header) {
    if (!is_free(path) && !is_earlier(path, kind, header)) refuse(path, words(kind));
}

void check_replaceable(const std::string& path, const std::vector<std::string>& lists) {
    if (is_free(path)) return;
    for (const std::string& list : lists) {
        if (lists_file(json_of(list), path)) return;
    }
    refuse(path, "a file as it was written here before");
}

Json listed_files(const std::vector<std::string>& paths) {
    Json files = Json::array();
    for (const std::string& path : paths) {
        files.push_back(
            {{"file", fs::path(path).filename().string()}, {"sha256", file_sha256(path)}});
    }
    return files;
}

void remove_listed(const std::string& list, const std::vector<std::string>& kept) {
    const Json earlier = json_of(list);
    if (!has_kind(earlier) || !earlier.value("files", Json()).is_array()) return;
    for (const Json& one : earlier["files"]) {
        if (!one.is_object() || !one.value("file", Json()).is_string()) continue;
        const std::string name = one["file"];
        // A name and no path: what is elsewhere is not ours to remove.
        if (fs::path(name).filename().string() != name) continue;
        if (std::ranges::find(kept, name) != kept.end()) continue;
        const fs::path path = fs::path(list).parent_path() / name;
        std::error_code none;
        if (!fs::is_regular_file(fs::symlink_status(path, none))) continue;
        if (one.value("sha256", Json()) == file_sha256(path.string())) fs::remove(path, none);
    }
}

void refuse_overwrite(const std::string& output, const std::vector<std::string>& inputs) {
    std::error_code ignored;
    for (const std::string& input : inputs) {
        if (fs::equivalent(output, input, ignored)) {
            throw Error(ErrorKind::usage, "would overwrite an input; choose another path",
                        {output, 0, 0, {}});
        }
    }
}

OutputKind page_or_result(std::string_view path) {
    return path.ends_with(".html") || path.ends_with(".htm") ? OutputKind::page
                                                             : OutputKind::result;
}

}  // namespace lethe
