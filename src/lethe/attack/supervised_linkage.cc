// Supervised linkage: the worst case. The distance of a family that re-identifies most records is
// found from the true links, and no other distance of the family finds more.
#include "lethe/algo/supervised_linkage.h"

#include <fmt/format.h>

#include "lethe/algo/linkage_certificate.h"
#include "lethe/attack/learnt_linkage.h"

namespace lethe::attack {
namespace {

enum class Operator { weighted_mean, owa, choquet, bilinear };
enum class Variant { free, submodular, k_additive, belief, symmetric, non_negative, psd };
enum class Verify { none, exact };

struct Params {
    Operator op = Operator::weighted_mean;
    Variant variant = Variant::free;
    std::int64_t additivity = 2;
    double seconds = 60;
    std::int64_t gap = 0;
    Verify verify = Verify::exact;
    std::int64_t max_records = 5000;
    bool records = false;
};

Schema<Params> schema() {
    return Schema<Params>()
        .choice("operator", &Params::op,
                "the family of distances that the attacker may choose from",
                {{"weighted-mean", Operator::weighted_mean},
                 {"owa", Operator::owa},
                 {"choquet", Operator::choquet},
                 {"bilinear", Operator::bilinear}})
        .choice("variant", &Params::variant,
                "a restriction of the family: submodular, k-additive, belief or symmetric for "
                "choquet; non-negative or psd for bilinear",
                {{"free", Variant::free},
                 {"submodular", Variant::submodular},
                 {"k-additive", Variant::k_additive},
                 {"belief", Variant::belief},
                 {"symmetric", Variant::symmetric},
                 {"non-negative", Variant::non_negative},
                 {"psd", Variant::psd}})
        .field("additivity", &Params::additivity, "the k of the k-additive variant", at_least(1))
        .field("seconds", &Params::seconds,
               "time limit; the best distance and the proven bound so far are reported", above(0))
        .field("gap", &Params::gap,
               "stop when the bound is at most so many records above the links", at_least(0))
        .choice("verify", &Params::verify, "check links and bound again in exact arithmetic",
                {{"none", Verify::none}, {"exact", Verify::exact}})
        .field("max_records", &Params::max_records,
               "a larger table is attacked on a random sample of so many records", at_least(2))
        .field("records", &Params::records, "list the records found in the private results");
}

DistanceModel model_of(const Params& params) {
    struct Row {
        Operator op;
        Variant variant;
        DistanceFamily family;
    };
    constexpr Row kFamilies[]{
        {Operator::weighted_mean, Variant::free, DistanceFamily::weighted_mean},
        {Operator::owa, Variant::free, DistanceFamily::owa},
        {Operator::choquet, Variant::free, DistanceFamily::choquet},
        {Operator::choquet, Variant::submodular, DistanceFamily::choquet_submodular},
        {Operator::choquet, Variant::k_additive, DistanceFamily::choquet_k_additive},
        {Operator::choquet, Variant::belief, DistanceFamily::choquet_belief},
        {Operator::choquet, Variant::symmetric, DistanceFamily::choquet_symmetric},
        {Operator::bilinear, Variant::free, DistanceFamily::bilinear},
        {Operator::bilinear, Variant::non_negative, DistanceFamily::bilinear_nonnegative},
        {Operator::bilinear, Variant::psd, DistanceFamily::bilinear_psd}};
    for (const Row& row : kFamilies) {
        if (row.op == params.op && row.variant == params.variant) {
            return {row.family, static_cast<int>(params.additivity)};
        }
    }
    throw Error(ErrorKind::usage,
                "this operator has no such variant; allowed are submodular, k-additive, belief and "
                "symmetric for choquet, non-negative and psd for bilinear",
                {{}, 0, 0, "variant"});
}

Measurement assess(const AssessInput& input, const Params& params) {
    const DistanceModel model = model_of(params);
    numeric_columns(input);
    Measurement result;
    const LinkSamples samples = link_samples(input, params.max_records);
    if (samples.released == 0) {
        result.warnings.push_back("there is no record to link: the value is 0");
        result.details = link_figures({}, 0);
        return result;
    }
    const AlignedRecords records = samples.learn.records();
    check_model(model, records);

    const SearchLimits limits{.seconds = params.seconds, .gap = params.gap};
    const SupervisedLinkage found = supervised_linkage(input.context, model, records, limits);
    const MaxSatisfied& search = found.search;
    const LinkCounts counts = count_links(input.context, model, records, search.parameters);
    bool optimal = search.optimal && counts.strict == search.bound;

    Json details = link_figures(counts, records.rows);
    details["links"] = counts.strict;
    details["bound"] = search.bound;
    details["optimal"] = optimal;
    details["seconds"] = search.statistics.seconds;
    details["operator"] = name(model.family);
    details["impossible"] = search.statistics.never;
    details["conflicts"] = search.conflicts.size();
    details["sampled"] = samples.sampled;
    if (params.verify == Verify::exact) {
        const LinkageCertificate certificate =
            check_linkage(input.context, model, records, search, params.seconds);
        details["verified"] = {{"links", certificate.links},
                               {"bound", certificate.bound},
                               {"conflicts", certificate.conflicts},
                               {"rejected", certificate.rejected},
                               {"proven", certificate.proven}};
        details["links"] = certificate.links;
        details["bound"] = certificate.bound;
        details["optimal"] = optimal = certificate.proven;
    }
    describe_parameters(details, model, search.parameters, input.columns);
    result.value = percent(counts.strict, std::int64_t{records.rows});
    if (!samples.test.empty()) {
        const AlignedRecords test = samples.test.records();
        const LinkCounts tested = count_links(input.context, model, test, search.parameters);
        const Json learnt = link_figures(counts, records.rows);
        details["training"] = learnt;
        details["test"] = link_figures(tested, test.rows);
        result.value = percent(tested.strict, std::int64_t{test.rows});
    }
    if (samples.sampled) {
        result.warnings.push_back(fmt::format(
            "{} of {} records were drawn at random; the risk among all would be smaller",
            records.rows, samples.released));
    }
    if (!optimal) {
        result.warnings.push_back(
            fmt::format("not proven largest within {} s: at least {} and at most {} of {} records",
                        params.seconds, counts.strict, search.bound, records.rows));
    }
    if (params.records) {
        Json rows = Json::array();
        for (const std::int32_t block : search.satisfied) {
            rows.push_back(samples.learn.rows[static_cast<std::size_t>(block)] + 1);
        }
        result.private_details["records"] = std::move(rows);
    }
    result.details = std::move(details);
    return result;
}

}  // namespace

Method supervised_linkage() {
    return make_attack(
        MethodInfo{
            .name = "supervised-linkage",
            .title = "Supervised record linkage",
            .summary = "The most records that any distance of a family re-identifies, proven.",
            .description =
                "Finds the parameters of a distance (weights of the columns, of the ranks, of sets "
                "of columns, or a matrix) under which most records are nearest to their own masked "
                "version, and proves that no other parameters of the family find more. It is the "
                "worst case: an attacker who chooses the distance blindly finds fewer. The value "
                "is "
                "the share of records found strictly, without ties. `bound` is proven: no attacker "
                "of this family finds more than so many records; `optimal` says that the bound is "
                "reached. With training records the distance is learnt on them alone, and the "
                "value "
                "is what it finds among the others. Beware: a rich family (choquet, bilinear) "
                "learns the training records by heart; compare `training` with `test`.",
            .kinds = {Kind::numeric},
            .missing = Missing::mean,
            .properties = {Property::pairwise},
            .cites = {"abril2014privacy", "abril2015supervised"},
            .example = {{"operator", "weighted-mean"}}},
        schema(), assess);
}

}  // namespace lethe::attack
