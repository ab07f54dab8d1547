// Data distortion by probability distribution (Liew, Choi, Liew 1985): a distribution is fitted to
// each column, as many values are drawn from it, and the i-th smallest of them takes the place of
// the i-th smallest value, ties by row number.
//
// Numbers: a kernel density estimate with Silverman's bandwidth 0.9 min(s, IQR / 1.34) n^(-1/5), of
// which a draw is a value of the column chosen at random, plus a normal number; or one of a few
// families, by maximum likelihood. Categories: their frequencies.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/statistics/fitted_distribution.h"
#include "lethe/algo/statistics/ranking.h"
#include "lethe/data/column_stats.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

enum class Fit { kernel, best, normal, lognormal, exponential, uniform, gamma };

struct DistributionDistortionParams {
    Fit fit = Fit::kernel;
};

Schema<DistributionDistortionParams> distribution_distortion_schema() {
    return Schema<DistributionDistortionParams>().choice(
        "fit", &DistributionDistortionParams::fit,
        "distribution that is fitted to numbers; best: of smallest AIC",
        {{"kernel", Fit::kernel},
         {"best", Fit::best},
         {"normal", Fit::normal},
         {"lognormal", Fit::lognormal},
         {"exponential", Fit::exponential},
         {"uniform", Fit::uniform},
         {"gamma", Fit::gamma}});
}

DistributionFamily family_of(Fit fit) {
    switch (fit) {
        case Fit::lognormal:
            return DistributionFamily::lognormal;
        case Fit::exponential:
            return DistributionFamily::exponential;
        case Fit::uniform:
            return DistributionFamily::uniform;
        case Fit::gamma:
            return DistributionFamily::gamma;
        default:
            return DistributionFamily::normal;
    }
}

// What became of one column.
struct Distorted {
    ColumnPtr column;
    std::string fitted;
    Json parameters = Json::object();
    std::string warning;
};

double silverman_bandwidth(const Context& context, std::span<const double> sorted) {
    const double deviation = column_stats(context, sorted).deviation();
    const double quartiles = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34;
    const double spread = quartiles > 0 ? std::min(deviation, quartiles) : deviation;
    return 0.9 * spread * std::pow(static_cast<double>(sorted.size()), -0.2);
}

template <class Value, class Draw>
std::vector<Value> drawn(std::size_t count, const Stream& stream, Draw draw) {
    std::vector<Value> values;
    values.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        values.push_back(draw(stream.at(static_cast<std::int64_t>(i))));
    }
    std::sort(values.begin(), values.end());
    return values;
}

// Values in ascending order for the rows in the order of their own values.
template <class Value>
std::vector<Value> by_rank(const std::vector<std::int32_t>& rows, const std::vector<Value>& sorted,
                           std::int64_t size) {
    std::vector<Value> values(static_cast<std::size_t>(size), Value{});
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        values[static_cast<std::size_t>(rows[rank])] = sorted[rank];
    }
    return values;
}

Distorted unchanged(const MaskInput& input, const Column& column, const std::string& why) {
    return {input.table.column_ptr(column.name()), "none", Json::object(),
            fmt::format("column \"{}\" {}: it is unchanged", column.name(), why)};
}

