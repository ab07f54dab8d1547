// Supervised linkage: the worst case. The distance of a family that re-identifies most records is
// found from the true links, and no other distance of the family finds more.
#include "lethe/algo/supervised_linkage.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "lethe/algo/learnt_parameters.h"
#include "lethe/algo/linkage_certificate.h"
#include "lethe/algo/linkage_mps.h"
#include "lethe/algo/nearest_matrix.h"
#include "lethe/algo/quadratic_form.h"
#include "lethe/attack/learnt_linkage.h"
#include "lethe/attack/linkage_proof.h"
#include "lethe/attack/supervised_linkage.h"

namespace lethe::attack {
namespace {

enum class Operator { weighted_mean, owa, choquet, bilinear };
enum class Variant {
    free,
    submodular,
    k_additive,
    belief,
    symmetric,
    non_negative,
    psd,
    psd_projection
};
enum class NullWeights { allowed, forbidden };
enum class Projection { nearest, correlation };
enum class Verify { none, exact };

struct Params {
    Operator op = Operator::weighted_mean;
    Variant variant = Variant::free;
    std::int64_t additivity = 2;
    NullWeights null_weights = NullWeights::allowed;
    Projection projection = Projection::nearest;
    double seconds = 60;
    std::int64_t gap = 0;
    Verify verify = Verify::exact;
    std::int64_t max_records = 5000;
    bool records = false;
    bool certificate = false;
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
                "choquet; non-negative, psd or psd-projection for bilinear",
                {{"free", Variant::free},
                 {"submodular", Variant::submodular},
                 {"k-additive", Variant::k_additive},
                 {"belief", Variant::belief},
                 {"symmetric", Variant::symmetric},
                 {"non-negative", Variant::non_negative},
                 {"psd", Variant::psd},
                 {"psd-projection", Variant::psd_projection}})
        .field("additivity", &Params::additivity, "the k of the k-additive variant", at_least(1))
        .choice("null_weights", &Params::null_weights,
                "forbidden: weights above 0, a strictly monotone measure, a definite matrix; the "
                "optimum is the same",
                {{"allowed", NullWeights::allowed}, {"forbidden", NullWeights::forbidden}})
        .choice("projection", &Params::projection,
                "what psd-projection replaces the free matrix by: the nearest semi-definite matrix "
                "or, with a mean of 1 on its diagonal, the nearest correlation matrix",
                {{"nearest", Projection::nearest}, {"correlation", Projection::correlation}})
        .field("seconds", &Params::seconds,
               "time limit; the best distance and the proven bound so far are reported", above(0))
        .field("gap", &Params::gap,
               "stop when the bound is at most so many records above the links", at_least(0))
        .choice("verify", &Params::verify, "check links and bound again in exact arithmetic",
                {{"none", Verify::none}, {"exact", Verify::exact}})
        .field("max_records", &Params::max_records,
               "a larger table is attacked on a random sample of so many records", at_least(2))
        .field("records", &Params::records, "list the records found in the private results")
        .field("certificate", &Params::certificate,
               "keep the certificate, for lethe verify, in the private results");
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
        {Operator::bilinear, Variant::psd, DistanceFamily::bilinear_psd},
        {Operator::bilinear, Variant::psd_projection, DistanceFamily::bilinear}};
    const auto row = std::ranges::find_if(kFamilies, [&](const Row& candidate) {
        return candidate.op == params.op && candidate.variant == params.variant;
    });
    if (row == std::end(kFamilies)) {
        throw Error(ErrorKind::usage,
                    "this operator has no such variant; allowed are submodular, k-additive, belief "
                    "and symmetric for choquet, non-negative, psd and psd-projection for bilinear",
                    {{}, 0, 0, "variant"});
    }
    const bool any_sign = params.variant != Variant::psd_projection &&
                          (row->family == DistanceFamily::bilinear ||
                           row->family == DistanceFamily::bilinear_nonnegative);
    if (any_sign && params.null_weights == NullWeights::forbidden) {
        throw Error(ErrorKind::usage,
                    "the entries of a form may have any sign; forbidden goes with weighted-mean, "
                    "owa, choquet and, for a definite matrix, with the variants psd and "
                    "psd-projection",
                    {{}, 0, 0, "null_weights"});
    }
    return {row->family, static_cast<int>(params.additivity)};
}

