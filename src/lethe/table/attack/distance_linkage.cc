// Distance-based record linkage: each record of the intruder goes to its nearest masked record.
#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/space/categories.h"
#include "lethe/table/attack/linkage/linkage_space.h"
#include "lethe/table/attack/linkage/links.h"
#include "lethe/table/attack/linkage/open_records.h"
#include "lethe/table/attack/read_labels.h"

namespace lethe::attack {
namespace {

struct DistanceLinkageParams {
    Distance distance = Distance::standardised;
    bool links = false;
    bool exposure = false;
};

Schema<DistanceLinkageParams> distance_linkage_schema() {
    return Schema<DistanceLinkageParams>()
        .choice(
            "distance", &DistanceLinkageParams::distance,
            "of numbers: Euclid on columns standardised in each file, Mahalanobis, or Euclid on "
            "the values as they are",
            {{"standardised", Distance::standardised},
             {"mahalanobis", Distance::mahalanobis},
             {"raw", Distance::raw}})
        .field("links", &DistanceLinkageParams::links, "list every link in the private results")
        .field("exposure", &DistanceLinkageParams::exposure,
               "list the probability of each record to be found in the private results");
}

bool all_numeric(const AssessInput& input) {
    return std::all_of(input.columns.begin(), input.columns.end(), [&](const std::string& name) {
        return input.original.column(name).is_numeric() && input.masked.column(name).is_numeric();
    });
}

std::vector<Nearest> link_by_distance(const AssessInput& input, Distance distance,
                                      const std::vector<std::int64_t>& rows,
                                      std::vector<std::string>& warnings) {
    if (nobody_to_link(input, rows, warnings)) return std::vector<Nearest>(rows.size());
    const std::vector<std::int64_t> matches = matches_of(input, rows);
    if (all_numeric(input)) {
        LinkageSpace space = linkage_space(input, distance, rows);
        warnings = std::move(space.warnings);
        return nearest_open(input, space.held, space.released, matches);
    }
    const CategoryScales scales = category_scales(input.context, input.original, input.columns);
    const CategorySpace held(input.context, scales,
                             input.original.select(input.columns).gather(rows), input.columns);
    const OpenRecords open(input);
    const CategorySpace released(input.context, scales, with_labels_read(input).gather(open.rows()),
                                 input.columns);
    std::vector<Nearest> nearest =
        nearest_of_all(input.context, held, released, open.places(matches));
    for (Nearest& link : nearest) open.as_rows(link);
    return nearest;
}

// With categories there is one distance only; another one was asked for numbers, and is taken on
// them alone.
AssessInput numbers_of(AssessInput input, std::vector<std::string>& warnings) {
    std::erase_if(input.columns, [&](const std::string& name) {
        return !input.original.column(name).is_numeric();
    });
    if (input.columns.empty()) {
        throw Error(ErrorKind::usage,
                    "this distance is one of numbers, and there is no column of numbers; leave out "
                    "`distance` for categories",
                    {{}, 0, 0, "distance"});
    }
    warnings.push_back("this distance is one of numbers: the columns of categories are left out");
    return input;
}

Measurement assess_distance_linkage(const AssessInput& given, const DistanceLinkageParams& params) {
    check_tables(given);
    Measurement result;
    std::vector<std::string> warnings;
    const bool numbers_only = params.distance != Distance::standardised && !all_numeric(given);
    const AssessInput input = numbers_only ? numbers_of(given, warnings) : given;
    const std::vector<std::int64_t> rows = attacked_rows(input);
    const std::vector<Nearest> nearest =
        link_by_distance(input, params.distance, rows, result.warnings);
    result.warnings.insert(result.warnings.begin(), warnings.begin(), warnings.end());

    const RightLinks right = right_links(nearest);
    result.value = right.describe(result.details);
    result.details["candidates"] = OpenRecords(input).size();
    result.details["distance"] = distance_linkage_schema().dump(params)["distance"];
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
                "each file. With categories among the columns the distance is the mean over the "
                "columns: steps divided by the size of an ordered domain, equal or not for others, "
                "the difference divided by the range for numbers; a label that the original does "
                "not have, such as one for merged categories, is read as the middle (the most "
                "frequent, where there is no order) of the categories that it stands for.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::mean,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2001quantitative", "torra2006using", "abril2014privacy"},
            .example = {{"distance", "standardised"}},
            .in_words = "The intruder holds the original values of the columns listed and pairs "
                        "each released record with the person whose values are closest to it.",
            .scale = Scale::people,
            .purposes = {Purpose::linkage},
            .finds_people = true,
            .assessed_with = {Json::object(), {{"distance", "mahalanobis"}}}},
        distance_linkage_schema(), assess_distance_linkage);
}

}  // namespace lethe::attack
