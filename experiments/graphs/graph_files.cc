#include "experiments/graphs/graph_files.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>
#include <sstream>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/graph/files/read_graph.h"
#include "lethe/io/file.h"

namespace lethe::reproduction {
namespace {

using graph::Edge;
using graph::Node;
using graph::SocialGraph;

constexpr std::string_view kEgos[] = {"0",   "107",  "348",  "414",  "686",
                                      "698", "1684", "1912", "3437", "3980"};
constexpr std::size_t kMostTopics = 5;

// Profile features by what they are about.
struct Attribute {
    std::string_view name, feature;
};
constexpr Attribute kNodeAttributes[] = {{"location", "location;id"},
                                         {"hometown", "hometown;id"},
                                         {"school", "education;school;id"},
                                         {"locale", "locale"},
                                         {"gender", "gender"}};
constexpr std::string_view kTopics[] = {"education;concentration;id", "work;employer;id"};

struct Feature {
    std::string about;  // "education;school;id"
    std::string value;  // "school 52"
};

// Lines such as "12 education;school;id;anonymized feature 52".
std::vector<Feature> read_features(const std::string& path) {
    std::vector<Feature> features;
    std::istringstream lines(read_file(path));
    for (std::string line; std::getline(lines, line);) {
        const std::size_t space = line.find(' ');
        const std::size_t end = line.find(";anonymized feature ");
        if (space == std::string::npos || end == std::string::npos) {
            throw Error(ErrorKind::input, "is not a list of features",
                        {path, std::ssize(features) + 1, 0, {}});
        }
        const std::string about = line.substr(space + 1, end - space - 1);
        const std::string number = line.substr(line.rfind(' ') + 1);
        std::string shown = about;
        for (const std::string_view ending : {";id"}) {
            if (shown.ends_with(ending)) shown.resize(shown.size() - ending.size());
        }
        shown = shown.substr(shown.rfind(';') == std::string::npos ? 0 : shown.rfind(';') + 1);
        features.push_back({about, shown + " " + number});
    }
    return features;
}

ColumnPtr texts_column(std::string name, const std::vector<std::string>& texts) {
    ColumnPtr column = Column::from_texts(name, Kind::nominal, texts);
    Validity validity(std::ssize(texts));
    for (std::size_t row = 0; row < texts.size(); ++row) {
        if (texts[row].empty()) validity.set_missing(static_cast<std::int64_t>(row));
    }
    const auto codes = column->codes();
    return Column::categories(std::move(name), Kind::nominal, {codes.begin(), codes.end()},
                              column->dictionary_ptr(), std::move(validity));
}

void read_profiles(const std::string& path, const std::vector<Feature>& features,
                   SocialGraph& graph) {
    std::map<std::string_view, std::vector<std::string>> columns;
    std::vector<std::string> topics;
    std::istringstream lines(read_file(path));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream numbers(line);
        std::string id;
        numbers >> id;
        graph.ids.push_back(id);
        std::map<std::string_view, std::string> first;
        std::string list;
        std::size_t listed = 0, at = 0;
        for (int set = 0; numbers >> set; ++at) {
            if (at >= features.size()) break;
            if (set == 0) continue;
            const Feature& feature = features[at];
            first.try_emplace(feature.about, feature.value);
            const bool topic = std::ranges::find(kTopics, feature.about) != std::end(kTopics);
            if (topic && listed++ < kMostTopics) {
                list += (list.empty() ? "" : ";") + feature.value;
            }
        }
        for (const Attribute& attribute : kNodeAttributes) {
            columns[attribute.name].push_back(first[attribute.feature]);
        }
        topics.push_back(list);
    }
    std::vector<ColumnPtr> made;
    for (const Attribute& attribute : kNodeAttributes) {
        made.push_back(texts_column(std::string(attribute.name), columns[attribute.name]));
    }
    made.push_back(texts_column("topics", topics));
    graph.attributes = Table(std::move(made));
}

// The file names each friendship in both directions.
void read_friendships(const std::string& path, SocialGraph& graph) {
    std::map<std::string, Node> node_of;
    for (Node node = 0; node < graph.nodes(); ++node) {
        node_of[graph.ids[static_cast<std::size_t>(node)]] = node;
    }
    std::istringstream lines(read_file(path));
    for (std::string a, b; lines >> a >> b;) {
        const auto from = node_of.find(a), to = node_of.find(b);
        if (from == node_of.end() || to == node_of.end()) {
            throw Error(ErrorKind::input, "joins a person without a profile", {path, 0, 0, {}});
        }
        graph.edges.push_back(
            {std::min(from->second, to->second), std::max(from->second, to->second)});
    }
    std::ranges::sort(graph.edges);
    graph.edges.erase(std::ranges::unique(graph.edges).begin(), graph.edges.end());
}

// 0, 1, 2-3, 4-7, ...
ColumnPtr degree_classes(const std::string& name, const graph::Adjacency& adjacency) {
    std::vector<std::int32_t> codes;
    std::vector<std::string> order = {"0"};
    for (Node node = 0; node < adjacency.nodes(); ++node) {
        const auto degree = static_cast<std::uint64_t>(adjacency.degree(node));
        codes.push_back(static_cast<std::int32_t>(std::bit_width(degree)));
        while (std::ssize(order) <= codes.back()) {
            const auto low = 1LL << (order.size() - 1);
            order.push_back(low == 1 ? "1"
                                     : std::to_string(low) + "-" + std::to_string(2 * low - 1));
        }
    }
    return Column::categories(name, Kind::ordinal, std::move(codes),
                              std::make_shared<Dictionary>(std::move(order)));
}

// The most frequent text among the neighbours; of equals the first by the alphabet.
ColumnPtr among_neighbours(const std::string& name, const Column& own,
                           const graph::Adjacency& adjacency) {
    std::vector<std::string> texts;
    for (Node node = 0; node < adjacency.nodes(); ++node) {
        std::map<std::string, std::int64_t> counts;
        for (const Node other : adjacency[node]) ++counts[own.text(other)];
        const auto best =
            std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
        texts.push_back(best == counts.end() ? "" : best->first);
    }
    return texts_column(name, texts);
}

}  // namespace

