// Files protected group by group, linked with equal weights and with the Mahalanobis distance.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "experiments/experiments.h"
#include "experiments/files.h"
#include "experiments/support.h"
#include "lethe/core/parallel.h"

namespace lethe::reproduction {
namespace {

struct NonUniformPublished {
    double am, md;  // percent
    // Of the first 400 rows, by another program: AM lax, AM strict, MD lax, MD strict. Not
    // published.
    std::array<double, 4> first400;
};

// In the order of non_uniform_files().
constexpr std::array<NonUniformPublished, 6> kPublishedNonUniform{
    {{84.00, 94.00, {83.50, 78.75, 97.00, 91.50}},
     {68.50, 90.00, {72.50, 69.00, 95.50, 90.50}},
     {71.00, 92.75, {68.00, 65.00, 96.00, 91.50}},
     {39.75, 88.25, {37.25, 31.75, 92.75, 82.00}},
     {78.00, 98.50, {75.00, 74.50, 99.25, 98.75}},
     {84.75, 98.00, {81.75, 81.00, 99.50, 98.50}}}};

Json non_uniform(const ReproduceOptions& options, const Context& context) {
    const auto& files = non_uniform_files();
    std::vector<std::array<std::vector<Links>, 2>> links(files.size());
    Progress progress(context, "masking and linking",
                      static_cast<std::int64_t>(files.size()) * options.samples);
    const Context inner = context.single();
    parallel_tasks(context, static_cast<std::int64_t>(files.size()), [&](std::int64_t index) {
        const NonUniform& file = files[static_cast<std::size_t>(index)];
        const Table whole = census(options, inner, file.width());
        for (std::int64_t s = 0; s < options.samples; ++s) {
            const Random random = sample_random(options, s);
            const Table original = whole.gather(sample_rows(random, whole.rows(), kSampleSize));
            const Table masked = mask_non_uniform(file, original, inner);
            auto& own = links[static_cast<std::size_t>(index)];
            own[0].push_back(link(original, masked, "standardised", inner));
            own[1].push_back(link(original, masked, "mahalanobis", inner));
            progress.add();
        }
    });
    Json rows = Json::array(), pairs = Json::array(), claims = Json::array();
    for (std::size_t i = 0; i < files.size(); ++i) {
        const NonUniformPublished& published = kPublishedNonUniform[i];
        rows.push_back(row_of(fmt::format("{} d2AM", files[i].name), published.am, links[i][0]));
        rows.push_back(row_of(fmt::format("{} d2MD", files[i].name), published.md, links[i][1]));
        pairs.push_back({{"am_published", published.am},
                         {"am", spread(links[i][0], &Links::expected).mean},
                         {"md_published", published.md},
                         {"md", spread(links[i][1], &Links::expected).mean}});
    }
    add_order_claim(claims, "d2MD links more than d2AM", pairs, "md", Order::above, "am");
    return {{"rows", std::move(rows)},
            {"claims", std::move(claims)},
            {"checks", Json::array()},
            {"charts", Json::array({agreement_chart(
                           "Six files, percent linked, expected", pairs,
                           {{"d2AM", "am_published", "am"}, {"d2MD", "md_published", "md"}})})}};
}

Json first_400(const ReproduceOptions& options, const Context& context) {
    Json rows = Json::array(), checks = Json::array();
    const auto& files = non_uniform_files();
    for (std::size_t i = 0; i < files.size(); ++i) {
        const NonUniform& file = files[i];
        const Table whole = census(options, context, file.width());
        const Table original = whole.gather(first_rows(kSampleSize));
        const Table masked = mask_non_uniform(file, original, context);
        const Links am = link(original, masked, "standardised", context);
        const Links md = link(original, masked, "mahalanobis", context);
        const auto add = [&](std::string_view what, double elsewhere, double obtained) {
            const std::string setting = fmt::format("{} {}", file.name, what);
            rows.push_back(
                {{"setting", setting}, {"elsewhere", elsewhere}, {"obtained", obtained}});
            add_check(checks, setting + ": as another program finds it",
                      std::fabs(elsewhere - obtained) < 0.005);
        };
        add("d2AM lax", kPublishedNonUniform[i].first400[0], am.lax);
        add("d2AM strict", kPublishedNonUniform[i].first400[1], am.strict);
        add("d2MD lax", kPublishedNonUniform[i].first400[2], md.lax);
        add("d2MD strict", kPublishedNonUniform[i].first400[3], md.strict);
    }
    Json tables = Json::array();
    tables.push_back(table_of(
        "Percent of records linked",
        {{"setting", "setting"}, {"elsewhere", "another program"}, {"obtained", "obtained"}},
        std::move(rows)));
    return {{"tables", std::move(tables)},
            {"checks", std::move(checks)},
            {"notes", Json::array({"Nothing of this is published: the figures of another program "
                                   "were computed from the same public file."})}};
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
