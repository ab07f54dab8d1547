// NCP: the share of the domain that masked values stand for.
#include "lethe/table/loss/generalised_cells.h"

namespace lethe::loss {
namespace {

struct NcpParams : DomainParams {
    std::map<std::string, double> weights;
};

Schema<NcpParams> ncp_schema() {
    return with_domain(Schema<NcpParams>())
        .field("weights", &NcpParams::weights,
               "of columns in the mean; 1 for a column that is not named", at_least(0));
}

Measurement assess_ncp(const AssessInput& input, const NcpParams& params) {
    return mean_generality(input, params.domain, &GeneralisedColumn::ncp, params.weights);
}

}  // namespace

Method ncp() {
    return make_loss(
        MethodInfo{
            .name = "ncp",
            .title = "Normalised certainty penalty (NCP)",
            .summary = "The share of the domain that each masked value could stand for.",
            .description =
                "A value that was generalised to a concept with v values below it, of V in the "
                "taxonomy, is charged v/V; one that was kept is charged nothing. With a taxonomy "
                "that "
                "holds far more than the data, such as WordNet, let `domain` = data count the "
                "values of the original instead. An interval of "
                "numbers is charged its width in parts of the range; a category that the original "
                "does not have (a merged one, a set) the original values that it replaced, in "
                "parts of all that occur; a suppressed value, and every one of a dropped record, "
                "is charged 1. The value is the mean over all cells in percent, columns weighed by "
                "`weights`: give more to those that the users of the release need most. `steps` "
                "counts the edges climbed in the taxonomies. Use it for generalisation and "
                "suppression; it does not ask whether a value is true, see `moved`, the percentage "
                "of cells replaced by a value that does not cover the original one.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent, Property::mean_of_columns},
            .cites = {"xu2006utility"},
            .example = {{"domain", "taxonomy"}},
            .in_words = "The share of all values that each released value could stand for.",
            .scale = Scale::loss},
        ncp_schema(), assess_ncp);
}

}  // namespace lethe::loss
