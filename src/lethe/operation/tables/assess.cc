// assess, of tables: attacks, losses, score and verdict.
#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/result_json.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/tables/linked_pair.h"
#include "lethe/operation/tables/load_pair.h"
#include "lethe/operation/tables/private_results.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/assess/exposure.h"
#include "lethe/release/assess/verdict_figures.h"
#include "lethe/release/tables/distributions.h"

namespace lethe::operation {
namespace {

struct AssessOptions {
    PairOptions pair;
    KnownPeople people;
    std::string private_output;
    std::string output;
    std::string profile;
    Json threshold = Json::object();
    std::string exposure;
    double alpha = release::ScoreOptions().alpha;
    std::string risk;
    std::string loss;
    Replacing replace;
};

// The options go before the policy's [verdict].
Json asked_verdict(const AssessOptions& options, Json verdict) {
    if (!options.profile.empty()) verdict["profile"] = options.profile;
    for (const auto& [name, value] : options.threshold.items()) {
        const Json number =
            value.is_string() ? Json::parse(value.get<std::string>(), nullptr, false) : value;
        verdict[name] = number.is_number() ? number : value;
    }
    return verdict;
}

void check_assessment(const AssessOptions& options, const Door&, Problems& problems) {
    Problems wrong;
    release::verdict_profile(asked_verdict(options, Json::object()), wrong);
    for (Problem& problem : wrong) {
        std::string& option = problem.place.parameter;
        if (option != "profile") option = "threshold." + option;
        problems.push_back(std::move(problem));
    }
    add_if_thrown(problems, [&] {
        check_results({options.output, options.private_output, options.exposure},
                      options.pair.inputs());
    });
    add_if_thrown(problems, [&] {
        options.replace.check(options.exposure, OutputKind::table, release::kExposureHeader);
    });
}

Answer assess_rows(const AssessOptions& options, Door& door) {
    release::ScoreOptions score;
    score.alpha = options.alpha;
    score.loss = options.loss;
    if (!options.risk.empty()) score.risk = release::scored_risk_named(options.risk);
    release::AssessedPair loaded = load_pair(door, options.pair, options.people, Json::object());
    loaded.scenario.links = linked_knowledge_of(door, options.pair, loaded);
    const release::Profile profile =
        release::verdict_profile(asked_verdict(options, loaded.verdict));
    std::vector<release::PrivateResult> private_results;
    const bool keep = !options.private_output.empty() || !options.exposure.empty();
    const Random random = Random(door.seed_or_random()).part(1);
    const release::Assessment assessment =
        release::assess(loaded.pair, loaded.scenario, score, random, door.context(),
                        keep ? &private_results : nullptr);
    Json result = assessment_of(options.pair, loaded);
    result.update(to_json(assessment));
    if (!options.private_output.empty()) {
        keep_private(door, options.private_output, private_results);
    }
    if (!options.exposure.empty()) {
        const release::ExposureTable exposed = release::exposures(
            loaded.pair, loaded.scenario, private_results, random, door.context().silent());
        release::write_exposure_csv(options.exposure, exposed);
        result["exposure"] = to_json(exposed);
        result["exposure"]["private_file"] = options.exposure;
    }
    result["verdict"] =
        to_json(release::assessed_verdict(assessment, loaded.masked, loaded.roles,
                                          loaded.intruder.columns, loaded.confidential, profile));
    if (!options.output.empty()) {
        Json stored = result;
        stored["about_original"]["distributions"] =
            json_list(release::distributions(door.context(), loaded.pair.original,
                                             loaded.pair.masked, loaded.pair.original.names()));
        write_file(options.output, stored.dump(2) + "\n", true);
    }
    return {std::move(result)};
}

}  // namespace

Operation assess_table() {
    using O = AssessOptions;
    return make_operation(
        {.name = "assess",
         .data = DataKind::table,
         .summary = "Attack and measure a release: risk, loss and score",
         .examples = {"lethe sample census --rows 1000 --seed 1 -o people.csv",
                      "lethe protect people.csv --method rank-swapping --set p=5 -o release.csv",
                      "lethe assess people.csv release.csv -o assessment.json",
                      "lethe report assessment.json -o report.html"}},
        Schema<O>()
            .include(&O::pair, PairOptions::schema())
            .field("output", &O::output, "Also write the result (JSON), for lethe report")
            .output(OutputKind::result)
            .letter('o')
            .shown("FILE")
            .include(&O::replace, Replacing::schema())
            .include(&O::people, KnownPeople::schema())
            .field("private", &O::private_output,
                   "Write link lists and exposed records here (private)")
            .output(OutputKind::result)
            .shown("FILE")
            .field("profile", &O::profile,
                   "Guidance that the release is held against (default: lethe-default)")
            .shown("NAME")
            .field("threshold", &O::threshold,
                   "A threshold of your own, such as k=10 or max_risk=5")
            .shown("NAME=VALUE")
            .field("exposure", &O::exposure,
                   "Write how exposed each record is, and why the worst are (private CSV)")
            .output(OutputKind::own)
            .shown("FILE")
            .field("alpha", &O::alpha, "Weight of the loss in the score; the risk has the rest",
                   between(0, 1))
            .shown("0..1")
            .field("risk", &O::risk,
                   "What stands for the risk in the score: worst (attack; the default), dr, rl, "
                   "srl, mean, or the name of an attack")
            .shown("RULE")
            .naming("rule of risk or attack", release::scored_risk_names())
            .field("loss", &O::loss,
                   "The loss in the score (default: by the columns: il, category-loss, cell-loss "
                   "or semantic-loss)")
            .shown("NAME")
            .naming("loss measure", method_names(Family::loss)),
        assess_rows, check_assessment);
}

}  // namespace lethe::operation
