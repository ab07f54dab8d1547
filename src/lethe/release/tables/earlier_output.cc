#include "lethe/release/tables/earlier_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/data/formats/databases/database_source.h"
#include "lethe/documents/find/model/model_file.h"
#include "lethe/documents/index/index_file.h"
#include "lethe/io/file.h"
#include "lethe/release/tables/record.h"

namespace lethe::release {
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

constexpr std::string_view kReview = "text-review";

bool has_kind(const Json& value) {
    return value.is_object() && value.contains("kind") && value["kind"].is_string();
}

std::string result_kind(const Json& value) {
    return has_kind(value) ? value["kind"].get<std::string>() : std::string();
}

// Of this version and of earlier ones, which had a kind for each kind of data.
bool is_record(const std::string& kind) {
    return kind.ends_with("release") || kind.ends_with("private-log");
}

// What can be made again. A record and a log hold what nobody can make again (seeds, orders, who
// stands where), a review what people decided.
bool is_result(const std::string& kind) {
    return !kind.empty() && !is_record(kind) && kind != kReview;
}

bool is_drawing(const std::string& head) {
    return head.starts_with("<?xml") && head.find("<svg ") != std::string::npos &&
           head.find("class=\"chart\"") != std::string::npos;
}

bool is_model(const std::string& head) {
    return head.starts_with(documents::kSequenceModel.magic) ||
           head.starts_with(documents::kRiskModel.magic);
}

// A line of JSON, the first of many.
Json first_line_of(const std::string& path) {
    std::error_code none;
    if (!fs::is_regular_file(path, none) || !head_of(path).starts_with('{')) return nullptr;
    std::ifstream file(path, std::ios::binary);
    std::string line;
    std::getline(file, line);
    return Json::parse(line, nullptr, false);
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
        case OutputKind::drawing:
            return is_drawing(head_of(path));
        case OutputKind::result:
            return is_result(result_kind(json_of(path))) ||
                   is_result(result_kind(first_line_of(path)));
        case OutputKind::page_or_result:
            return is_earlier(path, page_or_result(path), header);
        case OutputKind::review:
            return result_kind(json_of(path)) == kReview;
        case OutputKind::record:
            return is_record(result_kind(json_of(path)));
        case OutputKind::release:
            return is_recorded(path);
        case OutputKind::table:
            return is_recorded(path) || (!header.empty() && head_of(path).starts_with(header));
        case OutputKind::model:
            return is_model(head_of(path));
        case OutputKind::index:
            return documents::is_index_file(path);
        case OutputKind::file:
            return false;
        case OutputKind::own:
            return true;
    }
    return false;
}

// What stands there and is not what it should be.
std::string_view kind_text(OutputKind kind) {
    switch (kind) {
        case OutputKind::page:
            return "is not a page of Lethe";
        case OutputKind::drawing:
            return "is not a drawing of Lethe";
        case OutputKind::result:
        case OutputKind::page_or_result:
            return "is not a result of Lethe";
        case OutputKind::review:
            return "is not a review";
        case OutputKind::record:
            return "is not a record or private log of Lethe";
        case OutputKind::release:
            return "is not a release with its record beside it";
        case OutputKind::table:
            return "is not a table of this kind";
        case OutputKind::model:
            return "is not a model of Lethe";
        case OutputKind::index:
            return "is no index";
        case OutputKind::file:
        case OutputKind::own:
            return "nothing in it says who made it";
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
                fmt::format("is there already and {}; choose another path, or give the option "
                            "force to replace it",
                            what),
                {path, 0, 0, {}});
}

}  // namespace

void check_replaceable(const std::string& path, OutputKind kind, std::string_view header) {
    if (!is_free(path) && !is_earlier(path, kind, header)) refuse(path, kind_text(kind));
}

void check_replaceable(const std::string& path, const std::vector<std::string>& lists) {
    if (is_free(path)) return;
    for (const std::string& list : lists) {
        if (lists_file(json_of(list), path)) return;
    }
    refuse(path, "is not a file as it was written here before");
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

namespace {

// As far as their names tell.
bool are_one_table(const std::string& one, const std::string& other) {
    if (!is_database(one) || !is_database(other)) return false;
    const DatabaseSource a = database_source(one);
    const DatabaseSource b = database_source(other);
    std::error_code ignored;
    const bool one_place =
        a.address == b.address ||
        (a.is_file() && b.is_file() && fs::equivalent(a.address, b.address, ignored));
    return a.system == b.system && one_place && a.schema == b.schema && a.table == b.table;
}

}  // namespace

void refuse_overwrite(const std::string& output, const std::vector<std::string>& inputs) {
    std::error_code ignored;
    for (const std::string& input : inputs) {
        if (fs::equivalent(output, input, ignored) || are_one_table(output, input)) {
            throw Error(ErrorKind::usage, "would overwrite an input; choose another path",
                        {output, 0, 0, {}});
        }
    }
}

void refuse_among(const std::string& output, const std::vector<std::string>& inputs) {
    refuse_overwrite(output, inputs);
    for (const std::string& input : inputs) {
        std::error_code unknown;
        if (!fs::is_directory(input, unknown)) continue;
        const fs::path inner = fs::weakly_canonical(output, unknown);
        const fs::path way = inner.lexically_relative(fs::weakly_canonical(input, unknown));
        if (way.empty() || *way.begin() == "..") continue;
        throw Error(
            ErrorKind::usage,
            fmt::format("would stand among the documents in {}; choose another place", input),
            {output, 0, 0, {}});
    }
}

OutputKind page_or_result(std::string_view path) {
    if (path.ends_with(".svg")) return OutputKind::drawing;
    return path.ends_with(".html") || path.ends_with(".htm") ? OutputKind::page
                                                             : OutputKind::result;
}

}  // namespace lethe::release
