#include "lethe/text/vectors/vector_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/core/file.h"
#include "lethe/core/version.h"
#include "lethe/text/vectors/vector_anonymity.h"

namespace lethe::text {

DocumentVectors with_used_terms(const DocumentVectors& vectors) {
    const std::vector<bool> used = used_columns(vectors.rows);
    std::vector<std::string> terms;
    for (std::size_t t = 0; t < used.size(); ++t) {
        if (used[t]) terms.push_back(vectors.terms[t]);
    }
    return over_terms(vectors, terms);
}

Json vector_record(const DocumentVectors& released, const Json& method, const Json& loss,
                   const std::vector<std::string>& files) {
    Json digests = Json::array();
    for (const std::string& file : files) {
        digests.push_back({{"file", std::filesystem::path(file).filename().string()},
                           {"sha256", file_sha256(file)}});
    }
    const VectorAnonymity anonymity = vector_anonymity(released.rows);
    Json record;
    record["kind"] = "vector-release";
    record["lethe"] = {{"version", kProgramVersion}};
    record["files"] = std::move(digests);
    record["method"] = method;
    record["documents"] = released.size();
    record["terms"] = released.terms.size();
    record["entries"] = released.rows.entries();
    record["ids"] = !released.ids.empty();
    record["labels"] = !released.labels.empty();
    record["proof"] = {{"k", anonymity.smallest}, {"different_vectors", anonymity.classes}};
    if (!released.labels.empty()) {
        record["proof"]["k_with_labels"] =
            vector_anonymity(released.rows, released.labels).smallest;
    }
    record["loss"] = loss;
    return record;
}

Json vector_private_log(const DocumentVectors& original, const Clusters& clusters,
                        const std::vector<std::int64_t>& order, const std::string& source,
                        const std::string& source_sha256) {
    Json log;
    log["kind"] = "vector-private-log";
    log["note"] = "Private: this file says which document is which row. Keep it with the original.";
    log["lethe"] = {{"version", kProgramVersion}};
    log["source"] = source;
    log["sha256"] = source_sha256;
    log["rows"] = Json::array();
    for (std::size_t r = 0; r < order.size(); ++r) {
        const auto from = static_cast<std::size_t>(order[r]);
        Json row = {{"row", r + 1}, {"original_row", from + 1}, {"group", clusters.of[from] + 1}};
        if (!original.ids.empty()) row["document"] = original.ids[from];
        log["rows"].push_back(std::move(row));
    }
    return log;
}

std::vector<std::int64_t> rows_of_originals(const Json& log, std::int64_t rows,
                                            const std::string& file) {
    std::vector<std::int64_t> row_of(static_cast<std::size_t>(rows), -1);
    const auto number = [](const Json& row, const char* key) {
        return row.is_object() && row.contains(key) && row[key].is_number_integer()
                   ? row[key].get<std::int64_t>() - 1
                   : -1;
    };
    const auto inside = [&](std::int64_t row) { return row >= 0 && row < rows; };
    const bool is_log = log.is_object() && log.value("kind", "") == "vector-private-log" &&
                        log.contains("rows") && log["rows"].is_array();
    for (const Json& row : is_log ? log["rows"] : Json::array()) {
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
        throw Error(ErrorKind::input,
                    fmt::format("is not the private log of a release of {} documents", rows),
                    {file, 0, 0, {}});
    }
    return row_of;
}

}  // namespace lethe::text
