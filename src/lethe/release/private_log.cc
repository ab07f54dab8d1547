#include "lethe/release/private_log.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/io/json_file.h"

namespace lethe::release {
namespace {

std::string_view data_words(DataKind data) {
    switch (data) {
        case DataKind::table:
            return "a table";
        case DataKind::documents:
            return "documents";
        case DataKind::vectors:
            return "document vectors";
        case DataKind::graph:
            return "a graph";
    }
    return "";
}

[[noreturn]] void fail(const PrivateLog& log, std::string message) {
    throw Error(ErrorKind::input, std::move(message), {log.path, 0, 0, {}});
}

std::string text_of(const Json& object, const char* key) {
    const Json value = object.value(key, Json());
    return value.is_string() ? value.get<std::string>() : std::string();
}

// What the log is of, by its envelope or, without one, as earlier versions wrote it.
std::optional<DataKind> data_of(const Json& body) {
    const std::string kind = text_of(body, "kind");
    if (kind == "text-private-log") return DataKind::documents;
    if (kind == "vector-private-log") return DataKind::vectors;
    if (kind != "private-log") return std::nullopt;
    const std::string said = text_of(body, "data");
    for (const DataKind data :
         {DataKind::table, DataKind::documents, DataKind::vectors, DataKind::graph}) {
        if (said == name(data)) return data;
    }
    if (body.contains("nodes")) return DataKind::graph;
    return body.contains("rows") ? std::optional(DataKind::table) : std::nullopt;
}

std::vector<std::string> digests_of(const Json& body, const char* key) {
    std::vector<std::string> digests;
    for (const Json& file : body.value(key, Json::array())) {
        if (file.is_object()) digests.push_back(text_of(file, "sha256"));
    }
    std::erase(digests, "");
    return digests;
}

// Of the files that the log says it belongs to; empty where it does not say.
std::vector<std::string> released_digests(const Json& body) {
    const std::string earlier = text_of(body, "release_sha256");
    return earlier.empty() ? digests_of(body, "files") : std::vector{earlier};
}

bool has_any(const std::vector<std::string>& digests, const std::vector<std::string>& wanted) {
    return std::ranges::any_of(
        wanted, [&](const std::string& one) { return std::ranges::count(digests, one) > 0; });
}

[[noreturn]] void of_another(const PrivateLog& log, const std::string& than) {
    std::vector<std::string> names;
    for (const Json& file : log.body.value("files", Json::array())) {
        if (file.is_object() && names.size() < 3) names.push_back(text_of(file, "file"));
    }
    std::erase(names, "");
    const std::string of =
        names.empty() ? "" : fmt::format(", of a version of {}", fmt::join(names, ", "));
    fail(log, fmt::format("is the private log of another release than {}{}; allowed is the log "
                          "that was written with it, or none",
                          than, of));
}

const Json& list_of(const PrivateLog& log, const char* key, DataKind data) {
    const auto found = log.body.find(key);
    if (found == log.body.end() || !found->is_array()) {
        fail(log, fmt::format("is not the private log of a release of {}", data_words(data)));
    }
    return *found;
}

}  // namespace

PrivateLog read_private_log(const std::string& path, DataKind data) {
    return private_log_of(read_json(path), path, data);
}

PrivateLog private_log_of(Json body, const std::string& path, DataKind data) {
    PrivateLog log{path, std::move(body)};
    if (!log.body.is_object() || data_of(log.body) != data) {
        fail(log, fmt::format("is not the private log of a release of {}", data_words(data)));
    }
    return log;
}

std::optional<PrivateLog> find_private_log(const std::string& release, const std::string& named,
                                           DataKind data) {
    finish_interrupted(release);
    if (!named.empty()) return read_private_log(named, data);
    const std::string beside = private_log_path(release);
    std::error_code unknown;
    if (!std::filesystem::exists(beside, unknown)) return std::nullopt;
    return read_private_log(beside, data);
}

void check_log_of(const PrivateLog& log, const std::string& release) {
    const std::vector<std::string> digests = released_digests(log.body);
    if (!digests.empty() && !has_any(digests, {file_sha256(release)})) {
        of_another(log, release);
    }
}

void check_log_of_record(const PrivateLog& log, const Json& record, const std::string& path) {
    const std::vector<std::string> digests = released_digests(log.body);
    std::vector<std::string> recorded = digests_of(record, "files");
    if (recorded.empty()) recorded = {text_of(record.value("release", Json::object()), "sha256")};
    if (!digests.empty() && !has_any(digests, recorded)) {
        of_another(log, path);
    }
}

std::optional<PrivateLog> table_log_of(const std::string& release, const std::string& named) {
    auto log = find_private_log(release, named, DataKind::table);
    if (!log) return std::nullopt;
    if (!named.empty()) {
        check_log_of(*log, release);
    } else if (!has_any(released_digests(log->body), {file_sha256(release)})) {
        return std::nullopt;
    }
    return log;
}

bool made_from(const PrivateLog& log, const std::string& source) {
    std::vector<std::string> digests = digests_of(log.body, "sources");
    for (const char* earlier : {"sha256", "source_sha256"}) {
        if (const std::string digest = text_of(log.body, earlier); !digest.empty()) {
            digests.push_back(digest);
        }
    }
    return digests.empty() || std::ranges::find(digests, file_sha256(source)) != digests.end();
}

std::vector<std::int64_t> original_rows(const PrivateLog& log, std::int64_t rows_of_original) {
    const auto found = log.body.find("rows");
    if (found == log.body.end()) fail(log, "does not say where the rows of the release came from");
    std::vector<std::int64_t> rows;
    for (const Json& row : *found) {
        if (!row.is_number_integer() || row < 0 || row >= rows_of_original) {
            fail(log, "names rows that the original does not have");
        }
        rows.push_back(row);
    }
    return rows;
}

std::map<std::string, std::string> original_ids(const PrivateLog& log) {
    std::map<std::string, std::string> ids;
    for (const Json& row : list_of(log, "documents", DataKind::documents)) {
        if (!row.is_object() || !row.value("id", Json()).is_string() ||
            !row.value("released_id", Json()).is_string()) {
            continue;
        }
        ids[row["released_id"].get<std::string>()] = row["id"].get<std::string>();
    }
    return ids;
}

std::vector<std::int64_t> released_rows(const PrivateLog& log, std::int64_t rows) {
    std::vector<std::int64_t> row_of(static_cast<std::size_t>(rows), -1);
    const auto number = [](const Json& row, const char* key) {
        return row.is_object() && row.contains(key) && row[key].is_number_integer()
                   ? row[key].get<std::int64_t>() - 1
                   : -1;
    };
    const auto inside = [&](std::int64_t row) { return row >= 0 && row < rows; };
    for (const Json& row : list_of(log, "rows", DataKind::vectors)) {
        const std::int64_t published = number(row, "row");
        const std::int64_t original = number(row, "original_row");
        if (inside(published) && inside(original)) {
            row_of[static_cast<std::size_t>(original)] = published;
        }
    }
    std::vector<std::int64_t> all = row_of;
    std::ranges::sort(all);
    for (std::size_t r = 0; r < all.size(); ++r) {
        if (all[r] == static_cast<std::int64_t>(r)) continue;
        fail(log, fmt::format("is not the private log of a release of {} documents", rows));
    }
    return row_of;
}

std::vector<std::string> original_nodes(const PrivateLog& log) {
    std::vector<std::string> ids;
    for (const Json& id : list_of(log, "nodes", DataKind::graph)) {
        if (!id.is_string()) fail(log, "names nodes by something that is no text");
        ids.push_back(id.get<std::string>());
    }
    return ids;
}

}  // namespace lethe::release
