#include "lethe/algo/learnt/supervised_linkage.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cmath>

#include "lethe/algo/learnt/block_rows.h"
#include "lethe/algo/learnt/fuzzy_measure.h"
#include "lethe/algo/learnt/learnt_parameters.h"
#include "lethe/algo/learnt/margin_oracle.h"

namespace lethe {
namespace {

// Of the differences of true pairs, with a little on the diagonal so that it has an inverse.
Eigen::MatrixXd second_moments(const AlignedRecords& records) {
    const int n = records.attributes;
    Eigen::MatrixXd moments = Eigen::MatrixXd::Identity(n, n) * 1e-6;
    Eigen::VectorXd difference(n);
    for (std::int32_t i = 0; i < records.rows; ++i) {
        records.differences(i, i, difference.data());
        moments += difference * difference.transpose() / static_cast<double>(records.rows);
    }
    return moments;
}

constexpr int kManyParameters = 60;
constexpr std::int32_t kManyRecords = 2000;
constexpr double kNestedShare = 0.1;  // of the limits, for each family inside, before the search
constexpr double kMainShare = 0.6;    // for the family itself
constexpr double kTryShare = 0.15;    // for each family inside that is searched to its end

SearchLimits part_of(const SearchLimits& limits, double share) {
    SearchLimits part = limits;
    part.seconds *= share;
    if (limits.work < std::numeric_limits<std::int64_t>::max()) {
        part.work = static_cast<std::int64_t>(static_cast<double>(limits.work) * share);
    }
    return part;
}

// The families whose distances are all in the given one: the largest last.
std::vector<DistanceModel> families_inside(const DistanceModel& model) {
    using enum DistanceFamily;
    switch (model.family) {
        case choquet:
            return {{weighted_mean},
                    {owa},
                    {choquet_k_additive, 2},
                    {choquet_submodular},
                    {choquet_belief}};
        case choquet_k_additive:
            if (model.additivity > 2) return {{weighted_mean}, {choquet_k_additive, 2}};
            return {{weighted_mean}};
        case choquet_submodular:
        case choquet_belief:
        case choquet_partition:
        case bilinear_psd:
            return {{weighted_mean}};
        case bilinear_nonnegative:
            return {{weighted_mean}, {bilinear_psd}};
        case bilinear:
            return {{weighted_mean}, {bilinear_psd}, {bilinear_nonnegative}};
        default:
            return {};
    }
}

// The same distance in the terms of a family that has it.
std::vector<double> in_terms_of(const DistanceModel& model, const DistanceModel& inner,
                                std::span<const double> parameters, int n) {
    if (inner.family == DistanceFamily::weighted_mean) {
        return weighted_parameters(model, parameters);
    }
    if (model.bilinear() || inner.family == DistanceFamily::choquet_submodular) {
        return {parameters.begin(), parameters.end()};
    }
    std::vector<double> measure(std::size_t{1} << n, 0.0);
    if (inner.sorted()) {
        for (std::uint32_t set = 1; set < measure.size(); ++set) {
            for (int rank = 0; rank < std::popcount(set); ++rank) {
                measure[set] += parameters[static_cast<std::size_t>(rank)];
            }
        }
        return {measure.begin() + 1, measure.end()};
    }
    const std::vector<std::uint32_t> sets = feature_sets(inner, n);
    for (std::size_t f = 0; f < sets.size(); ++f) measure[sets[f]] = parameters[f];
    if (model.family == DistanceFamily::choquet_k_additive) {
        std::vector<double> coefficients;
        for (const std::uint32_t set : feature_sets(model, n)) coefficients.push_back(measure[set]);
        return coefficients;
    }
    measure = zeta(measure);
    return {measure.begin() + 1, measure.end()};
}

// How many open blocks the parameters satisfy, or -1 when they do not lie strictly inside the cone.
std::int64_t satisfied_inside(const BlockRows& rows, std::span<const double> parameters,
                              bool anywhere) {
    const std::vector<double> w = rows.scaled(parameters);
    const double threshold =
        kSatisfiedMargin * std::sqrt(lane_dot(w.data(), w.data(), rows.stride()));
    const auto stride = static_cast<std::size_t>(rows.stride());
    for (std::size_t place = 0; !anywhere && place < rows.cone().size(); place += stride) {
        if (lane_dot(rows.cone().data() + place, w.data(), rows.stride()) < threshold) return -1;
    }
    std::vector<double> outside;
    if (!anywhere && rows.separate(w.data(), outside)) return -1;
    std::vector<WorstRow> worst;
    rows.worst(rows.open_blocks(), w.data(), worst);
    return std::ranges::count_if(worst,
                                 [&](const WorstRow& row) { return row.value >= threshold; });
}

// Distances of a smaller family lie on the boundary of the larger one's cone: an additive measure
// is just submodular, a null weight just monotone. Mixed with a share of parameters from the inside
// they lie within, and a small enough share loses no block.
std::vector<double> moved_inside(const BlockRows& rows, std::vector<double> start) {
    const DistanceModel& model = rows.model();
    const int n = rows.records().attributes;
    const std::int64_t goal = satisfied_inside(rows, start, true);
    const std::vector<double> equal = normalised(model, equal_parameters(model, n), n);
    start = normalised(model, start, n);
    std::vector<double> best = start;
    std::int64_t most = -1;
    for (double share = 0x1p-2; share >= 0x1p-36 && most < goal; share /= 4) {
        std::vector<double> mixed(start.size());
        for (std::size_t f = 0; f < mixed.size(); ++f) {
            mixed[f] = (1 - share) * start[f] + share * equal[f];
        }
        const std::int64_t count = satisfied_inside(rows, mixed, false);
        if (count <= most) continue;
        most = count;
        best = std::move(mixed);
    }
    return best;
}

MaxSatisfied search_from(const Context& context, const DistanceModel& model,
                         const AlignedRecords& records, const BlockRows& rows,
                         const SearchLimits& limits, std::vector<std::vector<double>> nested) {
    std::vector<std::vector<double>> starts = starting_parameters(model, records);
    for (std::vector<double>& start : nested) {
        starts.push_back(moved_inside(rows, std::move(start)));
    }
    return max_satisfied(context, rows, limits, starts);
}

// The best distances of the families inside, each searched from those inside it.
std::vector<std::vector<double>> nested_starts(const Context& context, const DistanceModel& model,
                                               const AlignedRecords& records,
                                               const SearchLimits& limits,
                                               const SearchLimits* of_the_mean = nullptr) {
    std::vector<std::vector<double>> starts;
    std::vector<double> weights;
    for (const DistanceModel& inner : families_inside(model)) {
        std::vector<std::vector<double>> inside;
        const bool mean = inner.family == DistanceFamily::weighted_mean;
        if (!weights.empty() && !inner.sorted()) inside = {weighted_parameters(inner, weights)};
        const std::unique_ptr<BlockRows> rows = make_block_rows(context, inner, records);
        const std::vector<double> found =
            search_from(context.silent(), inner, records, *rows,
                        mean && of_the_mean != nullptr ? *of_the_mean : limits, std::move(inside))
                .parameters;
        if (mean) weights = found;
        starts.push_back(in_terms_of(model, inner, found, records.attributes));
    }
    return starts;
}

// Takes the parameters if they satisfy more blocks than those that the search found.
void take_better(const Context& context, const DistanceModel& model, const AlignedRecords& records,
                 const std::vector<double>& parameters, MaxSatisfied& found) {
    const std::vector<bool> blocks = satisfied_blocks(context, model, records, parameters);
    const auto links = std::count(blocks.begin(), blocks.end(), true);
    if (links <= found.links) return;
    found.links = links;
    found.bound = std::max(found.bound, found.links);
    found.optimal = found.links == found.bound;
    found.parameters = parameters;
    found.satisfied.clear();
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        if (blocks[block]) found.satisfied.push_back(static_cast<std::int32_t>(block));
    }
}

}  // namespace

