// Protecting the profiles of social networks (Marés and Torra 2013; Marés 2013, chapter 6): loss
// and risk for growing k. The networks of the source, crawled from Twitter, were not published;
// public ones stand in, and what is compared is how the curves run. With them, what changing edges
// does to structure and to re-identification by it.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "experiments/experiments.h"
#include "experiments/graphs/graph_files.h"
#include "experiments/support.h"
#include "lethe/algo/partition/partition_similarity.h"
#include "lethe/graph/measure/attribute_loss.h"
#include "lethe/graph/measure/betweenness.h"
#include "lethe/graph/measure/communities.h"
#include "lethe/graph/measure/profile_linkage.h"
#include "lethe/graph/measure/structural_risk.h"
#include "lethe/graph/measure/structure.h"
#include "lethe/graph/protect/generalise_nodes.h"
#include "lethe/graph/protect/group_nodes.h"
#include "lethe/graph/protect/k_degree.h"
#include "lethe/graph/protect/perturb_edges.h"

namespace lethe::reproduction {
namespace {

constexpr std::int64_t kLeast = 2, kMost = 20;

struct Level {
    std::int64_t k = 0;
    std::int64_t found_k = 0;  // by counting equal published profiles
    double aamil = 0, cdil = 0, dbil = 0;
    double own = 0, with_neighbours = 0;

    double average() const { return (aamil + cdil + dbil) / 3; }
};

struct Curve {
    std::string name;
    std::vector<Level> levels;

