// The overall disclosure risk: linkage and interval disclosure in one figure.
#include <algorithm>
#include <optional>
#include <string>

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/table/attack/combined_risk.h"
#include "lethe/table/attack/interval_settings.h"
#include "lethe/table/attack/linkage/linkage_space.h"
#include "lethe/table/attack/linkage/probabilistic_settings.h"

namespace lethe::attack {
namespace {

struct DisclosureRiskParams : ProbabilisticSettings, IntervalSettings {
    DisclosureRiskParams() = default;

    Distance distance = Distance::standardised;
};

Schema<DisclosureRiskParams> disclosure_risk_schema() {
    const auto distance =
        Schema<DisclosureRiskParams>().choice("distance", &DisclosureRiskParams::distance,
                                              "of the distance-based linkage, between numbers",
                                              {{"standardised", Distance::standardised},
                                               {"mahalanobis", Distance::mahalanobis},
                                               {"raw", Distance::raw}});
    return with_interval_settings(with_probabilistic_settings(distance));
}

// The attack with those of the given parameters that it has.
Measurement run(const Method& method, const AssessInput& input, const Json& given) {
    Json parameters = Json::object();
    for (const Parameter& parameter : method.parameters) {
        if (given.contains(parameter.name)) parameters[parameter.name] = given[parameter.name];
    }
    Problems problems;
    const Json bound = method.bind(parameters, {}, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
    return method.assess(input, bound);
}

bool any_meaning(const AssessInput& input) {
    return std::any_of(input.columns.begin(), input.columns.end(), [&](const std::string& name) {
        return input.original.column(name).meaning() != nullptr;
    });
}

Measurement assess_disclosure_risk(const AssessInput& input, const DisclosureRiskParams& params) {
    const Json given = disclosure_risk_schema().dump(params);
    Measurement result;
    const auto part = [&](Purpose purpose) {
        const Method& method = method_for(purpose);
        Measurement measured = run(method, input, given);
        for (const std::string& warning : measured.warnings) {
            result.warnings.push_back(method.info.name + ": " + warning);
        }
        return measured;
    };
    const Measurement distance = part(Purpose::linkage);
    const Measurement probabilistic = part(Purpose::probabilistic_linkage);
    const Measurement interval = part(Purpose::interval_disclosure);
    std::optional<double> disclosed;
    if (interval.details.at("cells") > 0) disclosed = interval.value;
    result.value = combined_risk(distance.value, probabilistic.value, disclosed).value_or(0);
    result.knows = probabilistic.knows;
    Json& details = result.details;
    details["distance_linkage"] = distance.value;
    details["probabilistic_linkage"] = probabilistic.value;
    details["interval_disclosure"] = disclosed ? Json(*disclosed) : Json(nullptr);
    details["avrl"] = *average_linkage(distance.value, probabilistic.value);
    details["rl"] = details["avrl"];
    if (any_meaning(input)) details["srl"] = part(Purpose::linkage_by_meaning).value;
    details["sampled"] = probabilistic.details.at("sampled");
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
                "protection. Where nothing was at stake by intervals (categories that are released "
                "as they are, or have no order) DR is the linkage alone. `avrl` (or `rl`), the "
                "average record linkage, is the mean of the two linkages; `srl` is semantic "
                "linkage where columns "
                "have a meaning. The parameters are those of the three attacks. Use DR to compare "
                "methods on one table; for a decision look at its "
                "parts and at the worst attack, since a mean can hide that one attack finds "
                "everybody. Takes numbers, categories and tables of both.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::mean,
            .properties = {Property::random},
            .cites = {"domingo2001quantitative", "abril2014privacy"},
            .example = {{"distance", "standardised"}}},
        disclosure_risk_schema(), assess_disclosure_risk);
}

}  // namespace lethe::attack
