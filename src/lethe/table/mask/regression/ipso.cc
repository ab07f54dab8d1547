// Information preserving statistical obfuscation (Burridge 2003).
//
// x, n x m, are columns that stay as they are, with a column of ones; y, n x p, are to be replaced.
// Of the regression of y on x: coefficients B, residuals r = y - x B, their covariance S = r'r / n.
// With independent normal numbers instead of y, regressed on x likewise, whose residuals are r~:
//
//   a         y' = x B              what the regression predicts, without any spread
//   b         y' = x B + r~ s       s a root of S: refitting gives B
//   c         y' = x B + r~*        r~* = r~ L0^-T L', L L' = r'r, L0 L0' = r~'r~: B and S
//   moments   y' = mean + r~*       x is the column of ones alone (Mateo-Sanz): means and
//   covariance
//
// Both Cholesky factors are read off factorisations that square nothing: r~ L0^-T is the
// orthonormal part of r~ = Q~ R~, and L' the triangle of r = Q R. So r~* = Q~ R, also where the
// columns of y determine each other and r'r has no inverse. Q~ is orthogonal to x, whose
// orthonormal part Q_x gives x B = Q_x Q_x' y. Diagonals of triangles are positive, so that nothing
// depends on the sign that a factorisation happens to choose.
//
// Predictors are numbers and the indicators of all categories but one. A predictor that those
// before it determine is refused: what it would add to B is not known.
//
// Cost: n (m + p)^2, and n (m + p) numbers in memory.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/orthonormal.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/regression/numbers_matrix.h"

namespace lethe::mask {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kDetermined = 1e-9;  // share of a predictor that those before it leave

enum class IpsoVariant { a, b, c, moments };

struct IpsoParams {
    IpsoVariant variant = IpsoVariant::c;
    std::vector<std::string> on;
};

Schema<IpsoParams> ipso_schema() {
    return Schema<IpsoParams>()
        .choice("variant", &IpsoParams::variant,
                "what a regression on the columns `on` finds again: a predicts without spread, b "
                "keeps the coefficients, c the coefficients and the covariance of residuals, "
                "moments the means and the covariance, without predictors",
                {{"a", IpsoVariant::a},
                 {"b", IpsoVariant::b},
                 {"c", IpsoVariant::c},
                 {"moments", IpsoVariant::moments}})
        .field("on", &IpsoParams::on,
               "columns that stay as they are and on which the masked ones are regressed");
}

// The predictors, each with the column that it is of.
struct IpsoDesign {
    MatrixXd values;
    std::vector<std::string> columns;
};

// An indicator for each category that occurs but the first; a row without a value has none.
void add_indicators(const Column& column, std::vector<VectorXd>& values) {
    const auto codes = column.codes();
    std::vector<Index> place(column.dictionary().size(), -1);
    std::vector<std::int32_t> occurring;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row))
            place[static_cast<std::size_t>(codes[static_cast<std::size_t>(row)])] = 0;
    }
    for (std::size_t code = 0; code < place.size(); ++code) {
        if (place[code] == 0) occurring.push_back(static_cast<std::int32_t>(code));
    }
    const std::size_t first = values.size();
    if (occurring.size() + first > static_cast<std::size_t>(column.size())) {
        throw Error(ErrorKind::unmet,
                    fmt::format("column \"{}\" has too many categories for a regression of {} "
                                "records",
                                column.name(), column.size()));
    }
    for (std::size_t i = 1; i < occurring.size(); ++i) {
        place[static_cast<std::size_t>(occurring[i])] = static_cast<Index>(i);
        values.emplace_back(VectorXd::Zero(column.size()));
    }
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        const Index at = place[static_cast<std::size_t>(codes[static_cast<std::size_t>(row)])];
        if (at > 0) values[first + static_cast<std::size_t>(at) - 1][row] = 1;
    }
    for (std::size_t i = first; i < values.size(); ++i) values[i].array() -= values[i].mean();
}

// Centred, so that all of them are orthogonal to the column of ones, which comes first.
IpsoDesign ipso_design(const MaskInput& input, const std::vector<std::string>& on) {
    IpsoDesign design;
    std::vector<VectorXd> values{VectorXd::Ones(input.table.rows())};
    design.columns.emplace_back();
    for (const std::string& name : on) {
        const Column& column = input.table.column(name);
        if (column.is_numeric()) {
            const std::vector<std::string> only{name};
            values.emplace_back(standard_numbers(input.context, input.table, only).values.col(0));
            values.back().array() -= values.back().mean();
        } else {
            add_indicators(column, values);
        }
        // A column of one category, or without one, adds no predictor and determines nothing.
        if (values.size() == design.columns.size()) {
            values.emplace_back(VectorXd::Zero(input.table.rows()));
        }
        design.columns.resize(values.size(), name);
    }
    design.values.resize(input.table.rows(), static_cast<Index>(values.size()));
    for (std::size_t j = 0; j < values.size(); ++j) {
        design.values.col(static_cast<Index>(j)) = values[j];
    }
    return design;
}

