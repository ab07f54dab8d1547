#include "lethe/release/documents/document_record.h"

#include <filesystem>
#include <set>

#include "lethe/io/file.h"

namespace lethe::release {

namespace {

// `told`: of these entities it is said how many there are.
Json counts_by_category(const documents::Sanitised& result, const documents::TextPolicy& policy,
                        bool (*told)(const documents::Treatment&)) {
    Json counts = Json::array();
    for (std::size_t c = 0; c < result.counts.size(); ++c) {
        const documents::CategoryCount& count = result.counts[c];
        if (count.mentions == 0 && count.entities == 0) continue;
        const auto category = static_cast<documents::CategoryId>(c);
        Json row = {{"category", policy.categories[category].name},
                    {"treatment", name(policy.treatment(category))},
                    {"mentions", count.mentions}};
        if (told(policy.treatment(category))) row["entities"] = count.entities;
        row["repeats"] = count.repeats;
        if (count.fallen_back > 0) row["numbered_instead"] = count.fallen_back;
        counts.push_back(std::move(row));
    }
    return counts;
}

}  // namespace

Json category_counts(const documents::Sanitised& result, const documents::TextPolicy& policy) {
    return counts_by_category(result, policy, [](const documents::Treatment&) { return true; });
}

Json sanitised_record(const documents::Sanitised& result, const documents::TextPolicy& policy) {
    std::int64_t kept = 0;
    std::int64_t judged = 0;
    std::int64_t near = 0;
    for (const documents::Survivor& survivor : result.survivors) {
        kept += survivor.kept ? 1 : 0;
        judged += !survivor.kept && survivor.judged ? 1 : 0;
        near += survivor.near ? 1 : 0;
    }
    return {{"policy", documents::publishable(policy)},
            {"categories", counts_by_category(result, policy,
                                              [](const documents::Treatment& treatment) {
                                                  return treatment.traits().tells_entities;
                                              })},
            {"proof",
             {{"texts_searched", result.searched},
              {"kept_as_something_else", kept},
              {"judged_harmless_there", judged},
              {"near_spellings_left", near},
              {"common_words_left", std::ssize(result.survivors) - kept - judged - near}}}};
}

Json reviewed_record(const documents::Applied& applied, const documents::TextPolicy& policy) {
    return {{"policy", documents::publishable(policy)},
            {"reviewed", true},
            {"mentions_treated", applied.entities},
            {"blocks_deleted", applied.blocks},
            {"proof",
             {{"texts_searched", applied.searched},
              {"names_left", applied.standing_names.size()},
              {"paragraphs_left", applied.standing_paragraphs}}}};
}

Json document_rows(const documents::Documents& documents, const documents::ReleaseNames& names) {
    Json rows = Json::array();
    for (std::size_t d = 0; d < documents.size(); ++d) {
        if (!documents[d].field.empty()) continue;
        Json row = {{"id", documents[d].id}, {"file", documents[d].file}};
        if (documents[d].line > 0) row["line"] = documents[d].line;
        row["released_id"] = names.ids[d];
        row["released_file"] = names.files[d];
        rows.push_back(std::move(row));
    }
    return rows;
}

Json entity_rows(const documents::Documents& documents,
                 const std::vector<documents::Entity>& entities,
                 const documents::TextPolicy& policy) {
    Json rows = Json::array();
    for (const documents::Entity& entity : entities) {
        Json row = {{"category", policy.categories[entity.category].name},
                    {"number", entity.number + 1},
                    {"name", entity.name},
                    {"mentions", entity.mentions}};
        if (entity.document >= 0) {
            row["document"] = documents[static_cast<std::size_t>(entity.document)].id;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

Json survivor_rows(const documents::Documents& documents, const std::vector<std::string>& texts,
                   const std::vector<documents::Survivor>& survivors) {
    Json rows = Json::array();
    for (const documents::Survivor& survivor : survivors) {
        const auto d = static_cast<std::size_t>(survivor.document);
        rows.push_back({{"document", documents[d].id},
                        {"begin", survivor.span.begin},
                        {"end", survivor.span.end},
                        {"text", survivor.span.of(texts[d])},
                        {"kept", survivor.kept},
                        {"judged", survivor.judged},
                        {"near", survivor.near}});
    }
    return rows;
}

std::vector<FileDigest> source_digests(const std::string& source, bool folder,
                                       const documents::Documents& documents) {
    std::vector<FileDigest> digests;
    if (source == "-") return digests;
    std::set<std::string> seen;
    for (const documents::Document& document : documents) {
        if (!seen.insert(document.file).second) continue;
        const std::string path =
            folder ? (std::filesystem::path(source) / document.file).string() : source;
        std::error_code missing;
        if (!std::filesystem::exists(path, missing)) continue;  // its name is not UTF-8
        digests.push_back({document.file, file_sha256(path)});
    }
    return digests;
}

std::string span_lines(const documents::Documents& documents, const documents::Sanitised& result,
                       const documents::TextPolicy& policy) {
    std::string lines;
    for (std::size_t d = 0; d < documents.size(); ++d) {
        Json line = {{"id", documents[d].id}};
        if (!documents[d].field.empty()) line["field"] = documents[d].field;
        line["entities"] = documents::spans_json(documents[d], result.mentions[d], policy);
        lines += line.dump() + "\n";
    }
    return lines;
}

}  // namespace lethe::release
