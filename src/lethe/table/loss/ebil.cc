// EBIL: how uncertain the original category is once the masked one is known.
#include <fmt/format.h>

#include <cmath>
#include <unordered_map>

#include "lethe/core/error.h"
#include "lethe/data/category_counts.h"
#include "lethe/method/figures.h"
#include "lethe/method/known_transitions.h"
#include "lethe/table/loss/category_losses.h"

namespace lethe::loss {
namespace {

enum class By { files, matrix };

struct EbilParams {
    By by = By::files;
    TransitionTables matrix;
};

Schema<EbilParams> ebil_schema() {
    return Schema<EbilParams>()
        .choice("by", &EbilParams::by,
                "how likely an original category is, given the masked one: as in the two files "
                "side by side, or as a transition matrix says",
                {{"files", By::files}, {"matrix", By::matrix}})
        .field("matrix", &EbilParams::matrix,
               "with by = matrix: column name and a CSV or JSON file, or categories and rows; "
               "none: from the release record");
}

// Counts of a column in the order of the matrix's categories.
Frequencies counts_in(const Context& context, const Column& column,
                      const std::vector<std::string>& categories) {
    std::unordered_map<std::string_view, Eigen::Index> places;
    for (const std::string& category : categories) {
        places.emplace(category, static_cast<Eigen::Index>(places.size()));
    }
    Frequencies counts = Frequencies::Zero(static_cast<Eigen::Index>(categories.size()));
    const std::vector<std::int64_t> by_code = category_counts(context, column);
    for (std::size_t code = 0; code < by_code.size(); ++code) {
        if (by_code[code] == 0) continue;
        const auto place = places.find(column.dictionary()[code]);
        if (place == places.end()) {
            throw Error(ErrorKind::input,
                        fmt::format("column \"{}\" has categories that its transition matrix does "
                                    "not list",
                                    column.name()));
        }
        counts[place->second] += static_cast<double>(by_code[code]);
    }
    return counts;
}

// Missing values were left missing, so that nothing is uncertain about them.
double bits_by_matrix(const AssessInput& input, const std::string& name,
                      const TransitionTable& table) {
    const ColumnPtr original = input.original.column_ptr(name);
    const ColumnPtr aligned = input.origin.empty() ? original : original->gather(input.origin);
    const Frequencies before = counts_in(input.context, *aligned, table.categories);
    const Frequencies after = counts_in(input.context, input.masked.column(name), table.categories);
    const Eigen::MatrixXd chances = posterior(normalised_rows(table.matrix()), before);
    double bits = 0;
    for (Eigen::Index j = 0; j < chances.cols(); ++j) {
        for (Eigen::Index i = 0; i < chances.rows(); ++i) {
            if (chances(i, j) > 0) bits -= after[j] * chances(i, j) * std::log2(chances(i, j));
        }
    }
    return bits;
}

Measurement assess_ebil(const AssessInput& input, const EbilParams& params) {
    const CategoryColumns columns = category_columns(input);
    std::vector<EntropyLoss> losses = entropy_losses(input.context, columns);
    Measurement result;
    if (params.by == By::matrix) {
        KnownTransitions known = known_transitions(input, {params.matrix, std::nullopt});
        result.warnings = std::move(known.warnings);
        Json told = Json::array();
        for (std::size_t j = 0; j < columns.size(); ++j) {
            const auto table = known.by_column.find(columns[j].name);
            if (table == known.by_column.end()) continue;
            losses[j].sum = bits_by_matrix(input, columns[j].name, table->second);
            told.push_back(columns[j].name);
        }
        result.details["by_matrix"] = std::move(told);
    }
    std::vector<double> percents;
    Json sums = Json::object();
    for (std::size_t j = 0; j < columns.size(); ++j) {
        percents.push_back(losses[j].percent());
        sums[columns[j].name] = losses[j].sum;
    }
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
                "the two files side by side; with `by` = matrix those that follow from a "
                "transition matrix and the original frequencies, which does not depend on the "
                "draws of PRAM (columns without a matrix are compared side by side). Use it to see "
                "what an analyst who knows how the masking works can still recover: exchanging two "
                "categories throughout loses nothing here, merging them does. Missing is a "
                "category of its own, also in |D| where the original has missing values; a column "
                "of one category loses nothing.",
            .kinds = {Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2001quantitative", "willenborg2001elements", "kooiman1997pram"},
            .example = {{"by", "files"}},
            .in_words = "How uncertain the original category is once the released one is known, "
                        "where 100 % means that nothing is known of it.",
            .scale = Scale::loss,
            .reading =
                [](const Json&, double value, std::optional<std::int64_t>) {
                    return fmt::format(
                        "Of what there is to know, {} is uncertain once a release is read.",
                        figures::percent_text(value));
                },
            .details = {{"columns", "uncertain", true, "column"},
                        {"bits", "bits", false, "column"}},
            .part_of = "category-loss",
            .short_title = "entropy (EBIL)",
            .by_default = true},
        ebil_schema(), assess_ebil);
}

}  // namespace lethe::loss
