// Files protected uniformly, linked with equal weights. The source says that 400 records are drawn
// and masked; its figures agree better with those of a file masked as a whole, of which records are
// drawn then. Where it leaves more open, other readings are run beside these two.
#include <fmt/format.h>

#include <functional>

#include "experiments/experiments.h"
#include "experiments/files.h"
#include "experiments/support.h"
#include "experiments/tables/swap_windows.h"
#include "lethe/core/parallel.h"

namespace lethe::reproduction {
namespace {

// How a sample of a file is made.
struct UniformReading {
    std::string_view key, head;
    std::function<FilePair(const Uniform&, std::int64_t sample, const Context&)> sample;
};

using UniformReadings = std::vector<UniformReading>;

// Masked as a whole and drawn then, and the other way about.
UniformReadings orders_of(const Table& whole, const ReproduceOptions& options) {
    const auto in_order = [&whole, &options](SampleOrder order) {
        return
            [&whole, &options, order](const Uniform& file, std::int64_t s, const Context& inner) {
                return sampled_file(file, whole, options, s, inner, order);
            };
    };
    return {{"lax", "masked first", in_order(SampleOrder::masked_first)},
            {"drawn_first", "drawn first", in_order(SampleOrder::drawn_first)}};
}

Json uniform_series(const ReproduceOptions& options, const Context& context,
                    std::string_view family, std::string_view parameter,
                    const UniformReadings& readings) {
    const auto published = published_means(family);
    Progress progress(context, "masking and linking",
                      std::ssize(readings) * std::ssize(published) * options.samples);
    const Context inner = context.single();
    // By reading and setting.
    std::vector<std::vector<std::vector<Links>>> found(
        readings.size(), std::vector<std::vector<Links>>(published.size()));
    parallel_tasks(context, std::ssize(published), [&](std::int64_t point) {
        const auto p = static_cast<std::size_t>(point);
        const Uniform file = uniform_file(family, published[p].strength);
        for (std::size_t r = 0; r < readings.size(); ++r) {
            for (std::int64_t s = 0; s < options.samples; ++s) {
                const FilePair pair = readings[r].sample(file, s, inner);
                found[r][p].push_back(link(pair.original, pair.masked, "standardised", inner));
                progress.add();
            }
        }
    });
    std::vector<Head> heads{{parameter, parameter}, {"published", "published"}};
    for (const UniformReading& reading : readings) heads.push_back({reading.key, reading.head});
    Json rows = Json::array(), by_reading = Json::array();
    for (std::size_t p = 0; p < published.size(); ++p) {
        Json row = row_of(fmt::format("{} = {}", parameter, published[p].strength), published[p].am,
                          found[0][p]);
        Json lax{{parameter, published[p].strength}, {"published", published[p].am}};
        for (std::size_t r = 0; r < readings.size(); ++r) {
            lax[readings[r].key] = spread(found[r][p], &Links::lax).mean;
        }
        row["drawn_first"] = lax["drawn_first"];
        row["drawn_first_expected"] = spread(found[1][p], &Links::expected).mean;
        rows.push_back(std::move(row));
        by_reading.push_back(std::move(lax));
    }
    Json result{{"rows", std::move(rows)}};
    add_drawn_table(result,
                    table_of(fmt::format("By the reading of the source, lax, over {}", parameter),
                             heads, std::move(by_reading)),
                    "percent of records linked");
    return result;
}

// The source draws the partner of rank i among those that are at most p percent above it, and does
// not say what becomes of ranks beyond the last.
Json rank_swapping(const ReproduceOptions& options, const Context& context) {
    const Table whole = census(options, context, kUniformColumns);
    UniformReadings readings = orders_of(whole, options);
    for (const auto& [key, head, window] :
         {std::tuple{"open", "beyond the end", SwapWindow::open},
          std::tuple{"whole", "whole windows", SwapWindow::whole}}) {
        readings.push_back({key, head,
                            [&whole, &options, window = window](const Uniform& file, std::int64_t s,
                                                                const Context& c) {
                                const Random random = sample_random(options, s);
                                const auto rows = sample_rows(random, whole.rows(), kSampleSize);
                                const double p = file.parameters["p"].get<double>();
                                return FilePair{
                                    whole.gather(rows),
                                    swapped_by(window, p, whole, random, c).gather(rows)};
                            }});
    }
    Json result = uniform_series(options, context, "RS", "p", readings);
    result["notes"] = {
        "Beyond the end: a rank above the last may be drawn, and the value then stays, as the "
        "source's i < l <= i + p can be read. Whole windows: a value whose window runs past the "
        "last rank looks for no partner. Both mask the file and draw records then."};
    return result;
}

// Seven columns leave the last one alone, where the source may have masked all thirteen.
Json mic2(const ReproduceOptions& options, const Context& context) {
    const Table whole = census(options, context, kUniformColumns);
    const Table wide = census(options, context, kCensusColumns);
    UniformReadings readings = orders_of(whole, options);
    readings.push_back({"wide", "13 columns masked", orders_of(wide, options)[0].sample});
    Json result = uniform_series(options, context, "Mic2", "k", readings);
    result["notes"] = {
        "13 columns masked: all columns of the file in pairs, of which seven are linked; otherwise "
        "the seventh column, which has no other beside it, is masked alone."};
    return result;
}

Json noise(const ReproduceOptions& options, const Context& context) {
    const Table whole = census(options, context, kUniformColumns);
    return uniform_series(options, context, "Noise", "p", orders_of(whole, options));
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
