// HRLA: supervised linkage by gradient descent, the published heuristic.
#include "lethe/algo/learnt/hrla.h"

#include <fmt/format.h>

#include "lethe/table/attack/learnt_linkage.h"
#include "lethe/table/attack/linkage/linkage_words.h"

namespace lethe::attack {
namespace {

enum class HrlaSteps { scaled, constant };
enum class Learn { all, nearest };
enum class HrlaVariant { as_given, published };

struct HrlaParams {
    double rate = HrlaOptions{}.rate;
    std::int64_t epochs = HrlaOptions{}.epochs;
    std::int64_t patience = HrlaOptions{}.patience;
    double seconds = 60;
    HrlaSteps steps = HrlaSteps::constant;
    Learn learn = Learn::nearest;
    HrlaVariant variant = HrlaVariant::as_given;
    EqualRows equal_rows = EqualRows::lost;
    std::int64_t max_records = 2000;
    double pairs = 0;
};

Schema<HrlaParams> hrla_schema() {
    const auto descent =
        Schema<HrlaParams>()
            .field("rate", &HrlaParams::rate, "learning rate of the descent", above(0))
            .field("epochs", &HrlaParams::epochs, "at most so many passes over the records",
                   at_least(0))
            .field("patience", &HrlaParams::patience,
                   "stop after so many passes without more records found", at_least(1))
            .field("seconds", &HrlaParams::seconds,
                   "time limit; the best distance so far is reported", above(0))
            .choice("steps", &HrlaParams::steps,
                    "whether a step is always as long, or in proportion to the error",
                    {{"constant", HrlaSteps::constant}, {"scaled", HrlaSteps::scaled}})
            .choice("learn", &HrlaParams::learn,
                    "from the nearest masked record, or from all that are nearer than the true one",
                    {{"nearest", Learn::nearest}, {"all", Learn::all}})
            .choice("variant", &HrlaParams::variant,
                    "published: the algorithm as printed, from all nearer records by steps in "
                    "proportion to the error, whatever `learn` and `steps` say",
                    {{"as-given", HrlaVariant::as_given}, {"published", HrlaVariant::published}});
    return with_equal_rows(descent, &HrlaParams::equal_rows)
        .field("max_records", &HrlaParams::max_records,
               "of more people so many are drawn at random, each looked for in the whole release",
               at_least(2))
        .field("pairs", &HrlaParams::pairs,
               "fewer where the release is large: at most so many millions of a person and a "
               "different released record, but at least 50 people; 0: no such limit",
               at_least(0));
}

Measurement assess_hrla(const AssessInput& input, const HrlaParams& params) {
    check_tables(input);
    if (std::ssize(input.columns) > kMostSetAttributes) {
        throw Error(ErrorKind::unmet,
                    fmt::format("weights of sets of columns are learnt for at most {} columns, not "
                                "{}: choose fewer",
                                kMostSetAttributes, input.columns.size()));
    }
    Measurement result;
    if (released_people(input).empty() || input.masked.rows() == 0) {
        result.warnings.push_back("there is no record to link: the value is 0");
        result.details = link_figures({}, 0);
        return result;
    }
    const LinkageCrowd crowd(input);
    const LinkSamples samples =
        link_samples(input, crowd, affordable_people(crowd, params.max_records, params.pairs),
                     params.equal_rows == EqualRows::lost);
    if (samples.learn.empty()) {
        result.warnings.push_back("no training record is in the release: nothing is learnt");
        result.details = link_figures({}, 0);
        return result;
    }
    const AlignedRecords records = samples.learn.records();
    const bool published = params.variant == HrlaVariant::published;
    const Hrla found = hrla(input.context, records, input.random,
                            {.rate = params.rate,
                             .epochs = params.epochs,
                             .patience = params.patience,
                             .seconds = params.seconds,
                             .scaled_steps = published || params.steps == HrlaSteps::scaled,
                             .nearest_only = !published && params.learn == Learn::nearest});
    const DistanceModel model{DistanceFamily::choquet};
    const DistanceModel mean{DistanceFamily::weighted_mean};
    const std::span<const double> sets = std::span(found.measure).subspan(1);
    const LinkCounts counts = count_links(input.context, model, samples.learn, sets);
    const std::vector<double> equal(input.columns.size(), 1.0);
    Json details = link_figures(counts, records.rows);
    details["links"] = counts.strict;
    details["equal_weights"] =
        link_figures(count_links(input.context, mean, samples.learn, equal), records.rows);
    details["epochs"] = found.history.size();
    details["best_epoch"] = found.best_epoch;
    details["ended"] = name(found.end);
    details["seconds"] = found.seconds;
    details["sampled"] = samples.sampled;
    details["people"] = samples.people;
    details["candidates"] = crowd.size();
    details["columns"] = input.columns;
    describe_parameters(result.about_original, model, sets, input.columns);
    describe_properties(details, input, model, records, sets);
    result.value = percent(counts.expected, static_cast<double>(records.rows));
    // What was learnt from those drawn is judged on others, drawn anew.
    if (const std::int64_t people = samples.test.people(); people > 0) {
        const LinkCounts tested = count_links(input.context, model, samples.test, sets);
        details["training"] = link_figures(counts, records.rows);
        details["test"] = link_figures(tested, people);
        result.value = percent(tested.expected, static_cast<double>(people));
        if (samples.test_sampled) result.interval = share_interval(tested.expected, people);
    }
    if (samples.sampled) {
        result.warnings.push_back(fmt::format(
            "learnt from {} of {} people, drawn at random, and tried on {} others; each "
            "was looked for in all {} released records",
            records.rows, samples.people, samples.test.people(), crowd.size()));
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
                "equal weights it learns less by heart. It learns from the nearest wrong record by "
                "steps of one length, which finds more than the algorithm as it can be read in "
                "print (`variant` = published). Of many people some are drawn at random to learn "
                "from, and as many others to be tried on, each looked for in the whole release; "
                "the value is then, as with training records, what is found among those that "
                "nothing was learnt from (`test`), a guess among equally near ones counting as "
                "its chance.",
            .kinds = {Kind::numeric},
            .missing = Missing::mean,
            .properties = {Property::random, Property::pairwise},
            .cites = {"abril2014privacy", "abril2012choquet", "grabisch1995new"},
            .example = {{"epochs", 100}},
            .in_words = "The intruder knows some true pairs already and learns from them, by small "
                        "steps, how much weight each set of columns deserves. It shows how far "
                        "this intruder got, not how far one could get.",
            .scale = Scale::people,
            .details = learnt_details(),
            .purposes = {Purpose::lattice},
            .finds_people = true,
            .knows = "the true links of some people, from which weights of sets of columns are "
                     "learnt",
            .assessed_with = {{{"epochs", 60},
                               {"equal_rows", "guessed"},
                               {"max_records", 400},
                               {"pairs", 10},
                               {"seconds", 1e6}}}},
        hrla_schema(), assess_hrla);
}

}  // namespace lethe::attack
