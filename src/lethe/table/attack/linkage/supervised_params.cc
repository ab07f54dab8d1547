#include "lethe/table/attack/linkage/supervised_params.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "lethe/core/error.h"

namespace lethe::attack {

Schema<SupervisedLinkageParams> supervised_linkage_schema() {
    const auto family =
        Schema<SupervisedLinkageParams>()
            .choice("operator", &SupervisedLinkageParams::op,
                    "the family of distances that the attacker may choose from",
                    {{"weighted-mean", Operator::weighted_mean},
                     {"owa", Operator::owa},
                     {"choquet", Operator::choquet},
                     {"bilinear", Operator::bilinear}})
            .choice("variant", &SupervisedLinkageParams::variant,
                    "a restriction of the family: submodular, k-additive, belief, partition or "
                    "symmetric for choquet; non-negative, psd or psd-projection for bilinear",
                    {{"free", Variant::free},
                     {"submodular", Variant::submodular},
                     {"k-additive", Variant::k_additive},
                     {"belief", Variant::belief},
                     {"partition", Variant::partition},
                     {"symmetric", Variant::symmetric},
                     {"non-negative", Variant::non_negative},
                     {"psd", Variant::psd},
                     {"psd-projection", Variant::psd_projection}})
            .field("additivity", &SupervisedLinkageParams::additivity,
                   "the k of the k-additive variant", at_least(1))
            .field("partition", &SupervisedLinkageParams::partition,
                   "of the partition variant: groups of columns whose measure is free inside and "
                   "additive between them; a column that is in none is a group of its own")
            .choice(
                "null_weights", &SupervisedLinkageParams::null_weights,
                "forbidden: weights above 0, a strictly monotone measure, a definite matrix; the "
                "optimum is the same",
                {{"allowed", NullWeights::allowed}, {"forbidden", NullWeights::forbidden}})
            .choice(
                "projection", &SupervisedLinkageParams::projection,
                "what psd-projection replaces the free matrix by: the nearest semi-definite matrix "
                "or, with a mean of 1 on its diagonal, the nearest correlation matrix",
                {{"nearest", Projection::nearest}, {"correlation", Projection::correlation}});
    return with_equal_rows(family, &SupervisedLinkageParams::equal_rows)
        .field(
            "seconds", &SupervisedLinkageParams::seconds,
            "time limit; the best distance and the proven bound so far are reported; a rich family "
            "that ends without proof is given as much again for the weighted mean inside it, so "
            "that it is not below that",
            above(0))
        .field("work", &SupervisedLinkageParams::work,
               "limit in millions of multiplications, which ends at the same place on every "
               "machine; 0: none",
               at_least(0))
        .field("gap", &SupervisedLinkageParams::gap,
               "stop when the bound is at most so many records above the links", at_least(0))
        .choice("verify", &SupervisedLinkageParams::verify,
                "check links and bound again in exact arithmetic",
                {{"none", Verify::none}, {"exact", Verify::exact}})
        .field("max_records", &SupervisedLinkageParams::max_records,
               "of more people so many are drawn at random, each looked for in the whole release",
               at_least(2))
        .field("pairs", &SupervisedLinkageParams::pairs,
               "fewer where the release is large: at most so many millions of a person and a "
               "different released record, but at least 50 people; 0: no such limit",
               at_least(0))
        .field("exposure", &SupervisedLinkageParams::exposure,
               "work on the question which columns give people away, in millions of compared "
               "values; 0: it is not asked",
               at_least(0))
        .field("records", &SupervisedLinkageParams::records,
               "list the records found in the private results")
        .field("certificate", &SupervisedLinkageParams::certificate,
               "keep the certificate, for lethe verify, in the private results");
}

DistanceModel learnt_model_of(const SupervisedLinkageParams& params) {
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
        {Operator::choquet, Variant::partition, DistanceFamily::choquet_partition},
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
                    "this operator has no such variant; allowed are submodular, k-additive, "
                    "belief, partition and symmetric for choquet, non-negative, psd and "
                    "psd-projection for bilinear",
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
    if (params.variant != Variant::partition && !params.partition.empty()) {
        throw Error(ErrorKind::usage, "goes with the variant partition of choquet",
                    {{}, 0, 0, "partition"});
    }
    return {row->family, static_cast<int>(params.additivity)};
}

void set_parts(DistanceModel& model, const SupervisedLinkageParams& params,
               const std::vector<std::string>& columns) {
    if (params.variant != Variant::partition) return;
    if (columns.size() > static_cast<std::size_t>(kMostPairAttributes))
        return;  // check_model tells
    Problems problems;
    const auto problem = [&](std::string what) {
        problems.push_back({std::move(what), {{}, 0, 0, "partition"}, ErrorKind::usage});
    };
    std::uint32_t covered = 0;
    for (const std::vector<std::string>& group : params.partition) {
        std::uint32_t part = 0;
        for (const std::string& name : group) {
            const auto place = std::ranges::find(columns, name) - columns.begin();
            if (place == std::ssize(columns)) {
                problem(fmt::format("names \"{}\", which is not among the columns attacked", name));
                continue;
            }
            const std::uint32_t bit = 1U << place;
            if (((covered | part) & bit) != 0) problem(fmt::format("names \"{}\" twice", name));
            part |= bit;
        }
        covered |= part;
        if (part != 0) model.parts.push_back(part);
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
    for (std::size_t l = 0; l < columns.size(); ++l) {
        if ((covered >> l & 1U) == 0) model.parts.push_back(1U << l);
    }
}

}  // namespace lethe::attack