// The matrix of a free form, made positive definite: a repair, which may cost links. Whatever was
// proven of the free forms bounds the definite ones, too.
struct Repair {
    std::int64_t before = 0;  // links of the free form
    double moved = 0;         // the length of the change, relative to the matrix
    bool needed = false;
};

Repair project(const Params& params, const AlignedRecords& records, MaxSatisfied& search,
               DistanceModel& model) {
    const int n = records.attributes;
    Repair repair{search.links};
    Eigen::MatrixXd form = form_matrix(search.parameters, n);
    const double scale = form.diagonal().cwiseAbs().mean();
    if (scale > 0) form /= scale;
    repair.needed = !is_semidefinite(form, 0.0);
    const Eigen::MatrixXd nearest = params.projection == Projection::correlation
                                        ? nearest_correlation(form).matrix
                                        : nearest_semidefinite(form);
    const Eigen::MatrixXd definite = repair.needed || params.projection == Projection::correlation
                                         ? raised_to_definite(nearest)
                                         : form;
    repair.moved = form.norm() > 0 ? (definite - form).norm() / form.norm() : 0.0;
    search.parameters = form_parameters(definite);
    search.optimal = false;
    model.family = DistanceFamily::bilinear_psd;
    return repair;
}

void tell_repair(Measurement& result, const Repair& repair, std::int64_t after) {
    result.details["projection"] = {{"links_before", repair.before},
                                    {"links_after", after},
                                    {"was_semidefinite", !repair.needed},
                                    {"moved", repair.moved}};
    result.warnings.push_back(
        "a projected matrix is a repair, not an optimum: the variant psd finds the best "
        "semi-definite matrix");
}

// What the search found, checked: the counts that may be told. Conflicts that the bound does not
// rest on are dropped.
struct Checked {
    LinkCounts counts;
    std::int64_t bound = 0;
    bool optimal = false;
};

Checked check(const Context& context, const Params& params, const DistanceModel& model,
              const AlignedRecords& records, MaxSatisfied& search, Json& details) {
    Checked checked{count_links(context, model, records, search.parameters), search.bound, false};
    checked.optimal = search.optimal && checked.counts.strict == search.bound;
    if (params.verify == Verify::none) return checked;
    const LinkageCertificate certificate =
        check_linkage(context, model, records, search, params.seconds);
    details["verified"] = {{"links", certificate.links},
                           {"bound", certificate.bound},
                           {"conflicts", certificate.conflicts},
                           {"rejected", certificate.rejected},
                           {"proven", certificate.proven}};
    checked.counts.strict = certificate.links;
    checked.counts.lax = std::max(checked.counts.lax, certificate.links);
    checked.bound = certificate.bound;
    checked.optimal = certificate.proven && params.variant != Variant::psd_projection;
    std::vector<Conflict> basis;
    for (const std::size_t place : certificate.basis) {
        basis.push_back(std::move(search.conflicts[place]));
    }
    search.conflicts = std::move(basis);
    return checked;
}

void test_on_others(const AssessInput& input, const LinkSamples& samples,
                    const DistanceModel& model, const MaxSatisfied& search, Measurement& result) {
    if (samples.test.empty()) return;
    const AlignedRecords test = samples.test.records();
    const LinkCounts tested = count_links(input.context, model, test, search.parameters);
    Json training;
    for (const char* key : {"strict", "lax", "expected", "records"}) {
        training[key] = result.details[key];
    }
    result.details["training"] = std::move(training);
    result.details["test"] = link_figures(tested, test.rows);
    result.value = percent(tested.strict, std::int64_t{test.rows});
}