    std::vector<double> of(const std::function<double(const Level&)>& figure) const {
        std::vector<double> figures;
        for (const Level& level : levels) figures.push_back(figure(level));
        return figures;
    }
    const Level& at(std::int64_t k) const { return levels[static_cast<std::size_t>(k - kLeast)]; }
};

Level protect_and_measure(const graph::SocialGraph& original, const graph::Adjacency& adjacency,
                          std::int64_t k, const ReproduceOptions& options, const Context& context) {
    graph::NodeAttributes attributes = graph::node_attributes(context, original.attributes, {});
    graph::GroupOptions grouping;
    grouping.k = k;
    const Clusters groups = graph::group_nodes(context, attributes, adjacency, grouping);
    const graph::SocialGraph published =
        graph::published_graph(original, graph::generalised_columns(context, attributes, groups));
    Level level{k};
    level.found_k =
        graph::node_anonymity(context, published.attributes, published.attributes.names(), k).k;
    graph::NodeAttributes both =
        graph::node_attributes(context, original.attributes, {}, &published.attributes);
    const auto losses = graph::attribute_loss(context, both, original, published);
    level.aamil = losses.mean.aamil;
    level.cdil = losses.mean.cdil;
    level.dbil = losses.mean.dbil;
    const Random random(options.seed);
    level.own = graph::link_profiles(context, both, original.nodes(), random).expected;
    level.with_neighbours =
        graph::link_with_neighbours(context, both, adjacency, adjacency, random).expected;
    return level;
}

Curve curve_of(const NamedGraph& named, const ReproduceOptions& options, const Context& context) {
    const graph::Adjacency adjacency(named.graph);
    Curve curve{named.name, {}};
    for (std::int64_t k = kLeast; k <= kMost; ++k) {
        context.check_stop();
        curve.levels.push_back(
            protect_and_measure(named.graph, adjacency, k, options, context.silent()));
    }
    return curve;
}

Curve mean_curve(std::string name, const std::vector<Curve>& curves) {
    Curve mean{std::move(name), {}};
    for (std::int64_t k = kLeast; k <= kMost; ++k) {
        Level level{k};
        const auto count = static_cast<double>(curves.size());
        level.found_k = curves[0].at(k).found_k;
        for (const Curve& curve : curves) {
            const Level& its = curve.at(k);
            level.found_k = std::min(level.found_k, its.found_k);
            level.aamil += its.aamil / count;
            level.cdil += its.cdil / count;
            level.dbil += its.dbil / count;
            level.own += its.own / count;
            level.with_neighbours += its.with_neighbours / count;
        }
        mean.levels.push_back(level);
    }
    return mean;
}

Json level_table(const std::string& title, const Curve& curve) {
    Json rows = Json::array();
    for (const Level& level : curve.levels) {
        rows.push_back({{"k", level.k},
                        {"found", level.found_k},
                        {"aamil", level.aamil},
                        {"cdil", level.cdil},
                        {"dbil", level.dbil},
                        {"average", level.average()},
                        {"own", level.own},
                        {"most", 100.0 / static_cast<double>(level.k)},
                        {"with", level.with_neighbours}});
    }
    return table_of(title,
                    {{"k", "k"},
                     {"found", "smallest class"},
                     {"aamil", "AAMIL"},
                     {"cdil", "CDIL"},
                     {"dbil", "DBIL"},
                     {"average", "average loss"},
                     {"own", "found by profile"},
                     {"most", "100/k"},
                     {"with", "with neighbours"}},
                    rows);
}

Json chart_of(const std::string& title, const Curve& curve,
              const std::vector<std::pair<std::string, std::function<double(const Level&)>>>& all) {
    Json lines = Json::array();
    for (const auto& [name, figure] : all) {
        Json points = Json::array();
        for (const Level& level : curve.levels) points.push_back({level.k, figure(level)});
        lines.push_back({{"name", name}, {"points", std::move(points)}});
    }
    return {{"title", title}, {"x", "k"}, {"y", "percent"}, {"lines", std::move(lines)}};
}

void add_charts(Json& charts, const std::string& what, const Curve& curve) {
    charts.push_back(chart_of(what + ": information lost", curve,
                              {{"AAMIL", [](const Level& level) { return level.aamil; }},
                               {"CDIL", [](const Level& level) { return level.cdil; }},
                               {"DBIL", [](const Level& level) { return level.dbil; }},
                               {"average", [](const Level& level) { return level.average(); }}}));
    charts.push_back(chart_of(
        what + ": users found", curve,
        {{"own profile", [](const Level& level) { return level.own; }},
         {"with neighbours", [](const Level& level) { return level.with_neighbours; }},
         {"100/k", [](const Level& level) { return 100.0 / static_cast<double>(level.k); }}}));
}

// How a figure goes with k: 1 where it always rises, -1 where it always falls.
double trend(const Curve& curve, const std::function<double(const Level&)>& figure,
             const Context& context) {
    const std::vector<double> levels =
        curve.of([](const Level& level) { return static_cast<double>(level.k); });
    return graph::rank_correlation(context, levels, curve.of(figure));
}

// One network of a few dozen users goes up and down; its trend has to be significant at one percent
// (one-sided, 19 levels). The mean of several has to rise or fall nearly everywhere.
constexpr double kOneNetwork = 0.54, kMeanOfSeveral = 0.9;

void add_graph_checks(Json& checks, const Curve& curve, double least, const Context& context) {
    bool holds = true, bounded = true;
    for (const Level& level : curve.levels) {
        holds = holds && level.found_k >= level.k;
        bounded = bounded && level.own <= 100.0 / static_cast<double>(level.k) + 1e-9;
    }
    add_check(checks, curve.name + ": every published profile has at least k users, k = 2..20",
              holds);
    add_check(checks, curve.name + ": at most 100/k percent are found by their profiles", bounded);
    const double risk = trend(
        curve, [](const Level& level) { return level.own; }, context);
    const double loss = trend(
        curve, [](const Level& level) { return level.average(); }, context);
    add_check(checks,
              fmt::format("{}: the risk falls with k (rank correlation {:.2f}, at most {:g})",
                          curve.name, risk, -least),
              risk <= -least);
    add_check(checks,
              fmt::format("{}: the loss rises with k (rank correlation {:.2f}, at least {:g})",
                          curve.name, loss, least),
              loss >= least);
}

Json network_table(const std::vector<NamedGraph>& graphs, const std::vector<Curve>& curves) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        rows.push_back({{"name", graphs[i].name},
                        {"nodes", graphs[i].graph.nodes()},
                        {"edges", std::ssize(graphs[i].graph.edges)},
                        {"loss2", curves[i].at(2).average()},
                        {"loss5", curves[i].at(5).average()},
                        {"loss20", curves[i].at(20).average()},
                        {"own2", curves[i].at(2).own},
                        {"own5", curves[i].at(5).own},
                        {"own20", curves[i].at(20).own},
                        {"with5", curves[i].at(5).with_neighbours}});
    }
    return table_of("Every network: average loss and users found by profile, percent",
                    {{"name", "network"},
                     {"nodes", "users"},
                     {"edges", "connections"},
                     {"loss2", "loss, k=2"},
                     {"loss5", "k=5"},
                     {"loss20", "k=20"},
                     {"own2", "found, k=2"},
                     {"own5", "k=5"},
                     {"own20", "k=20"},
                     {"with5", "with neighbours, k=5"}},
                    rows);
}

