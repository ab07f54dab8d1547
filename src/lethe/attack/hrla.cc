// HRLA: supervised linkage by gradient descent, the published heuristic.
#include "lethe/algo/hrla.h"

#include <fmt/format.h>

#include "lethe/attack/learnt_linkage.h"

namespace lethe::attack {
namespace {

enum class Steps { scaled, constant };
enum class Learn { all, nearest };

struct Params {
    double rate = HrlaOptions{}.rate;
    std::int64_t epochs = HrlaOptions{}.epochs;
    std::int64_t patience = HrlaOptions{}.patience;
    double seconds = 60;
    Steps steps = Steps::constant;
    Learn learn = Learn::nearest;
    std::int64_t max_records = 2000;
};

Schema<Params> schema() {
    return Schema<Params>()
        .field("rate", &Params::rate, "learning rate of the descent", above(0))
        .field("epochs", &Params::epochs, "at most so many passes over the records", at_least(0))
        .field("patience", &Params::patience,
               "stop after so many passes without more records found", at_least(1))
        .field("seconds", &Params::seconds, "time limit; the best distance so far is reported",
               above(0))
        .choice("steps", &Params::steps,
                "whether a step is always as long, or in proportion to the error",
                {{"constant", Steps::constant}, {"scaled", Steps::scaled}})
        .choice("learn", &Params::learn,
                "from the nearest masked record, or from all that are nearer than the true one",
                {{"nearest", Learn::nearest}, {"all", Learn::all}})
        .field("max_records", &Params::max_records,
               "a larger table is attacked on a random sample of so many records", at_least(2));
}

Json figures(const ChoquetLinks& links, std::int64_t records) {
    return link_figures({links.strict, links.lax, links.expected}, records);
}

Measurement assess(const AssessInput& input, const Params& params) {
    numeric_columns(input);
    Measurement result;
    const LinkSamples samples = link_samples(input, params.max_records);
    if (samples.released == 0) {
        result.warnings.push_back("there is no record to link: the value is 0");
        result.details = link_figures({}, 0);
        return result;
    }
    const AlignedRecords records = samples.learn.records();
    const Hrla found = hrla(input.context, records, input.random,
                            {.rate = params.rate,
                             .epochs = params.epochs,
                             .patience = params.patience,
                             .seconds = params.seconds,
                             .scaled_steps = params.steps == Steps::scaled,
                             .nearest_only = params.learn == Learn::nearest});
    Json details = figures(found.best, records.rows);
    details["links"] = found.best.strict;
    details["equal_weights"] = figures(found.start, records.rows);
    details["epochs"] = found.history.size();
    details["best_epoch"] = found.best_epoch;
    details["ended"] = name(found.end);
    details["seconds"] = found.seconds;
    details["sampled"] = samples.sampled;
    const std::span<const double> sets = std::span(found.measure).subspan(1);
    const DistanceModel model{DistanceFamily::choquet};
    describe_parameters(details, model, sets, input.columns);
    describe_properties(details, input, model, records, sets);
    result.value = percent(found.best.strict, std::int64_t{records.rows});
    if (!samples.test.empty()) {
        const AlignedRecords test = samples.test.records();
        const ChoquetLinks tested = choquet_links(input.context, test, found.measure);
        details["training"] = figures(found.best, records.rows);
        details["test"] = figures(tested, test.rows);
        result.value = percent(tested.strict, std::int64_t{test.rows});
    }
    if (samples.sampled) {
        result.warnings.push_back(fmt::format(
            "{} of {} records were drawn at random; the risk among all would be smaller",
            records.rows, samples.released));
    }
    result.details = std::move(details);
    return result;
}

}  // namespace

Method hrla() {
    return make_attack(
        MethodInfo{
            .name = "hrla",
            .title = "Linkage learnt by gradient descent (HRLA)",
            .summary = "Learns a Choquet distance from the true links, quickly, without proof.",
            .description =
                "Starts from equal weights of the columns and moves the weights of sets of columns "
                "step by step, record by record, so that records come nearer to their own masked "
                "version than to others; the best weights met are kept, so it never finds fewer "
                "records than equal weights do. Unlike supervised-linkage with the operator "
                "choquet, which proves the worst case, it only shows that an attacker finds at "
                "least so many; but it takes little time on any data, and as it stays near "
                "equal weights it learns less by heart: with training records compare `training` "
                "with `test`. The value is the share of records found strictly, without ties; with "
                "training records, among the others.",
            .kinds = {Kind::numeric},
            .missing = Missing::mean,
            .properties = {Property::random, Property::pairwise},
            .cites = {"abril2014privacy", "abril2012choquet", "grabisch1995new"},
            .example = {{"epochs", 100}},
            .finds_people = true},
        schema(), assess);
}

}  // namespace lethe::attack
