// Multiple imputation (Rubin 1993): values are treated as unknown and drawn from a model of their
// column given the other ones.
//
// Numbers: linear regression with the uncertainty of its parameters; a drawn value is the
// prediction of the drawn parameters plus a normal error. Categories: the same regression of the
// indicator of each category gives its probability, cut to [0, 1]; probabilities are made to sum to
// 1, and the category is drawn. Predictors are always the original values.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/statistics/predictive_regression.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/data/category_counts.h"
#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

struct MultipleImputationParams {
    std::vector<std::string> on;
    double share = 1;
    bool fill_missing = false;
};

Schema<MultipleImputationParams> multiple_imputation_schema() {
    return Schema<MultipleImputationParams>()
        .field("on", &MultipleImputationParams::on,
               "columns that predict the masked ones; none: the other columns of the step")
        .field("share", &MultipleImputationParams::share, "share of the values that are replaced",
               Range{0, 1, true})
        .field("fill_missing", &MultipleImputationParams::fill_missing,
               "whether missing values are filled too");
}

std::vector<std::string> predictors(const MaskInput& input, const MultipleImputationParams& params,
                                    const std::string& target) {
    std::vector<std::string> names = params.on.empty() ? input.columns : params.on;
    std::erase(names, target);
    return names;
}

// Which rows get a drawn value.
class ReplacedValues {
  public:
    ReplacedValues(const MaskInput& input, const Column& column,
                   const MultipleImputationParams& params)
        : column_(column),
          stream_(input.random.stream(column.name() + "/which")),
          share_(params.share),
          fill_(params.fill_missing) {}

    bool operator()(std::int64_t row) const {
        return column_.valid(row) ? stream_.at(row).uniform() < share_ : fill_;
    }

  private:
    const Column& column_;
    Stream stream_;
    double share_;
    bool fill_;
};

constexpr std::int64_t kDrawnRowsOfBlock = 2048;

Validity validity_after(const Column& column, const MultipleImputationParams& params) {
    return params.fill_missing ? Validity{} : column.validity();
}

ColumnPtr impute_numbers(const MaskInput& input, const Column& column,
                         const RegressionDesign& design, const MultipleImputationParams& params) {
    const auto old = column.numbers();
    const auto responses = [&](std::int64_t begin, std::int64_t end) -> MatrixXd {
        return Eigen::Map<const Eigen::VectorXd>(old.data() + begin, end - begin);
    };
    const DrawnRegression drawn =
        draw_regression(input.context, design, responses, 1, column.validity(),
                        input.random.stream(column.name() + "/parameters"));
    const Stream errors = input.random.stream(column.name());
    const ReplacedValues replaced(input, column, params);
    std::vector<double> values(old.begin(), old.end());
    parallel_chunks(input.context, column.size(), kDrawnRowsOfBlock,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        const MatrixXd predicted = design.block(begin, end) * drawn.coefficients;
                        for (std::int64_t row = begin; row < end; ++row) {
                            if (!replaced(row)) continue;
                            values[static_cast<std::size_t>(row)] =
                                predicted(row - begin, 0) +
                                drawn.deviations[0] * errors.at(row).normal();
                        }
                    });
    return Column::numeric(column.name(), std::move(values), validity_after(column, params));
}

// Draws a place by cut scores; by `otherwise` where all of them are cut to 0.
Index draw_place(Eigen::RowVectorXd scores, const Eigen::RowVectorXd& otherwise, double u) {
    scores = scores.cwiseMax(0).cwiseMin(1);
    if (!(scores.sum() > 0)) scores = otherwise;
    double left = u * scores.sum();
    Index place = 0;
    for (Index k = 0; k < scores.size(); ++k) {
        if (scores[k] > 0) place = k;
        left -= scores[k];
        if (left < 0) break;
    }
    return place;
}

