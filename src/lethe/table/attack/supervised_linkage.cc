// Supervised linkage: the worst case. The distance of a family that re-identifies most records is
// found from the true links, and no other distance of the family finds more.
#include "lethe/algo/learnt/supervised_linkage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "lethe/algo/branch_and_cut/linkage_certificate.h"
#include "lethe/algo/branch_and_cut/linkage_mps.h"
#include "lethe/algo/learnt/learnt_parameters.h"
#include "lethe/algo/learnt/quadratic_form.h"
#include "lethe/algo/linkage/nearest_matrix.h"
#include "lethe/core/exact_sum.h"
#include "lethe/table/attack/learnt_linkage.h"
#include "lethe/table/attack/linkage/column_exposure.h"
#include "lethe/table/attack/linkage/linkage_proof.h"
#include "lethe/table/attack/linkage/linkage_words.h"
#include "lethe/table/attack/linkage/supervised_params.h"
#include "lethe/table/attack/supervised_linkage.h"

namespace lethe::attack {
namespace {

// The matrix of a free form, made positive definite: a repair, which may cost links. Whatever was
// proven of the free forms bounds the definite ones, too.
struct Repair {
    std::int64_t before = 0;  // links of the free form
    double moved = 0;         // the length of the change, relative to the matrix
    bool needed = false;
};

Repair project_parameters(const SupervisedLinkageParams& params, const AlignedRecords& records,
                          MaxSatisfied& search, DistanceModel& model) {
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

// How large the optimisation problem is that the search solves.
Json program_json(const ProgramSize& size) {
    Json json = {{"parameters", size.parameters},
                 {"binaries", size.binaries},
                 {"pairs", size.pairs},
                 {"family", size.family < 0 ? Json() : Json(size.family)},
                 {"rows", size.rows() < 0 ? Json() : Json(size.rows())}};
    if (size.published > 0) json["published"] = size.published;
    return json;
}

SearchLimits limits_of(const SupervisedLinkageParams& params) {
    SearchLimits limits{.seconds = params.seconds, .gap = params.gap};
    if (params.work > 0) limits.work = static_cast<std::int64_t>(1e6 * std::min(params.work, 1e12));
    return limits;
}

// What the search found, checked: the counts that may be told. Conflicts that the bound does not
// rest on are dropped.
struct Checked {
    LinkCounts counts;
    std::int64_t links = 0;  // people nearest to their own record (or one equal to it), alone
    std::int64_t bound = 0;
    bool optimal = false;
};

Checked check_supervised_linkage(const Context& context, const SupervisedLinkageParams& params,
                                 const DistanceModel& model, const LinkSample& sample,
                                 MaxSatisfied& search, Json& details) {
    const AlignedRecords records = sample.records();
    Checked checked{count_links(context, model, sample, search.parameters), 0, search.bound, false};
    if (params.verify == Verify::none) {
        const auto found = satisfied_blocks(context, model, records, search.parameters);
        checked.links = std::count(found.begin(), found.end(), true);
        checked.optimal = search.optimal && checked.links == search.bound;
        return checked;
    }
    const LinkageCertificate certificate =
        check_linkage(context, model, records, search, params.seconds);
    details["verified"] = {{"links", certificate.links},
                           {"bound", certificate.bound},
                           {"conflicts", certificate.conflicts},
                           {"rejected", certificate.rejected},
                           {"proven", certificate.proven}};
    checked.links = certificate.links;
    if (params.equal_rows == EqualRows::lost) {
        checked.counts.strict = certificate.links;
        checked.counts.lax = std::max(checked.counts.lax, certificate.links);
    }
    checked.bound = certificate.bound;
    checked.optimal = certificate.proven && params.variant != Variant::psd_projection;
    std::vector<Conflict> basis;
    for (const std::size_t place : certificate.basis) {
        basis.push_back(std::move(search.conflicts[place]));
    }
    search.conflicts = std::move(basis);
    return checked;
}

// What `links` people can be worth at most: each is found with the chance of a guess among equals.
double worth_of(const LinkSample& sample, std::int64_t links) {
    std::vector<double> chances;
    for (const std::int64_t equals : sample.equals) {
        chances.push_back(1.0 / static_cast<double>(equals));
    }
    std::ranges::sort(chances, std::greater<>());
    ExactSum sum;
    for (std::int64_t place = 0; place < std::min(links, std::ssize(chances)); ++place) {
        sum.add(chances[static_cast<std::size_t>(place)]);
    }
    return sum.value();
}

// With training records the value is what is found among the others; without, where people were
// drawn, others tell what the distance is worth on those that it was not learnt from. The best
// distance of the family for all people finds no less than this one, and no more than the bound.
void test_on_others(const AssessInput& input, const LinkSamples& samples,
                    const DistanceModel& model, const MaxSatisfied& search, const Checked& checked,
                    Measurement& result) {
    const std::int64_t people = samples.test.people();
    if (people == 0) return;
    const LinkCounts tested = count_links(input.context, model, samples.test, search.parameters);
    if (samples.training) {
        Json training;
        for (const char* key : {"strict", "lax", "expected", "records"}) {
            training[key] = result.details[key];
        }
        result.details["training"] = std::move(training);
        result.details["test"] = link_figures(tested, people);
        result.value = percent(tested.expected, static_cast<double>(people));
        if (samples.test_sampled) result.interval = share_interval(tested.expected, people);
        return;
    }
    result.details["others"] = link_figures(tested, people);
    const double most = std::max(checked.counts.expected, worth_of(samples.learn, checked.bound));
    const std::array<double, 2> above = share_interval(most, samples.learn.people());
    const std::array<double, 2> below = share_interval(tested.expected, people);
    result.interval = {std::min(below[0], result.value), std::max(above[1], result.value)};
}

void tell_limits(const SupervisedLinkageParams& params, const LinkSamples& samples,
                 std::int64_t released, const Checked& checked, bool repaired,
                 std::vector<std::string>& warnings) {
    const std::int64_t people = samples.learn.people();
    if (samples.sampled) {
        warnings.push_back(fmt::format(
            "{} of {} people were drawn at random; each was looked for in all {} released records. "
            "What is proven is proven of those drawn",
            people, samples.people, released));
    }
    if (!checked.optimal && !repaired) {
        const std::string limit =
            params.work > 0 ? "the limit of work" : fmt::format("{} s", params.seconds);
        warnings.push_back(
            fmt::format("not proven largest within {}: at least {} and at most {} of {} records",
                        limit, checked.links, checked.bound, people));
    }
}

Measurement assess_supervised_linkage(const AssessInput& given,
                                      const SupervisedLinkageParams& params) {
    DistanceModel model = learnt_model_of(params);
    check_tables(given);
    Measurement result;
    const AssessInput input = model.bilinear() ? numbers_only(given, result.warnings) : given;
    if (released_people(input).empty() || input.masked.rows() == 0) {
        result.warnings.push_back("there is no record to link: the value is 0");
        result.details = link_figures({}, 0);
        return result;
    }
    set_parts(model, params, input.columns);
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
    check_model(model, records);

    SupervisedLinkage learnt = supervised_linkage(input.context, model, records, limits_of(params));
    MaxSatisfied& search = learnt.search;
    std::optional<Repair> repair;
    if (params.variant == Variant::psd_projection)
        repair = project_parameters(params, records, search, model);
    if (params.null_weights == NullWeights::forbidden) {
        search.parameters = inner_parameters(input.context, model, records, search.parameters);
    }
    search.parameters = normalised(model, search.parameters, records.attributes);

    Json verified = Json::object();
    const std::size_t conflicts = search.conflicts.size();
    const Checked checked =
        check_supervised_linkage(input.context, params, model, samples.learn, search, verified);
    result.details = link_figures(checked.counts, records.rows);
    Json& details = result.details;
    details["links"] = checked.links;
    details["bound"] = checked.bound;
    details["optimal"] = checked.optimal;
    details["seconds"] = search.statistics.seconds;
    details["operator"] = name(model.family);
    details["impossible"] = search.statistics.never;
    details["indistinguishable"] = indistinguishable(samples.learn);
    details["conflicts"] = conflicts;
    details["sampled"] = samples.sampled;
    details["people"] = samples.people;
    details["candidates"] = crowd.size();
    details["columns"] = input.columns;
    details["program"] = program_json(program_size(model, records));
    details.update(verified);
    if (params.null_weights == NullWeights::forbidden) {
        details["least_weight"] = least_increment(model, search.parameters, records.attributes);
    }
    if (repair) tell_repair(result, *repair, checked.links);
    describe_parameters(result.about_original, model, search.parameters, input.columns);
    describe_properties(details, input, model, records, search.parameters);
    if (model.family == DistanceFamily::weighted_mean) {
        describe_ranges(result.about_original, learnt.ranges, input.columns);
    }
    if (params.exposure > 0) {
        describe_exposure(
            result.about_original,
            column_exposure(input.context, samples.learn, input.columns, input.random.part(2),
                            static_cast<std::int64_t>(1e6 * std::min(params.exposure, 1e9))));
    }
    result.value = percent(checked.counts.expected, static_cast<double>(records.rows));
    test_on_others(input, samples, model, search, checked, result);
    tell_limits(params, samples, crowd.size(), checked, repair.has_value(), result.warnings);
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
        result.private_details["certificate"] =
            linkage_proof(model, input.columns, samples.learn, search, checked.links, checked.bound,
                          checked.optimal);
    }
    return result;
}

}  // namespace

void write_supervised_program(std::ostream& out, const AssessInput& given, const Json& parameters) {
    Problems problems;
    const SupervisedLinkageParams params =
        supervised_linkage_schema().bind(parameters, {}, problems);
    throw_if_any(std::move(problems));
    DistanceModel model = learnt_model_of(params);
    check_tables(given);
    std::vector<std::string> warnings;
    const AssessInput input = model.bilinear() ? numbers_only(given, warnings) : given;
    set_parts(model, params, input.columns);
    const LinkSamples samples = link_samples(input, LinkageCrowd(input), params.max_records,
                                             params.equal_rows == EqualRows::lost);
    const AlignedRecords records = samples.learn.records();
    const std::int64_t rows = std::int64_t{records.rows} * (records.competitors() - 1);
    if (rows > kMostProgramRecords * kMostProgramRecords) {
        throw Error(ErrorKind::usage,
                    fmt::format("the program of {} records among {} has {} rows; at most {} are "
                                "written: set max_records",
                                records.rows, records.competitors(), rows,
                                kMostProgramRecords * kMostProgramRecords));
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
                "of columns, or a matrix) under which most people are nearest to their own masked "
                "record, and proves that no other parameters of the family find more. It is the "
                "worst case: an attacker who chooses the distance blindly finds fewer. Of many "
                "people some are drawn at random (`max_records`), each is looked for in the whole "
                "release, and the interval says where the figure for all people lies; the proof is "
                "about those drawn. The value is `expected`: a guess among records that are "
                "equally "
                "near counts as its chance. `strict` counts people found without a tie; `bound` is "
                "proven: no attacker of this family links more of them; `optimal` says that the "
                "bound is reached. A released record with equals (`indistinguishable`) is lost to "
                "every distance, unless `equal_rows` lets the intruder guess among them. With "
                "training records the distance is learnt on them alone, and the value is what it "
                "finds among the others. Beware: a rich family (choquet, bilinear) learns the "
                "training records by heart; compare `training` with `test`. Categories count by "
                "their steps or by whether they are equal; a form takes numbers alone. "
                "`properties` says whether the learnt distance is a metric. The variant "
                "psd-projection repairs the best free matrix instead of finding the best "
                "semi-definite one (psd), as published; it proves nothing. The learnt parameters "
                "repeat the attack, so a published report leaves them out.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::mean,
            .properties = {Property::random, Property::pairwise},
            .cites = {"abril2014privacy", "abril2015supervised", "higham2002computing"},
            .example = {{"operator", "weighted-mean"}},
            .in_words = "The worst case, which only the owner of the data can compute: from the "
                        "true pairs it finds the distance that finds most people. No intruder who "
                        "compares records by a distance of this kind finds more than the bound.",
            .scale = Scale::people,
            .reading = read_best_linkage,
            .details = learnt_details({{"weights", "weight", false, "column"}}),
            .purposes = {Purpose::best_linkage, Purpose::lattice},
            .finds_people = true,
            .knows = "the true links, from which the best weights of the columns follow: the worst "
                     "case, which the owner alone can compute",
            .assessed_with = {{{"operator", "weighted-mean"},
                               {"equal_rows", "guessed"},
                               {"max_records", 500},
                               {"pairs", 15},
                               {"work", 400},
                               {"verify", "none"},
                               {"exposure", 0},
                               {"seconds", 1e6}}}},
        supervised_linkage_schema(), assess_supervised_linkage);
}

}  // namespace lethe::attack
