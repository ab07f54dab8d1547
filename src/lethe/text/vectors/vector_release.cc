#include "lethe/text/vectors/vector_release.h"

#include <filesystem>

#include "lethe/core/file.h"
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
    record["lethe"] = {{"version", LETHE_VERSION}};
    record["files"] = std::move(digests);
    record["method"] = method;
    record["documents"] = released.size();
    record["terms"] = released.terms.size();
    record["entries"] = released.rows.entries();
    record["ids"] = !released.ids.empty();
    record["labels"] = !released.labels.empty();
    record["proof"] = {{"k", anonymity.smallest}, {"different_vectors", anonymity.classes}};
    record["loss"] = loss;
    return record;
}

Json vector_private_log(const DocumentVectors& original, const Clusters& clusters,
                        const std::string& source, const std::string& source_sha256) {
    Json log;
    log["kind"] = "vector-private-log";
    log["note"] = "Private: this file says which document is which row. Keep it with the original.";
    log["lethe"] = {{"version", LETHE_VERSION}};
    log["source"] = source;
    log["sha256"] = source_sha256;
    log["rows"] = Json::array();
    for (std::size_t r = 0; r < clusters.of.size(); ++r) {
        Json row = {{"row", r + 1}, {"group", clusters.of[r] + 1}};
        if (!original.ids.empty()) row["document"] = original.ids[r];
        log["rows"].push_back(std::move(row));
    }
    return log;
}

}  // namespace lethe::text