std::vector<std::vector<double>> starting_parameters(const DistanceModel& model,
                                                     const AlignedRecords& records) {
    const int n = records.attributes;
    const std::vector<double> equal(static_cast<std::size_t>(n), 1.0 / n);
    std::vector<std::vector<double>> starts{weighted_parameters(model, equal)};
    const Eigen::MatrixXd moments = second_moments(records);
    if (!model.sorted()) {
        std::vector<double> weights(static_cast<std::size_t>(n));
        for (int l = 0; l < n; ++l) weights[static_cast<std::size_t>(l)] = 1.0 / moments(l, l);
        starts.push_back(weighted_parameters(model, weights));
    }
    if (model.bilinear()) {
        const Eigen::MatrixXd inverse = moments.llt().solve(Eigen::MatrixXd::Identity(n, n));
        std::vector<double> form;
        for (int l = 0; l < n; ++l) {
            for (int h = l; h < n; ++h) form.push_back(inverse(l, h));
        }
        starts.push_back(std::move(form));
    }
    return starts;
}

// A rich family begins at the best distances of those inside it, as far as a short search finds
// them; they are searched to their end only where the search of the rich one was not, for its own
// optimum is never below theirs.
SupervisedLinkage supervised_linkage(const Context& context, const DistanceModel& model,
                                     const AlignedRecords& records, const SearchLimits& limits) {
    const double started = context.now();
    const bool nested = !families_inside(model).empty();
    const std::unique_ptr<BlockRows> rows = make_block_rows(context, model, records);
    std::vector<std::vector<double>> starts;
    const bool many = rows->dims() >= kManyParameters || records.rows >= kManyRecords;
    if (nested && many && !rows->open_blocks().empty()) {
        SearchLimits few = part_of(limits, kNestedShare);
        few.nodes = 0;
        starts = nested_starts(context, model, records, few);
    }
    const auto left = [&](double share) {
        SearchLimits rest = part_of(limits, share);
        rest.seconds = share * (limits.seconds - (context.now() - started));
        return rest;
    };
    MaxSatisfied found =
        search_from(context, model, records, *rows, left(nested ? kMainShare : 1.0), starts);
    if (nested && !found.optimal && found.bound - found.links > limits.gap) {
        // The weighted mean is quick: it is searched as far as if it had been asked for alone,
        // since with less it may find less, and the rich family would be below it. The others share
        // what is left.
        const SearchLimits& first = limits;
        SearchLimits each =
            part_of(left(1.0), 1.0 / static_cast<double>(families_inside(model).size()));
        each.work = part_of(limits, kTryShare).work;
        for (const auto& start : nested_starts(context, model, records, each, &first)) {
            take_better(context, model, records, start, found);
        }
    }
    found.statistics.seconds = context.now() - started;
    std::vector<std::int32_t> blocks;
    for (const std::int32_t block : found.satisfied) {
        if (rows->fate(block) == Fate::open) blocks.push_back(block);
    }
    return {model, std::move(found), weight_ranges(*rows, blocks)};
}

}  // namespace lethe
