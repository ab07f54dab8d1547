// Protected files that evolve (Marés 2013, chapter 3): the best file of the last population against
// the best of the first, for both fitness functions, also without the best of the first.
#include <fmt/format.h>

#include "experiments/experiments.h"
#include "experiments/support.h"
#include "experiments/tables/category_files.h"
#include "lethe/search/evolve/evolve_files.h"

namespace lethe::reproduction {
namespace {

constexpr std::int64_t kGenerations = 200;

struct EvolutionSetting {
    Aim::Kind aim;
    double without_best;
    bool every_seed;  // otherwise the first alone
};

std::vector<EvolutionSetting> settings() {
    std::vector<EvolutionSetting> all;
    for (const Aim::Kind aim : {Aim::Kind::mean, Aim::Kind::max}) {
        all.push_back({aim, 0, true});
        for (const double share : {0.05, 0.1}) all.push_back({aim, share, false});
    }
    return all;
}

// Of some seeds.
struct EvolutionOutcome {
    std::vector<double> start_best, start_mean, best, mean, risk, loss, evaluations;
    double files = 0;
    bool improved = true;

    void add(const Json& result) {
        const Json& start = result["start"];
        start_best.push_back(start["score"]);
        start_mean.push_back(start["mean"]);
        best.push_back(result["best"]["score"]);
        mean.push_back(result["history"].back()["mean"]);
        risk.push_back(result["best"]["risk"]);
        loss.push_back(result["best"]["loss"]);
        evaluations.push_back(result["evaluations"].get<double>() /
                              result["seconds"].get<double>());
        files = start["files"];
        improved = improved && best.back() < start_best.back();
    }
    Json row(const std::string& file, const EvolutionSetting& setting) const {
        return {{"file", file},
                {"aim", setting.aim == Aim::Kind::mean ? "mean" : "max"},
                {"without", 100 * setting.without_best},
                {"seeds", best.size()},
                {"files", files},
                {"start_best", spread(start_best).mean},
                {"best", spread(best).mean},
                {"sd", json_of(spread(best).deviation())},
                {"start_mean", spread(start_mean).mean},
                {"mean", spread(mean).mean},
                {"risk", spread(risk).mean},
                {"loss", spread(loss).mean},
                {"speed", spread(evaluations).mean}};
    }
};

Json evolution(const ReproduceOptions& options, const Context& context) {
    const std::vector<CategoryFile> files = category_files(options, context);
    std::int64_t runs = 0;
    for (const EvolutionSetting& setting : settings())
        runs += setting.every_seed ? options.samples : 1;
    Progress progress(context, "evolving", std::ssize(files) * runs);
    Json rows = Json::array(), checks = Json::array();
    for (const CategoryFile& file : files) {
        for (const EvolutionSetting& setting : settings()) {
            EvolutionOutcome outcome;
            for (std::int64_t seed = 0; seed < (setting.every_seed ? options.samples : 1); ++seed) {
                FileEvolutionOptions search;
                search.columns = file.table.names();
                search.aim.kind = setting.aim;
                search.without_best = setting.without_best;
                search.breeding.stop = {kGenerations, 0, 0};
                outcome.add(
                    evolve_file(context.silent(), file.table, search, sample_random(options, seed))
                        .result);
                progress.add();
            }
            rows.push_back(outcome.row(file.name, setting));
            add_check(
                checks,
                fmt::format("{}, {} of risk and loss, without the best {} %: the last best is "
                            "below the first best for every seed",
                            file.name, setting.aim == Aim::Kind::mean ? "mean" : "larger",
                            100 * setting.without_best),
                outcome.improved);
        }
    }
    return {
        {"tables", Json::array({table_of("Score of protected files, first and last population",
                                         {{"file", "file"},
                                          {"aim", "aim"},
                                          {"without", "without best, %", 0},
                                          {"seeds", "seeds", 0},
                                          {"files", "files", 0},
                                          {"start_best", "first best"},
                                          {"best", "last best"},
                                          {"sd", "sd"},
                                          {"start_mean", "first mean"},
                                          {"mean", "last mean"},
                                          {"risk", "risk"},
                                          {"loss", "loss"},
                                          {"speed", "evaluations/s", 0}},
                                         std::move(rows))})},
        {"checks", std::move(checks)},
        {"notes",
         Json::array({fmt::format("{} generations; risk and loss are those of the best file. The "
                                  "source's own figures are lost: what must hold is that "
                                  "evolution improves on its start.",
                                  kGenerations)})}};
}

}  // namespace

std::vector<Experiment> evolution_experiments() {
    return {{"evolution", "Protected files that evolve", "Marés 2013, chapter 3", evolution, 3}};
}

}  // namespace lethe::reproduction
