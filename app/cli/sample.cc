// lethe sample: synthetic tables and documents to try things on.
#include <filesystem>

#include "cli/session.h"
#include "lethe/core/error.h"
#include "lethe/core/file.h"
#include "lethe/data/sample_census.h"
#include "lethe/data/sample_survey.h"
#include "lethe/text/sample_letters.h"

namespace lethe::cli {
namespace {

constexpr std::int64_t kCensusRows = 1080;
constexpr std::int64_t kLetters = 20;

struct Options {
    std::string what;
    std::optional<std::int64_t> rows;
    std::optional<std::int64_t> documents;
    std::string output;
};

void sample_documents(Session& session, const Options& options) {
    if (options.rows) throw Error(ErrorKind::usage, "letters have --documents, not --rows");
    const std::vector<text::SampleLetter> letters = text::sample_letters(
        Random(session.seed_or_random()), options.documents.value_or(kLetters));
    const std::filesystem::path folder(options.output);
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) throw Error(ErrorKind::io, failed.message(), {options.output, 0, 0, {}});
    for (const text::SampleLetter& letter : letters) {
        session.context().check_stop();
        write_file((folder / letter.file).string(), letter.bytes);
    }
    session.show(
        {{"kind", "text-sample"}, {"output", options.output}, {"documents", letters.size()}});
}

void sample(Session& session, const Options& options) {
    if (options.what == "letters") return sample_documents(session, options);
    if (options.documents) throw Error(ErrorKind::usage, "tables have --rows, not --documents");
    const Random random(session.seed_or_random());
    const Table table =
        options.what == "survey"
            ? sample_survey(session.context(), random, options.rows.value_or(kSurveyRows))
            : sample_census(session.context(), random, options.rows.value_or(kCensusRows));
    if (options.output == "-") return session.print(table_text(table, Format::csv));
    write_table(session.context(), table, options.output);
    session.show({{"kind", "written"},
                  {"output", options.output},
                  {"rows", table.rows()},
                  {"columns", table.names()}});
}

}  // namespace

void add_sample(CLI::App& app, Session& session) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("sample", "Make a realistic synthetic table, or letters");
    command->add_option("what", options->what, "Which one: census, survey, or letters")
        ->required()
        ->check(CLI::IsMember({"census", "survey", "letters"}))
        ->type_name("NAME");
    command->add_option("--rows", options->rows, "Number of rows [census: 1080, survey: 975]")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000000000}))
        ->type_name("N");
    command->add_option("--documents", options->documents, "Number of letters [20]")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000000}))
        ->type_name("N");
    command
        ->add_option("-o,--output", options->output,
                     "The table, - for standard output (CSV); of letters the folder")
        ->required()
        ->type_name("FILE");
    command->footer(
        "Examples:\n  lethe sample census --rows 1000 --seed 1 -o people.csv\n"
        "  lethe sample survey --seed 1 -o visitors.csv\n"
        "  lethe sample letters --documents 20 --seed 1 -o letters");
    command->callback(
        [&session, options] { session.run = [&session, options] { sample(session, *options); }; });
}

}  // namespace lethe::cli
