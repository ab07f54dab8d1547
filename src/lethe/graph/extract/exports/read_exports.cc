#include "lethe/graph/extract/exports/read_exports.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/wrongs.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/table.h"
#include "lethe/graph/extract/exports/mastodon_archive.h"
#include "lethe/graph/extract/exports/network_lines.h"
#include "lethe/graph/extract/exports/x_archive.h"
#include "lethe/graph/files/graph_text.h"
#include "lethe/language/characters.h"

namespace lethe::graph {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMostArchives = 10000;

bool is_file(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error);
}

// The files of a folder with a beginning and an end, in the order of their names.
std::vector<fs::path> files_like(const fs::path& folder, std::string_view begin,
                                 std::string_view end) {
    std::vector<fs::path> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(begin) && name.ends_with(end) && is_file(entry.path())) {
            found.push_back(entry.path());
        }
    }
    std::ranges::sort(found);
    return found;
}

// The texts of a column of a table, in its order; none where it is missing.
std::vector<std::string> texts_in(const Context& context, const fs::path& file,
                                  const std::vector<std::string>& names) {
    ReadOptions reading;
    reading.header = true;
    const Table table = read_table(context, file.string(), reading);
    const Column* column = nullptr;
    for (const std::string& name : names) {
        for (const ColumnPtr& each : table.columns()) {
            if (column == nullptr && language::lower_case(each->name()) == name)
                column = each.get();
        }
    }
    if (column == nullptr) {
        Wrongs(file.string()).fail(1, fmt::format("has no column \"{}\"", names.front()));
    }
    const ColumnPtr written = column->as_written(Kind::nominal);
    std::vector<std::string> texts;
    for (std::int64_t row = 0; row < written->size(); ++row) {
        texts.push_back(written->valid(row) ? written->text(row) : std::string());
    }
    return texts;
}

void add_names(const Context& context, const fs::path& file,
               const std::vector<std::string>& columns, std::vector<std::string>& names) {
    if (!is_file(file)) return;
    for (std::string& name : texts_in(context, file, columns)) {
        if (!name.empty()) names.push_back(std::move(name));
    }
}

// "tweets.js", "tweets-part1.js": all of a kind.
bool take_x_files(const fs::path& folder, PersonExport& person) {
    bool any = false;
    for (const char* kind : {"account", "profile", "tweets", "tweet", "following", "follower"}) {
        for (const fs::path& file : files_like(folder, kind, ".js")) {
            const std::string rest = file.stem().string().substr(std::string_view(kind).size());
            if (!rest.empty() && !rest.starts_with("-part")) continue;
            take_x_part(file.string(), read_graph_text(file.string(), "utf-8"), person);
            any = any || std::string_view(kind).starts_with("tweet");
        }
    }
    return any;
}

bool take_mastodon_files(const Context& context, const fs::path& folder, PersonExport& person) {
    const fs::path outbox = folder / "outbox.json", actor = folder / "actor.json";
    if (!is_file(outbox)) return false;
    if (is_file(actor)) {
        take_mastodon_actor(actor.string(), read_graph_text(actor.string(), "utf-8"), person);
    }
    take_mastodon_outbox(outbox.string(), read_graph_text(outbox.string(), "utf-8"), person);
    add_names(context, folder / "following_accounts.csv", {"account address"}, person.follows);
    add_names(context, folder / "followers.csv", {"account address"}, person.followers);
    return true;
}

bool take_reddit_files(const Context& context, const fs::path& folder, PersonExport& person) {
    const fs::path comments = folder / "comments.csv", posts = folder / "posts.csv";
    if (!is_file(comments) && !is_file(posts)) return false;
    if (is_file(comments)) {
        for (std::string& text : texts_in(context, comments, {"body"})) {
            person.posts.push_back({std::move(text), {}});
        }
    }
    if (is_file(posts)) {
        const std::vector<std::string> titles = texts_in(context, posts, {"title"});
        const std::vector<std::string> bodies = texts_in(context, posts, {"body"});
        for (std::size_t i = 0; i < titles.size(); ++i) {
            person.posts.push_back({titles[i] + " " + bodies[i], {}});
        }
    }
    const fs::path statistics = folder / "statistics.csv";
    if (is_file(statistics)) {
        const std::vector<std::string> keys = texts_in(context, statistics, {"statistic"});
        const std::vector<std::string> values = texts_in(context, statistics, {"value"});
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (keys[i] == "account name" && !values[i].empty()) person.names.push_back(values[i]);
        }
    }
    add_names(context, folder / "friends.csv", {"username"}, person.follows);
    return true;
}

// Whether the folder is an archive.
bool take_archive(const Context& context, const fs::path& folder,
                  std::vector<PersonExport>& people) {
    PersonExport person;
    const fs::path data = folder / "data";
    const bool any = take_x_files(folder, person) || take_x_files(data, person) ||
                     take_mastodon_files(context, folder, person) ||
                     take_reddit_files(context, folder, person);
    if (!any) return false;
    if (person.names.empty()) {
        person.names.push_back(fs::absolute(folder).lexically_normal().filename().string());
    }
    if (person.names.front().empty()) person.names.front() = "somebody";
    people.push_back(std::move(person));
    return true;
}

}  // namespace

bool is_export(const std::string& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) return true;
    if (!is_file(path)) return false;
    const std::string text = read_graph_text(path, "utf-8");
    return is_x_part(text) || is_mastodon_outbox(text) || are_network_lines(text);
}

std::vector<PersonExport> read_exports(const Context& context, const std::string& path) {
    std::vector<PersonExport> people;
    std::error_code error;
    if (!fs::is_directory(path, error)) {
        const std::string text = read_graph_text(path, "utf-8");
        if (are_network_lines(text)) return read_network_lines(context, path, text);
        PersonExport person;
        if (is_x_part(text)) {
            take_x_part(path, text, person);
        } else {
            take_mastodon_outbox(path, text, person);
        }
        if (person.names.empty()) person.names.push_back(fs::path(path).stem().string());
        return {std::move(person)};
    }
    if (take_archive(context, path, people)) return people;
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(path, error)) {
        if (entry.is_directory(error)) folders.push_back(entry.path());
        if (folders.size() > kMostArchives) {
            throw Error(ErrorKind::input, fmt::format("holds more than {} folders", kMostArchives),
                        {path, 0, 0, {}});
        }
    }
    std::ranges::sort(folders);
    for (const fs::path& folder : folders) {
        context.check_stop();
        take_archive(context, folder, people);
    }
    if (people.empty()) {
        throw Error(ErrorKind::input,
                    "holds no export: neither tweets.js (X), nor outbox.json (Mastodon), nor "
                    "comments.csv or posts.csv (Reddit), nor folders with these",
                    {path, 0, 0, {}});
    }
    return people;
}

}  // namespace lethe::graph