Measurement assess(const AssessInput& input, const Params& params) {
    DistanceModel model = model_of(params);
    numeric_columns(input);
    Measurement result;
    const LinkSamples samples = link_samples(input, params.max_records);
    if (samples.learn.empty()) {
        result.warnings.push_back(samples.released == 0
                                      ? "there is no record to link: the value is 0"
                                      : "no training record is in the release: nothing is learnt");
        result.details = link_figures({}, 0);
        return result;
    }
    const AlignedRecords records = samples.learn.records();
    check_model(model, records);

    const SearchLimits limits{.seconds = params.seconds, .gap = params.gap};
    MaxSatisfied search = supervised_linkage(input.context, model, records, limits).search;
    std::optional<Repair> repair;
    if (params.variant == Variant::psd_projection) repair = project(params, records, search, model);
    if (params.null_weights == NullWeights::forbidden) {
        search.parameters = inner_parameters(input.context, model, records, search.parameters);
    }

    Json verified = Json::object();
    const std::size_t conflicts = search.conflicts.size();
    const Checked checked = check(input.context, params, model, records, search, verified);
    const std::int64_t links = checked.counts.strict;
    result.details = link_figures(checked.counts, records.rows);
    Json& details = result.details;
    details["links"] = links;
    details["bound"] = checked.bound;
    details["optimal"] = checked.optimal;
    details["seconds"] = search.statistics.seconds;
    details["operator"] = name(model.family);
    details["impossible"] = search.statistics.never;
    details["indistinguishable"] = indistinguishable(records);
    details["conflicts"] = conflicts;
    details["sampled"] = samples.sampled;
    details.update(verified);
    if (params.null_weights == NullWeights::forbidden) {
        details["least_weight"] = least_increment(model, search.parameters, records.attributes);
    }
    if (repair) tell_repair(result, *repair, links);
    describe_parameters(details, model, search.parameters, input.columns);
    describe_properties(details, input, model, records, search.parameters);
    result.value = percent(links, std::int64_t{records.rows});
    test_on_others(input, samples, model, search, result);

    if (samples.sampled) {
        result.warnings.push_back(fmt::format(
            "{} of {} records were drawn at random; the risk among all would be smaller",
            records.rows, samples.released));
    }
    if (!checked.optimal && !repair) {
        result.warnings.push_back(
            fmt::format("not proven largest within {} s: at least {} and at most {} of {} records",
                        params.seconds, links, checked.bound, records.rows));
    }
    if (params.records) {
        Json rows = Json::array();
        const std::vector<bool> found =
            satisfied_blocks(input.context, model, records, search.parameters);
        for (std::size_t block = 0; block < found.size(); ++block) {
            if (found[block]) rows.push_back(samples.learn.rows[block] + 1);
        }
        result.private_details["records"] = std::move(rows);
    }
    if (params.certificate) {
        result.private_details["certificate"] = linkage_proof(
            model, input.columns, samples.learn, search, links, checked.bound, checked.optimal);
    }
    return result;
}

}  // namespace

void write_supervised_program(std::ostream& out, const AssessInput& input, const Json& parameters) {
    Problems problems;
    const Params params = schema().bind(parameters, {}, problems);
    throw_if_any(std::move(problems));
    const DistanceModel model = model_of(params);
    numeric_columns(input);
    const LinkSamples samples = link_samples(input, params.max_records);
    const AlignedRecords records = samples.learn.records();
    if (records.rows > kMostProgramRecords) {
        throw Error(ErrorKind::usage,
                    fmt::format("the program of {} records has {} rows; at most {} records are "
                                "written: set max_records",
                                records.rows, std::int64_t{records.rows} * (records.rows - 1),
                                kMostProgramRecords));
    }
    write_linkage_mps(out, model, records);
}

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
                "the share of records found strictly, without ties: records whose masked values "
                "are "
                "equal (`indistinguishable`) are found by no distance, and only `expected` counts "
                "what a guess among them finds. `bound` is proven: no attacker of this family "
                "finds "
                "more than so many records; `optimal` says that the bound is reached. With "
                "training "
                "records the distance is learnt on them alone, and the value is what it finds "
                "among "
                "the others. Beware: a rich family (choquet, bilinear) learns the training records "
                "by heart; compare `training` with `test`. `properties` says whether the learnt "
                "distance is a metric. The variant psd-projection repairs the best free matrix "
                "instead of finding the best semi-definite one (psd), as published; it proves "
                "nothing. The learnt parameters tell which columns leak; they also repeat the "
                "attack, so a published report leaves them out.",
            .kinds = {Kind::numeric},
            .missing = Missing::mean,
            .properties = {Property::pairwise},
            .cites = {"abril2014privacy", "abril2015supervised", "higham2002computing"},
            .example = {{"operator", "weighted-mean"}},
            .finds_people = true},
        schema(), assess);
}

}  // namespace lethe::attack
