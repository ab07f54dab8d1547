#include "experiments/outcomes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "experiments/support.h"

namespace lethe::reproduction {
namespace {

// In the order in which a run prints them.
constexpr RecordedOutcome kRecorded[] = {
#include "experiments/outcomes.def"
};

// Its statements are counted and shown; their outcomes have not all been recorded.
bool is_open(std::span<const RecordedOutcome> recorded, std::string_view experiment) {
    return std::ranges::any_of(recorded, [&](const RecordedOutcome& one) {
        return one.experiment == experiment && one.statement.empty();
    });
}

std::string at_of(std::int64_t holds, std::int64_t of) {
    return fmt::format("{} of {}", holds, of);
}

}  // namespace

std::span<const RecordedOutcome> recorded_outcomes() { return kRecorded; }

void hold_to_recorded(std::span<const RecordedOutcome> recorded, std::string_view experiment,
                      Json& claims, Json& checks) {
    std::set<std::string_view> met;
    for (Json& claim : claims) {
        const auto statement = claim["statement"].get<std::string>();
        const auto holds = claim["holds"].get<std::int64_t>();
        const auto of = claim["of"].get<std::int64_t>();
        const auto found = std::ranges::find_if(recorded, [&](const RecordedOutcome& one) {
            return one.experiment == experiment && one.statement == statement;
        });
        if (found == recorded.end()) {
            claim["recorded"] = nullptr;
            if (is_open(recorded, experiment)) continue;
            add_check(
                checks,
                fmt::format("an outcome is recorded of: {} (now {})", statement, at_of(holds, of)),
                false);
            continue;
        }
        met.insert(found->statement);
        claim["recorded"] = at_of(found->holds, found->of);
        claim["because"] = std::string(found->because);
        add_check(checks,
                  fmt::format("as recorded, at {}: {} (now {})", at_of(found->holds, found->of),
                              statement, at_of(holds, of)),
                  found->holds == holds && found->of == of);
    }
    for (const RecordedOutcome& one : recorded) {
        if (one.experiment != experiment || one.statement.empty() || met.contains(one.statement)) {
            continue;
        }
        add_check(checks, fmt::format("what is recorded is looked at: {}", one.statement), false);
    }
}

void hold_to_recorded(std::string_view experiment, Json& claims, Json& checks) {
    hold_to_recorded(recorded_outcomes(), experiment, claims, checks);
}

}  // namespace lethe::reproduction
