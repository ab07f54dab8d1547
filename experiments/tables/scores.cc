// The scores of the six non-uniformly protected files: average record linkage (AvRL), probabilistic
// information loss (PIL) and their mean.
//
// The published figures came from a service that is gone. What it averaged is not said: distance
// and probabilistic linkage are the two linkages of the source, and their mean is taken.
// Probabilistic linkage needs to know when numbers agree, which is not said either, so that two
// readings stand beside each other: equal values, and values within 0.15 deviations.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/experiments.h"
#include "experiments/files.h"
#include "experiments/support.h"
#include "lethe/core/parallel.h"
#include "lethe/method/catalogue.h"

namespace lethe::reproduction {
namespace {

struct ScoresPublished {
    double avrl, pil, score;
};

// In the order of non_uniform_files().
constexpr std::array<ScoresPublished, 6> kPublishedScores{{{42.127, 23.85, 32.99},
                                                           {33.47, 28.40, 30.94},
                                                           {32.37, 31.80, 32.09},
                                                           {26.01, 31.92, 28.96},
                                                           {35.42, 36.91, 36.16},
                                                           {30.65, 37.76, 34.06}}};

struct ScoreFigures {
    double dld = 0, equal = 0, near = 0, pil = 0;
};

double value_of(std::string_view name, Family family, const FilePair& file, const Json& parameters,
                const Context& context) {
    const Method& method = find_method(name, family);
    Problems problems;
    const Json bound = method.bind(parameters, {}, problems);
    throw_if_any(std::move(problems));
    return method
        .assess({file.original, file.masked, file.original.names(), Random(0), context}, bound)
        .value;
}

ScoreFigures figures_of(const FilePair& file, const Context& context) {
    const auto attack = [&](std::string_view name, const Json& parameters) {
        return value_of(name, Family::attack, file, parameters, context);
    };
    return {attack("distance-linkage", Json::object()),
            attack("probabilistic-linkage", {{"comparison", "exact"}}),
            attack("probabilistic-linkage", {{"comparison", "tolerance"}, {"tolerance", 0.15}}),
            value_of("pil", Family::loss, file, Json::object(), context)};
}

double mean_score(const std::vector<ScoreFigures>& samples, double ScoreFigures::*part) {
    double sum = 0;
    for (const ScoreFigures& sample : samples) sum += sample.*part;
    return sum / static_cast<double>(samples.size());
}

Json scores(const ReproduceOptions& options, const Context& context) {
    const auto& files = non_uniform_files();
    std::vector<std::vector<ScoreFigures>> found(files.size());
    Progress progress(context, "masking and measuring",
                      static_cast<std::int64_t>(files.size()) * options.samples);
    const Context inner = context.single().silent();
    parallel_tasks(context, std::ssize(files), [&](std::int64_t index) {
        for (std::int64_t s = 0; s < options.samples; ++s) {
            const auto i = static_cast<std::size_t>(index);
            found[i].push_back(figures_of(sampled_file(files[i], options, s, inner), inner));
            progress.add();
        }
    });
    Json rows = Json::array();
    Json checks = Json::array();
    for (std::size_t i = 0; i < files.size(); ++i) {
        const ScoresPublished& published = kPublishedScores[i];
        const double dld = mean_score(found[i], &ScoreFigures::dld);
        const double avrl = (dld + mean_score(found[i], &ScoreFigures::equal)) / 2;
        const double near = (dld + mean_score(found[i], &ScoreFigures::near)) / 2;
        const double pil = mean_score(found[i], &ScoreFigures::pil);
        rows.push_back({{"file", files[i].name},
                        {"avrl_published", published.avrl},
                        {"avrl", avrl},
                        {"near", near},
                        {"pil_published", published.pil},
                        {"pil", pil},
                        {"score_published", published.score},
                        {"score", (avrl + pil) / 2}});
        bool bounded = true;
        for (const ScoreFigures& sample : found[i]) {
            for (const double part : {sample.dld, sample.equal, sample.near, sample.pil}) {
                bounded = bounded && part >= 0 && part <= 100;
            }
        }
        add_check(checks, fmt::format("{}: all parts lie between 0 and 100", files[i].name),
                  bounded);
        // The last published score is a misprint: 34.205 is the mean of its parts.
        const double printed = (published.avrl + published.pil) / 2;
        add_check(checks,
                  fmt::format("{}: the published score is the mean of its parts{}", files[i].name,
                              i == 5 ? ", but for a misprint of 0.15" : ""),
                  std::fabs(printed - published.score) <= (i == 5 ? 0.15 : 0.01));
    }
    Json claims = Json::array();
    const auto best = std::min_element(rows.begin(), rows.end(), [](const Json& a, const Json& b) {
        return a["score"].get<double>() < b["score"].get<double>();
    });
    add_claim(claims, "M5-38 has the best score, the lowest", (*best)["file"] == "M5-38" ? 1 : 0,
              1);
    Json charts = Json::array({agreement_chart("Six files: linkage, loss and score", rows,
                                               {{"AvRL", "avrl_published", "avrl"},
                                                {"PIL", "pil_published", "pil"},
                                                {"score", "score_published", "score"}})});
    Json tables = Json::array();
    tables.push_back(
        table_of("Average record linkage, probabilistic information loss and score "
                 "(percent; mean of our samples)",
                 {{"file", "file"},
                  {"avrl_published", "AvRL published"},
                  {"avrl", "AvRL, equal"},
                  {"near", "AvRL, within 0.15 sd"},
                  {"pil_published", "PIL published"},
                  {"pil", "PIL"},
                  {"score_published", "score published"},
                  {"score", "score"}},
                 std::move(rows)));
    const Json notes{
        "AvRL is the mean of distance and probabilistic linkage. The service whose figures were "
        "published is gone, and which linkages it averaged, and how its PIL is made of its "
        "statistics, is not said."};
    return {{"tables", std::move(tables)},
            {"charts", std::move(charts)},
            {"claims", std::move(claims)},
            {"checks", std::move(checks)},
            {"notes", notes}};
}

}  // namespace

std::vector<Experiment> score_experiments() {
    return {{"scores", "Linkage, loss and score of the six files", "Abril 2014, Table 5.9", scores,
             10}};
}

}  // namespace lethe::reproduction
