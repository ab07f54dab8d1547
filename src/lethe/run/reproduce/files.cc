#include "lethe/run/reproduce/files.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/run/reproduce/support.h"

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

const NonUniform& non_uniform_file(std::string_view name) {
    for (const NonUniform& file : non_uniform_files()) {
        if (file.name == name) return file;
    }
    throw Error(ErrorKind::internal, fmt::format("no file {}", name));
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

Table Uniform::mask(const Table& original, const Random& random, const Context& context) const {
    return mask_with(method, parameters, original, random, context);
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

}  // namespace lethe::reproduction
