// PRAM matrices and formulas that evolve (Marés 2013, chapter 4).
#include <fmt/format.h>

#include <limits>

#include "experiments/experiments.h"
#include "experiments/support.h"
#include "experiments/tables/category_files.h"
#include "experiments/tables/evolution_charts.h"
#include "lethe/search/evolve/evolve_formula.h"
#include "lethe/search/evolve/evolve_matrices.h"

namespace lethe::reproduction {
namespace {

constexpr std::int64_t kMatrixGenerations = 300;
constexpr std::int64_t kFormulaGenerations = 40;
constexpr std::int64_t kFormulas = 60;

std::string aim_name(search::Aim::Kind aim) {
    return aim == search::Aim::Kind::mean ? "mean" : "max";
}

// Matrices are tried on the attributes one by one, and on all three at once.
std::vector<std::vector<std::string>> column_sets(const CategoryFile& file) {
    std::vector<std::vector<std::string>> sets;
    for (const std::string& column : file.three) sets.push_back({column});
    sets.push_back(file.three);
    return sets;
}

double best_labelled(const Json& population, std::string_view begin) {
    double best = std::numeric_limits<double>::infinity();
    for (const Json& one : population) {
        if (one["label"].get<std::string>().starts_with(begin)) {
            best = std::min(best, one["score"].get<double>());
        }
    }
    return best;
}

Json matrices(const ReproduceOptions& options, const Context& context) {
    const std::vector<CategoryFile> files = category_files(options, context);
    Progress progress(context, "evolving", std::ssize(files) * 8);
    Json rows = Json::array(), checks = Json::array(), charts = Json::array();
    for (const CategoryFile& file : files) {
        for (const auto& columns : column_sets(file)) {
            for (const search::Aim::Kind aim : {search::Aim::Kind::mean, search::Aim::Kind::max}) {
                search::EvolveMatricesOptions search;
                search.columns = columns;
                search.aim.kind = aim;
                search.breeding.stop = {kMatrixGenerations, 0, 0};
                const Json result = search::evolve_matrices(context.silent(), file.table, search,
                                                            sample_random(options, 0));
                const Json& first = result["population_first"];
                const double constant = best_labelled(first, "constant");
                const double frequency = best_labelled(first, "frequency");
                const double best = result["best"]["score"];
                const std::string name =
                    columns.size() == 1 ? columns[0] : std::string("all three");
                rows.push_back({{"file", file.name},
                                {"columns", name},
                                {"aim", aim_name(aim)},
                                {"constant", constant},
                                {"frequency", frequency},
                                {"best", best},
                                {"fresh_start", result["start"]["fresh"]["score"]},
                                {"fresh", result["best"]["fresh"]["score"]},
                                {"changed", result["best"]["changed"]},
                                {"seconds", result["seconds"]}});
                add_check(checks,
                          fmt::format("{}, {}, {}: below both classical matrices", file.name, name,
                                      aim_name(aim)),
                          best < constant && best < frequency);
                if (columns.size() > 1) {
                    const std::string title =
                        fmt::format("{}, all three columns, {}", file.name, aim_name(aim));
                    charts.push_back(evolution_chart(title, result));
                    charts.push_back(dispersion_chart(title, result));
                }
                progress.add();
            }
        }
    }
    return {{"charts", std::move(charts)},
            {"tables", Json::array({table_of("Score of PRAM matrices, classical and evolved",
                                             {{"file", "file"},
                                              {"columns", "columns"},
                                              {"aim", "aim"},
                                              {"constant", "constant diagonal"},
                                              {"frequency", "frequency diagonal"},
                                              {"best", "evolved"},
                                              {"fresh_start", "best classical, new draws"},
                                              {"fresh", "evolved, new draws"},
                                              {"changed", "changed, %"},
                                              {"seconds", "s", 1}},
                                             std::move(rows))})},
            {"checks", std::move(checks)},
            {"notes",
             Json::array({fmt::format("{} generations over 5 realisations each; the classical "
                                      "matrices are the best of p, or theta, = 0.1 .. 0.9. New "
                                      "draws are 20 realisations that the search has not seen.",
                                      kMatrixGenerations)})}};
}

search::FormulaTable formula_table(const CategoryFile& file) {
    return {file.name, file.table.select(file.three), file.three};
}

struct FormulaRun {
    search::Aim::Kind aim = search::Aim::Kind::mean;
    double p = 0.5;
    int depth = 5;
};

// Learns on all files but one, and tries the formula on that one.
Json formula_row(const std::vector<CategoryFile>& files, std::size_t unseen, const FormulaRun& run,
                 const ReproduceOptions& options, const Context& context, Json& checks,
                 Json& charts) {
    std::vector<search::FormulaTable> seen, other;
    for (std::size_t i = 0; i < files.size(); ++i) {
        (i == unseen ? other : seen).push_back(formula_table(files[i]));
    }
    search::EvolveFormulaOptions search;
    search.study.aim.kind = run.aim;
    search.study.p = run.p;
    search.programming.limits.depth = run.depth;
    search.programming.population = kFormulas;
    search.programming.stop = {kFormulaGenerations, 0, 0};
    const Random random = sample_random(options, static_cast<std::int64_t>(unseen));
    const Json result = search::evolve_formula(context.silent(), seen, search, random);
    search::FormulaStudy study = search.study;
    study.realisations = 20;
    const auto rated = [&](const Formula& formula) {
        return search::rate_formula(context.silent(), formula, other, study,
                                    random.part(17))["score"]
            .get<double>();
    };
    const double standard = rated(search::standard_formula());
    const double found = rated(Formula::parse(result["best"]["formula"].get<std::string>()));
    add_check(checks,
              fmt::format("{}, p = {}, depth {}: not above standard PRAM where it was learnt "
                          "(without {})",
                          aim_name(run.aim), run.p, run.depth, files[unseen].name),
              result["best"]["score"] <= result["start"]["score"]);
    if (unseen == 0) {
        charts.push_back(
            evolution_chart(fmt::format("Formulas learnt without {}, {}, p = {}, depth {}",
                                        files[unseen].name, aim_name(run.aim), run.p, run.depth),
                            result));
    }
    return {{"unseen", files[unseen].name},
            {"aim", aim_name(run.aim)},
            {"p", run.p},
            {"depth", run.depth},
            {"seen_standard", result["start"]["score"]},
            {"seen", result["best"]["score"]},
            {"standard", standard},
            {"found", found},
            {"formula", result["best"]["simplified"]},
            {"seconds", result["seconds"]}};
}

Json formulas(const ReproduceOptions& options, const Context& context) {
    const std::vector<CategoryFile> files = category_files(options, context);
    std::vector<FormulaRun> runs;
    for (const search::Aim::Kind aim : {search::Aim::Kind::mean, search::Aim::Kind::max}) {
        for (const double p : {0.3, 0.7}) runs.push_back({aim, p, 5});
    }
    const std::vector<int> depths{3, 4, 6, 8, 10};
    Progress progress(context, "breeding",
                      std::ssize(files) * std::ssize(runs) + std::ssize(depths));
    Json rows = Json::array(), by_depth = Json::array(), checks = Json::array();
    Json charts = Json::array(), claims = Json::array();
    for (const FormulaRun& run : runs) {
        double standard = 0, found = 0;
        for (std::size_t unseen = 0; unseen < files.size(); ++unseen) {
            rows.push_back(formula_row(files, unseen, run, options, context, checks, charts));
            standard += rows.back()["standard"].get<double>();
            found += rows.back()["found"].get<double>();
            progress.add();
        }
        add_check(checks,
                  fmt::format("{}, p = {}: below standard PRAM on the mean of the unseen files",
                              aim_name(run.aim), run.p),
                  found < standard);
    }
    add_order_claim(claims, "the formula is below standard PRAM on a file that it has not seen",
                    rows, "standard", Order::above, "found");
    for (const int depth : depths) {
        by_depth.push_back(formula_row(files, 0, {search::Aim::Kind::max, 0.7, depth}, options,
                                       context, checks, charts));
        progress.add();
    }
    const std::vector<Head> heads{{"unseen", "unseen file"},
                                  {"aim", "aim"},
                                  {"p", "p", 1},
                                  {"depth", "depth", 0},
                                  {"seen_standard", "standard, seen"},
                                  {"seen", "formula, seen"},
                                  {"standard", "standard, unseen"},
                                  {"found", "formula, unseen"},
                                  {"seconds", "s", 1},
                                  {"formula", "formula"}};
    return {
        {"charts", std::move(charts)},
        {"claims", std::move(claims)},
        {"tables",
         Json::array({table_of("Formulas for PRAM matrices, learnt on three files and tried on "
                               "the fourth",
                               heads, std::move(rows)),
                      table_of("The limit on the depth", heads, std::move(by_depth))})},
        {"checks", std::move(checks)},
        {"notes", Json::array({fmt::format("{} formulas, {} generations, 5 realisations; scores "
                                           "of the unseen file are over 20 realisations, the "
                                           "same for both formulas.",
                                           kFormulas, kFormulaGenerations)})}};
}

}  // namespace

std::vector<Experiment> pram_evolution_experiments() {
    return {{"pram-matrices", "PRAM matrices that evolve", "Marés 2013, section 4.1", matrices, 1},
            {"pram-formulas", "Formulas for PRAM matrices that evolve", "Marés 2013, section 4.2",
             formulas, 1}};
}

}  // namespace lethe::reproduction
