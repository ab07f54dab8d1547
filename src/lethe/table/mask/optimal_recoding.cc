// Optimal recoding: in every column equal values become one block of a partition of the values, and
// the partitions are those with the least discernibility at which every class has k records.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/partition/concept_axis.h"
#include "lethe/algo/partition/values/value_partition.h"
#include "lethe/data/without_cells.h"
#include "lethe/method/method.h"
#include "lethe/space/attribute/coded_texts.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/microaggregate.h"
#include "lethe/table/mask/parts/publish_groups.h"

namespace lethe::mask {
namespace {

enum class JoinedValues { automatic, order, sets, guided_order, guided_sets };

struct OptimalRecodingParams {
    std::int64_t k = 5;
    JoinedValues blocks = JoinedValues::automatic;
    double suppress = 0;
    Publish publish = Publish::interval;
    NumberAverage average = NumberAverage::mean;
    std::int64_t looks = 0;
};

Schema<OptimalRecodingParams> optimal_recoding_schema() {
    return Schema<OptimalRecodingParams>()
        .field("k", &OptimalRecodingParams::k, "records that must look alike", at_least(2))
        .choice("blocks", &OptimalRecodingParams::blocks,
                "which values may be joined. order: neighbours in the order of the column; sets: "
                "any; guided-sets: children of a concept of the taxonomy, each with all that is "
                "below it; guided-order: such children that are neighbours; automatic: guided-sets "
                "for columns with a taxonomy, order for ordinal, sets for other categories. "
                "Numbers are always joined with their neighbours",
                {{"automatic", JoinedValues::automatic},
                 {"order", JoinedValues::order},
                 {"sets", JoinedValues::sets},
                 {"guided-order", JoinedValues::guided_order},
                 {"guided-sets", JoinedValues::guided_sets}})
        .field("suppress", &OptimalRecodingParams::suppress,
               "percentage of the records whose values may all be made missing because they stay "
               "rare",
               between(0, 100))
        .choice("publish", &OptimalRecodingParams::publish, "what stands for the values of a block",
                {{"interval", Publish::interval},
                 {"set", Publish::set},
                 {"representative", Publish::representative}})
        .choice("average", &OptimalRecodingParams::average,
                "of the numbers of a block, for representative",
                {{"mean", NumberAverage::mean}, {"median", NumberAverage::median}})
        .field("looks", &OptimalRecodingParams::looks,
               "recodings whose classes are counted at most; 0: by the size of the data",
               at_least(0));
}

JoinedValues blocks_of(const Column& column, JoinedValues asked) {
    if (column.is_numeric()) return JoinedValues::order;
    if (asked == JoinedValues::automatic) {
        return column.meaning() != nullptr      ? JoinedValues::guided_sets
               : column.kind() == Kind::ordinal ? JoinedValues::order
                                                : JoinedValues::sets;
    }
    if (column.meaning() != nullptr) return asked;
    return asked == JoinedValues::guided_sets    ? JoinedValues::sets
           : asked == JoinedValues::guided_order ? JoinedValues::order
                                                 : asked;
}

// The values of a column that occur, numbered in their order with missing last.
struct OrderedValues {
    std::vector<std::int32_t> of_row;
    std::vector<std::vector<std::int32_t>> ways;  // of each value, in the taxonomy; empty: none
};

// In the order of numbers, of an ordinal dictionary, of a walk through the taxonomy or of texts.
OrderedValues ordered_values(const Context& context, const Column& column) {
    MeasureOptions equality;
    equality.kind = MeasureKind::equality;
    ConceptWalk walk;
    if (column.meaning() != nullptr) {
        walk = concept_walk(context, column, equality);
    } else {
        walk.axis = mondrian_axis(context, column);
    }
    const MondrianAxis& axis = walk.axis;
    walk.ways.resize(static_cast<std::size_t>(axis.values) + 1);
    std::vector<bool> occurs(static_cast<std::size_t>(axis.values) + 1, false);
    for (const std::int32_t code : axis.codes) occurs[static_cast<std::size_t>(code)] = true;
    std::vector<std::int32_t> order(occurs.size());
    std::iota(order.begin(), order.end(), 0);
    if (column.kind() == Kind::nominal) {
        std::sort(order.begin(), order.end() - 1, [&](std::int32_t a, std::int32_t b) {
            return column.dictionary()[static_cast<std::size_t>(a)] <
                   column.dictionary()[static_cast<std::size_t>(b)];
        });
    }
    OrderedValues values;
    std::vector<std::int32_t> number(occurs.size(), 0);
    for (const std::int32_t code : order) {
        const auto c = static_cast<std::size_t>(code);
        if (!occurs[c]) continue;
        number[c] = static_cast<std::int32_t>(values.ways.size());
        values.ways.push_back(std::move(walk.ways[c]));
    }
    for (const std::int32_t code : axis.codes) {
        values.of_row.push_back(number[static_cast<std::size_t>(code)]);
    }
    return values;
}

ValueTree tree_of(const OrderedValues& values, JoinedValues blocks) {
    std::vector<std::int32_t> order(values.ways.size());
    std::iota(order.begin(), order.end(), 0);
    const auto together = blocks == JoinedValues::order || blocks == JoinedValues::guided_order
                              ? ValueTree::Together::neighbours
                              : ValueTree::Together::any;
    const bool guided = blocks == JoinedValues::guided_order || blocks == JoinedValues::guided_sets;
    return guided ? ValueTree(order, values.ways, together) : ValueTree::flat(order, together);
}

// The different records in the order of their values, and which one each row has.
struct RowTuples {
    RecodedTuples tuples;
    std::vector<std::int32_t> of_row;
};

RowTuples tuples_of(const std::vector<OrderedValues>& columns, std::int64_t rows) {
    std::vector<std::int64_t> sorted(static_cast<std::size_t>(rows));
    std::iota(sorted.begin(), sorted.end(), 0);
    const auto before = [&](std::int64_t a, std::int64_t b) {
        for (const OrderedValues& column : columns) {
            const std::int32_t x = column.of_row[static_cast<std::size_t>(a)];
            const std::int32_t y = column.of_row[static_cast<std::size_t>(b)];
            if (x != y) return x < y;
        }
        return false;
    };
    std::sort(sorted.begin(), sorted.end(), before);
    RowTuples made;
    made.tuples.codes.resize(columns.size());
    made.of_row.resize(sorted.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (i == 0 || before(sorted[i - 1], sorted[i])) {
            made.tuples.counts.push_back(0);
            for (std::size_t j = 0; j < columns.size(); ++j) {
                made.tuples.codes[j].push_back(
                    columns[j].of_row[static_cast<std::size_t>(sorted[i])]);
            }
        }
        ++made.tuples.counts.back();
        made.of_row[static_cast<std::size_t>(sorted[i])] =
            static_cast<std::int32_t>(made.tuples.counts.size()) - 1;
    }
    return made;
}

// The text of each block: of its first row. Empty: missing.
std::vector<std::string> block_texts(const Column& column, const Clusters& blocks) {
    std::vector<std::string> texts(static_cast<std::size_t>(blocks.count));
    for (std::int64_t row = column.size(); row-- > 0;) {
        if (!column.valid(row)) continue;
        texts[static_cast<std::size_t>(blocks.of[static_cast<std::size_t>(row)])] =
            column.text(row);
    }
    return texts;
}

// Concepts by what they have in common, where that stands for one block alone, and otherwise by
// their set: two blocks of children of one concept would look alike.
ColumnPtr subsumed_or_sets(const Column& column, const Clusters& blocks, const Column& subsumed,
                           const Column& sets) {
    const std::vector<std::string> wide = block_texts(subsumed, blocks);
    const std::vector<std::string> exact = block_texts(sets, blocks);
    std::map<std::string, int> times;
    for (const std::string& text : wide) ++times[text];
    std::vector<std::string> texts;
    CodedTexts coded(texts);
    const std::int32_t missing = coded.missing_code();
    std::vector<std::int32_t> of_row;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto block = static_cast<std::size_t>(blocks.of[static_cast<std::size_t>(row)]);
        of_row.push_back(!subsumed.valid(row)
                             ? missing
                             : coded.code(times[wide[block]] > 1 ? exact[block] : wide[block]));
    }
    return text_column(column, of_row, texts, missing, column.spelling_of_missing());
}

Clusters blocks_of_rows(const OrderedValues& values, const std::vector<std::int32_t>& block_of) {
    Clusters blocks;
    for (const std::int32_t value : values.of_row) {
        blocks.of.push_back(block_of[static_cast<std::size_t>(value)]);
        blocks.count = std::max(blocks.count, blocks.of.back() + 1);
    }
    return blocks;
}

// One column with its blocks in place of its values; adds what that made missing.
ColumnPtr recoded(const MaskInput& input, const Column& column, const Clusters& blocks,
                  const OptimalRecodingParams& params, std::int64_t& blanked) {
    MaskInput own{input.table, {column.name()}, input.random, input.context};
    const auto published = [&](Publish publish) {
        return publish_groups(own, blocks, publish, params.average, {});
    };
    // An interval of an ordinal column holds what is between its ends, which sets leave out.
    const bool by_sets = params.publish == Publish::set ||
                         (params.publish == Publish::interval && column.kind() == Kind::ordinal &&
                          blocks_of(column, params.blocks) == JoinedValues::sets);
    MaskOutput output = published(by_sets ? Publish::set : params.publish);
    blanked += output.facts["suppressed_cells"][column.name()].get<std::int64_t>();
    if (column.meaning() == nullptr || params.publish != Publish::interval) {
        return output.changed.front();
    }
    return subsumed_or_sets(column, blocks, *output.changed.front(),
                            *published(Publish::set).changed.front());
}

void tell_outcome(const ValuePartition& found, std::int64_t blanked, MaskOutput& output) {
    output.facts["suppressed_records"] = found.suppressed_records;
    output.facts["cost"] = found.discernibility;
    output.facts["exact"] = found.exact;
    output.private_facts["least_cost"] = found.bound;
    output.private_facts["recodings_looked_at"] = found.looked_at;
    if (blanked > 0) {
        output.warnings.push_back(fmt::format(
            "values made missing because others of their block are missing: {}", blanked));
    }
    if (found.exact) return;
    output.warnings.push_back(fmt::format(
        "the search ended before this recoding was proven to be the best: its discernibility is at "
        "most {:.1f} times the least; `looks` lets it go on",
        static_cast<double>(found.discernibility) / static_cast<double>(found.bound)));
}

MaskOutput apply_optimal_recoding(const MaskInput& input, const OptimalRecodingParams& params) {
    if (input.table.rows() == 0) return {};
    std::vector<OrderedValues> values;
    std::vector<ValueTree> trees;
    for (const std::string& name : input.columns) {
        const Column& column = input.table.column(name);
        values.push_back(ordered_values(input.context, column));
        trees.push_back(tree_of(values.back(), blocks_of(column, params.blocks)));
    }
    const RowTuples records = tuples_of(values, input.table.rows());
    const auto allowed = static_cast<std::int64_t>(
        std::floor(static_cast<double>(input.table.rows()) * params.suppress / 100));
    const ValuePartition found =
        partition_values(input.context, trees, records.tuples, {params.k, allowed, params.looks});
    std::vector<std::int64_t> suppressed;
    for (std::size_t row = 0; row < records.of_row.size(); ++row) {
        if (found.suppressed[static_cast<std::size_t>(records.of_row[row])]) {
            suppressed.push_back(static_cast<std::int64_t>(row));
        }
    }
    MaskOutput output;
    std::int64_t blanked = 0;
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        const Column& column = input.table.column(input.columns[j]);
        const Clusters blocks = blocks_of_rows(values[j], found.block_of[j]);
        const ColumnPtr changed = recoded(input, column, blocks, params, blanked);
        output.changed.push_back(without_cells(*changed, suppressed));
        output.facts["blocks"][input.columns[j]] = blocks.count;
    }
    tell_outcome(found, blanked, output);
    return output;
}

