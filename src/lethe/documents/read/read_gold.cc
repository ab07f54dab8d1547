// The readers of annotated documents.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

#include "lethe/core/error.h"
#include "lethe/documents/read/gold.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/source_text.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

using readers::SourceText;

[[noreturn]] void fail_gold(const std::string& file, std::int64_t line, std::string message) {
    throw Error(ErrorKind::input, std::move(message), {file, line, 0, {}});
}

// The first of the keys that is there.
const Json* first_of(const Json& item, std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
        if (const auto found = item.find(key); found != item.end()) return &*found;
    }
    return nullptr;
}

std::string text_at(const Json& item, std::initializer_list<const char*> keys) {
    const Json* found = first_of(item, keys);
    if (found == nullptr) return {};
    if (found->is_string()) return found->get<std::string>();
    return found->is_number() ? found->dump() : std::string();
}

Identifying identifying_of(const std::string& word) {
    if (word == "DIRECT" || word == "direct") return Identifying::direct;
    if (word == "NO_MASK" || word == "no") return Identifying::no;
    return Identifying::quasi;
}

void finish_gold(GoldDocument& document) {
    std::stable_sort(document.mentions.begin(), document.mentions.end(),
                     [](const GoldMention& a, const GoldMention& b) { return a.span < b.span; });
}

GoldDocument from_json(const Json& item, const std::string& file, std::int64_t line) {
    if (!item.is_object())
        fail_gold(file, line, "not an annotated document: a JSON object is expected");
    GoldDocument document;
    document.text = text_at(item, {"text", "full_text"});
    document.id = text_at(item, {"id", "doc_id"});
    if (document.id.empty()) document.id = "line-" + std::to_string(line);
    document.group = text_at(item, {"template_id"});
    const Json* entities = first_of(item, {"entities", "spans"});
    if (!item.contains("text") && !item.contains("full_text")) {
        fail_gold(file, line, "an annotated document has a field text (or full_text)");
    }
    if (entities == nullptr || !entities->is_array()) {
        fail_gold(file, line, "an annotated document has a list entities (or spans)");
    }
    const language::CodePointIndex index(document.text);
    for (const Json& entity : *entities) {
        const Json* start = first_of(entity, {"start_offset", "start_position", "start"});
        const Json* end = first_of(entity, {"end_offset", "end_position", "end"});
        if (start == nullptr || end == nullptr || !start->is_number_integer() ||
            !end->is_number_integer()) {
            fail_gold(file, line, "an entity has the whole numbers start and end (in code points)");
        }
        GoldMention mention;
        const auto from = start->get<std::int64_t>();
        const auto to = end->get<std::int64_t>();
        if (from < 0 || to < from || to > index.size()) {
            fail_gold(file, line, "an entity lies outside its text");
        }
        mention.span = {index.byte(from), index.byte(to)};
        mention.type = text_at(entity, {"entity_type", "category"});
        mention.category = category_of_type(mention.type);
        mention.entity = text_at(entity, {"entity_id", "entity"});
        mention.identifying = identifying_of(text_at(entity, {"identifier_type", "identifier"}));
        document.mentions.push_back(std::move(mention));
    }
    finish_gold(document);
    return document;
}

Json parse(std::string_view text, const std::string& file, std::int64_t line) {
    Json item = Json::parse(text, nullptr, false);
    if (item.is_discarded()) fail_gold(file, line, "not JSON");
    return item;
}

GoldDocuments read_json_lines(const SourceText& source) {
    GoldDocuments documents;
    readers::Lines lines(source.text);
    while (lines.next()) {
        if (readers::trimmed(lines.line()).empty()) continue;
        documents.push_back(from_json(parse(lines.line(), source.file, lines.number()), source.file,
                                      lines.number()));
    }
    return documents;
}

GoldDocuments read_json_array(const SourceText& source) {
    GoldDocuments documents;
    for (const Json& item : parse(source.text, source.file, 0)) {
        documents.push_back(from_json(item, source.file, std::ssize(documents) + 1));
        documents.back().id = "item-" + std::to_string(documents.size());
    }
    return documents;
}

