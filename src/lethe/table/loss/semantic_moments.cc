// Variances, covariances and correlations of concepts, before and after.
//
// Concepts have no mean to deviate from, but they have distances. The marginality of a value is its
// mean distance from all records: 0 in the middle of everything, large at the rim (Domingo-Ferrer:
// Marginality, 2012; there the sum, here the mean, so that tables of different sizes compare). The
// variance of a column is the mean marginality of its records, which is the mean distance of two of
// them. The covariance of two columns is the mean of the geometric means of their marginalities, so
// that the covariance of a column with itself is its variance.
//
// That covariance is never below the product of what either column has alone: it hardly tells
// columns that depend on each other from those that do not. Distance covariance (Székely, Rizzo,
// Bakirov: Measuring and testing dependence by correlation of distances, 2007) does: distances of
// pairs of records, each less its row's and its column's mean, are multiplied and averaged. Both
// need the counts of values and of pairs of values alone, not the pairs of records.
#include <algorithm>
#include <cmath>
#include <optional>

#include "lethe/core/exact_sum.h"
#include "lethe/method/measure_params.h"
#include "lethe/space/tuple_space.h"
#include "lethe/table/loss/information_loss.h"

namespace lethe::loss {
namespace {

enum class Association { marginality, distance };

struct SemanticMomentsParams : MeasureParams {
    Association association = Association::marginality;
};

Schema<SemanticMomentsParams> semantic_moments_schema() {
    return with_measure_params(Schema<SemanticMomentsParams>().choice(
        "association", &SemanticMomentsParams::association,
        "how two columns vary together: by the marginalities of their values, or by the distances "
        "of pairs of records",
        {{"marginality", Association::marginality}, {"distance", Association::distance}}));
}

struct PairMoments {
    double covariance = 0;
    std::optional<double> correlation;  // none where a column does not vary
};

// One table.
class ConceptMoments {
  public:
    ConceptMoments(const AssessInput& input, const Table& table,
                   const SemanticMomentsParams& params)
        : space_(input.context, table, input.columns, {.measure = params.options()}),
          records_(static_cast<double>(space_.rows())),
          association_(params.association) {
        for (std::size_t j = 0; j < space_.columns(); ++j) add_column(j);
    }

    double variance(std::size_t column) const { return variances_[column]; }

    PairMoments pair(std::size_t a, std::size_t b) const {
        const bool by_distance = association_ == Association::distance;
        const double both = by_distance ? distance_product(a, b) : marginality_product(a, b);
        const double own = by_distance ? distance_product(a, a) * distance_product(b, b)
                                       : variances_[a] * variances_[b];
        PairMoments found{by_distance ? root(both) : both, {}};
        if (own > 0) {
            const double share = both / std::sqrt(own);
            found.correlation = std::clamp(by_distance ? root(share) : share, 0.0, 1.0);
        }
        return found;
    }

  private:
    static double root(double x) { return std::sqrt(std::max(0.0, x)); }

    double distance(std::size_t column, std::size_t a, std::size_t b) const {
        const ValueDomain& domain = *space_.domain(column);
        return domain.distance(domain.candidate_of(static_cast<std::int32_t>(a)),
                               static_cast<std::int32_t>(b));
    }

    void add_column(std::size_t column) {
        std::vector<double> shares(static_cast<std::size_t>(space_.values(column)), 0);
        for (std::int32_t t = 0; t < space_.tuples(); ++t) {
            shares[static_cast<std::size_t>(space_.code(column, t))] +=
                static_cast<double>(space_.count(t)) / records_;
        }
        std::vector<double> marginal;
        ExactSum variance;
        for (std::size_t a = 0; a < shares.size(); ++a) {
            ExactSum sum;
            for (std::size_t b = 0; b < shares.size(); ++b) {
                sum.add(shares[b] * distance(column, a, b));
            }
            marginal.push_back(sum.value());
            variance.add(shares[a] * marginal.back());
        }
        marginalities_.push_back(std::move(marginal));
        variances_.push_back(variance.value());
    }

    double marginality(std::size_t column, std::int32_t tuple) const {
        return marginalities_[column][static_cast<std::size_t>(space_.code(column, tuple))];
    }

    double marginality_product(std::size_t a, std::size_t b) const {
        ExactSum sum;
        for (std::int32_t t = 0; t < space_.tuples(); ++t) {
            sum.add(static_cast<double>(space_.count(t)) / records_ *
                    std::sqrt(marginality(a, t) * marginality(b, t)));
        }
        return sum.value();
    }

    double centred(std::size_t column, std::size_t a, std::size_t b) const {
        return distance(column, a, b) - marginalities_[column][a] - marginalities_[column][b] +
               variances_[column];
    }