// The orthonormal part of the predictors. Error where one of them is determined by those before it.
MatrixXd predictor_frame(const IpsoDesign& design) {
    const Orthonormal parts = orthonormal(design.values);
    for (Index j = 0; j < design.values.cols(); ++j) {
        const double length = design.values.col(j).norm();
        if (length > 0 && parts.triangle(j, j) > kDetermined * length) continue;
        throw Error(ErrorKind::unmet,
                    fmt::format("column \"{}\" of \"on\" is determined by those before it (or is "
                                "constant), so that its part in the regression is not known: "
                                "leave it out",
                                design.columns[static_cast<std::size_t>(j)]));
    }
    return parts.frame;
}

// What the predictors leave of y. Twice, so that nothing of them is left to rounding.
MatrixXd residuals(const MatrixXd& frame, MatrixXd y) {
    for (int i = 0; i < 2; ++i) y -= frame * (frame.transpose() * y);
    return y;
}

MatrixXd ipso_values(const MaskInput& input, const MatrixXd& frame, const MatrixXd& y,
                     IpsoVariant variant) {
    const MatrixXd left = residuals(frame, y);
    const MatrixXd predicted = y - left;
    if (variant == IpsoVariant::a) return predicted;
    const MatrixXd drawn = residuals(frame, normal_numbers(input, "ipso/"));
    const MatrixXd triangle = orthonormal(left).triangle;
    if (variant == IpsoVariant::b) {
        return predicted + drawn * triangle / std::sqrt(static_cast<double>(y.rows()));
    }
    return predicted + residuals(frame, orthonormal(drawn).frame) * triangle;
}

MaskOutput apply_ipso(const MaskInput& input, const IpsoParams& params) {
    MaskOutput output;
    if (input.table.rows() == 0) return output;
    const IpsoDesign design = ipso_design(input, params.on);
    const std::int64_t needed = design.values.cols() + std::ssize(input.columns);
    if (input.table.rows() <= needed) {
        throw Error(
            ErrorKind::unmet,
            fmt::format("{} records are too few for {} predictors (with the constant) and "
                        "{} columns to replace: more than {} are needed",
                        input.table.rows(), design.values.cols(), input.columns.size(), needed));
    }
    const StandardNumbers numbers = standard_numbers(input.context, input.table, input.columns);
    const MatrixXd frame = predictor_frame(design);
    output.changed =
        numbers_from(input, numbers, ipso_values(input, frame, numbers.values, params.variant));
    if (params.variant == IpsoVariant::a) {
        output.warnings.push_back(
            "variant a releases what the regression predicts: residuals are 0, and correlations "
            "with the predictors are overstated");
    }
    if (params.on.empty() && params.variant != IpsoVariant::moments) {
        output.warnings.push_back(
            "nothing predicts the masked columns: their relations to all other columns are lost; "
            "name some in \"on\"");
    }
    warn_of_gaps(input, output);
    return output;
}

void check_ipso(const Table& table, std::span<const std::string> columns, const IpsoParams& params,
                const Place& place, Problems& problems) {
    if (params.variant == IpsoVariant::moments && !params.on.empty()) {
        problems.push_back({"the variant moments has no predictors", within(place, "on")});
    }
    for (std::size_t i = 0; i < params.on.size(); ++i) {
        const std::string& name = params.on[i];
        const Column* column = table.find(name);
        if (column == nullptr) {
            problems.push_back({unknown_name("column", name, table.names()), within(place, "on")});
        } else if (column->kind() == Kind::text) {
            problems.push_back({fmt::format("column \"{}\" is text, which predicts nothing", name),
                                within(place, "on")});
        } else if (std::find(columns.begin(), columns.end(), name) != columns.end()) {
            problems.push_back(
                {fmt::format("column \"{}\" is replaced itself: it is no predictor", name),
                 within(place, "on")});
        } else if (std::find(params.on.begin(), params.on.begin() + static_cast<std::ptrdiff_t>(i),
                             name) != params.on.begin() + static_cast<std::ptrdiff_t>(i)) {
            problems.push_back(
                {fmt::format("column \"{}\" is listed twice", name), within(place, "on")});
        }
    }
}

}  // namespace

Method ipso() {
    return make_mask(
        MethodInfo{
            .name = "ipso",
            .title = "Information preserving statistical obfuscation",
            .summary = "Replaces numbers by drawn ones that give the same regression.",
            .description =
                "The masked columns are regressed on the columns `on`, which stay as they are, and "
                "replaced by what the regression predicts and drawn residuals. Variant `c`, the "
                "default, draws them so that whoever repeats the regression on the release finds "
                "exactly the coefficients and exactly the covariance of residuals of the original; "
                "`b` keeps the coefficients only; `a` releases predictions without residuals, "
                "which "
                "overstates every relation. `moments` has no predictors: means and covariance of "
                "the masked columns are exactly kept. No released value is a true one. Use it "
                "where a regression is what the file is for. Beware: released values are normal "
                "around the prediction, so zeros, whole numbers, skewness and curves are lost, and "
                "other regressions (on other columns, in a subgroup) come out differently; where "
                "the predictors determine a column its values are told. Where a column has whole "
                "or bounded values, rounding to them afterwards disturbs what is kept a little "
                "(`values = \"as-masked\"` in the policy leaves them). Missing values stand in as "
                "the mean and stay missing.",
            .kinds = {Kind::numeric},
            .missing = Missing::mean,
            .properties = {Property::random, Property::keeps_means},
            .cites = {"burridge2003information", "mateo2004fast"},
            .example = {{"variant", "c"}}},
        ipso_schema(), apply_ipso, check_ipso);
}

}  // namespace lethe::mask
