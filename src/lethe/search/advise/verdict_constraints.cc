#include "lethe/search/advise/verdict_constraints.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lethe/release/policy.h"

namespace lethe::search {
namespace {

// Numbers both: -1 where nothing was said or is asked, which no constraint can be.
double number_of(const auto& given) { return given ? static_cast<double>(*given) : -1.0; }

// What counts of one constraint: what is said, then what is asked; -1: neither. Where `sign` times
// the first is below the second, it asks for less.
double settled(const char* name, double said, double asked, int sign,
               std::vector<std::string>& taken, std::vector<std::string>& notes) {
    if (said < 0 && asked >= 0) taken.push_back(fmt::format("{} = {}", name, asked));
    if (said >= 0 && asked >= 0 && sign * said < sign * asked) {
        notes.push_back(
            fmt::format("note: {0} = {1} asks for less than [verdict] of the policy, which has "
                        "{0} = {2}: a release by this advice may not meet it",
                        name, said, asked));
    }
    return said >= 0 ? said : asked;
}

}  // namespace

void set_constraints(const AskedConstraints& said, const Json& verdict, bool confidential,
                     AdviseOptions& options, std::vector<std::string>& notes) {
    release::Thresholds asked;
    if (!verdict.empty()) asked = release::verdict_profile(verdict).thresholds;
    double least = number_of(asked.k);
    if (number_of(asked.max_record_risk) > 0) {
        least =
            std::max(least, static_cast<double>(release::class_size_for(*asked.max_record_risk)));
    }
    double different = confidential ? std::ceil(number_of(asked.l)) : -1;
    if (different < 2) different = -1;
    std::vector<std::string> taken;
    const double k = settled("k", number_of(said.k), least, 1, taken, notes);
    const double risk =
        settled("max_risk", number_of(said.max_risk), number_of(asked.max_found), -1, taken, notes);
    const double l = settled("l", number_of(said.l), different, 1, taken, notes);
    const double t =
        settled("t", number_of(said.t), confidential ? number_of(asked.t) : -1, -1, taken, notes);
    if (k >= 0) options.k = static_cast<std::int64_t>(k);
    if (risk >= 0) options.max_risk = risk;
    if (l >= 0) options.l = static_cast<std::int64_t>(l);
    if (t >= 0) options.t = t;
    if (!taken.empty()) {
        notes.push_back(
            fmt::format("note: {}, as [verdict] of the policy asks", fmt::join(taken, ", ")));
    }
}

}  // namespace lethe::search
