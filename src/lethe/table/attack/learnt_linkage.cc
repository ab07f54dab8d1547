#include "lethe/table/attack/learnt_linkage.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "lethe/algo/learnt/distance_properties.h"
#include "lethe/algo/learnt/fuzzy_measure.h"
#include "lethe/algo/learnt/learnt_parameters.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"
#include "lethe/table/attack/linkage/open_records.h"

namespace lethe::attack {
namespace {

struct Ranked {
    std::string name;
    double weight;
};

Json ranked(std::vector<Ranked> items) {
    std::stable_sort(items.begin(), items.end(), [](const Ranked& a, const Ranked& b) {
        return std::abs(a.weight) > std::abs(b.weight);
    });
    Json list = Json::array();
    for (const Ranked& item : items) list.push_back({{"name", item.name}, {"weight", item.weight}});
    return list;
}

std::vector<std::string> members(std::uint32_t mask, const std::vector<std::string>& columns) {
    std::vector<std::string> names;
    for (std::size_t l = 0; l < columns.size(); ++l) {
        if (((mask >> l) & 1U) != 0) names.push_back(columns[l]);
    }
    return names;
}

// Of many columns: the sets that have a Moebius coefficient, which say all of a measure that is
// additive but for pairs, or between parts.
void describe_coefficients(Json& details, const DistanceModel& model,
                           std::span<const double> parameters,
                           const std::vector<std::string>& columns) {
    const int n = static_cast<int>(columns.size());
    const std::vector<std::uint32_t> sets = feature_sets(model, n);
    std::vector<double> shares(columns.size(), 0.0);
    Json lattice = Json::array();
    std::vector<Ranked> attributes, pairs;
    for (std::size_t f = 0; f < sets.size(); ++f) {
        const int size = std::popcount(sets[f]);
        double value = 0;
        double together = 0;  // of a pair: what it is worth more, in all sets that have it
        for (std::size_t other = 0; other < sets.size(); ++other) {
            if ((sets[other] & ~sets[f]) == 0) value += parameters[other];
            if (size == 2 && (sets[f] & ~sets[other]) == 0) {
                together += parameters[other] / (std::popcount(sets[other]) - 1);
            }
        }
        const std::vector<std::string> names = members(sets[f], columns);
        lattice.push_back({{"set", names}, {"value", value}, {"moebius", parameters[f]}});
        if (size == 2) pairs.push_back({names[0] + " + " + names[1], together});
        for (std::size_t l = 0; l < columns.size(); ++l) {
            if ((sets[f] >> l & 1U) != 0) shares[l] += parameters[f] / size;
        }
    }
    for (std::size_t l = 0; l < columns.size(); ++l) attributes.push_back({columns[l], shares[l]});
    details["measure"] = std::move(lattice);
    details["key_attributes"] = ranked(std::move(attributes));
    details["interactions"] = ranked(std::move(pairs));
}

void describe_measure(Json& details, const DistanceModel& model, std::span<const double> parameters,
                      const std::vector<std::string>& columns) {
    const int n = static_cast<int>(columns.size());
    if (n > kMostSetAttributes) return describe_coefficients(details, model, parameters, columns);
    const auto measure = learnt_measure(model, parameters, n);
    auto coefficients = moebius(measure);
    if (model.moebius()) {  // as learnt, not as computed back
        const auto sets = feature_sets(model, n);
        for (std::size_t f = 0; f < sets.size(); ++f) coefficients[sets[f]] = parameters[f];
    }
    Json lattice = Json::array();
    for (std::uint32_t mask = 1; mask < measure.size(); ++mask) {
        lattice.push_back({{"set", members(mask, columns)},
                           {"value", measure[mask]},
                           {"moebius", coefficients[mask]}});
    }
    details["measure"] = std::move(lattice);
    std::vector<Ranked> attributes, pairs;
    const auto shares = shapley_values(measure);
    const auto interactions = interaction_indices(measure);
    std::size_t pair = 0;
    for (std::size_t l = 0; l < columns.size(); ++l) {
        attributes.push_back({columns[l], shares[l]});
        for (std::size_t h = l + 1; h < columns.size(); ++h) {
            pairs.push_back({columns[l] + " + " + columns[h], interactions[pair++]});
        }
    }
    details["key_attributes"] = ranked(std::move(attributes));
    details["interactions"] = ranked(std::move(pairs));
}

void describe_matrix(Json& details, std::span<const double> parameters,
                     const std::vector<std::string>& columns) {
    const std::span<const double> entries = parameters;
    std::vector<Ranked> attributes, pairs;
    std::size_t place = 0;
    Json matrix = Json::array();
    for (std::size_t l = 0; l < columns.size(); ++l) {
        for (std::size_t h = l; h < columns.size(); ++h) {
            const double entry = entries[place++];
            matrix.push_back({{"row", columns[l]}, {"column", columns[h]}, {"value", entry}});
            if (l == h) {
                attributes.push_back({columns[l], entry});
            } else {
                pairs.push_back({columns[l] + " + " + columns[h], entry});
            }
        }
    }
    details["matrix"] = std::move(matrix);
    details["key_attributes"] = ranked(std::move(attributes));
    details["interactions"] = ranked(std::move(pairs));
}

void describe_weights(Json& details, const DistanceModel& model, std::span<const double> parameters,
                      const std::vector<std::string>& columns) {
    std::vector<Ranked> items;
    for (std::size_t l = 0; l < parameters.size(); ++l) {
        const std::string name =
            model.sorted() ? fmt::format("difference of rank {}", l + 1) : columns[l];
        items.push_back({name, parameters[l]});
    }
    details[model.sorted() ? "weights_by_rank" : "key_attributes"] = ranked(std::move(items));
}

}  // namespace

LinkSamples link_samples(const AssessInput& input, const LinkageCrowd& crowd,
                         std::int64_t max_records, bool equals_compete) {
    LinkSamples samples;
    samples.training = !input.training.empty();
    const std::vector<std::int64_t> people = released_people(input);
    samples.people = std::ssize(people);
    std::vector<std::int64_t> learn, test;
    std::vector<bool> training(at(input.original.rows()), false);
    for (const std::int64_t row : input.training) training[at(row)] = true;
    for (const std::int64_t row : people) {
        (!samples.training || training[at(row)] ? learn : test).push_back(row);
    }
    const auto drawn = drawn_people(input.random, "supervised linkage sample", learn, max_records);
    samples.sampled = drawn.size() < learn.size();
    if (!samples.training) {
        std::ranges::set_difference(learn, drawn, std::back_inserter(test));
    }
    const auto tested = drawn_people(input.random, "supervised linkage test", test, max_records);
    samples.test_sampled = tested.size() < test.size();
    samples.learn = crowd.sample(drawn, equals_compete);
    samples.test = crowd.sample(tested, equals_compete, OpenRecords(input).closed());
    return samples;
}

AssessInput numbers_only(AssessInput input, std::vector<std::string>& warnings) {
    const auto before = input.columns.size();
    std::erase_if(input.columns, [&](const std::string& name) {
        return !input.original.column(name).is_numeric();
    });
    if (input.columns.empty()) {
        throw Error(ErrorKind::unmet,
                    "this family of distances is one of numbers, and there is no column of "
                    "numbers");
    }
    if (input.columns.size() < before) {
        warnings.emplace_back(
            "this family of distances is one of numbers: the columns of categories are left out");
    }
    return input;
}

std::int64_t indistinguishable(const LinkSample& sample) {
    return std::ranges::count_if(sample.equals, [](std::int64_t equals) { return equals > 1; });
}

namespace {

// The distances of one person to the release, one at a time. A weighted sum of terms that are not
// negative is given up as soon as it is above the limit: rounding is monotone, so that the whole
// sum would be, too.
class LearntDistancesOfPeople {
  public:
    LearntDistancesOfPeople(const DistanceModel& model, const AlignedRecords& records,
                            std::span<const double> parameters)
        : model_(model),
          records_(records),
          parameters_(parameters.begin(), parameters.end()),
          difference_(at(records.attributes)),
          feature_(parameters.size()) {
        plain_ = model.family == DistanceFamily::weighted_mean &&
                 std::ranges::all_of(parameters, [](double w) { return w >= 0; });
        order_.resize(at(records.attributes));
        std::iota(order_.begin(), order_.end(), 0);
        if (plain_) {
            std::ranges::stable_sort(
                order_, [&](int a, int b) { return parameters_[at(a)] > parameters_[at(b)]; });
            std::erase_if(order_, [&](int l) { return parameters_[at(l)] == 0.0; });
        }
    }