// What changing edges does to one network.
class StructureRuns {
  public:
    StructureRuns(const NamedGraph& named, const ReproduceOptions& options, const Context& context)
        : named_(named), context_(context.silent()), random_(options.seed), before_(named.graph) {
        sources_ = graph::walk_sources(before_.nodes(), kWalks, random_);
        betweenness_ = graph::betweenness(context_, before_, sources_);
        communities_ = graph::communities(context_, before_);
        add("none", named.graph);
    }

    void k_degree(std::int64_t k, Json& checks) {
        const graph::SocialGraph changed = graph::with_edges(
            named_.graph, graph::k_degree_additions(context_, before_, k, random_), random_);
        add(fmt::format("k-degree, k={}", k), changed);
        const auto risk = graph::structural_risk(context_, before_, graph::Adjacency(changed),
                                                 graph::StructuralKnowledge::degree);
        add_check(checks,
                  fmt::format("{}: each degree is shared by at least {} users", named_.name, k),
                  risk.smallest_class >= k);
        add_check(checks, fmt::format("{}: degrees find at most 100/{} percent", named_.name, k),
                  risk.expected <= 100.0 / static_cast<double>(k) + 1e-9);
    }
    void switching(double share, Json& checks) {
        const graph::SocialGraph changed =
            graph::switch_edges(context_, named_.graph, share, random_).graph;
        add(fmt::format("switching {:g} %", 100 * share), changed);
        const graph::Adjacency after(changed);
        bool kept = true;
        for (graph::Node node = 0; node < after.nodes(); ++node) {
            kept = kept && before_.degree(node) == after.degree(node);
        }
        add_check(checks,
                  fmt::format("{}: switching {:g} % keeps all degrees", named_.name, 100 * share),
                  kept);
    }
    Json take_rows() { return std::move(rows_); }

  private:
    static constexpr std::int64_t kWalks = 200;

    void add(const std::string& how, const graph::SocialGraph& changed) {
        const graph::Adjacency after(changed);
        std::vector<graph::Edge> kept;
        std::ranges::set_intersection(before_.edge_list(), after.edge_list(),
                                      std::back_inserter(kept));
        const auto found = [&](graph::StructuralKnowledge knowledge) {
            return graph::structural_risk(context_, before_, after, knowledge).expected;
        };
        const auto between = graph::betweenness(context_, after, sources_);
        const auto partition =
            partition_similarity(context_, communities_.of, graph::communities(context_, after).of);
        rows_.push_back({{"network", named_.name},
                         {"how", how},
                         {"added", after.edges() - std::ssize(kept)},
                         {"removed", before_.edges() - std::ssize(kept)},
                         {"degree", found(graph::StructuralKnowledge::degree)},
                         {"neighbours", found(graph::StructuralKnowledge::neighbours)},
                         {"neighbourhood", found(graph::StructuralKnowledge::neighbourhood)},
                         {"clustering", graph::clustering(context_, after).local},
                         {"path", graph::paths(context_, after, sources_).mean},
                         {"betweenness", graph::rank_correlation(context_, betweenness_, between)},
                         {"communities", partition.adjusted_rand}});
    }

