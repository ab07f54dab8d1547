#include "lethe/release/assess/scored_risk.h"

#include <algorithm>
#include <array>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/assess/headline.h"
#include "lethe/table/attack/combined_risk.h"

namespace lethe::release {
namespace {

using Results = std::span<const MethodResult>;

constexpr std::array<std::string_view, kRiskRules> kRiskRuleNames{"worst", "dr", "rl", "srl",
                                                                  "mean"};

bool stands_alone(const Method& attack) {
    const Scale scale = attack.info.scale;
    if (scale != Scale::people && scale != Scale::values && scale != Scale::unique) return false;
    Problems problems;
    attack.bind(Json::object(), {}, problems);
    return problems.empty();
}

// Of interval disclosure; nothing where no value was at stake.
std::optional<double> interval_risk(Results results) {
    const std::string& name = method_for(Purpose::interval_disclosure).info.name;
    for (const MethodResult& result : results) {
        if (result.name != name || !result.value) continue;
        if (result.details.value("cells", std::int64_t{1}) == 0) return std::nullopt;
        return result.value;
    }
    return std::nullopt;
}

// Of a method that ran in several settings.
std::optional<double> largest_of(Results results, std::string_view name) {
    std::optional<double> largest;
    for (const MethodResult& result : results) {
        if (result.name == name && result.value) largest = std::max(largest, result.value);
    }
    return largest;
}

std::optional<double> largest_of(Results results, Purpose purpose) {
    return largest_of(results, method_for(purpose).info.name);
}

}  // namespace

std::string_view name(RiskRule rule) { return kRiskRuleNames[static_cast<std::size_t>(rule)]; }

std::string_view ScoredRisk::name() const { return attack.empty() ? release::name(rule) : attack; }

const std::vector<std::string>& scored_risk_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all(kRiskRuleNames.begin(), kRiskRuleNames.end());
        for (const Method* attack : methods_of(Family::attack)) {
            if (stands_alone(*attack)) all.push_back(attack->info.name);
        }
        return all;
    }();
    return names;
}

ScoredRisk scored_risk_named(std::string_view name) {
    const auto rule = std::ranges::find(kRiskRuleNames, name);
    if (rule != kRiskRuleNames.end()) {
        return {static_cast<RiskRule>(rule - kRiskRuleNames.begin()), {}};
    }
    const std::vector<std::string>& names = scored_risk_names();
    if (std::ranges::find(names, name) == names.end()) {
        throw Error(ErrorKind::usage,
                    unknown_name("rule of risk or attack", std::string(name), names));
    }
    return {RiskRule::worst, std::string(name)};
}

std::optional<double> risk_of(RiskRule rule, Results attacks, std::optional<double> most) {
    const auto distance = std::max(largest_of(attacks, Purpose::linkage),
                                   largest_of(attacks, Purpose::linkage_by_meaning));
    const auto probabilistic = largest_of(attacks, Purpose::probabilistic_linkage);
    switch (rule) {
        case RiskRule::worst:
            if (const auto worst = headline_of(attacks, most)) return worst->found;
            return std::nullopt;
        case RiskRule::dr:
            return attack::combined_risk(distance, probabilistic, interval_risk(attacks));
        case RiskRule::rl:
            return attack::combined_risk(distance, probabilistic, std::nullopt);
        case RiskRule::srl:
            return largest_of(attacks, Purpose::best_linkage);
        case RiskRule::mean:
            break;
    }
    double sum = 0;
    std::int64_t count = 0;
    for (const MethodResult& attack : attacks) {
        if (const auto found = share_found(attack)) {
            sum += *found;
            ++count;
        }
    }
    if (count == 0) return std::nullopt;
    return sum / static_cast<double>(count);
}

std::optional<double> risk_of(const ScoredRisk& risk, Results attacks, std::optional<double> most) {
    if (risk.attack.empty()) return risk_of(risk.rule, attacks, most);
    std::vector<MethodResult> alone;
    std::ranges::copy_if(attacks, std::back_inserter(alone),
                         [&](const MethodResult& result) { return result.name == risk.attack; });
    if (const auto found = headline_of(alone, most)) return found->found;
    return largest_of(alone, risk.attack);
}

}  // namespace lethe::release
