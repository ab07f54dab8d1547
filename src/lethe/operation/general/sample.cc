// sample: synthetic tables, documents and networks to try things on.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/samples/census.h"
#include "lethe/data/samples/survey.h"
#include "lethe/documents/read/sample_letters.h"
#include "lethe/graph/extract/sample_network.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/operation/graph/graph_files.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/shared/table_source.h"

namespace lethe::operation {
namespace {

constexpr std::int64_t kCensusRows = 1080;
constexpr std::int64_t kLetters = 20;

// What the files of a network begin with.
constexpr const char* kEdgesHeader = "from,to\n";
constexpr const char* kNodesHeader = "id,location,age,gender,topics\n";
constexpr const char* kUsersBegin = "{\"username\":\"user1\",";
constexpr const char* kPostsBegin = "{\"user\":\"user";

enum class Sample { census, survey, letters, network };

struct SampleOptions {
    Sample what = Sample::census;
    std::optional<std::int64_t> rows;
    std::optional<std::int64_t> documents;
    std::optional<std::int64_t> users;
    std::optional<double> degree;
    bool posts = false;
    std::string output;
    Replacing replace;
};

std::filesystem::path made_folder(const std::string& output) {
    std::error_code failed;
    std::filesystem::create_directories(output, failed);
    if (failed) throw Error(ErrorKind::io, failed.message(), {output, 0, 0, {}});
    return output;
}

// Nothing in a sample's text says who made it; the same text loses nothing.
void check_text(const Replacing& replace, const std::string& path, std::string_view text) {
    std::error_code none;
    if (std::filesystem::is_regular_file(path, none) && read_file(path) == text) return;
    replace.check(path, OutputKind::file);
}

Answer sample_documents(const SampleOptions& options, Door& door) {
    const std::vector<documents::SampleLetter> letters = documents::sample_letters(
        Random(door.seed_or_random()), options.documents.value_or(kLetters));
    const std::filesystem::path folder = made_folder(options.output);
    const auto at = [&](const documents::SampleLetter& letter) {
        return (folder / letter.file).string();
    };
    Problems problems;
    for (const documents::SampleLetter& letter : letters) {
        add_if_thrown(problems, [&] { check_text(options.replace, at(letter), letter.bytes); });
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
    Bundle bundle(at(letters.front()));
    for (const documents::SampleLetter& letter : letters) {
        door.context().check_stop();
        bundle.put(at(letter), letter.bytes);
    }
    bundle.commit();
    return {
        Json{{"kind", "text-sample"}, {"output", options.output}, {"documents", letters.size()}}};
}

Answer sample_people(const SampleOptions& options, Door& door) {
    graph::SampleNetworkOptions wanted;
    wanted.users = options.users.value_or(wanted.users);
    wanted.mean_degree = options.degree.value_or(wanted.mean_degree);
    const Random random(door.seed_or_random());
    const graph::SocialGraph network = graph::sample_network(door.context(), random, wanted);
    const std::filesystem::path folder = made_folder(options.output);
    const auto at = [&](const std::string& name) { return (folder / name).string(); };
    std::vector<std::pair<std::string, std::string>> texts{{"places.csv", graph::sample_places()},
                                                           {"topics.csv", graph::sample_topics()}};
    if (options.posts) {
        graph::SamplePosts posts = graph::sample_posts(door.context(), random, network);
        texts.emplace_back("users.jsonl", std::move(posts.users));
        texts.emplace_back("posts.jsonl", std::move(posts.posts));
    }
    Problems problems;
    add_if_thrown(problems, [&] {
        options.replace.check_folder(options.output,
                                     {{"edges.csv", OutputKind::table, kEdgesHeader},
                                      {"nodes.csv", OutputKind::table, kNodesHeader},
                                      {"users.jsonl", OutputKind::table, kUsersBegin},
                                      {"posts.jsonl", OutputKind::table, kPostsBegin}});
    });
    for (const char* name : {"places.csv", "topics.csv"}) {
        const auto one =
            std::ranges::find(texts, name, [](const auto& text) { return text.first; });
        add_if_thrown(problems, [&] { check_text(options.replace, at(name), one->second); });
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
    Bundle bundle(at("edges.csv"));
    write_graph_into(bundle, door.context(), network, {at("edges.csv"), at("nodes.csv")});
    Json files{"nodes.csv", "edges.csv"};
    for (const auto& [name, text] : texts) {
        bundle.put(at(name), text);
        files.push_back(name);
    }
    bundle.commit();
    return {Json{{"kind", "network-sample"},
                 {"output", options.output},
                 {"users", network.nodes()},
                 {"edges", network.edges.size()},
                 {"files", std::move(files)}}};
}

Answer sample(const SampleOptions& options, Door& door) {
    if (options.what == Sample::letters) return sample_documents(options, door);
    if (options.what == Sample::network) return sample_people(options, door);
    const Random random(door.seed_or_random());
    const Table table =
        options.what == Sample::survey
            ? sample_survey(door.context(), random, options.rows.value_or(kSurveyRows))
            : sample_census(door.context(), random, options.rows.value_or(kCensusRows));
    if (options.output == "-") return {nullptr, table_text(table, Format::csv)};
    if (in_memory(door, options.output)) {
        door.keep_table(options.output, table);
        return {Json{{"kind", "sample"}, {"rows", table.rows()}, {"columns", table.names()}}};
    }
    const Format format = format_of(options.output);
    const bool lines = format == Format::csv || format == Format::tsv;
    options.replace.check(options.output, OutputKind::table,
                          lines ? table_text(table.gather({}), format) : std::string());
    write_table(door.context(), table, options.output);
    return {Json{{"kind", "written"},
                 {"output", options.output},
                 {"rows", table.rows()},
                 {"columns", table.names()}}};
}

}  // namespace

Operation make_sample() {
    using O = SampleOptions;
    return make_operation(
        {.name = "sample",
         .summary = "Make a realistic synthetic table, letters, or a network",
         .examples = {"lethe sample census --rows 1000 --seed 1 -o people.csv",
                      "lethe sample survey --seed 1 -o visitors.csv",
                      "lethe sample letters --documents 20 --seed 1 -o letters",
                      "lethe sample network --users 1000 --posts --seed 1 -o network"}},
        Schema<O>()
            .choice("what", &O::what, "Which one: census, survey, letters, or network",
                    {{"census", Sample::census},
                     {"survey", Sample::survey},
                     {"letters", Sample::letters},
                     {"network", Sample::network}})
            .at_place("NAME")
            .required()
            .field("rows", &O::rows, "Number of rows [census: 1080, survey: 975]",
                   between(1, 1000000000))
            .shown("N")
            .goes_with("what", {"census", "survey"})
            .field("documents", &O::documents, "Number of letters [20]", between(1, 1000000))
            .shown("N")
            .goes_with("what", {"letters"})
            .field("users", &O::users, "Number of users of a network [1000]", between(2, 100000000))
            .shown("N")
            .goes_with("what", {"network"})
            .field("degree", &O::degree, "To how many others a user is joined [10]",
                   between(0, 10000))
            .shown("MEAN")
            .goes_with("what", {"network"})
            .field("posts", &O::posts, "Of a network also users.jsonl and posts.jsonl")
            .goes_with("what", {"network"})
            .field("output", &O::output,
                   "The table, - for standard output (CSV); of letters and a network the folder")
            .output(OutputKind::own)
            .letter('o')
            .shown("FILE")
            .required()
            .include(&O::replace, Replacing::schema()),
        sample);
}

}  // namespace lethe::operation