    const NamedGraph& named_;
    Context context_;
    Random random_;
    graph::Adjacency before_;
    std::vector<graph::Node> sources_;
    std::vector<double> betweenness_;
    graph::Communities communities_;
    Json rows_ = Json::array();
};

Json structure_table(const std::vector<NamedGraph>& graphs, const ReproduceOptions& options,
                     const Context& context, Json& checks) {
    Json rows = Json::array();
    for (const NamedGraph& named : graphs) {
        if (named.name != "facebook-686" && named.name != "facebook-0" &&
            named.family == "facebook") {
            continue;
        }
        StructureRuns runs(named, options, context);
        for (const std::int64_t k : {5, 20}) runs.k_degree(k, checks);
        for (const double share : {0.1, 0.5}) runs.switching(share, checks);
        for (Json& row : runs.take_rows()) rows.push_back(std::move(row));
    }
    return table_of(
        "Changed edges: users found by structure (percent), and what is left of the shape "
        "(paths and betweenness from 200 nodes)",
        {{"network", "network"},
         {"how", "change"},
         {"added", "added"},
         {"removed", "removed"},
         {"degree", "by degree"},
         {"neighbours", "by neighbours"},
         {"neighbourhood", "by neighbourhood"},
         {"clustering", "clustering", 3},
         {"path", "mean path"},
         {"betweenness", "betweenness ranks", 3},
         {"communities", "communities alike", 3}},
        rows);
}

Json reproduce_graphs(const ReproduceOptions& options, const Context& context) {
    std::vector<NamedGraph> graphs = facebook_graphs(options);
    const std::size_t egos = graphs.size();
    graphs.push_back(lastfm_graph(options, context));
    graphs.push_back(polblogs_graph(options, context));
    std::vector<Curve> curves;
    Progress progress(context, "protecting networks", std::ssize(graphs));
    for (const NamedGraph& named : graphs) {
        curves.push_back(curve_of(named, options, context));
        progress.add();
    }
    const Curve facebook =
        mean_curve("facebook, mean of ten",
                   {curves.begin(), curves.begin() + static_cast<std::ptrdiff_t>(egos)});
    Json checks = Json::array(), charts = Json::array(), tables = Json::array();
    add_graph_checks(checks, facebook, kMeanOfSeveral, context);
    for (const Curve& curve : curves) add_graph_checks(checks, curve, kOneNetwork, context);
    const std::vector<std::pair<std::string, const Curve*>> shown = {
        {"Facebook, mean of ten ego networks", &facebook},
        {"LastFM", &curves[egos]},
        {"Political blogs", &curves[egos + 1]}};
    for (const auto& [what, curve] : shown) {
        tables.push_back(level_table(what + ": loss and risk in percent", *curve));
        add_charts(charts, what, *curve);
    }
    tables.push_back(network_table(graphs, curves));
    tables.push_back(structure_table(graphs, options, context, checks));
    return {{"tables", tables},
            {"charts", charts},
            {"checks", checks},
            {"notes",
             Json::array({"The source's networks were crawled from Twitter and are not public; "
                          "its figures cannot be compared with these. Profiles are protected by "
                          "microaggregation to k = 2 .. 20."})}};
}

}  // namespace

std::vector<Experiment> graph_experiments() {
    return {{.name = "graphs",
             .title = "Protected profiles in social networks: loss and risk for k = 2 .. 20",
             .source = "Marés and Torra 2013; Marés 2013, chapter 6",
             .run = reproduce_graphs,
             .samples = 1}};
}

}  // namespace lethe::reproduction
