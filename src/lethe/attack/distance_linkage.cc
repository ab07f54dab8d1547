// Distance-based record linkage: each record of the intruder goes to its nearest masked record.
#include "lethe/attack/linkage_space.h"
#include "lethe/attack/links.h"

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

std::vector<Nearest> link(const AssessInput& input, Distance distance,
                          const std::vector<std::int64_t>& rows,
                          std::vector<std::string>& warnings) {
    if (rows.empty() || input.masked.rows() == 0) {
        warnings.push_back("there is no record to link: the value is 0");
        return std::vector<Nearest>(rows.size());
    }
    LinkageSpace space = linkage_space(input, distance, rows);
    warnings = std::move(space.warnings);
    return nearest_of_all(input.context, space.held, space.released, matches_of(input, rows));
}

Measurement assess(const AssessInput& input, const Params& params) {
    numeric_columns(input);
    Measurement result;
    const std::vector<std::int64_t> rows = attacked_rows(input);
    const std::vector<Nearest> nearest = link(input, params.distance, rows, result.warnings);

    const RightLinks right = right_links(nearest);
    result.value = right.describe(result.details);
    result.details["candidates"] = input.masked.rows();
    result.details["distance"] = schema().dump(params)["distance"];
    result.details["columns"] = input.columns;
    if (params.links) result.private_details["links"] = link_lists(rows, nearest);
    if (params.exposure) {
        result.private_details["exposure"] = exposure_list(rows, nearest);
        result.private_details["strictly_linked"] = right.strict;
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