Distorted distort_numbers(const MaskInput& input, const Context& context, const Column& column,
                          Fit fit) {
    const std::vector<double> sorted = sorted_numbers(context, column);
    if (sorted.empty()) return unchanged(input, column, "has no values");
    if (sorted.front() == sorted.back()) return unchanged(input, column, "has one value only");
    const Stream stream = input.random.stream(column.name());
    Distorted result;
    std::vector<double> values;
    if (fit == Fit::kernel) {
        const double bandwidth = silverman_bandwidth(context, sorted);
        values = drawn<double>(sorted.size(), stream, [&](Draws draws) {
            const double centre = sorted[draws.below(sorted.size())];
            return centre + bandwidth * draws.normal();
        });
        result.fitted = "kernel";
        result.parameters["bandwidth"] = bandwidth;
    } else {
        const auto found = fit == Fit::best ? best_fitted(sorted) : fitted(family_of(fit), sorted);
        if (!found) {
            throw Error(ErrorKind::unmet,
                        fmt::format("column \"{}\": a distribution of the family {} does not suit "
                                    "its values; {}",
                                    column.name(), lethe::name(family_of(fit)),
                                    fit == Fit::exponential ? "they must not be below 0"
                                                            : "they must be above 0"));
        }
        values = drawn<double>(sorted.size(), stream,
                               [&](Draws draws) { return found->quantile(draws.uniform_open()); });
        result.fitted = lethe::name(found->family);
        result.parameters = {{"first", found->first}, {"second", found->second}};
    }
    result.column =
        Column::numeric(column.name(), by_rank(ranking(context, column), values, column.size()),
                        column.validity(), column.spelling_of_missing());
    return result;
}

Distorted distort_categories(const MaskInput& input, const Context& context, const Column& column) {
    const std::vector<std::int32_t> rows = ranking(context, column);
    if (rows.empty()) return unchanged(input, column, "has no values");
    const auto codes = column.codes();
    const std::vector<std::int32_t> values =
        drawn<std::int32_t>(rows.size(), input.random.stream(column.name()), [&](Draws draws) {
            return codes[static_cast<std::size_t>(rows[draws.below(rows.size())])];
        });
    Distorted result;
    result.fitted = "frequencies";
    result.column = Column::categories(
        column.name(), column.kind(), by_rank(rows, values, column.size()), column.dictionary_ptr(),
        column.validity(), column.spelling_of_missing());
    return result;
}

MaskOutput apply_distribution_distortion(const MaskInput& input,
                                         const DistributionDistortionParams& params) {
    std::vector<Distorted> all(input.columns.size());
    for_each_column(input, [&](std::size_t j, const Column& column, const Context& context) {
        all[j] = column.is_numeric() ? distort_numbers(input, context, column, params.fit)
                                     : distort_categories(input, context, column);
    });
    MaskOutput output;
    for (std::size_t j = 0; j < all.size(); ++j) {
        output.changed.push_back(all[j].column);
        output.facts["fitted"][input.columns[j]] = all[j].fitted;
        if (!all[j].parameters.empty()) {
            output.private_facts["parameters"][input.columns[j]] = all[j].parameters;
        }
        if (!all[j].warning.empty()) output.warnings.push_back(all[j].warning);
    }
    return output;
}

}  // namespace

Method distribution_distortion() {
    return make_mask(
        MethodInfo{
            .name = "distribution-distortion",
            .title = "Data distortion by probability distribution",
            .summary = "Replaces a column by draws from a distribution fitted to it, rank by rank.",
            .description =
                "A distribution is fitted to each column, as many values are drawn from it, and "
                "they replace the original ones in the order of size. Numbers: a kernel density "
                "estimate (`kernel`), a family of your choice, or the `best` of them by Akaike's "
                "criterion; categories: their frequencies. The fitted family stands in the "
                "release record. Ranks stay (up to ties), so relations between columns survive, "
                "and no released number is an original one. Use it when the shape of a "
                "distribution matters and single values do not. Beware: linkage by rank stays "
                "easy, as with resampling; a family that does not suit shifts every statistic; "
                "drawn numbers may lie outside the range of the column and are not whole; and a "
                "kernel keeps close to an outlier. For unordered categories the order is that of "
                "the file, so a category that is drawn less often loses records to the next one. "
                "Missing values stay missing.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::kept,
            .properties = {Property::random},
            .cites = {"liew1985distortion", "silverman1986density"},
            .example = {{"fit", "kernel"}},
            .first_categories = {10, {Json::object()}}},
        distribution_distortion_schema(), apply_distribution_distortion);
}

}  // namespace lethe::mask
