// Distance-based record linkage: each record of the intruder goes to its nearest masked record.
#include <cmath>

#include "lethe/algo/neighbours.h"
#include "lethe/attack/linkage_space.h"
#include "lethe/core/exact_sum.h"

namespace lethe::attack {
namespace {

struct Params {
    Distance distance = Distance::standardised;
    bool links = false;
    bool exposure = false;
};

Schema<Params> schema() {
    return Schema<Params>()
        .choice("distance", &Params::distance,
                "Euclid on columns standardised in each file, Mahalanobis, or Euclid on the values "
                "as they are",
                {{"standardised", Distance::standardised},
                 {"mahalanobis", Distance::mahalanobis},
                 {"raw", Distance::raw}})
        .field("links", &Params::links, "list every link in the private results")
        .field("exposure", &Params::exposure,
               "list the probability of each record to be found in the private results");
}

double exposure_of(const Nearest& nearest) {
    return nearest.has_match ? 1.0 / static_cast<double>(nearest.ties) : 0.0;
}

// Rows count from 1.
Json link_lists(const std::vector<std::int64_t>& rows, const std::vector<Nearest>& nearest) {
    Json original = Json::array();
    Json masked = Json::array();
    Json ties = Json::array();
    Json distance = Json::array();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        original.push_back(rows[i] + 1);
        masked.push_back(nearest[i].row + 1);
        ties.push_back(nearest[i].ties);
        distance.push_back(std::sqrt(nearest[i].distance));
    }
    return {{"original", std::move(original)},
            {"masked", std::move(masked)},
            {"ties", std::move(ties)},
            {"distance", std::move(distance)}};
}

Json exposure_list(const std::vector<std::int64_t>& rows, const std::vector<Nearest>& nearest) {
    Json original = Json::array();
    Json exposure = Json::array();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        original.push_back(rows[i] + 1);
        exposure.push_back(exposure_of(nearest[i]));
    }
    return {{"original", std::move(original)}, {"exposure", std::move(exposure)}};
}

std::vector<Nearest> link(const AssessInput& input, Distance distance,
                          const std::vector<std::int64_t>& rows,
                          std::vector<std::string>& warnings) {
    if (rows.empty() || input.masked.rows() == 0) {
        warnings.push_back("there is no record to link: the value is 0");
        return std::vector<Nearest>(rows.size());
    }
    const std::vector<std::int64_t> masked = masked_row_of(input);
    std::vector<std::int64_t> matches;
    for (const std::int64_t row : rows) matches.push_back(masked[static_cast<std::size_t>(row)]);
    LinkageSpace space = linkage_space(input, distance, rows);
    warnings = std::move(space.warnings);
    return nearest_of_all(input.context, space.held, space.released, matches);
}

Measurement assess(const AssessInput& input, const Params& params) {
    numeric_columns(input);
    Measurement result;
    const std::vector<std::int64_t> rows = attacked_rows(input);
    const std::vector<Nearest> nearest = link(input, params.distance, rows, result.warnings);

    std::int64_t strict = 0;
    std::int64_t lax = 0;
    ExactSum expected;
    for (const Nearest& one : nearest) {
        lax += one.has_match ? 1 : 0;
        strict += one.has_match && one.ties == 1 ? 1 : 0;
        expected.add(exposure_of(one));
    }
    const auto records = static_cast<std::int64_t>(rows.size());
    result.value = percent(expected.value(), static_cast<double>(records));
    result.details["strict"] = percent(strict, records);
    result.details["lax"] = percent(lax, records);
    result.details["expected"] = result.value;
    result.details["records"] = records;
    result.details["candidates"] = input.masked.rows();
    result.details["distance"] = schema().dump(params)["distance"];
    result.details["columns"] = input.columns;
    if (params.links) result.private_details["links"] = link_lists(rows, nearest);
    if (params.exposure) {
        result.private_details["exposure"] = exposure_list(rows, nearest);
        result.private_details["strictly_linked"] = strict;
    }
    return result;
}

}  // namespace

Method distance_linkage() {
    return make_attack(
        MethodInfo{
            .name = "distance-linkage",
            .title = "Distance-based record linkage",
            .summary = "Links each known record to the nearest masked record.",
            .description =
                "The intruder holds records of people (by default all of the original) and links "
                "each to the nearest record of the release. The value is the percentage that finds "
                "its own masked version, a guess among equally near ones counting as its chance: "
                "`expected`. `strict` counts only records that are nearer to their own than to any "
                "other, `lax` also those that tie. Mahalanobis' distance, with the covariance of "
                "the differences that masking made, is often far stronger than Euclid's: it is the "
                "intruder who knows how the data were masked, or has some known links to learn it "
                "from. Run both; the larger figure is the risk. Standardising uses the whole of "
                "each file.",
            .kinds = {Kind::numeric},
            .missing = Missing::mean,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2001quantitative", "torra2006using", "abril2014privacy"},
            .example = {{"distance", "standardised"}}},
        schema(), assess);
}

}  // namespace lethe::attack
