// lethe attack, lethe measure, lethe assess: an original beside its masked version.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "cli/attack_intruder.h"
#include "cli/linkage_files.h"
#include "cli/policy_columns.h"
#include "cli/replace_flags.h"
#include "cli/session.h"
#include "lethe/core/bundle.h"
#include "lethe/core/error.h"
#include "lethe/core/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/private_log.h"
#include "lethe/run/distributions.h"
#include "lethe/run/parameter_files.h"
#include "lethe/run/record.h"
#include "lethe/search/alignment.h"
#include "lethe/search/evaluate.h"
#include "lethe/search/exposure.h"
#include "lethe/search/headline.h"
#include "lethe/search/verdict_figures.h"

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
    bool method_unknown = false;
    bool aligned = false;
    double known = 100;
    double train = 0;
    std::string private_output;
    std::string output;
    LinkageFiles files;
    IntruderFlags intruder;
    ScoreOptions score;
    std::string profile;
    std::vector<std::string> thresholds;
    std::string exposure;
    ReadFlags read;
    ReplaceFlags replace;
};

// The columns of both tables among those of the first list.
std::vector<std::string> in_both(const std::vector<std::string>& names, const Table& original,
                                 const Table& masked) {
    std::vector<std::string> both;
    for (const std::string& name : names) {
        if (original.find(name) != nullptr && masked.find(name) != nullptr) both.push_back(name);
    }
    return both;
}

IntruderKnowledge recorded_intruder(const Json& scenario) {
    IntruderKnowledge intruder;
    intruder.columns = scenario["columns"];
    for (const Json& one : scenario.value("left_out", Json::array())) {
        intruder.left_out.push_back({one.value("column", ""),
                                     role_named(one.value("role", "other")).value_or(Role::other),
                                     one.value("reason", ""), one.value("given", false)});
    }
    intruder.people = scenario.value("people", 100.0);
    return intruder;
}

// Whom the flags, the release record or the policy take for the intruder; the default otherwise.
IntruderKnowledge intruder_of(const Options& options, const PolicyColumns& policy,
                              const Table& original, const Table& masked, const Json& record) {
    IntruderKnowledge intruder = policy.intruder(original);
    if (record.is_object() && record.contains("scenario") && options.policy.policy.empty()) {
        intruder = recorded_intruder(record["scenario"]);
    }
    if (options.columns.empty()) {
        intruder.columns = in_both(intruder.columns, original, masked);
        std::erase_if(intruder.left_out, [&](const IntruderKnowledge::LeftOut& one) {
            return masked.find(one.column) == nullptr;
        });
        if (intruder.columns.empty()) {
            throw Error(ErrorKind::input,
                        "the two tables have no column in common that an intruder could know; "
                        "name some with --columns");
        }
        return intruder;
    }
    const std::vector<std::string> given = split_list(options.columns);
    for (const std::string& name : in_both(intruder.columns, original, masked)) {
        if (std::find(given.begin(), given.end(), name) == given.end()) {
            intruder.left_out.push_back({name, Role::quasi, "not named by --columns", true});
        }
    }
    std::erase_if(intruder.left_out, [&](const IntruderKnowledge::LeftOut& one) {
        return std::find(given.begin(), given.end(), one.column) != given.end() ||
               masked.find(one.column) == nullptr;
    });
    intruder.columns = given;
    return intruder;
}

