#include "lethe/run/earlier_output.h"

#include <filesystem>
#include <fstream>

#include "lethe/core/error.h"
#include "lethe/core/file.h"
#include "lethe/core/json.h"
#include "lethe/run/record.h"

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

bool is_recorded(const std::string& path) {
    const Json record = json_of(record_path(path));
    if (!has_kind(record) || record["kind"] != "release") return false;
    const Json release = record.value("release", Json::object());
    return release.is_object() && release.value("sha256", Json()) == file_sha256(path);
}

bool is_earlier(const std::string& path, OutputKind kind, std::string_view header) {
    switch (kind) {
        case OutputKind::page:
            return head_of(path).find(kMark) != std::string::npos;
        case OutputKind::result:
            return has_kind(json_of(path));
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

}  // namespace

void check_replaceable(const std::string& path, OutputKind kind, std::string_view header) {
    std::error_code none;
    if (path.empty() || path == "-" || !fs::is_regular_file(path, none)) return;
    if (fs::file_size(path, none) == 0 || is_earlier(path, kind, header)) return;
    throw Error(ErrorKind::usage,
                "is there already and is not " + std::string(words(kind)) +
                    "; choose another path, or give --force to replace it",
                {path, 0, 0, {}});
}

OutputKind page_or_result(std::string_view path) {
    return path.ends_with(".html") || path.ends_with(".htm") ? OutputKind::page
                                                             : OutputKind::result;
}

}  // namespace lethe
