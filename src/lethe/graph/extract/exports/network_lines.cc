#include "lethe/graph/extract/exports/network_lines.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "lethe/core/json.h"
#include "lethe/core/wrongs.h"
#include "lethe/graph/extract/exports/export_json.h"

namespace lethe::graph {
namespace {

// Calls take(parsed line, its number) for each that is not blank, until it is false.
template <class Take>
void each_line(std::string_view text, const Take& take) {
    for (std::int64_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view one = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (one.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        if (!take(Json::parse(one, nullptr, false), line)) return;
    }
}

bool is_tweet(const Json& object) { return export_field(object, "user").is_object(); }

class NetworkLines {
  public:
    explicit NetworkLines(Wrongs& wrongs) : wrongs_(wrongs) {}

    void take(const Json& object, std::int64_t line) {
        if (!object.is_object()) {
            wrongs_.add(line, object.is_discarded() ? "is not JSON" : "is not a JSON object");
        } else if (is_tweet(object)) {
            take_tweet(object, line);
        } else {
            take_reddit(object, line);
        }
    }

    std::vector<PersonExport> people() {
        for (const auto& [place, parent] : answers_) {
            const auto found = writer_of_.find(parent);
            if (found == writer_of_.end()) continue;
            people_[place.first].posts[place.second].reply_to =
                people_[found->second].names.front();
        }
        return std::move(people_);
    }

  private:
    std::size_t person(const std::string& name) {
        const auto [known, is_new] = number_of_.emplace(name, people_.size());
        if (is_new) people_.push_back({{name}});
        return known->second;
    }

    void take_tweet(const Json& object, std::int64_t line) {
        const Json& user = export_field(object, "user");
        const auto name = export_text(user, "screen_name");
        auto text = export_text(object, "full_text");
        if (!text) text = export_text(object, "text");
        if (!name) wrongs_.add(line, "has no user");
        if (!text) wrongs_.add(line, "has no text");
        if (!name || !text) return;
        PersonExport& writer = people_[person(*name)];
        if (const auto id = export_text(user, "id_str"); id && writer.names.size() == 1) {
            writer.names.push_back(*id);
        }
        if (!writer.location) writer.location = export_text(user, "location");
        ExportedPost post{*text, export_text(object, "in_reply_to_screen_name").value_or("")};
        const Json& mentions = export_field(export_field(object, "entities"), "user_mentions");
        if (mentions.is_array()) {
            post.mentions.emplace();
            for (const Json& mention : mentions) {
                if (const auto called = export_text(mention, "screen_name")) {
                    post.mentions->push_back(*called);
                }
            }
        }
        writer.posts.push_back(std::move(post));
    }

    void take_reddit(const Json& object, std::int64_t line) {
        const auto author = export_text(object, "author");
        if (!author) {
            wrongs_.add(line, "has no author");
            return;
        }
        if (*author == "[deleted]") return;
        const bool is_comment = object.contains("body");
        const std::size_t writer = person(*author);
        std::string text = is_comment ? export_text(object, "body").value_or("")
                                      : export_text(object, "title").value_or("") + " " +
                                            export_text(object, "selftext").value_or("");
        people_[writer].posts.push_back({std::move(text), {}});
        if (const auto id = export_text(object, "id")) {
            writer_of_.emplace((is_comment ? "t1_" : "t3_") + *id, writer);
        }
        if (const auto parent = export_text(object, "parent_id")) {
            answers_.push_back({{writer, people_[writer].posts.size() - 1}, *parent});
        }
    }

    Wrongs& wrongs_;
    std::vector<PersonExport> people_;
    std::unordered_map<std::string, std::size_t> number_of_, writer_of_;
    std::vector<std::pair<std::pair<std::size_t, std::size_t>, std::string>> answers_;
};

}  // namespace

bool are_network_lines(std::string_view text) {
    bool are = false;
    each_line(text, [&](const Json& object, std::int64_t) {
        are = is_tweet(object) || (object.is_object() && object.contains("author") &&
                                   (object.contains("body") || object.contains("title")));
        return false;
    });
    return are;
}

std::vector<PersonExport> read_network_lines(const Context& context, const std::string& file,
                                             std::string_view text) {
    Wrongs wrongs(file);
    NetworkLines lines(wrongs);
    each_line(text, [&](const Json& object, std::int64_t line) {
        if (line % 4096 == 0) context.check_stop();
        lines.take(object, line);
        return true;
    });
    wrongs.throw_if_any();
    return lines.people();
}

}  // namespace lethe::graph
