// LM: the share of the domain that masked values stand for, beyond the value itself.
#include "lethe/table/loss/generalised_cells.h"

namespace lethe::loss {
namespace {

Measurement assess_lm(const AssessInput& input, const DomainParams& params) {
    return mean_generality(input, params.domain, &GeneralisedColumn::lm, {});
}

}  // namespace

Method lm() {
    return make_loss(
        MethodInfo{
            .name = "lm",
            .title = "Generalisation loss (LM)",
            .summary = "How many other values each masked value could stand for.",
            .description =
                "A value that was generalised to a concept with v values below it, of V in the "
                "taxonomy, loses (v - 1)/(V - 1): nothing where it was kept, everything where it "
                "became the root. With a taxonomy that holds far more than the data, such as "
                "WordNet, let `domain` = data count the values of the original instead. The value "
                "is the mean over all cells, in percent. An interval of "
                "numbers loses its width in parts of the range; a category that the original does "
                "not have (a merged one, a set) counts the original values that it replaced; a "
                "suppressed value, and every one of a dropped record, loses everything. `steps` is "
                "the number of generalisation steps: edges climbed in the taxonomies, over all "
                "cells. Use it for generalisation and suppression. It does not ask whether a value "
                "is true: `moved` is the percentage of cells that were replaced by a value that "
                "does not cover the original one, and for those (swapping, microaggregation, "
                "noise) take `semantic-loss`. See `ncp` for its close relative.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent, Property::mean_of_columns},
            .cites = {"iyengar2002transforming"},
            .example = {{"domain", "taxonomy"}},
            .in_words = "How many other values each released value could stand for, as a share of "
                        "all values.",
            .scale = Scale::loss},
        with_domain(Schema<DomainParams>()), assess_lm);
}

}  // namespace lethe::loss
