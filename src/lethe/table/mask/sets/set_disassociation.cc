// Set disassociation: items stay, but what was together in a record is shown where k share it.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/algo/sets/apriori_cut.h"
#include "lethe/algo/sets/disassociation.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/sets/set_columns.h"

namespace lethe::mask {
namespace {

using sets::Node;

struct SetDisassociationParams {
    std::int64_t k = 5;
    std::int64_t m = 2;
    std::int64_t largest_cluster = 30;
    SetParams set;
};

Schema<SetDisassociationParams> set_disassociation_schema() {
    return Schema<SetDisassociationParams>()
        .field("k", &SetDisassociationParams::k,
               "records that shall possibly have every combination", at_least(2))
        .field("m", &SetDisassociationParams::m, "items of a person that the intruder may know",
               between(1, sets::kMostKnownItems))
        .field("largest_cluster", &SetDisassociationParams::largest_cluster,
               "most records of a cluster, at least 2 k - 1", between(3, 1000))
        .include(&SetDisassociationParams::set, set_schema());
}

void check_set_disassociation(const Table& table, std::span<const std::string> columns,
                              const SetDisassociationParams& params, const Place& place,
                              Problems& problems) {
    check_sets(table, columns, params.set.separator, place, problems);
    if (params.largest_cluster < 2 * params.k - 1) {
        problems.push_back({fmt::format("largest_cluster is {}, but must be at least 2 k - 1 = {}",
                                        params.largest_cluster, 2 * params.k - 1),
                            place});
    }
}

MaskOutput apply_set_disassociation(const MaskInput& input, const SetDisassociationParams& params) {
    const SetColumns columns = read_sets(input.table, input.columns, params.set.separator);
    const auto clusters = sets::disassociate(input.context, columns.records,
                                             {params.k, params.m, params.largest_cluster});
    const sets::SetRecords rebuilt = sets::reconstruct(input.context, columns.records, clusters,
                                                       input.random.stream("set-disassociation"));
    MaskOutput output;
    output.changed = write_sets(input, columns, params.set.separator,
                                [&](std::int64_t row, std::vector<Node>& shown) {
                                    shown.assign(rebuilt[row].begin(), rebuilt[row].end());
                                });
    output.facts["disassociation"] = {
        {"k", params.k},
        {"m", params.m},
        {"columns", input.columns},
        {"clusters", clusters.size()},
        {"rows", "one random reconstruction: the set of a row is not that of its person"},
        {"guarantee",
         "a possible original has k records with any m known items of a person; it rests on the "
         "clusters and chunks, and cannot be counted in the file"}};
    if (Json used = set_taxonomies(input); !used.empty()) {
        output.facts["knowledge"] = std::move(used);
    }
    std::size_t chunks = 0;
    std::size_t terms = 0;
    for (const sets::DisassociatedCluster& cluster : clusters) {
        chunks += cluster.chunks.size();
        terms += cluster.terms.size();
    }
    output.private_facts = {{"items", columns.records.items.size()},
                            {"items_shown", rebuilt.items.size()},
                            {"record_chunks", chunks},
                            {"items_of_term_chunks", terms}};
    return output;
}

}  // namespace

Method set_disassociation() {
    return make_mask(
        MethodInfo{
            .name = "set-disassociation",
            .title = "Disassociation of sets",
            .summary = "Keeps items of sets but parts rare combinations of them.",
            .description =
                "For columns whose cells are sets of items, and an intruder who knows at most `m` "
                "items of a person. Records are parted into clusters of `k` to `largest_cluster` "
                "by "
                "their frequent items, and the items of a cluster into chunks in which every "
                "combination of up to m items is in k records; items of fewer than k records of "
                "the "
                "cluster are shown without telling in which, or in how many, they were (Terrovitis "
                "and others; without their refining, which joins chunks of several clusters). What "
                "is written is one random reconstruction: the parts of each chunk at random rows "
                "of "
                "the cluster, each rare item at one. No item is generalised; counts of items, and "
                "of combinations within a chunk, are exact but for rare items, which are shown "
                "once "
                "in each cluster that has them. Beware: the set of a row is no longer that of the "
                "person; the connection with other columns is lost within a cluster, and rows may "
                "be empty that were not. The guarantee is that for any m items of a person some "
                "original that fits the chunks has k such records. It says nothing of how likely "
                "that is, it cannot be counted in the written file, where a combination may stand "
                "once, and attacks that read rows as people do not measure it. Who replays the "
                "search can exclude some originals; who knows more than m items, that a person "
                "lacks one, or in which cluster a person is, may learn what its records share. "
                "Several columns are one set. A record without items stays as it is.",
            .kinds = {Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::random, Property::makes_missing},
            .cites = {"terrovitis2012privacy"},
            .example = {{"k", 3}, {"m", 2}}},
        set_disassociation_schema(), apply_set_disassociation, check_set_disassociation);
}

}  // namespace lethe::mask