    // The mean over pairs of records of the product of their centred distances. `half[x][y]` sums
    // the centred distances from value x of the first column to the records with value y of the
    // second.
    double distance_product(std::size_t a, std::size_t b) const {
        const auto first = static_cast<std::size_t>(space_.values(a));
        const auto second = static_cast<std::size_t>(space_.values(b));
        std::vector<double> shares(first * second, 0);
        for (std::int32_t t = 0; t < space_.tuples(); ++t) {
            shares[static_cast<std::size_t>(space_.code(a, t)) * second +
                   static_cast<std::size_t>(space_.code(b, t))] +=
                static_cast<double>(space_.count(t)) / records_;
        }
        std::vector<double> half(first * second, 0);
        for (std::size_t x = 0; x < first; ++x) {
            for (std::size_t y = 0; y < second; ++y) {
                const double share = shares[x * second + y];
                if (share == 0) continue;
                for (std::size_t z = 0; z < first; ++z) {
                    half[z * second + y] += share * centred(a, z, x);
                }
            }
        }
        ExactSum sum;
        for (std::size_t x = 0; x < first; ++x) {
            for (std::size_t y = 0; y < second; ++y) {
                const double share = shares[x * second + y];
                if (share == 0) continue;
                for (std::size_t z = 0; z < second; ++z) {
                    sum.add(share * half[x * second + z] * centred(b, y, z));
                }
            }
        }
        return sum.value();
    }

    TupleSpace space_;
    double records_;
    Association association_;
    std::vector<std::vector<double>> marginalities_;  // by column and value
    std::vector<double> variances_;
};

// 0 where they are equal, 1 where only one is 0.
double variance_change_of(double before, double after) {
    const double most = std::max(before, after);
    return most > 0 ? std::abs(after - before) / most : 0;
}

double correlation_change(const PairMoments& before, const PairMoments& after) {
    if (before.correlation && after.correlation) {
        return std::abs(*after.correlation - *before.correlation);
    }
    return before.correlation.has_value() == after.correlation.has_value() ? 0 : 1;
}

Json before_and_after(const Json& original, const Json& masked) {
    return {{"original", original}, {"masked", masked}};
}

Measurement assess_semantic_moments(const AssessInput& input, const SemanticMomentsParams& params) {
    check_tables(input);
    Measurement result;
    if (input.masked.rows() == 0 || input.original.rows() == 0) {
        result.warnings.push_back("nothing could be compared: the value is 0");
        return result;
    }
    const ConceptMoments before(input, input.original, params);
    const ConceptMoments after(input, input.masked, params);
    const auto number = [](const std::optional<double>& value) {
        return value ? Json(*value) : Json(nullptr);
    };
    Json variances = Json::object();
    Json pairs = Json::array();
    double variance_change = 0;
    double pair_change = 0;
    double count = 0;
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        variances[input.columns[j]] = before_and_after(before.variance(j), after.variance(j));
        variance_change += variance_change_of(before.variance(j), after.variance(j));
        for (std::size_t i = 0; i < j; ++i) {
            const PairMoments was = before.pair(i, j);
            const PairMoments is = after.pair(i, j);
            pairs.push_back({{"columns", {input.columns[i], input.columns[j]}},
                             {"covariance", before_and_after(was.covariance, is.covariance)},
                             {"correlation",
                              before_and_after(number(was.correlation), number(is.correlation))}});
            pair_change += correlation_change(was, is);
            ++count;
        }
    }
    const auto columns = static_cast<double>(input.columns.size());
    result.value = 100 * (variance_change + pair_change) / (columns + count);
    result.details["variance_change"] = 100 * variance_change / columns;
    if (count > 0) result.details["correlation_change"] = 100 * pair_change / count;
    result.about_original["variances"] = std::move(variances);
    result.about_original["pairs"] = std::move(pairs);
    return result;
}

}  // namespace

Method semantic_moments() {
    return make_loss(
        MethodInfo{
            .name = "semantic-moments",
            .title = "Variances and correlations of concepts",
            .summary = "How much the variances and correlations of concepts changed.",
            .description =
                "Concepts vary as far as their distances are large. The marginality of a value is "
                "its mean distance, by `measure`, from all records; the variance of a column is "
                "the mean marginality of its records. By `association` = marginality the "
                "covariance of two columns is the mean over the records of the root of the product "
                "of their marginalities (Domingo-Ferrer), and their correlation is the covariance "
                "divided by the root of the product of their variances. That figure is high even "
                "for columns that have nothing to do with each other; by distance it is the "
                "distance correlation (Székely), which is 0 for these and 1 where one column "
                "decides the distances of the other. The value is the mean, in percent, of the "
                "changes of all variances (relative to the larger one) and of all correlations "
                "(the difference). Columns without a taxonomy take part: categories are equal or "
                "not, ordered ones differ by their steps. A missing value is far from all others. "
                "Records that were dropped count in the original alone. The statistics themselves, "
                "side by side, are private: they describe the original. See `statistics` for "
                "numbers.",
            .kinds = {Kind::semantic, Kind::ordinal, Kind::nominal},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2012marginality", "szekely2007measuring", "martinez2012ontology"},
            .example = {{"association", "distance"}},
            .in_words = "How much the spread of meanings within columns and the ties between "
                        "columns changed: 0 % where all variances and correlations are as before.",
            .scale = Scale::loss,
            .needs_meaning = true},
        semantic_moments_schema(), assess_semantic_moments);
}

}  // namespace lethe::loss