void check_optimal_recoding(const Table& table, std::span<const std::string> columns,
                            const OptimalRecodingParams& params, const Place& place,
                            Problems& problems) {
    check_group_size(params.k, table.rows(), "the table", "rows", place, problems);
    const bool guided =
        params.blocks == JoinedValues::guided_order || params.blocks == JoinedValues::guided_sets;
    const bool any = std::any_of(columns.begin(), columns.end(), [&](const std::string& name) {
        const Column* column = table.find(name);
        return column != nullptr && column->meaning() != nullptr;
    });
    if (guided && !any) {
        problems.push_back(
            {"no column has a taxonomy that could guide its blocks", within(place, "blocks")});
    }
}

}  // namespace

Method optimal_recoding() {
    return make_mask(
        MethodInfo{
            .name = "optimal-recoding",
            .title = "Optimal recoding",
            .summary = "Joins values of each column into blocks, as fine as k allows, and proves "
                       "it where it can.",
            .description =
                "A recoding for the whole file: equal values are shown alike, each as the block "
                "that it belongs to, so that tables and models can be made of the release. Of all "
                "recodings under which k records look alike, that with the least discernibility is "
                "chosen: the sum of the squared sizes of the classes, and all records for each one "
                "that is suppressed. `blocks` says which values may be joined: neighbours in an "
                "`order` (Bayardo and Agrawal), any `sets`, or, guided by a taxonomy, children of "
                "one concept with all that is below them, of any place (`guided-sets`) or side by "
                "side (`guided-order`; Li and Li). `suppress` lets the values of a few rare "
                "records go instead (all columns of theirs become missing; where these would be "
                "fewer than k, the class that costs least joins them). The search climbs first and "
                "then bounds what is left; it says whether the recoding is proven to be the best "
                "(`exact`), and otherwise how far it can be from it. The more freely values may be "
                "joined the finer the result can be, the harder it is to find and to prove, and "
                "the "
                "odder are the blocks. A block is shown as an `interval` (a set of categories; "
                "what concepts "
                "have in common, unless another block has the same, then their set), always as a "
                "`set`, or by a `representative`. Discernibility counts records, not meaning: it "
                "does not care what is joined. Use it where a coding must be the same for "
                "everybody; "
                "`mondrian` is finer where it need not, `generalisation` keeps to concepts with "
                "names. Missing is a value of its own, last in an order and below the root of a "
                "taxonomy; a block that holds it is shown as missing. Beware: intervals end at "
                "values of records; confidential values that are equal within a class are "
                "disclosed.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::k_anonymous, Property::row_order_independent,
                           Property::makes_missing},
            .cites = {"bayardo2005data", "li2008towards", "martinez2012ontology"},
            .example = {{"k", 3}},
            .effect = Effect::containment},
        optimal_recoding_schema(), apply_optimal_recoding, check_optimal_recoding);
}

}  // namespace lethe::mask
