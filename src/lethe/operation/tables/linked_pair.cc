#include "lethe/operation/tables/linked_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/operation/shared/policy_columns.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/release/private_log.h"
#include "lethe/release/recorded.h"
#include "lethe/release/tables/linked/row_keys.h"

namespace lethe::operation {
namespace {

namespace fs = std::filesystem;

std::string text_in(const Json& object, const char* key) {
    const Json value = object.is_object() ? object.value(key, Json()) : Json();
    return value.is_string() ? value.get<std::string>() : std::string();
}

bool is_this_file(const std::string& path, const std::string& sha256) {
    std::error_code none;
    return fs::is_regular_file(path, none) && file_sha256(path) == sha256;
}

ReadOptions reading_of_log(const Json& keys) {
    ReadOptions read;
    if (const std::string separator = text_in(keys, "separator"); separator.size() == 1) {
        read.separator = separator.front();
    }
    if (keys.is_object() && keys.value("header", Json()).is_boolean()) read.header = keys["header"];
    if (const std::string encoding = text_in(keys, "encoding"); !encoding.empty()) {
        read.encoding = encoding;
    }
    for (const Json& text : keys.is_object() ? keys.value("missing", Json::array()) : Json()) {
        if (text.is_string()) read.missing.push_back(text);
    }
    return read;
}

// Numbers that the plan took for categories: codes.
Table with_recorded_kinds(const Table& table, const Json& columns) {
    std::vector<ColumnPtr> changed;
    for (const Json& entry : columns) {
        const Column* column = table.find(text_in(entry, "name"));
        const auto kind = kind_named(text_in(entry, "kind"));
        if (column == nullptr || !kind || !column->is_numeric() || *kind == Kind::numeric) continue;
        changed.push_back(column->as_kind(Kind::nominal));
    }
    return table.with(changed);
}

// The rows of the log; empty where they are none of these files.
std::vector<std::int64_t> rows_of(const Json& log, std::int64_t released, std::int64_t original) {
    std::vector<std::int64_t> rows;
    const Json listed = log.value("rows", Json::array());
    if (!listed.is_array() || std::ssize(listed) != released) return rows;
    for (const Json& row : listed) {
        if (!row.is_number_integer() || row < 0 || row >= original) return {};
        rows.push_back(row);
    }
    return rows;
}

class LinkedPairReader {
  public:
    LinkedPairReader(Door& door, const PairOptions& options, const release::AssessedPair& loaded,
                     const Json& record)
        : door_(door), options_(options), loaded_(loaded), record_(record) {}

    // Nothing where a table is not there; then `why` says it.
    std::optional<release::LinkedKnowledge> read(const Json& log, std::string& why) {
        const std::string key = text_in(record_, "key");
        const PolicyColumns policy(options_.policy, door_);
        ReadOptions of_key = options_.read.options(policy.read());
        of_key.columns = {key};
        const Column* shown = loaded_.masked.find(key);
        if (shown == nullptr || options_.original == "-" || in_memory(door_, options_.original)) {
            why = "the key of the people cannot be read again";
            return std::nullopt;
        }
        const Table people = read_source(door_, options_.original, of_key);
        release::LinkedKnowledge knowledge;
        for (const Json& entry : record_.value("linked", Json::array())) {
            const std::string name = text_in(entry, "name");
            const Json own = entry_named(log, name);
            const std::string released =
                (fs::path(options_.masked).parent_path() / text_in(entry, "file")).string();
            const std::string source = text_in(own, "source");
            if (!is_this_file(released,
                              text_in(entry.value("release", Json::object()), "sha256")) ||
                !is_this_file(source, text_in(own, "sha256"))) {
                why = fmt::format("{} or its original is not where it was, or was changed", name);
                return std::nullopt;
            }
            auto rows = read_table_pair(entry, own, released, people.column(key), *shown);
            if (!rows) {
                why = fmt::format("the private log does not fit {}", name);
                return std::nullopt;
            }
            if (!rows->pair.original.columns().empty())
                knowledge.tables.push_back(*std::move(rows));
        }
        return knowledge;
    }

  private:
    static Json entry_named(const Json& log, const std::string& name) {
        for (const Json& entry : log.value("linked", Json::array())) {
            if (text_in(entry, "name") == name) return entry;
        }
        return Json::object();
    }

    std::optional<release::LinkedRows> read_table_pair(const Json& entry, const Json& log,
                                                       const std::string& released_path,
                                                       const Column& people, const Column& shown) {
        const Json columns = entry.value("release", Json::object()).value("columns", Json::array());
        const Table original =
            with_recorded_kinds(read_source(door_, text_in(log, "source"),
                                            reading_of_log(log.value("read", Json::object()))),
                                columns);
        const Table released = read_source(door_, released_path, {});
        const std::string key = text_in(entry, "key");
        if (original.find(key) == nullptr || released.find(key) == nullptr) return std::nullopt;
        release::LinkedRows rows;
        rows.name = text_in(entry, "name");
        rows.dealt = text_in(entry, "rows_of_people") == "dealt";
        std::vector<std::string> known;
        for (const Json& name : entry.value("scenario", Json::object()).value("columns", Json())) {
            if (!name.is_string()) continue;
            const std::string column = name;
            const bool both = original.find(column) != nullptr && released.find(column) != nullptr;
            if (both) known.push_back(column);
        }
        if (known.empty() || released.rows() == 0) return rows;  // she knows nothing of them
        rows.origin = rows_of(log, released.rows(), original.rows());
        if (rows.origin.empty()) return std::nullopt;
        rows.person = release::rows_named(original.column(key), people);
        rows.owner = release::rows_named(released.column(key), shown);
        if (std::ranges::any_of(rows.owner, [](std::int64_t row) { return row < 0; })) {
            return std::nullopt;
        }
        rows.pair = release::make_comparable(original, released, known, rows.origin);
        return rows;
    }

    Door& door_;
    const PairOptions& options_;
    const release::AssessedPair& loaded_;
    const Json& record_;
};

}  // namespace

std::optional<release::LinkedKnowledge> linked_knowledge_of(Door& door, const PairOptions& options,
                                                            const release::AssessedPair& loaded) {
    if (is_query(options.masked) || options.masked == "-" || in_memory(door, options.masked)) {
        return std::nullopt;
    }
    const Json record = release::find_record(options.masked, DataKind::table);
    const Json linked = record.is_object() ? record.value("linked", Json()) : Json();
    if (!linked.is_array() || linked.empty()) return std::nullopt;
    std::string why = "the private log is not beside the release";
    if (const auto log = release::table_log_of(options.masked, options.log)) {
        LinkedPairReader reader(door, options, loaded, record);
        if (auto knowledge = reader.read(log->body, why)) return knowledge;
    }
    door.say(
        fmt::format("warning: the release has linked tables, and no attack here uses them, so "
                    "that the risk may be understated: {}",
                    why));
    return std::nullopt;
}

}  // namespace lethe::operation
