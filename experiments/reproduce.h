// Published experiments, run again: published figures beside obtained ones.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"

namespace lethe {

struct ReproduceOptions {
    std::string data;  // folder with casc/Census.csv
    std::int64_t samples =
        0;  // random samples a figure is averaged over; 0: as the experiment says
    std::uint64_t seed = 1;
    double seconds = 60;            // time limit of each distance that is learnt
    std::vector<std::string> only;  // the published files to run; empty: all
    std::string state;              // where a long run keeps what is done; empty: nowhere
};

struct Experiment {
    std::string_view name;
    std::string_view title;
    std::string_view source;                               // where it was published
    Json (*run)(const ReproduceOptions&, const Context&);  // see reproduce()
    std::int64_t samples = 10;                             // unless the options say otherwise
    bool has_files = false;    // runs on files that have names: takes `only`
    bool keeps_state = false;  // takes hours: takes `state`, and is not run with all the others
};

const std::vector<Experiment>& experiments();
const Experiment& find_experiment(std::string_view name);  // Error(usage), with "did you mean"

// {"kind": "reproduction", "name", "title", "source", "samples", "seed", "seconds"} and what the
// experiment returned, which is either the rows of one table of linked shares in percent,
//
//     [{"setting", "published", "lax", "strict", "expected", "sd", "se", ...}]
//
// kept as "rows", or an object of
//
//     "tables": [{"title", "columns": [{"key", "head", "digits"}], "rows": [{key: value}]}]
//     "charts": [{"title", "x", "y", "lines": [{"name", "points": [[x, y]]}],
//                 "bands": [{"name", "low", "high"}], "top"}]     for a page; see
//                 report/draw/line_chart
//     "claims": [{"statement", "holds", "of"}]     what the source says, and at how many
//                 settings it holds; a run with the usual seed, samples and seconds is held to what
//                 is recorded (experiments/outcomes.h) and has "recorded" and "because" as well
//     "checks": [{"what", "holds"}]     what must be true whatever the sample
//     "notes": [text]                   how the figures are to be read
//
// Error(usage) for options that the experiment does not take.
Json reproduce(const Experiment& experiment, const ReproduceOptions& options,
               const Context& context);

// What does not hold, over all checks of a reproduction.
std::vector<std::string> failed_checks(const Json& reproduction);

}  // namespace lethe
