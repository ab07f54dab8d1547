#include "lethe/graph/extract/exports/mastodon_archive.h"

#include <algorithm>
#include <optional>

#include "lethe/core/json.h"
#include "lethe/core/wrongs.h"
#include "lethe/graph/extract/exports/export_json.h"
#include "lethe/language/characters.h"

namespace lethe::graph {
namespace {

constexpr std::size_t kBeginning = 4096;

Json document_in(const std::string& file, std::string_view text) {
    Wrongs wrongs(file);
    Json document = Json::parse(text, nullptr, false);
    if (document.is_discarded()) wrongs.fail(0, "is not JSON");
    if (!document.is_object()) wrongs.fail(0, "is not a JSON object");
    return document;
}

void add_name(PersonExport& person, std::string name) {
    if (name.empty() || std::ranges::find(person.names, name) != person.names.end()) return;
    person.names.push_back(std::move(name));
}

ExportedPost post_of_note(const Json& note) {
    ExportedPost post{text_of_html(export_text(note, "content").value_or("")), {}};
    if (const auto summary = export_text(note, "summary")) post.text = *summary + " " + post.text;
    post.reply_to = mastodon_name(export_text(note, "inReplyTo").value_or(""));
    post.mentions.emplace();
    const Json& tags = export_field(note, "tag");
    if (!tags.is_array()) return post;
    for (const Json& tag : tags) {
        if (export_text(tag, "type") != "Mention") continue;
        std::string name = mastodon_name(export_text(tag, "href").value_or(""));
        if (name.empty()) name = export_text(tag, "name").value_or("");
        if (!name.empty()) post.mentions->push_back(std::move(name));
    }
    return post;
}

}  // namespace

std::string mastodon_name(std::string_view address) {
    constexpr std::string_view kWeb = "https://";
    if (!address.starts_with(kWeb)) return {};
    address.remove_prefix(kWeb.size());
    const std::size_t slash = address.find('/');
    if (slash == 0 || slash == std::string_view::npos) return {};
    const std::string_view host = address.substr(0, slash);
    std::string_view rest = address.substr(slash + 1);
    if (rest.starts_with("users/")) {
        rest.remove_prefix(6);
    } else if (rest.starts_with('@')) {
        rest.remove_prefix(1);
    } else {
        return {};
    }
    const std::string_view name = rest.substr(0, rest.find_first_of("/?#"));
    if (name.empty()) return {};
    // "@ben@other.example" names somebody of another host.
    if (name.find('@') != std::string_view::npos) return std::string(name);
    return std::string(name) + "@" + std::string(host);
}

bool is_mastodon_outbox(std::string_view text) {
    const std::string_view head = text.substr(0, kBeginning);
    return head.find("\"OrderedCollection\"") != std::string_view::npos;
}

void take_mastodon_outbox(const std::string& file, std::string_view text, PersonExport& person) {
    const Json outbox = document_in(file, text);
    const Json& items = export_field(outbox, "orderedItems");
    if (!items.is_array()) Wrongs(file).fail(0, "has no list \"orderedItems\"");
    for (const Json& item : items) {
        add_name(person, mastodon_name(export_text(item, "actor").value_or("")));
        if (export_text(item, "type") != "Create") continue;
        const Json& note = export_field(item, "object");
        if (note.is_object()) person.posts.push_back(post_of_note(note));
    }
}

void take_mastodon_actor(const std::string& file, std::string_view text, PersonExport& person) {
    const Json actor = document_in(file, text);
    add_name(person, mastodon_name(export_text(actor, "id").value_or("")));
    const Json& fields = export_field(actor, "attachment");
    if (!fields.is_array()) return;
    for (const Json& one : fields) {
        const std::string called =
            language::lower_case(text_of_html(export_text(one, "name").value_or("")));
        if (called != "location" && called != "city" && called != "place") continue;
        if (const auto place = export_text(one, "value")) person.location = text_of_html(*place);
    }
}

}  // namespace lethe::graph