ColumnPtr impute_categories(const MaskInput& input, const Column& column,
                            const RegressionDesign& design,
                            const MultipleImputationParams& params) {
    const std::vector<std::int64_t> counts = category_counts(input.context, column);
    std::vector<std::int32_t> occurring;
    std::vector<Index> place_of(counts.size(), -1);
    for (std::size_t code = 0; code < counts.size(); ++code) {
        if (counts[code] == 0) continue;
        place_of[code] = std::ssize(occurring);
        occurring.push_back(static_cast<std::int32_t>(code));
    }
    Eigen::RowVectorXd frequencies(std::ssize(occurring));
    for (std::size_t place = 0; place < occurring.size(); ++place) {
        frequencies[static_cast<Index>(place)] =
            static_cast<double>(counts[static_cast<std::size_t>(occurring[place])]);
    }
    const auto old = column.codes();
    const auto responses = [&](std::int64_t begin, std::int64_t end) {
        MatrixXd indicators = MatrixXd::Zero(end - begin, frequencies.size());
        for (std::int64_t row = begin; row < end; ++row) {
            if (!column.valid(row)) continue;
            const auto code = static_cast<std::size_t>(old[static_cast<std::size_t>(row)]);
            indicators(row - begin, place_of[code]) = 1;
        }
        return indicators;
    };
    const DrawnRegression drawn =
        draw_regression(input.context, design, responses, frequencies.size(), column.validity(),
                        input.random.stream(column.name() + "/parameters"));
    const Stream stream = input.random.stream(column.name());
    const ReplacedValues replaced(input, column, params);
    std::vector<std::int32_t> codes(old.begin(), old.end());
    parallel_chunks(input.context, column.size(), kDrawnRowsOfBlock,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        const MatrixXd scores = design.block(begin, end) * drawn.coefficients;
                        for (std::int64_t row = begin; row < end; ++row) {
                            if (!replaced(row)) continue;
                            const Index place = draw_place(scores.row(row - begin), frequencies,
                                                           stream.at(row).uniform());
                            codes[static_cast<std::size_t>(row)] =
                                occurring[static_cast<std::size_t>(place)];
                        }
                    });
    return Column::categories(column.name(), column.kind(), std::move(codes),
                              column.dictionary_ptr(), validity_after(column, params));
}

MaskOutput apply_multiple_imputation(const MaskInput& input,
                                     const MultipleImputationParams& params) {
    MaskOutput output;
    for (const std::string& name : input.columns) {
        const Column& column = input.table.column(name);
        if (column.missing() == column.size()) {
            output.warnings.push_back(
                fmt::format("column \"{}\" has no values: it is unchanged", name));
            continue;
        }
        const std::vector<std::string> on = predictors(input, params, name);
        if (on.empty()) {
            output.warnings.push_back(fmt::format(
                "nothing predicts column \"{}\": its relations to all other columns are lost; name "
                "some in \"on\"",
                name));
        }
        const RegressionDesign design(input.context, input.table, on);
        try {
            output.changed.push_back(column.is_numeric()
                                         ? impute_numbers(input, column, design, params)
                                         : impute_categories(input, column, design, params));
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::unmet) throw;
            throw Error(error.kind(), fmt::format("column \"{}\": {}", name, error.what()));
        }
    }
    return output;
}

void check_multiple_imputation(const Table& table, std::span<const std::string>,
                               const MultipleImputationParams& params, const Place& place,
                               Problems& problems) {
    for (const std::string& name : params.on) {
        const Column* column = table.find(name);
        if (column == nullptr) {
            problems.push_back({unknown_name("column", name, table.names()), within(place, "on")});
        } else if (column->kind() == Kind::text) {
            problems.push_back({fmt::format("column \"{}\" is text, which predicts nothing", name),
                                within(place, "on")});
        }
    }
}

}  // namespace

Method multiple_imputation() {
    return make_mask(
        MethodInfo{
            .name = "multiple-imputation",
            .title = "Multiple imputation",
            .summary = "Replaces values by draws from a regression on the other columns.",
            .description =
                "Values are treated as if they were unknown and drawn anew: numbers from a linear "
                "regression on the columns `on` (or the other columns of the step) with a random "
                "error, categories from the probabilities that such a regression gives to each of "
                "them. The parameters of the regression are drawn too, so that releases with "
                "different seeds are proper multiple imputations, whose results analysts average. "
                "Means, variances and linear relations to the predictors survive in expectation; "
                "what the model does not know, such as curves, skewness and interactions, is "
                "lost. Use it where a released value must not be a true one. Beware: the "
                "predictors enter with their true values, so where they are released unmasked "
                "the drawn value is as telling as the model is good; drawn numbers may be "
                "impossible (below 0, not whole). Of a predictor with more than 30 categories "
                "the others count as one. Missing values stay missing unless they are to be "
                "filled; as predictors they stand in as the mean or as the base category.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::kept,
            .properties = {Property::random},
            .cites = {"rubin1993imputation", "rubin1987imputation"},
            .example = {{"share", 1}},
            .first_categories = {9, varied("share", {0.25, 0.5})}},
        multiple_imputation_schema(), apply_multiple_imputation, check_multiple_imputation);
}

}  // namespace lethe::mask
