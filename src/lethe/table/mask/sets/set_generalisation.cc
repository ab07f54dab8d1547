// Set generalisation: k^m-anonymity by one recoding of the items of sets.
#include "lethe/algo/sets/apriori_cut.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/sets/set_columns.h"

namespace lethe::mask {
namespace {

using sets::Node;

struct SetGeneralisationParams {
    std::int64_t k = 5;
    std::int64_t m = 2;
    SetParams set;
};

Schema<SetGeneralisationParams> set_generalisation_schema() {
    return Schema<SetGeneralisationParams>()
        .field("k", &SetGeneralisationParams::k, "records that shall share every combination",
               at_least(2))
        .field("m", &SetGeneralisationParams::m, "items of a person that the intruder may know",
               between(1, sets::kMostKnownItems))
        .include(&SetGeneralisationParams::set, set_schema());
}

void check_set_generalisation(const Table& table, std::span<const std::string> columns,
                              const SetGeneralisationParams& params, const Place& place,
                              Problems& problems) {
    check_sets(table, columns, params.set.separator, place, problems);
}

MaskOutput apply_set_generalisation(const MaskInput& input, const SetGeneralisationParams& params) {
    const SetColumns columns = read_sets(input.table, input.columns, params.set.separator);
    const sets::SetCut cut =
        sets::apriori_cut(input.context, columns.forest, columns.records, params.k, params.m);
    MaskOutput output;
    std::int64_t suppressed = 0;
    output.changed = write_sets(
        input, columns, params.set.separator, [&](std::int64_t row, std::vector<Node>& shown) {
            for (const Node item : columns.records[row]) {
                const Node image = cut.image[static_cast<std::size_t>(item)];
                image == sets::kGone ? static_cast<void>(++suppressed) : shown.push_back(image);
            }
        });
    output.facts["sets"] = {{"k", params.k},
                            {"m", params.m},
                            {"separator", params.set.separator},
                            {"columns", input.columns}};
    if (Json used = set_taxonomies(input); !used.empty()) {
        output.facts["knowledge"] = std::move(used);
    }
    output.private_facts = {{"loss", 100 * cut.loss},
                            {"items", columns.records.items.size()},
                            {"suppressed_items", suppressed}};
    if (suppressed > 0 && suppressed == std::ssize(columns.records.items)) {
        output.warnings.push_back("no item is left: no way to keep any of them reaches k");
    }
    return output;
}

}  // namespace

Method set_generalisation() {
    return make_mask(
        MethodInfo{
            .name = "set-generalisation",
            .title = "Generalisation of sets",
            .summary = "Generalises or suppresses items of sets until any m of them are shared.",
            .description =
                "For columns whose cells are sets of items (diagnoses, purchases, queries), and an "
                "intruder who knows at most `m` items of a person: every combination of up to m "
                "released items is shared by at least `k` records. Each item is replaced by a "
                "concept above it in the column's taxonomy, the same everywhere and together with "
                "all that is below that concept, or stays as it is. Combinations of one item are "
                "mended first, then of two, then of three, each by the cheapest way, in normalised "
                "certainty penalties, of raising some of its items (the Apriori-based algorithm of "
                "Terrovitis, Mamoulis and Kalnis; greedy, so the loss need not be the least). "
                "Without a taxonomy, and where even its root is too rare, items are suppressed: "
                "left out of every record. Several columns are one set of items. Sets are written "
                "in alphabetical order; an empty set is missing, and a missing cell is an empty "
                "set. Beware: it protects against who knows up to m items and nothing else; who "
                "knows that a person lacks an item, knows more of them, or knows other columns, is "
                "not held up.",
            .kinds = {Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent, Property::makes_missing},
            .cites = {"terrovitis2008anonymization"},
            .example = {{"k", 3}, {"m", 2}},
            .effect = Effect::recoding},
        set_generalisation_schema(), apply_set_generalisation, check_set_generalisation);
}

}  // namespace lethe::mask
