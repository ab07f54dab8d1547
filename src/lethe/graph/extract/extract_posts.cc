#include "lethe/graph/extract/extract_posts.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/core/wrongs.h"
#include "lethe/graph/extract/exports/read_exports.h"
#include "lethe/graph/files/graph_text.h"
#include "lethe/language/characters.h"

namespace lethe::graph {
namespace {

std::string folded(std::string_view name) {
    if (name.starts_with('@')) name.remove_prefix(1);
    return language::lower_case(name);
}

// A string that is not empty, or a number, as text.
std::optional<std::string> text_field(const Json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || found->is_null()) return std::nullopt;
    if (found->is_string()) {
        auto text = found->get<std::string>();
        if (text.empty()) return std::nullopt;
        return text;
    }
    if (found->is_number()) return found->dump();
    return std::nullopt;
}

// Calls take(object, line) for each line that holds one.
void read_lines(const Context& context, const std::string& file, Wrongs& wrongs,
                const std::function<void(const Json&, std::int64_t)>& take) {
    const std::string text = read_graph_text(file, "utf-8");
    std::string_view rest = text;
    for (std::int64_t line = 1; !rest.empty(); ++line) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view one = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (one.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        if (line % 4096 == 0) context.check_stop();
        const Json object = Json::parse(one, nullptr, false);
        if (object.is_object()) {
            take(object, line);
        } else {
            wrongs.add(line, object.is_discarded() ? "is not JSON" : "is not a JSON object");
        }
    }
}

class PostReader {
  public:
    explicit PostReader(const Context& context) : context_(context) {}

    Posts read(const std::string& posts_file, const std::string& users_file) {
        if (!users_file.empty()) {
            Wrongs wrongs(users_file);
            read_lines(context_, users_file, wrongs, [&](const Json& object, std::int64_t line) {
                take_user(object, line, wrongs);
            });
            wrongs.throw_if_any();
        }
        Wrongs wrongs(posts_file);
        read_lines(context_, posts_file, wrongs,
                   [&](const Json& object, std::int64_t line) { take_post(object, line, wrongs); });
        wrongs.throw_if_any();
        made_.names.assign(known_.begin(), known_.end());
        std::ranges::sort(made_.names);
        return std::move(made_);
    }

  private:
    void take_user(const Json& object, std::int64_t line, Wrongs& wrongs) {
        const auto id = text_field(object, "id");
        const auto username = text_field(object, "username");
        if (!id && !username) {
            wrongs.add(line, "has neither id nor username");
            return;
        }
        const auto number = static_cast<std::int32_t>(made_.users.size());
        made_.users.push_back({username.value_or(id.value_or("")), text_field(object, "location")});
        for (const auto& name : {id, username}) {
            if (!name) continue;
            const auto [known, is_new] = known_.emplace(folded(*name), number);
            if (!is_new && known->second != number) {
                wrongs.add(line, "is a user that an earlier line has");
            }
        }
        const auto posts = object.find("posts");
        if (posts == object.end() || posts->is_null()) return;
        if (!posts->is_array()) {
            wrongs.add(line, "posts must be a list of texts");
            return;
        }
        for (const Json& post : *posts) {
            if (post.is_string()) {
                made_.posts.push_back({number, post.get<std::string>(), {}});
            } else {
                wrongs.add(line, "posts must be a list of texts");
            }
        }
    }

    void take_post(const Json& object, std::int64_t line, Wrongs& wrongs) {
        const auto user = text_field(object, "user");
        const auto text = object.find("text");
        if (!user) wrongs.add(line, "has no user");
        if (text == object.end() || !text->is_string()) wrongs.add(line, "has no text");
        const auto reply = object.find("reply_to");
        if (reply != object.end() && !reply->is_null() && !reply->is_string() &&
            !reply->is_number()) {
            wrongs.add(line, "reply_to must be the name of a user");
        }
        if (!user || text == object.end() || !text->is_string()) return;
        const auto number = static_cast<std::int32_t>(made_.users.size());
        const auto [known, is_new] = known_.emplace(folded(*user), number);
        const std::int32_t writer = known->second;
        if (is_new) {
            const auto username = text_field(object, "username");
            made_.users.push_back({username.value_or(*user), std::nullopt});
            if (username) known_.emplace(folded(*username), number);
        }
        User& known_user = made_.users[static_cast<std::size_t>(writer)];
        if (!known_user.location) known_user.location = text_field(object, "location");
        made_.posts.push_back({writer, text->get<std::string>(),
                               text_field(object, "reply_to").value_or(std::string())});
    }

