#include "lethe/release/documents/inspect_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "lethe/core/parallel.h"
#include "lethe/documents/treat/removed_words.h"
#include "lethe/language/token.h"
#include "lethe/release/documents/document_policy.h"
#include "lethe/release/next_command.h"

namespace lethe::release {
namespace {

// Paths of files have no place in a result that may be kept: the last part alone.
std::string last_part(const std::string& path) {
    const std::filesystem::path place(path);
    return place.has_filename() ? place.filename().string()
                                : place.parent_path().filename().string();
}

Json formats_json(const documents::Documents& documents) {
    std::map<std::string, std::int64_t> formats;
    for (const documents::Document& document : documents) {
        if (document.field.empty()) ++formats[std::string(name(document.format))];
    }
    Json list = Json::array();
    for (const auto& [format, number] : formats) {
        list.push_back({{"format", format}, {"documents", number}});
    }
    return list;
}

Json encodings_json(const documents::ReadNotes& notes) {
    Json list = Json::array();
    for (const auto& [encoding, files] :
         {std::pair("utf-8", notes.files - notes.latin1 - notes.utf16),
          std::pair("latin-1", notes.latin1), std::pair("utf-16", notes.utf16)}) {
        if (files > 0) list.push_back({{"encoding", encoding}, {"files", files}});
    }
    return list;
}

Json found_json(const std::vector<documents::Mentions>& mentions,
                const documents::TextPolicy& policy) {
    const auto size = static_cast<std::size_t>(policy.categories.size());
    std::vector<std::int64_t> number(size), documents(size);
    for (const documents::Mentions& of_one : mentions) {
        std::vector<bool> seen(size);
        for (const documents::Mention& mention : of_one) {
            const auto category = static_cast<std::size_t>(mention.category);
            ++number[category];
            if (!seen[category]) ++documents[category];
            seen[category] = true;
        }
    }
    Json list = Json::array();
    for (std::size_t c = 0; c < size; ++c) {
        if (number[c] == 0) continue;
        const auto category = static_cast<documents::CategoryId>(c);
        list.push_back({{"category", policy.categories[category].name},
                        {"treatment", name(policy.treatment(category))},
                        {"mentions", number[c]},
                        {"documents", documents[c]}});
    }
    return list;
}

}  // namespace

Json inspect_documents(const Context& context, const DocumentInspection& what) {
    documents::ReadNotes notes;
    const documents::Documents documents =
        documents::read_documents(context, what.source, what.read, &notes);
    std::vector<std::string> said;
    const auto finders = make_finders(context, what.policy, what.finders, what.cache, said);
    const std::vector<documents::Mentions> mentions =
        documents::detect(context, *finders->finders, documents);

    std::vector<std::int64_t> words(documents.size());
    parallel_tasks(context, std::ssize(documents), [&](std::int64_t d) {
        const auto at = static_cast<std::size_t>(d);
        words[at] = std::ssize(language::words_of(documents[at].text));
    });
    std::int64_t all_words = 0;
    for (const std::int64_t number : words) all_words += number;

    documents::RemovedWords removed;
    for (std::size_t d = 0; d < documents.size(); ++d) {
        for (const documents::Mention& mention : mentions[d]) {
            if (!what.policy.removes(mention.category)) continue;
            documents::add_removed_text(removed, mention.span.of(documents[d].text));
        }
    }
    const auto whole = [](const documents::Document& document) { return document.field.empty(); };
    const std::int64_t telling =
        std::ranges::count_if(documents, [&](const documents::Document& document) {
            return whole(document) && documents::holds_removed_word(document.id, removed);
        });
    Json result{
        {"kind", "document-inspection"},
        {"about", "original"},
        {"data",
         {{"file", what.source == "-" ? std::string("-") : last_part(what.source)},
          {"documents", std::ranges::count_if(documents, whole)},
          {"files", notes.files},
          {"bytes", notes.bytes},
          {"words", all_words},
          {"longest", words.empty() ? 0 : *std::ranges::max_element(words)}}},
        {"formats", formats_json(documents)},
        {"encodings", encodings_json(notes)},
        {"empty", notes.empty.size()},
        {"left_out", notes.skipped.size()},
        {"other_files", notes.other_files},
        {"categories", found_json(mentions, what.policy)},
        {"with_mentions",
         std::ranges::count_if(mentions, [](const auto& of_one) { return !of_one.empty(); })},
        {"telling_names", telling},
        {"notes", said}};
    result["policy"] = propose_document_policy(result, what.policy);
    const std::string policy =
        what.policy_file.empty() ? "" : " --policy " + shell_word(what.policy_file);
    result["next"] = {
        fmt::format("lethe text sanitize {}{} -o release", shell_word(what.source), policy),
        fmt::format("lethe text review {}{} -o review.json", shell_word(what.source), policy)};
    if (policy.empty()) {
        result["next"].push_back(
            fmt::format("lethe text inspect {} --policy-out policy.toml", shell_word(what.source)));
    }
    return result;
}

}  // namespace lethe::release
