// Any bytes are a policy, a list of problems with places, or an error of usage, for every kind of
// data; and a policy without problems is written and read again as the same.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/release/any_policy.h"

namespace lethe::fuzz::policies {

using lethe::DataKind;

void read_as(std::string_view text, std::optional<DataKind> data) {
    lethe::Problems problems;
    lethe::release::AnyPolicy policy;
    try {
        policy = lethe::release::parse_any_policy(text, "fuzz", data, problems);
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::usage) std::abort();
        return;
    }
    for (const lethe::Problem& problem : problems) {
        if (problem.message.empty() || problem.place.line < 1) std::abort();
    }
    if (!problems.empty()) return;
    const std::string first = lethe::release::policy_text(policy);
    const auto again = lethe::release::parse_any_policy(first, "fuzz", kind_of(policy), problems);
    if (!problems.empty() || lethe::release::policy_text(again) != first) std::abort();
}

void run(std::string_view bytes) {
    read_as(bytes, std::nullopt);
    for (const DataKind kind :
         {DataKind::table, DataKind::documents, DataKind::vectors, DataKind::graph}) {
        read_as(bytes, kind);
    }
}

}  // namespace lethe::fuzz::policies
