#include "lethe/run/reproduce.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/core/random.h"
#include "lethe/data/io.h"
#include "lethe/method/catalogue.h"

namespace lethe {
namespace {

// The Census reference file. The attributes V1, V2, ... of the source are the first columns in file
// order (their printed names are in alphabetical order and wrong from V4 on).
Table census(const ReproduceOptions& options, const Context& context, std::size_t columns) {
    const Table table =
        read_table(context, (std::filesystem::path(options.data) / "casc" / "Census.csv").string());
    if (table.columns().size() < columns || table.rows() < 400) {
        throw Error(ErrorKind::input,
                    "is not the Census reference file of 1080 rows and 13 columns",
                    {options.data, 0, 0, {}});
    }
    auto names = table.names();
    names.resize(columns);
    return table.select(names);
}

Table mask_with(std::string_view method, const Json& parameters, const Table& table,
                const Random& random, const Context& context) {
    const MaskInput input{table, table.names(), random, context};
    return table.with(find_method(method, Family::mask).mask(input, parameters).changed);
}

// Shares of correct links, in percent.
struct Links {
    double strict = 0, lax = 0, expected = 0;
};

Links link(const Table& original, const Table& masked, std::string_view distance,
           const Context& context) {
    const AssessInput input{original, masked, original.names(), Random(0), context};
    const Json details = find_method("distance-linkage", Family::attack)
                             .assess(input, {{"distance", distance}})
                             .details;
    return {details["strict"], details["lax"], details["expected"]};
}

// Mean, deviation and standard error over samples.
struct Spread {
    double mean = 0, sd = 0, se = 0;
};

Spread spread(const std::vector<Links>& samples, double Links::*part) {
    const auto count = static_cast<double>(samples.size());
    Spread result;
    for (const Links& sample : samples) result.mean += sample.*part / count;
    if (samples.size() < 2) return result;
    double squares = 0;
    for (const Links& sample : samples) {
        squares += (sample.*part - result.mean) * (sample.*part - result.mean);
    }
    result.sd = std::sqrt(squares / (count - 1));
    result.se = result.sd / std::sqrt(count);
    return result;
}

Json row_of(std::string setting, const Json& published, const std::vector<Links>& samples) {
    const Spread lax = spread(samples, &Links::lax);
    return {{"setting", std::move(setting)},
            {"published", published},
            {"lax", lax.mean},
            {"strict", spread(samples, &Links::strict).mean},
            {"expected", spread(samples, &Links::expected).mean},
            {"sd", lax.sd},
            {"se", lax.se}};
}

struct Published {
    double setting;
    double mean;
};

// The uniform series: the whole file is masked, then aligned samples of 400 records are linked.
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
            const Random random = Random(options.seed).part(static_cast<std::uint64_t>(s));
            const Table masked = mask_with(method, parameters, original, random, inner);
            const auto rows = random_subset(random.stream("sample"), original.rows(), 400);
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
            const Random random = Random(options.seed).part(static_cast<std::uint64_t>(s));
            const Table original =
                whole.gather(random_subset(random.stream("sample"), whole.rows(), 400));
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

const std::vector<Experiment>& experiments() {
    static const std::vector<Experiment> all{
        {"rank-swapping", "Rank swapping, equal weights (d2AM)", "Abril 2014, Table 5.6",
         rank_swapping},
        {"mic2", "Microaggregation of pairs of attributes, equal weights (d2AM)",
         "Abril 2014, Table 5.7", mic2},
        {"noise", "Additive noise, equal weights (d2AM)", "Abril 2014, Table 5.8", noise},
        {"non-uniform", "Non-uniformly protected files, d2AM and d2MD", "Abril 2014, Table 5.11",
         non_uniform},
        {"first-400", "The first 400 rows: a deterministic check of d2AM and d2MD",
         "recomputed from the public file", first_400},
    };
    return all;
}

const Experiment& find_experiment(std::string_view name) {
    std::vector<std::string> names;
    for (const Experiment& experiment : experiments()) {
        if (experiment.name == name) return experiment;
        names.emplace_back(experiment.name);
    }
    throw Error(ErrorKind::usage, unknown_name("experiment", name, names));
}

Json reproduce(const Experiment& experiment, const ReproduceOptions& options,
               const Context& context) {
    const double start = context.now();
    Json rows = experiment.run(options, context);
    return {{"kind", "reproduction"},     {"name", experiment.name},
            {"title", experiment.title},  {"source", experiment.source},
            {"samples", options.samples}, {"seed", options.seed},
            {"rows", std::move(rows)},    {"seconds", context.now() - start}};
}

}  // namespace lethe
