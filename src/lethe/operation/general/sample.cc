// sample: synthetic tables, documents and networks to try things on.
#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/samples/census.h"
#include "lethe/data/samples/survey.h"
#include "lethe/documents/read/sample_letters.h"
#include "lethe/graph/extract/sample_network.h"
#include "lethe/graph/files/write_graph.h"
#include "lethe/io/file.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/shared/table_source.h"

namespace lethe::operation {
namespace {

constexpr std::int64_t kCensusRows = 1080;
constexpr std::int64_t kLetters = 20;

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

Answer sample_documents(const SampleOptions& options, Door& door) {
    const std::vector<documents::SampleLetter> letters = documents::sample_letters(
        Random(door.seed_or_random()), options.documents.value_or(kLetters));
    const std::filesystem::path folder = made_folder(options.output);
    for (const documents::SampleLetter& letter : letters) {
        door.context().check_stop();
        write_file((folder / letter.file).string(), letter.bytes);
    }
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
    graph::write_graph(door.context(), network,
                       {(folder / "edges.csv").string(), (folder / "nodes.csv").string()});
    write_file((folder / "places.csv").string(), graph::sample_places());
    write_file((folder / "topics.csv").string(), graph::sample_topics());
    Json files{"nodes.csv", "edges.csv", "places.csv", "topics.csv"};
    if (options.posts) {
        const graph::SamplePosts posts = graph::sample_posts(door.context(), random, network);
        write_file((folder / "users.jsonl").string(), posts.users);
        write_file((folder / "posts.jsonl").string(), posts.posts);
        files.push_back("users.jsonl");
        files.push_back("posts.jsonl");
    }
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
            .letter('o')
            .shown("FILE")
            .required()
            .include(&O::replace, Replacing::schema()),
        sample);
}

}  // namespace lethe::operation
