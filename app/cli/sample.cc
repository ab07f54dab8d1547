// lethe sample: synthetic tables to try things on.
#include "cli/session.h"
#include "lethe/core/error.h"
#include "lethe/data/sample_census.h"
#include "lethe/data/sample_survey.h"

namespace lethe::cli {
namespace {

constexpr std::int64_t kCensusRows = 1080;

struct Options {
    std::string what;
    std::optional<std::int64_t> rows;
    std::string output;
};

void sample(Session& session, const Options& options) {
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
    CLI::App* command = app.add_subcommand("sample", "Make a realistic synthetic table");
    command->add_option("what", options->what, "Which one: census, or survey")
        ->required()
        ->check(CLI::IsMember({"census", "survey"}))
        ->type_name("NAME");
    command->add_option("--rows", options->rows, "Number of rows [census: 1080, survey: 975]")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000000000}))
        ->type_name("N");
    command->add_option("-o,--output", options->output, "The table; - for standard output (CSV)")
        ->required()
        ->type_name("FILE");
    command->footer(
        "Examples:\n  lethe sample census --rows 1000 --seed 1 -o people.csv\n"
        "  lethe sample survey --seed 1 -o visitors.csv");
    command->callback(
        [&session, options] { session.run = [&session, options] { sample(session, *options); }; });
}

}  // namespace lethe::cli
