#include "experiments/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "experiments/support.h"

namespace lethe::reproduction {

std::size_t NonUniform::width() const {
    return std::accumulate(widths.begin(), widths.end(), std::size_t{0});
}

const std::vector<NonUniform>& non_uniform_files() {
    static const std::vector<NonUniform> files{
        {"M4-33", {2, 2}, {3, 3}},        {"M4-28", {2, 2}, {2, 8}},
        {"M4-82", {2, 2}, {8, 2}},        {"M5-38", {3, 2}, {3, 8}},
        {"M6-385", {2, 2, 2}, {3, 8, 5}}, {"M6-853", {2, 2, 2}, {8, 5, 3}}};
    return files;
}

std::vector<FileName> non_uniform_names() {
    std::vector<FileName> names;
    for (const NonUniform& file : non_uniform_files()) names.push_back({std::string(file.name)});
    return names;
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

FilePair sampled_file(const NonUniform& file, const ReproduceOptions& options, std::int64_t sample,
                      const Context& context) {
    const Table whole = census(options, context, file.width());
    const Table original =
        whole.gather(sample_rows(sample_random(options, sample), whole.rows(), kSampleSize));
    return {original, mask_non_uniform(file, original, context)};
}

Table Uniform::mask(const Table& original, const Random& random, const Context& context) const {
    return mask_with(method, parameters, original, random, context);
}

bool is_projection(const Uniform& file) { return file.family == "MicZ" || file.family == "MicPCP"; }

FilePair in_another_order(const FilePair& pair, const Random& random) {
    const auto order = random_permutation(random.stream("another order"), pair.masked.rows());
    return {pair.original, pair.masked.gather(order)};
}

Uniform uniform_file(std::string_view family, std::int64_t strength) {
    Uniform file{std::string(family), fmt::format("{}-{}", family, strength), {}, {}};
    if (family == "RS" || family == "Noise") {
        file.method = family == "RS" ? "rank-swapping" : "noise";
        file.parameters = {{"p", strength}};
        return file;
    }
    file.parameters = {{"k", strength}};
    if (family == "MicIR") {
        file.method = "individual-ranking";
    } else if (family == "MicZ") {
        file.method = "zscore-projection";
    } else if (family == "MicPCP") {
        file.method = "pca-projection";
    } else {
        file.method = "mdav";
        if (family != "MicAll") file.parameters["group_size"] = family.back() - '0';
    }
    return file;
}

std::vector<PublishedMeans> published_means(std::string_view family) {
    if (family == "RS") {
        return {{1, 99.650, 100.000}, {2, 98.525, 99.725}, {3, 96.975, 98.850}, {4, 94.650, 97.150},
                {5, 92.850, 95.325},  {6, 88.000, 90.825}, {7, 84.800, 87.400}};
    }
    if (family == "Mic2") {
        return {{3, 99.975, 100.000}, {4, 99.650, 99.900},  {5, 99.300, 100.000},
                {6, 99.275, 99.700},  {7, 99.350, 99.825},  {8, 98.150, 99.700},
                {9, 98.425, 99.525},  {10, 98.375, 99.425}, {11, 97.200, 98.725},
                {12, 96.900, 98.525}, {13, 96.775, 98.375}, {14, 96.525, 98.100},
                {15, 95.875, 97.975}, {16, 95.850, 98.150}, {17, 94.500, 96.750},
                {18, 93.475, 96.175}, {19, 92.925, 95.325}, {20, 92.425, 94.950}};
    }
    if (family == "Noise") {
        return {{1, 100.000, 100.00}, {2, 100.000, 100.00}, {4, 100.000, 100.00},
                {6, 99.875, 100.00},  {8, 99.450, 99.90},   {10, 98.050, 99.10},
                {12, 95.600, 97.05},  {14, 93.850, 95.45},  {16, 90.025, 92.30}};
    }
    return {};
}

FilePair sampled_file(const Uniform& file, const Table& whole, const ReproduceOptions& options,
                      std::int64_t sample, const Context& context, SampleOrder order) {
    const Random random = sample_random(options, sample);
    const auto rows = sample_rows(random, whole.rows(), kSampleSize);
    auto linked = whole.names();
    linked.resize(std::min(linked.size(), kUniformColumns));
    const Table original = whole.gather(rows);
    const Table masked = order == SampleOrder::drawn_first
                             ? file.mask(original, random, context)
                             : file.mask(whole, random, context).gather(rows);
    return {original.select(linked), masked.select(linked)};
}

}  // namespace lethe::reproduction
