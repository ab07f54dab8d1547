#include "lethe/table/mask/parts/masked_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/merge_clusters.h"

namespace lethe::mask {

std::int64_t largest_k(const Json& parameters) {
    const auto k = parameters.find("k");
    if (k == parameters.end()) return 1;
    if (k->is_number_integer()) return std::max<std::int64_t>(1, k->get<std::int64_t>());
    std::int64_t most = 1;
    if (k->is_array()) {
        for (const Json& one : *k) {
            if (one.is_number_integer()) most = std::max(most, one.get<std::int64_t>());
        }
    }
    return most;
}

MaskOutput merge_parts(const MaskInput& input, const ClusterRows& clusters,
                       const std::vector<Table>& tables, std::vector<MaskOutput>& outputs) {
    MaskOutput merged;
    merged.facts["clusters"] = Json::array();
    merged.private_facts["clusters"] = Json::array();
    for (std::size_t c = 0; c < outputs.size(); ++c) {
        MaskOutput& output = outputs[c];
        for (const ColumnPtr& column : output.changed) {
            if (tables[c].find(column->name()) != nullptr) continue;
            throw Error(ErrorKind::usage,
                        "this method adds a column, which cannot be done cluster by cluster",
                        {{}, 0, 0, "inside"});
        }
        const auto rows = clusters[static_cast<std::int32_t>(c)];
        merged.facts["clusters"].push_back({{"records", rows.size()}, {"facts", output.facts}});
        merged.private_facts["clusters"].push_back(output.private_facts);
        for (const std::string& warning : output.warnings) {
            merged.warnings.push_back(fmt::format("cluster {}: {}", c + 1, warning));
        }
        if (output.kept_rows) {
            if (!merged.kept_rows) merged.kept_rows.emplace();
            for (const std::int64_t row : *output.kept_rows) {
                merged.kept_rows->push_back(rows[static_cast<std::size_t>(row)]);
            }
        }
    }
    if (merged.kept_rows) std::sort(merged.kept_rows->begin(), merged.kept_rows->end());
    for (const std::string& name : input.columns) {
        std::vector<ColumnPtr> parts;
        for (std::size_t c = 0; c < outputs.size(); ++c) {
            parts.push_back(tables[c].with(outputs[c].changed).column_ptr(name));
        }
        merged.changed.push_back(
            merge_clusters(clusters, parts, input.table.rows(), merged.warnings));
    }
    return merged;
}

const Method* check_inside(const std::string& name, const Json& parameters, const Table& table,
                           std::span<const std::string> columns, const Place& place,
                           Problems& problems) {
    const Method* method = find_method(name);
    if (method == nullptr || method->info.family != Family::mask) {
        problems.push_back({unknown_name("masking method", name, method_names(Family::mask)),
                            within(place, "inside")});
        return nullptr;
    }
    const std::size_t before = problems.size();
    for (const std::string& of : columns) {
        const Column* column = table.find(of);
        if (column == nullptr || method->accepts(column->kind())) continue;
        problems.push_back({fmt::format("column \"{}\" is {}, which {} does not take", of,
                                        lethe::name(column->kind()), name),
                            within(place, "inside")});
    }
    const std::size_t bad_columns = problems.size();
    const Json bound = method->bind(parameters, within(place, "parameters"), problems);
    for (const char* parameter : {"sensitive", "released"}) {
        const Json named = bound.value(parameter, Json());
        if (!method->has_parameter("models") || named.empty() || named == "") continue;
        problems.push_back(
            {fmt::format("{} is given the columns of this step alone, part by part, and cannot "
                         "count the values of other columns ({}): give the models to a step of "
                         "their own, without parts",
                         name, parameter),
             within(place, "parameters")});
    }
    if (problems.size() == bad_columns) {
        method->check(table, columns, bound, within(place, "parameters"), problems);
    }
    return problems.size() == before ? method : nullptr;
}

}  // namespace lethe::mask
