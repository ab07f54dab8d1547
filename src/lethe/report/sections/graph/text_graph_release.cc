#include "lethe/report/sections/graph/text_graph_release.h"

#include <fmt/format.h>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"

namespace lethe::report {
namespace {

std::string names(const Json& object, std::string_view key) {
    return fmt::format("{}", fmt::join(texts(object, key), ", "));
}

std::string attributes_text(const Json& attributes) {
    return fmt::format(
        "Every combination of {} is shared by at least {} nodes, counted in the release: {} "
        "different ones. Values moved by {:.1f} % of the way on average. ",
        names(attributes, "columns"), count_field_text(attributes, "k"),
        count_field_text(attributes, "classes"), 100 * number(attributes, "loss").value_or(0));
}

constexpr std::string_view kDegreesTell =
    "who knows how many friends someone has may find them (--structure k-degree)";

// What goes with any kind of change.
std::string more_of_structure(const Json& structure) {
    std::string out;
    if (const auto left_out = count(structure, "loops_and_repeats")) {
        out += fmt::format(
            "{} loops and repeated edges were left out, beside which new edges would stand out. ",
            count_text(*left_out));
    }
    if (flag(structure, "weights")) {
        out += "Weights of edges are published as they are, and may tell people apart. ";
    }
    return out;
}

std::string structure_text(const Json& structure) {
    const std::string what(text(structure, "method"));
    if (what == "none") return fmt::format("Edges are as they were: {}. ", kDegreesTell);
    if (what == "k-degree") {
        return fmt::format(
            "Every number of neighbours is shared by at least {} nodes, counted in the release; "
            "{} edges were added for it{}. ",
            count_field_text(structure, "smallest_degree_class"),
            count_field_text(structure, "edges_added"),
            flag(structure, "without_direction") ? ", and the direction of edges was not looked at"
                                                 : "");
    }
    if (count(structure, "edges_added").value_or(0) == 0) {
        return fmt::format("No edge could be changed: {}. ", kDegreesTell);
    }
    return fmt::format(
        "{} edges are gone and {} are new; {} ", count_field_text(structure, "edges_removed"),
        count_field_text(structure, "edges_added"),
        what == "switch"
            ? fmt::format("every node has as many as before, so that {}.", kDegreesTell)
            : std::string("which of them is not said."));
}

}  // namespace

std::string graph_release_words(const Json& result) {
    std::string said;
    if (result.contains("attributes")) said += attributes_text(field(result, "attributes"));
    said += structure_text(field(result, "structure"));
    said += more_of_structure(field(result, "structure"));
    if (const auto below = count(field(result, "attributes"), "below_k_with_degree");
        below.value_or(0) > 0) {
        said += fmt::format(
            "Profile and number of neighbours together are shared by fewer than {} for {} of the "
            "nodes: k holds for each by itself. ",
            count_field_text(result, "k"), count_text(*below));
    } else if (below) {
        said += fmt::format(
            "Profile and number of neighbours{} together are shared by at least {} nodes, counted "
            "in the release. ",
            flag(field(result, "structure"), "without_direction") ? " in each direction" : "",
            count_field_text(field(result, "attributes"), "k_with_degree"));
    }
    if (const auto below = count(field(result, "structure"), "nodes_in_small_direction_classes");
        below.value_or(0) > 0) {
        said += fmt::format(
            "Numbers of neighbours in each direction are shared by fewer than {} for {} of the "
            "nodes. ",
            count_field_text(result, "k"), count_text(*below));
    }
    if (result.contains("kept")) {
        said += fmt::format("Published as they are, as asked for: {}. ", names(result, "kept"));
    }
    if (text(result, "order") == "as-is") {
        said +=
            "Nodes are numbered in the order of the original, as asked for: the number of a node "
            "says who it is to one who knows that order. ";
    }
    said.pop_back();
    return said;
}

std::string graph_release_text(const Json& result) {
    std::string out =
        fmt::format("{}: {} nodes, {} edges.\n", text(result, "output"),
                    count_field_text(result, "nodes"), count_field_text(result, "edges"));
    out += wrapped(graph_release_words(result));
    if (result.contains("neighbourhoods")) {
        const Json& around = field(result, "neighbourhoods");
        out += wrapped(fmt::format(
            "{} of the nodes have a neighbourhood (who of their neighbours know each other) that "
            "fewer than {} share; {} were compared by a rougher signature.",
            count_field_text(around, "nodes_below_k"), count_field_text(around, "k"),
            count_field_text(around, "by_signature")));
    }
    if (result.contains("microdata")) {
        out += fmt::format(
            "\nmicrodata: {} (of the original: protect it with lethe protect before it is "
            "published)\n",
            text(result, "microdata"));
    }
    out += fmt::format("\nrecord: {}\nprivate log: {} (do not publish)\n", text(result, "record"),
                       text(result, "private_log"));
    return out;
}

Section graph_protection_section() {
    return {.kinds = {"graph-protection"}, .terminal = graph_release_text};
}

}  // namespace lethe::report
