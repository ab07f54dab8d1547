// Supervised linkage: the worst case. The distance of a family that re-identifies most records is
// found from the true links, and no other distance of the family finds more.
#include "lethe/algo/supervised_linkage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lethe/algo/fuzzy_measure.h"
#include "lethe/algo/linkage_certificate.h"
#include "lethe/attack/linkage_space.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"

namespace lethe::attack {
namespace {

enum class Operator { weighted_mean, owa, choquet, bilinear };
enum class Variant { free, submodular, k_additive, belief, symmetric, non_negative, psd };
enum class Verify { none, exact };

struct Params {
    Operator op = Operator::weighted_mean;
    Variant variant = Variant::free;
    std::int64_t additivity = 2;
    double seconds = 60;
    std::int64_t gap = 0;
    Verify verify = Verify::exact;
    std::int64_t max_records = 5000;
    bool records = false;
};

Schema<Params> schema() {
    return Schema<Params>()
        .choice("operator", &Params::op,
                "the family of distances that the attacker may choose from",
                {{"weighted-mean", Operator::weighted_mean},
                 {"owa", Operator::owa},
                 {"choquet", Operator::choquet},
                 {"bilinear", Operator::bilinear}})
        .choice("variant", &Params::variant,
                "a restriction of the family: submodular, k-additive, belief or symmetric for "
                "choquet; non-negative or psd for bilinear",
                {{"free", Variant::free},
                 {"submodular", Variant::submodular},
                 {"k-additive", Variant::k_additive},
                 {"belief", Variant::belief},
                 {"symmetric", Variant::symmetric},
                 {"non-negative", Variant::non_negative},
                 {"psd", Variant::psd}})
        .field("additivity", &Params::additivity, "the k of the k-additive variant", at_least(1))
        .field("seconds", &Params::seconds,
               "time limit; the best distance and the proven bound so far are reported", above(0))
        .field("gap", &Params::gap,
               "stop when the bound is at most so many records above the links", at_least(0))
        .choice("verify", &Params::verify, "check links and bound again in exact arithmetic",
                {{"none", Verify::none}, {"exact", Verify::exact}})
        .field("max_records", &Params::max_records,
               "a larger table is attacked on a random sample of so many records", at_least(2))
        .field("records", &Params::records, "list the records found in the private results");
}

DistanceModel model_of(const Params& params) {
    struct Row {
        Operator op;
        Variant variant;
        DistanceFamily family;
    };
    constexpr Row kFamilies[]{
        {Operator::weighted_mean, Variant::free, DistanceFamily::weighted_mean},
        {Operator::owa, Variant::free, DistanceFamily::owa},
        {Operator::choquet, Variant::free, DistanceFamily::choquet},
        {Operator::choquet, Variant::submodular, DistanceFamily::choquet_submodular},
        {Operator::choquet, Variant::k_additive, DistanceFamily::choquet_k_additive},
        {Operator::choquet, Variant::belief, DistanceFamily::choquet_belief},
        {Operator::choquet, Variant::symmetric, DistanceFamily::choquet_symmetric},
        {Operator::bilinear, Variant::free, DistanceFamily::bilinear},
        {Operator::bilinear, Variant::non_negative, DistanceFamily::bilinear_nonnegative},
        {Operator::bilinear, Variant::psd, DistanceFamily::bilinear_psd}};
    for (const Row& row : kFamilies) {
        if (row.op == params.op && row.variant == params.variant) {
            return {row.family, static_cast<int>(params.additivity)};
        }
    }
    throw Error(ErrorKind::usage,
                "this operator has no such variant; allowed are submodular, k-additive, belief and "
                "symmetric for choquet, non-negative and psd for bilinear",
                {{}, 0, 0, "variant"});
}

// Some aligned records of both files, standardised over the whole of each file.
struct Sample {
    std::vector<double> original;
    std::vector<double> masked;
    std::vector<std::int64_t> rows;  // of the original
    int attributes = 0;

