// lethe sample: synthetic tables to try things on.
#include "cli/session.h"
#include "lethe/core/error.h"
#include "lethe/data/sample_census.h"

namespace lethe::cli {
namespace {

struct Options {
    std::string what;
    std::int64_t rows = 1080;
    std::string output;
};

void sample(Session& session, const Options& options) {
    const Table table =
        sample_census(session.context(), Random(session.seed_or_random()), options.rows);
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
    command->add_option("what", options->what, "Which one: census")
        ->required()
        ->check(CLI::IsMember({"census"}))
        ->type_name("NAME");
    command->add_option("--rows", options->rows, "Number of rows")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000000000}))
        ->capture_default_str()
        ->type_name("N");
    command->add_option("-o,--output", options->output, "The table; - for standard output (CSV)")
        ->required()
        ->type_name("FILE");
    command->footer("Example:\n  lethe sample census --rows 1000 --seed 1 -o people.csv");
    command->callback(
        [&session, options] { session.run = [&session, options] { sample(session, *options); }; });
}

}  // namespace lethe::cli
