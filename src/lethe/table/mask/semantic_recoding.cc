// Semantic recoding: a record that fewer than k people share gives way to another one of the data.
#include "lethe/algo/partition/semantic_recoding.h"

#include "lethe/method/ladder.h"
#include "lethe/method/tuple_params.h"
#include "lethe/table/mask/parts/microaggregate.h"
#include "lethe/table/mask/parts/publish_tuples.h"

namespace lethe::mask {
namespace {

using Target = RecodingOptions::Target;
using RecodingCandidates = RecodingOptions::Candidates;

struct SemanticRecodingParams : MeasureParams, WeightingParams {
    std::int64_t k = 5;
    Target target = Target::nearest;
    RecodingCandidates candidates = RecodingCandidates::any;
    bool rarest_first = true;
};

Schema<SemanticRecodingParams> semantic_recoding_schema() {
    return with_weighting(with_measure_params(
        Schema<SemanticRecodingParams>()
            .field("k", &SemanticRecodingParams::k, "records that must look alike", at_least(2))
            .choice("target", &SemanticRecodingParams::target,
                    "what takes the place of a rare record: the nearest, the rarest of the others, "
                    "or any",
                    {{"nearest", Target::nearest},
                     {"discernibility", Target::discernibility},
                     {"random", Target::random}})
            .choice("candidates", &SemanticRecodingParams::candidates,
                    "among which: all, or those that are more frequent than the rarest",
                    {{"any", RecodingCandidates::any},
                     {"non-minimal", RecodingCandidates::non_minimal}})
            .field("rarest_first", &SemanticRecodingParams::rarest_first,
                   "the rarest records move first; otherwise in alphabetical order")));
}

MaskOutput apply_semantic_recoding(const MaskInput& input, const SemanticRecodingParams& params) {
    if (input.table.rows() == 0) return {};
    const TupleSpace space(input.context, input.table, input.columns,
                           {.measure = params.options()});
    const auto images =
        lethe::semantic_recoding(input.context, space,
                                 {params.k, params.weighting, params.target, params.candidates,
                                  params.rarest_first, input.random.stream("target")});
    return publish_images(input, space, images, params.k);
}

void check_semantic_recoding(const Table& table, std::span<const std::string>,
                             const SemanticRecodingParams& params, const Place& place,
                             Problems& problems) {
    check_group_size(params.k, table.rows(), "the table", "rows", place, problems);
}

}  // namespace

Method semantic_recoding() {
    return make_mask(
        MethodInfo{
            .name = "semantic-recoding",
            .title = "Semantic recoding",
            .summary = "Replaces each record that fewer than k share by the nearest one of the "
                       "data.",
            .description =
                "Records whose quasi-identifiers are rare take over the whole combination of "
                "another record, the nearest in meaning, until every "
                "combination is shared by k. Frequent records stay as they are, no new "
                "combination appears, and the distribution suffers less than under "
                "microaggregation, so use it for low k or where analyses look at frequencies. "
                "The result is k-anonymous. `weighting` = frequency with `candidates` = "
                "non-minimal is the published method, under which a table of records that are "
                "nearly all different collapses into a few; `target` = discernibility and random "
                "are its rivals, for comparison. Beware: a "
                "released combination is a true one of somebody else. A missing value is a value "
                "of its own, far from all others. Columns without a taxonomy compare as equal or "
                "not, or by steps.",
            .kinds = {Kind::semantic, Kind::nominal, Kind::ordinal, Kind::numeric},
            .missing = Missing::own_category,
            .properties = {Property::random, Property::k_anonymous, Property::row_order_independent,
                           Property::pairwise, Property::makes_missing},
            .cites = {"martinez2012privacy", "martinez2012ontology"},
            .example = {{"k", 3}},
            .needs_meaning = true,
            .ladder = varied("k", {3, 5, 10, 20}),
            .ladder_turn = 16},
        semantic_recoding_schema(), apply_semantic_recoding, check_semantic_recoding);
}

}  // namespace lethe::mask
