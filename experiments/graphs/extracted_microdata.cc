// Microdata extracted from a social network, protected and measured (Marés 2013, section 6.5.2,
// figures 6.14 and 6.15). A network is made up with what its users declare and write; the graph is
// extracted from that, and from the graph the microdata: of each user the country, the topics, and
// what the neighbours have in common. The table is masked for growing k, and loss and linkage are
// measured as of any table of categories.
#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>

#include "experiments/experiments.h"
#include "experiments/support.h"
#include "lethe/core/error.h"
#include "lethe/data/groups.h"
#include "lethe/graph/extract/extract_network.h"
#include "lethe/graph/extract/sample_network.h"
#include "lethe/graph/measure/betweenness.h"
#include "lethe/graph/protect/graph_microdata.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/method/catalogue.h"

namespace lethe::reproduction {
namespace {

constexpr std::int64_t kUsers = 500;
constexpr std::int64_t kLevels[] = {2, 3, 5, 7, 10, 15, 20};

// Files that are gone afterwards.
class ScratchFolder {
  public:
    ScratchFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "lethe-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw Error(ErrorKind::io, "no folder for files can be made", {name, 0, 0, {}});
        }
        path_ = name;
    }
    ~ScratchFolder() {
        std::error_code error;
        std::filesystem::remove_all(path_, error);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    std::string add(const std::string& name, const std::string& text) const {
        const std::string file = (path_ / name).string();
        write_file(file, text);
        return file;
    }

  private:
    std::filesystem::path path_;
};

// The table, and how many users and edges it comes from.
struct ExtractedMicrodata {
    Table table;
    std::int64_t users = 0, posts = 0, edges = 0;
};

ExtractedMicrodata extracted_microdata(const Random& random, const Context& context) {
    const graph::SocialGraph network = graph::sample_network(context, random, {kUsers, 10});
    const graph::SamplePosts written = graph::sample_posts(context, random, network);
    const ScratchFolder folder;
    const std::string places = folder.add("places.csv", graph::sample_places());
    const std::string topics = folder.add("topics.csv", graph::sample_topics());
    const graph::Posts posts = graph::read_posts(context, folder.add("posts.jsonl", written.posts),
                                                 folder.add("users.jsonl", written.users));
    graph::TopicFinder finder(read_knowledge(context, topics).taxonomy, 0);
    graph::Extracted found = graph::extract_network(
        context, posts, finder, graph::Places(*read_knowledge(context, places).taxonomy), 3);
    const std::string found_places = folder.add("found.csv", found.places);
    const auto meaning =
        std::make_shared<const Meaning>(read_knowledge(context, found_places).taxonomy,
                                        std::span<const MappedValue>(), Unmapped::fail);
    graph::SocialGraph& graph = found.graph;
    graph.attributes = graph.attributes.with(
        std::vector<ColumnPtr>{graph.attributes.column("location").with_meaning(meaning)});
    return {graph::graph_microdata(context, graph, {{{"location", "topics"}, {}}, 2}),
            graph.nodes(), std::ssize(posts.posts), std::ssize(graph.edges)};
}

struct MicrodataLevel {
    std::int64_t k = 0, found_k = 0;
    double dbil = 0, ctbil = 0, ebil = 0, loss = 0, linked = 0;
};

MicrodataLevel mask_and_measure(const Table& table, std::string_view method, std::int64_t k,
                                const Random& random, const Context& context) {
    const Table masked = mask_with(method, {{"k", k}}, table, random, context);
    MicrodataLevel level{k};
    level.found_k = group_rows(context, masked, masked.names()).smallest();
    const AssessInput input{table, masked, table.names(), Random(0), context};
    Problems problems;
    const Method& loss = find_method("category-loss", Family::loss);
    const Measurement lost = loss.assess(input, loss.bind(Json::object(), {}, problems));
    level.loss = lost.value;
    level.dbil = lost.details["dbil"];
    level.ctbil = lost.details["ctbil"];
    level.ebil = lost.details["ebil"];
    const Method& linkage = find_method("distance-linkage", Family::attack);
    level.linked = linkage.assess(input, linkage.bind(Json::object(), {}, problems)).value;
    throw_if_any(std::move(problems));
    return level;
}

double microdata_trend(const std::vector<MicrodataLevel>& levels, double MicrodataLevel::*figure,
                       const Context& context) {
    std::vector<double> ks, figures;
    for (const MicrodataLevel& level : levels) {
        ks.push_back(static_cast<double>(level.k));
        figures.push_back(level.*figure);
    }
    return graph::rank_correlation(context, ks, figures);
}

Json reproduce_microdata(const ReproduceOptions& options, const Context& context) {
    const Random random(options.seed);
    const ExtractedMicrodata made = extracted_microdata(random, context);
    Json checks = Json::array(), charts = Json::array(), tables = Json::array();
    for (const std::string_view method : {"mdav", "exchange-groups"}) {
        std::vector<MicrodataLevel> levels;
        Json rows = Json::array();
        Json of_loss = Json::array(), of_linkage = Json::array(), of_bound = Json::array();
        bool holds = true, bounded = true;
        for (const std::int64_t k : kLevels) {
            context.check_stop();
            levels.push_back(mask_and_measure(made.table, method, k, random, context.silent()));
            const MicrodataLevel& level = levels.back();
            const double bound = 100 / static_cast<double>(k);
            holds = holds && level.found_k >= k;
            bounded = bounded && level.linked <= bound + 1e-9;
            rows.push_back({{"k", k},
                            {"found", level.found_k},
                            {"dbil", level.dbil},
                            {"ctbil", level.ctbil},
                            {"ebil", level.ebil},
                            {"loss", level.loss},
                            {"linked", level.linked},
                            {"bound", bound}});
            of_loss.push_back({k, level.loss});
            of_linkage.push_back({k, level.linked});
            of_bound.push_back({k, bound});
        }
        tables.push_back(table_of(fmt::format("{}: loss and linkage in percent", method),
                                  {{"k", "k"},
                                   {"found", "smallest class"},
                                   {"dbil", "DBIL"},
                                   {"ctbil", "CTBIL"},
                                   {"ebil", "EBIL"},
                                   {"loss", "their mean"},
                                   {"linked", "linked"},
                                   {"bound", "100/k"}},
                                  rows));
        charts.push_back({{"title", fmt::format("Extracted microdata, {}", method)},
                          {"x", "k"},
                          {"y", "percent"},
                          {"lines",
                           {{{"name", "information lost"}, {"points", of_loss}},
                            {{"name", "linked"}, {"points", of_linkage}},
                            {{"name", "100/k"}, {"points", of_bound}}}}});
        const double loss = microdata_trend(levels, &MicrodataLevel::loss, context);
        const double risk = microdata_trend(levels, &MicrodataLevel::linked, context);
        add_check(checks, fmt::format("{}: at least k users share each record", method), holds);
        add_check(checks, fmt::format("{}: at most 100/k percent are linked", method), bounded);
        add_check(checks,
                  fmt::format("{}: the loss rises with k (rank correlation {:.2f}, at least 0.9)",
                              method, loss),
                  loss >= 0.9);
        add_check(checks,
                  fmt::format("{}: linkage falls with k (rank correlation {:.2f}, at most -0.9)",
                              method, risk),
                  risk <= -0.9);
    }
    return {{"tables", tables},
            {"charts", charts},
            {"checks", checks},
            {"notes",
             Json::array(
                 {fmt::format("The table is extracted from {} made-up users with {} posts and {} "
                              "edges: {} columns.",
                              made.users, made.posts, made.edges, made.table.columns().size()),
                  "The source's users were of Twitter and are not public, and its figures are lost "
                  "with the text of the chapter; only how the curves run can be compared."})}};
}

}  // namespace

std::vector<Experiment> microdata_experiments() {
    return {{.name = "extracted-microdata",
             .title = "Microdata extracted from a social network: loss and linkage over k",
             .source = "Marés 2013, section 6.5.2",
             .run = reproduce_microdata,
             .samples = 1}};
}

}  // namespace lethe::reproduction
