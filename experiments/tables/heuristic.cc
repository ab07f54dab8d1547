// The gradient heuristic beside the optimum: on the records that both learn from.
#include <fmt/format.h>

#include <array>

#include "experiments/experiments.h"
#include "experiments/files.h"
#include "experiments/support.h"
#include "experiments/tables/learnt.h"
#include "lethe/core/parallel.h"

namespace lethe::reproduction {
namespace {

constexpr std::int64_t kHeuristicRuns = 10;  // of the heuristic on each sample

struct PublishedFigure {
    double percent;
    std::string_view time;
};

struct PublishedFile {
    std::size_t place;  // among non_uniform_files()
    PublishedFigure am, ci, hrla;
};

constexpr std::array<PublishedFile, 2> kHeuristicFiles{
    {{1, {68.50, ""}, {93.75, "25 min"}, {91.75, "20 min"}},
     {3, {39.75, ""}, {91.25, "4.2 h"}, {86.75, "20 min"}}}};

// The source does not say how long a step is nor from which wrong records it learns.
struct HeuristicReading {
    std::string_view label, steps, learn;
};

constexpr std::array<HeuristicReading, 3> kHeuristicReadings{
    {{"HRLA", "constant", "nearest"},
     {"HRLA, all", "constant", "all"},
     {"HRLA, all, by error", "scaled", "all"}}};

struct HeuristicFigures {
    std::vector<Links> shares;
    std::vector<double> seconds;

