#include "lethe/report/sections/graph/text_graph_release.h"

#include <fmt/format.h>

#include "lethe/method/catalogue.h"
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

// Of all steps together, as it was counted in what is published.
std::string edges_text(const Json& structure) {
    const auto gone = count(structure, "edges_removed");
    const auto fresh = count(structure, "edges_added");
    if (!gone || !fresh) return "";
    if (*gone == 0 && *fresh == 0) return "Edges are as they were. ";
    if (*gone == 0)
        return fmt::format("{} edges were added, and none is gone. ", count_text(*fresh));
    return fmt::format("{} edges are gone and {} are new; which of them is not said. ",
                       count_text(*gone), count_text(*fresh));
}

// Whom numbers of neighbours find: as it was counted, whatever the steps were. They say only
// whether the numbers are the true ones.
std::string degrees_text(const Json& structure, const std::string& k) {
    const bool without_direction = flag(structure, "without_direction");
    const auto below = count(structure, "nodes_in_small_degree_classes");
    std::string out;
    if (flag(structure, "keeps_degrees")) out += "Every node has as many neighbours as before. ";
    if (!below) {
        out += "How many nodes share their number of neighbours was not counted: ";
    } else if (*below > 0) {
        out += fmt::format(
            "The number of neighbours{} is shared by fewer than {} for {} of the "
            "nodes: ",
            without_direction ? ", whatever the direction of edges," : "", k, count_text(*below));
    } else {
        return out + fmt::format(
                         "Every number of neighbours{} is shared by at least {} nodes, "
                         "counted in the release. Who knows more, such as which of "
                         "someone's friends know each other, may still find them. ",
                         without_direction ? ", whatever the direction of edges," : "",
                         count_field_text(structure, "smallest_degree_class"));
    }
    return out + fmt::format(
                     "who knows how many friends someone has may find them ({} makes these "
                     "numbers alike). ",
                     method_for(Purpose::equal_degrees, DataKind::graph).info.name);
}

}  // namespace

std::string graph_release_words(const Json& result) {
    std::string said;
    if (result.contains("attributes")) said += attributes_text(field(result, "attributes"));
    said += edges_text(field(result, "structure"));
    said += degrees_text(field(result, "structure"), count_field_text(result, "k"));
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
