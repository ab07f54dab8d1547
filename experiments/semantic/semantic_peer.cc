// Adult with twelve quasi-identifiers, numbers and concepts together, against a peer that
// microaggregates the same file with the same taxonomies.
#include <fmt/format.h>

#include "experiments/experiments.h"
#include "experiments/semantic/semantic_files.h"
#include "experiments/support.h"
#include "lethe/release/assess/evaluate.h"

namespace lethe::reproduction {
namespace {

struct PeerFigures {
    std::int64_t k;
    double peer;   // mu-ANT
    double plain;  // a plain MDAV over the mixed space
};

constexpr PeerFigures kPeer[] = {
    {3, 2.46, 0.42}, {5, 2.89, 0.65}, {10, 3.37, 0.96}, {25, 3.78, 1.33}, {50, 4.01, 1.61}};

Json peer(const ReproduceOptions& options, const Context& context) {
    const Table table = adult_of_peer(options, context);
    Json rows = Json::array();
    Json checks = Json::array();
    Progress progress(context, "masking", std::size(kPeer));
    for (const PeerFigures& figures : kPeer) {
        const double start = context.now();
        const Table masked = mask_with("mdav", {{"k", figures.k}, {"count_root", false}}, table,
                                       Random(options.seed), context.silent());
        const double seconds = context.now() - start;
        const release::Comparable pair = release::make_comparable(table, masked, table.names(), {});
        const std::vector<release::Choice> choice{
            {"semantic-sse", {{"measure", "log-sc"}, {"count_root", false}}}};
        const release::MethodResult result =
            release::run_assessments(Family::loss, choice, pair, {}, true, Random(1),
                                     context.silent())
                .results[0];
        const double loss = result.details["mean_squared"].get<double>();
        rows.push_back({{"k", figures.k},
                        {"peer", figures.peer},
                        {"plain", figures.plain},
                        {"loss", loss},
                        {"seconds", seconds}});
        add_check(checks, fmt::format("k = {}: no more lost than by a plain MDAV", figures.k),
                  loss <= figures.plain);
        progress.add();
    }
    return {{"tables",
             Json::array({table_of("Mean squared distance of a record, over twelve attributes",
                                   {{"k", "k", 0},
                                    {"peer", "mu-ANT"},
                                    {"plain", "plain MDAV"},
                                    {"loss", "obtained", 4},
                                    {"seconds", "seconds"}},
                                   rows)})},
            {"checks", checks},
            {"notes", Json::array({"Loss: (1/n) times the sum over records and attributes of d "
                                   "squared, d = (x - y) / sd of numbers and log2(1 + |A xor B| / "
                                   "|A or B|) of concepts, A and B their subsumers without the "
                                   "root."})}};
}

}  // namespace

std::vector<Experiment> semantic_peer_experiments() {
    return {{"semantic-peer", "Numbers and concepts together, against a peer",
             "mu-ANT on the same taxonomies; its figures were measured on the same file", peer, 1}};
}

}  // namespace lethe::reproduction
