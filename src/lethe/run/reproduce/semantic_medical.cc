// The medical study (Martínez 2012, chapter 9) on other data: recoding, microaggregation and
// resampling with and without meaning, and suppression, on pairs of diagnoses.
#include <fmt/format.h>

#include <functional>

#include "lethe/core/parallel.h"
#include "lethe/run/reproduce/experiments.h"
#include "lethe/run/reproduce/semantic_files.h"
#include "lethe/run/reproduce/support.h"

namespace lethe::reproduction {
namespace {

constexpr std::int64_t kLeast = 2;
constexpr std::int64_t kMost = 15;

enum Place { kRecoding, kMicro, kResampling, kPlainRecoding, kPlainMicro, kPlainResampling, kDrop };

std::vector<Arm> arms() {
    const Json meaning = {{"measure", "log-sc"}};
    const Json plain = {{"measure", "equality"}, {"centre", "mode"}};
    return {{"recoding", "semantic-recoding", meaning},
            {"micro", "sa-mdav", meaning},
            {"resampling", "semantic-resampling", meaning},
            {"recoding =", "semantic-recoding", {{"measure", "equality"}}},
            {"micro =", "sa-mdav", plain},
            {"resampling =", "semantic-resampling", plain},
            {"suppression", "suppression", {{"what", "records"}}}};
}

double score(const Judged& judged, double alpha) {
    return alpha * judged.l + (1 - alpha) * judged.srl;
}

Json pivot(const char* title, const std::vector<Arm>& all, const std::vector<Place>& shown,
           const std::vector<std::vector<Judged>>& grid, int digits,
           const std::function<double(const Judged&)>& figure) {
    std::vector<Head> heads = {{"k", "k", 0}};
    for (const Place place : shown) heads.push_back({all[place].name, all[place].name, digits});
    Json rows = Json::array();
    for (std::size_t i = 0; i < grid.size(); ++i) {
        Json row = {{"k", kLeast + static_cast<std::int64_t>(i)}};
        for (const Place place : shown) row[all[place].name] = figure(grid[i][place]);
        rows.push_back(std::move(row));
    }
    return table_of(title, heads, std::move(rows));
}

void add_orderings(Json& checks, const std::vector<std::vector<Judged>>& grid) {
    const auto always = [&](const char* what, auto holds) {
        bool all = true;
        for (const auto& level : grid) all = all && holds(level);
        add_check(checks, std::string("hospital: ") + what, all);
    };
    using Level = std::vector<Judged>;
    always("meaning helps microaggregation at every k",
           [](const Level& l) { return l[kMicro].sse < l[kPlainMicro].sse; });
    always("meaning helps recoding at every k",
           [](const Level& l) { return l[kRecoding].sse < l[kPlainRecoding].sse; });
    always("meaning helps resampling at every k",
           [](const Level& l) { return l[kResampling].sse < l[kPlainResampling].sse; });
    always("microaggregation loses less than resampling at every k",
           [](const Level& l) { return l[kMicro].sse < l[kResampling].sse; });
    always("microaggregation loses less than suppression at every k",
           [](const Level& l) { return l[kMicro].sse < l[kDrop].sse; });
    always("recoding keeps the distribution best at every k", [](const Level& l) {
        return l[kRecoding].kl < l[kMicro].kl && l[kRecoding].kl < l[kResampling].kl;
    });
    const Level& last = grid.back();
    add_check(checks,
              "hospital: microaggregation keeps over half more than without meaning at k = 15",
              last[kMicro].sse * 1.5 < last[kPlainMicro].sse);
}

}  // namespace

void reproduce_medical(const ReproduceOptions& options, const Context& context, Json& result) {
    const Table table = hospital_concepts(options, context);
    const std::vector<Arm> all = arms();
    const auto tasks = (kMost - kLeast + 1) * std::ssize(all);
    std::vector<std::vector<Judged>> grid(static_cast<std::size_t>(kMost - kLeast + 1),
                                          std::vector<Judged>(all.size()));
    Progress progress(context, "masking", tasks);
    const Context inner = context.silent().single();
    parallel_tasks(context, tasks, [&](std::int64_t i) {
        const std::int64_t level = i / std::ssize(all);
        const auto arm = static_cast<std::size_t>(i % std::ssize(all));
        grid[static_cast<std::size_t>(level)][arm] = judge(
            table, all[arm], kLeast + level, {{"measure", "log-sc"}}, Random(options.seed), inner);
        progress.add();
    });

    result["tables"].push_back(
        table_of("Hospital discharges: two diagnoses (published, on another file: 3,006 records, "
                 "2,331 different, 2,073 unique)",
                 {{"file", "file"},
                  {"records", "records", 0},
                  {"different", "different", 0},
                  {"unique", "unique", 0},
                  {"most", "most frequent", 0}},
                 Json::array({tuple_facts(table, "NHDS 2010", context)})));
    const std::vector<Place> everything = {
        kRecoding, kMicro, kResampling, kPlainRecoding, kPlainMicro, kPlainResampling, kDrop};
    const std::vector<Place> semantic = {kRecoding, kMicro, kResampling};
    result["tables"].push_back(
        pivot("Hospital: sum of squared distances (= without meaning; published at k = 15: micro "
              "645, suppression 2,875)",
              all, everything, grid, 1, [](const Judged& judged) { return judged.sse; }));
    result["tables"].push_back(pivot("Hospital: divergence, nats", all, semantic, grid, 3,
                                     [](const Judged& judged) { return judged.kl; }));
    result["tables"].push_back(pivot("Hospital: SRL, linked by meaning, percent", all, semantic,
                                     grid, 2, [](const Judged& judged) { return judged.srl; }));
    result["tables"].push_back(pivot("Hospital: score, half L and half SRL", all, semantic, grid, 2,
                                     [](const Judged& judged) { return score(judged, 0.5); }));
    result["tables"].push_back(pivot("Hospital: seconds on one core", all, everything, grid, 3,
                                     [](const Judged& judged) { return judged.seconds; }));
    add_orderings(result["checks"], grid);
}

}  // namespace lethe::reproduction
