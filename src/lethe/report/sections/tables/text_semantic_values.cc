// What the centre, the order and the clusters of values look like on a terminal.
#include <fmt/format.h>

#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"

namespace lethe::report {
namespace {

constexpr std::size_t kMostShown = 50;

std::string what_was_read(const Json& result) {
    std::string out =
        fmt::format("{} values of {}, {} of them different, by {} in {}.",
                    count_text(count(result, "values").value_or(0)), text(result, "column"),
                    count_text(count(result, "different").value_or(0)), text(result, "measure"),
                    text(result, "name"));
    if (const auto missing = count(result, "missing").value_or(0); missing > 0) {
        out += fmt::format(" {} missing ones are left out.", count_text(missing));
    }
    return wrapped(out, "", "") + "\n";
}

std::string table_of_values(const std::vector<Json>& rows, const char* figure) {
    Grid grid{"", {"value", "count", figure}, {}};
    for (std::size_t i = 0; i < std::min(rows.size(), kMostShown); ++i) {
        grid.rows.push_back({Cell(text(rows[i], "label")), Cell::count(count(rows[i], "count")),
                             Cell::figure(number(rows[i], "distance"))});
    }
    std::string out = text_table(grid);
    if (rows.size() > kMostShown) out += fmt::format("  and {} more\n", rows.size() - kMostShown);
    return out;
}

std::string centre_text(const Json& result) {
    std::string out = what_was_read(result);
    Grid grid{"", {"centre", "", "sum of distances"}, {}};
    const Json& semantic = field(result, "semantic");
    grid.rows.push_back(
        {Cell("semantic"), Cell(text(semantic, "label")), Cell::figure(number(semantic, "sum"))});
    for (const Json& rival : objects(result, "rivals")) {
        grid.rows.push_back({Cell(text(rival, "centre")), Cell(text(rival, "label")),
                             Cell::figure(number(rival, "sum"))});
    }
    out += text_table(grid) + "\n";
    if (const auto tried = objects(result, "candidates"); !tried.empty()) {
        Grid candidates{"", {"candidate", "sum of distances"}, {}};
        for (const Json& one : tried) {
            candidates.rows.push_back({Cell(text(one, "label")), Cell::figure(number(one, "sum"))});
        }
        out += text_table(candidates) + "\n";
    }
    return out + table_of_values(objects(result, "distances"), "from the centre");
}

std::string written_to(const Json& result) {
    const std::string output = text(result, "output");
    return output.empty() ? "" : fmt::format("\n{} written.\n", output);
}

std::string order_text(const Json& result) {
    return what_was_read(result) +
           table_of_values(objects(result, "order"), ("from " + text(result, "from")).c_str()) +
           written_to(result);
}

std::string clusters_text(const Json& result) {
    std::string out = what_was_read(result);
    std::size_t number_of_cluster = 0;
    for (const Json& cluster : objects(result, "clusters")) {
        std::vector<std::string> members;
        for (const Json& member : objects(cluster, "members")) {
            if (members.size() < kMostShown) members.push_back(text(member, "label"));
        }
        out += fmt::format("{}. {}: {} values, {} from it on average\n", ++number_of_cluster,
                           text(cluster, "centre"), count_text(count(cluster, "size").value_or(0)),
                           figure_text(number(cluster, "mean_distance").value_or(0)));
        out += wrapped(fmt::format("{}", fmt::join(members, ", ")), "     ", "     ");
    }
    return out + written_to(result);
}

}  // namespace

Section semantic_centre_section() {
    return {.kinds = {"semantic-centre"}, .terminal = centre_text};
}

Section semantic_order_section() { return {.kinds = {"semantic-order"}, .terminal = order_text}; }

Section semantic_clusters_section() {
    return {.kinds = {"semantic-clusters"}, .terminal = clusters_text};
}

}  // namespace lethe::report
