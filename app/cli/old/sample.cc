// lethe sample: synthetic tables, documents and networks to try things on.
#include <filesystem>

#include "cli/replace_flags.h"
#include "cli/session.h"
#include "lethe/core/error.h"
#include "lethe/data/samples/census.h"
#include "lethe/data/samples/survey.h"
#include "lethe/documents/read/sample_letters.h"
#include "lethe/graph/extract/sample_network.h"
#include "lethe/graph/files/write_graph.h"
#include "lethe/io/file.h"

namespace lethe::cli {
namespace {

constexpr std::int64_t kCensusRows = 1080;
constexpr std::int64_t kLetters = 20;

struct SampleFlags {
    std::string what;
    std::optional<std::int64_t> rows;
    std::optional<std::int64_t> documents;
    std::optional<std::int64_t> users;
    std::optional<double> degree;
    bool posts = false;
    std::string output;
    ReplaceFlags replace;
};

std::filesystem::path made_folder(const std::string& output) {
    std::error_code failed;
    std::filesystem::create_directories(output, failed);
    if (failed) throw Error(ErrorKind::io, failed.message(), {output, 0, 0, {}});
    return output;
}

void sample_documents(Session& session, const SampleFlags& options) {
    const std::vector<documents::SampleLetter> letters = documents::sample_letters(
        Random(session.seed_or_random()), options.documents.value_or(kLetters));
    const std::filesystem::path folder = made_folder(options.output);
    for (const documents::SampleLetter& letter : letters) {
        session.context().check_stop();
        write_file((folder / letter.file).string(), letter.bytes);
    }
    session.show(
        {{"kind", "text-sample"}, {"output", options.output}, {"documents", letters.size()}});
}

void sample_people(Session& session, const SampleFlags& options) {
    graph::SampleNetworkOptions wanted;
    wanted.users = options.users.value_or(wanted.users);
    wanted.mean_degree = options.degree.value_or(wanted.mean_degree);
    const Random random(session.seed_or_random());
    const graph::SocialGraph network = graph::sample_network(session.context(), random, wanted);
    const std::filesystem::path folder = made_folder(options.output);
    graph::write_graph(session.context(), network,
                       {(folder / "edges.csv").string(), (folder / "nodes.csv").string()});
    write_file((folder / "places.csv").string(), graph::sample_places());
    write_file((folder / "topics.csv").string(), graph::sample_topics());
    Json files{"nodes.csv", "edges.csv", "places.csv", "topics.csv"};
    if (options.posts) {
        const graph::SamplePosts posts = graph::sample_posts(session.context(), random, network);
        write_file((folder / "users.jsonl").string(), posts.users);
        write_file((folder / "posts.jsonl").string(), posts.posts);
        files.push_back("users.jsonl");
        files.push_back("posts.jsonl");
    }
    session.show({{"kind", "network-sample"},
                  {"output", options.output},
                  {"users", network.nodes()},
                  {"edges", network.edges.size()},
                  {"files", std::move(files)}});
}

// Each kind of sample has its own options.
void check_sample_options(const SampleFlags& options) {
    const bool letters = options.what == "letters";
    const bool network = options.what == "network";
    const bool of_network = options.users || options.degree || options.posts;
    const auto refuse = [&](bool wrong, const char* message) {
        if (wrong) throw Error(ErrorKind::usage, message);
    };
    refuse(letters && options.rows, "letters have --documents, not --rows");
    refuse(!letters && options.documents, "--documents is for letters");
    refuse(network && options.rows, "a network has --users, not --rows");
    refuse(!network && of_network, "--users, --degree and --posts are for a network");
}

void sample(Session& session, const SampleFlags& options) {
    check_sample_options(options);
    if (options.what == "letters") return sample_documents(session, options);
    if (options.what == "network") return sample_people(session, options);
    const Random random(session.seed_or_random());
    const Table table =
        options.what == "survey"
            ? sample_survey(session.context(), random, options.rows.value_or(kSurveyRows))
            : sample_census(session.context(), random, options.rows.value_or(kCensusRows));
    if (options.output == "-") return session.print(table_text(table, Format::csv));
    const Format format = format_of(options.output);
    const bool lines = format == Format::csv || format == Format::tsv;
    options.replace.check(options.output, OutputKind::table,
                          lines ? table_text(table.gather({}), format) : std::string());
    write_table(session.context(), table, options.output);
    session.show({{"kind", "written"},
                  {"output", options.output},
                  {"rows", table.rows()},
                  {"columns", table.names()}});
}

}  // namespace

void add_sample(CLI::App& app, Session& session) {
    auto options = std::make_shared<SampleFlags>();
    CLI::App* command =
        app.add_subcommand("sample", "Make a realistic synthetic table, letters, or a network");
    command->add_option("what", options->what, "Which one: census, survey, letters, or network")
        ->required()
        ->check(CLI::IsMember({"census", "survey", "letters", "network"}))
        ->type_name("NAME");
    command->add_option("--rows", options->rows, "Number of rows [census: 1080, survey: 975]")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000000000}))
        ->type_name("N");
    command->add_option("--documents", options->documents, "Number of letters [20]")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000000}))
        ->type_name("N");
    command->add_option("--users", options->users, "Number of users of a network [1000]")
        ->check(CLI::Range(std::int64_t{2}, std::int64_t{100000000}))
        ->type_name("N");
    command->add_option("--degree", options->degree, "To how many others a user is joined [10]")
        ->check(CLI::Range(0.0, 10000.0))
        ->type_name("MEAN");
    command->add_flag("--posts", options->posts, "Of a network also users.jsonl and posts.jsonl");
    command
        ->add_option("-o,--output", options->output,
                     "The table, - for standard output (CSV); of letters and a network the folder")
        ->required()
        ->type_name("FILE");
    options->replace.add_to(*command);
    command->footer(
        "Examples:\n  lethe sample census --rows 1000 --seed 1 -o people.csv\n"
        "  lethe sample survey --seed 1 -o visitors.csv\n"
        "  lethe sample letters --documents 20 --seed 1 -o letters\n"
        "  lethe sample network --users 1000 --posts --seed 1 -o network");
    command->callback(
        [&session, options] { session.run = [&session, options] { sample(session, *options); }; });
}

}  // namespace lethe::cli
