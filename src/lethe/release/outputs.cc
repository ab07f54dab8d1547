#include "lethe/release/outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/release/recorded.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::release {
namespace {

namespace fs = std::filesystem;

// The same path twice would lose one of two files.
void refuse_twice(const std::vector<std::string>& outputs) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (fs::path(outputs[i]).lexically_normal() !=
                fs::path(outputs[j]).lexically_normal()) {
                continue;
            }
            throw Error(ErrorKind::usage, "is the path of two outputs; choose another",
                        {outputs[i], 0, 0, {}});
        }
    }
}

void check_folder(const Outputs& outputs, bool replace) {
    std::error_code none;
    const Place place{outputs.place, 0, 0, {}};
    if (!fs::exists(outputs.place, none)) return;
    if (!fs::is_directory(outputs.place, none)) {
        throw Error(ErrorKind::usage, "is a file, but the release is a folder", place);
    }
    if (fs::is_empty(outputs.place)) return;
    const Json record = find_record(outputs.place, outputs.data);
    if (record.is_null()) {
        throw Error(ErrorKind::usage,
                    "is a folder with something in it that is no release of Lethe; choose another",
                    place);
    }
    if (replace) return;
    if (const auto changed = changed_files(outputs.place, record); !changed.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("is a release of which {} files are not as they were written; "
                                "choose another path, or give the option force to replace it",
                                changed.size()),
                    place);
    }
}

// An earlier release has a log of its own: who replaces it loses the way back to those people.
void refuse_existing(const std::vector<std::string>& outputs) {
    Problems problems;
    for (const std::string& file : outputs) {
        std::error_code none;
        if (!fs::is_regular_file(file, none) || fs::file_size(file, none) == 0) continue;
        problems.push_back(
            {"is there already; choose another path, or give the option force to replace it",
             {file, 0, 0, {}}});
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
}

}  // namespace

std::vector<std::string> Outputs::all() const {
    std::vector<std::string> files = {place};
    files.insert(files.end(), more.begin(), more.end());
    files.push_back(record_path(place));
    files.push_back(private_log_path(place));
    files.insert(files.end(), secret.begin(), secret.end());
    return files;
}

void check_outputs(const Outputs& outputs, const Surroundings& surroundings) {
    finish_interrupted(outputs.place);
    const std::vector<std::string> all = outputs.all();
    refuse_twice(all);
    for (const std::string& output : all) refuse_overwrite(output, surroundings.inputs);
    if (outputs.folder) check_folder(outputs, surroundings.replace);
    if (surroundings.replace) return;
    if (surroundings.anew) refuse_existing(all);
    const std::string record = record_path(outputs.place);
    const std::string log = private_log_path(outputs.place);
    for (const std::string& file : {record, log}) check_replaceable(file, OutputKind::record);
    if (!outputs.folder) check_replaceable(outputs.place, std::vector{record, log});
    for (const std::string& file : outputs.more) check_replaceable(file, std::vector{record});
    for (const std::string& file : outputs.secret) check_replaceable(file, std::vector{log});
}

Json planned_files(const Outputs& outputs) {
    if (outputs.place.empty()) return Json::array();
    const std::vector<std::string> all = outputs.all();
    const auto is_private = [&](const std::string& file) {
        return file == private_log_path(outputs.place) ||
               std::ranges::find(outputs.secret, file) != outputs.secret.end();
    };
    Json files = Json::array();
    for (const std::string& file : all) {
        std::error_code none;
        files.push_back(
            {{"file", file}, {"private", is_private(file)}, {"replaces", fs::exists(file, none)}});
    }
    return files;
}

std::string write_staged(Bundle& bundle, const std::string& path, bool is_private,
                         const std::function<void(const std::string& staged)>& write) {
    const std::string staged = bundle.add(path, is_private);
    try {
        write(staged);
    } catch (const Error& error) {
        throw at_real_path(error, staged, path);
    }
    return staged;
}

Error at_real_path(const Error& error, const std::string& staged, const std::string& path) {
    Problems problems = error.problems();
    for (Problem& problem : problems) {
        if (!staged.empty() && problem.place.file.starts_with(staged)) {
            problem.place.file = path + problem.place.file.substr(staged.size());
        }
    }
    return {error.kind(), std::move(problems)};
}

}  // namespace lethe::release
