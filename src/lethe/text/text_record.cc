#include "lethe/text/text_record.h"

#include <filesystem>

#include "lethe/core/file.h"
#include "lethe/core/version.h"

namespace lethe::text {
namespace {

std::string without_slash(const std::string& path) {
    const std::filesystem::path release(path);
    return release.has_filename() ? path : release.parent_path().string();
}

}  // namespace

std::string text_record_path(const std::string& release) {
    return without_slash(release) + ".lethe.json";
}
std::string text_private_log_path(const std::string& release) {
    return without_slash(release) + ".lethe.private.json";
}

Json category_counts(const Sanitised& result, const TextPolicy& policy) {
    Json counts = Json::array();
    for (std::size_t c = 0; c < result.counts.size(); ++c) {
        const CategoryCount& count = result.counts[c];
        if (count.mentions == 0 && count.entities == 0) continue;
        const auto category = static_cast<CategoryId>(c);
        Json row = {{"category", policy.categories[category].name},
                    {"treatment", name(policy.treatment(category).kind)},
                    {"mentions", count.mentions},
                    {"entities", count.entities},
                    {"repeats", count.repeats}};
        if (count.fallen_back > 0) row["numbered_instead"] = count.fallen_back;
        counts.push_back(std::move(row));
    }
    return counts;
}

Json text_record(const Sanitised& result, const TextPolicy& policy,
                 const std::vector<ReleaseFile>& files, const std::string& release, bool folder) {
    Json digests = Json::array();
    const std::filesystem::path top(without_slash(release));
    for (const ReleaseFile& file : files) {
        const std::string path = folder ? (top / file.name).string() : top.string();
        digests.push_back({{"file", folder ? file.name : top.filename().string()},
                           {"sha256", file_sha256(path)}});
    }
    std::int64_t kept = 0;
    std::int64_t judged = 0;
    for (const Survivor& survivor : result.survivors) {
        kept += survivor.kept ? 1 : 0;
        judged += !survivor.kept && survivor.judged ? 1 : 0;
    }
    Json record;
    record["kind"] = "text-release";
    record["lethe"] = {{"version", kProgramVersion}};
    record["files"] = std::move(digests);
    record["policy"] = publishable(policy);
    record["categories"] = category_counts(result, policy);
    record["proof"] = {{"texts_searched", result.searched},
                       {"kept_as_something_else", kept},
                       {"judged_harmless_there", judged},
                       {"common_words_left", std::ssize(result.survivors) - kept - judged}};
    return record;
}

Json text_private_log(const Documents& documents, const Sanitised& result, const TextPolicy& policy,
                      const ReleaseNames& names, const std::string& source,
                      const std::vector<SourceDigest>& digests, const Problems& skipped) {
    Json log;
    log["kind"] = "text-private-log";
    log["note"] = "Private: this file says who is who. Keep it with the original.";
    log["lethe"] = {{"version", kProgramVersion}};
    log["source"] = source;
    log["inputs"] = Json::array();
    for (const SourceDigest& digest : digests) {
        log["inputs"].push_back({{"file", digest.file}, {"sha256", digest.sha256}});
    }
    log["documents"] = Json::array();
    for (std::size_t d = 0; d < documents.size(); ++d) {
        if (!documents[d].field.empty()) continue;
        Json row = {{"id", documents[d].id}, {"file", documents[d].file}};
        if (documents[d].line > 0) row["line"] = documents[d].line;
        row["released_id"] = names.ids[d];
        row["released_file"] = names.files[d];
        log["documents"].push_back(std::move(row));
    }
    log["entities"] = Json::array();
    for (const Entity& entity : result.entities) {
        Json row = {{"category", policy.categories[entity.category].name},
                    {"number", entity.number + 1},
                    {"name", entity.name},
                    {"mentions", entity.mentions}};
        if (entity.document >= 0) {
            row["document"] = documents[static_cast<std::size_t>(entity.document)].id;
        }
        log["entities"].push_back(std::move(row));
    }
    log["survivors"] = Json::array();
    for (const Survivor& survivor : result.survivors) {
        const auto d = static_cast<std::size_t>(survivor.document);
        log["survivors"].push_back({{"document", documents[d].id},
                                    {"begin", survivor.span.begin},
                                    {"end", survivor.span.end},
                                    {"text", survivor.span.of(result.texts[d])},
                                    {"kept", survivor.kept},
                                    {"judged", survivor.judged}});
    }
    log["skipped"] = Json::array();
    for (const Problem& problem : skipped) log["skipped"].push_back(to_string(problem));
    return log;
}

}  // namespace lethe::text
