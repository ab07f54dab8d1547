#include "lethe/report/sections/graph/graph_assessment.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/sections/assessment/explain.h"

namespace lethe::report {
namespace {

constexpr std::string_view kLosses[] = {"aamil", "cdil", "dbil", "average"};

std::string name_of(const Json& release, std::size_t place, std::size_t of) {
    const std::string file = file_name(text(release, "file"));
    if (!file.empty()) return file;
    return of == 1 ? "protected" : fmt::format("protected {}", place + 1);
}

Cell figure(std::optional<double> value, int digits) {
    return value ? Cell::figure(fmt::format("{:.{}f}", *value, digits)) : Cell();
}

Cell counted_cell(const Json& object, std::string_view key) {
    return Cell::count(count(object, key));
}

// A row for each release; `cells` adds what follows its name.
template <class Cells>
Grid by_release(const Json& assessment, std::string title, std::vector<std::string> heads,
                const Cells& cells) {
    Grid grid{std::move(title), {"release"}, {}};
    grid.heads.insert(grid.heads.end(), heads.begin(), heads.end());
    const std::vector<Json> releases = objects(assessment, "releases");
    for (std::size_t i = 0; i < releases.size(); ++i) {
        std::vector<Cell> row = {Cell(name_of(releases[i], i, releases.size()))};
        for (Cell& each : cells(releases[i])) row.push_back(std::move(each));
        grid.rows.push_back(std::move(row));
    }
    return grid;
}

bool any_has(const Json& assessment, std::string_view key) {
    const std::vector<Json> releases = objects(assessment, "releases");
    return std::ranges::any_of(
        releases, [&](const Json& release) { return field(release, key).is_object(); });
}

std::vector<Cell> loss_cells(const Json& loss) {
    std::vector<Cell> cells;
    for (const std::string_view measure : kLosses) {
        cells.push_back(Cell::percent(number(loss, measure)));
    }
    return cells;
}

void add_losses(std::vector<ExplainedTable>& tables, const Json& assessment) {
    if (!any_has(assessment, "loss")) return;
    Grid grid = by_release(assessment, "Information lost",
                           {"k", "AAMIL", "CDIL", "DBIL", "average"}, [](const Json& release) {
                               std::vector<Cell> cells = loss_cells(field(release, "loss"));
                               cells.insert(cells.begin(), counted_cell(release, "k"));
                               return cells;
                           });
    const std::vector<Json> releases = objects(assessment, "releases");
    if (releases.size() == 1) {
        grid.heads[0] = "attribute";
        grid.heads.erase(grid.heads.begin() + 1);
        grid.rows.clear();
        const Json& loss = field(releases[0], "loss");
        for (const Json& attribute : objects(loss, "attributes")) {
            std::vector<Cell> row = loss_cells(attribute);
            row.insert(row.begin(), Cell(text(attribute, "name")));
            grid.rows.push_back(std::move(row));
        }
        std::vector<Cell> mean = loss_cells(loss);
        mean.insert(mean.begin(), Cell("mean"));
        grid.rows.push_back(std::move(mean));
        grid.chosen = grid.rows.size() - 1;
    }
    tables.push_back(
        {std::move(grid),
         "AAMIL compares who is joined with whom, by their values; CDIL how frequent values are; "
         "DBIL how far values moved, by the levels that were climbed in a hierarchy. 0 % is no "
         "change."});
}

// The first attack of a release whose users were sampled; null where none was.
Json sampled_linkage(const Json& assessment) {
    for (const Json& release : objects(assessment, "releases")) {
        for (const char* known : {"own", "with_degree", "with_directions", "with_neighbours"}) {
            const Json& attack = field(field(release, "linkage"), known);
            if (flag(attack, "sampled")) return attack;
        }
    }
    return nullptr;
}

void add_linkage(std::vector<ExplainedTable>& tables, const Json& assessment) {
    if (!any_has(assessment, "linkage")) return;
    Grid grid = by_release(
        assessment, "Users found by their profiles",
        {"k", "at most", "own profile", "only one", "with degree", "only one", "with neighbours",
         "only one"},
        [](const Json& release) {
            const auto k = number(release, "k");
            const Json& own = field(field(release, "linkage"), "own");
            const Json& degree = field(field(release, "linkage"), "with_degree");
            const Json& more = field(field(release, "linkage"), "with_neighbours");
            return std::vector<Cell>{counted_cell(release, "k"),
                                     Cell::percent(k ? std::optional(100 / *k) : std::nullopt),
                                     Cell::percent(number(own, "expected")),
                                     Cell::percent(number(own, "strict")),
                                     Cell::percent(number(degree, "expected")),
                                     Cell::percent(number(degree, "strict")),
                                     Cell::percent(number(more, "expected")),
                                     Cell::percent(number(more, "strict"))};
        });
    std::string reading =
        "An intruder who knows a user's attributes looks for the nearest published users; one of n "
        "equally near counts 1/n. Every published profile is shared by at least k users, so that "
        "an own profile alone finds at most 100/k percent. Who also knows how many neighbours the "
        "user has, or what these are like, may find more.";
    for (const Json& release : objects(assessment, "releases")) {
        const Json& directions = field(field(release, "linkage"), "with_directions");
        if (!directions.is_object()) continue;
        reading += fmt::format(
            " Who knows how many the user's edges lead to and how many they come from finds {}{}.",
            percent_text(number(directions, "expected").value_or(0)),
            objects(assessment, "releases").size() > 1
                ? fmt::format(" (k = {})", count_field_text(release, "k"))
                : std::string());
    }
    if (const Json own = sampled_linkage(assessment); own.is_object()) {
        reading += fmt::format(
            " There were too many profiles to look for all users: {} were drawn "
            "(standard error {}).",
            count_text(count(own, "linked").value_or(0)),
            percent_text(number(own, "standard_error").value_or(0)));
    }
    tables.push_back({std::move(grid), std::move(reading)});
}

std::vector<Cell> shape_cells(const Json& shape) {
    const Json& paths = field(shape, "paths");
    return {figure(number(shape, "mean_degree"), 2),
            figure(number(shape, "local_clustering"), 3),
            figure(number(shape, "global_clustering"), 3),
            figure(number(paths, "mean"), 2),
            figure(number(paths, "effective_diameter"), 1),
            counted_cell(shape, "communities"),
            figure(number(shape, "modularity"), 3)};
}

std::string walks_text(const Json& structure) {
    const Json& paths = field(structure, "paths");
    const Json& between = field(structure, "betweenness");
    const auto from = [](const Json& walks) {
        return flag(walks, "exact") ? std::string("all nodes (exact)")
                                    : fmt::format("{} random nodes",
                                                  count_text(count(walks, "sources").value_or(0)));
    };
    if (!paths.is_object() || !between.is_object()) return {};
    return fmt::format("Path lengths were measured from {}, betweenness from {}.", from(paths),
                       from(between));
}

void add_structure(std::vector<ExplainedTable>& tables, const Json& assessment) {
    if (!any_has(assessment, "structure")) return;
    const Json& original = field(assessment, "structure");
    Grid shapes =
        by_release(assessment, "Shape of the graph",
                   {"mean degree", "local clustering", "global clustering", "mean path",
                    "90 % within", "communities", "modularity"},
                   [](const Json& release) { return shape_cells(field(release, "structure")); });
    std::vector<Cell> first = shape_cells(original);
    first.insert(first.begin(), Cell("original"));
    shapes.rows.insert(shapes.rows.begin(), std::move(first));
    tables.push_back({std::move(shapes),
                      "Clustering is the share of pairs of acquaintances who know each other: mean "
                      "over the nodes, and over all pairs. " +
                          walks_text(original)});
    tables.push_back(
        {by_release(assessment, "What changed",
                    {"edges added", "edges removed", "degrees moved", "betweenness ranks",
                     "communities alike"},
                    [](const Json& release) {
                        const Json& shape = field(release, "structure");
                        return std::vector<Cell>{
                            counted_cell(release, "edges_added"),
                            counted_cell(release, "edges_removed"),
                            figure(number(shape, "degree_moved"), 3),
                            figure(number(shape, "betweenness_rank"), 3),
                            figure(number(field(shape, "partition"), "adjusted_rand"), 3)};
                    }),
         "Degrees moved: the mean number of acquaintances by which the distribution of degrees "
         "shifted. Betweenness ranks: the correlation of who stands between others, 1 where the "
         "order is the same. Communities alike: the adjusted Rand index, 1 for equal ones and "
         "about 0 for chance."});
}

void add_structural_risk(std::vector<ExplainedTable>& tables, const Json& assessment) {
    if (!any_has(assessment, "structural_risk")) return;
    std::vector<std::string_view> known_of_all = {"degree", "neighbours", "neighbourhood"};
    std::vector<std::string> heads = {
        "by degree", "alone", "by neighbours' degrees", "alone", "by neighbourhood", "alone"};
    const auto releases = objects(assessment, "releases");
    if (!releases.empty() && field(releases[0], "structural_risk").contains("directions")) {
        known_of_all.insert(known_of_all.begin() + 1, "directions");
        heads.insert(heads.begin() + 2, {"in each direction", "alone"});
    }
    Grid grid = by_release(
        assessment, "Users found by the structure around them", heads, [&](const Json& release) {
            std::vector<Cell> cells;
            for (const std::string_view known : known_of_all) {
                const Json& risk = field(field(release, "structural_risk"), known);
                cells.push_back(Cell::percent(number(risk, "expected")));
                cells.push_back(Cell::percent(number(risk, "unique")));
            }
            return cells;
        });
    tables.push_back(
        {std::move(grid),
         "An intruder knows how many acquaintances a user has, how many each of these has, or who "
         "of them know each other, and looks for nodes that stand so in the published graph. "
         "Alone: the right node is the only one. By degree the nearest one counts; by the others "
         "only nodes that stand exactly so, which is the least that an intruder finds where edges "
         "were changed."});
}

LineChart curve(const Json& assessment, std::string title,
                const std::vector<std::pair<std::string, std::vector<std::string>>>& lines) {
    LineChart chart{std::move(title), "k", "percent", {}, {}, {}};
    for (const auto& [line_name, path] : lines) {
        LineChart::Line line{line_name, {}};
        for (const Json& release : objects(assessment, "releases")) {
            const Json* at = &release;
            for (const std::string& key : path) at = &field(*at, key);
            const auto k = number(release, "k");
            const auto y = path.empty() && k ? std::optional(100 / *k) : number(*at);
            if (k && y) line.points.emplace_back(*k, *y);
        }
        std::ranges::stable_sort(line.points, {}, [](const auto& point) { return point.first; });
        if (!line.points.empty()) chart.lines.push_back(std::move(line));
    }
    return chart;
}

}  // namespace

std::string graph_headline(const Json& assessment) {
    const Json& original = field(assessment, "original");
    // What is published says nothing of the original.
    std::string out =
        count(original, "nodes")
            ? fmt::format("A graph of {} users and {} connections",
                          count_field_text(original, "nodes"), count_field_text(original, "edges"))
            : std::string("A graph");
    const std::vector<Json> releases = objects(assessment, "releases");
    if (releases.empty()) return out + ".";
    if (releases.size() > 1) {
        out += fmt::format(", and {} protected ones.", count_text(std::ssize(releases)));
        const auto both = [&](std::string_view part, std::string_view key, std::string_view inner,
                              std::string_view text) {
            const auto of = [&](const Json& release) {
                const Json& value = field(field(release, part), key);
                return inner.empty() ? number(value) : number(value, inner);
            };
            const auto first = of(releases.front());
            const auto last = of(releases.back());
            if (!first || !last) return;
            out += fmt::format(fmt::runtime(text), percent_text(*first), percent_text(*last));
        };
        both("linkage", "own", "expected",
             " Who knows the profile of a user finds {} of the users in the first and {} in the "
             "last.");
        both("loss", "average", "", " Of what profiles say about the network {} and {} are lost.");
        both("structural_risk", "neighbourhood", "expected",
             " Who knows which of a user's acquaintances know each other finds {} and {}.");
        return out;
    }
    std::vector<std::string> parts;
    const Json& release = releases[0];
    if (const auto loss = number(field(release, "loss"), "average")) {
        parts.push_back(fmt::format("lost {} of its profiles' information", percent_text(*loss)));
    }
    if (const auto found = number(field(field(release, "linkage"), "own"), "expected")) {
        parts.push_back(
            fmt::format("lets {} of its users be found by their profiles", percent_text(*found)));
    }
    // The strongest of the other attacks.
    const Json& linkage = field(release, "linkage");
    const Json& structural = field(release, "structural_risk");
    const std::pair<const Json*, std::string_view> others[] = {
        {&field(linkage, "with_degree"), "by their profile and number of acquaintances"},
        {&field(linkage, "with_directions"),
         "by their profile and numbers of acquaintances in each direction"},
        {&field(linkage, "with_neighbours"), "by their and their acquaintances' profiles"},
        {&field(structural, "degree"), "by the number of their acquaintances"},
        {&field(structural, "directions"),
         "by the numbers of their acquaintances in each direction"},
        {&field(structural, "neighbours"), "by how many acquaintances theirs have"},
        {&field(structural, "neighbourhood"), "by who of their acquaintances know each other"},
        {&field(release, "structural_linkage"), "by standing most nearly as they did"}};
    std::optional<double> most;
    std::string_view by;
    for (const auto& [risk, how] : others) {
        const auto found = number(*risk, "expected");
        if (!found || (most && *found <= *most)) continue;
        most = found;
        by = how;
    }
    if (most) parts.push_back(fmt::format("lets {} be found {}", percent_text(*most), by));
    if (parts.empty()) return out + ".";
    return out + fmt::format(": the protected one {}.", enumeration(parts));
}

std::vector<ExplainedTable> graph_tables(const Json& assessment) {
    std::vector<ExplainedTable> tables;
    add_losses(tables, assessment);
    add_linkage(tables, assessment);
    add_structure(tables, assessment);
    add_structural_risk(tables, assessment);
    return tables;
}

std::vector<LineChart> graph_charts(const Json& assessment) {
    std::vector<double> levels;
    for (const Json& release : objects(assessment, "releases")) {
        if (const auto k = number(release, "k")) levels.push_back(*k);
    }
    if (levels.size() < 2 || std::ranges::max(levels) == std::ranges::min(levels)) return {};
    std::vector<LineChart> charts = {
        curve(assessment, "Information lost",
              {{"AAMIL", {"loss", "aamil"}},
               {"CDIL", {"loss", "cdil"}},
               {"DBIL", {"loss", "dbil"}},
               {"average", {"loss", "average"}}}),
        curve(assessment, "Users found by their profiles",
              {{"own profile", {"linkage", "own", "expected"}},
               {"with degree", {"linkage", "with_degree", "expected"}},
               {"with neighbours", {"linkage", "with_neighbours", "expected"}},
               {"100/k", {}}})};
    std::erase_if(charts, [](const LineChart& chart) { return chart.lines.empty(); });
    return charts;
}

}  // namespace lethe::report