    double operator()(std::int32_t i, std::int32_t j, double limit) {
        double sum = 0.0;
        if (plain_) {
            for (const int l : order_) {
                const double difference = records_.difference(i, j, l);
                sum += parameters_[at(l)] * (difference * difference);
                if (sum > limit) return sum;
            }
            return sum;
        }
        records_.differences(i, j, difference_.data());
        features(model_, difference_, feature_.data());
        for (std::size_t f = 0; f < feature_.size(); ++f) sum += parameters_[f] * feature_[f];
        return sum;
    }

  private:
    const DistanceModel& model_;
    const AlignedRecords& records_;
    std::vector<double> parameters_;
    std::vector<double> difference_;
    std::vector<double> feature_;
    std::vector<int> order_;
    bool plain_ = false;
};

}  // namespace

namespace {

// `make` gives each task a distance of its own: of a person and a released record, up to a limit
// above which any number above it does.
template <class Make>
LinkCounts links_by(const Context& context, const LinkSample& sample, const Make& make) {
    struct Part {
        std::int64_t strict = 0, lax = 0;
        ExactSum expected;
    };
    const AlignedRecords records = sample.records();
    const Part total = parallel_reduce(
        context, records.rows, Part{},
        [&](std::int64_t begin, std::int64_t end) {
            Part part;
            auto distance = make(records);
            for (auto i = static_cast<std::int32_t>(begin); i < end; ++i) {
                const double own = distance(i, i, std::numeric_limits<double>::infinity());
                bool nearer = false;
                double equal = 0;
                for (std::int32_t j = 0; j < records.competitors() && !nearer; ++j) {
                    const double other = distance(i, j, own);
                    nearer = other < own;
                    if (other == own) equal += sample.copies[at(j)];
                }
                if (nearer) continue;
                part.lax += 1;
                part.strict += equal == 1 ? 1 : 0;
                part.expected.add(1.0 / equal);
            }
            return part;
        },
        [](Part& sum, const Part& part) {
            sum.strict += part.strict;
            sum.lax += part.lax;
            sum.expected.add(part.expected);
        },
        16);
    return {total.strict, total.lax, total.expected.value()};
}

}  // namespace

LinkCounts count_links(const Context& context, const DistanceModel& model, const LinkSample& sample,
                       std::span<const double> parameters) {
    return links_by(context, sample, [&](const AlignedRecords& records) {
        return LearntDistancesOfPeople(model, records, parameters);
    });
}

LinkCounts count_sugeno_links(const Context& context, const LinkSample& sample,
                              std::span<const double> measure) {
    const AlignedRecords all = sample.records();
    const std::vector<double> largest = parallel_reduce(
        context, all.rows, std::vector<double>(at(all.attributes), 0.0),
        [&](std::int64_t begin, std::int64_t end) {
            std::vector<double> most(at(all.attributes), 0.0);
            for (auto i = static_cast<std::int32_t>(begin); i < end; ++i) {
                for (std::int32_t j = 0; j < all.competitors(); ++j) {
                    for (int l = 0; l < all.attributes; ++l) {
                        most[at(l)] = std::max(most[at(l)], std::abs(all.difference(i, j, l)));
                    }
                }
            }
            return most;
        },
        [](std::vector<double>& most, const std::vector<double>& part) {
            for (std::size_t l = 0; l < most.size(); ++l) most[l] = std::max(most[l], part[l]);
        },
        16);
    return links_by(context, sample, [&](const AlignedRecords& records) {
        return [&, values = std::vector<double>(largest.size())](std::int32_t i, std::int32_t j,
                                                                 double /*limit*/) mutable {
            for (std::size_t l = 0; l < values.size(); ++l) {
                const double size = std::abs(records.difference(i, j, static_cast<int>(l)));
                values[l] = largest[l] > 0 ? size / largest[l] : 0.0;
            }
            return sugeno(measure, values);
        };
    });
}

Json link_figures(const LinkCounts& counts, std::int64_t records) {
    return {{"strict", percent(counts.strict, records)},
            {"lax", percent(counts.lax, records)},
            {"expected", percent(counts.expected, static_cast<double>(records))},
            {"records", records}};
}

void describe_parameters(Json& details, const DistanceModel& model,
                         std::span<const double> parameters,
                         const std::vector<std::string>& columns) {
    if (model.bilinear()) {
        describe_matrix(details, parameters, columns);
    } else if (model.family == DistanceFamily::weighted_mean || model.sorted()) {
        describe_weights(details, model, parameters, columns);
    } else {
        describe_measure(details, model, parameters, columns);
    }
}

void describe_properties(Json& details, const AssessInput& input, const DistanceModel& model,
                         const AlignedRecords& records, std::span<const double> parameters) {
    const DistanceProperties found =
        distance_properties(model, records, parameters, input.random.part(1));
    details["distance"] = name(found.distance_class());
    Json list = Json::array();
    for (const PropertyFinding& finding : found.findings) {
        list.push_back({{"property", name(finding.property)},
                        {"holds", finding.holds},
                        {"why", finding.why},
                        {"checked", finding.checked},
                        {"violated", finding.violated}});
    }
    details["properties"] = std::move(list);
}

}  // namespace lethe::attack