    AlignedRecords records() const {
        return {original.data(), masked.data(), static_cast<std::int32_t>(rows.size()), attributes};
    }
};

Sample take(const LinkageSpace& space, const std::vector<std::int64_t>& held,
            const std::vector<std::int64_t>& masked_of, const std::vector<std::size_t>& places) {
    Sample sample;
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

struct Counts {
    std::int64_t strict = 0;
    std::int64_t lax = 0;
    double expected = 0;
};

// Links under the learnt distance, recounted over all pairs.
Counts count_links(const Context& context, const DistanceModel& model,
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

Json figures(const Counts& counts, std::int64_t records) {
    return {{"strict", percent(counts.strict, records)},
            {"lax", percent(counts.lax, records)},
            {"expected", percent(counts.expected, static_cast<double>(records))},
            {"records", records}};
}

std::string set_name(std::uint32_t mask, const std::vector<std::string>& columns) {
    std::vector<std::string> members;
    for (std::size_t l = 0; l < columns.size(); ++l) {
        if (((mask >> l) & 1U) != 0) members.push_back(columns[l]);
    }
    return fmt::format("{}", fmt::join(members, " + "));
}

// The learnt set function as a measure with value 1 on all attributes, place 0 the empty set.
std::vector<double> measure_of(const DistanceModel& model, std::span<const double> parameters,
                               int attributes) {
    std::vector<double> places(std::size_t{1} << attributes, 0.0);
    const auto sets = feature_sets(model, attributes);
    for (std::size_t r = 0; r < sets.size(); ++r) places[sets[r]] = parameters[r];
    const bool is_moebius = model.family == DistanceFamily::choquet_k_additive ||
                            model.family == DistanceFamily::choquet_belief;
    if (is_moebius) places = zeta(places);
    for (double& value : places) value /= places.back();
    return places;
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

void describe_measure(Json& details, const DistanceModel& model, std::span<const double> parameters,
                      const std::vector<std::string>& columns) {
    const auto measure = measure_of(model, parameters, static_cast<int>(columns.size()));
    Json lattice = Json::object();
    for (std::uint32_t mask = 1; mask < measure.size(); ++mask) {
        lattice[set_name(mask, columns)] = measure[mask];
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
    std::vector<Ranked> attributes, pairs;
    double trace = 0;
    std::size_t place = 0;
    for (std::size_t l = 0; l < columns.size(); ++l) {
        trace += parameters[place];
        place += columns.size() - l;
    }
    const double scale = trace > 0 ? 1 / trace : 1;
    place = 0;
    Json matrix = Json::array();
    for (std::size_t l = 0; l < columns.size(); ++l) {
        for (std::size_t h = l; h < columns.size(); ++h) {
            const double entry = scale * parameters[place++];
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
    const double sum = std::accumulate(parameters.begin(), parameters.end(), 0.0);
    std::vector<Ranked> items;
    for (std::size_t l = 0; l < parameters.size(); ++l) {
        const std::string name =
            model.sorted() ? fmt::format("difference of rank {}", l + 1) : columns[l];
        items.push_back({name, parameters[l] / sum});
    }
    details[model.sorted() ? "weights_by_rank" : "key_attributes"] = ranked(std::move(items));
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

Measurement assess(const AssessInput& input, const Params& params) {
    const DistanceModel model = model_of(params);
    numeric_columns(input);
    Measurement result;
    const auto masked_of = masked_row_of(input);
    const auto held = released_rows(input, masked_of);
    if (held.empty()) {
        result.warnings.push_back("there is no record to link: the value is 0");
        result.details = figures({}, 0);
        return result;
    }
    bool sampled = false;
    const Split parts = split(input, held, params.max_records, sampled);
    const LinkageSpace space = linkage_space(input, Distance::standardised, held);
    const Sample learn = take(space, held, masked_of, parts.learn);
    const AlignedRecords records = learn.records();
    check_model(model, records);

    const SearchLimits limits{.seconds = params.seconds, .gap = params.gap};
    const SupervisedLinkage found = supervised_linkage(input.context, model, records, limits);
    const MaxSatisfied& search = found.search;
    const Counts counts = count_links(input.context, model, records, search.parameters);
    bool optimal = search.optimal && counts.strict == search.bound;

    Json details = figures(counts, records.rows);
    details["links"] = counts.strict;
    details["bound"] = search.bound;
    details["optimal"] = optimal;
    details["seconds"] = search.statistics.seconds;
    details["operator"] = name(model.family);
    details["impossible"] = search.statistics.never;
    details["conflicts"] = search.conflicts.size();
    details["sampled"] = sampled;
    if (params.verify == Verify::exact) {
        const LinkageCertificate certificate =
            check_linkage(input.context, model, records, search, params.seconds);
        details["verified"] = {{"links", certificate.links},
                               {"bound", certificate.bound},
                               {"conflicts", certificate.conflicts},
                               {"rejected", certificate.rejected},
                               {"proven", certificate.proven}};
        details["links"] = certificate.links;
        details["bound"] = certificate.bound;
        details["optimal"] = optimal = certificate.proven;
    }
    describe_parameters(details, model, search.parameters, input.columns);
    result.value = percent(counts.strict, std::int64_t{records.rows});
    if (!parts.test.empty()) {
        const Sample test = take(space, held, masked_of, parts.test);
        const Counts tested = count_links(input.context, model, test.records(), search.parameters);
        const Json learnt = figures(counts, records.rows);
        details["training"] = learnt;
        details["test"] = figures(tested, test.records().rows);
        result.value = percent(tested.strict, std::int64_t{test.records().rows});
    }
    if (sampled) {
        result.warnings.push_back(fmt::format(
            "{} of {} records were drawn at random; the risk among all would be smaller",
            records.rows, held.size()));
    }
    if (!optimal) {
        result.warnings.push_back(
            fmt::format("not proven largest within {} s: at least {} and at most {} of {} records",
                        params.seconds, counts.strict, search.bound, records.rows));
    }
    if (params.records) {
        Json rows = Json::array();
        for (const std::int32_t block : search.satisfied) {
            rows.push_back(learn.rows[static_cast<std::size_t>(block)] + 1);
        }
        result.private_details["records"] = std::move(rows);
    }
    result.details = std::move(details);
    return result;
}

}  // namespace

Method supervised_linkage() {
    return make_attack(
        MethodInfo{
            .name = "supervised-linkage",
            .title = "Supervised record linkage",
            .summary = "The most records that any distance of a family re-identifies, proven.",
            .description =
                "Finds the parameters of a distance (weights of the columns, of the ranks, of sets "
                "of columns, or a matrix) under which most records are nearest to their own masked "
                "version, and proves that no other parameters of the family find more. It is the "
                "worst case: an attacker who chooses the distance blindly finds fewer. The value "
                "is "
                "the share of records found strictly, without ties. `bound` is proven: no attacker "
                "of this family finds more than so many records; `optimal` says that the bound is "
                "reached. With training records the distance is learnt on them alone, and the "
                "value "
                "is what it finds among the others. Beware: a rich family (choquet, bilinear) "
                "learns the training records by heart; compare `training` with `test`.",
            .kinds = {Kind::numeric},
            .missing = Missing::mean,
            .properties = {Property::pairwise},
            .cites = {"abril2014privacy", "abril2015supervised"},
            .example = {{"operator", "weighted-mean"}}},
        schema(), assess);
}

}  // namespace lethe::attack