// Columns that are to be protected: by --set confidential=..., the policy or the release record.
std::vector<std::string> confidential_of(const Options& options, const PolicyColumns& policy,
                                         const Table& original, const Json& record) {
    const Json given = parse_settings(options.settings);
    if (given.contains("confidential")) {
        return split_list({given["confidential"].get<std::string>()});
    }
    if (record.is_null() || !options.policy.policy.empty()) {
        return policy.with_role(original, Role::confidential);
    }
    std::vector<std::string> names;
    for (const Json& column : record["release"]["columns"]) {
        if (column["role"] == "confidential") names.push_back(column["name"]);
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

// Of the release record beside the masked table, or the one that was named; null where there is
// none, or the intruder does not have it.
Json record_of(const Session& session, const Options& options) {
    if (!options.record.empty()) return read_record(options.record);
    if (options.method_unknown || is_query(options.masked)) return nullptr;
    const std::string beside = record_path(options.masked);
    if (!std::filesystem::exists(beside)) return nullptr;
    Json record = read_record(beside);
    if (record["release"].value("sha256", "") != file_sha256(options.masked)) {
        session.say(
            fmt::format("note: {} is the record of another version of the release and is "
                        "not used",
                        beside));
        return nullptr;
    }
    session.say(fmt::format("note: the intruder has the release record {} (--method-unknown: not)",
                            beside));
    return record;
}

// Where the rows of the release came from: by the log that was named, or lies beside it.
std::vector<std::int64_t> origin_of(const Options& options, std::int64_t rows, bool recorded) {
    if (options.log.empty() && !recorded) return {};
    const auto log = release::find_private_log(options.masked, options.log, ReleaseData::table);
    return log ? release::original_rows(*log, rows) : std::vector<std::int64_t>();
}

Scenario scenario_of(Session& session, const Options& options, const IntruderKnowledge& intruder,
                     std::int64_t rows) {
    Scenario scenario;
    const Random random(session.seed_or_random());
    const double known = options.known < 100 ? options.known : intruder.people;
    if (known < 100) scenario.known = share_of_people(rows, known, random);
    if (options.train > 0) {
        const auto share = static_cast<std::int64_t>(
            std::llround(static_cast<double>(rows) * options.train / 100));
        scenario.training = random_subset(random.stream("training records"), rows,
                                          std::max<std::int64_t>(1, share));
    }
    return scenario;
}

struct Loaded {
    Comparable pair;
    Scenario scenario;
    IntruderKnowledge intruder;
    Table masked;  // all columns
    Roles roles;
    std::vector<std::string> confidential;
    Json verdict;  // of the policy
    bool explicit_columns = false;
};

// Row j is taken for the masked version of its origin. Where nothing proves it (a release record
// with the digest of this very file), the values must look like it.
void check_alignment(Session& session, const Options& options, const Loaded& loaded, bool proven) {
    if (proven || options.aligned) return;
    const Alignment found =
        alignment_of(loaded.pair, loaded.scenario.origin, Random(session.seed_or_random()));
    if (!found.doubtful()) return;
    throw Error(ErrorKind::input,
                "row by row the two tables do not look like the same people: their values agree no "
                "more than those of rows put together at random, so no figure would mean anything. "
                "Is it the right file, in the right order? --aligned insists");
}

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
    outputs.insert(outputs.end(), {options.output, options.private_output, options.exposure});
    for (const std::string& path : outputs) {
        refuse_overwrite(path, {options.original, options.masked, options.record, options.log});
    }
    options.replace.check(options.output, OutputKind::result);
    options.replace.check(options.private_output, OutputKind::result);
    const PolicyColumns policy(options.policy);
    const ReadOptions read = options.read.options(policy.read());
    const Table original = policy.apply(read_source(session, options.original, read));
    if (!is_query(options.masked)) finish_interrupted(options.masked);
    const Table masked = read_source(session, options.masked, read);
    const Json record = record_of(session, options);
    loaded.intruder = intruder_of(options, policy, original, masked, record);
    loaded.scenario = scenario_of(session, options, loaded.intruder, original.rows());
    const bool beside = options.record.empty() && !record.is_null();
    loaded.scenario.origin = origin_of(options, original.rows(), beside);
    loaded.scenario.record = record;
    loaded.explicit_columns = !options.columns.empty();
    const auto confidential = confidential_of(options, policy, original, record);
    loaded.pair = make_comparable(original, masked, loaded.intruder.columns, loaded.scenario.origin,
                                  confidential);
    const bool proven =
        !record.is_null() && !is_query(options.masked) && options.masked != "-" &&
        (beside || record["release"].value("sha256", "") == file_sha256(options.masked));
    check_alignment(session, options, loaded, proven);
    loaded.masked = masked;
    loaded.roles = policy.stage(original, {}).roles;
    loaded.confidential = confidential;
    loaded.verdict = policy.policy().verdict;
    note_lost_meaning(session, loaded);
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

// What the owner calls the file is hers to know.
Json original_entry(const std::string& source, std::int64_t rows) {
    return {{"rows", rows}, {"private", {{"file", file_entry(source, rows)["file"]}}}};
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
        choices = attacking ? default_attacks(loaded.scenario.record, loaded.pair)
                            : default_measures(loaded.pair.original);
    }
    const Random random = Random(session.seed_or_random()).part(1);
    Assessed assessed = run_assessments(family, choices, loaded.pair, loaded.scenario,
                                        loaded.explicit_columns, random, session.context());
    options.files.write(session, loaded.pair, loaded.scenario, random, assessed);
    write_private(session, options, assessed.private_results);
    Json result{{"kind", "assessment"},
                {"original", original_entry(options.original, loaded.pair.original.rows())},
                {"masked", file_entry(options.masked, loaded.pair.masked.rows())},
                {"columns", loaded.pair.original.names()},
                {"scenario", to_json(loaded.intruder)}};
    if (attacking) {
        const auto worst = headline_of(assessed.results);
        result["worst"] = worst ? to_json(*worst) : Json(nullptr);
        result["bound"] =
            to_json(class_bound(session.context(), loaded.pair.masked, loaded.pair.masked.names()));
    }
    result[attacking ? "attacks" : "measures"] = std::move(assessed.results);
    finish(session, options, result);
}

// The flags go before the policy's [verdict].
Profile profile_of(const Options& options, Json verdict) {
    if (!options.profile.empty()) verdict["profile"] = options.profile;
    const Json given = parse_settings(options.thresholds);
    for (const auto& [name, value] : given.items()) {
        const Json number = Json::parse(value.get<std::string>(), nullptr, false);
        verdict[name] = number.is_number() ? number : value;
    }
    return verdict_profile(verdict);
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
    const Profile profile = profile_of(options, loaded.verdict);
    Json private_results;
    const bool keep = !options.private_output.empty() || !options.exposure.empty();
    const Random random = Random(session.seed_or_random()).part(1);
    Json body = assess(loaded.pair, loaded.scenario, options.score, random, session.context(),
                       keep ? &private_results : nullptr);
    if (!options.private_output.empty()) write_private(session, options, private_results);
    if (!options.exposure.empty()) {
        write_exposure_csv(options.exposure,
                           exposures(loaded.pair, loaded.scenario, private_results, random,
                                     session.context().silent()));
    }
    body["verdict"] = to_json(assessed_verdict(
        body, loaded.masked, loaded.roles, loaded.intruder.columns, loaded.confidential, profile));
    Json result{{"kind", "assessment"},
                {"original", original_entry(options.original, loaded.pair.original.rows())},
                {"masked", file_entry(options.masked, loaded.pair.masked.rows())},
                {"columns", loaded.pair.original.names()},
                {"scenario", to_json(loaded.intruder)}};
    result.update(body);
    if (!options.output.empty()) {
        Json stored = result;
        stored["about_original"]["distributions"] =
            distributions(session.context(), loaded.pair.original, loaded.pair.masked,
                          loaded.pair.original.names());
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
                    "Columns that the intruder knows (default: the scenario of the release record "
                    "or the policy; otherwise every quasi-identifier)")
        ->type_name("A,B")
        ->allow_extra_args(false);
    command
        .add_option(
            "--release", options.record,
            "Release record: use its scenario, and attack what it tells of the masking (default: "
            "the one beside the release)")
        ->type_name("FILE");
    command.add_flag("--method-unknown", options.method_unknown,
                     "The intruder does not have the release record");
    command.add_flag("--aligned", options.aligned,
                     "The rows of the two tables are the same people, whatever they look like");
    options.policy.add_to(command);
    command.add_option("--log", options.log, "Private log of the release, where rows were dropped")
        ->type_name("FILE");
    command
        .add_option("-o,--output", options.output, "Also write the result (JSON), for lethe report")
        ->type_name("FILE");
    options.read.add_to(command);
    options.replace.add_to(command);
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
    command
        ->add_option("--profile", options->profile,
                     "Guidance that the release is held against (default: lethe-default)")
        ->type_name("NAME");
    command
        ->add_option("--threshold", options->thresholds,
                     "A threshold of your own, such as k=10 or max_risk=5")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command
        ->add_option("--exposure", options->exposure,
                     "Write how exposed each record is, and why the worst are (private CSV)")
        ->type_name("FILE");
    command->add_option("--alpha", options->score.alpha, "Weight of the risk in the score")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->type_name("0..1");
    command
        ->add_option_function<std::string>(
            "--risk",
            [options](const std::string& rule) { options->score.risk = risk_rule_named(rule); },
            "What stands for the risk in the score: worst (attack; the default), dr, rl, srl, mean")
        ->type_name("RULE");
    command
        ->add_option(
            "--loss", options->score.loss,
            "The loss in the score (default: by the columns: il, category-loss, cell-loss or "
            "semantic-loss)")
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
