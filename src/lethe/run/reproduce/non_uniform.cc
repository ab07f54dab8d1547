// Files protected group by group, linked with equal weights and with the Mahalanobis distance.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/run/reproduce/experiments.h"
#include "lethe/run/reproduce/support.h"

namespace lethe::reproduction {
namespace {

// The non-uniform files: consecutive groups of attributes, each with its own k, on raw values.
struct NonUniform {
    std::string_view name;
    std::vector<std::size_t> widths;
    std::vector<std::int64_t> k;
    double am, md;                   // published, percent
    std::array<double, 4> first400;  // AM lax, AM strict, MD lax, MD strict
};

const std::vector<NonUniform>& non_uniform_files() {
    static const std::vector<NonUniform> files{
        {"M4-33", {2, 2}, {3, 3}, 84.00, 94.00, {83.50, 78.75, 97.00, 91.50}},
        {"M4-28", {2, 2}, {2, 8}, 68.50, 90.00, {72.50, 69.00, 95.50, 90.50}},
        {"M4-82", {2, 2}, {8, 2}, 71.00, 92.75, {68.00, 65.00, 96.00, 91.50}},
        {"M5-38", {3, 2}, {3, 8}, 39.75, 88.25, {37.25, 31.75, 92.75, 82.00}},
        {"M6-385", {2, 2, 2}, {3, 8, 5}, 78.00, 98.50, {75.00, 74.50, 99.25, 98.75}},
        {"M6-853", {2, 2, 2}, {8, 5, 3}, 84.75, 98.00, {81.75, 81.00, 99.50, 98.50}}};
    return files;
}

Table mask_non_uniform(const NonUniform& file, const Table& original, const Context& context) {
    Json groups = Json::array();
    const auto names = original.names();
    std::size_t next = 0;
    for (const std::size_t width : file.widths) {
        Json group = Json::array();
        for (std::size_t i = 0; i < width; ++i) group.push_back(names[next++]);
        groups.push_back(std::move(group));
    }
    return mask_with("mdav", {{"k", file.k}, {"groups", groups}, {"scaling", "none"}}, original,
                     Random(0), context);
}

std::size_t width_of(const NonUniform& file) {
    std::size_t width = 0;
    for (const std::size_t part : file.widths) width += part;
    return width;
}

Json non_uniform(const ReproduceOptions& options, const Context& context) {
    const auto& files = non_uniform_files();
    std::vector<std::array<std::vector<Links>, 2>> links(files.size());
    Progress progress(context, "masking and linking",
                      static_cast<std::int64_t>(files.size()) * options.samples);
    const Context inner = context.single();
    parallel_tasks(context, static_cast<std::int64_t>(files.size()), [&](std::int64_t index) {
        const NonUniform& file = files[static_cast<std::size_t>(index)];
        const Table whole = census(options, inner, width_of(file));
        for (std::int64_t s = 0; s < options.samples; ++s) {
            const Random random = sample_random(options, s);
            const Table original = whole.gather(sample_rows(random, whole.rows(), 400));
            const Table masked = mask_non_uniform(file, original, inner);
            auto& own = links[static_cast<std::size_t>(index)];
            own[0].push_back(link(original, masked, "standardised", inner));
            own[1].push_back(link(original, masked, "mahalanobis", inner));
            progress.add();
        }
    });
    Json rows = Json::array();
    for (std::size_t i = 0; i < files.size(); ++i) {
        rows.push_back(row_of(fmt::format("{} d2AM", files[i].name), files[i].am, links[i][0]));
        rows.push_back(row_of(fmt::format("{} d2MD", files[i].name), files[i].md, links[i][1]));
    }
    return rows;
}

Json first_400(const ReproduceOptions& options, const Context& context) {
    Json rows = Json::array();
    for (const NonUniform& file : non_uniform_files()) {
        const Table whole = census(options, context, width_of(file));
        std::vector<std::int64_t> first(400);
        for (std::size_t i = 0; i < first.size(); ++i) first[i] = static_cast<std::int64_t>(i);
        const Table original = whole.gather(first);
        const Table masked = mask_non_uniform(file, original, context);
        const Links am = link(original, masked, "standardised", context);
        const Links md = link(original, masked, "mahalanobis", context);
        const auto add = [&](std::string_view what, double published, double obtained) {
            rows.push_back({{"setting", fmt::format("{} {}", file.name, what)},
                            {"published", published},
                            {"obtained", obtained}});
        };
        add("d2AM lax", file.first400[0], am.lax);
        add("d2AM strict", file.first400[1], am.strict);
        add("d2MD lax", file.first400[2], md.lax);
        add("d2MD strict", file.first400[3], md.strict);
    }
    return rows;
}

}  // namespace

std::vector<Experiment> non_uniform_experiments() {
    return {
        {"non-uniform", "Non-uniformly protected files, d2AM and d2MD", "Abril 2014, Table 5.11",
         non_uniform},
        {"first-400", "The first 400 rows: a deterministic check of d2AM and d2MD",
         "recomputed from the public file", first_400},
    };
}

}  // namespace lethe::reproduction
