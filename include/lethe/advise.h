// A first look at a table, and the search for a policy that meets constraints and loses least.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/context.h"
#include "lethe/table.h"

namespace lethe::api {

struct Inspection {
    std::string policy;  // TOML to begin with: a line a column, with the reason for its role
    std::string json;    // what each column is, who is unique by which of them
};

// `name`: what the table is called in texts. No value of the data is in the result.
Inspection inspect(const Table& table, const std::string& name = "data.csv",
                   const Context& context = {});

struct AdviseOptions {
    std::string policy;  // what the columns are; its steps do not count. Empty: a guess
    std::string folder;
    // What is not set is as the policy's [verdict] asks, or k = 5 and 10 percent.
    std::optional<std::int64_t> k;   // people behind every combination of known values
    std::optional<std::int64_t> l;   // different confidential values in every class
    std::optional<double> t;         // closeness of a class's confidential values to those of all
    std::optional<double> max_risk;  // percent of the people that the worst attack may find
    std::vector<std::string> exact;  // columns that must stay as they are
    std::uint64_t seed = 1;
};

struct AdvisedPolicy {
    std::string title;  // "recommended", "safer", ...
    std::string why;
    std::string policy;  // TOML, for ProtectOptions
    double risk = 0;     // percent of the people that the worst attack finds
    double loss = 0;
};

struct Advice {
    std::optional<AdvisedPolicy> recommended;  // none: nothing that was tried is acceptable
    std::vector<AdvisedPolicy> alternatives;
    std::vector<std::string> notes;
    bool stopped = false;  // a stop was asked for: what was found so far
    std::string json;      // all that was tried
};

Advice advise(const Table& table, const AdviseOptions& options = {}, const Context& context = {});

}  // namespace lethe::api
