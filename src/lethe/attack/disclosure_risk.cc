// The overall disclosure risk: linkage and interval disclosure in one figure.
#include <optional>
#include <string>

#include "lethe/attack/combined_risk.h"
#include "lethe/attack/linkage_space.h"
#include "lethe/attack/pair_patterns.h"
#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"

namespace lethe::attack {
namespace {

struct Params {
    Distance distance = Distance::standardised;
    LinkRule rule = LinkRule::assignment;
    std::int64_t max_records = 2000;
    std::vector<double> p = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
};

Schema<Params> schema() {
    Range share = between(0, 100);
    share.least_excluded = true;
    return Schema<Params>()
        .choice("distance", &Params::distance, "of the distance-based linkage, between numbers",
                {{"standardised", Distance::standardised},
                 {"mahalanobis", Distance::mahalanobis},
                 {"raw", Distance::raw}})
        .choice("rule", &Params::rule, "of the probabilistic linkage",
                {{"assignment", LinkRule::assignment}, {"heaviest", LinkRule::heaviest}})
        .field("max_records", &Params::max_records,
               "of the probabilistic linkage: larger tables are sampled", at_least(2))
        .field("p", &Params::p, "widths of the intervals, in percent of the records", share);
}

Measurement run(const std::string& name, const AssessInput& input, const Json& parameters) {
    const Method& method = find_method(name, Family::attack);
    Problems problems;
    const Json bound = method.bind(parameters, {}, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
    return method.assess(input, bound);
}

Measurement assess(const AssessInput& input, const Params& params) {
    const Json given = schema().dump(params);
    Measurement result;
    const auto part = [&](const std::string& name, const Json& parameters) {
        Measurement measured = run(name, input, parameters);
        for (const std::string& warning : measured.warnings) {
            result.warnings.push_back(name + ": " + warning);
        }
        return measured;
    };
    const Measurement distance = part("distance-linkage", {{"distance", given["distance"]}});
    const Measurement probabilistic = part(
        "probabilistic-linkage", {{"rule", given["rule"]}, {"max_records", params.max_records}});
    const Measurement interval = part("interval-disclosure", {{"p", params.p}});
    result.value = combined_risk(distance.value, probabilistic.value, interval.value).value_or(0);
    result.details["distance_linkage"] = distance.value;
    result.details["probabilistic_linkage"] = probabilistic.value;
    result.details["interval_disclosure"] = interval.value;
    result.details["sampled"] = probabilistic.details.at("sampled");
    return result;
}

}  // namespace

Method disclosure_risk() {
    return make_attack(
        MethodInfo{
            .name = "disclosure-risk",
            .title = "Disclosure risk (DR)",
            .summary = "Mean of record linkage and interval disclosure, in one figure.",
            .description =
                "DR = ((distance-based linkage + probabilistic linkage) / 2 + interval disclosure) "
                "/ 2, in percent: the risk half of the classical score of masking methods, in the "
                "worst case of an intruder who holds the whole original. A small value means good "
                "protection. Use it to compare methods on one table; for a decision look at its "
                "parts and at the worst attack, since a mean can hide that one attack finds "
                "everybody. Takes numbers, categories and tables of both.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::mean,
            .properties = {Property::random},
            .cites = {"domingo2001quantitative", "abril2014privacy"},
            .example = {{"distance", "standardised"}}},
        schema(), assess);
}

}  // namespace lethe::attack
