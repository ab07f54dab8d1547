// Files protected uniformly: the whole file is masked, then aligned samples are linked with equal
// weights.
#include <fmt/format.h>

#include "experiments/experiments.h"
#include "experiments/files.h"
#include "experiments/support.h"
#include "lethe/core/parallel.h"

namespace lethe::reproduction {
namespace {

Json uniform_series(const ReproduceOptions& options, const Context& context,
                    std::string_view family, std::string_view parameter) {
    const Table whole = census(options, context, kUniformColumns);
    const auto published = published_means(family);
    Progress progress(context, "masking and linking", std::ssize(published) * options.samples);
    const Context inner = context.single();
    std::vector<std::vector<Links>> links(
        published.size(), std::vector<Links>(static_cast<std::size_t>(options.samples)));
    parallel_tasks(context, std::ssize(published), [&](std::int64_t point) {
        const auto p = static_cast<std::size_t>(point);
        const Uniform file = uniform_file(family, published[p].strength);
        for (std::int64_t s = 0; s < options.samples; ++s) {
            const FilePair pair = sampled_file(file, whole, options, s, inner);
            links[p][static_cast<std::size_t>(s)] =
                link(pair.original, pair.masked, "standardised", inner);
            progress.add();
        }
    });
    Json rows = Json::array();
    for (std::size_t p = 0; p < published.size(); ++p) {
        rows.push_back(row_of(fmt::format("{} = {}", parameter, published[p].strength),
                              published[p].am, links[p]));
    }
    return rows;
}

Json rank_swapping(const ReproduceOptions& options, const Context& context) {
    return uniform_series(options, context, "RS", "p");
}

Json mic2(const ReproduceOptions& options, const Context& context) {
    return uniform_series(options, context, "Mic2", "k");
}

Json noise(const ReproduceOptions& options, const Context& context) {
    return uniform_series(options, context, "Noise", "p");
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
