#include "lethe/attack/learnt_linkage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lethe/algo/distance_properties.h"
#include "lethe/algo/fuzzy_measure.h"
#include "lethe/algo/learnt_parameters.h"
#include "lethe/attack/linkage_space.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"

namespace lethe::attack {
namespace {

LinkSample take(const LinkageSpace& space, const std::vector<std::int64_t>& held,
                const std::vector<std::int64_t>& masked_of,
                const std::vector<std::size_t>& places) {
    LinkSample sample;
    sample.attributes = static_cast<int>(space.held.dims());
    const auto width = static_cast<std::size_t>(sample.attributes);
    for (const std::size_t place : places) {
        const double* left = space.held.points().at(static_cast<std::int64_t>(place));
        const double* right =
            space.released.points().at(masked_of[static_cast<std::size_t>(held[place])]);
        sample.original.insert(sample.original.end(), left, left + width);
        sample.masked.insert(sample.masked.end(), right, right + width);
        sample.rows.push_back(held[place]);
    }
    return sample;
}

struct Split {
    std::vector<std::size_t> learn, test;  // places among the rows that are in both files
};

Split split(const AssessInput& input, const std::vector<std::int64_t>& held,
            std::int64_t max_records, bool& sampled) {
    Split parts;
    std::vector<bool> training(static_cast<std::size_t>(input.original.rows()), false);
    for (const std::int64_t row : input.training) training[static_cast<std::size_t>(row)] = true;
    for (std::size_t place = 0; place < held.size(); ++place) {
        const bool learns =
            input.training.empty() || training[static_cast<std::size_t>(held[place])];
        (learns ? parts.learn : parts.test).push_back(place);
    }
    sampled = static_cast<std::int64_t>(parts.learn.size()) > max_records;
    if (sampled) {
        const auto chosen =
            random_subset(input.random.stream("supervised linkage sample"),
                          static_cast<std::int64_t>(parts.learn.size()), max_records);
        std::vector<std::size_t> fewer;
        for (const std::int64_t place : chosen) {
            fewer.push_back(parts.learn[static_cast<std::size_t>(place)]);
        }
        parts.learn = std::move(fewer);
    }
    return parts;
}

// Rows of the original that are released and that the intruder holds or learns from.
std::vector<std::int64_t> released_rows(const AssessInput& input,
                                        const std::vector<std::int64_t>& masked_of) {
    std::vector<std::int64_t> rows = attacked_rows(input);
    rows.insert(rows.end(), input.training.begin(), input.training.end());
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    std::erase_if(rows,
                  [&](std::int64_t row) { return masked_of[static_cast<std::size_t>(row)] < 0; });
    return rows;
}

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

void describe_measure(Json& details, const DistanceModel& model, std::span<const double> parameters,
                      const std::vector<std::string>& columns) {
    const auto measure = learnt_measure(model, parameters, static_cast<int>(columns.size()));
    const auto coefficients = moebius(measure);
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

void describe_matrix(Json& details, const DistanceModel& model, std::span<const double> parameters,
                     const std::vector<std::string>& columns) {
    const auto entries = normalised(model, parameters, static_cast<int>(columns.size()));
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
    const auto weights = normalised(model, parameters, static_cast<int>(columns.size()));
    std::vector<Ranked> items;
    for (std::size_t l = 0; l < weights.size(); ++l) {
        const std::string name =
            model.sorted() ? fmt::format("difference of rank {}", l + 1) : columns[l];
        items.push_back({name, weights[l]});
    }
    details[model.sorted() ? "weights_by_rank" : "key_attributes"] = ranked(std::move(items));
}

}  // namespace

LinkSamples link_samples(const AssessInput& input, std::int64_t max_records) {
    LinkSamples samples;
    const auto masked_of = masked_row_of(input);
    const auto held = released_rows(input, masked_of);
    samples.released = std::ssize(held);
    if (held.empty()) return samples;
    const Split parts = split(input, held, max_records, samples.sampled);
    const LinkageSpace space = linkage_space(input, Distance::standardised, held);
    samples.learn = take(space, held, masked_of, parts.learn);
    samples.test = take(space, held, masked_of, parts.test);
    return samples;
}

LinkSample link_sample(const AssessInput& input, const std::vector<std::int64_t>& rows) {
    const auto masked_of = masked_row_of(input);
    for (const std::int64_t row : rows) {
        if (row < 0 || row >= input.original.rows() ||
            masked_of[static_cast<std::size_t>(row)] < 0) {
            throw Error(ErrorKind::input, "a record is not in both files");
        }
    }
    std::vector<std::size_t> places(rows.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    return take(linkage_space(input, Distance::standardised, rows), rows, masked_of, places);
}

std::int64_t indistinguishable(const AlignedRecords& records) {
    const auto masked = [&](std::int32_t row) {
        const auto n = static_cast<std::size_t>(records.attributes);
        return std::span(records.masked + static_cast<std::size_t>(row) * n, n);
    };
    std::vector<std::int32_t> order(static_cast<std::size_t>(records.rows));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](std::int32_t a, std::int32_t b) {
        return std::ranges::lexicographical_compare(masked(a), masked(b));
    });
    std::int64_t count = 0;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const auto equals = [&](std::size_t other) {
            return std::ranges::equal(masked(order[place]), masked(order[other]));
        };
        count +=
            (place > 0 && equals(place - 1)) || (place + 1 < order.size() && equals(place + 1));
    }
    return count;
}

LinkCounts count_links(const Context& context, const DistanceModel& model,
                       const AlignedRecords& records, std::span<const double> parameters) {
    struct Part {
        std::int64_t strict = 0, lax = 0;
        ExactSum expected;
    };
    const Part total = parallel_reduce(
        context, records.rows, Part{},
        [&](std::int64_t begin, std::int64_t end) {
            Part part;
            for (auto i = static_cast<std::int32_t>(begin); i < end; ++i) {
                const double own = learnt_distance(model, records, parameters, i, i);
                std::int64_t nearer = 0, equal = 0;
                for (std::int32_t j = 0; j < records.rows && nearer == 0; ++j) {
                    if (j == i) continue;
                    const double other = learnt_distance(model, records, parameters, i, j);
                    nearer += other < own ? 1 : 0;
                    equal += other == own ? 1 : 0;
                }
                if (nearer > 0) continue;
                part.lax += 1;
                part.strict += equal == 0 ? 1 : 0;
                part.expected.add(1.0 / static_cast<double>(equal + 1));
            }
            return part;
        },
        [](Part& sum, const Part& part) {
            sum.strict += part.strict;
            sum.lax += part.lax;
            sum.expected.add(part.expected);
        },
        64);
    return {total.strict, total.lax, total.expected.value()};
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
        describe_matrix(details, model, parameters, columns);
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
