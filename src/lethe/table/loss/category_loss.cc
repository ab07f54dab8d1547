// The loss half of the score of masking methods for categories: the mean of DBIL, CTBIL and EBIL.
#include <numeric>

#include "lethe/core/error.h"
#include "lethe/table/loss/category_losses.h"

namespace lethe::loss {
namespace {

struct CategoryLossParams {
    std::int64_t order = 2;
    std::vector<double> weights = {1, 1, 1};
};

Schema<CategoryLossParams> category_loss_schema() {
    return Schema<CategoryLossParams>()
        .field("order", &CategoryLossParams::order, "of `ctbil`: tables of up to so many columns",
               between(1, 6))
        .field("weights", &CategoryLossParams::weights, "of `dbil`, `ctbil` and `ebil` in the mean",
               at_least(0));
}

Measurement assess_category_loss(const AssessInput& input, const CategoryLossParams& params) {
    const double total = std::accumulate(params.weights.begin(), params.weights.end(), 0.0);
    if (params.weights.size() != 3 || total <= 0) {
        throw Error(ErrorKind::usage,
                    "weights: three are needed, of dbil, ctbil and ebil, and not all 0");
    }
    const CategoryColumns columns = category_columns(input);
    std::vector<double> entropies;
    for (const EntropyLoss& loss : entropy_losses(input.context, columns)) {
        entropies.push_back(loss.percent());
    }
    const double dbil = mean(distance_losses(input.context, columns));
    const double ctbil = mean_percent(table_losses(input.context, columns, params.order));
    const double ebil = mean(entropies);
    Measurement result;
    result.value =
        (params.weights[0] * dbil + params.weights[1] * ctbil + params.weights[2] * ebil) / total;
    result.details["dbil"] = dbil;
    result.details["ctbil"] = ctbil;
    result.details["ebil"] = ebil;
    warn(columns, result.warnings);
    return result;
}

}  // namespace

Method category_loss() {
    return make_loss(
        MethodInfo{
            .name = "category-loss",
            .title = "Information loss of categories",
            .summary = "Mean of the losses by distance, by contingency tables and by entropy.",
            .description =
                "The mean of `dbil` (how far categories moved), `ctbil` (how far the tables of "
                "counts moved) and `ebil` (what remains uncertain of the original category), in "
                "percent: the loss half of the classical score of masking methods for categories, "
                "as `il` is for numbers. Unlike `il` it lies between 0 and 100. Use it to rank "
                "methods on one table, and look at the three parts: recoding leaves every value "
                "true and still loses by all three, swapping within a column keeps its counts. "
                "With `weights` a part counts more, or not at all.",
            .kinds = {Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2001quantitative", "torra2004microaggregation"},
            .example = {{"order", 2}, {"weights", {1, 1, 1}}},
            .in_words = "The average of three changes: of single categories (DBIL), of tables of "
                        "counts (CTBIL), and of what the released category still tells of the "
                        "original one (EBIL). It lies between 0 % and 100 %.",
            .scale = Scale::loss,
            .details = {{"dbil", "single categories (DBIL)", true},
                        {"ctbil", "tables of counts (CTBIL)", true},
                        {"ebil", "what remains uncertain (EBIL)", true}},
            .parts = {"The parts of the loss of categories", "lost", true},
            .purposes = {Purpose::loss_of_categories},
            .by_default = true},
        category_loss_schema(), assess_category_loss);
}

}  // namespace lethe::loss
