// Files protected uniformly, linked with equal weights. The source says that 400 records are drawn
// and masked; its figures agree better with those of a file masked as a whole, of which records are
// drawn then. Both are run.
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
    Progress progress(context, "masking and linking", 2 * std::ssize(published) * options.samples);
    const Context inner = context.single();
    using Samples = std::vector<std::vector<Links>>;  // by setting
    const Samples none(published.size(),
                       std::vector<Links>(static_cast<std::size_t>(options.samples)));
    Samples masked_first = none;
    Samples drawn_first = none;
    parallel_tasks(context, std::ssize(published), [&](std::int64_t point) {
        const auto p = static_cast<std::size_t>(point);
        const Uniform file = uniform_file(family, published[p].strength);
        const auto run = [&](SampleOrder order, std::int64_t s, Links& links) {
            const FilePair pair = sampled_file(file, whole, options, s, inner, order);
            links = link(pair.original, pair.masked, "standardised", inner);
            progress.add();
        };
        for (std::int64_t s = 0; s < options.samples; ++s) {
            const auto place = static_cast<std::size_t>(s);
            run(SampleOrder::masked_first, s, masked_first[p][place]);
            run(SampleOrder::drawn_first, s, drawn_first[p][place]);
        }
    });
    Json rows = Json::array();
    for (std::size_t p = 0; p < published.size(); ++p) {
        Json row = row_of(fmt::format("{} = {}", parameter, published[p].strength), published[p].am,
                          masked_first[p]);
        row["drawn_first"] = spread(drawn_first[p], &Links::lax).mean;
        row["drawn_first_expected"] = spread(drawn_first[p], &Links::expected).mean;
        rows.push_back(std::move(row));
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