GoldDocuments read_columns(const SourceText& source) {
    GoldDocuments documents;
    GoldDocument sentence;
    const auto close = [&] {
        if (sentence.text.empty()) return;
        sentence.id = "sentence-" + std::to_string(documents.size() + 1);
        documents.push_back(std::move(sentence));
        sentence = {};
    };
    readers::Lines lines(source.text);
    while (lines.next()) {
        if (readers::trimmed(lines.line()).empty()) {
            close();
            continue;
        }
        const auto tab = lines.line().find_last_of("\t ");
        if (tab == std::string_view::npos) {
            fail_gold(source.file, lines.number(), "a line has a word and its tag");
        }
        const std::string_view word = lines.line().substr(0, lines.line().find_first_of("\t "));
        const std::string_view tag = readers::trimmed(lines.line().substr(tab + 1));
        if (!sentence.text.empty()) sentence.text += ' ';
        const std::int64_t begin = std::ssize(sentence.text);
        sentence.text += word;
        const std::int64_t end = std::ssize(sentence.text);
        if (tag.size() < 3 || tag[1] != '-') continue;
        const bool goes_on = tag[0] == 'I' && !sentence.mentions.empty() &&
                             sentence.mentions.back().type == tag.substr(2) &&
                             sentence.mentions.back().span.end == begin - 1;
        if (goes_on) {
            sentence.mentions.back().span.end = end;
            continue;
        }
        GoldMention mention;
        mention.span = {begin, end};
        mention.type = tag.substr(2);
        mention.category = category_of_type(mention.type);
        sentence.mentions.push_back(std::move(mention));
    }
    close();
    return documents;
}

GoldDocuments read_gold_folder(const std::string& path) {
    std::map<std::string, GoldDocument> documents;
    readers::Records records(readers::read_source_text(path + "/spans.csv"), ',');
    std::vector<std::string> header;
    std::map<std::string, language::CodePointIndex> indexes;
    const auto number = [&](std::string_view text) {
        std::int64_t value = -1;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size()) value = -1;
        return value;
    };
    while (records.next()) {
        if (header.empty()) {
            for (std::size_t i = 0; i < records.size(); ++i) header.emplace_back(records[i]);
            continue;
        }
        const auto field = [&](std::string_view name) -> std::string {
            const auto at = std::find(header.begin(), header.end(), name) - header.begin();
            if (at >= static_cast<std::int64_t>(records.size())) {
                fail_gold(path + "/spans.csv", records.line(),
                          "the column " + std::string(name) + " is missing");
            }
            return std::string(records[static_cast<std::size_t>(at)]);
        };
        const std::string id = field("doc_id");
        if (id.find('/') != std::string::npos) {
            fail_gold(path + "/spans.csv", records.line(), "doc_id is a name, not a path");
        }
        GoldDocument& document = documents[id];
        if (document.id.empty()) {
            document.id = id;
            document.text = read_file(path + "/txt/" + id + ".txt");
            indexes.emplace(id, language::CodePointIndex(document.text));
        }
        // Editors marked places and dates only in datelines: that teaches nothing about them.
        if (field("tei_tag") != "persName") continue;
        GoldMention mention;
        const language::CodePointIndex& index = indexes.at(id);
        const std::int64_t from = number(field("start_char"));
        const std::int64_t to = number(field("end_char"));
        if (from < 0 || to < from || to > index.size()) {
            fail_gold(path + "/spans.csv", records.line(), "a span lies outside its text");
        }
        mention.span = {index.byte(from), index.byte(to)};
        mention.type = field("tei_tag");
        mention.category = category_of_type(mention.type);
        mention.entity = field("ref");
        mention.identifying = mention.category == kPerson ? Identifying::quasi : Identifying::no;
        document.mentions.push_back(std::move(mention));
    }
    GoldDocuments result;
    for (auto& [id, document] : documents) {
        finish_gold(document);
        result.push_back(std::move(document));
    }
    return result;
}

}  // namespace

GoldDocuments read_gold(const std::string& path) {
    GoldDocuments documents;
    if (std::filesystem::is_directory(path)) {
        documents = read_gold_folder(path);
    } else {
        const SourceText source = readers::read_source_text(path);
        const std::string_view start = readers::trimmed(source.text);
        documents = start.starts_with("[")   ? read_json_array(source)
                    : start.starts_with("{") ? read_json_lines(source)
                                             : read_columns(source);
    }
    std::filesystem::path name(path);
    if (!name.has_filename()) name = name.parent_path();
    for (GoldDocument& document : documents) document.source = name.filename().string();
    return documents;
}

}  // namespace lethe::documents
