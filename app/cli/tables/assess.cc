// lethe attack, lethe measure, lethe assess: an original beside its masked version.
#include <fmt/format.h>

#include <algorithm>

#include "cli/replace_flags.h"
#include "cli/session.h"
#include "cli/tables/attack_intruder.h"
#include "cli/tables/linkage_files.h"
#include "cli/tables/load_pair.h"
#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/assess/exposure.h"
#include "lethe/release/assess/headline.h"
#include "lethe/release/assess/verdict_figures.h"
#include "lethe/release/tables/distributions.h"
#include "lethe/release/tables/parameter_files.h"

namespace lethe::cli {
namespace {

struct AssessFlags {
    PairFlags pair;
    std::vector<std::string> names;
    std::vector<std::string> settings;
    std::string private_output;
    std::string output;
    LinkageFiles files;
    IntruderFlags intruder;
    ScoreOptions score;
    std::string profile;
    std::vector<std::string> thresholds;
    std::string exposure;
    ReplaceFlags replace;
};

void check_outputs(const AssessFlags& options) {
    std::vector<std::string> outputs = options.files.paths();
    outputs.insert(outputs.end(), {options.output, options.private_output, options.exposure});
    for (const std::string& path : outputs) refuse_overwrite(path, options.pair.inputs());
    options.replace.check(options.output, OutputKind::result);
    options.replace.check(options.private_output, OutputKind::result);
}

AssessedPair load_inputs(Session& session, const AssessFlags& options) {
    check_outputs(options);
    return load_pair(session, options.pair, parse_settings(options.settings));
}

void write_private(const Session& session, const AssessFlags& options, const Json& results) {
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

// What the owner calls the file is hers to know.
Json original_entry(const std::string& source, std::int64_t rows) {
    return {{"rows", rows}, {"private", {{"file", file_entry(source, rows)["file"]}}}};
}

void finish(Session& session, const AssessFlags& options, const Json& result) {
    if (!options.output.empty()) write_file(options.output, result.dump(2) + "\n", true);
    session.show(result);
}

// The methods that are named. With --set, parameters go to the one of them.
std::vector<Choice> choices_of(const AssessFlags& options, std::string_view flag) {
    std::vector<Choice> choices;
    const Json parameters = parse_settings(options.settings);
    for (const std::string& name : split_list(options.names)) choices.push_back({name, parameters});
    if (choices.size() != 1 && !parameters.empty()) {
        throw Error(ErrorKind::usage, fmt::format("--set goes with exactly one {} NAME", flag));
    }
    return choices;
}

void run_family(Session& session, const AssessFlags& options, Family family) {
    const bool attacking = family == Family::attack;
    auto choices = choices_of(options, attacking ? "--attack" : "--measure");
    for (Choice& choice : choices) {
        load_parameter_files(find_method(choice.method, family), choice.parameters, "");
    }
    options.files.prepare(choices);
    const AssessedPair loaded = load_inputs(session, options);
    const bool every = choices.empty();
    if (every) {
        choices = attacking ? default_attacks(loaded.scenario.record, loaded.pair)
                            : default_measures(loaded.pair.original);
    }
    const Random random = Random(session.seed_or_random()).part(1);
    Assessed assessed = run_assessments(family, choices, loaded.pair, loaded.scenario,
                                        loaded.explicit_columns, random, session.context());
    if (attacking && every && loaded.scenario.people_file) {
        assessed.results.push_back(
            file_attack_result(loaded.pair, loaded.scenario, random, session.context()));
    }
    options.files.write(session, loaded.pair, loaded.scenario, random, assessed);
    write_private(session, options, assessed.private_results);
    Json result{{"kind", "assessment"},
                {"original", original_entry(options.pair.original, loaded.pair.original.rows())},
                {"masked", file_entry(options.pair.masked, loaded.pair.masked.rows())},
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
Profile profile_of(const AssessFlags& options, Json verdict) {
    if (!options.profile.empty()) verdict["profile"] = options.profile;
    const Json given = parse_settings(options.thresholds);
    for (const auto& [name, value] : given.items()) {
        const Json number = Json::parse(value.get<std::string>(), nullptr, false);
        verdict[name] = number.is_number() ? number : value;
    }
    return verdict_profile(verdict);
}

// An intruder with a file of her own. One table is given, the release, or the original before it.
void run_with_intruder(Session& session, const AssessFlags& options) {
    const PairFlags& pair = options.pair;
    const bool other_flags =
        !options.names.empty() || !options.settings.empty() || !pair.record.empty() ||
        pair.known < 100 || pair.train > 0 ||
        std::ranges::any_of(options.files.paths(),
                            [](const std::string& path) { return !path.empty(); });
    if (other_flags) {
        throw Error(ErrorKind::usage,
                    "--intruder is an attack of its own: --attack, --set, --release, --known, "
                    "--train, --certificate, --mps and --lattice do not go with it");
    }
    IntruderRun run{options.intruder, pair.original,       pair.columns,           pair.policy,
                    pair.log,         pair.method_unknown, options.private_output, options.output,
                    pair.read};
    if (!pair.masked.empty()) {
        run.flags.original = pair.original;
        run.release = pair.masked;
    }
    run_intruder(session, std::move(run));
}

void run_assess(Session& session, const AssessFlags& options) {
    if (!options.score.loss.empty()) find_method(options.score.loss, Family::loss);
    const AssessedPair loaded = load_inputs(session, options);
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
                {"original", original_entry(options.pair.original, loaded.pair.original.rows())},
                {"masked", file_entry(options.pair.masked, loaded.pair.masked.rows())},
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

void add_common(CLI::App& command, AssessFlags& options) {
    options.pair.add_to(command);
    command
        .add_option("-o,--output", options.output, "Also write the result (JSON), for lethe report")
        ->type_name("FILE");
    options.replace.add_to(command);
}

void add_scenario(CLI::App& command, AssessFlags& options) {
    options.pair.add_scenario_to(command);
    command
        .add_option("--private", options.private_output,
                    "Write link lists and exposed records here (private)")
        ->type_name("FILE");
}

}  // namespace

void add_attack(CLI::App& app, Session& session) {
    auto options = std::make_shared<AssessFlags>();
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
        if (!options->intruder.given() && options->pair.masked.empty()) {
            throw CLI::RequiredError("masked");
        }
        session.run = [&session, options] {
            if (options->intruder.given()) return run_with_intruder(session, *options);
            run_family(session, *options, Family::attack);
        };
    });
}

void add_measure(CLI::App& app, Session& session) {
    auto options = std::make_shared<AssessFlags>();
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
    auto options = std::make_shared<AssessFlags>();
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
    command
        ->add_option("--alpha", options->score.alpha,
                     "Weight of the loss in the score; the risk has the rest")
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
