// attack and measure, of tables: an original beside its masked version.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/result_json.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/tables/attack_intruder.h"
#include "lethe/operation/tables/linkage_files.h"
#include "lethe/operation/tables/load_pair.h"
#include "lethe/operation/tables/private_results.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/assess/headline.h"
#include "lethe/release/tables/parameter_files.h"
#include "lethe/table/linkage/linkage_report.h"

namespace lethe::operation {
namespace {

struct AttackOptions {
    PairOptions pair;
    KnownPeople people;
    std::string private_output;
    std::string output;
    std::vector<std::string> attack;
    Json set = Json::object();
    LinkageFiles files;
    IntruderOptions intruder;
    Replacing replace;
};

struct MeasureOptions {
    PairOptions pair;
    std::string output;
    std::vector<std::string> measure;
    Json set = Json::object();
};

// The methods that are named. Settings are of the one of them.
std::vector<release::Choice> choices_of(const std::vector<std::string>& names, const Json& set,
                                        Family family) {
    std::vector<release::Choice> choices;
    for (const std::string& name : names) choices.push_back({name, set});
    for (release::Choice& choice : choices) {
        release::load_parameter_files(find_method(choice.method, family), choice.parameters, "");
    }
    return choices;
}

Answer finished(const std::string& output, Json result) {
    if (!output.empty()) write_file(output, result.dump(2) + "\n", true);
    return {std::move(result)};
}

// An intruder with a file of her own. One table is given, the release, or the original before it.
Answer attack_with_file(const AttackOptions& options, Door& door) {
    const PairOptions& pair = options.pair;
    const bool both = !pair.masked.empty();
    IntruderRun run{options.intruder,
                    both ? pair.original : std::string(),
                    both ? pair.masked : pair.original,
                    pair.columns,
                    pair.policy,
                    pair.log,
                    pair.method_unknown,
                    options.private_output,
                    options.output,
                    pair.read};
    return run_intruder(door, std::move(run));
}

void check_attack(const AttackOptions& options, const Door& door, Problems& problems) {
    add_if_thrown(problems, [&] {
        if (options.intruder.given() && !options.private_output.ends_with(".json")) {
            options.replace.check(options.private_output, OutputKind::table, linkage::kLinksHeader);
        } else {
            options.replace.check(options.private_output, OutputKind::result);
        }
    });
    if (options.intruder.given()) {
        check_intruder(options.intruder, door, problems);
        return;
    }
    if (options.pair.masked.empty()) {
        problems.push_back(
            {"is required: the table to attack, beside the original", {{}, 0, 0, "masked"}});
    }
    add_if_thrown(problems, [&] {
        std::vector<std::string> outputs = options.files.paths();
        outputs.insert(outputs.end(), {options.output, options.private_output});
        check_results(outputs, options.pair.inputs());
    });
}

void check_measure(const MeasureOptions& options, const Door&, Problems& problems) {
    add_if_thrown(problems, [&] { check_results({options.output}, options.pair.inputs()); });
}

Answer attack_rows(const AttackOptions& options, Door& door) {
    if (options.intruder.given()) return attack_with_file(options, door);
    std::vector<release::Choice> choices = choices_of(options.attack, options.set, Family::attack);
    options.files.prepare(choices, door);
    const release::AssessedPair loaded = load_pair(door, options.pair, options.people, options.set);
    const bool every = choices.empty();
    if (every) choices = release::default_attacks(loaded.scenario.record, loaded.pair);
    const Random random = Random(door.seed_or_random()).part(1);
    release::Assessed assessed =
        release::run_assessments(Family::attack, choices, loaded.pair, loaded.scenario,
                                 loaded.explicit_columns, random, door.context());
    if (every && loaded.scenario.people_file) {
        assessed.results.push_back(
            release::file_attack_result(loaded.pair, loaded.scenario, random, door.context()));
    }
    options.files.write(door, loaded.pair, loaded.scenario, random, assessed);
    keep_private(door, options.private_output, assessed.private_results);
    Json result = assessment_of(options.pair, loaded);
    const auto worst = release::headline_of(assessed.results);
    result["worst"] = worst ? to_json(*worst) : Json(nullptr);
    result["bound"] = to_json(
        release::class_bound(door.context(), loaded.pair.masked, loaded.pair.masked.names()));
    result["attacks"] = json_list(assessed.results);
    return finished(options.output, std::move(result));
}

Answer measure_rows(const MeasureOptions& options, Door& door) {
    std::vector<release::Choice> choices = choices_of(options.measure, options.set, Family::loss);
    const release::AssessedPair loaded = load_pair(door, options.pair, {}, options.set);
    if (choices.empty()) choices = release::default_measures(loaded.pair.original);
    const release::Assessed assessed = release::run_assessments(
        Family::loss, choices, loaded.pair, loaded.scenario, loaded.explicit_columns,
        Random(door.seed_or_random()).part(1), door.context());
    keep_private(door, {}, assessed.private_results);
    Json result = assessment_of(options.pair, loaded);
    result["measures"] = json_list(assessed.results);
    return finished(options.output, std::move(result));
}

}  // namespace

Operation attack_table() {
    using O = AttackOptions;
    return make_operation(
        {.name = "attack",
         .data = DataKind::table,
         .summary = "Try to re-identify the records of a release",
         .examples = {"lethe sample census --rows 400 --seed 1 -o people.csv",
                      "lethe protect people.csv --method noise --set p=20 -o release.csv",
                      "lethe attack people.csv release.csv --attack distance-linkage",
                      "lethe attack --intruder people.csv release.csv"}},
        Schema<O>()
            .include(&O::pair, PairOptions::schema(true))
            .field("output", &O::output, "Also write the result (JSON), for lethe report")
            .output(OutputKind::result)
            .letter('o')
            .shown("FILE")
            .include(&O::replace, Replacing::schema())
            .include(&O::people, KnownPeople::schema())
            .field("private", &O::private_output,
                   "Write link lists and exposed records here (private)")
            .output(OutputKind::own)
            .shown("FILE")
            .field("attack", &O::attack, "An attack (default: all; see lethe methods)")
            .separated("NAME")
            .naming("attack", method_names(Family::attack))
            .field("set", &O::set, "A parameter of the attack")
            .shown("NAME=VALUE")
            .settings_of("attack")
            .include(&O::files, LinkageFiles::schema())
            .include(&O::intruder, IntruderOptions::schema()),
        attack_rows, check_attack);
}

Operation measure_table() {
    using O = MeasureOptions;
    return make_operation(
        {.name = "measure",
         .data = DataKind::table,
         .summary = "Measure what a release lost",
         .examples = {"lethe sample census --rows 1000 --seed 1 -o people.csv",
                      "lethe protect people.csv --method mdav --set k=5 -o release.csv",
                      "lethe measure people.csv release.csv --measure sse"}},
        Schema<O>()
            .include(&O::pair, PairOptions::schema())
            .field("output", &O::output, "Also write the result (JSON), for lethe report")
            .output(OutputKind::result)
            .letter('o')
            .shown("FILE")
            .field("measure", &O::measure, "A loss measure (default: all)")
            .separated("NAME")
            .naming("loss measure", method_names(Family::loss))
            .field("set", &O::set, "A parameter of the measure")
            .shown("NAME=VALUE")
            .settings_of("measure"),
        measure_rows, check_measure);
}

}  // namespace lethe::operation
