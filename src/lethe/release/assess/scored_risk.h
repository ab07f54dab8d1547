// What stands for the risk in a score: a rule over all attacks that were tried, or one attack of
// the catalogue alone, such as the linkage by labels of a published score.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/release/assess/measured_result.h"

namespace lethe::release {

// The most that any attack tried finds; the classical mixture of linkages and interval disclosure
// (DR); the mean of distance-based and probabilistic linkage (RL, the sources' AvRL); the best
// learnt distance (SRL); the mean over all attacks that find people.
enum class RiskRule { worst, dr, rl, srl, mean };
inline constexpr std::size_t kRiskRules = 5;
std::string_view name(RiskRule rule);

struct ScoredRisk {
    RiskRule rule = RiskRule::worst;
    std::string attack = {};  // where one is named, in place of the rule

    std::string_view name() const;
};

// Names of the rules, and of the attacks on tables that can stand alone: whose value is a share of
// people or of values, and that need no parameter.
const std::vector<std::string>& scored_risk_names();
ScoredRisk scored_risk_named(std::string_view name);  // Error(usage)

// In percent; nothing where no attack that is needed has a value. In DR and RL the better of
// distance-based and semantic linkage stands for linkage by distance. Of an attack that ran in
// several settings the worst counts, and of links that are guessed their chance, as in the headline
// (headline.h, also for `most`).
std::optional<double> risk_of(RiskRule rule, std::span<const MethodResult> attacks,
                              std::optional<double> most = std::nullopt);
std::optional<double> risk_of(const ScoredRisk& risk, std::span<const MethodResult> attacks,
                              std::optional<double> most = std::nullopt);

}  // namespace lethe::release
