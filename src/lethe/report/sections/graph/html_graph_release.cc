// The page of a release of a graph.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/method/catalogue.h"
#include "lethe/report/base/counted.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/release_pages.h"
#include "lethe/report/sections/graph/text_graph_release.h"

namespace lethe::report {
namespace {

// What a step was told: of a record that lists no steps, what stands there under the names of the
// method's parameters.
Json settings_in(const Json& part) {
    if (field(part, "parameters").is_object()) return field(part, "parameters");
    Json used = Json::object();
    if (const Method* method = find_method(text(part, "method"), DataKind::graph)) {
        for (const Parameter& parameter : method->parameters) {
            if (part.contains(parameter.name)) used[parameter.name] = part[parameter.name];
        }
    }
    return used;
}

Grid graph_settings(const Json& release) {
    Grid grid{"", {"part", "method", "settings"}, {}};
    const auto add = [&](const char* title, const Json& part, const Json& settings) {
        grid.rows.push_back({Cell(title), Cell(text(part, "method")),
                             Cell(fmt::format("{}", fmt::join(set_parameters(settings), ", ")))});
    };
    if (const Json& people = field(release, "attributes"); people.is_object()) {
        Json settings = settings_in(people);
        if (people.contains("columns")) settings["columns"] = people["columns"];
        add("what people are", people, settings);
    }
    const Json& structure = field(release, "structure");
    const std::vector<Json> steps = objects(structure, "steps");
    for (const Json& step : steps) add("whom they know", step, settings_in(step));
    if (steps.empty() && structure.is_object()) {
        add("whom they know", structure, settings_in(structure));
    }
    return grid;
}

// Nodes that numbers of neighbours tell apart, in each direction where edges have one.
std::int64_t told_by_degree(const Json& structure) {
    return std::max(count(structure, "nodes_in_small_degree_classes").value_or(0),
                    count(structure, "nodes_in_small_direction_classes").value_or(0));
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
                           kept.empty() ? std::string("the values published about it")
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
    const std::int64_t alone = told_by_degree(structure);
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
