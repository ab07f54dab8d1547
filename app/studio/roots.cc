#include "studio/roots.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/formats/databases/database_source.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::studio {

namespace fs = std::filesystem;

namespace {

// What a text may name beside itself: where it is the source of several taxonomies (A,B, A+B@FILE),
// of a part of one (FOLDER:verb) or a setting (NAME=FILE), each path within it. Operations take
// them apart, so that the whole says nothing of where they lie.
std::vector<std::string> paths_within(const std::string& text) {
    constexpr std::string_view kSigns = ",+@=";
    std::vector<std::string> paths;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(kSigns, begin), text.size());
        paths.push_back(text.substr(begin, end - begin));
        const std::size_t colon = paths.back().rfind(':');
        if (colon != std::string::npos) paths.push_back(paths.back().substr(0, colon));
        begin = end + 1;
    }
    return paths;
}

}  // namespace

Roots::Roots(const std::string& folder) {
    std::error_code error;
    folder_ = fs::canonical(folder, error);
    if (error || !fs::is_directory(folder_)) {
        throw Error(ErrorKind::io, "is not a folder that can be read", {folder, 0, 0, {}});
    }
}

std::string Roots::inside(const std::string& given) const {
    const auto outside = [] {
        return Error(ErrorKind::usage,
                     "lies outside the folder that the studio was opened on; only files below it "
                     "can be used (start it with another folder to use others)");
    };
    if (given.find('\0') != std::string::npos) throw outside();
    std::error_code error;
    const fs::path real = fs::weakly_canonical(folder_ / given, error);
    if (error) throw outside();
    const fs::path relative = real.lexically_relative(folder_);
    if (relative.empty() || *relative.begin() == "..") throw outside();
    return relative.generic_string();
}

bool Roots::is_inside(const std::string& given) const {
    try {
        inside(given);
        return true;
    } catch (const Error&) {
        return false;
    }
}

void Roots::check(const Json& value) const { check(value, ".", Absent::refused); }

void Roots::check_policy(const Json& value, const std::string& base) const {
    check(value, base, Absent::left_alone);
}

void Roots::check(const Json& value, const std::string& base, Absent absent) const {
    if (value.is_string()) {
        const std::string& text = value.get_ref<const std::string&>();
        if (is_query(text)) {
            throw Error(ErrorKind::usage,
                        "queries are not taken here: they could read any file; write the result of "
                        "the query to a file below the folder and open that");
        }
        if (is_database(text)) {
            throw Error(ErrorKind::usage,
                        "databases are not taken here: the studio reads files below its folder; "
                        "write the table to one of them and open that");
        }
        if (text.size() > 4096 || text.find('\0') != std::string::npos) return;
        check_path(text, base, absent);
        // These are read, so that only what is there matters ("[0-9]+/[0-9]+" is no path).
        for (const std::string& path : paths_within(text)) check_path(path, base, Absent::ignored);
    } else if (value.is_structured()) {
        for (const Json& one : value) check(one, base, absent);
    }
}

void Roots::check_path(const std::string& text, const std::string& base, Absent absent) const {
    if (text.empty()) return;
    std::error_code error;
    const fs::path path = folder_ / base / text;
    const bool path_like = text.find('/') != std::string::npos || text == ".." || text == ".";
    if (path_like || fs::symlink_status(path, error).type() != fs::file_type::not_found) {
        if (!error && fs::exists(fs::symlink_status(path, error))) inside(path.string());
        // What does not exist yet may be about to be written, with its folders.
        const bool may_be_made =
            absent == Absent::refused ||
            (absent == Absent::left_alone && fs::exists(path.parent_path(), error));
        if (path_like && may_be_made) inside(path.string());
    }
}

}  // namespace lethe::studio
