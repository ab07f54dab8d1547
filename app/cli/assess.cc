// lethe attack, lethe measure, lethe assess: an original beside its masked version.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "cli/attack_intruder.h"
#include "cli/linkage_files.h"
#include "cli/policy_columns.h"
#include "cli/session.h"
#include "lethe/core/error.h"
#include "lethe/core/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/run/distributions.h"
#include "lethe/run/parameter_files.h"
#include "lethe/run/record.h"
#include "lethe/search/evaluate.h"

namespace lethe::cli {
namespace {

struct Options {
    std::string original;
    std::string masked;
    std::vector<std::string> names;
    std::vector<std::string> settings;
    std::vector<std::string> columns;
    PolicyColumns::Flags policy;
    std::string record;
    std::string log;
    double known = 100;
    double train = 0;
    std::string private_output;
    std::string output;
    LinkageFiles files;
    IntruderFlags intruder;
    ScoreOptions score;
    ReadFlags read;
};

// Columns that the intruder uses: those given; with a release record or a policy its
// quasi-identifiers.
std::vector<std::string> columns_of(const Options& options, const PolicyColumns& policy,
                                    const Table& original, const Json& record) {
    if (!options.columns.empty()) return split_list(options.columns);
    if (record.is_null()) return policy.quasi(original);
    std::vector<std::string> names;
    for (const Json& column : record["release"]["columns"]) {
        if (column["role"] == "quasi") names.push_back(column["name"]);
    }
    return names;
}

// Columns that are to be protected: by --set confidential=..., the policy or the release record.
std::vector<std::string> confidential_of(const Options& options, const PolicyColumns& policy,
                                         const Table& original, const Json& record) {
    const Json given = parse_settings(options.settings);
    if (given.contains("confidential")) {
        return split_list({given["confidential"].get<std::string>()});
    }
    std::vector<std::string> names = policy.with_role(original, Role::confidential);
    if (!record.is_null()) {
        for (const Json& column : record["release"]["columns"]) {
            if (column["role"] == "confidential") names.push_back(column["name"]);
        }
    }
    return names;
}

Json read_record(const std::string& path) {
    Json record = read_json(path);
    bool good = record.is_object() && record.value("kind", "") == "release" &&
                record.contains("release") && record["release"].is_object() &&
                record["release"].contains("columns") && record["release"]["columns"].is_array();
    for (const Json& column : good ? record["release"]["columns"] : Json::array()) {
        good = good && column.is_object() && column.contains("name") &&
               column["name"].is_string() && column.contains("role");
    }
    if (!good) throw Error(ErrorKind::input, "is not a release record", {path, 0, 0, {}});
    return record;
}

Scenario scenario_of(Session& session, const Options& options, std::int64_t rows) {
    Scenario scenario;
    if (!options.log.empty()) scenario.origin = read_log_rows(options.log, rows);
    const auto share = [&](double percent) {
        return static_cast<std::int64_t>(std::llround(static_cast<double>(rows) * percent / 100));
    };
    const Random random(session.seed_or_random());
    if (options.known < 100) {
        scenario.known = random_subset(random.stream("known records"), rows,
                                       std::max<std::int64_t>(1, share(options.known)));
    }
    if (options.train > 0) {
        scenario.training = random_subset(random.stream("training records"), rows,
                                          std::max<std::int64_t>(1, share(options.train)));
    }
    return scenario;
}

struct Loaded {
    Comparable pair;
    Scenario scenario;
    bool explicit_columns = false;
};

// The record names taxonomies, but this run was given none.
void note_lost_meaning(const Session& session, const Loaded& loaded) {
    std::set<std::string> lost;
    const Json& record = loaded.scenario.record;
    for (const Json& step : record.is_object() ? record.value("steps", Json::array()) : Json()) {
        if (!step.contains("facts") || !step["facts"].contains("knowledge")) continue;
        for (const auto& [name, taxonomy] : step["facts"]["knowledge"].items()) {
            const Column* column = loaded.pair.original.find(name);
            if (column != nullptr && !column->meaning()) lost.insert(name);
        }
    }
    if (lost.empty()) return;
    session.say(
        fmt::format("warning: the release was made with taxonomies of {}; without --policy "
                    "or --knowledge they are compared as equal or not, and the risk is "
                    "understated",
                    fmt::join(lost, ", ")));
}

Loaded load(Session& session, const Options& options) {
    Loaded loaded;
    std::vector<std::string> outputs = options.files.paths();
    outputs.insert(outputs.end(), {options.output, options.private_output});
    for (const std::string& path : outputs) {
        refuse_overwrite(path, {options.original, options.masked, options.record, options.log});
    }
    const PolicyColumns policy(options.policy);
    const ReadOptions read = options.read.options(policy.read());
    const Table original = policy.apply(read_source(session, options.original, read));
    const Table masked = read_source(session, options.masked, read);
    loaded.scenario = scenario_of(session, options, original.rows());
    if (!options.record.empty()) loaded.scenario.record = read_record(options.record);
    const auto columns = columns_of(options, policy, original, loaded.scenario.record);
    loaded.explicit_columns = !options.columns.empty();
    const auto confidential = confidential_of(options, policy, original, loaded.scenario.record);
    loaded.pair = make_comparable(original, masked, columns, loaded.scenario.origin, confidential);
    note_lost_meaning(session, loaded);
    if (!loaded.pair.unchanged.empty() && columns.empty()) {
        session.say(fmt::format("note: unchanged in the masked table, and used all the same: {}",
                                fmt::join(loaded.pair.unchanged, ", ")));
    }
    return loaded;
}

void write_private(const Session& session, const Options& options, const Json& results) {
    if (options.private_output.empty()) {
        if (!results.empty()) {
            session.say(
                "note: links and exposed records were found and not kept; --private FILE "
                "keeps them");
        }
        return;
    }
    const Json body{{"kind", "private-results"}, {"results", results}};
    write_file(options.private_output, body.dump(2) + "\n", true);
}

Json file_entry(const std::string& source, std::int64_t rows) {
    const std::string shown =
        is_query(source) ? "a query" : std::filesystem::path(source).filename().string();
    return {{"file", shown}, {"rows", rows}};
}

void finish(Session& session, const Options& options, const Json& result) {
    if (!options.output.empty()) write_file(options.output, result.dump(2) + "\n", true);
    session.show(result);
}

// The methods that are named. With --set, parameters go to the one of them.
std::vector<Choice> choices_of(const Options& options, std::string_view flag) {
    std::vector<Choice> choices;
    const Json parameters = parse_settings(options.settings);
    for (const std::string& name : split_list(options.names)) choices.push_back({name, parameters});
    if (choices.size() != 1 && !parameters.empty()) {
        throw Error(ErrorKind::usage, fmt::format("--set goes with exactly one {} NAME", flag));
    }
    return choices;
}

void run_family(Session& session, const Options& options, Family family) {
    const bool attacking = family == Family::attack;
    auto choices = choices_of(options, attacking ? "--attack" : "--measure");
    for (Choice& choice : choices) {
        load_parameter_files(find_method(choice.method, family), choice.parameters, "");
    }
    options.files.prepare(choices);
    const Loaded loaded = load(session, options);
    if (choices.empty()) {
        choices = attacking ? default_attacks(loaded.scenario.record, loaded.pair.original)
                            : default_measures(loaded.pair.original);
    }
    const Random random = Random(session.seed_or_random()).part(1);
    Assessed assessed = run_assessments(family, choices, loaded.pair, loaded.scenario,
                                        loaded.explicit_columns, random, session.context());
    options.files.write(session, loaded.pair, loaded.scenario, random, assessed);
    write_private(session, options, assessed.private_results);
    Json result{{"kind", "assessment"},
                {"original", file_entry(options.original, loaded.pair.original.rows())},
                {"masked", file_entry(options.masked, loaded.pair.masked.rows())},
                {"columns", loaded.pair.original.names()}};
    result[attacking ? "attacks" : "measures"] = std::move(assessed.results);
    finish(session, options, result);
}

// An intruder with a file of her own. One table is given, the release, or the original before it.
void run_with_intruder(Session& session, const Options& options) {
    const bool other_flags =
        !options.names.empty() || !options.settings.empty() || !options.record.empty() ||
        options.known < 100 || options.train > 0 ||
        std::ranges::any_of(options.files.paths(),
                            [](const std::string& path) { return !path.empty(); });
    if (other_flags) {
        throw Error(ErrorKind::usage,
                    "--intruder is an attack of its own: --attack, --set, --release, --known, "
                    "--train, --certificate, --mps and --lattice do not go with it");
    }
    IntruderRun run{options.intruder, options.original,       options.columns, options.policy,
                    options.log,      options.private_output, options.output,  options.read};
    if (!options.masked.empty()) {
        run.flags.original = options.original;
        run.release = options.masked;
    }
    run_intruder(session, std::move(run));
}

void run_assess(Session& session, const Options& options) {
    if (!options.score.loss.empty()) find_method(options.score.loss, Family::loss);
    const Loaded loaded = load(session, options);
    Json private_results;
    Json body = assess(loaded.pair, loaded.scenario, options.score,
                       Random(session.seed_or_random()).part(1), session.context(),
                       options.private_output.empty() ? nullptr : &private_results);
    write_private(session, options, private_results);
    Json result{{"kind", "assessment"},
                {"original", file_entry(options.original, loaded.pair.original.rows())},
                {"masked", file_entry(options.masked, loaded.pair.masked.rows())},
                {"columns", loaded.pair.original.names()}};
    result.update(body);
    if (!options.output.empty()) {
        Json stored = result;
        stored["distributions"] = distributions(session.context(), loaded.pair.original,
                                                loaded.pair.masked, loaded.pair.original.names());
        write_file(options.output, stored.dump(2) + "\n", true);
    }
    session.show(result);
}

void add_common(CLI::App& command, Options& options) {
    command.add_option("original", options.original, "The original table")
        ->required()
        ->type_name("ORIGINAL");
    command.add_option("masked", options.masked, "The masked table, row by row")
        ->required()
        ->type_name("MASKED");
    command
        .add_option("--columns", options.columns,
                    "Columns to use (default: all in common, identifiers apart)")
        ->type_name("A,B")
        ->allow_extra_args(false);
    command
        .add_option(
            "--release", options.record,
            "Release record: use its quasi-identifiers, and attack what it tells of the masking")
        ->type_name("FILE");
    options.policy.add_to(command);
    command.add_option("--log", options.log, "Private log of the release, where rows were dropped")
        ->type_name("FILE");
    command
        .add_option("-o,--output", options.output, "Also write the result (JSON), for lethe report")
        ->type_name("FILE");
    options.read.add_to(command);
}

void add_scenario(CLI::App& command, Options& options) {
    command.add_option("--known", options.known, "Percent of the records that the intruder holds")
        ->check(CLI::Range(0.001, 100.0))
        ->type_name("PERCENT");
    command
        .add_option("--train", options.train,
                    "Percent of the records whose links the intruder knows already")
        ->check(CLI::Range(0.0, 99.0))
        ->type_name("PERCENT");
    command
        .add_option("--private", options.private_output,
                    "Write link lists and exposed records here (private)")
        ->type_name("FILE");
}

}  // namespace

void add_attack(CLI::App& app, Session& session) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("attack", "Try to re-identify the records of a release");
    add_common(*command, *options);
    add_scenario(*command, *options);
    command->add_option("--attack", options->names, "An attack (default: all; see lethe methods)")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command->add_option("--set", options->settings, "A parameter of the attack")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    options->files.add_to(*command);
    options->intruder.add_to(*command);
    command->get_option("masked")->required(false);
    command->footer(
        "Example:\n  lethe sample census --rows 1000 --seed 1 -o people.csv\n"
        "  lethe protect people.csv --method noise --set p=20 -o release.csv\n"
        "  lethe attack people.csv release.csv --attack distance-linkage\n"
        "  lethe attack --intruder people.csv release.csv");
    command->callback([&session, options] {
        if (!options->intruder.given() && options->masked.empty()) {
            throw CLI::RequiredError("masked");
        }
        session.run = [&session, options] {
            if (options->intruder.given()) return run_with_intruder(session, *options);
            run_family(session, *options, Family::attack);
        };
    });
}