    const Context& context_;
    Posts made_;
    std::unordered_map<std::string, std::int32_t> known_;
};

Posts posts_of_exports(std::vector<PersonExport> people) {
    Posts made;
    std::unordered_map<std::string, std::int32_t> known;
    for (PersonExport& person : people) {
        // Two exports of one person are one user.
        std::int32_t number = -1;
        for (const std::string& name : person.names) {
            const auto found = known.find(folded(name));
            if (number < 0 && found != known.end()) number = found->second;
        }
        if (number < 0) {
            number = static_cast<std::int32_t>(made.users.size());
            made.users.push_back({person.names.front(), std::nullopt});
        }
        for (const std::string& name : person.names) known.emplace(folded(name), number);
        User& user = made.users[static_cast<std::size_t>(number)];
        if (!user.location) user.location = std::move(person.location);
        for (ExportedPost& post : person.posts) {
            made.posts.push_back(
                {number, std::move(post.text), std::move(post.reply_to), std::move(post.mentions)});
        }
        for (std::string& name : person.follows) {
            made.follows.emplace_back(person.names.front(), std::move(name));
        }
        for (std::string& name : person.followers) {
            made.follows.emplace_back(std::move(name), person.names.front());
        }
    }
    made.names.assign(known.begin(), known.end());
    std::ranges::sort(made.names);
    return made;
}

bool is_name_character(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           byte >= 0x80;
}

// Where the name behind the @ at `at` ends; `at` itself where it is none.
std::size_t mention_end(std::string_view text, std::size_t at) {
    if (at > 0 && (is_name_character(text[at - 1]) || text[at - 1] == '.')) return at;
    std::size_t end = at + 1;
    while (end < text.size() && is_name_character(text[end])) ++end;
    return end > at + 1 ? end : at;
}

}  // namespace

std::int32_t Posts::find(std::string_view name) const {
    const std::string key = folded(name);
    const auto found =
        std::ranges::lower_bound(names, key, {}, &std::pair<std::string, std::int32_t>::first);
    return found == names.end() || found->first != key ? -1 : found->second;
}

Posts read_posts(const Context& context, const std::string& posts_file,
                 const std::string& users_file) {
    if (is_export(posts_file)) {
        if (!users_file.empty()) {
            throw Error(ErrorKind::usage, "goes without an export, which names its users itself",
                        {{}, 0, 0, "users"});
        }
        return posts_of_exports(read_exports(context, posts_file));
    }
    return PostReader(context).read(posts_file, users_file);
}

std::vector<std::string> mentions_in(std::string_view text) {
    std::vector<std::string> names;
    for (std::size_t at = text.find('@'); at != std::string_view::npos;) {
        const std::size_t end = mention_end(text, at);
        if (end > at) names.emplace_back(text.substr(at + 1, end - at - 1));
        at = text.find('@', std::max(end, at + 1));
    }
    return names;
}

std::string without_mentions(std::string_view text) {
    std::string out(text);
    const auto blank = [&](std::size_t begin, std::size_t end) {
        std::fill(out.begin() + static_cast<std::ptrdiff_t>(begin),
                  out.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    };
    for (std::size_t at = text.find('@'); at != std::string_view::npos;) {
        const std::size_t end = mention_end(text, at);
        blank(at, end);
        at = text.find('@', std::max(end, at + 1));
    }
    for (const std::string_view start : {"http://", "https://", "www."}) {
        for (std::size_t at = text.find(start); at != std::string_view::npos;) {
            const std::size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
            blank(at, end);
            at = text.find(start, end);
        }
    }
    return out;
}

}  // namespace lethe::graph
