// Cell loss: what an analyst loses of single values, on one scale for numbers and categories, for
// averaging, swapping, generalising and suppressing alike.
//
// Policies that do different things to different columns can only be compared by a loss that is
// bounded and means the same for each of them. The classical ones are not: IL1 of a number near
// zero is unbounded, DBIL knows categories only, NCP does not ask whether a value is true. Here the
// unit is a stranger's value: a cell that holds the value of somebody drawn at random loses 1 on
// average, a cell that is gone loses 1, a cell that is as it was loses nothing.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "lethe/algo/statistics/mean_difference.h"
#include "lethe/core/exact_sum.h"
#include "lethe/data/label_codes.h"
#include "lethe/method/comparison.h"
#include "lethe/table/loss/moved_columns.h"

namespace lethe::loss {
namespace {

struct CellLossParams {
    std::map<std::string, double> weights;
};

Schema<CellLossParams> cell_loss_schema() {
    return Schema<CellLossParams>().field(
        "weights", &CellLossParams::weights,
        "of columns in the mean; 1 for a column that is not named", at_least(0));
}

// In parts of the unit, at most 1.
double relative(double distance, double unit) {
    if (distance == 0) return 0;
    return unit > 0 ? std::min(1.0, distance / unit) : 1;
}

// Calls `cell(row, origin)` for the rows where both hold a value; a value that came or went
// loses everything.
template <class Cell>
double sum_of_cells(const AssessInput& input, const Column& original, const Column& masked,
                    const Cell& cell) {
    ExactSum sum;
    for (std::int64_t row = 0; row < masked.size(); ++row) {
        const std::int64_t from = input.origin_of(row);
        if (!original.valid(from) || !masked.valid(row)) {
            sum.add(original.valid(from) == masked.valid(row) ? 0 : 1);
        } else {
            sum.add(cell(static_cast<std::size_t>(row), static_cast<std::size_t>(from)));
        }
    }
    return sum.value();
}

double loss_of_numbers(const AssessInput& input, const Column& original, const Column& masked) {
    std::vector<double> values;
    for (std::int64_t row = 0; row < original.size(); ++row) {
        if (original.valid(row))
            values.push_back(original.numbers()[static_cast<std::size_t>(row)]);
    }
    const double unit = mean_difference(std::move(values));
    const auto x = original.numbers();
    const auto y = masked.numbers();
    return sum_of_cells(input, original, masked, [&](std::size_t row, std::size_t from) {
        return relative(std::abs(x[from] - y[row]), unit);
    });
}

// What each code of the masked column can stand for: the category of the original with the same
// text, and otherwise the original values that it replaced, as often as they occur in the original.
class Readings {
  public:
    Readings(const AssessInput& input, const Column& original, const Column& masked)
        : same_(label_codes(masked.dictionary(), original.dictionary())),
          counts_(original.dictionary().size(), 0),
          replaced_(masked.dictionary().size()) {
        for (std::int64_t row = 0; row < original.size(); ++row) {
            if (original.valid(row)) ++counts_[code(original, row)];
        }
        for (std::int64_t row = 0; row < masked.size(); ++row) {
            const std::int64_t from = input.origin_of(row);
            if (!masked.valid(row) || !original.valid(from)) continue;
            const std::size_t to = code(masked, row);
            if (same_[to] == kUnknownLabel) replaced_[to].push_back(code(original, from));
        }
        for (std::vector<std::size_t>& codes : replaced_) {
            std::sort(codes.begin(), codes.end());
            codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
        }
    }

    // The mean of distance(value, reading) over the readings of a code of the masked column.
    template <class Distance>
    double mean(std::size_t value, std::size_t code, const Distance& distance) const {
        if (same_[code] != kUnknownLabel) {
            return distance(value, static_cast<std::size_t>(same_[code]));
        }
        double sum = 0;
        double all = 0;
        for (const std::size_t reading : replaced_[code]) {
            const auto count = static_cast<double>(counts_[reading]);
            sum += count * distance(value, reading);
            all += count;
        }
        return all > 0 ? sum / all : 1;
    }
    const std::vector<std::int64_t>& counts() const { return counts_; }

