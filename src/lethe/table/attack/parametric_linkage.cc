// Linkage with a distance that the intruder has: given weights, a measure or a matrix.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "lethe/table/attack/learnt_linkage.h"
#include "lethe/table/attack/linkage/given_distance.h"
#include "lethe/table/attack/linkage/open_records.h"

namespace lethe::attack {
namespace {

struct ParametricLinkageParams {
    std::optional<GivenDistance> distance;
    CrowdDirection direction = CrowdDirection::to_release;
    std::int64_t max_records = 20000;
};

Schema<ParametricLinkageParams> parametric_linkage_schema() {
    return Schema<ParametricLinkageParams>()
        .field("distance", &ParametricLinkageParams::distance,
               "weights, owa, measure, moebius, sugeno or matrix: a table, a .json or .csv file, "
               "or the "
               "result of an attack that learnt them; without: equal weights")
        .choice("direction", &ParametricLinkageParams::direction,
                "whether each known person is linked to the nearest released record, or each "
                "released record to the nearest known person",
                {{"to-release", CrowdDirection::to_release},
                 {"from-release", CrowdDirection::from_release}})
        .field("max_records", &ParametricLinkageParams::max_records,
               "of more records so many are drawn at random, each compared with all of the other "
               "file",
               at_least(2));
}

// The columns of the distance, in its order; all of them where it names none.
AssessInput columns_of(AssessInput input, const GivenDistance& distance,
                       std::vector<std::string>& warnings) {
    const Place place{{}, 0, 0, "distance"};
    if (distance.model.sorted()) {
        if (distance.parameters.size() != input.columns.size()) {
            throw Error(ErrorKind::usage,
                        fmt::format("has {} weights by rank for {} columns",
                                    distance.parameters.size(), input.columns.size()),
                        place);
        }
        return input;
    }
    if (!distance.given()) return input;
    for (const std::string& column : distance.columns) {
        if (std::ranges::find(input.columns, column) == input.columns.end()) {
            throw Error(ErrorKind::usage,
                        fmt::format("has a column \"{}\" that is not among those attacked", column),
                        place);
        }
    }
    if (distance.columns.size() < input.columns.size()) {
        warnings.push_back(fmt::format("{} of {} columns have a part in the distance",
                                       distance.columns.size(), input.columns.size()));
    }
    input.columns = distance.columns;
    return input;
}

// Records of the file that is linked to the other; all of them are in both.
std::vector<std::int64_t> sought_rows(const AssessInput& input, CrowdDirection direction) {
    std::vector<std::int64_t> rows = attacked_rows(input);
    const std::vector<std::int64_t> masked = masked_row_of(input);
    std::vector<std::int64_t> result;
    for (const std::int64_t row : rows) {
        const std::int64_t released = masked[static_cast<std::size_t>(row)];
        if (released >= 0)
            result.push_back(direction == CrowdDirection::to_release ? row : released);
    }
    std::ranges::sort(result);
    return result;
}

// Records of the file looked through that are known to be those of others: of people whose links
// are known.
std::vector<std::int64_t> closed_records(const AssessInput& input, CrowdDirection direction) {
    std::vector<std::int64_t> closed = OpenRecords(input).closed();
    if (direction == CrowdDirection::from_release) {
        for (std::int64_t& row : closed) row = input.origin_of(row);
        std::ranges::sort(closed);
        closed.erase(std::unique(closed.begin(), closed.end()), closed.end());
    }
    return closed;
}

// With the empty set, and 1 for all columns.
std::vector<double> normalised_measure(const std::vector<double>& parameters) {
    std::vector<double> measure{0.0};
    for (const double value : parameters) measure.push_back(value / parameters.back());
    return measure;
}

Measurement assess_parametric_linkage(const AssessInput& given,
                                      const ParametricLinkageParams& params) {
    check_tables(given);
    Measurement result;
    GivenDistance distance = params.distance.value_or(GivenDistance{});
    const AssessInput input = columns_of(given, distance, result.warnings);
    const std::vector<std::int64_t> rows = sought_rows(input, params.direction);
    if (rows.empty()) {
        result.warnings.push_back("there is no record to link: the value is 0");
        result.details = link_figures({}, 0);
        return result;
    }
    if (!distance.given()) distance.parameters.assign(input.columns.size(), 1.0);
    const LinkageCrowd crowd(input, params.direction);
    const auto drawn =
        drawn_people(input.random, "parametric linkage sample", rows, params.max_records);
    const std::vector<std::int64_t> closed = closed_records(input, params.direction);
    const LinkSample sample = crowd.sample(drawn, false, closed);
    check_model(distance.model, sample.records());
    const LinkCounts counts =
        distance.sugeno
            ? count_sugeno_links(input.context, sample, normalised_measure(distance.parameters))
            : count_links(input.context, distance.model, sample, distance.parameters);
    result.details = link_figures(counts, sample.people());
    result.details["links"] = counts.strict;
    result.details["operator"] = distance.sugeno ? "sugeno" : name(distance.model.family);
    result.details["candidates"] = crowd.size() - std::ssize(closed);
    result.details["sampled"] = drawn.size() < rows.size();
    result.details["columns"] = input.columns;
    result.value = percent(counts.expected, static_cast<double>(sample.people()));
    if (drawn.size() < rows.size()) {
        result.interval = share_interval(counts.expected, sample.people());
        result.warnings.push_back(
            fmt::format("{} of {} records were drawn at random; each was compared with all {} of "
                        "the other file",
                        drawn.size(), rows.size(), crowd.size() - std::ssize(closed)));
    }
    return result;
}

}  // namespace

Method parametric_linkage() {
    return make_attack(
        MethodInfo{
            .name = "parametric-linkage",
            .title = "Linkage with given weights",
            .summary = "Links by a distance with given weights, measure or matrix.",
            .description =
                "The intruder has a distance: weights of the columns, weights by rank (OWA), a "
                "measure of the sets of columns (a Choquet or a Sugeno integral), or the matrix of "
                "a form; from elsewhere, or as supervised-linkage, hrla or learnt-linkage learnt "
                "it on another "
                "release. Squared differences of the standardised columns are put together by it, "
                "and each record is linked to the nearest; the Sugeno integral, which only "
                "compares, takes "
                "absolute differences in parts of the largest of their column. The value is "
                "`expected`: a guess among "
                "equally near records counts as its chance. By default known people are looked for "
                "in the release; from-release looks for each released record among the known "
                "people, which finds other pairs: a released record can be the nearest to several "
                "people, but has only one nearest person. A distance that one release taught shows "
                "on another what it is worth.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::mean,
            .properties = {Property::random, Property::pairwise},
            .cites = {"abril2014privacy", "torra2006using"},
            .example = {{"direction", "from-release"}},
            .in_words = "The intruder weighs the columns as an earlier attack or a publication "
                        "says, and pairs each person with the nearest record.",
            .scale = Scale::people,
            .finds_people = true,
            .knows = "the parameters of the distance, from elsewhere"},
        parametric_linkage_schema(), assess_parametric_linkage);
}

}  // namespace lethe::attack
