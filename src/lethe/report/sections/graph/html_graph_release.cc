// The page of a release of a graph.
#include <fmt/format.h>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/release_pages.h"
#include "lethe/report/sections/graph/text_graph_release.h"

namespace lethe::report {
namespace {

Grid graph_settings(const Json& release) {
    Grid grid{"", {"part", "method", "settings"}, {}};
    const auto add = [&](const char* title, const char* key,
                         const std::vector<const char*>& settings) {
        const Json& part = field(release, key);
        if (!part.is_object()) return;
        Json used = Json::object();
        for (const char* name : settings) {
            if (part.contains(name)) used[name] = part[name];
        }
        grid.rows.push_back({Cell(title), Cell(text(part, "method")),
                             Cell(fmt::format("{}", fmt::join(set_parameters(used), ", ")))});
    };
    add("what people are", "attributes", {"columns", "k", "closeness"});
    add("whom they know", "structure", {"k", "share", "edges", "edges_added", "edges_removed"});
    return grid;
}

}  // namespace

std::string graph_release_headline(const Json& release) {
    const Json& attributes = field(release, "attributes");
    const Json& structure = field(release, "structure");
    std::string said;
    if (attributes.is_object()) {
        const std::vector<std::string> kept = texts(release, "kept");
        said = fmt::format("Each of {} shares {} with at least {}.",
                           counted_field(release, "nodes", "node", "nodes"),
                           kept.empty() ? std::string("what is published about it")
                                        : "its " + enumeration(texts(attributes, "columns")),
                           counted(count(attributes, "k").value_or(1) - 1, "other", "others"));
        if (!kept.empty()) {
            said += fmt::format(
                " {} {} published as {}, and together with {} nobody is promised "
                "others who look alike.",
                enumeration(kept), kept.size() == 1 ? "is" : "are",
                kept.size() == 1 ? "it is" : "they are", kept.size() == 1 ? "it" : "them");
        }
    } else {
        said =
            fmt::format("{} without a protection of what is said about them.",
                        counted_field(release, "nodes", "node is released", "nodes are released"));
    }
    const std::int64_t alone = count(structure, "nodes_in_small_degree_classes").value_or(0);
    const std::int64_t both = count(attributes, "below_k_with_degree").value_or(0);
    if (alone > 0) {
        said += fmt::format(" {} by the number of neighbours, which fewer than {} share.",
                            counted(alone, "can be told", "can be told"),
                            count_field_text(release, "k"));
    }
    if (both > 0) {
        said += fmt::format(" Whoever knows both tells {} apart that fewer than {} share.",
                            counted(both, "node", "nodes"), count_field_text(release, "k"));
    }
    return said;
}

void graph_release_part(Markup& out, const Json& release) {
    const Json& attributes = field(release, "attributes");
    const Json& structure = field(release, "structure");
    out.open("dl", {{"class", "keys"}});
    if (attributes.is_object()) {
        key_figure(out, "Smallest group", count_field_text(attributes, "k"),
                   texts(release, "kept").empty()
                       ? "nodes that share all their values; higher is safer"
                       : "nodes that share their values, apart from what is published as it is");
        key_figure(out, "Values moved", percent_text(100 * number(attributes, "loss").value_or(0)),
                   "of the way, on average; lower is more useful");
    }
    key_figure(out, "Fewest alike by degree", count_field_text(structure, "smallest_degree_class"),
               "nodes with the same number of neighbours");
    out.close();
    out.leaf("h3", "What was done");
    paragraph(out, fmt::format("The release holds {} and {}, without the ids of the original.",
                               counted_field(release, "nodes", "node", "nodes"),
                               counted_field(release, "edges", "edge", "edges")));
    table(out, graph_settings(release), "What was done", "wide");
    out.leaf("h3", "What holds, counted in the released graph");
    paragraph(out, graph_release_words(release));
    if (const Json& around = field(release, "neighbourhoods"); around.is_object()) {
        paragraph(out, fmt::format("{} a neighbourhood (who of their neighbours know each other) "
                                   "that fewer than {} share.",
                                   counted_field(around, "nodes_below_k", "node has", "nodes have"),
                                   count_field_text(around, "k")));
    }
    out.leaf("h3", "What was lost");
    paragraph(out, fmt::format(
                       "{}{} edges were added and {} taken away. lethe graph assess "
                       "measures what that does to the graph.",
                       attributes.is_object()
                           ? fmt::format("Values moved by {} of the way on average. ",
                                         percent_text(100 * number(attributes, "loss").value_or(0)))
                           : std::string(),
                       count_field_text(structure, "edges_added"),
                       count_field_text(structure, "edges_removed")));
}

}  // namespace lethe::report
