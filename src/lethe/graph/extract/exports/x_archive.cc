#include "lethe/graph/extract/exports/x_archive.h"

#include <algorithm>

#include "lethe/core/wrongs.h"
#include "lethe/graph/extract/exports/export_json.h"

namespace lethe::graph {
namespace {

constexpr std::string_view kBegin = "window.YTD.";

void take_tweet(const Json& entry, PersonExport& person, std::int64_t& without_text) {
    const Json& tweet =
        export_field(entry, "tweet").is_object() ? export_field(entry, "tweet") : entry;
    auto text = export_text(tweet, "full_text");
    if (!text) text = export_text(tweet, "text");
    if (!text) {
        ++without_text;
        return;
    }
    ExportedPost post{*text, export_text(tweet, "in_reply_to_screen_name").value_or("")};
    if (post.reply_to.empty()) {
        post.reply_to = export_text(tweet, "in_reply_to_user_id_str").value_or("");
    }
    const Json& mentions = export_field(export_field(tweet, "entities"), "user_mentions");
    if (mentions.is_array()) {
        post.mentions.emplace();
        for (const Json& mention : mentions) {
            if (const auto name = export_text(mention, "screen_name")) {
                post.mentions->push_back(*name);
            }
        }
    }
    person.posts.push_back(std::move(post));
}

}  // namespace

bool is_x_part(std::string_view text) { return text.starts_with(kBegin); }

void take_x_part(const std::string& file, std::string_view text, PersonExport& person) {
    Wrongs wrongs(file);
    const std::size_t equals = text.find('=');
    if (!is_x_part(text) || equals == std::string_view::npos) {
        wrongs.fail(0, "does not begin as a file of an archive of X does: window.YTD. ... =");
    }
    const std::string_view head = text.substr(kBegin.size(), equals - kBegin.size());
    const std::string_view kind = head.substr(0, head.find('.'));
    const Json list = Json::parse(text.substr(equals + 1), nullptr, false);
    if (list.is_discarded()) wrongs.fail(0, "holds no JSON behind the sign =");
    if (!list.is_array()) wrongs.fail(0, "holds no list");
    std::int64_t without_text = 0;
    for (const Json& entry : list) {
        if (kind == "account") {
            const Json& account = export_field(entry, "account");
            for (const char* key : {"username", "accountId"}) {
                if (const auto name = export_text(account, key)) person.names.push_back(*name);
            }
        } else if (kind == "profile") {
            const Json& described = export_field(export_field(entry, "profile"), "description");
            if (const auto place = export_text(described, "location")) person.location = *place;
        } else if (kind == "following" || kind == "follower") {
            const auto id =
                export_text(export_field(entry, std::string(kind).c_str()), "accountId");
            if (id) (kind == "following" ? person.follows : person.followers).push_back(*id);
        } else if (kind == "tweets" || kind == "tweet") {
            take_tweet(entry, person, without_text);
        }
    }
    if (without_text > 0) {
        wrongs.add(0, std::to_string(without_text) + " of its posts have no text");
    }
    wrongs.throw_if_any();
}

}  // namespace lethe::graph