void add_measure(CLI::App& app, Session& session) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("measure", "Measure what a release lost");
    add_common(*command, *options);
    command->add_option("--measure", options->names, "A loss measure (default: all)")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command->add_option("--set", options->settings, "A parameter of the measure")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command->footer(
        "Example:\n  lethe sample census --rows 1000 --seed 1 -o people.csv\n"
        "  lethe protect people.csv --method mdav --set k=5 -o release.csv\n"
        "  lethe measure people.csv release.csv --measure sse");
    command->callback([&session, options] {
        session.run = [&session, options] { run_family(session, *options, Family::loss); };
    });
}

void add_assess(CLI::App& app, Session& session) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("assess", "Attack and measure a release: risk, loss and score");
    add_common(*command, *options);
    add_scenario(*command, *options);
    command->add_option("--alpha", options->score.alpha, "Weight of the risk in the score")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->type_name("0..1");
    command
        ->add_option(
            "--loss", options->score.loss,
            "The loss in the score (default: by the columns: il, category-loss or semantic-loss)")
        ->type_name("NAME");
    command->footer(
        "Example:\n  lethe sample census --rows 1000 --seed 1 -o people.csv\n"
        "  lethe protect people.csv --method rank-swapping --set p=5 -o release.csv\n"
        "  lethe assess people.csv release.csv -o assessment.json\n"
        "  lethe report assessment.json -o report.html");
    command->callback([&session, options] {
        session.run = [&session, options] { run_assess(session, *options); };
    });
}

}  // namespace lethe::cli
