// Set partition: k-anonymity of whole sets, each group of records generalised on its own.
#include "lethe/algo/sets/top_down.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/sets/set_columns.h"

namespace lethe::mask {
namespace {

using sets::Node;

struct SetPartitionParams {
    std::int64_t k = 5;
    SetParams set;
};

Schema<SetPartitionParams> set_partition_schema() {
    return Schema<SetPartitionParams>()
        .field("k", &SetPartitionParams::k, "records that shall show the same set", at_least(2))
        .include(&SetPartitionParams::set, set_schema());
}

void check_set_partition(const Table& table, std::span<const std::string> columns,
                         const SetPartitionParams& params, const Place& place, Problems& problems) {
    check_sets(table, columns, params.set.separator, place, problems);
}

MaskOutput apply_set_partition(const MaskInput& input, const SetPartitionParams& params) {
    const SetColumns columns = read_sets(input.table, input.columns, params.set.separator);
    const sets::SetGroups groups =
        sets::top_down_groups(input.context, columns.forest, columns.records, params.k);
    MaskOutput output;
    output.changed = write_sets(
        input, columns, params.set.separator, [&](std::int64_t row, std::vector<Node>& shown) {
            const auto its = groups.shown[groups.group_of[static_cast<std::size_t>(row)]];
            shown.assign(its.begin(), its.end());
        });
    if (Json used = set_taxonomies(input); !used.empty()) {
        output.facts["knowledge"] = std::move(used);
    }
    output.private_facts = {{"loss", 100 * groups.loss},
                            {"items", columns.records.items.size()},
                            {"groups", groups.shown.size()}};
    return output;
}

}  // namespace

Method set_partition() {
    return make_mask(
        MethodInfo{
            .name = "set-partition",
            .title = "Partition of sets from the top",
            .summary = "Generalises sets in groups, so that k records show each whole set.",
            .description =
                "For columns whose cells are sets of items, and an intruder who may know all items "
                "of a person: every released set is that of at least `k` records. All records "
                "begin "
                "as one group that shows nothing; a group is opened at the concept of its set that "
                "costs most, by what its records have right below it in the taxonomy, as long as "
                "parts of k records come out; what is left over stays at the concept (He and "
                "Naughton). The same item can be released in full in one group and generalised in "
                "another, which keeps more than one recoding for all, but makes counts of items "
                "over the whole file harder to read. Without a taxonomy a set is released whole or "
                "not at all. Several columns are one set. Sets are written in alphabetical order; "
                "an empty set is missing, and a missing cell is an empty set. Beware: all records "
                "of a group may share a sensitive item, which is then known of all of them.",
            .kinds = {Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::k_anonymous, Property::makes_missing},
            .cites = {"he2009anonymization"},
            .example = {{"k", 3}},
            .effect = Effect::recoding},
        set_partition_schema(), apply_set_partition, check_set_partition);
}

}  // namespace lethe::mask
