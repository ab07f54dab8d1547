#include "lethe/release/documents/inspect_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "lethe/core/parallel.h"
#include "lethe/documents/treat/removed_words.h"
#include "lethe/language/token.h"
#include "lethe/method/result_json.h"
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

using NumberOf = std::vector<std::pair<std::string, std::int64_t>>;

NumberOf formats_of(const documents::Documents& documents) {
    std::map<std::string, std::int64_t> formats;
    for (const documents::Document& document : documents) {
        if (document.field.empty()) ++formats[std::string(name(document.format))];
    }
    return {formats.begin(), formats.end()};
}

NumberOf encodings_of(const documents::ReadNotes& notes) {
    NumberOf encodings{{"utf-8", notes.files - notes.latin1 - notes.utf16},
                       {"latin-1", notes.latin1},
                       {"utf-16", notes.utf16}};
    std::erase_if(encodings, [](const auto& encoding) { return encoding.second <= 0; });
    return encodings;
}

std::vector<InspectedDocuments::Category> found_categories(
    const std::vector<documents::Mentions>& mentions, const documents::TextPolicy& policy) {
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
    std::vector<InspectedDocuments::Category> found;
    for (std::size_t c = 0; c < size; ++c) {
        if (number[c] == 0) continue;
        const auto category = static_cast<documents::CategoryId>(c);
        found.push_back({policy.categories[category].name, name(policy.treatment(category)),
                         number[c], documents[c]});
    }
    return found;
}

std::vector<std::int64_t> words_of_each(const Context& context,
                                        const documents::Documents& documents) {
    std::vector<std::int64_t> words(documents.size());
    parallel_tasks(context, std::ssize(documents), [&](std::int64_t d) {
        const auto at = static_cast<std::size_t>(d);
        words[at] = std::ssize(language::words_of(documents[at].text));
    });
    return words;
}

bool is_whole(const documents::Document& document) { return document.field.empty(); }

// Documents whose name holds what the policy removes from some document.
std::int64_t telling_names(const documents::Documents& documents,
                           const std::vector<documents::Mentions>& mentions,
                           const documents::TextPolicy& policy) {
    documents::RemovedWords removed;
    for (std::size_t d = 0; d < documents.size(); ++d) {
        for (const documents::Mention& mention : mentions[d]) {
            if (!policy.removes(mention.category)) continue;
            documents::add_removed_text(removed, mention.span.of(documents[d].text));
        }
    }
    return std::ranges::count_if(documents, [&](const documents::Document& document) {
        return is_whole(document) && documents::holds_removed_word(document.id, removed);
    });
}

std::vector<std::string> next_of_documents(const DocumentInspection& what) {
    const std::string source = shell_word(what.source);
    const std::string policy =
        what.policy_file.empty() ? "" : " --policy " + shell_word(what.policy_file);
    std::vector<std::string> next{
        fmt::format("{}{} -o release", data_command("protect", DataKind::documents, {what.source}),
                    policy),
        fmt::format("lethe text review {}{} -o review.json", source, policy)};
    if (policy.empty()) {
        next.push_back(data_command("inspect", DataKind::documents, {what.source}) +
                       " --policy-out policy.toml");
    }
    return next;
}

Json numbers_json(const NumberOf& numbers, const char* of, const char* what) {
    Json list = Json::array();
    for (const auto& [name, number] : numbers) list.push_back({{of, name}, {what, number}});
    return list;
}

}  // namespace

InspectedDocuments inspect_documents(const Context& context, const DocumentInspection& what) {
    documents::ReadNotes notes;
    const documents::Documents documents =
        documents::read_documents(context, what.source, what.read, &notes);
    InspectedDocuments result;
    const auto finders = make_finders(context, what.policy, what.finders, what.cache, result.notes);
    const std::vector<documents::Mentions> mentions =
        documents::detect(context, *finders->finders, documents);
    result.file = what.source == "-" ? std::string("-") : last_part(what.source);
    result.documents = std::ranges::count_if(documents, is_whole);
    result.files = notes.files;
    result.bytes = notes.bytes;
    for (const std::int64_t words : words_of_each(context, documents)) {
        result.words += words;
        result.longest = std::max(result.longest, words);
    }
    result.formats = formats_of(documents);
    result.encodings = encodings_of(notes);
    result.empty = std::ssize(notes.empty);
    result.left_out = std::ssize(notes.skipped);
    result.other_files = notes.other_files;
    result.categories = found_categories(mentions, what.policy);
    result.with_mentions =
        std::ranges::count_if(mentions, [](const auto& of_one) { return !of_one.empty(); });
    result.telling_names = telling_names(documents, mentions, what.policy);
    result.policy = propose_document_policy(result, what.policy);
    result.next = next_of_documents(what);
    return result;
}

Json to_json(const InspectedDocuments::Category& category) {
    return {{"category", category.name},
            {"treatment", category.treatment},
            {"mentions", category.mentions},
            {"documents", category.documents}};
}

Json to_json(const InspectedDocuments& inspected) {
    return {{"kind", "document-inspection"},
            {"about", "original"},
            {"data",
             {{"file", inspected.file},
              {"documents", inspected.documents},
              {"files", inspected.files},
              {"bytes", inspected.bytes},
              {"words", inspected.words},
              {"longest", inspected.longest}}},
            {"formats", numbers_json(inspected.formats, "format", "documents")},
            {"encodings", numbers_json(inspected.encodings, "encoding", "files")},
            {"empty", inspected.empty},
            {"left_out", inspected.left_out},
            {"other_files", inspected.other_files},
            {"categories", json_list(inspected.categories)},
            {"with_mentions", inspected.with_mentions},
            {"telling_names", inspected.telling_names},
            {"notes", inspected.notes},
            {"policy", inspected.policy},
            {"next", inspected.next}};
}

}  // namespace lethe::release
