// Protected files that evolve (Marés 2013, chapter 3): the best file of the last population against
// the best of the first, for both fitness functions, also without the best of the first; on files
// of categories, of numbers, and of both.
#include <fmt/format.h>

#include "experiments/experiments.h"
#include "experiments/support.h"
#include "experiments/tables/category_files.h"
#include "experiments/tables/evolution_charts.h"
#include "lethe/algo/evolve/number_file.h"
#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/search/evolve/evolve_files.h"

namespace lethe::reproduction {
namespace {

constexpr std::int64_t kGenerations = 200;
constexpr std::int64_t kNumberGenerations = 100;

struct EvolutionSetting {
    search::Aim::Kind aim;
    double without_best;
    bool every_seed;  // otherwise the first alone
};

std::vector<EvolutionSetting> settings() {
    std::vector<EvolutionSetting> all;
    for (const search::Aim::Kind aim : {search::Aim::Kind::mean, search::Aim::Kind::max}) {
        all.push_back({aim, 0, true});
        for (const double share : {0.05, 0.1}) all.push_back({aim, share, false});
    }
    return all;
}

double score_deviation(const Json& population) {
    std::vector<double> scores;
    for (const Json& one : population) scores.push_back(one["score"]);
    return spread(scores).deviation().value_or(0);
}

std::string aim_words(search::Aim::Kind aim) {
    return aim == search::Aim::Kind::mean ? "mean of risk and loss" : "larger of risk and loss";
}

// Of some seeds.
struct EvolutionOutcome {
    std::vector<double> start_best, start_mean, best, mean, risk, loss, evaluations, seconds;
    std::vector<double> first_spread, last_spread;
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
        seconds.push_back(result["seconds"]);
        evaluations.push_back(result["evaluations"].get<double>() / seconds.back());
        first_spread.push_back(score_deviation(result["population_first"]));
        last_spread.push_back(score_deviation(result["population_last"]));
        files = start["files"];
        improved = improved && best.back() < start_best.back();
    }
    Json row(const std::string& file, const EvolutionSetting& setting) const {
        return {{"file", file},
                {"aim", setting.aim == search::Aim::Kind::mean ? "mean" : "max"},
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
                {"first_spread", spread(first_spread).mean},
                {"last_spread", spread(last_spread).mean},
                {"speed", spread(evaluations).mean},
                {"seconds", spread(seconds).mean}};
    }
};

struct EvolvingFile {
    std::string name;
    Table table;
};

Json evolution_of(const std::vector<EvolvingFile>& files, std::int64_t generations,
                  const ReproduceOptions& options, const Context& context,
                  const std::string& more) {
    std::int64_t runs = 0;
    for (const EvolutionSetting& setting : settings())
        runs += setting.every_seed ? options.samples : 1;
    Progress progress(context, "evolving", std::ssize(files) * runs);
    Json rows = Json::array(), checks = Json::array(), charts = Json::array();
    for (const EvolvingFile& file : files) {
        for (const EvolutionSetting& setting : settings()) {
            EvolutionOutcome outcome;
            for (std::int64_t seed = 0; seed < (setting.every_seed ? options.samples : 1); ++seed) {
                search::FileEvolutionOptions search;
                search.columns = file.table.names();
                search.aim.kind = setting.aim;
                search.without_best = setting.without_best;
                search.breeding.stop = {generations, 0, 0};
                const Json result = search::evolve_file(context.silent(), file.table, search,
                                                        sample_random(options, seed))
                                        .result;
                outcome.add(result);
                if (seed == 0) {
                    const std::string title =
                        fmt::format("{}, {}, without the best {} %", file.name,
                                    aim_words(setting.aim), 100 * setting.without_best);
                    charts.push_back(evolution_chart(title, result));
                    charts.push_back(dispersion_chart(title, result));
                }
                progress.add();
            }
            rows.push_back(outcome.row(file.name, setting));
            add_check(checks,
                      fmt::format("{}, {}, without the best {} %: the last best is below the "
                                  "first best for every seed",
                                  file.name, aim_words(setting.aim), 100 * setting.without_best),
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
                                          {"first_spread", "first spread"},
                                          {"last_spread", "last spread"},
                                          {"risk", "risk"},
                                          {"loss", "loss"},
                                          {"speed", "evaluations/s", 0},
                                          {"seconds", "s a run", 1}},
                                         std::move(rows))})},
        {"charts", std::move(charts)},
        {"checks", std::move(checks)},
        {"notes",
         Json::array({fmt::format("{} generations; risk and loss are those of the best file, the "
                                  "spread is the deviation of the scores of a population, s a run "
                                  "are seconds by the clock.{} The source's own figures are lost: "
                                  "what must hold is that evolution improves on its start.",
                                  generations, more)})}};
}

Json evolution(const ReproduceOptions& options, const Context& context) {
    std::vector<EvolvingFile> files;
    for (CategoryFile& file : category_files(options, context)) {
        files.push_back({file.name, std::move(file.table)});
    }
    return evolution_of(files, kGenerations, options, context, "");
}

// Without the columns whose few extreme numbers leave no grid for the others.
Table with_columns_that_fit(const Table& table, const Context& context) {
    std::vector<std::string> names;
    for (const std::string& name : table.names()) {
        try {
            NumberFile(context, table, std::vector<std::string>{name});
            names.push_back(name);
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::stopped) throw;
        }
    }
    return table.select(names);
}

// Numbers of two reference files; and of Adult, ages, hours and years of school beside categories.
Json evolution_of_numbers(const ReproduceOptions& options, const Context& context) {
    constexpr std::int64_t kRecords = 1000;
    const auto sampled = [&](const Table& table) {
        if (table.rows() <= kRecords) return table;
        return table.gather(sample_rows(Random(options.seed).part(9), table.rows(), kRecords));
    };
    std::vector<EvolvingFile> files;
    files.push_back(
        {"Census", with_columns_that_fit(sampled(census(options, context, 13)), context)});
    files.push_back(
        {"EIA",
         with_columns_that_fit(
             sampled(read_table(context, options.data + "/casc/EIA_10numeric.csv")), context)});
    ReadOptions read;
    read.header = true;
    const Table adult =
        sampled(read_table(context, options.data + "/uci_adult/adult_train.csv", read));
    std::vector<ColumnPtr> columns;
    for (const char* name : {"age", "education-num", "hours-per-week"}) {
        columns.push_back(adult.column(name).as_kind(Kind::numeric));
    }
    for (const char* name : {"workclass", "marital-status", "sex"}) {
        columns.push_back(adult.column(name).as_kind(Kind::nominal));
    }
    files.push_back({"Adult, numbers and categories", Table(std::move(columns))});
    return evolution_of(
        files, kNumberGenerations, options, context,
        " At most 1,000 records of each file, without columns whose extreme numbers leave no "
        "grid for the others. The source's third file, "
        "Tarragona, is not at hand.");
}

}  // namespace

std::vector<Experiment> evolution_experiments() {
    return {{"evolution", "Protected files that evolve", "Marés 2013, chapter 3", evolution, 3},
            {"evolution-numbers", "Protected files of numbers that evolve", "Marés 2013, chapter 3",
             evolution_of_numbers, 1}};
}

}  // namespace lethe::reproduction
