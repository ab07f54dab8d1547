#include "lethe/algo/learnt/learnt_parameters.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "lethe/algo/learnt/fuzzy_measure.h"
#include "lethe/algo/learnt/quadratic_form.h"
#include "lethe/algo/linkage/nearest_matrix.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"

namespace lethe {
namespace {

bool is_measure(const DistanceModel& model) {
    return model.family == DistanceFamily::choquet ||
           model.family == DistanceFamily::choquet_submodular;
}

std::int64_t satisfied(const Context& context, const DistanceModel& model,
                       const AlignedRecords& records, std::span<const double> parameters) {
    const std::vector<bool> blocks = satisfied_blocks(context, model, records, parameters);
    return std::count(blocks.begin(), blocks.end(), true);
}

}  // namespace

double parameter_scale(const DistanceModel& model, std::span<const double> parameters,
                       int attributes) {
    if (model.bilinear()) return form_matrix(parameters, attributes).trace();
    if (is_measure(model)) return parameters.back();
    return std::accumulate(parameters.begin(), parameters.end(), 0.0);
}

std::vector<double> normalised(const DistanceModel& model, std::span<const double> parameters,
                               int attributes) {
    std::vector<double> result(parameters.begin(), parameters.end());
    const double scale = parameter_scale(model, parameters, attributes);
    if (!(scale > 0)) return result;
    for (double& value : result) value /= scale;
    return result;
}

std::vector<double> learnt_measure(const DistanceModel& model, std::span<const double> parameters,
                                   int attributes) {
    if (model.bilinear()) throw Error(ErrorKind::usage, "a form is not a set function");
    if (attributes > kMostListedMeasure) {
        throw Error(ErrorKind::usage, "the sets of so many columns are not listed");
    }
    const std::vector<double> values = normalised(model, parameters, attributes);
    std::vector<double> measure(std::size_t{1} << attributes, 0.0);
    if (is_measure(model) || model.moebius()) {
        const std::vector<std::uint32_t> sets = feature_sets(model, attributes);
        for (std::size_t r = 0; r < sets.size(); ++r) measure[sets[r]] = values[r];
        return model.moebius() ? zeta(measure) : measure;
    }
    for (std::size_t set = 1; set < measure.size(); ++set) {
        const int size = std::popcount(set);
        for (int l = 0, rank = 0; l < attributes; ++l) {
            if ((set >> l & 1U) == 0) continue;
            measure[set] += values[model.sorted() ? at(rank) : at(l)];
            if (++rank == size) break;
        }
    }
    return measure;
}

double least_increment(const DistanceModel& model, std::span<const double> parameters,
                       int attributes) {
    if (model.bilinear()) {
        const auto values = normalised(model, parameters, attributes);
        return eigenvalues(form_matrix(values, attributes)).minCoeff();
    }
    if (!is_measure(model) && !model.moebius()) {
        const auto values = normalised(model, parameters, attributes);
        return *std::min_element(values.begin(), values.end());
    }
    if (generates_pair_rows(model, attributes)) {
        const auto values = normalised(model, parameters, attributes);
        std::vector<double> row(values.size());
        generated_row(model, worst_pair_row(model, values, attributes), row.data());
        return std::inner_product(row.begin(), row.end(), values.begin(), 0.0);
    }
    if (model.family == DistanceFamily::choquet_partition) {
        const auto values = normalised(model, parameters, attributes);
        double lowest = std::numeric_limits<double>::infinity();
        for (const std::vector<double>& row : cone_rows(model, attributes)) {
            lowest =
                std::min(lowest, std::inner_product(row.begin(), row.end(), values.begin(), 0.0));
        }
        return lowest;
    }
    const std::vector<double> measure = learnt_measure(model, parameters, attributes);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t set = 1; set < measure.size(); ++set) {
        for (std::size_t rest = set; rest != 0; rest &= rest - 1) {
            const std::size_t smaller = set & ~(rest & (~rest + 1));
            least = std::min(least, measure[set] - measure[smaller]);
        }
    }
    return least;
}

std::vector<double> inner_parameters(const Context& context, const DistanceModel& model,
                                     const AlignedRecords& records,
                                     std::span<const double> parameters) {
    if (model.family == DistanceFamily::bilinear ||
        model.family == DistanceFamily::bilinear_nonnegative) {
        throw Error(ErrorKind::usage, "the entries of a form may have any sign");
    }
    const int n = records.attributes;
    const std::int64_t links = satisfied(context, model, records, parameters);
    const std::vector<double> learnt = normalised(model, parameters, n);
    const std::vector<double> equal = normalised(model, equal_parameters(model, n), n);
    constexpr double kLeastShare = 0x1p-44;
    for (double share = 0.5; share >= kLeastShare; share /= 2) {
        std::vector<double> mixed(learnt.size());
        for (std::size_t f = 0; f < mixed.size(); ++f) {
            mixed[f] = (1 - share) * learnt[f] + share * equal[f];
        }
        if (least_increment(model, mixed, n) > 0 &&
            satisfied(context, model, records, mixed) >= links) {
            return mixed;
        }
    }
    throw Error(ErrorKind::unmet,
                "no strictly positive parameters could be told from these in double precision");
}

}  // namespace lethe
