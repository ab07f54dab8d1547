// EBIL: how uncertain the original category is once the masked one is known.
#include "lethe/loss/category_losses.h"

namespace lethe::loss {
namespace {

Measurement assess(const AssessInput& input, const NoParams&) {
    const CategoryColumns columns = category_columns(input);
    const std::vector<EntropyLoss> losses = entropy_losses(input.context, columns);
    std::vector<double> percents;
    Json sums = Json::object();
    for (std::size_t j = 0; j < columns.size(); ++j) {
        percents.push_back(losses[j].percent);
        sums[columns[j].name] = losses[j].sum;
    }
    Measurement result;
    result.value = mean(percents);
    result.details["columns"] = by_column(columns, percents);
    result.details["bits"] = std::move(sums);
    if (input.masked.rows() == 0) {
        result.warnings.push_back("nothing could be compared: the value is 0");
    }
    return result;
}

}  // namespace

Method ebil() {
    return make_loss(
        MethodInfo{
            .name = "ebil",
            .title = "Entropy-based loss of categories (EBIL)",
            .summary = "Uncertainty about the original category once the masked one is known.",
            .description =
                "The entropy (bits) of the original category given the masked one, H(V|V'), summed "
                "over the masked records (`bits`) and divided by its largest possible value, N "
                "log2 |D|, with |D| the number of categories of the original column: 0 percent "
                "when every masked category stands for one original category, 100 when it tells "
                "nothing. The value is the mean over the columns. The probabilities are those of "
                "the two files side by side. Use it to see what an analyst who knows how the "
                "masking works can still recover: exchanging two categories throughout loses "
                "nothing here, merging them does. Missing is a category of its own, also in |D| "
                "where the original has missing values; a column of one category loses nothing.",
            .kinds = {Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2001quantitative", "willenborg2001elements"}},
        Schema<NoParams>(), assess);
}

}  // namespace lethe::loss
