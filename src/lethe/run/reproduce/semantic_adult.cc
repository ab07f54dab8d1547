// Adult with WordNet (Martínez 2012, chapters 6 and 7): semantic adaptive microaggregation, its
// variants and two rivals, recoding and resampling, each as published ("thesis") and as Lethe does
// it by default ("product").
#include <fmt/format.h>

#include <array>
#include <functional>
#include <map>

#include "lethe/core/parallel.h"
#include "lethe/run/reproduce/experiments.h"
#include "lethe/run/reproduce/semantic_files.h"
#include "lethe/run/reproduce/support.h"

namespace lethe::reproduction {
namespace {

const std::vector<std::int64_t> kLevels = {2,   3,   4,   5,   6,   7,    8,    9,
                                           10,  11,  12,  13,  14,  15,   25,   50,
                                           128, 200, 400, 600, 800, 1000, 1400, 1800};
const Json kMetric = {{"measure", "wu-palmer"}};
constexpr std::int64_t kDeals = 5;  // seeds over which resampling is averaged

// The measure of the thesis' chapters 6 and 7 is Wu-Palmer; the product's is log-sc.
std::vector<Arm> arms(bool thesis) {
    const Json measure = thesis ? "wu-palmer" : "log-sc";
    const Json weighting = thesis ? "frequency" : "none";
    const Json base = {{"measure", measure}};
    const auto with = [&](Json more) {
        more.update(base);
        return more;
    };
    return {
        {"SA-MDAV", "sa-mdav", with({{"weighting", weighting}})},
        {"static", "sa-mdav", with({{"weighting", weighting}, {"moving_centre", false}})},
        {"S-MDAV", "mdav", with({{"squared", false}})},
        {"DF&T", "mdav", {{"measure", "equality"}, {"whole_records", true}, {"centre", "mode"}}},
        {"Abril", "mdav", {{"measure", "wu-palmer"}, {"centre", "lcs"}, {"squared", false}}},
        {"recoding", "semantic-recoding", with({{"weighting", weighting}})},
        {"resampling", "semantic-resampling",
         with({{"weighting", weighting}, {"one_reference", !thesis}})},
    };
}

// The four settings of the experiment on resampling.
std::vector<Arm> resampling_arms() {
    const auto arm = [](const char* name, const char* measure, const char* centre,
                        const char* weighting) {
        return Arm{name,
                   "semantic-resampling",
                   {{"measure", measure},
                    {"centre", centre},
                    {"weighting", weighting},
                    {"one_reference", false}}};
    };
    return {arm("1: equality, mode", "equality", "mode", "frequency"),
            arm("2: wu-palmer, mode", "wu-palmer", "mode", "frequency"),
            arm("3: wu-palmer, lcs", "wu-palmer", "lcs", "frequency"),
            arm("4: semantic", "wu-palmer", "semantic", "frequency")};
}

bool deals(const Arm& arm) { return arm.method == "semantic-resampling"; }

Judged mean_over_deals(const Table& table, const Arm& arm, std::int64_t k,
                       const ReproduceOptions& options, const Context& context) {
    if (!deals(arm)) return judge(table, arm, k, kMetric, Random(options.seed), context);
    Judged mean;
    for (std::int64_t deal = 0; deal < kDeals; ++deal) {
        const Judged one =
            judge(table, arm, k, kMetric,
                  Random(options.seed).part(static_cast<std::uint64_t>(deal)), context);
        for (double Judged::*part : {&Judged::l, &Judged::sse, &Judged::loss, &Judged::rl,
                                     &Judged::srl, &Judged::kl, &Judged::seconds}) {
            mean.*part += one.*part / static_cast<double>(kDeals);
        }
    }
    return mean;
}

// [level][arm]
using Grid = std::vector<std::vector<Judged>>;

Grid judge_all(const Table& table, const std::vector<Arm>& all,
               const std::vector<std::int64_t>& levels, const ReproduceOptions& options,
               const Context& context) {
    Grid grid(levels.size(), std::vector<Judged>(all.size()));
    const auto tasks = std::ssize(levels) * std::ssize(all);
    Progress progress(context, "masking", tasks);
    const Context inner = context.silent().single();
    parallel_tasks(context, tasks, [&](std::int64_t i) {
        const auto level = static_cast<std::size_t>(i / std::ssize(all));
        const auto arm = static_cast<std::size_t>(i % std::ssize(all));
        grid[level][arm] = mean_over_deals(table, all[arm], levels[level], options, inner);
        progress.add();
    });
    return grid;
}

Json pivot(const std::string& title, const std::vector<Arm>& all,
           const std::vector<std::int64_t>& levels, const Grid& grid, int digits,
           const std::function<double(const Judged&)>& figure) {
    std::vector<Head> heads = {{"k", "k", 0}};
    for (const Arm& arm : all) heads.push_back({arm.name, arm.name, digits});
    Json rows = Json::array();
    for (std::size_t i = 0; i < levels.size(); ++i) {
        Json row = {{"k", levels[i]}};
        for (std::size_t a = 0; a < all.size(); ++a) row[all[a].name] = figure(grid[i][a]);
        rows.push_back(std::move(row));
    }
    return table_of(title, heads, std::move(rows));
}

enum Place { kSaMdav, kStatic, kSMdav, kDft, kAbril, kRecoding, kResampling };

// The share of the levels, in percent, at which `first` has the lower figure.
double share_lower(const Grid& grid, std::size_t from, std::size_t to, Place first, Place second,
                   double Judged::*figure) {
    int lower = 0;
    for (std::size_t i = from; i < to; ++i) {
        lower += grid[i][first].*figure <= grid[i][second].*figure ? 1 : 0;
    }
    return 100.0 * lower / static_cast<double>(to - from);
}

double score(const Judged& judged, double alpha) {
    return alpha * judged.l + (1 - alpha) * judged.rl;
}

void add_orderings(Json& checks, const std::string& profile, const Grid& grid) {
    const std::size_t all = grid.size();
    const auto always = [&](const char* what, Place a, Place b, double Judged::*figure) {
        add_check(checks, fmt::format("{}: {} at every k", profile, what),
                  share_lower(grid, 0, all, a, b, figure) == 100);
    };
    always("SA-MDAV loses less than DF&T", kSaMdav, kDft, &Judged::l);
    always("SA-MDAV loses less than Abril", kSaMdav, kAbril, &Judged::l);
    always("SA-MDAV loses less than S-MDAV", kSaMdav, kSMdav, &Judged::l);
    always("fewer linked by labels under Abril than under DF&T", kAbril, kDft, &Judged::rl);
    bool best_score = true;
    for (const auto& level : grid) {
        for (const Place rival : {kDft, kAbril}) {
            best_score = best_score && score(level[kSaMdav], 0.5) <= score(level[rival], 0.5);
        }
    }
    add_check(checks, profile + ": SA-MDAV has the lowest score of the three at every k",
              best_score);
    add_check(checks, profile + ": Abril loses less than DF&T at k = 2",
              grid[0][kAbril].l < grid[0][kDft].l);
    add_check(checks, profile + ": Abril loses more than DF&T at k = 1800",
              grid[all - 1][kAbril].l > grid[all - 1][kDft].l);
}

Json alpha_table(const std::string& profile, const std::vector<Arm>& all,
                 const std::vector<Judged>& level) {
    std::vector<Head> heads = {{"alpha", "alpha", 1}};
    for (const Place place : {kSaMdav, kDft, kAbril}) {
        heads.push_back({all[place].name, all[place].name, 3});
    }
    Json rows = Json::array();
    for (int tenth = 0; tenth <= 10; ++tenth) {
        Json row = {{"alpha", tenth / 10.0}};
        for (const Place place : {kSaMdav, kDft, kAbril}) {
            row[all[place].name] = score(level[place], tenth / 10.0);
        }
        rows.push_back(std::move(row));
    }
    return table_of(fmt::format("Adult, {}: score against alpha at k = 128", profile), heads, rows);
}

}  // namespace

void reproduce_adult(const ReproduceOptions& options, const Context& context, Json& result) {
    const Table table = adult_concepts(options, context);
    result["tables"].push_back(
        table_of("Adult: occupation and native country (published: 30,162 records, 388 different, "
                 "83 unique, 3,739 of the most frequent)",
                 {{"file", "file"},
                  {"records", "records", 0},
                  {"different", "different", 0},
                  {"unique", "unique", 0},
                  {"most", "most frequent", 0}},
                 Json::array({tuple_facts(table, "Adult", context)})));
    for (const bool thesis : {true, false}) {
        const std::string profile = thesis ? "thesis" : "product";
        const std::vector<Arm> all = arms(thesis);
        const Grid grid = judge_all(table, all, kLevels, options, context);
        const auto add = [&](const char* what, int digits,
                             const std::function<double(const Judged&)>& figure) {
            result["tables"].push_back(pivot(fmt::format("Adult, {}: {}", profile, what), all,
                                             kLevels, grid, digits, figure));
        };
        add("L, squared distances in percent of one centre", 3,
            [](const Judged& judged) { return judged.l; });
        add("semantic loss, percent", 3, [](const Judged& judged) { return judged.loss; });
        add("RL, linked by labels, percent", 3, [](const Judged& judged) { return judged.rl; });
        add("SRL, linked by meaning, percent", 3, [](const Judged& judged) { return judged.srl; });
        add("score, half L and half RL", 3,
            [](const Judged& judged) { return score(judged, 0.5); });
        add("seconds on one core", 3, [](const Judged& judged) { return judged.seconds; });
        const auto middle = std::find(kLevels.begin(), kLevels.end(), 128) - kLevels.begin();
        result["tables"].push_back(
            alpha_table(profile, all, grid[static_cast<std::size_t>(middle)]));
        add_orderings(result["checks"], profile, grid);
    }

    const std::vector<std::int64_t> few(kLevels.begin(), kLevels.begin() + 14);
    const std::vector<Arm> settings = resampling_arms();
    const Grid grid = judge_all(table, settings, few, options, context);
    result["tables"].push_back(
        pivot("Adult, resampling: sum of squared distances, mean of five "
              "deals",
              settings, few, grid, 1, [](const Judged& judged) { return judged.sse; }));
    bool lowest = true;
    for (const auto& level : grid) {
        for (std::size_t a = 0; a < 3; ++a) lowest = lowest && level[3].sse <= level[a].sse;
    }
    add_check(result["checks"], "resampling: the semantic setting loses least at every k", lowest);
}

}  // namespace lethe::reproduction