    static std::size_t code(const Column& column, std::int64_t row) {
        return static_cast<std::size_t>(column.codes()[static_cast<std::size_t>(row)]);
    }

  private:
    std::vector<std::int32_t> same_;
    std::vector<std::int64_t> counts_;
    std::vector<std::vector<std::size_t>> replaced_;
};

double loss_of_categories(const AssessInput& input, const Column& original, const Column& masked) {
    const Readings readings(input, original, masked);
    const bool ordered = original.kind() == Kind::ordinal;
    const double unit = ordered ? mean_steps(readings.counts()) : 1;
    const auto distance = [&](std::size_t a, std::size_t b) {
        if (!ordered) return a == b ? 0.0 : 1.0;
        return relative(static_cast<double>(a > b ? a - b : b - a), unit);
    };
    return sum_of_cells(input, original, masked, [&](std::size_t row, std::size_t from) {
        return readings.mean(static_cast<std::size_t>(original.codes()[from]),
                             static_cast<std::size_t>(masked.codes()[row]), distance);
    });
}

double loss_of_concepts(const AssessInput& input, const std::string& name) {
    AssessInput one = input;
    one.columns = {name};
    const MovedColumn moved = std::move(moved_columns(one, MeasureOptions{}).front());
    ExactSum sum;
    for (const double distance : moved.distance) sum.add(relative(distance, moved.most));
    return sum.value();
}

Measurement assess_cell_loss(const AssessInput& input, const CellLossParams& params) {
    check_tables(input);
    const auto records = static_cast<double>(input.original.rows());
    const auto dropped = static_cast<double>(input.original.rows() - input.masked.rows());
    Measurement result;
    Json by_column = Json::object();
    double sum = 0;
    double weights = 0;
    for (const std::string& name : input.columns) {
        const Column& original = input.original.column(name);
        const Column& masked = input.masked.column(name);
        double lost = dropped;
        if (original.is_numeric()) {
            lost += loss_of_numbers(input, original, masked);
        } else if (original.meaning() != nullptr) {
            lost += loss_of_concepts(input, name);
        } else {
            lost += loss_of_categories(input, original, masked);
        }
        const double share = records > 0 ? lost / records : 0;
        const auto given = params.weights.find(name);
        const double weight = given == params.weights.end() ? 1 : given->second;
        by_column[name] = 100 * share;
        sum += weight * share;
        weights += weight;
    }
    result.value = weights > 0 ? 100 * sum / weights : 0;
    result.details["columns"] = std::move(by_column);
    result.details["dropped"] = input.original.rows() - input.masked.rows();
    if (records == 0) result.warnings.push_back("nothing could be compared: the value is 0");
    return result;
}

}  // namespace

Method cell_loss() {
    return make_loss(
        MethodInfo{
            .name = "cell-loss",
            .title = "Loss of single values (cell loss)",
            .summary = "What an analyst loses of single values, numbers and categories alike.",
            .description =
                "The mean over all cells of what was lost of the value, between 0 (as it was) and "
                "1. A number loses its difference in parts of the mean difference of two people "
                "drawn from the original, at most 1; an ordered category its steps likewise; "
                "another category 0 if it is the same and 1 if not; a concept its distance in "
                "meaning in parts of the largest. A label that the original does not have (merged, "
                "a set) is read as each of the values that it replaced, as often as they occur; an "
                "interval of numbers as its middle. A value that was suppressed, and every one of "
                "a dropped record, loses 1. So the unit is a stranger's value, and policies that "
                "do different things to different columns can be compared: this is the loss of "
                "tables with numbers and categories. It says how far single values can be relied "
                "on; tables of counts, correlations and models may fare better or worse, see "
                "`ctbil`, `il5` and `bivariate`. `weights` make columns count more.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"xu2006utility", "domingo2001quantitative"},
            .example = {{"weights", {{"age", 2}}}},
            .in_words =
                "How much of single values was lost, numbers and categories alike: 0 % where all "
                "are as they were, 100 % where each is as good as a stranger's, or gone.",
            .scale = Scale::loss,
            .purposes = {Purpose::loss_of_mixed},
            .by_default = true},
        cell_loss_schema(), assess_cell_loss);
}

}  // namespace lethe::loss
