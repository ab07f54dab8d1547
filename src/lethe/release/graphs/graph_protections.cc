#include "lethe/release/graphs/graph_protections.h"

#include <fmt/format.h>

#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/graph/protect/mask_nodes.h"
#include "lethe/method/catalogue.h"

namespace lethe::release {
namespace {

constexpr std::string_view kOfTables = "table:";

// As they are asked for.
std::vector<std::string> node_mask_names() {
    std::vector<std::string> names;
    for (const Method* mask : node_masks()) names.push_back(node_mask_name(*mask));
    return names;
}

const Method& node_mask(const Method& mask) {
    if (graph::masks_nodes(mask.info)) return mask;
    throw Error(
        ErrorKind::usage,
        fmt::format("\"{}\" masks tables and {}, so that it does not protect nodes; these do: {}",
                    mask.info.name,
                    mask.has(Property::changes_rows) ? "may drop rows, and a node cannot go "
                                                       "without its edges"
                                                     : "does not make k rows alike",
                    fmt::join(node_mask_names(), ", ")));
}

}  // namespace

std::vector<const Method*> node_masks() {
    std::vector<const Method*> masks;
    for (const Method* method : methods_of(Family::mask)) {
        if (graph::masks_nodes(method->info)) masks.push_back(method);
    }
    return masks;
}

std::string node_mask_name(const Method& mask) {
    const bool of_both = find_method(mask.info.name, DataKind::graph) != nullptr;
    return of_both ? protection_name(mask) : mask.info.name;
}

const Method& graph_protection(std::string_view name) {
    if (name.starts_with(kOfTables)) {
        return node_mask(find_method(name.substr(kOfTables.size()), Family::mask));
    }
    if (find_method(name, DataKind::graph) != nullptr) {
        return find_method(name, Family::mask, DataKind::graph);
    }
    const Method* mask = find_method(name);
    if (mask != nullptr && mask->info.family == Family::mask) return node_mask(*mask);
    std::vector<std::string> known = method_names(Family::mask, DataKind::graph);
    for (std::string& own : node_mask_names()) known.push_back(std::move(own));
    throw Error(ErrorKind::usage, unknown_name("protection", name, known));
}

std::string protection_name(const Method& method) {
    const bool of_tables = method.info.data == DataKind::table;
    return (of_tables ? std::string(kOfTables) : std::string()) + method.info.name;
}

}  // namespace lethe::release
