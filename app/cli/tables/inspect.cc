// lethe inspect: the first look at a table.
#include "lethe/release/tables/inspect.h"

#include "cli/policy_out.h"
#include "cli/replace_flags.h"
#include "cli/session.h"
#include "lethe/io/file.h"

namespace lethe::cli {
namespace {

struct InspectFlags {
    std::string data;
    std::vector<std::string> columns;
    std::string output;
    std::string policy;
    ReadFlags read;
    ReplaceFlags replace;
};

void run_inspect(Session& session, const InspectFlags& options) {
    refuse_overwrite(options.output, {options.data});
    options.replace.check(options.output, OutputKind::result);
    refuse_overwrite(options.policy, {options.data, options.output});
    const ReadOptions read = options.read.options();
    const Table table = read_source(session, options.data, read);
    Json result = inspect(session.context(), table, options.data,
                          {split_list(options.columns), read, options.policy});
    write_policy_out(options.policy, result);
    if (!options.output.empty()) write_file(options.output, result.dump(2) + "\n", true);
    session.show(result);
}

}  // namespace

void add_inspect(CLI::App& app, Session& session) {
    auto options = std::make_shared<InspectFlags>();
    CLI::App* command = app.add_subcommand(
        "inspect", "What is in a table, who can be found by it, and a policy to begin with");
    command->add_option("data", options->data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
        ->required()
        ->type_name("DATA");
    command->add_option("--columns", options->columns, "The quasi-identifiers (default: a guess)")
        ->type_name("A,B")
        ->allow_extra_args(false);
    add_policy_out(*command, options->policy);
    command->add_option("-o,--output", options->output, "Also write the result (JSON)")
        ->type_name("FILE");
    options->read.add_to(*command);
    options->replace.add_to(*command);
    command->footer(
        "Example:\n  lethe sample census --rows 1000 --seed 1 -o people.csv\n"
        "  lethe inspect people.csv --policy-out policy.toml");
    command->callback([&session, options] {
        session.run = [&session, options] { run_inspect(session, *options); };
    });
}

}  // namespace lethe::cli