    Json row(std::string_view distance, const PublishedFigure& published) const {
        const Spread strict = spread(shares, &Links::strict);
        Json result{{"distance", distance},
                    {"published", published.percent},
                    {"strict", strict.mean},
                    {"sd", json_of(strict.deviation())},
                    {"expected", spread(shares, &Links::expected).mean},
                    {"lax", spread(shares, &Links::lax).mean},
                    {"proven", nullptr},
                    {"seconds", nullptr},
                    {"published_time", nullptr}};
        if (!seconds.empty()) result["seconds"] = spread(seconds).mean;
        if (!published.time.empty()) result["published_time"] = published.time;
        return result;
    }
};

struct HeuristicOutcome {
    Links am;
    Learnt ci;
    std::array<HeuristicFigures, kHeuristicReadings.size()> hrla;  // over the runs
};

HeuristicOutcome heuristic_outcome_of(const FilePair& pair, const Random& random, double seconds,
                                      const Context& context) {
    HeuristicOutcome outcome;
    outcome.am = link(pair.original, pair.masked, "standardised", context);
    outcome.ci = learn("d2CI", pair.original, pair.masked, seconds, context);
    for (std::size_t r = 0; r < kHeuristicReadings.size(); ++r) {
        for (std::int64_t run = 0; run < kHeuristicRuns; ++run) {
            const Json details = learn_by_descent(pair.original, pair.masked,
                                                  random.part(static_cast<std::uint64_t>(run)),
                                                  {{"seconds", seconds},
                                                   {"steps", kHeuristicReadings[r].steps},
                                                   {"learn", kHeuristicReadings[r].learn}},
                                                  context);
            outcome.hrla[r].shares.push_back(links_of(details));
            outcome.hrla[r].seconds.push_back(details["seconds"]);
        }
    }
    return outcome;
}

void check_outcome(std::string_view file, std::size_t sample, const HeuristicOutcome& outcome,
                   Json& checks) {
    const double most =
        100.0 * static_cast<double>(outcome.ci.bound) / static_cast<double>(outcome.ci.records);
    for (std::size_t r = 0; r < kHeuristicReadings.size(); ++r) {
        bool above = true, below = true;
        for (const Links& links : outcome.hrla[r].shares) {
            above = above && links.strict >= outcome.am.strict;
            below = below && links.strict <= most;
        }
        const std::string what =
            fmt::format("{}, sample {}: {}", file, sample + 1, kHeuristicReadings[r].label);
        add_check(checks, what + " >= d2AM", above);
        add_check(checks, what + " <= the bound of d2CI", below);
    }
}

Json rows_of(const PublishedFile& file, const std::vector<HeuristicOutcome>& samples,
             Json& checks) {
    const std::string_view name = non_uniform_files()[file.place].name;
    HeuristicFigures am, ci;
    std::array<HeuristicFigures, kHeuristicReadings.size()> hrla;
    std::int64_t proven = 0;
    for (std::size_t s = 0; s < samples.size(); ++s) {
        const HeuristicOutcome& outcome = samples[s];
        am.shares.push_back(outcome.am);
        ci.shares.push_back(outcome.ci.share);
        ci.seconds.push_back(outcome.ci.seconds);
        proven += outcome.ci.proven ? 1 : 0;
        for (std::size_t r = 0; r < kHeuristicReadings.size(); ++r) {
            const HeuristicFigures& runs = outcome.hrla[r];
            hrla[r].shares.insert(hrla[r].shares.end(), runs.shares.begin(), runs.shares.end());
            hrla[r].seconds.insert(hrla[r].seconds.end(), runs.seconds.begin(), runs.seconds.end());
        }
        check_outcome(name, s, outcome, checks);
    }
    Json rows{am.row("d2AM", file.am), ci.row("d2CI", file.ci)};
    rows.back()["proven"] = fmt::format("{} of {}", proven, samples.size());
    for (std::size_t r = 0; r < kHeuristicReadings.size(); ++r) {
        rows.push_back(hrla[r].row(kHeuristicReadings[r].label, file.hrla));
    }
    return rows;
}

Json heuristic(const ReproduceOptions& options, const Context& context) {
    const auto& files = non_uniform_files();
    std::vector<FileName> names;
    for (const PublishedFile& file : kHeuristicFiles)
        names.push_back({std::string(files[file.place].name)});
    const auto places = chosen_files(options, names);
    const auto samples = static_cast<std::size_t>(options.samples);
    std::vector<std::vector<HeuristicOutcome>> found(places.size(),
                                                     std::vector<HeuristicOutcome>(samples));
    const std::int64_t tasks = std::ssize(places) * options.samples;
    Progress progress(context, "learning distances", tasks);
    const Context inner = context.single();
    parallel_tasks(context, tasks, [&](std::int64_t task) {
        const auto index = static_cast<std::size_t>(task) / samples;
        const std::int64_t sample = task % options.samples;
        const FilePair pair =
            sampled_file(files[kHeuristicFiles[places[index]].place], options, sample, inner);
        found[index][static_cast<std::size_t>(sample)] =
            heuristic_outcome_of(pair, sample_random(options, sample), options.seconds, inner);
        progress.add();
    });
    const std::vector<Head> heads{{"distance", "distance"},       {"published", "published"},
                                  {"strict", "strict"},           {"sd", "sd"},
                                  {"expected", "expected"},       {"lax", "lax"},
                                  {"proven", "proven"},           {"seconds", "seconds", 3},
                                  {"published_time", "time then"}};
    Json tables = Json::array(), checks = Json::array(), claims = Json::array();
    Json by_file = Json::array();  // expected links of each distance
    for (std::size_t i = 0; i < places.size(); ++i) {
        const PublishedFile& file = kHeuristicFiles[places[i]];
        Json rows = rows_of(file, found[i], checks);
        by_file.emplace_back();
        for (const Json& row : rows) {
            by_file.back()[row["distance"].get<std::string>()] = row["expected"];
        }
        tables.push_back(
            table_of(fmt::format("{}, percent of records linked", files[file.place].name), heads,
                     std::move(rows)));
    }
    for (const HeuristicReading& reading : kHeuristicReadings) {
        add_order_claim(claims, fmt::format("{} links more than d2AM", reading.label), by_file,
                        reading.label, Order::above, "d2AM");
        add_order_claim(claims, fmt::format("d2CI links more than {}", reading.label), by_file,
                        "d2CI", Order::above, reading.label);
    }
    return {{"tables", std::move(tables)},
            {"claims", std::move(claims)},
            {"checks", std::move(checks)},
            {"notes",
             {fmt::format("{} runs of the heuristic on each sample, as in the source, which does "
                          "not say from which wrong records it learns nor how long its steps are: "
                          "from the nearest by constant steps (HRLA), from all that are nearer "
                          "than the true one (all), by steps in proportion to the error (by "
                          "error). Its 400 records are unknown.",
                          kHeuristicRuns)}}};
}

}  // namespace

std::vector<Experiment> heuristic_experiments() {
    return {{"heuristic", "The gradient heuristic HRLA beside the proven optimum",
             "Abril 2014, Table 5.13", heuristic, 3, true}};
}

}  // namespace lethe::reproduction