std::vector<NamedGraph> facebook_graphs(const ReproduceOptions& options) {
    std::vector<NamedGraph> graphs;
    for (const std::string_view ego : kEgos) {
        const std::string path = options.data + "/graph_ego_facebook/" + std::string(ego);
        NamedGraph named{"facebook-" + std::string(ego), "facebook", {}};
        read_profiles(path + ".feat", read_features(path + ".featnames"), named.graph);
        read_friendships(path + ".edges", named.graph);
        graphs.push_back(std::move(named));
    }
    return graphs;
}

NamedGraph lastfm_graph(const ReproduceOptions& options, const Context& context) {
    const std::string folder = options.data + "/graph_lastfm_asia/lastfm_asia_";
    NamedGraph named{"lastfm", "lastfm", {}};
    named.graph = graph::read_graph(context, {folder + "edges.csv", folder + "target.csv"});
    const graph::Adjacency adjacency(named.graph);
    const ColumnPtr country =
        named.graph.attributes.column("target").as_kind(Kind::nominal)->renamed("country");
    named.graph.attributes =
        Table({country, among_neighbours("country_around", *country, adjacency),
               degree_classes("acquaintances", adjacency)});
    return named;
}

NamedGraph polblogs_graph(const ReproduceOptions& options, const Context& context) {
    NamedGraph named{"polblogs", "polblogs", {}};
    named.graph = graph::read_graph(context, {options.data + "/graph_small/polblogs.gml"});
    const Table& table = named.graph.attributes;
    std::vector<std::string> lists;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        std::string list = table.column("source").text(row);
        std::ranges::replace(list, ',', ';');
        lists.push_back(std::move(list));
    }
    named.graph.attributes = Table({table.column("value").as_kind(Kind::nominal)->renamed("side"),
                                    texts_column("topics", lists),
                                    degree_classes("links", graph::Adjacency(named.graph))});
    return named;
}

}  // namespace lethe::reproduction
