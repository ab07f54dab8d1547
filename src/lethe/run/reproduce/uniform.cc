// Files protected uniformly: the whole file is masked, then aligned samples are linked with equal
// weights.
#include <fmt/format.h>

#include "lethe/core/parallel.h"
#include "lethe/run/reproduce/experiments.h"
#include "lethe/run/reproduce/support.h"

namespace lethe::reproduction {
namespace {

struct Published {
    double setting;
    double mean;
};

Json uniform_series(const ReproduceOptions& options, const Context& context,
                    std::string_view method, const std::string& parameter, const Json& fixed,
                    const std::vector<Published>& published) {
    const Table original = census(options, context, 7);
    Progress progress(context, "masking and linking",
                      static_cast<std::int64_t>(published.size()) * options.samples);
    const Context inner = context.single();
    std::vector<std::vector<Links>> links(
        published.size(), std::vector<Links>(static_cast<std::size_t>(options.samples)));
    parallel_tasks(context, static_cast<std::int64_t>(published.size()), [&](std::int64_t point) {
        const auto p = static_cast<std::size_t>(point);
        Json parameters = fixed;
        parameters[parameter] = published[p].setting;
        for (std::int64_t s = 0; s < options.samples; ++s) {
            const Random random = sample_random(options, s);
            const Table masked = mask_with(method, parameters, original, random, inner);
            const auto rows = sample_rows(random, original.rows(), 400);
            links[p][static_cast<std::size_t>(s)] =
                link(original.gather(rows), masked.gather(rows), "standardised", inner);
            progress.add();
        }
    });
    Json rows = Json::array();
    for (std::size_t p = 0; p < published.size(); ++p) {
        rows.push_back(row_of(fmt::format("{} = {}", parameter, published[p].setting),
                              published[p].mean, links[p]));
    }
    return rows;
}

Json rank_swapping(const ReproduceOptions& options, const Context& context) {
    return uniform_series(options, context, "rank-swapping", "p", Json::object(),
                          {{1, 99.650},
                           {2, 98.525},
                           {3, 96.975},
                           {4, 94.650},
                           {5, 92.850},
                           {6, 88.000},
                           {7, 84.800}});
}

Json mic2(const ReproduceOptions& options, const Context& context) {
    const auto names = census(options, context, 7).names();
    Json groups = Json::array();
    for (std::size_t i = 0; i < names.size(); i += 2) {
        groups.push_back(i + 1 < names.size() ? Json{names[i], names[i + 1]}
                                              : Json::array({names[i]}));
    }
    return uniform_series(options, context, "mdav", "k", {{"groups", groups}},
                          {{3, 99.975},
                           {4, 99.650},
                           {5, 99.300},
                           {6, 99.275},
                           {7, 99.350},
                           {8, 98.150},
                           {9, 98.425},
                           {10, 98.375},
                           {11, 97.200},
                           {12, 96.900},
                           {13, 96.775},
                           {14, 96.525},
                           {15, 95.875},
                           {16, 95.850},
                           {17, 94.500},
                           {18, 93.475},
                           {19, 92.925},
                           {20, 92.425}});
}

Json noise(const ReproduceOptions& options, const Context& context) {
    return uniform_series(options, context, "noise", "p", Json::object(),
                          {{1, 100.0},
                           {2, 100.0},
                           {4, 100.0},
                           {6, 99.875},
                           {8, 99.450},
                           {10, 98.050},
                           {12, 95.600},
                           {14, 93.850},
                           {16, 90.025}});
}

}  // namespace

std::vector<Experiment> uniform_experiments() {
    return {
        {"rank-swapping", "Rank swapping, equal weights (d2AM)", "Abril 2014, Table 5.6",
         rank_swapping},
        {"mic2", "Microaggregation of pairs of attributes, equal weights (d2AM)",
         "Abril 2014, Table 5.7", mic2},
        {"noise", "Additive noise, equal weights (d2AM)", "Abril 2014, Table 5.8", noise},
    };
}

}  // namespace lethe::reproduction
